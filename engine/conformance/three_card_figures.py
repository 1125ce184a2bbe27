"""Adapters of the exact figures of Three Card Poker: each section of such a file is one vector.

A section names its tables, strategies and rule variants; what it gives (pays, sources, published percentages) is
read from the file and said again, every other figure is computed.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from engine.conformance import Adapter, NotCovered
from engine.edges.ante import Strategy, ante_figures, best_strategy, counts_by_class, from_strength
from engine.edges.deals import DEALERS, DEALS, HANDS, deals
from engine.edges.figures import Figures, root_text
from engine.edges.progressive import meter_return
from engine.edges.proof import boundary_values, play_value_bounds, plays_what_is_best
from engine.edges.report import standard_ruleset
from engine.edges.side import pair_plus_figures, prime_figures, six_card_figures
from engine.edges.six import SPLITS, six_classes
from engine.games.three_card_poker import load_rules
from engine.games.three_card_poker.hands import HAND_NAMES, HandClass, SixClass
from engine.games.three_card_poker.rating import Q64
from engine.games.three_card_poker.rules import Contest, Rules
from engine.ranking import ThreeCategory, value_of
from engine.rulesets import OFF

Section = Mapping[str, Any]
Evaluation = Callable[[Rules], Figures]

_COMMISSION: Final = {"commission_bp": 1000}
_STANDARD_BONUS: Final = {"straight": 1, "trips": 4, "straight_flush": 5}
_STRATEGIES: Final = {
    "q64_or_better": Q64,
    "mimic_dealer (any queen high)": 12 << 16,
    "always_play (blind)": 0,
    "pairs_or_better_only": ThreeCategory.PAIR << 20,
}
_MILLIONAIRE_MAKER: Final = {
    "six_card_royal_diamonds": {"fixed_minor": "1000000"},
    "six_card_royal": {"fixed_minor": "100000"},
    "royal_flush": 1000,
    "straight_flush": 200,
    "quads": 50,
    "full_house": 20,
    "flush": 15,
    "straight": 10,
    "trips": 5,
}
_VARIANTS: Final[Mapping[str, tuple[str, str]]] = {
    **{f"dealer_min={least}": ("dealer_qualifies", least) for least in ("J", "Q", "Q64", "K", "A", "pair", "always")},
    **{f"tie={side}": ("tie", side) for side in ("push", "player")},
    "ante pushes when not qualified": ("ante_when_not_qualified", "push"),
}
_CONTESTS: Final = {
    "dealer_not_qualified": Contest.NOT_QUALIFIED,
    "player_wins": Contest.HIGHER,
    "tie": Contest.EQUAL,
    "dealer_wins": Contest.LOWER,
}
_CLASSES: Final[Mapping[str, tuple[HandClass, ...]]] = {
    **{HAND_NAMES[hand]: (hand,) for hand in HandClass if hand < HandClass.STRAIGHT_FLUSH},
    "straight_flush": (HandClass.STRAIGHT_FLUSH, HandClass.MINI_ROYAL, HandClass.MINI_ROYAL_SPADES),
}
"""The six categories of the dealer's order, in which mini royals are straight flushes."""


def _rules(schedules: Mapping[str, object], switches: Mapping[str, object] | None = None) -> Rules:
    return load_rules(standard_ruleset(schedules, switches))


def _exact(value: Fraction) -> dict[str, object]:
    return {"num": value.numerator, "den": value.denominator, "decimal": float(round(value, 8))}


def _figures(kind: str, pays: object, evaluate: Evaluation, given: Section) -> dict[str, object]:
    """The figures of a table, with and without commission, beside what the section gives."""
    figures = evaluate(_rules({kind: pays}))
    charged = evaluate(_rules({kind: pays}, _COMMISSION))
    data: dict[str, object] = {
        "house_edge": _exact(figures.house_edge),
        "element_of_risk": _exact(figures.element_of_risk),
        "mean_total_wager": _exact(figures.mean_wager),
        "variance": _exact(figures.variance),
        "standard_deviation": float(root_text(figures.variance)),
        "hit_frequency": _exact(figures.hit_frequency),
        "push_frequency": _exact(figures.push_frequency),
        "loss_frequency": _exact(figures.loss_frequency),
        "net_histogram": {str(net): number for net, number in figures.histogram.items()},
        "denominator": figures.total,
        "net_sum": str(figures.net_sum),
        "house_edge_with_10pct_commission_on_net_wins": _exact(charged.house_edge),
    }
    said = {key: given[key] for key in ("pays", "source") if key in given}
    published = {"cross_check": figures.house_edge, "cross_check_risk": figures.element_of_risk}
    return data | said | {key: _checked(given[key], value) for key, value in published.items() if key in given}


def _checked(given: Section, value: Fraction) -> dict[str, object]:
    """Whether a published percentage of two decimals is the exact value rounded."""
    published = given["published_percent"]
    agrees = None if published is None else abs(value * 100 - Fraction(str(published))) <= Fraction(1, 200)
    return {"published_percent": published, "agrees": agrees}


def _ante_table(given: Section) -> dict[str, object]:
    pays = given["pays"] or OFF
    rules = _rules({"ante_bonus": pays})
    played = from_strength(Q64)
    figures = _figures("ante_bonus", pays, lambda one: ante_figures(one, played), given)
    optimal = _optimal(rules) | {"q64_is_optimal": plays_what_is_best(rules, played)}
    return figures | {"hands_played": played.hands_played, "optimal": optimal}


def _optimal(rules: Rules) -> dict[str, object]:
    best = best_strategy(rules)
    return {
        "lowest_played": _described(best),
        "threshold_rule": best.is_cut_off,
        "hands_played": best.hands_played,
        "indifferent_hands": best.indifferent,
    }


def _described(strategy: Strategy) -> list[object] | None:
    lowest = strategy.lowest_played
    return None if lowest is None else [HAND_NAMES[lowest >> 20], list(value_of(lowest).ranks)]


def _pair_plus_table(given: Section) -> dict[str, object]:
    def evaluate(rules: Rules) -> Figures:
        return pair_plus_figures(rules, from_strength(Q64))

    return _figures("pair_plus", given["pays"], evaluate, given)


def _six_card_table(pays: object, stake_minor: int | None, given: Section) -> dict[str, object]:
    def evaluate(rules: Rules) -> Figures:
        return six_card_figures(rules, from_strength(Q64), stake_minor)

    return _figures("six_card", pays, evaluate, given)


def _prime(given: Section) -> dict[str, object]:
    pays = {"three": given["pays"]["three_same_colour"], "six": given["pays"]["six_same_colour"]}
    return _figures("prime", pays, lambda rules: prime_figures(rules, from_strength(Q64)), given)


def _strategy(name: str, given: Section) -> dict[str, object]:
    if name not in _STRATEGIES:
        raise NotCovered(f"no strategy is called {name!r}")
    strategy = from_strength(_STRATEGIES[name])
    figures = _figures("ante_bonus", _STANDARD_BONUS, lambda rules: ante_figures(rules, strategy), given)
    return figures | {"hands_played": strategy.hands_played}


def _progressive(given: Section) -> dict[str, object]:
    mini_royal, straight_flush, trips, straight = given["pays_for_one"]
    lines = {"mini_royal": mini_royal, "straight_flush": straight_flush, "trips": trips, "straight": straight}
    table = {
        "on": "own_three",
        "pays": {"mini_royal_spades": {"meter_bp": 10_000}, **lines},
        "buddy": "none",
        "verify_meter": True,
    }
    rules = _rules({"progressive": table})
    returns = meter_return(rules, from_strength(Q64))
    said = {key: given[key] for key in ("pays_for_one", "source")}
    return said | {"fixed_return": _exact(returns.fixed), "break_even_meter_units": returns.break_even_meter}


def _variant(name: str, _: Section) -> dict[str, object]:
    parts = name.split(",")
    if any(part not in _VARIANTS for part in parts):
        raise NotCovered(f"no rule variant is called {name!r}")
    rules = _rules({"ante_bonus": _STANDARD_BONUS}, dict(_VARIANTS[part] for part in parts))
    figures = ante_figures(rules, best_strategy(rules))
    return _optimal(rules) | {
        "house_edge": _exact(figures.house_edge),
        "element_of_risk": _exact(figures.element_of_risk),
        "q64_still_optimal": plays_what_is_best(rules, from_strength(Q64)),
    }


def _outcomes(_: Section) -> dict[str, object]:
    strategy = from_strength(Q64)
    counted = counts_by_class(_rules({}), strategy)

    def total(contest: Contest, hands: tuple[HandClass, ...] = tuple(HandClass)) -> int:
        return sum(counted[hand, contest] for hand in hands)

    def category(hands: tuple[HandClass, ...]) -> dict[str, int]:
        dealt = {name: total(contest, hands) for name, contest in _CONTESTS.items()}
        return {"hands_played": sum(dealt.values()) // DEALERS, **dealt}

    bonus = tuple(hand for hand in HandClass if hand >= HandClass.STRAIGHT)
    return {
        "fold": total(Contest.FOLD),
        **{name: total(contest) for name, contest in _CONTESTS.items()},
        "ante_bonus_while_losing": total(Contest.LOWER, bonus),
        "ante_bonus_while_tied": total(Contest.EQUAL, bonus),
        "by_player_category": {name: category(hands) for name, hands in _CLASSES.items()},
        "denominator": DEALS,
    }


def _boundary(name: str, _: Section) -> dict[str, object]:
    """The value of playing each suit pattern of three different ranks; a and b are suits, highest rank first."""
    patterns = boundary_values(_rules({}), [int(rank) for rank in name.split("-")])
    hands = sum(number for number, _ in patterns.values())
    average = sum((number * value for number, value in patterns.values()), Fraction(0)) / hands
    return {
        **{pattern: {"hands": number, "ev": _exact(value)} for pattern, (number, value) in patterns.items()},
        "average": {"hands": hands, "ev": _exact(average)},
        "play_beats_fold_in_every_pattern": all(value > -1 for _, value in patterns.values()),
    }


def _q64_proof(given: Section) -> dict[str, object]:
    rules, strength = _rules({}), deals().strength
    at_or_above = strength >= Q64
    worst, _ = play_value_bounds(rules, at_or_above)
    _, best = play_value_bounds(rules, ~at_or_above)
    least_straight, _ = play_value_bounds(rules, strength >= ThreeCategory.STRAIGHT << 20)
    return {
        "statement": given["statement"],
        "hands_at_or_above": int(at_or_above.sum()),
        "hands_below": int((~at_or_above).sum()),
        "fold_value_counts": -DEALERS,
        "smallest_play_value_at_or_above": _exact(worst),
        "largest_play_value_below": _exact(best),
        "disagreements": int((best_strategy(rules).played != at_or_above).sum()),
        "smallest_play_value_of_a_straight_or_better": _exact(least_straight),
        "pair_or_better_hands_below_q64": int((~at_or_above & (strength >= ThreeCategory.PAIR << 20)).sum()),
        "distinct_ranks": deals().places,
    }


def _hand_counts(_: Section) -> dict[str, int]:
    classes = deals().hand_class.tolist()
    counted = {name: sum(classes.count(hand) for hand in hands) for name, hands in _CLASSES.items()}
    spades = classes.count(HandClass.MINI_ROYAL_SPADES)
    return counted | {"mini_royal": classes.count(HandClass.MINI_ROYAL) + spades, "mini_royal_spades": spades}


def _six_card_counts(_: Section) -> dict[str, int]:
    counted = dict(zip(SixClass, (six_classes().sum(axis=0) // SPLITS).tolist(), strict=True))
    royal = sum(number for one, number in counted.items() if one >= SixClass.ROYAL_FLUSH)
    plain = {one.name.lower(): counted[one] for one in SixClass if SixClass.TWO_PAIR < one < SixClass.ROYAL_FLUSH}
    return {"nothing": counted[SixClass.NOTHING] + counted[SixClass.TWO_PAIR], **plain, "royal_flush": royal}


def _section(compute: Callable[[Section], object]) -> Adapter:
    """A section that is one thing."""

    def adapter(vector: Mapping[str, object], header: Mapping[str, Any]) -> object:
        return compute(header[str(vector["id"])])

    return adapter


def _each(compute: Callable[[str, Section], object]) -> Adapter:
    """A section that is a list of named things."""
    return _section(lambda given: {name: compute(name, one) for name, one in given.items()})


ADAPTERS: Final[Mapping[str, Adapter]] = {
    "deals": _section(lambda _: DEALS),
    "player_hands": _section(lambda _: HANDS),
    "dealer_hands_per_player_hand": _section(lambda _: DEALERS),
    "hand_counts": _section(_hand_counts),
    "dealer_qualifying_hands": _section(lambda _: int((deals().strength >= _rules({}).qualifies_from).sum())),
    "ante_bonus_tables": _each(lambda _, given: _ante_table(given)),
    "pair_plus_tables": _each(lambda _, given: _pair_plus_table(given)),
    "six_card_bonus": _each(lambda _, given: _six_card_table(given["pays"], None, given)),
    "strategies": _each(_strategy),
    "six_card_counts": _section(_six_card_counts),
    "prime": _section(_prime),
    "progressive_fixed_pays": _section(_progressive),
    "millionaire_maker_5_unit_bet": _section(lambda given: _six_card_table(_MILLIONAIRE_MAKER, 5, given)),
    "decision_boundary": _each(_boundary),
    "q64_proof": _section(_q64_proof),
    "round_outcomes_q64": _section(_outcomes),
    "rule_variants": _each(_variant),
}
