"""The edges of comparing rows: equal rows that are swapped or not, suits behind ranks, royalties of no shape."""

from fractions import Fraction
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
    """Deuce-to-seven (section 6): 7-5-4-3-2 is worth 8, another seven 4; aces in front 9, a full house behind 6."""
    under = open_face.rules("ofc_27", low_middle_qualifier="none")
    strengths = arranged("Ah Ad Kc", middle, "As Ac Qh Qs Qd", under.rows).strengths
    of_each = tuple(under.royalties.of_row(row, strength) for row, strength in enumerate(strengths))
    assert of_each == under.royalties.of_rows(strengths) == (9, units, 6)


def test_royalties_of_quads_may_be_listed_by_rank_and_those_of_straight_flushes_may_not() -> None:
    """The entry of a rank goes before the general one."""
    back = {"quads": 10, "quads_A": 15, "quads_2": 12}
    under = open_face.rules("ofc_pineapple", {"front": {}, "middle": {}, "back": back})
    rows = ("2h 3h 4s", "5h 6h 8d Tc Qd")
    for quads, units in (("A", 15), ("K", 10), ("3", 10), ("2", 12)):
        hand = " ".join(f"{quads}{suit}" for suit in "cdhs") + " 9c"
        strengths = arranged("4h 5h 6s" if quads in "23" else rows[0], rows[1], hand, under.rows).strengths
        assert under.royalties.of_rows(strengths) == (0, 0, units)
    with pytest.raises(RulesetRefused) as refused:
        open_face.rules("ofc_pineapple", {"front": {}, "middle": {}, "back": {"straight_flush_A": 30}})
    assert [(fault.code, fault.pointer) for fault in refused.value.violations] == [
        ("impossible_royalty", "/schedules/royalties/back/straight_flush_A")
    ]


def test_half_a_unit_for_the_best_low_alone_splits_the_unit() -> None:
    royalties = {"front": {}, "middle": {"low_75432": "17/2"}, "back": {}}
    assert open_face.rules("ofc_27", royalties, rounding="reject").denominator == 2
    assert open_face.rules("ofc_27", {**royalties, "middle": {"low_75432": 8}}, rounding="reject").denominator == 1


@pytest.mark.parametrize(
    ("row", "switches", "possible", "impossible"),
    [
        ("front", {"variant": "front_low", "low_front_ace": "high"}, ["low_4", "low_K", "low_A"], ["low_3", "trips"]),
        ("front", {"variant": "front_low", "low_front_ace": "low"}, ["low_3", "low_K"], ["low_2", "low_A", "pair"]),
        ("middle", {"variant": "middle_low"}, ["low_7", "low_A", "low_75432"], ["low_6", "straight"]),
        ("front", {}, ["pair", "pair_2", "trips_A", "high"], ["high_A", "low_4", "straight", "quads"]),
        ("back", {}, ["quads_A", "royal_flush", "full_house"], ["low_7", "flush_A", "royal"]),
    ],
)
def test_a_row_can_be_paid_for_what_it_can_hold_and_for_nothing_else(
    row: str, switches: dict[str, Any], possible: list[str], impossible: list[str]
) -> None:
    """Best of three cards that play low is 4-3-2, or 3-2-A with a low ace; of five 7-5-4-3-2 (section 9)."""

    def read(name: str) -> None:
        royalties = {"front": {}, "middle": {}, "back": {}, row: {name: 1}}
        game.load_rules(document("western24", {"royalties": royalties, "naturals": "off"}, **switches))

    for name in possible:
        read(name)
    for name in impossible:
        with pytest.raises(RulesetRefused) as refused:
            read(name)
        assert [fault.code for fault in refused.value.violations] == ["impossible_royalty"]


@pytest.mark.parametrize(("listed", "units"), [({"low_7": 4}, 4), ({"low_7": 4, "low_75432": 8}, 8), ({"low_8": 2}, 0)])
def test_the_best_low_is_paid_like_another_seven_where_it_has_no_entry_of_its_own(
    listed: dict[str, int], units: int
) -> None:
    under = open_face.rules("ofc_27", {"front": {}, "middle": listed, "back": {}})
    strengths = arranged("Ah Kd Qc", "7h 5c 4d 3s 2d", "As Ac Qh Qs Qd", under.rows).strengths
    assert under.royalties.of_rows(strengths) == (0, units, 0)


@pytest.mark.parametrize(("units", "sound"), [(0, True), (1_000, True), ("1/2", True), (1_001, False), (-1, False)])
def test_a_royalty_may_be_nothing_and_is_at_most_a_thousand_units(units: Any, sound: bool) -> None:
    royalties = {"front": {}, "middle": {"trips": units}, "back": {}}
    if sound:
        assert open_face.rules("ofc_pineapple", royalties).royalties.most[1] == Fraction(units)
        return
    with pytest.raises(RulesetRefused) as refused:
        open_face.rules("ofc_pineapple", royalties)
    assert [fault.code for fault in refused.value.violations] == ["wrong_value"]
