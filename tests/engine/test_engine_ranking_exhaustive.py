"""Every hand there is, against exact counts and two slow rankings that share no code with the engine.

Covered, for both wheel rules: ``rank_five`` runs over all 2,598,960 hands and must answer alike for all hands of
one class (same ranks, flush or not; 7,462 classes); one hand of every class then goes to both slow rankings, which
must order all the classes as the engine does, with the same ties. ``strength_five`` and ``rank_low_five`` are
compared on one hand of every class. The three-card rankings run over all 22,100 hands, hand by hand, against
``ranking_by_groups``, and Three Card Poker class by class against ``ranking_by_comparison`` too.
"""

from array import array
from collections import Counter
from itertools import combinations, pairwise

import pytest

from engine.cards import CODES, DECK, Card
from engine.ranking import (
    Category,
    ThreeCategory,
    Wheel,
    rank_five,
    rank_front,
    rank_low_five,
    rank_low_three,
    rank_three,
    strength_five,
    strength_front,
    strength_three,
    value_of,
)
from support import ranking_by_comparison, ranking_by_groups
from support.ranking_by_groups import Worth

Hand = tuple[Card, ...]
FIVE_CARD_COUNTS = {
    Category.HIGH: 1_302_540,
    Category.PAIR: 1_098_240,
    Category.TWO_PAIR: 123_552,
    Category.TRIPS: 54_912,
    Category.STRAIGHT: 10_200,
    Category.FLUSH: 5_108,
    Category.FULL_HOUSE: 3_744,
    Category.QUADS: 624,
    Category.STRAIGHT_FLUSH: 40,
}
THREE_CARD_COUNTS = {
    ThreeCategory.HIGH: 16_440,
    ThreeCategory.PAIR: 3_744,
    ThreeCategory.FLUSH: 1_096,
    ThreeCategory.STRAIGHT: 720,
    ThreeCategory.TRIPS: 52,
    ThreeCategory.STRAIGHT_FLUSH: 48,
}


def codes(hand: Hand) -> list[str]:
    return [CODES[card] for card in hand]


@pytest.fixture(scope="module")
def strengths() -> dict[Wheel, "array[int]"]:
    """The strength of every five-card hand, in the order of ``combinations(DECK, 5)``."""
    return {wheel: array("l", (rank_five(hand, wheel) for hand in combinations(DECK, 5))) for wheel in Wheel}


@pytest.fixture(scope="module")
def class_of_each() -> "array[int]":
    """A number for the class of every five-card hand, in the same order: its ranks, and whether it is a flush."""
    numbers: dict[tuple[int, int, int, int, int, bool], int] = {}
    return array(
        "l",
        (
            numbers.setdefault(
                (a // 4, b // 4, c // 4, d // 4, e // 4, a % 4 == b % 4 == c % 4 == d % 4 == e % 4), len(numbers)
            )
            for a, b, c, d, e in combinations(range(52), 5)
        ),
    )


@pytest.fixture(scope="module")
def one_of_each_class(class_of_each: "array[int]") -> list[Hand]:
    return list(dict(zip(class_of_each, combinations(DECK, 5), strict=True)).values())


def same_order(ours: list[int], theirs: list[Worth]) -> bool:
    """Whether two lists of values, item by item, order and tie the items alike."""
    met = sorted(set(zip(ours, theirs, strict=True)))
    one_to_one = len({our for our, _ in met}) == len(met) == len({their for _, their in met})
    return one_to_one and [their for _, their in met] == sorted(their for _, their in met)


@pytest.mark.parametrize("wheel", Wheel)
def test_the_five_card_categories_have_their_known_counts(wheel: Wheel, strengths: dict[Wheel, "array[int]"]) -> None:
    found = Counter(strengths[wheel])
    by_category: Counter[int] = Counter()
    for strength, number in found.items():
        by_category[strength >> 20] += number
    assert len(found) == 7462
    assert dict(by_category) == FIVE_CARD_COUNTS


@pytest.mark.parametrize("wheel", Wheel)
def test_all_hands_of_the_same_ranks_and_flushness_are_equal_and_no_others(
    wheel: Wheel, strengths: dict[Wheel, "array[int]"], class_of_each: "array[int]"
) -> None:
    pairs = set(zip(class_of_each, strengths[wheel], strict=True))
    assert len(pairs) == len({cls for cls, _ in pairs}) == len({strength for _, strength in pairs}) == 7462


@pytest.mark.parametrize("wheel", Wheel)
def test_five_cards_are_ordered_as_by_counting_groups(wheel: Wheel, one_of_each_class: list[Hand]) -> None:
    hands = one_of_each_class
    slow = [ranking_by_groups.five(codes(hand), wheel is Wheel.SECOND) for hand in hands]
    fast = [rank_five(hand, wheel) for hand in hands]
    assert same_order(list(fast), slow)
    assert [value_of(strength).category for strength in fast] == [category for category, _ in slow]


@pytest.mark.parametrize("wheel", Wheel)
def test_five_cards_are_ordered_as_by_comparing_them_two_by_two(wheel: Wheel, one_of_each_class: list[Hand]) -> None:
    def wins(a: Hand, b: Hand) -> int:
        questions = ranking_by_comparison.FIVE_CARD_QUESTIONS
        return ranking_by_comparison.winner(codes(a), codes(b), questions, wheel is Wheel.SECOND)

    by_strength = sorted(one_of_each_class, key=lambda hand: rank_five(hand, wheel))
    assert [wins(higher, lower) for lower, higher in pairwise(by_strength)] == [1] * 7461


def test_the_unchecked_entry_answers_as_the_checked_one(one_of_each_class: list[Hand]) -> None:
    for wheel in Wheel:
        for hand in one_of_each_class:
            a, b, c, d, e = hand
            assert strength_five(a, b, c, d, e, wheel) == rank_five(hand, wheel)


def test_deuce_to_seven_orders_hands_from_the_worst_high_hand_up(
    one_of_each_class: list[Hand],
) -> None:
    hands = one_of_each_class
    badness = [ranking_by_groups.badness_deuce_to_seven(codes(hand)) for hand in hands]
    assert same_order([-rank_low_five(hand) for hand in hands], badness)
    assert [value_of(rank_low_five(hand)).category for hand in hands] == [category for category, _ in badness]


def test_fronts_and_middles_stand_on_one_scale_and_are_never_equal(
    one_of_each_class: list[Hand],
) -> None:
    fronts = {rank_front(hand): ranking_by_groups.front(codes(hand)) for hand in combinations(DECK, 3)}
    middles = {
        rank_five(hand, Wheel.LOW): ranking_by_groups.five(codes(hand), wheel_second=False)
        for hand in one_of_each_class
    }
    assert (len(fronts), len(middles), len(fronts | middles)) == (455, 7462, 455 + 7462)
    both = fronts | middles
    assert sorted(both, key=lambda strength: both[strength]) == sorted(both)


@pytest.fixture(scope="module")
def three_card_hands() -> list[Hand]:
    return list(combinations(DECK, 3))


def test_the_three_card_categories_have_their_known_counts(three_card_hands: list[Hand]) -> None:
    found = Counter(rank_three(hand) for hand in three_card_hands)
    by_category: Counter[int] = Counter()
    for strength, number in found.items():
        by_category[strength >> 20] += number
    assert len(found) == 741
    assert dict(by_category) == THREE_CARD_COUNTS


def test_three_card_poker_hands_are_ordered_as_by_counting_groups(three_card_hands: list[Hand]) -> None:
    slow = [ranking_by_groups.three_card_poker(codes(hand)) for hand in three_card_hands]
    assert same_order([rank_three(hand) for hand in three_card_hands], slow)
    assert [value_of(rank_three(hand)) for hand in three_card_hands] == slow


def test_three_card_poker_hands_are_ordered_as_by_comparing_them_two_by_two(three_card_hands: list[Hand]) -> None:
    def wins(a: Hand, b: Hand) -> int:
        questions = ranking_by_comparison.THREE_CARD_QUESTIONS
        return ranking_by_comparison.winner(codes(a), codes(b), questions, wheel_second=False)

    classes = {rank_three(hand): hand for hand in three_card_hands}
    by_strength = [classes[strength] for strength in sorted(classes)]
    assert [wins(higher, lower) for lower, higher in pairwise(by_strength)] == [1] * 740


def test_fronts_are_ordered_as_by_counting_groups(three_card_hands: list[Hand]) -> None:
    slow = [ranking_by_groups.front(codes(hand)) for hand in three_card_hands]
    assert same_order([rank_front(hand) for hand in three_card_hands], slow)
    assert [value_of(rank_front(hand)) for hand in three_card_hands] == slow


@pytest.mark.parametrize("ace_low", [False, True])
def test_low_fronts_are_ordered_from_the_worst_high_front_up(ace_low: bool, three_card_hands: list[Hand]) -> None:
    badness = [ranking_by_groups.badness_low_front(codes(hand), ace_low) for hand in three_card_hands]
    assert same_order([-rank_low_three(hand, ace_low) for hand in three_card_hands], badness)


def test_the_unchecked_three_card_entries_answer_as_the_checked_ones(three_card_hands: list[Hand]) -> None:
    for hand in three_card_hands:
        a, b, c = hand
        assert strength_front(a, b, c) == rank_front(hand)
        assert strength_three(a, b, c) == rank_three(hand)
