"""What is wrong with a record, an event or its terms is told at its place, once; and how long a word may be."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.errors import RecordRefused, Violation
from engine.games import kowah as game
from support.kowah import DEAL, PAID, READY, TERMS, codes, record, replayed, rules

EVENT = {"event": "draw", "seat": "A", "card": "C2"}


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"seats": "ABC"}, [("wrong_type", "/seats")]),
        ({"seats": [{"seat": "house", "dealt": []}]}, [("wrong_value", "/seats/0/seat")]),
        ({"seats": [{"seat": "A", "dealt": ["C1", 7]}]}, [("wrong_value", "/seats/0/dealt/1")]),
        ({"seats": [{"seat": "A", "dealt": "C1"}]}, [("wrong_type", "/seats/0/dealt")]),
        ({"first": 3}, [("wrong_value", "/first")]),
        ({"dealer": "house"}, [("wrong_value", "/dealer")]),
        ({"stock": {}}, [("wrong_type", "/stock")]),
        ({"stock": ["C1", None]}, [("wrong_value", "/stock/1")]),
        ({"events": {}}, [("wrong_type", "/events")]),
        ({"events": [EVENT, {**EVENT, "seat": ""}]}, [("wrong_value", "/events/1/seat")]),
        ({"events": [{**EVENT, "card": 2}]}, [("wrong_value", "/events/0/card")]),
        ({"events": [{"event": 5, "seat": "A"}]}, [("wrong_value", "/events/0/event")]),
        ({"events": [{"event": "discard", "seat": "A"}]}, [("missing_key", "/events/0")]),
        ({"events": [{**EVENT, "wait": "C2"}]}, [("unknown_key", "/events/0/wait")]),
    ],
)
def test_a_fault_of_shape_is_told_at_its_place(changes: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert codes({**record(), **changes}, rules()) == found


@pytest.mark.parametrize(
    ("event", "found"),
    [
        ([], [("wrong_type", "")]),
        ({"event": "draw"}, [("missing_key", "")]),
        ({**EVENT, "seat": "a b"}, [("wrong_value", "/seat")]),
        ({**EVENT, "extra": 1}, [("unknown_key", "/extra")]),
    ],
)
def test_a_fault_of_an_event_alone_points_into_the_event(event: Any, found: list[tuple[str, str]]) -> None:
    with pytest.raises(RecordRefused) as refused:
        game.parse_event(event)
    assert [(fault.code, fault.pointer) for fault in refused.value.violations] == found


@pytest.mark.parametrize(
    ("terms", "found"),
    [
        ({}, [("missing_key", "/terms")]),
        ({"unit_minor": "500"}, [("missing_key", "/terms")]),
        ({"currency": "euro"}, [("wrong_value", "/terms/currency")]),
        ({**PAID, "unit_minor": "0"}, [("wrong_value", "/terms/unit_minor")]),
        ({**PAID, "unit_minor": 5}, [("wrong_money", "/terms/unit_minor")]),
        ([], [("wrong_type", "/terms")]),
    ],
)
def test_a_fault_of_the_terms_is_told_once(terms: Any, found: list[tuple[str, str]]) -> None:
    assert codes(record(), rules(), terms) == found


def test_a_word_of_sixteen_letters_is_read_and_one_of_seventeen_is_not() -> None:
    schema = Draft202012Validator(dict(game.EVENT_SCHEMA))
    for key in ("event", "card"):
        assert schema.is_valid({**EVENT, key: "x" * 16})
        assert game.parse_event({**EVENT, key: "x" * 16}).as_data()[key] == "x" * 16
        assert not schema.is_valid({**EVENT, key: "x" * 17})
        with pytest.raises(RecordRefused):
            game.parse_event({**EVENT, key: "x" * 17})


@pytest.mark.parametrize(
    ("events", "told"),
    [
        (("A plays",), "'plays' is none of draw, take, discard, declare"),
        (("B draws C1",), "it is the turn of A"),
        ((*READY[:2], "A declares C7"), "the exposed pair can be that of C2"),
        ((*READY[:2], "B takes C2"), "the last discard is M9"),
        ((*READY, "B draws OT", "B throws OT", "C draws RF", "C throws RF", "A draws WF", "A throws C5"), "drawn WF"),
    ],
)
def test_a_refused_event_says_what_would_have_been_right(events: tuple[str, ...], told: str) -> None:
    found = replayed(record(*events), rules())
    assert isinstance(found, Violation)
    assert told in found.detail


def test_of_two_possible_pairs_both_are_named() -> None:
    deal = {**DEAL, "A": "C5 C5 S5 S5 M5 C7 S7 M9"}
    found = replayed(record("A draws M7", "A throws M9", "A declares M5", deal=deal), rules())
    assert isinstance(found, Violation)
    assert found.detail == "the exposed pair can be that of C5 or S5"


def test_a_round_is_read_with_its_seats_in_their_order_and_its_terms() -> None:
    played = game.parse({**record(*READY), "dealer": "C"}, TERMS)
    assert (played.seats, played.first, played.dealer, played.stock) == (("A", "B", "C"), "A", "C", None)
    assert [len(cards) for cards in played.dealt] == [8, 8, 8]
    assert (played.bets.currency, played.bets.unit_minor) == ("EUR", None)
