"""The short cuts that ordinary records of Chinese poker take answer as the careful ways do, whatever is wrong."""

import importlib
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RecordRefused
from engine.games import chinese_poker as game
from support.chinese_poker import TERMS, record, rows_of, rules
from support.chinese_poker_drawn import deals
from support.plain_data import places

MANY = settings(max_examples=400, deadline=None)
ODD: list[Any] = [None, True, 0, 2.5, "x", "", "house", "a b", "1", "As", "10s", [], ["As"], ["As", 5], [["As"]], {}]
READING = importlib.import_module("engine.games.chinese_poker.record")
VALIDATING = importlib.import_module("engine.games.chinese_poker.validate")


def changed(data: Any, at: tuple[Any, ...], value: Any) -> Any:
    if not at:
        return value
    copy = list(data) if isinstance(data, list) else dict(data)
    copy[at[0]] = changed(data[at[0]], at[1:], value)
    return copy


def value_at(data: Any, at: tuple[Any, ...]) -> Any:
    return value_at(data[at[0]], at[1:]) if at else data


MORE: list[dict[str, Any]] = [
    *[{}] * 9,
    {"dealt": ["As", "2c"]},
    {"thrown": "As"},
    {"exposed": True},
    {"side_bets": {"scoop_all": "5"}},
    {"cards": []},
    {"hat": 1},
]


@st.composite
def records(draw: st.DrawFn) -> Any:
    """Rows of two to four seats, some with another key; a card or two may be moved, and a place damaged."""
    hands = draw(deals())
    seats = [rows_of(str(index), hand, **draw(st.sampled_from(MORE))) for index, hand in enumerate(hands, 1)]
    rows = [seat[row] for seat in seats for row in ("front", "middle", "back")]
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        giver, taker = draw(st.sampled_from(rows)), draw(st.sampled_from(rows))
        taker += giver[-1:]
        del giver[-1:]
    found = record(*seats)
    if draw(st.booleans()):
        at = draw(st.sampled_from(list(places(found))))
        other = value_at(found, draw(st.sampled_from(list(places(found)))))
        found = changed(found, at, draw(st.sampled_from([other, other, *ODD])))
    return found


def read(found: Any) -> Any:
    try:
        return game.parse(found, TERMS)
    except RecordRefused as refusal:
        return refusal.violations


def closed(found: Any) -> Any:
    """The same record, its seats as objects that are no dicts, which the short cut leaves alone."""
    if not isinstance(found, dict) or not isinstance(found.get("seats"), list):
        return found
    return {**found, "seats": [MappingProxyType(seat) if isinstance(seat, dict) else seat for seat in found["seats"]]}


@MANY
@given(records())
def test_seats_are_read_alike_on_both_ways(found: Any) -> None:
    assert read(found) == read(closed(found))


@MANY
@given(records(), st.sampled_from(["western24", "hk"]), st.sampled_from(["aside13", "fourteen"]))
def test_rounds_are_validated_alike_on_both_ways(found: Any, preset: str, three_player: str) -> None:
    played, under = read(found), rules(preset, three_player=three_player)
    if isinstance(played, READING.Round):
        quick = game.validate(played, under)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(VALIDATING, "_is_plain", lambda _: False)
            assert game.validate(played, under) == quick


def test_a_full_table_of_rows_takes_the_short_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, careful in ((READING, "_read_seat"), (VALIDATING, "_check_cards"), (VALIDATING, "_check_claims")):
        monkeypatch.delattr(module, careful)
    cards = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    found = record(*(rows_of(str(seat), cards[13 * seat : 13 * seat + 13]) for seat in range(4)))
    assert game.validate(game.parse(found, TERMS), rules()) == ()
