"""What multiplies a hand, and how that is told: levels, pots, the Super Bowl, halves on the tally, the stake."""

from random import Random
from typing import Any

import pytest

from engine.errors import BrokenInvariant
from engine.games import open_face_chinese as game
from engine.sentences import line_sentence
from engine.settlement import HOUSE, Settlement
from support.open_face import TERMS, board, codes, lines, mark, record_of, rules, settle, settled

A = board("Qh Qd 5c", "Kh Kc 3d 3s 2c", "9h 9d 9c 7s 7h")
"""Royalties 7 + 0 + 6."""
B = board("6h 6d Ac", "Jh Jc Jd 4s 2d", "Ts 8s 6s 5s Qs")
"""Royalties 1 + 2 + 4; against A it loses front and back: A nets 1 for rows and 6 for royalties."""
FOULED = board("Kd Td 4c", "Ah As 8h 8d 6c", "5d 4d Qc Tc 2h")
TWO = {"A": A, "B": B}


def said(settlement: Settlement, item: str) -> list[str]:
    return [line_sentence(game.CLAUSES, line) for line in lines(settlement, item)]


@pytest.mark.parametrize(
    ("switches", "more", "told"),
    [
        ({"royalty_mult": 3}, {}, "counted 3 times: 21. [6, 10]"),
        (
            {"royalty_levels": [3, 5, 7], "hands_per_level": 2},
            {"hand": 1},
            "counted 3 times at level 1: 21. [10]",
        ),
        (
            {"royalty_levels": [3, 5, 7], "hands_per_level": 2},
            {"hand": 2},
            "counted 3 times at level 1: 21. [10]",
        ),
        (
            {"royalty_levels": [3, 5, 7], "hands_per_level": 2},
            {"hand": 3},
            "counted 5 times at level 2: 35. [10]",
        ),
        (
            {"royalty_levels": [3, 5, 7], "hands_per_level": 2},
            {"hand": 99},
            "counted 7 times at level 3: 49. [10]",
        ),
        (
            {"royalty_base_pot_minor": "1000"},
            {"pot_minor": "3999"},
            "counted 3 times by the pot of 3999 over 1000: 21. [10]",
        ),
    ],
)
def test_a_royalty_says_how_often_it_counts_and_by_what(
    switches: dict[str, Any], more: dict[str, Any], told: str
) -> None:
    first, _ = said(settled(TWO, rules("ofc_pineapple", **switches), **more), "front_royalty")
    assert first == f"pair Q 5 in the front earns a royalty of 7, {told}"


def test_a_royalty_that_a_fouled_hand_pays_says_so_too() -> None:
    settlement = settled({"A": A, "C": FOULED}, rules("ofc_pineapple", royalty_mult=2))
    told = "The fouled hand pays the royalty of 7 for pair Q 5 in the front, counted 2 times: 14. [6, 10]"
    assert said(settlement, "front_royalty") == [told]
    assert said(settlement, "foul") == ["Seat C fouled (middle_over_back) and pays 6 units, as if scooped. [4]"]


def test_a_super_bowl_says_whose_it_is_and_what_it_multiplies() -> None:
    under = rules("ofc_pineapple", super_bowl_mult=3)
    third = settled(TWO, under, fantasyland={"A": 14}, fantasyland_runs={"A": 2})
    told = "Super Bowl of A: the 7 units of this pair count 3 times. [10]"
    assert said(third, "super_bowl") == [told]
    both = settled(TWO, under, fantasyland={"A": 14, "B": 14}, fantasyland_runs={"A": 2, "B": 9})
    assert said(both, "super_bowl") == [told.replace("of A", "of A B")]
    turned = settled({"B": B, "A": A}, under, fantasyland={"A": 14}, fantasyland_runs={"A": 2})
    assert said(turned, "super_bowl") == [told]


def test_a_super_bowl_that_multiplies_nothing_has_no_line() -> None:
    third = settled(TWO, rules("ofc_pineapple", super_bowl_mult=1), fantasyland={"A": 14}, fantasyland_runs={"A": 2})
    assert lines(third, "super_bowl") == []
    assert mark(third, "super_bowl")["A"] == {"run": 3, "super_bowl": True}


def test_a_tied_row_is_half_a_point_each_on_the_tally_where_the_house_halves_ties() -> None:
    """Kings and threes with a deuce in both middles: rows 1, 0, 1, and no unit moves for the middle."""
    tied = {"A": A, "B": {**B, "middle": ["Kd", "Ks", "3h", "3c", "2d"]}}
    tied["B"]["back"] = ["Ts", "8s", "6s", "5s", "Qs"]
    settlement = settled(tied, rules("ofc_pineapple", tie="half"))
    (pair,) = mark(settlement, "pairs")
    assert pair["rows"] == [1, 0, 1]
    assert pair["row_points"] == [["1", "0"], ["1/2", "1/2"], ["1", "0"]]
    for tie in ("none", "suit"):
        assert "row_points" not in mark(settled(tied, rules("ofc_pineapple", tie=tie)), "pairs")[0]


def test_the_stake_of_the_hand_is_told_in_the_marks() -> None:
    under = rules("ofc_pineapple", stake_schedule=[1, 5], hands_per_level=3)
    assert [mark(settled(TWO, under, hand=hand), "stake_minor") for hand in (3, 4)] == ["100", "500"]


def test_what_is_illegal_or_unfinished_is_not_judged() -> None:
    record = {"seats": ["A", "B"], "button": "B", "moves": [{"seat": "B", "dealt": ["2c"]}]}
    assert codes(record, rules("ofc_pineapple")) == [("not_your_turn", "/moves/0")]
    with pytest.raises(BrokenInvariant):
        game.judge(game.parse(record, TERMS), rules("ofc_pineapple"))


def classic_hand(*late: int) -> dict[str, Any]:
    """A hand of turbo of A and B in which A's moves of these streets came too late; A's middle beats its back."""
    moves = [
        ("A", "2c 3d 4h Ks Kh", {"front": "2c 3d 4h", "middle": "Ks Kh"}),
        ("B", "2d 3c 4s Qs Qh", {"front": "2d 3c 4s", "middle": "Qs Qh"}),
        ("A", "Kc 8d 9d Jd", {"middle": "Kc 8d 9d", "back": "Jd"}),
        ("B", "5c 8c 9c Ac", {"middle": "5c 8c 9c", "back": "Ac"}),
        ("A", "Jh 7c 6d 5h", {"back": "Jh 7c 6d 5h"}),
        ("B", "Ad Ah 7d 6h", {"back": "Ad Ah 7d 6h"}),
    ]
    told: list[dict[str, Any]] = [
        {"seat": seat, "dealt": dealt.split(), **{row: cards.split() for row, cards in rows.items()}}
        for seat, dealt, rows in moves
    ]
    for street in late:
        told[2 * street]["timeout"] = True
    return {"seats": ["A", "B"], "button": "B", "moves": told}


@pytest.mark.parametrize("late", [(0,), (1,), (2,), (0, 2)])
def test_a_board_that_was_late_once_stays_so_and_its_other_faults_are_named_beside(late: tuple[int, ...]) -> None:
    under = rules("ofc_classic", ofc="turbo", timeout="foul")
    assert mark(settle(classic_hand(*late), under), "faults") == {"A": ["middle_over_back", "timeout"], "B": []}


def test_a_hand_in_time_has_no_fault_of_the_clock() -> None:
    settlement = settle(classic_hand(), rules("ofc_classic", ofc="turbo", timeout="foul"))
    assert mark(settlement, "faults") == {"A": ["middle_over_back"], "B": []}
    assert settlement.nets == {"A": -600, "B": 600, HOUSE: 0}


def test_one_level_of_royalties_counts_for_a_hand_that_tells_no_number() -> None:
    under = rules("ofc_pineapple", royalty_levels=[2])
    numbers: list[dict[str, Any]] = [{}, {"hand": 1}, {"hand": 9}]
    for more in numbers:
        record = record_of({"A": A, "B": B}, "pineapple", Random(1), **more)
        assert codes(record, under) == []
        settlement = settle(record, under)
        assert settlement.nets == {"A": 1300, "B": -1300, HOUSE: 0}
        assert mark(settlement, "royalty_mult") == 2
        assert dict(lines(settlement, "front_royalty")[0].reason.facts)["level"] == 1
