"""What each seat, and somebody who plays none, may see of a hand."""

import copy
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import open_face_chinese as game
from support.open_face import ROWS, Record, rules, state_of
from support.open_face_by_hand import DECK
from support.open_face_simulator import random_record

PINEAPPLE = rules("ofc_pineapple")
HAND = {
    "seats": ["A", "B"],
    "button": "B",
    "fantasyland": {"B": 14},
    "moves": [
        {"seat": "A", "dealt": ["9d", "2d", "Kc", "9h", "Td"], "back": ["9d", "9h"], "middle": ["2d", "Td", "Kc"]},
        {
            "seat": "B",
            "dealt": ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Qh", "Ac", "Ah"],
            "front": ["Ac", "Ah", "Qh"],
            "middle": ["2c", "3c", "4c", "5c", "6c"],
            "back": ["7c", "8c", "9c", "Tc", "Jc"],
            "discard": ["Qc"],
        },
        {"seat": "A", "dealt": ["9s", "2s", "Kd"], "back": ["9s"], "middle": ["2s"], "discard": ["Kd"]},
    ],
}


def boards(record: Record, viewer: str | None) -> Any:
    return game.public_view(state_of(record, PINEAPPLE), viewer)["boards"]


def test_a_throw_is_seen_by_the_seat_that_threw_and_counted_by_all() -> None:
    assert boards(HAND, "A")["A"]["discard"] == ["Kd"]
    for viewer in ("B", None):
        assert (boards(HAND, viewer)["A"]["discard"], boards(HAND, viewer)["A"]["thrown"]) == (None, 1)


def test_a_fantasyland_board_lies_face_down_for_all_but_its_own_seat() -> None:
    for viewer in ("A", None):
        shown = boards(HAND, viewer)["B"]
        assert [shown[row] for row in ROWS] == [None, None, None]
        assert shown["face_down"]
    assert boards(HAND, "B")["B"]["front"] == ["Ac", "Ah", "Qh"]


def test_a_fantasyland_board_is_shown_when_the_hand_is_over_and_throws_are_not() -> None:
    record = copy.deepcopy(HAND)
    record["moves"] += [  # type: ignore[operator]
        {"seat": "A", "dealt": ["3d", "3s", "3h"], "front": ["3d"], "middle": ["3s"], "discard": ["3h"]},
        {"seat": "A", "dealt": ["4d", "4s", "4h"], "front": ["4d"], "back": ["4s"], "discard": ["4h"]},
        {"seat": "A", "dealt": ["5d", "5s", "5h"], "front": ["5d"], "back": ["5s"], "discard": ["5h"]},
    ]
    view = game.public_view(state_of(record, PINEAPPLE), None)
    assert view["over"]
    assert view["boards"]["B"]["front"] == ["Ac", "Ah", "Qh"]  # type: ignore[index]
    assert [view["boards"][seat]["discard"] for seat in "AB"] == [None, None]  # type: ignore[index]


def test_everybody_sees_whose_turn_it_is_and_what_is_open() -> None:
    view = game.public_view(state_of(HAND, PINEAPPLE), None)
    assert (view["next_seat"], view["street"], view["fantasyland_waiting"]) == ("A", 3, [])
    assert view["open"] == {
        "A": {"front": 3, "middle": 1, "back": 2},
        "B": {"front": 0, "middle": 0, "back": 0},
    }
    assert (view["turn_order"], view["moves"], view["over"]) == (["A", "B"], 3, False)


def shown_moves(record: Record, viewer: str | None) -> list[dict[str, object]]:
    """Each move of a log as it was shown when it was made."""
    shown = []
    for number, move in enumerate(record["moves"], start=1):
        state = state_of({**record, "moves": record["moves"][:number]}, PINEAPPLE)
        shown.append(game.public_move(state, game.parse_move(move), viewer).as_data())
    return shown


def test_of_a_move_the_others_see_what_it_set_and_not_what_was_thrown_or_dealt() -> None:
    assert shown_moves(HAND, None)[1:] == [{"seat": "B"}, {"seat": "A", "back": ["9s"], "middle": ["2s"]}]
    assert shown_moves(HAND, "A")[1:] == [{"seat": "B"}, HAND["moves"][2]]
    assert shown_moves(HAND, "B")[1:] == [HAND["moves"][1], {"seat": "A", "back": ["9s"], "middle": ["2s"]}]


@given(st.integers(0, 2**32), st.integers(0, 20))
@settings(deadline=None, max_examples=60)
def test_no_view_tells_what_a_seat_may_not_see(seed: int, length: int) -> None:
    """Hidden cards are changed for others that nobody has seen; whoever may not see them sees no difference."""
    random = Random(seed)
    record = random_record(random, "pineapple", PINEAPPLE)
    record["moves"] = record["moves"][:length]
    state = state_of(record, PINEAPPLE)
    if not record["moves"]:
        return
    hider = random.choice(record["moves"])["seat"]
    board = state.boards[hider]
    hidden = [*board.thrown, *(code for row in board.rows for code in row if state.hidden(hider))]
    fresh = iter(sorted(DECK - state.out))
    swap = dict(zip(hidden, fresh, strict=False))
    other = copy.deepcopy(record)
    for move in other["moves"]:
        if move["seat"] == hider:
            for place in move.keys() - {"seat"}:
                move[place] = [swap.get(code, code) for code in move[place]]
    changed = state_of(other, PINEAPPLE)
    for viewer in [seat for seat in record["seats"] if seat != hider] + [None]:
        assert game.public_view(changed, viewer) == game.public_view(state, viewer)
        assert shown_moves(other, viewer) == shown_moves(record, viewer)
    if swap:
        assert game.public_view(changed, hider) != game.public_view(state, hider)
