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

CARDS = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
MANY = settings(max_examples=300, deadline=None)
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


ODD_SEATS: list[dict[str, Any]] = [
    {},
    {"dealt": ["As", "2c"]},
    {"thrown": "As"},
    {"exposed": True},
    {"side_bets": {"scoop_all": "5"}},
    {"cards": []},
    {"hat": 1},
    *({"seat": name} for name in ("house", "a b", "1", 5)),
    *({"front": front} for front in ("As", None, {"As": 1, "Ks": 2, "Qs": 3}, ["As", "10s", "2c"], ["As", 5, ["2c"]])),
]
"""What one seat may say beside its rows, or instead."""


@st.composite
def records(draw: st.DrawFn) -> Any:
    """Rows of two to four seats: one of them odd, a card or two moved or doubled, or any place damaged."""
    seats = [rows_of(str(index), hand) for index, hand in enumerate(draw(deals()), 1)]
    wrong = draw(st.sampled_from(["nothing", "seat", "seat", "double", "card", "cards", "place"]))
    if wrong == "seat":
        draw(st.sampled_from(seats)).update(draw(st.sampled_from(ODD_SEATS)))
    rows = [seat[row] for seat in seats for row in ("front", "middle", "back")]
    for _ in range({"card": 1, "cards": 2}.get(wrong, 0)):
        giver, taker = draw(st.permutations(rows))[:2]
        taker += giver[-1:]
        del giver[-1:]
    if wrong == "double":
        draw(st.sampled_from(rows))[0] = draw(st.sampled_from(rows))[1]
    found = record(*seats)
    if wrong != "place":
        return found
    at, other = draw(st.tuples(*[st.sampled_from(list(places(found)))] * 2))
    return changed(found, at, draw(st.sampled_from([value_at(found, other), *ODD])))


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
@given(records(), st.sampled_from(["none", 1]), st.sampled_from(["aside13", "fourteen"]))
def test_rounds_are_validated_alike_on_both_ways(found: Any, exposed_pays: Any, three_player: str) -> None:
    played, under = read(found), rules(exposed_pays=exposed_pays, three_player=three_player)
    if isinstance(played, READING.Round):
        quick = game.validate(played, under)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(VALIDATING, "_is_plain", lambda _: False)
            assert game.validate(played, under) == quick


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"dealt": ["2c"]}, "wrong_card_count"),
        ({"thrown": "2h"}, "unexpected_thrown"),
        ({"exposed": True}, "not_offered"),
        ({"side_bets": {"scoop_all": "5"}}, "not_offered"),
    ],
)
def test_a_seat_that_tells_more_than_its_rows_takes_none(more: dict[str, Any], code: str) -> None:
    found = record(rows_of("1", CARDS[:13]), {**rows_of("2", CARDS[26:39]), **more})
    assert code in [violation.code for violation in game.validate(game.parse(found, TERMS), rules(exposed_pays="none"))]


def test_a_full_table_of_rows_takes_the_short_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, careful in ((READING, "_read_seat"), (VALIDATING, "_check_cards"), (VALIDATING, "_check_claims")):
        monkeypatch.delattr(module, careful)
    found = record(*(rows_of(str(seat), CARDS[13 * seat : 13 * seat + 13]) for seat in range(4)))
    assert game.validate(game.parse(found, TERMS), rules()) == ()
