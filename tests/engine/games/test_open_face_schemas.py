"""The published shapes of Open-Face say what is read, and no more than that is read."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.errors import RecordRefused
from engine.games import open_face_chinese as game
from support.open_face import TERMS
from support.plain_data import Place, places

RECORD: dict[str, Any] = {
    "seats": ["A", "B-2"],
    "button": "A",
    "fantasyland": {"A": 14},
    "fantasyland_runs": {"A": 0, "B-2": 3},
    "hand": 7,
    "pot_minor": "5000",
    "stacks": {"A": "0", "B-2": "100"},
    "match_nets": {"A": "-500", "B-2": "500"},
    "moves": [
        {"seat": "B-2", "dealt": ["9d", "Td"], "front": ["9d"], "middle": [], "back": ["xx"], "discard": []},
        {"seat": "A", "dealt": ["X1"], "timeout": True},
    ],
}
HOLDING: dict[str, Any] = {"front": ["9d"], "middle": [], "back": [3], "dealt": [], "fantasyland": 14}
JUNK = [
    *(None, True, False, 5, 0, -1, 2.5, "x", "", "0", "01", "-0", "-5", "1000000000000000", "house", "a b"),
    *([], ["As"], [None], ["a" * 17], {}, {"A": 1}, {"A": "1"}, {"house": 1}, 10**7),
]


def valid(schema: Mapping[str, object], data: object) -> bool:
    return Draft202012Validator(dict(schema)).is_valid(data)


def parses(record: Any, terms: Any = TERMS) -> bool:
    try:
        game.parse(record, terms)
    except RecordRefused:
        return False
    return True


def holds(holding: Any) -> bool:
    try:
        game.parse_holding(holding)
    except RecordRefused:
        return False
    return True


def with_junk(data: Any, place: Place, junk: Any) -> Any:
    if not place:
        return junk
    inner = with_junk(data[place[0]], place[1:], junk)  # type: ignore[index]
    if isinstance(data, dict):
        return {**data, place[0]: inner}
    return [*data[: place[0]], inner, *data[int(place[0]) + 1 :]]  # type: ignore[misc]


def without(data: Any, place: Place) -> Any:
    if len(place) > 1:
        return with_junk(data, place[:1], without(data[place[0]], place[1:]))  # type: ignore[index]
    if isinstance(data, dict):
        return {key: value for key, value in data.items() if key != place[0]}
    return [value for index, value in enumerate(data) if index != place[0]]


@pytest.mark.parametrize("schema", [game.RECORD_SCHEMA, game.TERMS_SCHEMA, game.HOLDING_SCHEMA, game.MOVE_SCHEMA])
def test_a_schema_is_one(schema: Mapping[str, object]) -> None:
    Draft202012Validator.check_schema(dict(schema))


def test_the_examples_themselves_are_let_through_by_both() -> None:
    assert valid(game.RECORD_SCHEMA, RECORD)
    assert parses(RECORD)
    assert valid(game.HOLDING_SCHEMA, HOLDING)
    assert holds(HOLDING)


@pytest.mark.parametrize("place", list(places(RECORD)), ids=lambda place: "/".join(map(str, place)) or "whole")
def test_schema_and_parse_agree_wherever_junk_stands(place: Place) -> None:
    for junk in JUNK:
        odd = with_junk(RECORD, place, junk)
        assert valid(game.RECORD_SCHEMA, odd) == parses(odd), junk


@pytest.mark.parametrize("place", list(places(RECORD))[1:], ids=lambda place: "/".join(map(str, place)))
def test_schema_and_parse_agree_whatever_is_missing(place: Place) -> None:
    odd = without(RECORD, place)
    assert valid(game.RECORD_SCHEMA, odd) == parses(odd)


@pytest.mark.parametrize("extra", [(), ("moves", 0)])
def test_neither_lets_an_unknown_key_through(extra: tuple[Any, ...]) -> None:
    around: Any = RECORD
    for key in extra:
        around = around[key]
    odd = with_junk(RECORD, extra, {**around, "surprise": 1})
    assert not valid(game.RECORD_SCHEMA, odd)
    assert not parses(odd)


@pytest.mark.parametrize("place", list(places(HOLDING)), ids=lambda place: "/".join(map(str, place)) or "whole")
def test_holdings_agree_too(place: Place) -> None:
    for junk in JUNK:
        odd = with_junk(HOLDING, place, junk)
        assert valid(game.HOLDING_SCHEMA, odd) == holds(odd), junk
    for key in HOLDING:
        odd = without(HOLDING, (key,))
        assert valid(game.HOLDING_SCHEMA, odd) == holds(odd)


@pytest.mark.parametrize("place", list(places(TERMS)), ids=lambda place: "/".join(map(str, place)) or "whole")
def test_terms_agree_too(place: Place) -> None:
    for junk in JUNK:
        odd = with_junk(TERMS, place, junk)
        assert valid(game.TERMS_SCHEMA, odd) == parses(RECORD, odd), junk


def test_a_shape_is_refused_with_a_pointer_to_every_fault() -> None:
    odd = {"seats": ["A", "house"], "button": 3, "stacks": [], "moves": [{"dealt": "9d"}], "hand": 0}
    with pytest.raises(RecordRefused) as refused:
        game.parse(odd, {"currency": "euro", "unit_minor": "0"})
    assert [(violation.code, violation.pointer) for violation in refused.value.violations] == [
        ("wrong_value", "/seats/1"),
        ("wrong_value", "/button"),
        ("missing_key", "/moves/0"),
        ("wrong_type", "/moves/0/dealt"),
        ("wrong_value", "/hand"),
        ("wrong_type", "/stacks"),
        ("wrong_value", "/terms/currency"),
        ("wrong_value", "/terms/unit_minor"),
    ]


def test_every_clause_is_a_sentence_with_its_section() -> None:
    without_section = [key for key, text in game.CLAUSES.items() if not re.search(r"[.] \[[\d, ]+\]$", text)]
    assert [key for key in without_section if "fee" not in key and "commission" not in key] == []
