"""The published shapes say what is read, and no more than that is read."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.errors import RecordRefused
from engine.games import kowah as game
from support.kowah import PAID, READY, TERMS, kowah_file, record
from support.plain_data import places

RECORD = record(*READY, "B takes", "B throws C1", "C draws OT", first="A", dealer="C", stock=["C1", "WF"])
RECORD["events"].append({"event": "shout", "seat": "B", "card": "C1", "wait": "C2"})
DRAW, TAKE, THROW, DECLARE = ({"event": word, "seat": "A"} for word in ("draw", "take", "discard", "declare"))
JUNK = [None, True, 5, 2.5, "x", "", "house", "C1", "draw", "declare", "x" * 17, "-a", [], ["C1"], [5], {}, {"a": 1}]


@pytest.mark.parametrize("schema", [game.RECORD_SCHEMA, game.TERMS_SCHEMA, game.HOLDING_SCHEMA, game.EVENT_SCHEMA])
def test_a_schema_is_one(schema: Mapping[str, object]) -> None:
    Draft202012Validator.check_schema(dict(schema))


def read(parse: Callable[..., object], *given: object) -> bool:
    try:
        parse(*given)
    except RecordRefused:
        return False
    return True


def valid(schema: Mapping[str, object], found: object) -> bool:
    return Draft202012Validator(dict(schema)).is_valid(found)


def changed(data: Any, path: tuple[Any, ...], change: Callable[[Any, Any], Any]) -> Any:
    """A copy of plain data in which ``change(container, key)`` made the container that holds the place anew."""
    if len(path) == 1:
        return change(data, path[0])
    inner = changed(data[path[0]], path[1:], change)
    return replaced(inner)(data, path[0])


def replaced(value: Any) -> Callable[[Any, Any], Any]:
    def change(around: Any, key: Any) -> Any:
        if isinstance(around, dict):
            return {**around, key: value}
        return [*around[:key], value, *around[key + 1 :]]

    return change


def dropped(around: Any, key: Any) -> Any:
    if isinstance(around, dict):
        return {name: value for name, value in around.items() if name != key}
    return [*around[:key], *around[key + 1 :]]


PLACES = [place for place in places(RECORD) if place]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: "/".join(map(str, place)))
def test_schema_and_parse_agree_wherever_junk_stands_or_something_is_missing(place: tuple[Any, ...]) -> None:
    for odd in [*(changed(RECORD, place, replaced(junk)) for junk in JUNK), changed(RECORD, place, dropped)]:
        assert valid(game.RECORD_SCHEMA, odd) == read(game.parse, odd, TERMS), odd


@pytest.mark.parametrize("place", [(), ("seats", 0), ("events", 0), ("events", 2), ("events", 6)])
def test_neither_lets_an_unknown_key_through(place: tuple[Any, ...]) -> None:
    odd = changed(RECORD, (*place, "surprise"), replaced(1))
    assert not valid(game.RECORD_SCHEMA, odd)
    assert not read(game.parse, odd, TERMS)


@pytest.mark.parametrize(
    ("event", "sound"),
    [
        (DRAW, True),
        ({**DRAW, "card": "C1"}, True),
        ({**DRAW, "wait": "C1"}, False),
        (TAKE, True),
        ({**TAKE, "card": "C1"}, True),
        ({**TAKE, "wait": "C1"}, False),
        (THROW, False),
        ({**THROW, "card": "C1"}, True),
        ({**THROW, "card": "C1", "wait": "C1"}, False),
        (DECLARE, False),
        ({**DECLARE, "card": "C1"}, False),
        ({**DECLARE, "wait": "C1"}, True),
        ({**DECLARE, "wait": "C1", "card": "C1"}, False),
        ({"event": "shout", "seat": "A"}, True),
        ({"event": "shout", "seat": "A", "card": "C1", "wait": "C1"}, True),
        ({"event": 5, "seat": "A"}, False),
        ({"event": "draw"}, False),
        ([], False),
        (None, False),
    ],
)
def test_an_event_names_the_card_that_belongs_to_it_and_no_other(event: Any, sound: bool) -> None:
    assert valid(game.EVENT_SCHEMA, event) is sound
    assert read(game.parse_event, event) is sound


def test_the_example_itself_is_let_through_by_both() -> None:
    assert valid(game.RECORD_SCHEMA, RECORD)
    assert read(game.parse, RECORD, TERMS)
    assert valid(game.RECORD_SCHEMA, kowah_file()["record"])


@pytest.mark.parametrize("junk", JUNK)
def test_neither_takes_junk_for_a_whole_record_or_terms(junk: Any) -> None:
    assert valid(game.RECORD_SCHEMA, junk) == read(game.parse, junk, TERMS)
    assert valid(game.TERMS_SCHEMA, junk) == read(game.parse, RECORD, junk)
    assert valid(game.HOLDING_SCHEMA, junk) == read(game.parse_holding, junk)
    assert valid(game.HOLDING_SCHEMA, {"cards": junk}) == read(game.parse_holding, {"cards": junk})


@pytest.mark.parametrize("currency", ["EUR", "eur", "EURO", "", 3, None])
@pytest.mark.parametrize("unit", ["1", "999999999999999", "0", "-5", "01", "1000000000000000", 5, None, "", "absent"])
def test_terms_agree_too(currency: Any, unit: Any) -> None:
    terms = {"currency": currency} if unit == "absent" else {"currency": currency, "unit_minor": unit}
    assert valid(game.TERMS_SCHEMA, terms) == read(game.parse, RECORD, terms)


def test_an_event_can_be_read_from_what_it_writes() -> None:
    for entry in RECORD["events"][:-1]:
        assert game.parse_event(entry).as_data() == entry


def test_a_round_that_is_read_says_of_its_terms_what_they_say() -> None:
    assert game.parse(RECORD, PAID).bets.unit_minor == 500
    assert game.parse(RECORD, TERMS).bets.unit_minor is None


def test_every_clause_of_the_game_is_a_sentence_with_its_section() -> None:
    own = {name: text for name, text in game.CLAUSES.items() if not name.startswith(("fee", "commission"))}
    assert len(own) == 8
    assert all(re.search(r"[.] \[[\d, ]+\]$", text) for text in own.values())
