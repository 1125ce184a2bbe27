"""Records of Chinese poker: what is read, what is refused and in which order, and schemas that say the same."""

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.errors import RecordRefused
from engine.games import chinese_poker as game
from engine.games.chinese_poker.rules import Rules
from support.chinese_poker import TERMS, Record, arranged, claimed, deal, record, rows_of, rules, settle
from support.plain_data import places

STRONG = arranged("1", "Ah As Jc", "4h 5d 6c 7s 8h", "Ks Kh Kd 9c 9d")
WEAK = arranged("2", "Qh Qd 3c", "Jh Jd 8c 8d 2s", "Ac Tc 7c 4c 2c")
SIX_PAIRS = "2c 2d 4c 4s 6h 6d Jh Js Qs Qc 9h 9s Ac"


def refused(found: Any, terms: Any = TERMS) -> list[tuple[str, str]]:
    with pytest.raises(RecordRefused) as refusal:
        game.parse(found, terms)
    return [(violation.code, violation.pointer) for violation in refusal.value.violations]


def violations(found: Record, under: Rules | None = None, unit: str = "100") -> list[tuple[str, str]]:
    played = game.parse(found, {**TERMS, "unit_minor": unit})
    return [(v.code, v.pointer) for v in game.validate(played, rules() if under is None else under)]


def test_every_fault_of_shape_is_named_in_one_answer() -> None:
    found = {
        "seats": [
            {**STRONG, "front": ["10d", "ah", "As"], "hat": 1},
            {"seat": "house", "surrender": False},
            {"seat": "3", "natural": "blaze", "cards": "2c"},
            {"seat": "4", "absent": "soon", "side_bets": {"lucky": "1", "scoop_all": "0"}},
            "5",
            {"seat": "6", "front": [], "middle": []},
        ],
        "hand": 0,
        "stacks": {"1": 5, "a b": "5"},
        "dealer": "1",
    }
    assert refused(found, {"currency": "eur", "unit_minor": "0"}) == [
        ("unknown_key", "/dealer"),
        ("unknown_key", "/seats/0/hat"),
        ("bad_card", "/seats/0/front/0"),
        ("bad_card", "/seats/0/front/1"),
        ("wrong_value", "/seats/1/seat"),
        ("wrong_value", "/seats/1/surrender"),
        ("wrong_value", "/seats/2/natural"),
        ("wrong_type", "/seats/2/cards"),
        ("unknown_key", "/seats/3/side_bets"),
        ("wrong_value", "/seats/3/absent"),
        ("unknown_key", "/seats/3/side_bets/lucky"),
        ("wrong_value", "/seats/3/side_bets/scoop_all"),
        ("wrong_type", "/seats/4"),
        ("missing_key", "/seats/5"),
        ("wrong_value", "/hand"),
        ("wrong_money", "/stacks/1"),
        ("wrong_value", "/stacks/a b"),
        ("wrong_value", "/terms/currency"),
        ("wrong_value", "/terms/unit_minor"),
    ]


def test_cards_are_checked_before_the_table_and_the_table_before_the_claims() -> None:
    dealt = [*STRONG["front"], *STRONG["middle"], *STRONG["back"]]
    found = record(
        {**STRONG, "middle": ["4h", "5d", "6c", "7s"], "dealt": [*dealt[:-1], "2h"]},
        {**WEAK, "seat": "1", "front": ["Ah", "Qd", "3c"], "dealt": [*dealt[:5], *WEAK["back"]]},
        {"seat": "3", "missed_turn": True, "exposed": True},
        banker="7",
    )
    under = rules("western24", compare="banker", missed_turn_pays="none", exposed_pays="none")
    assert violations(found, under) == [
        ("wrong_row_size", "/seats/0/middle"),
        ("wrong_card_count", "/seats/1/dealt"),
        ("duplicate_card", "/seats/1/front/0"),
        ("duplicate_card", "/seats/1/dealt/0"),
        ("duplicate_card", "/seats/1/dealt/1"),
        ("duplicate_card", "/seats/1/dealt/2"),
        ("duplicate_card", "/seats/1/dealt/3"),
        ("duplicate_card", "/seats/1/dealt/4"),
        ("card_not_dealt", "/seats/0/back/4"),
        ("card_not_dealt", "/seats/1/front/1"),
        ("card_not_dealt", "/seats/1/front/2"),
        ("card_not_dealt", "/seats/1/middle/0"),
        ("card_not_dealt", "/seats/1/middle/1"),
        ("card_not_dealt", "/seats/1/middle/2"),
        ("card_not_dealt", "/seats/1/middle/3"),
        ("card_not_dealt", "/seats/1/middle/4"),
        ("duplicate_seat", "/seats/1/seat"),
        ("unknown_seat", "/banker"),
        ("not_offered", "/seats/2/missed_turn"),
        ("not_offered", "/seats/2/exposed"),
    ]


@pytest.mark.parametrize(
    ("found", "switches", "expected"),
    [
        (record(STRONG), {}, ("wrong_seat_count", "/seats")),
        (record(*({"seat": str(n), "surrender": True} for n in range(5))), {}, ("wrong_seat_count", "/seats")),
        (record(STRONG, {**WEAK, "seat": "1"}), {}, ("duplicate_seat", "/seats/1/seat")),
        (record(STRONG, WEAK), {"compare": "banker"}, ("missing_banker", "")),
        (record(STRONG, WEAK), {"tie": "banker"}, ("missing_banker", "")),
        (record(STRONG, WEAK, announced=["9"]), {}, ("unknown_seat", "/announced/0")),
        (record(STRONG, WEAK), {"stake_schedule": [1, 2]}, ("missing_hand", "")),
        (record(STRONG, WEAK, stacks={"1": "5"}, button="1"), {}, ("missing_stack", "/stacks")),
        (record(STRONG, WEAK, stacks={"1": "5", "2": "5"}), {}, ("missing_button", "")),
        (record(STRONG, WEAK, button="3"), {}, ("unknown_seat", "/button")),
        (record(STRONG, WEAK), {"chip_unit_minor": "30"}, ("not_whole_chips", "/terms/unit_minor")),
        (
            record(STRONG, WEAK, stacks={"1": "60", "2": "25"}, button="1"),
            {"chip_unit_minor": "20"},
            ("not_whole_chips", "/stacks/2"),
        ),
        (record(STRONG, WEAK), {"surrender": "7/3"}, ("half_unit", "/terms/unit_minor")),
        (
            record(STRONG, {"seat": "2", "surrender": True}),
            {"surrender": "none"},
            ("not_offered", "/seats/1/surrender"),
        ),
        (record(STRONG, {"seat": "2", "timeout": True}), {"timeout": "none"}, ("not_offered", "/seats/1/timeout")),
        (record(STRONG, {"seat": "2", "timeout": True}), {"timeout": "fill"}, ("missing_dealt", "/seats/1")),
        (
            record(STRONG, {"seat": "2", "absent": "before"}),
            {"absent_pays": "none"},
            ("not_offered", "/seats/1/absent"),
        ),
        (
            record(STRONG, {"seat": "2", "absent": "later"}),
            {"absent_later": "none"},
            ("not_offered", "/seats/1/absent"),
        ),
        (record(STRONG, claimed("2", "clean_dragon", SIX_PAIRS)), {}, ("not_offered", "/seats/1/natural")),
        (record(STRONG, {**WEAK, "thrown": "2d"}), {}, ("unexpected_thrown", "/seats/1/thrown")),
        (
            record(STRONG, {**WEAK, "side_bets": {"scoop_all": "5"}}),
            {},
            ("not_offered", "/seats/1/side_bets/scoop_all"),
        ),
    ],
)
def test_what_keeps_a_record_from_being_settled(
    found: Record, switches: dict[str, Any], expected: tuple[str, str]
) -> None:
    assert violations(found, rules("western24", **switches)) == [expected]


def test_a_unit_may_not_be_so_large_that_a_hand_could_outgrow_what_is_written() -> None:
    assert violations(record(STRONG, WEAK), unit="999999999999999") == [("stake_too_large", "/terms/unit_minor")]
    assert violations(record(STRONG, WEAK), unit="100000000000") == []


def test_one_of_three_seats_throws_a_card_away_where_one_gets_fourteen() -> None:
    under = rules("western24", three_player="fourteen")
    third = arranged("3", "Th 9h 3d", "Ts Td 6s 6d 3h", "Qs Qc 5s 5c 2h")
    thrown = {**third, "thrown": "2d"}
    assert violations(record(STRONG, WEAK), under) == []
    assert violations(record(STRONG, WEAK, third), under) == [("missing_thrown", "/seats")]
    assert violations(record(STRONG, WEAK, thrown), under) == []
    assert violations(record(STRONG, {**WEAK, "thrown": "4s"}, thrown), under) == [
        ("unexpected_thrown", "/seats/2/thrown")
    ]
    assert violations(record(STRONG, WEAK, {**third, "thrown": "2h"}), under) == [("duplicate_card", "/seats/2/thrown")]


def test_where_the_first_announced_natural_wins_two_claims_need_their_order() -> None:
    under = rules("western24", natural_vs_natural="first_announced")
    other = claimed("2", "dragon", "2h 3c 4d 5s 6c 7c 8d 9c Tc Jd Qh Kh Ad")
    claims = record(claimed("1", "six_pairs", SIX_PAIRS), other)
    assert violations(claims, under) == [("missing_announcement", "/announced")] * 2
    assert violations(claims | {"announced": ["2", "1"]}, under) == []
    assert violations(record(claimed("2", "six_pairs", SIX_PAIRS), STRONG), under) == []


def test_a_bet_on_a_natural_needs_thirteen_cards_to_look_at() -> None:
    under = rules("western24", {"side_bets": {"natural": {"dragon": 200}}})
    seat = {"seat": "2", "surrender": True, "side_bets": {"natural": "5"}}
    assert violations(record(STRONG, seat), under) == [("missing_cards", "/seats/1")]
    assert violations(record(STRONG, {**seat, "dealt": SIX_PAIRS.split()}), under) == []


def test_cards_dealt_to_one_seat_may_not_lie_before_another() -> None:
    dealt = [*STRONG["front"], *STRONG["middle"], *STRONG["back"]]
    gave_up = {"seat": "2", "surrender": True, "dealt": dealt}
    codes = violations(record(STRONG, gave_up))
    assert codes == [("duplicate_card", f"/seats/1/dealt/{place}") for place in range(13)]


# Schemas ------------------------------------------------------------------------------------------------------

FULL: Record = record(
    {**STRONG, "dealt": [*STRONG["front"], "2d"], "thrown": "2d", "exposed": True, "side_bets": {"scoop_all": "5"}},
    claimed("B-2", "six_pairs", SIX_PAIRS, side_bets={"natural": "5"}),
    {"seat": "3", "surrender": True, "dealt": ["2c"]},
    {"seat": "4", "missed_turn": True},
    {"seat": "5", "timeout": True, "front": ["2c"], "dealt": ["2c"]},
    {"seat": "6", "absent": "before"},
    banker="1",
    announced=["B-2"],
    hand=3,
    stacks={"1": "500", "B-2": "0"},
    button="1",
)
ODD: list[Any] = [None, True, False, 0, 5, 2.5, "x", "", "0", "01", "-0", "-5", "1" * 16, "house", "As", "10s", "as"]
ODD += ["before", "six_pairs", [], ["As"], ["As", 5], {}, {"a": 1}, {"1": "5"}, {"house": "5"}, {"natural": "5"}]


def with_odd(data: Any, at: tuple[Any, ...], odd: Any) -> Any:
    if not at:
        return odd
    copy = list(data) if isinstance(data, list) else dict(data)
    copy[at[0]] = with_odd(data[at[0]], at[1:], odd)
    return copy


def without(data: Any, at: tuple[Any, ...]) -> Any:
    copy = list(data) if isinstance(data, list) else dict(data)
    if len(at) == 1:
        del copy[at[0]]
    else:
        copy[at[0]] = without(data[at[0]], at[1:])
    return copy


def parses(found: Any, terms: Any = TERMS) -> bool:
    try:
        game.parse(found, terms)
    except RecordRefused:
        return False
    return True


RECORDS = Draft202012Validator(dict(game.RECORD_SCHEMA))
PLACES = [at for at in places(FULL) if len(at) < 4 or at[-1] == 0 or not isinstance(at[-1], int)]


@pytest.mark.parametrize("schema", [game.RECORD_SCHEMA, game.TERMS_SCHEMA, game.HOLDING_SCHEMA])
def test_a_schema_is_one(schema: Mapping[str, object]) -> None:
    Draft202012Validator.check_schema(dict(schema))


def test_schema_and_parse_both_take_a_full_record() -> None:
    assert RECORDS.is_valid(FULL)
    assert parses(FULL)


@pytest.mark.parametrize("at", PLACES, ids=lambda at: "/".join(map(str, at)) or "whole")
def test_schema_and_parse_agree_whatever_stands_at_a_place(at: tuple[Any, ...]) -> None:
    for odd in ODD:
        found = with_odd(FULL, at, odd)
        assert RECORDS.is_valid(found) == parses(found), odd


@pytest.mark.parametrize("at", PLACES[1:], ids=lambda at: "/".join(map(str, at)))
def test_schema_and_parse_agree_whatever_is_missing(at: tuple[Any, ...]) -> None:
    found = without(FULL, at)
    assert RECORDS.is_valid(found) == parses(found)


@pytest.mark.parametrize("key", [*{key for seat in FULL["seats"] for key in seat}, "hat"])
def test_schema_and_parse_agree_whatever_a_seat_says_besides(key: str) -> None:
    value = next((seat[key] for seat in FULL["seats"] if key in seat), 1)
    for index in range(len(FULL["seats"])):
        found = with_odd(FULL, ("seats", index), {**FULL["seats"][index], key: value})
        assert RECORDS.is_valid(found) == parses(found), index


@pytest.mark.parametrize("key", ["currency", "unit_minor", "hat"])
def test_schema_and_parse_agree_on_terms(key: str) -> None:
    terms = Draft202012Validator(dict(game.TERMS_SCHEMA))
    for odd in [*ODD, "EUR", "EURO", "500"]:
        found = {**TERMS, key: odd}
        assert terms.is_valid(found) == parses(record(STRONG, WEAK), found), odd
    for odd in ({}, [], None, {"currency": "EUR"}):
        assert terms.is_valid(odd) == parses(record(STRONG, WEAK), odd)


# Fuzzing ------------------------------------------------------------------------------------------------------

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(ODD),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
EVERY_HOUSE = [rules("fujian"), rules("western24", timeout="fill", tie="suit"), rules("hk", compare="banker")]


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(list(places(FULL))), JUNK, st.sampled_from(EVERY_HOUSE))
def test_a_damaged_record_is_refused_by_code_or_settles(at: tuple[Any, ...], junk: Any, under: Rules) -> None:
    with suppress(RecordRefused):
        played = game.parse(with_odd(FULL, at, junk), TERMS)
        assert game.validate(played, under)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_lawful_record_that_is_damaged_is_refused_by_code_or_settles(data: st.DataObject) -> None:
    hands = deal(data.draw(st.integers(2, 4)), Random(data.draw(st.integers(0, 99))))
    found = record(*(rows_of(str(n), hand) for n, hand in enumerate(hands)))
    at = data.draw(st.sampled_from(list(places(found))))
    card = st.sampled_from([*found["seats"][0]["front"], *found["seats"][1]["back"]])
    damaged = with_odd(found, at, data.draw(JUNK | card))
    with suppress(RecordRefused):
        played = game.parse(damaged, TERMS)
        if not game.validate(played, EVERY_HOUSE[0]):
            assert sum(settle(damaged, EVERY_HOUSE[0]).nets.values()) == 0


@settings(max_examples=100, deadline=None)
@given(JUNK, JUNK)
def test_anything_at_all_is_refused_by_code(junk: Any, terms: Any) -> None:
    with pytest.raises(RecordRefused):
        game.parse(junk, terms)
