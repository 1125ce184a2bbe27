"""Four hands at one table, every card dealt: the matrix of methods and switches."""

from typing import Any

import pytest

from support.chinese_poker import arranged, record, rules, settle, units

NO_ROYALTIES: dict[str, Any] = {"royalties": "off", "naturals": "off"}
METHODS = {
    "plain": (3, 2, 1, 1, 0, 0),
    "1-2": (3, 3, 2, 1, 0, 0),
    "1-4": (4, 2, 1, 1, 0, 0),
    "2-4": (4, 3, 2, 1, 0, 0),
    "1-6": (6, 2, 1, 1, 0, 0),
    "double": (6, 2, 1, 1, 0, 0),
    "triple": (9, 2, 1, 1, 0, 0),
}
"""Units for 3-0, 2-0-1, 2-1, 1-0-2, 1-1-1 and 0-0-3."""

FOUR = (
    arranged("1", "Ks Kh 4c", "7h 7d 3s 3h 9c", "As Js 9s 6s 2s"),
    arranged("2", "Qs Qh 5c", "Th 9d 8c 7s 6h", "4s 4h 4d 2h 2d"),
    arranged("3", "Ah Kd 8s", "Td Tc 5h 5d 3c", "Qd Jd 8d 6d 3d"),
    arranged("4", "Jh Jc 5s", "Ad Ac Ts 9h 8h", "Kc Qc 7c 6c 2c"),
)
"""All 52 cards. Fronts 1 > 2 > 4 > 3, middles 2 > 3 > 1 > 4, backs 2 > 1 > 4 > 3."""
FOUR_ROWS = {
    ("1", "2"): (1, -1, -1),
    ("1", "3"): (1, -1, 1),
    ("1", "4"): (1, 1, 1),
    ("2", "3"): (1, 1, 1),
    ("2", "4"): (1, 1, 1),
    ("3", "4"): (-1, 1, -1),
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("lost_row", ["deduct", "ignore"])
@pytest.mark.parametrize("foul_pays", ["scoop", "rows"])
@pytest.mark.parametrize("banker", [None, "1", "2"])
def test_the_four_handed_matrix_of_switches(method: str, lost_row: str, foul_pays: str, banker: str | None) -> None:
    scoop, two_one = METHODS[method][0], METHODS[method][2] + (lost_row == "ignore")
    expected = {
        pair: scoop if sum(rows) == 3 else two_one if sum(rows) > 0 else -two_one
        for pair, rows in FOUR_ROWS.items()
        if banker is None or banker in pair
    }
    switches = {"method": method, "lost_row": lost_row, "foul_pays": foul_pays}
    under = rules("western24", NO_ROYALTIES, **switches, compare="banker" if banker else "all_pairs")
    settlement = settle(record(*FOUR, **({"banker": banker} if banker else {})), under)
    pairs: Any = settlement.marks["pairs"]
    assert {(pair["a"], pair["b"]): int(pair["units"]) for pair in pairs} == expected
    assert all(tuple(pair["rows"]) == FOUR_ROWS[pair["a"], pair["b"]] for pair in pairs)


@pytest.mark.parametrize("method", METHODS)
def test_four_hands_of_which_one_fouls_and_one_gave_up(method: str) -> None:
    """Seat 3 has its flush in the middle and two pair behind."""
    fouled = {**FOUR[2], "middle": FOUR[2]["back"], "back": FOUR[2]["middle"]}
    found = record(FOUR[0], FOUR[1], fouled, {"seat": "4", "surrender": True})
    scoop, two_one = METHODS[method][0], METHODS[method][2]
    settlement = settle(found, rules("western24", NO_ROYALTIES, method=method, foul_pays="scoop"))
    assert settlement.nets == {
        "1": 100 * (-two_one + scoop + 3),
        "2": 100 * (two_one + scoop + 3),
        "3": 100 * (-2 * scoop),
        "4": 100 * -6,
        "house": 0,
    }


def test_a_home_run_of_four_hands_doubles_all_three_pairs_of_its_player() -> None:
    beaten = {**FOUR[0], "front": FOUR[1]["front"]}
    best = {**FOUR[1], "front": FOUR[0]["front"]}
    under = rules("western24", NO_ROYALTIES, method="double", home_run_mult=2, home_run_min=3)
    settlement = settle(record(beaten, best, FOUR[2], FOUR[3]), under)
    assert settlement.marks["home_run"] == ["2"]
    assert [units(settlement, *pair) for pair in (("1", "2"), ("2", "3"), ("2", "4"))] == ["-12", "12", "12"]
    assert settlement.nets["2"] == 3600
