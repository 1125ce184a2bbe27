"""The log of an Open-Face hand: turns, the first illegal event, what is open, moves that came too late."""

import copy
from typing import Any

import pytest

from engine.errors import BrokenInvariant, RecordRefused, Violation
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.forms import FORMS, street_plan
from engine.games.open_face_chinese.record import Move
from engine.games.open_face_chinese.replay import DEAL_CHECKS, MOVE_CHECKS
from engine.games.open_face_chinese.state import State
from support.open_face import TERMS, Record, codes, rules, settle, state_of, vectors

PINEAPPLE = rules("ofc_pineapple")
CLASSIC = rules("ofc_classic")
NEW = {"seats": ["A", "B"], "button": "B", "moves": []}
FIRST = {"seat": "A", "dealt": ["9d", "2d", "Kc", "9h", "Td"], "front": ["Kc"], "middle": ["9d", "2d", "9h"]}
"""Td is left to be placed."""


def move(seat: str = "A", **lists: str) -> Record:
    return {"seat": seat, **{place: cards.split() for place, cards in lists.items()}}


def log(*moves: Record, **more: Any) -> Record:
    return {**NEW, "moves": list(moves), **more}


@pytest.mark.parametrize(("checks", "reasons"), [(DEAL_CHECKS, "reasons_deal"), (MOVE_CHECKS, "reasons_move")])
def test_the_order_of_checks_is_the_documented_one(checks: Any, reasons: str) -> None:
    """The form is a switch, refused with the ruleset; a time-out that the house does not know is a reason of ours."""
    documented = [reason for reason, _ in vectors()[reasons] if reason != "unknown_form"]
    assert [code for code, _ in checks if code != "timeout_not_offered"] == documented


FAULTS = {
    "unknown_seat": {"seat": "E"},
    "not_your_turn": {"seat": "B"},
    "wrong_card_count": {"dealt": ["9d", "2d", "Kc", "9h", "Td", "3s"]},
    "bad_card": {"back": ["td"]},
    "duplicate_card": {"back": ["Td", "Kc"]},
    "card_not_dealt": {"back": ["Jd"]},
    "card_not_placed": {"back": []},
    "wrong_discard_count": {"discard": ["Td"]},
}


@pytest.mark.parametrize("code", FAULTS)
def test_one_fault_of_a_move_is_named_with_its_index(code: str) -> None:
    assert codes(log({**FIRST, **FAULTS[code]}), PINEAPPLE)[0] == (code, "/moves/0")


def test_a_row_cannot_hold_a_fourth_card_in_front() -> None:
    four = move(dealt="9d 2d Kc 9h Td", front="9d 2d Kc 9h", back="Td")
    assert codes(log(four), PINEAPPLE)[0] == ("row_full", "/moves/0")


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"seats": ["A"]}, ("wrong_seat_count", "/seats")),
        ({"seats": ["A", "B", "A"]}, ("duplicate_seat", "/seats/2")),
        ({"button": "E"}, ("bad_button", "/button")),
        ({"fantasyland": {"E": 14}}, ("fantasyland_seat", "/fantasyland/E")),
        ({"fantasyland": {"B": 15}}, ("fantasyland_cards", "/fantasyland/B")),
    ],
)
def test_a_faulty_deal_is_named_where_it_stands_and_nothing_behind_it_is_looked_at(
    changes: dict[str, Any], place: tuple[str, str]
) -> None:
    assert codes({**log(move("X")), **changes}, PINEAPPLE)[0] == place


def test_more_cards_than_the_deck_has_cannot_be_dealt() -> None:
    four = {"seats": ["A", "B", "C", "D"], "button": "A", "moves": [], "fantasyland": {"A": 14}}
    assert codes(four, rules("ofc_classic", fl_cards="14")) == [("too_many_cards", "")]
    assert codes({**four, "fantasyland": {"A": 13}}, rules("ofc_classic")) == [("unfinished", "/moves")]


@pytest.mark.parametrize(
    ("preset", "switches", "most"),
    [
        ("ofc_classic", {"fl_cards": "14"}, 3),
        ("ofc_classic", {"fl_cards": "14", "jokers": 2}, 3),
        ("ofc_classic", {"fl_cards": "13"}, 4),
        ("ofc_27", {"ofc": "turbo", "fl_cards": "13"}, 3),
        ("ofc_classic", {"ofc": "turbo", "fl_cards": "progressive"}, 3),
        ("ofc_progressive", {}, 3),
        ("ofc_27", {"fl_cards": "progressive"}, 2),
        ("ofc_27", {"fl_cards": "progressive", "jokers": 2}, 3),
    ],
)
def test_no_more_seats_begin_than_the_deck_serves_when_all_of_them_come_to_fantasyland(
    preset: str, switches: dict[str, Any], most: int
) -> None:
    """Whoever enters Fantasyland must not be left out, so it is said before the first hand and not after it."""
    under = rules(preset, **switches)
    for players in range(2, under.form.seats[1] + 1):
        seats = ["A", "B", "C", "D"][:players]
        expected = ("unfinished", "/moves") if players <= most else ("too_many_cards", "")
        assert codes({"seats": seats, "button": "A", "moves": []}, under) == [expected]
        if players <= most:
            inside = dict.fromkeys(seats, max(under.granted))
            assert codes({"seats": seats, "button": "A", "moves": [], "fantasyland": inside}, under) == [expected]


def test_an_unfinished_hand_says_whose_turn_it_is_and_what_is_open() -> None:
    state = state_of(log({**FIRST, "back": ["Td"]}), PINEAPPLE)
    assert game.progress(state) == {
        "next_seat": "B",
        "street": 1,
        "fantasyland_waiting": [],
        "open": {"A": {"front": 2, "middle": 2, "back": 4}, "B": {"front": 3, "middle": 5, "back": 5}},
    }


def test_an_unfinished_hand_is_not_settled() -> None:
    assert codes(log({**FIRST, "back": ["Td"]}), PINEAPPLE) == [("unfinished", "/moves")]
    with pytest.raises(BrokenInvariant):
        game.judge(game.parse(NEW, TERMS), PINEAPPLE)


def test_a_move_is_applied_to_a_state_without_changing_it() -> None:
    before = state_of(NEW, PINEAPPLE)
    after = game.apply(before, game.parse_move({**FIRST, "back": ["Td"]}), PINEAPPLE)
    assert isinstance(after, State)
    assert after.boards["A"].middle == ("9d", "2d", "9h")
    assert before == state_of(NEW, PINEAPPLE)


def test_a_refused_move_names_its_index_in_the_hand_and_not_in_what_was_sent() -> None:
    state = state_of(log({**FIRST, "back": ["Td"]}), PINEAPPLE)
    refused = game.apply(state, game.parse_move(move("B", dealt="9d 3s 4s 5s 6s")), PINEAPPLE)
    assert isinstance(refused, Violation)
    assert (refused.code, refused.pointer) == ("duplicate_card", "/moves/1")


def test_a_move_alone_is_read_as_in_a_record() -> None:
    data = {**FIRST, "back": ["Td"], "timeout": True}
    assert game.parse_move(data).as_data() == data
    with pytest.raises(RecordRefused) as refused:
        game.parse_move({"seat": "house", "dealt": "Td", "bakc": []})
    assert [violation.pointer for violation in refused.value.violations] == ["/bakc", "/seat", "/dealt"]


def test_streets_are_planned_for_every_form_and_number_of_seats() -> None:
    plans = {(ofc, n): street_plan(FORMS[ofc], n, 0) for ofc in FORMS for n in range(1, 6)}
    assert {place for place, plan in plans.items() if plan is not None} == {
        *(("classic", n) for n in (2, 3, 4)),
        *(("turbo", n) for n in (2, 3, 4)),
        *(("pineapple", n) for n in (2, 3)),
    }
    assert plans["classic", 3] == ((5, 1, 1, 1, 1, 1, 1, 1, 1), 13, 13, 0, 13)
    assert plans["pineapple", 2] == ((5, 3, 3, 3, 3), 17, 13, 4, 18)


@pytest.mark.parametrize(
    ("late", "board"),
    [
        (move(dealt="9d 2d Kc 9h Td"), ("", "", "9d 2d Kc 9h Td", "")),
        (move(dealt="9d 2d Kc 9h Td", front="9h"), ("9h", "", "9d 2d Kc Td", "")),
        (move(dealt="9d 2d Kc 9h Td", middle="Kc", back="9h"), ("", "Kc", "9h 9d 2d Td", "")),
    ],
)
def test_cards_that_were_not_placed_in_time_fill_the_back_first(late: Record, board: tuple[str, ...]) -> None:
    state = state_of(log({**late, "timeout": True}), rules("ofc_pineapple", timeout="fill"))
    assert state.boards["A"][:4] == tuple(tuple(row.split()) for row in board)
    assert state.boards["A"].timed_out


def second_street(**lists: str) -> State | Violation:
    """A's second move in Pineapple, too late, with four cards in the back and one in the middle."""
    first = move("A", dealt="9d 2d Kc 9h Td", back="9d 2d Kc 9h", middle="Td")
    other = move("B", dealt="3c 4c 5c 6c 7c", back="3c 4c 5c 6c 7c")
    late = {**move("A", **lists), "timeout": True}
    return game.replay(game.parse(log(first, other, late), TERMS), rules("ofc_pineapple", timeout="fill"))


@pytest.mark.parametrize(
    ("placed", "board"),
    [
        ({}, ("", "Td As", "9d 2d Kc 9h Ah", "Ac")),
        ({"discard": "Ah"}, ("", "Td Ac", "9d 2d Kc 9h As", "Ah")),
        ({"front": "Ac"}, ("Ac", "Td", "9d 2d Kc 9h Ah", "As")),
        ({"front": "Ac", "middle": "As"}, ("Ac", "Td As", "9d 2d Kc 9h", "Ah")),
    ],
)
def test_of_a_street_that_throws_the_first_cards_are_kept(placed: dict[str, str], board: tuple[str, ...]) -> None:
    state = second_street(dealt="Ah As Ac", **placed)
    assert isinstance(state, State)
    assert state.boards["A"][:4] == tuple(tuple(row.split()) for row in board)


def test_a_late_move_that_threw_too_much_is_refused_all_the_same() -> None:
    refused = second_street(dealt="Ah As Ac", discard="Ah As")
    assert isinstance(refused, Violation)
    assert refused.code == "wrong_discard_count"


def test_a_fantasyland_hand_that_was_not_set_in_time_is_filled_too() -> None:
    dealt = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d"
    late = {**move("A", dealt=dealt, back="Ac"), "timeout": True}
    state = state_of(log(late, fantasyland={"A": 14}), rules("ofc_pineapple", timeout="fill"))
    assert state.boards["A"][:4] == (
        ("Jc", "Qc", "Kc"),
        ("6c", "7c", "8c", "9c", "Tc"),
        ("Ac", "2c", "3c", "4c", "5c"),
        ("2d",),
    )


def test_a_house_that_knows_no_time_outs_refuses_them() -> None:
    late = {**FIRST, "timeout": True}
    assert codes(log(late), rules("ofc_pineapple", timeout="none"))[0] == ("timeout_not_offered", "/moves/0")


def test_a_time_out_fouls_a_board_where_the_house_says_so() -> None:
    """Vector 1, won by nobody: with its last move late A fouls and pays 6 and B's royalties of 2."""
    record = copy.deepcopy(vectors()["vectors"][0]["log"])
    record = {key: record[key] for key in ("seats", "button", "moves")}
    record["moves"][-2]["timeout"] = True
    filled = settle(record, rules("ofc_classic", timeout="fill"))
    fouled = settle(record, rules("ofc_classic", timeout="foul"))
    assert filled.nets["A"] == 0
    assert fouled.nets["A"] == -800
    assert fouled.marks["faults"] == {"A": ["timeout"], "B": []}


def test_jokers_are_cards_where_the_deck_holds_them() -> None:
    joker = log({**FIRST, "dealt": ["9d", "2d", "Kc", "9h", "X1"], "back": ["X1"]})
    assert codes(joker, PINEAPPLE)[0] == ("bad_card", "/moves/0")
    assert codes(joker, rules("ofc_pineapple", jokers=1)) == [("unfinished", "/moves")]
    second = log({**FIRST, "dealt": ["9d", "2d", "Kc", "9h", "X2"], "back": ["X2"]})
    assert codes(second, rules("ofc_pineapple", jokers=1))[0] == ("bad_card", "/moves/0")


def test_a_move_is_a_plain_value() -> None:
    assert Move("A", ("Td",), (), (), ("Td",), (), False) == game.parse_move(move(dealt="Td", back="Td"))
    assert CLASSIC.form is FORMS["classic"]
