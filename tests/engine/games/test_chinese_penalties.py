"""Penalties of the table: absence, missed turns, time that ran out, cards exposed out of turn."""

import pytest

from engine.settlement import Settlement
from support.chinese_poker import Record, arranged, record, rules, settle, units

STRONG = arranged("1", "Ah As Jc", "4h 5d 6c 7s 8h", "Ks Kh Kd 9c 9d")
WEAK = arranged("2", "Qh Qd 3c", "Jh Jd 8c 8d 2s", "Ac Tc 7c 4c 2c")


def lines(settlement: Settlement, item: str) -> list[tuple[str, str, str, int]]:
    return [(line.seat, line.against, line.units, line.net_minor) for line in settlement.lines if line.item == item]


@pytest.mark.parametrize(
    ("seat", "state", "expected"),
    [
        ({"absent": "before"}, "absent", "-3"),
        ({"absent": "later"}, "foul", "-4"),
        ({"missed_turn": True}, "missed_turn", "-3"),
        ({"timeout": True}, "foul", "-4"),
        ({"surrender": True}, "surrender", "-3"),
    ],
)
def test_penalties_of_the_table(seat: Record, state: str, expected: str) -> None:
    settlement = settle(record({"seat": "3", **seat}, STRONG), rules())
    assert settlement.marks["state"]["3"] == state  # type: ignore[index]
    assert units(settlement, "3", "1") == expected


def test_a_card_exposed_out_of_turn_costs_its_penalty_beside_the_hand() -> None:
    found = record({**STRONG, "exposed": True}, WEAK, {"seat": "3", "surrender": True})
    settlement = settle(found, rules(exposed_pays=1))
    assert (units(settlement, "1", "2"), units(settlement, "1", "3")) == ("3", "3")
    assert lines(settlement, "exposed") == [("1", "2", "-1", -100)]


def test_no_home_run_multiplies_an_exposed_card() -> None:
    under = rules(method="1-6", home_run_mult=2, home_run_min=1, exposed_pays=1)
    assert units(settle(record({**STRONG, "exposed": True}, WEAK), under), "1", "2") == "11"


DEALT = ["Ks", "Kh", "Kd", "9c", "9d", "4h", "5d", "6c", "7s", "8h", "Ah", "As", "Jc"]


def test_a_hand_that_ran_out_of_time_is_filled_in_dealing_order() -> None:
    timed_out = {"seat": "1", "timeout": True, "dealt": DEALT}
    assert settle(record(timed_out, WEAK), rules(timeout="fill")).lines == settle(record(STRONG, WEAK), rules()).lines


def test_cards_already_set_stay_where_they_are_when_a_hand_is_filled() -> None:
    timed_out = {"seat": "1", "timeout": True, "dealt": DEALT, "front": ["9c"], "back": ["Ah", "As"]}
    as_filled = arranged("1", "9c 8h Jc", "9d 4h 5d 6c 7s", "Ah As Ks Kh Kd")
    filled = settle(record(timed_out, WEAK), rules(timeout="fill"))
    assert filled.lines == settle(record(as_filled, WEAK), rules()).lines


def test_a_filled_hand_may_foul_and_leaves_out_the_card_thrown_away() -> None:
    upside_down = [*DEALT[5:10], "2d", *DEALT[:5], *DEALT[10:]]
    timed_out = {"seat": "1", "timeout": True, "dealt": upside_down, "thrown": "2d"}
    third = arranged("3", "Th 9h 3d", "Ts Td 6s 6d 3h", "Qs Qc 5s 5c 2h")
    under = rules(timeout="fill", three_player="fourteen")
    assert settle(record(timed_out, WEAK, third), under).marks["state"]["1"] == "foul"  # type: ignore[index]
