"""What a settlement of Open-Face says in sentences: whose hand, what the table gives, how many times it counts."""

import re
from fractions import Fraction
from typing import Any

import pytest

from engine.games import open_face_chinese as game
from engine.sentences import line_sentence
from engine.settlement import Settlement
from support.open_face import board, rules, settled

A = board("Qh Qd 5c", "Kh Kc 3d 3s 2c", "9h 9d 9c 7s 7h")
"""Royalties 7 + 0 + 6."""
B = board("6h 6d Ac", "Jh Jc Jd 4s 2d", "Ts 8s 6s 5s Qs")
"""Royalties 1 + 2 + 4."""
FOULED = board("Kd Td 4c", "Ah As 8h 8d 6c", "5d 4d Qc Tc 2h")
THREE = {"A": A, "B": B, "C": FOULED}


def said(settlement: Settlement) -> list[str]:
    return [line_sentence(game.CLAUSES, line) for line in settlement.lines]


def test_a_row_a_royalty_of_either_side_and_a_foul_each_say_whose_they_are() -> None:
    sentences = said(settled(THREE, rules("ofc_pineapple")))
    assert sentences[0] == "pair Q 5 beats pair 6 A in the front. [3]"
    assert sentences[3:5] == [
        "pair Q 5 in the front earns a royalty of 7. [6]",
        "pair 6 A in the other hand's front earns a royalty of 1. [6]",
    ]
    assert sentences[8:10] == [
        "Seat C fouled (middle_over_back) and pays 6 units, as if scooped. [4]",
        "The fouled hand pays the royalty of 7 for pair Q 5 in the front. [4, 6]",
    ]


@pytest.mark.parametrize(
    ("switches", "more", "counted"),
    [
        ({"royalty_mult": 3}, {}, "counted 3 times: {}. [6, 10]"),
        ({"royalty_levels": [1, 2], "hands_per_level": 2}, {"hand": 3}, "counted 2 times at level 2: {}. [10]"),
        (
            {"royalty_base_pot_minor": "2000"},
            {"pot_minor": "5000"},
            "counted 2 times by the pot of 5000 over 2000: {}. [10]",
        ),
    ],
)
def test_a_royalty_that_counts_several_times_is_told_as_the_table_has_it(
    switches: dict[str, Any], more: dict[str, Any], counted: str
) -> None:
    settlement = settled(THREE, rules("ofc_pineapple", **switches), **more)
    mult = int(counted.split()[1])
    told = dict(zip(said(settlement), settlement.lines, strict=True))
    first = f"pair Q 5 in the front earns a royalty of 7, {counted.format(7 * mult)}"
    theirs = f"pair 6 A in the other hand's front earns a royalty of 1, {counted.format(mult)}"
    fouled = f"The fouled hand pays the royalty of 7 for pair Q 5 in the front, {counted.format(7 * mult)}"
    assert {first, theirs, fouled} <= told.keys()
    royalties = [(sentence, line) for sentence, line in told.items() if line.item.endswith("_royalty")]
    for sentence, line in royalties:
        found = re.search(r"royalty of (\S+?),? .*counted (\d+) times", sentence)
        assert found is not None, sentence
        assert Fraction(found[1].rstrip(",")) * int(found[2]) == abs(Fraction(line.units))


def test_a_super_bowl_names_its_seat_and_what_it_multiplies() -> None:
    runs = {"fantasyland": {"A": 14}, "fantasyland_runs": {"A": 2}}
    settlement = settled(THREE, rules("ofc_pineapple", super_bowl_mult=2), **runs)
    told = [
        sentence for sentence, line in zip(said(settlement), settlement.lines, strict=True) if line.item == "super_bowl"
    ]
    assert told == [f"Super Bowl of A: the {units} units of this pair count 2 times. [10]" for units in (7, 19)]
