"""The edges of comparing rows: equal rows that are swapped or not, suits behind ranks, royalties of no shape."""

from typing import Any

import pytest

from engine.cards import parse_cards
from engine.errors import RulesetRefused
from engine.games import chinese_poker as game
from engine.games.rows import Fault, RowRules, SetRows, Tie, compare_rows, rank_row, row_key, row_rules, set_rows
from support import open_face
from support.chinese_poker import document


def under(**switches: Any) -> RowRules:
    return row_rules(document("western24", **switches)["switches"])


def arranged(front: str, middle: str, back: str, rules: RowRules) -> SetRows:
    return set_rows(parse_cards(front), parse_cards(middle), parse_cards(back), rules)


EQUAL = ("2c 4d 6h", "Ks Qs 9d 5c 3c", "Kh Qd 9c 5h 3d")


def test_the_higher_row_is_called_the_back_and_equal_rows_stay_where_they_were_set() -> None:
    swap = under(middle_over_back="swap")
    found = arranged(*EQUAL, swap)
    assert (found.swapped, found.faults, found.cards[1]) == (False, (), parse_cards(EQUAL[1]))
    higher = arranged(EQUAL[0], "Ks Qs 9d 5c 4c", EQUAL[2], swap)
    assert (higher.swapped, higher.faults, higher.cards[2]) == (True, (), parse_cards("Ks Qs 9d 5c 4c"))


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("Ks Qs 9d 5c 2c", "Kc Qd 9c 5h 3d"),
        ("Ks Qs 9d 5c 3c", "Kc Qd 9c 5h 4d"),
        ("Ks Qs 9d 5c 4c", "Kc Qd 9c 6h 2d"),
        ("As Ah 4s 3s 2c", "Ad Ac 5c 3c 2d"),
    ],
)
def test_suits_part_rows_of_equal_strength_only(lower: str, higher: str) -> None:
    """The lower row has the higher suit, and one pip less."""
    by_suit = under(tie="suit")
    low, high = (
        row_key(cards, rank_row("back", cards, by_suit), by_suit) for cards in map(parse_cards, (lower, higher))
    )
    assert compare_rows(low, high) == -1
    assert arranged("2h 3h 4h", lower, higher, by_suit).faults == ()
    assert arranged("2h 3h 4h", higher, lower, by_suit).faults == (Fault.MIDDLE_OVER_BACK,)


def test_suits_part_equal_rows_by_their_highest_card() -> None:
    by_suit = under(tie="suit")
    assert by_suit.tie is Tie.SUIT
    assert arranged(*EQUAL, by_suit).faults == (Fault.MIDDLE_OVER_BACK,)
    assert arranged(EQUAL[0], EQUAL[2], EQUAL[1], by_suit).faults == ()


@pytest.mark.parametrize("row", ["front", "middle", "back"])
@pytest.mark.parametrize("entries", [[], "off", 3, None])
def test_royalties_of_a_row_are_an_object(row: str, entries: Any) -> None:
    royalties = {"front": {}, "middle": {}, "back": {}, row: entries}
    with pytest.raises(RulesetRefused) as closed:
        game.load_rules(document("western24", {"royalties": royalties}))
    with pytest.raises(RulesetRefused) as face_up:
        open_face.rules("ofc_pineapple", royalties)
    for refused in (closed, face_up):
        assert [(fault.code, fault.pointer) for fault in refused.value.violations] == [
            ("wrong_type", f"/schedules/royalties/{row}")
        ]


@pytest.mark.parametrize(
    ("middle", "units"),
    [
        ("7h 5c 4d 3s 2d", 8),
        ("7h 6c 4d 3s 2d", 4),
        ("8h 5c 4d 3s 2d", 2),
        ("9h 5c 4d 3s 2d", 1),
        ("Th 5c 4d 3s 2d", 0),
        ("7d 5d 4d 3d 2d", 0),
    ],
)
def test_a_royalty_of_one_row_is_that_which_the_three_rows_have_together(middle: str, units: int) -> None:
    """Deuce-to-seven (section 6): 7-5-4-3-2 is worth 8 and another seven 4; aces in front 9, a full house behind 6."""
    under = open_face.rules("ofc_27", low_middle_qualifier="none")
    strengths = arranged("Ah Ad Kc", middle, "As Ac Qh Qs Qd", under.rows).strengths
    of_each = tuple(under.royalties.of_row(row, strength) for row, strength in enumerate(strengths))
    assert of_each == under.royalties.of_rows(strengths) == (9, units, 6)
