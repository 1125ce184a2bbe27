"""The edges of a pair: tied rows with royalties, totals of nothing, ties row by row, the hands that a line tells."""

from typing import Any

import pytest

from engine.games import chinese_poker as game
from engine.sentences import line_sentence
from engine.settlement import Settlement
from support.chinese_poker import arranged, record, rules, settle, units

NO_ROYALTIES: dict[str, Any] = {"royalties": "off", "naturals": "off"}
FRONTS = {"+": ("Ah Kd 7c", "Qc Jh 6d"), "-": ("Qc Jh 6d", "Ah Kd 7c"), "=": ("Ah Kd 7c", "As Kh 7d")}
MIDDLES = {
    "+": ("Tc Td 5s 4h 2c", "9c 9d 5h 4s 2d"),
    "-": ("9c 9d 5h 4s 2d", "Tc Td 5s 4h 2c"),
    "=": ("Tc Td 5s 4h 2c", "Th Ts 5h 4s 2d"),
}
BACKS = {
    "+": ("Js Jc Jd 8d 3s", "6h 6c 6s 8h 3h"),
    "-": ("6h 6c 6s 8h 3h", "Js Jc Jd 8d 3s"),
    "=": ("4c 5c 6c 7h 8h", "4d 5d 6h 7s 8d"),
}
"""Of equal rows the second hand's has the higher suit in front and middle, the first one's in the back."""
LISTED: dict[str, Any] = {
    "royalties": {"front": {"high": 3}, "middle": {"pair": 5}, "back": {"trips": 7, "straight": 7}},
    "naturals": "off",
}
"""Every row of the hands above is worth something."""


def won(rows: str, *others: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A record of two hands whose front, middle and back end as told: won, lost or tied by the first."""
    chosen = (FRONTS[rows[0]], MIDDLES[rows[1]], BACKS[rows[2]])
    first, second = (arranged(seat, *(pair[i] for pair in chosen)) for i, seat in enumerate("12"))
    return record(first, second, *others, **more)


def clauses(settlement: Settlement) -> list[str]:
    return [line.reason.clause for line in settlement.lines][:3]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("=++", 2 + 5 + 7),
        ("+=+", 2 + 3 + 7),
        ("++=", 2 + 3 + 5),
        ("=--", -2 - 5 - 7),
        ("-=-", -2 - 3 - 7),
        ("--=", -2 - 3 - 5),
        ("+-=", 3 - 5),
        ("===", 0),
    ],
)
def test_a_tied_row_pays_no_royalty_where_only_a_won_row_does(rows: str, expected: int) -> None:
    settlement = settle(won(rows), rules("western24", LISTED, method="plain", royalty_when="win", royalty_mode="add"))
    assert units(settlement, "1", "2") == str(expected)
    tied = [row for row, result in zip(("front", "middle", "back"), rows, strict=True) if result == "="]
    assert not [line.item for line in settlement.lines if line.item in [f"{row}_royalty" for row in tied]]


def test_a_royalty_of_nothing_has_no_line() -> None:
    """Where royalties are always netted, the first hand shows one in front and the second none in any row."""
    royalties = {"royalties": {"front": {"pair_A": 3}, "middle": {}, "back": {}}, "naturals": "off"}
    a = arranged("1", "Ah Ad 7c", "Kc Kd Qs Qh 2c", "Js Jc Jd 8d 3s")
    b = arranged("2", "Qc Jh 6d", "9c 9d 5h 4s 2d", "6h 6c 6s 8h 3h")
    settlement = settle(record(a, b), rules("western24", royalties, method="plain", royalty_when="always"))
    assert [(line.item, line.units) for line in settlement.lines if "royalty" in line.item] == [("front_royalty", "3")]
    assert units(settlement, "1", "2") == "6"


@pytest.mark.parametrize(
    ("rows", "royalties", "expected"),
    [
        # Rows 1, and a royalty of 1 against it: the total is nothing, and nobody has the greater one.
        ("+-+", {"middle": {"pair_T": 1}}, 1 - 1),
        ("+-+", {"middle": {"pair_T": 2}}, 1 - 2 - 1),
        ("+-+", {"middle": {"pair_T": "1/2"}}, "3/2"),
        ("-+-", {"middle": {"pair_T": 1}}, -1 + 1),
        ("-+-", {"middle": {"pair_T": 2}}, -1 + 2 + 1),
        ("-+-", {"middle": {"pair_T": "1/2"}}, "-3/2"),
    ],
)
def test_the_overall_point_of_totals_goes_to_nobody_where_the_total_is_nothing(
    rows: str, royalties: dict[str, Any], expected: int | str
) -> None:
    schedules = {"royalties": {"front": {}, "middle": {}, "back": {}, **royalties}, "naturals": "off"}
    under = rules("western24", schedules, method="2-4", overall_on="net_total", royalty_mode="add")
    assert units(settle(won(rows), under, 200), "1", "2") == str(expected)


@pytest.mark.parametrize("rows", ["=+-", "+=-", "-+="])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_tie_goes_to_the_banker_in_whichever_row_it_is(rows: str, place: int) -> None:
    """A row won, one lost and one tied: the tie decides for the bank, 1 - 1 + 1."""
    turned = rows[-place:] + rows[:-place]
    under = rules("western24", NO_ROYALTIES, method="plain", tie="banker")
    told = {"+": "row_won", "-": "row_lost", "=": "row_to_banker"}
    for banker, expected in (("1", "1"), ("2", "-1")):
        settlement = settle(won(turned, banker=banker), under)
        assert units(settlement, "1", "2") == expected
        assert clauses(settlement) == [told[result] for result in turned]


def test_a_tie_between_two_that_do_not_hold_the_bank_is_told_as_a_tie() -> None:
    third = arranged("3", "Qc Jh 6d", "Qh Qs 9h 7s 5c", "Ac Ad Th Ts Qd")
    settlement = settle(won("=++", third, banker="3"), rules("western24", NO_ROYALTIES, method="plain", tie="banker"))
    assert clauses(settlement) == ["row_tied", "row_won", "row_won"]


@pytest.mark.parametrize(
    ("rows", "lost_row", "told"),
    [
        ("=+-", "deduct", ["row_lost_by_suit", "row_won", "row_lost"]),
        ("+=-", "deduct", ["row_won", "row_lost_by_suit", "row_lost"]),
        ("-+=", "deduct", ["row_lost", "row_won", "row_won_by_suit"]),
        ("===", "deduct", ["row_lost_by_suit", "row_lost_by_suit", "row_won_by_suit"]),
        ("=++", "ignore", ["row_ignored", "row_won", "row_won"]),
        ("+=+", "ignore", ["row_won", "row_ignored", "row_won"]),
        ("--=", "ignore", ["row_lost", "row_lost", "row_ignored"]),
    ],
)
def test_a_row_that_a_suit_has_parted_says_so_and_no_other_does(rows: str, lost_row: str, told: list[str]) -> None:
    under = rules("western24", NO_ROYALTIES, method="plain", tie="suit", lost_row=lost_row)
    assert clauses(settle(won(rows), under)) == told


def test_each_row_tells_its_own_two_hands() -> None:
    settlement = settle(won("+-="), rules("western24", NO_ROYALTIES, method="plain"))
    assert [line_sentence(game.CLAUSES, line) for line in settlement.lines] == [
        "high A K 7 beats high Q J 6 in the front. [3]",
        "pair 9 5 4 2 loses to pair T 5 4 2 in the middle. [3]",
        "straight 8 ties with straight 8 in the back; nothing moves. [3]",
    ]
    other = settle(won("==-"), rules("western24", NO_ROYALTIES, method="plain", tie="half"))
    assert [line_sentence(game.CLAUSES, line) for line in other.lines] == [
        "high A K 7 ties with high A K 7 in the front: half a point each, nothing moves. [3]",
        "pair T 5 4 2 ties with pair T 5 4 2 in the middle: half a point each, nothing moves. [3]",
        "trips 6 8 3 loses to trips J 8 3 in the back. [3]",
    ]
