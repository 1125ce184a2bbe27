"""A whole view of a Kowah table, covered pairs when somebody else wins, and what a drawn round or a stake says."""

from typing import Any

import pytest

from engine.games import kowah as game
from engine.money import MAX_MINOR
from support.kowah import CODES, DEAL, READY, codes, record, rules, settle, state_of

BOTH = {**DEAL, "B": "C1 S1 M1 C3 S3 M3 RF RF"}
"""B is ready, too, as soon as it has thrown what it drew: it waits for a third Red Flower."""
DECLARED = (*READY, "B draws OT", "B throws OT", "B declares RF")


def view(*events: str, viewer: str | None, deal: dict[str, str] = DEAL, **switches: Any) -> dict[str, Any]:
    return game.public_view(state_of(record(*events, deal=deal), rules(**switches)), viewer)


def test_the_whole_view_of_a_round_for_a_seat() -> None:
    assert view(*READY, "B draws OT", viewer="C") == {
        "next_seat": "B",
        "phase": "discard",
        "stock_left": 94,
        "public_draws": True,
        "last_discard": None,
        "waits": {"A": "C2", "B": None, "C": None},
        "result": None,
        "seats": ["A", "B", "C"],
        "turn_order": ["A", "B", "C"],
        "events": 4,
        "declared": ["A"],
        "hands": {"A": None, "B": None, "C": ["S4", "S6", "S8", "S9", "M1", "M3", "M4", "M6"]},
        "held": {"A": 8, "B": 9, "C": 8},
        "received": {"seat": "B", "from": "stock", "card": "OT"},
    }


def test_seats_stand_as_in_the_record_and_turns_as_they_are_taken() -> None:
    log = record("B draws OT", first="B")
    seen = game.public_view(state_of(log, rules(direction="descending")), None)
    assert (seen["seats"], seen["turn_order"], seen["next_seat"]) == (["A", "B", "C"], ["B", "A", "C"], "B")


def test_a_covered_pair_stays_covered_when_somebody_else_wins() -> None:
    for viewer, told in (("C", None), (None, None), ("B", "RF")):
        seen = view(*DECLARED, "C draws C2", viewer=viewer, deal=BOTH, public_pair=False)
        assert seen["result"]["winner"] == "A"
        assert seen["waits"] == {"A": "C2", "B": told, "C": None}


def test_a_drawn_round_has_a_line_for_each_seat_on_which_nothing_moves() -> None:
    pack = CODES * 4
    for code in [code for cards in DEAL.values() for code in cards.split()]:
        pack.remove(code)
    events = [f"{'ABC'[n % 3]} {verb} {code}" for n, code in enumerate(pack) for verb in ("draws", "throws")][:-1]
    for stake in ("none", "all_pay"):
        terms = {"currency": "EUR", "unit_minor": "500"}
        settlement = settle(record(*events), rules(stake=stake), terms)
        assert [(line.seat, line.units, line.stake_minor, line.net_minor) for line in settlement.lines] == [
            (seat, "0", 0, 0) for seat in "ABC"
        ]


@pytest.mark.parametrize("unit", [MAX_MINOR, MAX_MINOR // 2 + 1])
def test_what_can_just_be_written_may_be_won(unit: int) -> None:
    """Of two players with every multiplier 1 a win is one unit; with 2 for a self-drawn card it is two."""
    once = {"self_draw": 1, "opponent_draw": 1, "discard": 1}
    deal = {seat: DEAL[seat] for seat in "AB"}
    log, terms = record(*READY, "B draws C2", deal=deal), {"currency": "EUR", "unit_minor": str(unit)}
    assert codes(log, rules(seats=2, stake="all_pay", multipliers=once), terms) == []
    twice = rules(seats=2, stake="all_pay", multipliers={**once, "self_draw": 2})
    assert codes(log, twice, terms) == [("stake_too_large", "/terms/unit_minor")]
