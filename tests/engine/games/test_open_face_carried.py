"""What one open-face hand leaves to the next: who sits where, who keeps Fantasyland, figures that can be written."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engine.catalogue import GAMES, begin_round
from engine.errors import RecordRefused
from engine.games.open_face_chinese.record import MOST_COUNT
from engine.growing import Carried, Earlier, Growth
from engine.money import MAX_MINOR
from support.open_face import TERMS, board, codes, mark, record_of, rules, settle

OPEN_FACE = GAMES["open_face_chinese"]
PINEAPPLE = rules("ofc_pineapple")
LAST = {"seats": ["A", "B", "C"], "button": "C", "hand": 1}


def growth() -> Growth:
    assert OPEN_FACE.growth is not None
    return OPEN_FACE.growth


def marks(button: str = "A", fantasyland: Mapping[str, int] | None = None, **more: Any) -> dict[str, Any]:
    left = {"button": button, "fantasyland": dict(fantasyland or {}), "fantasyland_runs": more.pop("runs", {})}
    return {"next_hand": left, "counts_for_match": True, **more}


def carried(last: dict[str, Any], left: dict[str, Any], header: dict[str, Any], **switches: Any) -> Carried:
    return growth().carried([Earlier(last, left)], header, rules("ofc_pineapple", **switches))


# Seats.


@pytest.mark.parametrize("seats", ["ABC", "BCA", "CAB", "AB", "BA", "AC", "CA", "ADBC", "DABC", "BCDA", "DEA", "AEBD"])
def test_a_list_of_seats_may_begin_anywhere_and_newcomers_sit_where_they_like(seats: str) -> None:
    assert "seats" not in carried(LAST, marks(), {"seats": list(seats)}).due


@pytest.mark.parametrize(
    ("seats", "due"),
    [("ACB", "ABC"), ("CBA", "CAB"), ("BAC", "BCA"), ("ACDB", "ABDC"), ("DCBA", "DCAB")],
)
def test_who_played_before_keeps_its_place_round_the_table(seats: str, due: str) -> None:
    assert carried(LAST, marks(), {"seats": list(seats)}).due["seats"] == list(due)
    with pytest.raises(RecordRefused) as refused:
        growth().completed([Earlier(LAST, marks())], {"seats": list(seats)}, PINEAPPLE)
    (fault,) = refused.value.violations
    assert (fault.code, fault.pointer) == ("not_carried", "/seats")
    assert ", ".join(due) in fault.detail


def test_a_record_posted_whole_keeps_the_order_of_the_seats_too() -> None:
    said = {**LAST, "seats": ["A", "C", "B"], "button": "A", "hand": 2}
    assert [fault.pointer for fault in growth().not_carried([Earlier(LAST, marks())], said, PINEAPPLE)] == ["/seats"]
    assert growth().not_carried([Earlier(LAST, marks())], {**said, "seats": ["B", "C", "A"]}, PINEAPPLE) == ()


def test_a_seat_named_twice_is_left_to_the_deal() -> None:
    header = growth().completed([Earlier(LAST, marks())], {"seats": ["A", "C", "A"]}, PINEAPPLE)
    with pytest.raises(RecordRefused) as refused:
        begin_round(OPEN_FACE, header, TERMS, PINEAPPLE)
    assert [fault.code for fault in refused.value.violations] == ["duplicate_seat"]


# Fantasyland of a seat that has no chips left.


def test_a_seat_that_has_played_on_without_chips_may_leave_and_its_stack_is_not_written_in() -> None:
    """It was busted in an earlier hand, so that the marks of this one do not name it."""
    for stack in ("0", "-1200"):
        left = marks("C", {"A": 14}, runs={"A": 2}, stacks={"A": stack, "B": "500", "C": "700"}, busted=[])
        without = carried(LAST, left, {"seats": ["B", "C"]})
        assert (without.due["fantasyland"], without.usual["stacks"]) == ({}, {"B": "500", "C": "700"})
        assert carried(LAST, left, {}).usual["seats"] == ["B", "C"]
        again = carried(LAST, left, {"seats": ["A", "B", "C"]})
        assert (again.due["fantasyland"], again.usual["stacks"]) == ({"A": 14}, {"B": "500", "C": "700"})


BROKE = marks("C", {"A": 14}, runs={"A": 1}, stacks={"A": "0", "B": "1", "C": "1"}, busted=["A"])


def test_a_seat_that_buys_in_again_at_once_keeps_its_fantasyland() -> None:
    stacks = {"A": "5000", "B": "1", "C": "1"}
    header = growth().completed([Earlier(LAST, BROKE)], {"seats": ["A", "B", "C"], "stacks": stacks}, PINEAPPLE)
    assert header["fantasyland"] == {"A": 14}
    assert header["fantasyland_runs"] == {"A": 1}
    assert header["button"] == "C"


def test_where_the_only_seat_in_fantasyland_is_left_out_the_hand_is_as_any_other() -> None:
    """Nobody plays Fantasyland in it: the button moves on, and the match is not held open for it."""
    third = {**LAST, "hand": 3}
    found = carried(third, BROKE, {})
    assert found.usual["seats"] == ["B", "C"]
    assert (found.due["fantasyland"], found.due["button"], found.due["hand"]) == ({}, "B", 1)
    kept = carried(third, BROKE, {"seats": ["A", "B", "C"]})
    assert (kept.due["button"], kept.due["hand"]) == ("C", 4)


def test_other_seats_in_fantasyland_hold_the_button_where_it_is() -> None:
    both = {**BROKE, "next_hand": {**BROKE["next_hand"], "fantasyland": {"A": 14, "B": 14}}}
    found = carried(LAST, both, {})
    assert (found.due["fantasyland"], found.due["button"]) == ({"B": 14}, "C")


# Figures.


def test_a_limited_match_of_so_many_hands_asks_which_hand_of_it_this_is() -> None:
    header = {"seats": ["A", "B"], "button": "A", "moves": [], "match_nets": {"A": "0", "B": "0"}}
    limited = rules("ofc_pineapple", loss_limit_units=50)
    assert codes(header, limited)[1:] == [("missing_hand", "")]
    assert codes({**header, "hand": 1}, limited)[1:] == []
    assert codes(header, rules("ofc_pineapple", loss_limit_units=50, match_hands="open"))[1:] == []


def test_numbers_of_hands_and_runs_are_counted_as_far_as_a_record_can_say_them() -> None:
    assert carried({**LAST, "hand": MOST_COUNT - 1}, marks(), {}, match_hands="open").due["hand"] == MOST_COUNT
    assert carried({**LAST, "hand": MOST_COUNT}, marks(), {}, match_hands="open").due["hand"] == MOST_COUNT
    boards = {
        "A": board("2h 3h 4c", "5h 5c 8d Jh Qh", "9h 9d 9c 7s 7h"),
        "B": board("2d 3d 4s", "6h 6c 8s Jd Qc", "Kh Kd Kc As Ad"),
    }
    inside = {"fantasyland": {"A": 14}, "fantasyland_runs": {"A": MOST_COUNT}}
    played = settle(record_of(boards, "pineapple", Random(1), **inside), PINEAPPLE)
    assert mark(played, "next_hand")["fantasyland_runs"] == {"A": MOST_COUNT}


def test_what_a_match_has_brought_is_carried_as_far_as_a_record_can_say_it() -> None:
    left = marks(match_nets={"A": str(MAX_MINOR + 200), "B": str(-MAX_MINOR - 200), "C": "-7"})
    assert carried(LAST, left, {}).due["match_nets"] == {"A": str(MAX_MINOR), "B": str(-MAX_MINOR), "C": "-7"}
    chips = carried(LAST, left, {}, chip_unit_minor="100").due["match_nets"]
    assert chips["A"] == str(MAX_MINOR - 99)


def test_stacks_that_one_seat_could_not_hold_together_are_refused() -> None:
    header = {"seats": ["A", "B"], "button": "A", "moves": []}
    assert codes({**header, "stacks": {"A": str(MAX_MINOR - 1), "B": "1"}}, PINEAPPLE)[1:] == []
    assert codes({**header, "stacks": {"A": str(MAX_MINOR), "B": "1"}}, PINEAPPLE)[1:] == [
        ("stacks_too_large", "/stacks")
    ]


@pytest.mark.parametrize(
    ("switches", "hand", "found"),
    [
        ({"stake_schedule": [2, 4, 5]}, 1, [("not_whole_chips", "/terms/unit_minor")]),
        ({"stake_schedule": [5, 4, 2]}, 1, [("not_whole_chips", "/terms/unit_minor")]),
        ({"stake_schedule": [5, 4, 2]}, 2, []),
        ({"stake_schedule": [2, 4, 6]}, 3, []),
        ({"stake_schedule": [2, 1_000_000], "royalty_levels": [1, 100]}, 1, []),
    ],
)
def test_a_stake_that_rises_is_judged_at_every_level_still_to_come(
    switches: dict[str, Any], hand: int, found: list[tuple[str, str]]
) -> None:
    under = rules("ofc_pineapple", **switches, chip_unit_minor="200", hands_per_level=1)
    header = {"seats": ["A", "B"], "button": "A", "moves": [], "hand": hand}
    assert codes(header, under)[1:] == found


@pytest.mark.parametrize(
    ("stakes", "royalties", "found"),
    [
        ([1, 10_000], [1, 1], []),
        ([1, 10_000], [1, 100], ["stake_too_large"]),
        ([1, 1_000_000], [1, 1], ["stake_too_large"]),
    ],
)
def test_a_stake_that_will_rise_above_what_can_be_written_is_refused_at_the_first_hand(
    stakes: list[int], royalties: list[int], found: list[str]
) -> None:
    under = rules("ofc_pineapple", stake_schedule=stakes, royalty_levels=royalties, super_bowl_mult=100)
    header = {"seats": ["A", "B"], "button": "A", "moves": [], "hand": 1}
    violations = OPEN_FACE.validate(OPEN_FACE.parse(header, {**TERMS, "unit_minor": "100000"}), under)
    assert [violation.code for violation in violations][1:] == found
