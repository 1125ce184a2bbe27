"""The published shapes say what is read, and no more than that is read."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.errors import RecordRefused
from engine.games import three_card_poker as game
from engine.games.three_card_poker import clauses
from support.three_card import TERMS, record, seat

RECORD: dict[str, Any] = record(
    "Kc 9h 4d",
    {**seat("As Ah 6c", ante=1000, pair_plus=100, six_card=5), "blind": True},
    seat("Ks 9d 4c", "fold", name="B-2", ante=0, prime=3),
    progressive={"meter_minor": "500000", "verified": False},
    irregularities=[
        {"kind": "exposed_cards", "cards": ["Ks"], "reason": "seen"},
        {"kind": "late_play", "seat": "B-2", "ruling": "void_hand", "reason": "late"},
    ],
)
JUNK = [
    None,
    True,
    5,
    2.5,
    "x",
    "",
    "0",
    "01",
    "-0",
    "1000000000000000",
    "house",
    "As",
    "10s",
    [],
    ["As"],
    {},
    {"a": 1},
    ["As"] * 53,
]
BEYOND_SCHEMA = {"duplicate_seat", "duplicate_card"}


@pytest.mark.parametrize("schema", [game.RECORD_SCHEMA, game.TERMS_SCHEMA, game.HOLDING_SCHEMA])
def test_a_schema_is_one(schema: Mapping[str, object]) -> None:
    Draft202012Validator.check_schema(dict(schema))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path] + [place for key, value in items for place in places(value, (*path, key))]


def with_junk(data: Any, path: tuple[Any, ...], junk: Any) -> Any:
    if not path:
        return junk
    inner = with_junk(data[path[0]], path[1:], junk) if path[0] in range(99) or path[0] in data else junk
    if isinstance(data, dict):
        return {**data, path[0]: inner}
    return [*data[: path[0]], inner, *data[path[0] + 1 :]]


def parses(found: Any) -> bool:
    """Whether parse lets it through, or refuses only what a schema cannot say."""
    try:
        game.parse(found, TERMS)
    except RecordRefused as refusal:
        return {violation.code for violation in refusal.violations} <= BEYOND_SCHEMA
    return True


@pytest.mark.parametrize("path", places(RECORD), ids=lambda path: "/".join(map(str, path)) or "whole")
def test_schema_and_parse_agree_wherever_junk_stands(path: tuple[Any, ...]) -> None:
    validator = Draft202012Validator(dict(game.RECORD_SCHEMA))
    for junk in JUNK:
        odd = with_junk(RECORD, path, junk)
        assert validator.is_valid(odd) == parses(odd), junk


@pytest.mark.parametrize("path", [path for path in places(RECORD) if path], ids=lambda path: "/".join(map(str, path)))
def test_schema_and_parse_agree_whatever_is_missing(path: tuple[Any, ...]) -> None:
    def without(data: Any, path: tuple[Any, ...]) -> Any:
        if len(path) == 1:
            return (
                {key: value for key, value in data.items() if key != path[0]}
                if isinstance(data, dict)
                else [value for index, value in enumerate(data) if index != path[0]]
            )
        return with_junk(data, path[:1], without(data[path[0]], path[1:]))

    odd = without(RECORD, path)
    assert Draft202012Validator(dict(game.RECORD_SCHEMA)).is_valid(odd) == parses(odd)


@pytest.mark.parametrize("extra", ["", "seats/0", "seats/0/bets", "progressive", "irregularities/0"])
def test_neither_lets_an_unknown_key_through(extra: str) -> None:
    path = tuple(int(part) if part.isdigit() else part for part in extra.split("/") if part)
    odd = with_junk(RECORD, (*path, "surprise"), 1)
    assert not Draft202012Validator(dict(game.RECORD_SCHEMA)).is_valid(odd)
    assert not parses(odd)


def test_the_example_itself_is_let_through_by_both() -> None:
    assert Draft202012Validator(dict(game.RECORD_SCHEMA)).is_valid(RECORD)
    assert parses(RECORD)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["currency", "unit_minor"]), st.sampled_from(["EUR", "eur", "EURO", "", 3, None]))
)
def test_terms_agree_too(terms: dict[str, Any]) -> None:
    try:
        game.parse(record("Kc 9h 4d", seat("As Ah 6c", ante=1)), terms)
        parsed = True
    except RecordRefused:
        parsed = False
    assert Draft202012Validator(dict(game.TERMS_SCHEMA)).is_valid(terms) == parsed


@pytest.mark.parametrize(
    "holding",
    [
        {"cards": ["As", "Ah", "6c"]},
        {"cards": ["As", "Ah"]},
        {"cards": ["As", "Ah", "6c", "7c"]},
        {"cards": ["As", "As", "6c"]},
        {"cards": ["As", "1s", "6c"]},
        {"cards": "As Ah 6c"},
        {"cards": ["As", "Ah", "6c"], "seat": "1"},
        {},
        [],
    ],
)
def test_holdings_agree_too(holding: Any) -> None:
    try:
        game.parse_holding(holding)
        parsed = True
    except RecordRefused:
        parsed = False
    assert Draft202012Validator(dict(game.HOLDING_SCHEMA)).is_valid(holding) == parsed


def test_every_clause_is_a_sentence_with_its_section() -> None:
    assert all(re.search(r"[.] \[[\d, ]+\]$", text) for text in clauses.CLAUSES.values())
