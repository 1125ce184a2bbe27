"""Thirteen cards checked before the reveal: legality with reasons, rows, royalties, naturals."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.errors import RecordRefused
from engine.games import chinese_poker as game
from engine.games.chinese_poker.holding import Rating
from support.chinese_poker import rules

LEGAL = {"front": ["7h", "7c", "2d"], "middle": ["5c", "6d", "7s", "8h", "9c"], "back": ["Kd", "Jd", "8d", "5d", "3d"]}
DEALT = [card for row in LEGAL.values() for card in row]


def rated(holding: Any, **switches: Any) -> Rating:
    return game.rate(game.parse_holding(holding), rules("eastern", **switches))


def test_a_legal_arrangement_is_told_row_by_row() -> None:
    rating = rated({**LEGAL, "dealt": DEALT})
    assert (rating.legal, rating.reasons, rating.faults) == (True, (), ())
    assert {row: (found.category, found.ranks) for row, found in rating.rows.items()} == {
        "front": ("pair", (7, 2)),
        "middle": ("straight", (9,)),
        "back": ("flush", (13, 11, 8, 5, 3)),
    }


def test_a_foul_names_all_its_reasons_and_earns_no_royalties() -> None:
    rating = rated(
        {"front": ["Ah", "Ac", "Ad"], "middle": ["Kh", "Kc", "Kd", "Ks", "2c"], "back": ["Qh", "Qd", "Qc", "3s", "4s"]},
    )
    assert rating.reasons == ("middle_over_back",)
    assert (rating.royalty_total, {found.royalty for found in rating.rows.values()}) == (0, {0})


def test_royalties_of_each_row_are_told() -> None:
    rating = rated(
        {"front": ["3h", "3c", "3d"], "middle": ["Kh", "Kc", "Kd", "2s", "2c"], "back": ["Qh", "Qd", "Qc", "Qs", "4s"]}
    )
    assert {row: found.royalty for row, found in rating.rows.items()} == {"front": 3, "middle": 2, "back": 4}
    assert rating.royalty_total == 9


def test_swapping_is_told_and_the_rows_are_those_that_count() -> None:
    rating = rated({**LEGAL, "middle": LEGAL["back"], "back": LEGAL["middle"]}, middle_over_back="swap")
    assert (rating.legal, rating.swapped) == (True, True)
    assert rating.rows["back"].category == "flush"


def test_naturals_are_told_whatever_the_arrangement() -> None:
    cards = ["2c", "2d", "4h", "4s", "6c", "6d", "Jh", "Js", "Kc", "Kd", "9h", "9s", "Ac"]
    for holding in ({"cards": cards}, {"front": cards[8:11], "middle": cards[:5], "back": [*cards[5:8], *cards[11:]]}):
        rating = rated(holding)
        assert (rating.naturals, rating.natural, rating.natural_units) == (("six_pairs",), "six_pairs", 3)


@pytest.mark.parametrize(
    ("changes", "reasons"),
    [
        ({"front": ["7h", "7c"]}, ("wrong_row_size",)),
        ({"front": ["7h", "7c", "10d"]}, ("bad_card",)),
        ({"front": ["7h", "7c", "Kd"]}, ("duplicate_card",)),
        ({"front": ["7h", "7c", "2s"], "dealt": DEALT}, ("card_not_dealt",)),
        ({"dealt": DEALT[1:]}, ("card_not_dealt", "wrong_card_count")),
        (
            {"front": ["7h", "Kd", "xx", "5d"], "dealt": DEALT[:12]},
            ("bad_card", "card_not_dealt", "duplicate_card", "wrong_card_count", "wrong_row_size"),
        ),
    ],
)
def test_entry_errors_are_told_beside_fouls_and_never_scored(changes: dict[str, Any], reasons: tuple[str, ...]) -> None:
    rating = rated({**LEGAL, **changes})
    assert (rating.legal, rating.reasons, rating.rows) == (False, reasons, {})
    assert {fault.code for fault in rating.faults} == set(reasons)
    assert all(fault.pointer.startswith("/") for fault in rating.faults)


def test_a_rating_is_plain_data() -> None:
    data = rated(LEGAL).as_data()
    assert json.loads(json.dumps(data)) == data
    assert data["rows"]["front"] == {"category": "pair", "ranks": [7, 2], "hand": "pair 7 2", "royalty": "0"}  # type: ignore[index]


ODD: list[Any] = [None, 5, "x", [], {}, ["As"], [5], "As Ah"]


@pytest.mark.parametrize("key", ["front", "middle", "back", "cards", "dealt", "seat"])
def test_schema_and_parse_agree_on_holdings(key: str) -> None:
    schema = Draft202012Validator(dict(game.HOLDING_SCHEMA))
    for base in (LEGAL, {"cards": DEALT}, {}):
        for odd in ODD:
            found = {**base, key: odd}
            try:
                game.parse_holding(found)
                parsed = True
            except RecordRefused:
                parsed = False
            assert schema.is_valid(found) == parsed, found


JUNK = st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(DEALT),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from([*LEGAL, "cards", "dealt"]), inner),
    max_leaves=20,
)


@settings(max_examples=300, deadline=None)
@given(JUNK)
def test_any_holding_is_refused_by_code_or_rated(junk: Any) -> None:
    try:
        holding = game.parse_holding(junk)
    except RecordRefused:
        return
    rating = game.rate(holding, rules("fujian"))
    assert rating.legal == (rating.reasons == ())
