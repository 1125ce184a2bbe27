"""Ranking, order and fouls of three rows, and row against row."""

from random import Random
from typing import Any

import pytest

from engine.cards import parse_cards
from engine.games.rows import (
    Fault,
    RowRules,
    Tie,
    Variant,
    compare_rows,
    hand_name,
    rank_row,
    row_key,
    row_rules,
    set_rows,
)
from engine.ranking import Wheel
from support import chinese_poker_by_hand as by_hand
from support.chinese_poker import deal, document


def row_switches(**switches: Any) -> dict[str, Any]:
    return document("western24", **switches)["switches"]  # type: ignore[no-any-return]


def under(**switches: Any) -> RowRules:
    return row_rules(row_switches(**switches))


def faults(rows: tuple[str, str, str], **switches: Any) -> tuple[Fault, ...]:
    front, middle, back = map(parse_cards, rows)
    return set_rows(front, middle, back, under(**switches)).faults


def test_every_fault_of_an_arrangement_is_named() -> None:
    upside_down = ("Ah Ad Ac", "Kh Kd Kc 2s 3s", "Qh Qd 5c 6c 7s")
    assert faults(upside_down) == (Fault.FRONT_OVER_MIDDLE, Fault.MIDDLE_OVER_BACK)


@pytest.mark.parametrize(
    ("front", "middle", "over"),
    [
        ("Ah Ac Ad", "Kh Kc Kd 5s 2c", True),
        ("Ah Ac Ad", "2c 3d 4h 5s 6c", False),
        ("2h 2c 2d", "3h 3c 3d Ks Qc", False),
        ("Kh Kc 4d", "3d 3s 2h 2c 7d", False),
        ("Kh Kc Ad", "Kd Ks Qh 7c 3d", True),
        ("Kh Kc Qd", "Kd Ks Qh 7c 3d", False),
        ("Ah Kc Jd", "Ad Ks Th 9c 8d", True),
        ("4d 5d Ad", "2h 3c 9d Ts Kh", True),
    ],
)
def test_a_card_that_the_front_does_not_have_counts_below_a_deuce(front: str, middle: str, over: bool) -> None:
    back = "Js Jc Jh 8d 8s" if "J" not in front else "9s 9c 9h 8h 8s"
    assert (Fault.FRONT_OVER_MIDDLE in faults((front, middle, back))) == over


def test_equal_five_card_rows_are_legal_under_ge_and_a_foul_under_strict() -> None:
    equal = ("2h 3c 5d", "6c 7d 8h 9s Tc", "6d 7h 8s 9c Td")
    assert faults(equal) == ()
    assert faults(equal, order="strict") == (Fault.MIDDLE_OVER_BACK,)


def test_where_suits_count_the_higher_suit_must_lie_behind() -> None:
    equal = ("2h 3c 5d", "6c 7d 8h 9s Tc", "6d 7h 8s 9c Td")
    assert faults(equal, tie="suit") == ()
    assert faults((equal[0], equal[2], equal[1]), tie="suit") == (Fault.MIDDLE_OVER_BACK,)
    assert faults((equal[0], equal[2], equal[1]), tie="suit", suit_order="dchs") == ()
    assert faults(equal, tie="suit", order="strict") == ()


def test_the_second_wheel_changes_fouls_too() -> None:
    steel_wheel_behind = ("2h 3c 4d", "9d Td Jd Qd Kd", "Ah 2c 3h 4h 5h")
    assert faults(steel_wheel_behind) == (Fault.MIDDLE_OVER_BACK,)
    suited = ("2c 3c 4d", "9d Td Jd Qd Kd", "Ah 2h 3h 4h 5h")
    assert faults(suited) == (Fault.MIDDLE_OVER_BACK,)
    assert faults(suited, wheel="second") == ()


def test_swapping_calls_the_higher_five_card_row_the_back() -> None:
    front, middle, back = map(parse_cards, ("2h 3c 5d", "9s 9c 9d Ks Kc", "6d 7h 8s 9h Td"))
    found = set_rows(front, middle, back, under(middle_over_back="swap"))
    assert (found.cards, found.faults, found.swapped) == ((front, back, middle), (), True)
    assert found.strengths[2] > found.strengths[1]


def test_swapping_does_not_heal_a_front_that_is_over_the_lower_row() -> None:
    assert faults(("Ah Ad 2c", "9s 9c 9d Ks Kc", "Kd Kh 8s 9h Td"), middle_over_back="swap") == (
        Fault.FRONT_OVER_MIDDLE,
    )


@pytest.mark.parametrize(
    ("rows", "switches", "expected"),
    [
        (("Ah Kd 2c", "Th 7c 4d 3s 2d", "8c 8s 5h 5d 3h"), {"low_middle_qualifier": "ten"}, ()),
        (("Ah Kd 2c", "Jh 7c 4d 3s 2d", "8c 8s 5h 5d 3h"), {"low_middle_qualifier": "ten"}, (Fault.MIDDLE_NOT_LOW,)),
        (("Ah Kd 2c", "6h 5c 4d 3s 2d", "8c 8s 5h 5d 3h"), {"low_middle_qualifier": "ten"}, (Fault.MIDDLE_NOT_LOW,)),
        (("Ah Kd 2c", "9d 7d 4d 3d 2d", "8c 8s 5h 5d 3h"), {"low_middle_qualifier": "ten"}, (Fault.MIDDLE_NOT_LOW,)),
        (("Kh Qd 2c", "Ah 5c 4d 3s 2d", "8c 8s 5h 5d 3h"), {"low_middle_qualifier": "ten"}, (Fault.MIDDLE_NOT_LOW,)),
        (("Ah Kd 2c", "Jh 7c 4d 3s 2d", "8c 8s 5h 5d 3h"), {"low_middle_qualifier": "none"}, ()),
        (("Ah Ad 2c", "9h 7c 4d 3s 2d", "8c 8s 5h 6d 3h"), {"low_middle_qualifier": "none"}, (Fault.FRONT_OVER_BACK,)),
    ],
)
def test_a_low_middle_leaves_only_front_against_back_and_its_qualifier(
    rows: tuple[str, str, str], switches: dict[str, Any], expected: tuple[Fault, ...]
) -> None:
    assert faults(rows, variant="middle_low", **switches) == expected


@pytest.mark.parametrize(
    ("rows", "qualifier", "expected"),
    [
        (("Ah Kd Qc", "9c 8d 7h 6s 2c", "Kh Kc Td 3s 3c"), "unpaired", ()),
        (("2h 2d Qc", "9c 8d 7h 6s 3c", "Kh Kc Td 4s 4c"), "unpaired", (Fault.FRONT_NOT_LOW,)),
        (("2h 2d 2c", "9c 8d 7h 6s 3c", "Kh Kc Td 4s 4c"), "none", ()),
        (
            ("2h 2d Qc", "Kh Kc Td 4s 4c", "9c 8d 7h 6s 3c"),
            "unpaired",
            (Fault.MIDDLE_OVER_BACK, Fault.FRONT_NOT_LOW),
        ),
    ],
)
def test_a_low_front_leaves_only_middle_against_back_and_its_qualifier(
    rows: tuple[str, str, str], qualifier: str, expected: tuple[Fault, ...]
) -> None:
    assert faults(rows, variant="front_low", low_front_qualifier=qualifier) == expected


@pytest.mark.parametrize(
    ("switches", "better", "worse"),
    [
        ({"variant": "front_low"}, "4h 3c 2d", "5h 4c 2s"),
        ({"variant": "front_low"}, "Kh Qc Jd", "Ah 3c 2d"),
        ({"variant": "front_low", "low_front_ace": "low"}, "3h 2c Ad", "4h 3c 2d"),
        ({"variant": "front_low"}, "Ah Kc Qd", "2h 2c 3d"),
        ({"variant": "front_low"}, "Ah Ac Kd", "2h 2c 2d"),
    ],
)
def test_a_low_front_prefers_what_is_low(switches: dict[str, Any], better: str, worse: str) -> None:
    rules = under(**switches)
    assert rank_row("front", parse_cards(better), rules) > rank_row("front", parse_cards(worse), rules)


def test_equal_rows_tie_and_a_suit_parts_them_where_suits_count() -> None:
    a, b = parse_cards("Ks Kd 2c"), parse_cards("Kh Kc 2d")
    for rules, expected in ((under(), 0), (under(tie="suit"), 1), (under(tie="suit", suit_order="dcsh"), -1)):
        keys = [row_key(cards, rank_row("front", cards, rules), rules) for cards in (a, b)]
        assert compare_rows(*keys) == expected


@pytest.mark.parametrize(
    ("row", "cards", "switches", "name"),
    [
        ("back", "Kh Kc 9d 9s 4c", {}, "two_pair K 9 4"),
        ("back", "Ah 2c 3d 4s 5h", {}, "straight 5"),
        ("back", "Ah 2h 3h 4h 5h", {"wheel": "second"}, "straight_flush 5"),
        ("front", "Qh Kh Ah", {}, "high A K Q"),
        ("middle", "7h 5c 4d 3s 2d", {"variant": "middle_low"}, "high 7 5 4 3 2"),
        ("front", "3h 2c Ad", {"variant": "front_low", "low_front_ace": "low"}, "high 3 2 A"),
    ],
)
def test_a_row_is_told_by_its_category_and_ranks(row: str, cards: str, switches: dict[str, Any], name: str) -> None:
    assert hand_name(rank_row(row, parse_cards(cards), under(**switches))) == name


def test_switches_become_rules_of_the_same_names() -> None:
    rules = under(variant="front_low", wheel="second", order="strict", tie="suit", low_front_ace="low")
    assert rules == RowRules(Variant.FRONT_LOW, Wheel.SECOND, True, False, Tie.SUIT, "cdhs", True, True, False)


@pytest.mark.parametrize("variant", ["high", "middle_low", "front_low"])
@pytest.mark.parametrize("tie", ["none", "suit"])
@pytest.mark.parametrize("wheel", ["low", "second"])
def test_a_second_opinion_agrees_on_every_comparison_and_foul(variant: str, tie: str, wheel: str) -> None:
    switches = row_switches(variant=variant, tie=tie, wheel=wheel, low_middle_qualifier="ten")
    rules, random = row_rules(switches), Random(f"{variant} {tie} {wheel}")
    for _ in range(60):
        hands = [dict(zip(by_hand.ROWS, (h[:3], h[3:8], h[8:]), strict=True)) for h in deal(4, random, legal=0.5)]
        for hand in hands:
            front, middle, back = (parse_cards(hand[row]) for row in by_hand.ROWS)
            found = set_rows(front, middle, back, rules)
            assert bool(found.faults) == by_hand.is_foul(hand, switches)
        for row in by_hand.ROWS:
            a, b = hands[0], hands[1]
            keys = [
                row_key(cards, rank_row(row, cards, rules), rules)
                for cards in (parse_cards(a[row]), parse_cards(b[row]))
            ]
            mine, other = by_hand.suited(row, a[row], switches), by_hand.suited(row, b[row], switches)
            assert compare_rows(*keys) == (mine > other) - (mine < other)
