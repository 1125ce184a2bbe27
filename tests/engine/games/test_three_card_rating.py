"""What the tablet shows of three cards before anything else is known."""

from itertools import combinations
from typing import Any

import pytest

from engine.cards import DECK
from engine.games import three_card_poker as game
from engine.games.three_card_poker.record import Holding
from support.three_card import fixed_stake, limits, rules_with, seeded

RULES = rules_with(
    limits(progressive=fixed_stake(100)),
    {
        "pair_plus": seeded("pair_plus", "mr200_40_30_6_3_1"),
        "prime": seeded("prime", "3_4"),
        "progressive": seeded("progressive", "500_70_60_6"),
    },
)


def rating(cards: str, rules: Any = RULES) -> dict[str, object]:
    return game.rate(game.parse_holding({"cards": cards.split()}), rules).as_data()


def test_a_mini_royal_of_spades_is_worth_the_best_line_of_every_table() -> None:
    assert rating("As Ks Qs") == {
        "category": "straight_flush",
        "ranks": [14],
        "hand": "mini_royal_spades",
        "pays": {"ante_bonus": "5", "pair_plus": "200", "prime": "3", "progressive": "100 % of the meter"},
        "q64_plays": True,
    }


def test_a_pair_is_worth_even_money_on_pair_plus_alone() -> None:
    assert rating("As Ah 6c") == {
        "category": "pair",
        "ranks": [14, 6],
        "hand": "pair",
        "pays": {"ante_bonus": "none", "pair_plus": "1", "prime": "none", "progressive": "none"},
        "q64_plays": True,
    }


def test_tables_that_are_off_are_not_rated() -> None:
    pays = rating("As Ah 6c", rules_with({}, {"pair_plus": "off"}))["pays"]
    assert pays == {"ante_bonus": "none"}


@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        ("Qs 6h 4d", True),
        ("Qs 6h 3d", False),
        ("Qs 7h 2d", True),
        ("Js Th 8d", False),
        ("2s 2h 3d", True),
        ("Ks 3h 2d", True),
    ],
)
def test_queen_six_four_is_the_least_hand_to_play(cards: str, plays: bool) -> None:
    assert rating(cards)["q64_plays"] is plays


def test_queen_six_four_plays_14900_of_all_hands() -> None:
    played = sum(game.rate(Holding(cards), RULES).q64_plays for cards in combinations(DECK, 3))
    assert played == 14_900
