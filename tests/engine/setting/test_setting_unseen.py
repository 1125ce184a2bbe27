"""Unseen hands, counted and enumerated."""

from collections import Counter
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK
from engine.games.chinese_poker.rules import Rules
from engine.games.rows import ROWS, rank_row, row_key
from engine.setting.tables import row_tables
from engine.setting.unseen import count_rows, unseen_by
from support.chinese_poker import rules

VARIANTS: list[dict[str, Any]] = [
    {},
    {"wheel": "second", "tie": "suit", "suit_order": "hscd"},
    {"variant": "middle_low", "tie": "suit"},
    {"variant": "front_low", "low_front_ace": "low", "tie": "suit", "suit_order": "sdhc"},
    {"variant": "front_low", "low_front_ace": "high", "wheel": "second"},
]


def enumerated(row: str, cards: list[Any], under: Rules) -> list[int]:
    """How many unseen hands there are of each different key, weakest first."""
    rest = [card for card in DECK if card not in cards]
    found: Counter[int] = Counter()
    for hand in combinations(rest, 3 if row == "front" else 5):
        found[row_key(hand, rank_row(row, hand, under.rows), under.rows)] += 1
    return [found[key] for key in sorted(found)]


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 2**32), st.integers(30, 40))
def test_hands_of_the_unseen_cards_are_counted_as_they_are_enumerated(
    switches: dict[str, Any], seed: int, number: int
) -> None:
    under = rules(schedules={"royalties": {"front": {}, "middle": {}, "back": {}}}, **switches)
    cards = Random(seed).sample(DECK, number)
    counts = count_rows(unseen_by(cards), row_tables(under.rows, under.royalties))
    for row, counted in zip(ROWS, counts, strict=True):
        assert [count for count in counted.tolist() if count] == enumerated(row, cards, under)


@pytest.mark.parametrize("switches", VARIANTS)
def test_thirteen_cards_leave_575757_hands_of_five_and_9139_of_three(switches: dict[str, Any]) -> None:
    under = rules(schedules={"royalties": {"front": {}, "middle": {}, "back": {}}}, **switches)
    counts = count_rows(unseen_by(DECK[7:46:3]), row_tables(under.rows, under.royalties))
    assert [int(row.sum()) for row in counts] == [comb(39, 3), comb(39, 5), comb(39, 5)] == [9_139, 575_757, 575_757]


def test_nothing_seen_gives_the_known_counts_of_all_five_card_hands() -> None:
    under = rules()
    tables = row_tables(under.rows, under.royalties)
    counts = count_rows(unseen_by([]), tables)[2]
    by_category: Counter[int] = Counter()
    for cell, count in zip(tables.rows[2].order, counts, strict=True):
        by_category[int(tables.rows[2].strengths[cell]) >> 20] += int(count)
    known = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
    assert [by_category[category] for category in range(9)] == known
