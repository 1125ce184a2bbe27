"""What a ruleset or a paytable costs, as plain JSON data: for the draft, the approval and the command line.

A ruleset is reported whole. A paytable alone is reported under STANDARD_SWITCHES, which are those that published
edges are computed under. Fractions are exact; chip rounding and payout caps depend on stakes and are not in the
figures (``not_counted`` names those that the ruleset has).
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from engine.edges.ante import (
    NAMED_STRATEGIES,
    Strategy,
    ante_figures,
    best_strategy,
    from_strength,
    loss_to_best,
)
from engine.edges.figures import Figures, decimal_text, fraction_data
from engine.edges.frequencies import frequencies
from engine.edges.liability import UnlimitedBets, highest_stakes, largest_liability
from engine.edges.progressive import MeterReturn, buddy_return, meter_return, progressive_figures
from engine.edges.side import StakeNeeded, pair_plus_figures, prime_figures, six_card_figures
from engine.edges.spread import spread
from engine.errors import RulesetRefused, Violation
from engine.games import three_card_poker as game
from engine.games.three_card_poker.limits import LIMITED, NONE
from engine.games.three_card_poker.rules import SCHEDULES, Rules
from engine.money import FractionalPayout
from engine.rulesets import OFF

POSITIONS: Final = game.SEATS[1]

STANDARD_SWITCHES: Final[Mapping[str, object]] = {
    "dealer_qualifies": "Q",
    "ante_when_not_qualified": "win",
    "tie": "push",
    "pair_plus_on_fold": "settle",
    "pair_plus_without_ante": True,
    "pair_plus_contested": "no",
    "ante_bonus_on_loss": True,
    "ante_bonus_on_fold": False,
    "six_card_on_fold": "settle",
    "six_card_needs_ante": True,
    "prime_on_fold": "settle",
    "progressive_on_fold": "settle",
    "rounding": "down",
    "chip_unit_minor": "1",
    "commission_bp": 0,
    "commission_per": "round",
    "limits": {**dict.fromkeys(LIMITED, NONE), "progressive": {"min_minor": "1", "max_minor": "1", "step_minor": "1"}},
    "payout_cap": NONE,
    "misdeal": "void_round",
    "exposed_cards_allowed": 1,
}
"""The default column of the rules reference, section 9; the progressive is counted in units of its stake."""

_PAYTABLE_KEYS: Final = frozenset(("kind", "key", "schedule"))


def edge_report(
    document: Mapping[str, object], *, stake_minor: int | None = None, meter_minor: int | None = None
) -> dict[str, object]:
    """The report of a complete ruleset document, or of a paytable document (``kind``, ``key``, ``schedule``).

    ``stake_minor`` is the 6 Card stake at which fixed prizes are counted (the lowest allowed where none is given),
    ``meter_minor`` the progressive meter. Raises RulesetRefused with every fault of the document.
    """
    if document.keys() >= _PAYTABLE_KEYS:
        return _paytable_report(document, stake_minor, meter_minor)
    rules = game.load_rules(document)
    best = best_strategy(rules)
    return {
        "game": game.NAME,
        "key": rules.key,
        "bets": _bets(rules, best, stake_minor, meter_minor),
        "strategy": _strategies(rules, best),
        "spread": _spreads(rules, best),
        "liability": _liability(rules, meter_minor),
        "frequencies": frequencies(rules.qualifies_from, best).as_data(),
        "not_counted": _not_counted(rules),
    }


def edge_difference(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, object]:
    """For each bet the exact edge of two complete rulesets and the change; None where one lacks the bet.

    The edge of a progressive is that of its fixed lines, without any meter. Raises RulesetRefused.
    """
    old, new = (edges(game.load_rules(document)) for document in (before, after))
    return {bet: _change(old.get(bet), new.get(bet)) for bet in LIMITED if bet in old or bet in new}


def edges(rules: Rules) -> dict[str, Fraction]:
    """The exact house edge of every bet of a table under the best ante strategy, per unit of the bet.

    A 6 Card table with fixed prizes is taken at its lowest stake, and left out where it has none.
    """
    found: dict[str, Fraction] = {}
    for bet, figures in _figures(rules, best_strategy(rules), None).items():
        if isinstance(figures, MeterReturn):
            found[bet] = figures.house_edge(0)
        elif figures is not None:
            found[bet] = figures.house_edge
    return found


def _figures(rules: Rules, best: Strategy, stake_minor: int | None) -> dict[str, Figures | MeterReturn | None]:
    """Every bet of the table; None for a bet that has figures only at a stake which nobody gave."""
    found: dict[str, Figures | MeterReturn | None] = {"ante": ante_figures(rules, best)}
    if rules.pair_plus is not None:
        found["pair_plus"] = pair_plus_figures(rules, best)
    if rules.six_card is not None:
        try:
            found["six_card"] = six_card_figures(rules, best, _six_card_stake(rules, stake_minor))
        except StakeNeeded:
            found["six_card"] = None
    if rules.prime is not None:
        found["prime"] = prime_figures(rules, best)
    if rules.progressive is not None:
        found["progressive"] = meter_return(rules, best)
    return found


def _six_card_stake(rules: Rules, stake_minor: int | None) -> int | None:
    limit = rules.limits["six_card"]
    return stake_minor if stake_minor is not None else None if limit is None else limit.min_minor


def _bets(rules: Rules, best: Strategy, stake_minor: int | None, meter_minor: int | None) -> dict[str, object]:
    data: dict[str, object] = {
        bet: {"stake_needed": True} if figures is None else figures.as_data()
        for bet, figures in _figures(rules, best, stake_minor).items()
    }
    if rules.progressive is not None:
        data["progressive"] = _progressive(rules, best, meter_minor)
    return data


def _progressive(rules: Rules, best: Strategy, meter_minor: int | None) -> dict[str, object]:
    """The meter's figures, in units of the stake and in money; the whole bet where the meter is known."""
    progressive, limit = rules.progressive, rules.limits["progressive"]
    if progressive is None or limit is None:
        return {}
    returns = meter_return(rules, best)
    meter = returns.break_even_meter
    data: dict[str, object] = {
        **returns.as_data(),
        "stake_minor": str(limit.min_minor),
        "break_even_meter_minor": None if meter is None else decimal_text(meter * limit.min_minor, 2),
    }
    if progressive.buddy:
        buddies = {str(others): buddy_return(progressive, others) for others in range(1, POSITIONS)}
        data["buddy_return"] = {
            others: None if one is None else fraction_data(one, 12) for others, one in buddies.items()
        }
    if meter_minor is not None:
        units = Fraction(meter_minor, limit.min_minor)
        at_meter = progressive_figures(rules, best, units).as_data()
        data["at_meter"] = {"meter_minor": str(meter_minor), **at_meter}
    return data


def _strategies(rules: Rules, best: Strategy) -> dict[str, object]:
    """The best strategy, and what players lose to it, in antes a round, with those they are known to use."""
    named: dict[str, object] = {}
    for name, least in NAMED_STRATEGIES.items():
        strategy = from_strength(least)
        figures = ante_figures(rules, strategy)
        named[name] = {
            "hands_played": strategy.hands_played,
            "house_edge": fraction_data(figures.house_edge),
            "element_of_risk": fraction_data(figures.element_of_risk),
            "loss_to_best": fraction_data(loss_to_best(rules, strategy, best)),
        }
    return {"best": best.as_data(), "named": named}


def _spreads(rules: Rules, best: Strategy) -> dict[str, object]:
    """Positions that bet an ante, and positions that bet a pair plus of the same size beside it."""
    data: dict[str, object] = {"ante": spread(rules, best).as_data(POSITIONS)}
    if rules.pair_plus is not None:
        data["ante_and_equal_pair_plus"] = spread(rules, best, 1).as_data(POSITIONS)
    return data


def _liability(rules: Rules, meter_minor: int | None) -> dict[str, object]:
    """At the highest stakes of the table; the meter counts as 0 where none is given.

    Under the rounding rule ``reject`` the deal that would win most may come to a fraction of a chip: the game refuses
    such a round, and the fraction stands here in place of a figure.
    """
    try:
        return largest_liability(rules, highest_stakes(rules), meter_minor or 0).as_data(POSITIONS)
    except UnlimitedBets as unlimited:
        return {"unlimited_bets": list(unlimited.bets)}
    except FractionalPayout as fraction:
        return {"fractional_payout": str(fraction)}


def _not_counted(rules: Rules) -> list[str]:
    counted = {"chip_unit_minor": rules.chip_unit_minor == 1, "payout_cap": rules.payout_cap is None}
    return [switch for switch, harmless in counted.items() if not harmless]


def _change(before: Fraction | None, after: Fraction | None) -> dict[str, object]:
    return {
        "before": None if before is None else fraction_data(before),
        "after": None if after is None else fraction_data(after),
        "change": None if before is None or after is None else fraction_data(after - before),
    }


def _paytable_report(
    document: Mapping[str, object], stake_minor: int | None, meter_minor: int | None
) -> dict[str, object]:
    kind = document["kind"]
    if kind not in SCHEDULES:
        raise RulesetRefused([Violation("unknown_kind", "/kind", f"{kind!r} is not one of {', '.join(SCHEDULES)}")])
    if document["schedule"] == OFF:
        raise RulesetRefused([Violation("nothing_offered", "/schedule", "a paytable that is off costs nothing")])
    rules = _rules_of_schedule(str(kind), document["schedule"])
    bet = "ante" if kind == "ante_bonus" else str(kind)
    best = best_strategy(rules)
    return {
        "kind": kind,
        "key": document["key"],
        "switches": dict(STANDARD_SWITCHES),
        "bets": {bet: _bets(rules, best, stake_minor, meter_minor)[bet]},
    }


def _rules_of_schedule(kind: str, schedule: object) -> Rules:
    """The rules of one schedule; its faults are refused at its own place in a paytable document."""
    try:
        return game.load_rules(standard_ruleset({kind: schedule}))
    except RulesetRefused as refusal:
        inside = f"/schedules/{kind}"
        raise RulesetRefused(
            one._replace(pointer=one.pointer.replace(inside, "/schedule", 1)) for one in refusal.violations
        ) from None


def standard_ruleset(
    schedules: Mapping[str, object], switches: Mapping[str, object] | None = None
) -> dict[str, object]:
    """A complete ruleset document of some schedules, all others off, under STANDARD_SWITCHES but for those given."""
    return {
        "format": 1,
        "game": game.NAME,
        "key": "standard",
        "title": "The standard switches with the given tables",
        "sources": ["the default column of the rules reference, section 9"],
        "switches": {**STANDARD_SWITCHES, **(switches or {})},
        "schedules": {**dict.fromkeys(SCHEDULES, OFF), **schedules},
    }
