"""What holds for every round of Three Card Poker, whatever the cards, the bets and the rules."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK, RANKS, SUITS, card_codes
from engine.errors import RecordRefused, RulesetRefused, Violation
from engine.games import three_card_poker as game
from engine.games.three_card_poker.rules import Rules
from support.three_card import TERMS, document, fixed_stake, limits, record, rules_with, ruleset_keys, seeded, settle

MODERATE = settings(max_examples=120, deadline=None)
SIDE_BETS: dict[str, Any] = {
    "six_card": seeded("six_card", "1000_200_100_20_15_10_7"),
    "prime": seeded("prime", "3_4"),
    "progressive": {**seeded("progressive", "500_70_60_6"), "verify_meter": False, "buddy": 25},
}
METER = {"meter_minor": "123457"}


@st.composite
def rules_drawn(draw: st.DrawFn) -> Rules:
    """Any ruleset in which seats do not depend on each other, all bets offered."""
    either = ("settle", "forfeit")
    cap = draw(st.sampled_from(["none", {"minor": "700", "per": "seat", "over": "pro_rata"}]))
    switches = {
        "dealer_qualifies": draw(st.sampled_from(["J", "Q", "Q64", "K", "A", "pair", "always"])),
        "ante_when_not_qualified": draw(st.sampled_from(["win", "push"])),
        "tie": draw(st.sampled_from(["push", "player"])),
        "pair_plus_on_fold": draw(st.sampled_from(either)),
        "pair_plus_contested": draw(st.sampled_from(["no", "must_beat_dealer"])),
        "ante_bonus_on_loss": draw(st.booleans()),
        "ante_bonus_on_fold": draw(st.booleans()),
        "six_card_on_fold": draw(st.sampled_from(either)),
        "prime_on_fold": draw(st.sampled_from(either)),
        "progressive_on_fold": draw(st.sampled_from(either)),
        "rounding": draw(st.sampled_from(["down", "half_up"])),
        "chip_unit_minor": draw(st.sampled_from(["1", "5"])),
        "commission_bp": draw(st.sampled_from([0, 500, 1000, 10_000])),
        "commission_per": draw(st.sampled_from(["round", "bet"])),
        "payout_cap": cap,
    }
    bonus = draw(st.sampled_from(["1_4_5", "1_10_12_5", "ma_a"]))
    tables = {**SIDE_BETS, "ante_bonus": seeded("ante_bonus", bonus)}
    return rules_with({**switches, **limits(progressive=fixed_stake(100))}, tables)


@st.composite
def rounds_drawn(draw: st.DrawFn) -> dict[str, Any]:
    """A lawful record of one to seven positions."""
    number = draw(st.integers(1, 7))
    cards = card_codes(draw(st.permutations(DECK))[: 3 + 3 * number])
    seats = [draw(positions(str(index), cards[3 * index : 3 * index + 3])) for index in range(1, number + 1)]
    return record(" ".join(cards[:3]), *seats, progressive=METER)


@st.composite
def positions(draw: st.DrawFn, name: str, cards: list[str]) -> dict[str, Any]:
    ante = draw(st.sampled_from([0, 5, 100, 125, 1000]))
    pair_plus = draw(st.sampled_from([0, 5, 300])) if ante else 300
    decision = draw(st.sampled_from(["play", "fold"])) if ante else "none"
    bets = {
        "ante": ante,
        "play": ante if decision == "play" else 0,
        "pair_plus": pair_plus,
        "six_card": draw(st.sampled_from([0, 10])) if ante else 0,
        "prime": draw(st.sampled_from([0, 15])),
        "progressive": draw(st.sampled_from([0, 100])),
    }
    return {"seat": name, "cards": cards, "decision": decision, "bets": {bet: str(bets[bet]) for bet in bets}}


@MODERATE
@given(rounds_drawn(), rules_drawn())
def test_nets_sum_to_zero_and_the_rail_gets_stakes_and_wins(drawn: dict[str, Any], rules: Rules) -> None:
    settlement = settle(drawn, rules)
    assert sum(settlement.nets.values()) == 0
    for position in drawn["seats"]:
        staked = sum(int(stake) for stake in position["bets"].values())
        assert settlement.returned[position["seat"]] == staked + settlement.nets[position["seat"]] >= 0


@MODERATE
@given(rounds_drawn(), rules_drawn())
def test_every_line_can_be_said_in_a_sentence(drawn: dict[str, Any], rules: Rules) -> None:
    for line in settle(drawn, rules).lines:
        assert game.CLAUSES[line.reason.clause].format(**dict(line.reason.facts)).endswith("]")


@MODERATE
@given(rounds_drawn(), rules_drawn())
def test_a_seat_gets_the_same_whoever_else_is_there(drawn: dict[str, Any], rules: Rules) -> None:
    together = settle(drawn, rules)
    for position in drawn["seats"]:
        alone = settle({**drawn, "seats": [position]}, rules)
        lines = [line for line in together.lines if line.seat == position["seat"] and line.item != "progressive_buddy"]
        if not any(line.item == "progressive_buddy" and line.seat == position["seat"] for line in together.lines):
            assert list(alone.lines) == lines


@MODERATE
@given(rounds_drawn(), st.permutations(range(4)))
def test_suits_can_be_renamed_where_no_table_names_one(drawn: dict[str, Any], order: list[int]) -> None:
    tables = {kind: table for kind, table in SIDE_BETS.items() if kind == "six_card"}
    rules = rules_with({}, tables)
    renamed = {SUITS[old]: SUITS[new] for old, new in enumerate(order)}

    def rename(codes: list[str]) -> list[str]:
        return [code[0] + renamed[code[1]] for code in codes]

    def without(position: dict[str, Any]) -> dict[str, Any]:
        bets = {**position["bets"], "prime": "0", "progressive": "0"}
        return {**position, "bets": bets}

    plain = {"dealer": drawn["dealer"], "seats": [without(position) for position in drawn["seats"]]}
    other = {
        "dealer": rename(plain["dealer"]),
        "seats": [{**position, "cards": rename(position["cards"])} for position in plain["seats"]],
    }
    assert settle(plain, rules).nets == settle(other, rules).nets


@MODERATE
@given(rounds_drawn(), st.integers(2, 9))
def test_results_grow_with_the_stakes_where_odds_are_whole(drawn: dict[str, Any], factor: int) -> None:
    tables = {kind: SIDE_BETS[kind] for kind in ("six_card", "prime")}
    rules = rules_with({}, tables)

    def times(number: int) -> dict[str, Any]:
        seats = [
            {
                **seat,
                "bets": {bet: str(number * int(stake)) for bet, stake in seat["bets"].items() if bet != "progressive"},
            }
            for seat in drawn["seats"]
        ]
        return {"dealer": drawn["dealer"], "seats": seats}

    once, often = settle(times(1), rules), settle(times(factor), rules)
    assert dict(often.nets) == {name: factor * net for name, net in once.nets.items()}


@MODERATE
@given(rounds_drawn(), rules_drawn(), st.randoms(use_true_random=False))
def test_the_order_in_which_a_hand_was_dealt_is_no_matter(drawn: dict[str, Any], rules: Rules, chance: Any) -> None:
    shuffled = {
        **drawn,
        "dealer": chance.sample(drawn["dealer"], 3),
        "seats": [{**seat, "cards": chance.sample(seat["cards"], 3)} for seat in drawn["seats"]],
    }
    assert settle(shuffled, rules).nets == settle(drawn, rules).nets


@MODERATE
@given(rounds_drawn())
def test_a_cap_per_round_is_never_passed_and_keeps_proportions(drawn: dict[str, Any]) -> None:
    cap = 500
    free = settle(drawn, rules_with(limits(progressive=fixed_stake(100)), SIDE_BETS))
    capped = settle(
        drawn,
        rules_with(
            {
                "payout_cap": {"minor": str(cap), "per": "round", "over": "pro_rata"},
                **limits(progressive=fixed_stake(100)),
            },
            SIDE_BETS,
        ),
    )

    def won(name: str) -> int:
        outside = ("progressive", "progressive_buddy")
        return sum(
            line.net_minor
            for line in free.lines
            if line.seat == name and line.outcome == "win" and line.item not in outside
        )

    total = sum(won(seat["seat"]) for seat in drawn["seats"])
    for seat in drawn["seats"]:
        name = seat["seat"]
        kept = won(name) + capped.nets[name] - free.nets[name]
        assert kept == (won(name) if total <= cap else won(name) * cap // total)


WORDS = st.sampled_from(
    [*RANKS, "As", "Kh", "7c", "10d", "play", "fold", "none", "ante", "100", "0", "-5", "", "house"]
)
SCALARS = st.none() | st.booleans() | st.integers(-3, 60) | st.floats(allow_nan=False) | WORDS | st.text(max_size=3)
JUNK = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=6
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        found += places(value, (*path, key))
    return found


def planted(data: Any, path: tuple[Any, ...], junk: Any, *, drop: bool) -> Any:
    """The data with one place replaced by junk, or dropped."""
    if not path:
        return junk
    key = path[0]
    if drop and len(path) == 1:
        return (
            {name: value for name, value in data.items() if name != key}
            if isinstance(data, dict)
            else [*data[:key], *data[key + 1 :]]
        )
    inner = planted(data[key], path[1:], junk, drop=drop)
    return {**data, key: inner} if isinstance(data, dict) else [*data[:key], inner, *data[key + 1 :]]


ALL_BETS = rules_with(limits(progressive=fixed_stake(100)), SIDE_BETS)
NOTES = [
    {"kind": "exposed_cards", "cards": ["As"], "reason": "one card"},
    {"kind": "late_play", "seat": "1", "ruling": "stands", "reason": "in time after all"},
]


def refusal_of(verb: Callable[[], Any]) -> tuple[Violation, ...]:
    """The violations that a call is refused with; none where it is not refused. Any other exception is a fault."""
    try:
        verb()
    except (RecordRefused, RulesetRefused) as refusal:
        return refusal.violations
    return ()


def are_coded(violations: tuple[Violation, ...]) -> bool:
    return all(violation.code and violation.detail and violation.pointer[:1] in ("", "/") for violation in violations)


@settings(max_examples=300, deadline=None)
@given(rounds_drawn(), st.data())
def test_a_record_with_junk_in_it_settles_or_is_refused_with_codes(drawn: dict[str, Any], data: st.DataObject) -> None:
    noted = {**drawn, "irregularities": NOTES}
    path = data.draw(st.sampled_from(places(noted)))
    odd = planted(noted, path, data.draw(JUNK), drop=data.draw(st.booleans()))
    assert are_coded(refusal_of(lambda: settle(odd, ALL_BETS)))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(ruleset_keys()), st.data())
def test_a_ruleset_with_junk_in_it_loads_or_is_refused_with_codes(key: str, data: st.DataObject) -> None:
    seed = document(key=key)
    path = data.draw(st.sampled_from(places(seed)))
    odd = planted(seed, path, data.draw(JUNK), drop=data.draw(st.booleans()))
    assert are_coded(refusal_of(lambda: game.load_rules(odd)))


@settings(max_examples=200, deadline=None)
@given(JUNK, JUNK)
def test_junk_alone_is_refused(one: Any, other: Any) -> None:
    for verb in (lambda: game.parse(one, other), lambda: game.parse_holding(one), lambda: game.load_rules(one)):
        violations = refusal_of(verb)
        assert violations
        assert are_coded(violations)


@MODERATE
@given(st.sampled_from(["1_4_5", "1_10_12_5"]), st.integers(1, 5000), st.sampled_from([1, 5, 100]), st.booleans())
def test_rounding_takes_less_than_a_chip_and_says_what_it_took(table: str, ante: int, unit: int, up: bool) -> None:
    rules = rules_with(
        {"chip_unit_minor": str(unit), "rounding": "half_up" if up else "down"},
        {"ante_bonus": seeded("ante_bonus", table)},
    )
    player = {
        "seat": "1",
        "cards": ["4c", "5c", "6c"],
        "decision": "play",
        "bets": {"ante": str(ante), "play": str(ante)},
    }
    line = next(line for line in settle(record("Kd 9s 2h", player), rules).lines if line.item == "ante_bonus")
    exact = ante * Fraction("12.5" if table == "1_10_12_5" else "5")
    breakage = Fraction(str(dict(line.reason.facts).get("breakage", "0")))
    assert line.net_minor + breakage == exact
    assert line.net_minor % unit == 0
    assert (-Fraction(unit, 2) <= breakage < Fraction(unit, 2)) if up else (0 <= breakage < unit)


def test_terms_of_the_laws_are_lawful() -> None:
    assert game.parse(record("Kd 9s 2h", {"seat": "1", "cards": [], "decision": "none", "bets": {}}), TERMS)
