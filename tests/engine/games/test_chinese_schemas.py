"""The published shapes say what is read and no more, and damaged records are refused by code."""

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


@pytest.mark.parametrize("key", [*sorted({key for seat in FULL["seats"] for key in seat}), "hat"])
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
