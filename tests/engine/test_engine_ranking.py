"""The rankings on hands with a point, the faults they refuse, and how a strength is spelled out."""

from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK, Card, parse_cards
from engine.ranking import (
    Category,
    Strength,
    ThreeCategory,
    Value,
    Wheel,
    rank_five,
    rank_front,
    rank_low_five,
    rank_low_three,
    rank_three,
    strength_rows,
    suit_tiebreak,
    value_of,
)

Ranking = Callable[[tuple[Card, ...]], Strength]


def low(hand: tuple[Card, ...]) -> Strength:
    return rank_five(hand, Wheel.LOW)


def second(hand: tuple[Card, ...]) -> Strength:
    return rank_five(hand, Wheel.SECOND)


def low_ace_low(hand: tuple[Card, ...]) -> Strength:
    return rank_low_three(hand, ace_low=True)


def low_ace_high(hand: tuple[Card, ...]) -> Strength:
    return rank_low_three(hand, ace_low=False)


@given(st.permutations(DECK), st.sampled_from(Wheel))
@settings(deadline=None)
def test_the_rows_of_a_hand_rank_together_as_each_does_alone(deck: list[Card], wheel: Wheel) -> None:
    front, middle, back = deck[:3], deck[3:8], deck[8:13]
    apart = (rank_front(front), rank_five(middle, wheel), rank_five(back, wheel))
    assert strength_rows(front, middle, back, wheel) == apart


@pytest.mark.parametrize("wheel", Wheel)
def test_flushes_straights_and_groups_rank_together_as_alone(wheel: Wheel) -> None:
    rows = [
        parse_cards(row) for row in ("Ah 2h 3h", "As 2s 3s 4s 5s", "Ad 2c 3c 4c 5c", "9h 9d 9c 9s Kd", "2h 7h 8h Jh Kh")
    ]
    for middle, back in permutations(rows[1:], 2):
        apart = (rank_front(rows[0]), rank_five(middle, wheel), rank_five(back, wheel))
        assert strength_rows(rows[0], middle, back, wheel) == apart


FIVE_CARD_RANKINGS: list[Ranking] = [low, second, rank_low_five]
THREE_CARD_RANKINGS: list[Ranking] = [rank_front, rank_three, low_ace_low, low_ace_high]


def assert_falling(ranking: Ranking, hands: list[str]) -> None:
    strengths = [ranking(parse_cards(hand)) for hand in hands]
    assert strengths == sorted(set(strengths), reverse=True)


def test_the_wheel_is_the_lowest_straight_under_low() -> None:
    assert_falling(low, ["2h 3c 4d 5s 6h", "Ah 2c 3d 4s 5h", "As Ah Ad Kc Qc"])


def test_the_wheel_stands_between_king_high_and_ace_high_straights_under_second() -> None:
    assert_falling(second, ["Ts Jc Qd Ks Ah", "Ah 2c 3d 4s 5h", "9h Tc Jd Qs Kh"])


def test_the_steel_wheel_follows_the_same_switch() -> None:
    assert_falling(low, ["2h 3h 4h 5h 6h", "Ah 2h 3h 4h 5h", "Ks Kh Kd Kc Ac"])
    assert_falling(second, ["Th Jh Qh Kh Ah", "Ah 2h 3h 4h 5h", "9c Tc Jc Qc Kc"])


def test_a_straight_does_not_go_round_the_ace() -> None:
    assert value_of(low(parse_cards("Qh Kc Ad 2s 3h"))) == Value(Category.HIGH, (14, 13, 12, 3, 2))


@pytest.mark.parametrize(
    ("hand", "category", "ranks"),
    [
        ("Kh 9c Ks 4d 9d", Category.TWO_PAIR, (13, 9, 4)),
        ("2h 2c 2s Ad Ac", Category.FULL_HOUSE, (2, 14)),
        ("7h 7c 7s 7d Ac", Category.QUADS, (7, 14)),
        ("9h Tc Js Qd Kc", Category.STRAIGHT, (13,)),
        ("9h 2h Jh Qh Kh", Category.FLUSH, (13, 12, 11, 9, 2)),
        ("Ah 2h 3h 4h 5h", Category.STRAIGHT_FLUSH, (5,)),
    ],
)
@pytest.mark.parametrize("wheel", Wheel)
def test_a_value_is_the_category_and_the_ranks_by_group(
    hand: str, category: Category, ranks: tuple[int, ...], wheel: Wheel
) -> None:
    assert value_of(rank_five(parse_cards(hand), wheel)) == (category, ranks)


def test_categories_have_the_words_that_documents_use() -> None:
    five = "high, pair, two_pair, trips, straight, flush, full_house, quads, straight_flush"
    assert ", ".join(category.word for category in Category) == five
    assert (
        ", ".join(category.word for category in ThreeCategory) == "high, pair, flush, straight, trips, straight_flush"
    )


@pytest.mark.parametrize(
    ("front", "middle", "front_wins"),
    [
        ("Ks Kh Ad", "Kd Kc Qh 7s 3d", True),
        ("Ks Kh Qd", "Kd Kc Qh 7s 3d", False),
        ("As Ah Ad", "Kd Kc Ks 3h 2d", True),
        ("2s 2h 2d", "3d 3c 3s 5h 4d", False),
        ("As Ah Ad", "2d 3c 4s 5h 6d", False),
        ("Ks Kh Ad", "3d 3c 2h 2s 4d", False),
        ("As Kh Jd", "Ad Kc Th 9s 8d", True),
        ("9s 8s 7s", "9d 8c 7h 3s 2d", False),
    ],
)
def test_a_front_compares_with_a_middle_by_the_published_examples(front: str, middle: str, front_wins: bool) -> None:
    assert (rank_front(parse_cards(front)) > low(parse_cards(middle))) is front_wins


def test_three_card_poker_puts_trips_over_straights_over_flushes() -> None:
    assert_falling(
        rank_three,
        ["Ah Kh Qh", "Ah 2h 3h", "2s 2d 2h", "Ah Kd Qh", "2h 3d 4h", "Ah 2d 3h", "Kh Ah 2h", "As Ad 2c", "Ks Ad 2c"],
    )


def test_the_best_deuce_to_seven_hand_is_seven_five_and_straights_and_flushes_lose_to_it() -> None:
    assert_falling(
        rank_low_five,
        ["7h 5c 4s 3d 2c", "7h 6c 4s 3d 2c", "Kh Qc Js Td 8c", "Ah 5c 4s 3d 2c", "2s 2h 3c 4d 5c", "6h 5c 4s 3d 2c"],
    )
    assert_falling(rank_low_five, ["6h 5c 4s 3d 2c", "7h 5h 4h 3h 2h", "Ah 5h 4h 3h 2h"])


def test_a_low_front_counts_the_ace_as_the_switch_says() -> None:
    assert_falling(low_ace_high, ["4s 3h 2d", "As 3h 2d", "2s 2h 3d", "As Ah 2d", "2s 2h 2d"])
    assert_falling(low_ace_low, ["As 3h 2d", "4s 3h 2d", "As Ah 2d", "2s 2h 3d", "As Ah Ad", "2s 2h 2d"])


def test_three_card_straights_and_flushes_do_not_count_in_a_low_front() -> None:
    assert low_ace_high(parse_cards("4s 3s 2s")) == low_ace_high(parse_cards("4s 3h 2d"))


@pytest.mark.parametrize("ranking", FIVE_CARD_RANKINGS)
@pytest.mark.parametrize(
    "hand",
    [
        (0, 4, 8, 12),
        (0, 4, 8, 12, 17, 21),
        (),
        (0, 4, 8, 12, 12),
        (0, 0, 4, 9, 13),
        (0, 1, 2, 3, 0),
        (5, 5, 5, 5, 5),
        (0, 0, 5, 10, 15),
        (-1, 4, 8, 12, 17),
        (52, 4, 8, 12, 17),
    ],
)
def test_five_distinct_cards_are_needed(ranking: Ranking, hand: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="5 distinct cards"):
        ranking(hand)


@pytest.mark.parametrize("ranking", THREE_CARD_RANKINGS)
@pytest.mark.parametrize("hand", [(0, 4), (0, 4, 8, 12), (), (0, 0, 4), (0, 4, 0), (3, 3, 3), (-1, 4, 8), (52, 4, 8)])
def test_three_distinct_cards_are_needed(ranking: Ranking, hand: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="3 distinct cards"):
        ranking(hand)


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5))
@settings(deadline=None)
def test_a_hand_is_ranked_exactly_when_its_cards_are_distinct(hand: list[Card]) -> None:
    for ranking in FIVE_CARD_RANKINGS:
        if len(set(hand)) == 5:
            assert ranking(tuple(hand))
        else:
            with pytest.raises(ValueError, match="5 distinct cards"):
                ranking(tuple(hand))


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True), st.permutations(range(4)))
@settings(deadline=None)
def test_neither_the_order_of_cards_nor_the_names_of_suits_matter(hand: list[Card], suits: list[int]) -> None:
    renamed = tuple(Card(card - card % 4 + suits[card % 4]) for card in hand)
    for ranking in FIVE_CARD_RANKINGS:
        assert {ranking(other) for other in permutations(renamed)} == {ranking(tuple(hand))}
    for ranking in THREE_CARD_RANKINGS:
        assert ranking(renamed[2::-1]) == ranking(tuple(hand[:3]))


@pytest.mark.parametrize(
    ("ranking", "higher", "lower", "order"),
    [
        (low, "Ts Js Qs Ks As", "Td Jd Qd Kd Ad", "cdhs"),
        (rank_front, "Jc 7d 2h", "Js 7h 2d", "sdhc"),
        (rank_front, "Jc Js 2d", "Jd Jh 2s", "cdhs"),
        (low, "9c 9d 9s 2c 2d", "9h 8s 7s 6s 5s", "cdhs"),
        (low, "Ac 2d 3h 4h 5s", "As 2s 3s 4s 5h", "cdhs"),
        (second, "Ac 2d 3h 4h 5s", "As 2s 3s 4s 5h", "cdhs"),
        (low_ace_low, "As Ac 2d", "Ah Ad 2s", "cdhs"),
    ],
)
def test_suits_part_hands_by_the_highest_suit_of_the_leading_group(
    ranking: Ranking, higher: str, lower: str, order: str
) -> None:
    over, under = parse_cards(higher), parse_cards(lower)
    assert suit_tiebreak(over, ranking(over), order) > suit_tiebreak(under, ranking(under), order)
