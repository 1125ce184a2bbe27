"""The same answers in plain Python, as one would first write them: what ``engine.benchmarks`` measures against.

Nothing is shared with the code that is measured but the cards. Each yardstick is a fair first try, not a straw man:
it keeps what does not change, and does no work twice within one answer.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple
from zlib import crc32

from engine.cards import DECK, Card

Row = Sequence[Card]
Hand = tuple[Row, Row, Row]
"""Front, middle and back of one player."""

_CATEGORY: Final = {
    (4, 1): 7,
    (3, 2): 6,
    (3, 1, 1): 3,
    (3,): 3,
    (2, 2, 1): 2,
    (2, 1, 1, 1): 1,
    (2, 1): 1,
    (1, 1, 1): 0,
}
"""By how often ranks occur; five different ranks are looked at apart."""
_QUEEN_HIGH: Final = (0, 12)
_STRAIGHT: Final = 3
_DEALERS: Final = 18_424
_WHEELS: Final = ([14, 5, 4, 3, 2], [14, 3, 2])
"""The ace is low in these two straights alone, and they are the lowest."""


def rank(row: Row) -> tuple[int, ...]:
    """What compares as a five-card row or a front does: category, then ranks by how often they occur."""
    ranks = sorted(((card >> 2) + 2 for card in row), reverse=True)
    counts = sorted(((ranks.count(one), one) for one in set(ranks)), reverse=True)
    shape = [count for count, _ in counts]
    order = [one for _, one in counts]
    if len(row) == 5 and len(order) == 5:
        flush = len({card & 3 for card in row}) == 1
        if ranks == _WHEELS[0]:
            order = [5]
        straight = order == [5] or order[0] - order[4] == 4
        return (8 if flush and straight else 5 if flush else 4 if straight else 0, *order)
    return (_CATEGORY[tuple(shape)], *order)


def score_round(hands: Sequence[Hand]) -> list[int]:
    """Units of each player, every row one and another one for two rows or more: no royalties, nobody fouls."""
    ranked = [[rank(row) for row in hand] for hand in hands]
    units = [0] * len(hands)
    for one in range(len(hands)):
        for other in range(one + 1, len(hands)):
            won = lost = 0
            for mine, theirs in zip(ranked[one], ranked[other], strict=True):
                won += mine > theirs
                lost += mine < theirs
            result = won - lost + (won >= 2) - (lost >= 2)
            units[one] += result
            units[other] -= result
    return units


def decks(number: int) -> list[list[Card]]:
    """Decks well shuffled, the same ones every time."""
    return [sorted(DECK, key=lambda card: crc32(bytes((deal, card)))) for deal in range(number)]


def arranged(number: int) -> list[tuple[Hand, ...]]:
    """Rounds of four players: each sets the best back, then the best middle, of 13 cards."""
    return [tuple(_set(deck[player::4]) for player in range(4)) for deck in decks(number)]


def _set(cards: Row) -> Hand:
    back = max(combinations(cards, 5), key=rank)
    rest = [card for card in cards if card not in back]
    middle = max(combinations(rest, 5), key=rank)
    return tuple(card for card in rest if card not in middle), middle, back


def best_rows(cards: Row) -> tuple[tuple[int, ...], ...]:
    """Ranks of the strongest back of thirteen cards, then middle, then front, over all 72,072 settings."""
    ranks: dict[Row, tuple[int, ...]] = {row: rank(row) for size in (3, 5) for row in combinations(cards, size)}
    best: tuple[tuple[int, ...], ...] = ()
    for back in combinations(cards, 5):
        rest = [card for card in cards if card not in back]
        for front in combinations(rest, 3):
            middle = ranks[tuple(card for card in rest if card not in front)]
            if ranks[front] <= middle <= ranks[back]:
                best = max(best, (ranks[back], middle, ranks[front]))
    return best


def three_card_rank(hand: Row) -> tuple[int, ...]:
    """What compares as three cards do, where a straight is above a flush."""
    ranks = sorted(((card >> 2) + 2 for card in hand), reverse=True)
    counts = sorted(((ranks.count(one), one) for one in set(ranks)), reverse=True)
    if len(counts) < 3:
        return (4 if len(counts) == 1 else 1, *(one for _, one in counts))
    flush = len({card & 3 for card in hand}) == 1
    if ranks == _WHEELS[1]:
        ranks = [3]
    straight = ranks == [3] or ranks[0] - ranks[2] == 2
    return (5 if straight and flush else 3 if straight else 2 if flush else 0, *ranks)


class AnteEdge(NamedTuple):
    """Edge of ante, play and bonus under the best strategy, the hands it plays, and the deals of each net."""

    house_edge: Fraction
    hands_played: int
    histogram: dict[int, int]


class AnteCounter:
    """Edges of ante bonuses under the usual switches, over all deals.

    Comparing 407,170,400 deals one by one would take plain Python minutes. It counts instead: of the hands that a
    hand leaves to the dealer, how many lie below it, by bisection in sorted ranks and by inclusion and exclusion
    over its cards.
    """

    def __init__(self) -> None:
        self._hands = list(combinations(DECK, 3))
        self._ranks = [three_card_rank(hand) for hand in self._hands]
        holding: dict[tuple[Card, ...], list[tuple[int, ...]]] = {}
        for hand, own in zip(self._hands, self._ranks, strict=True):
            for size in range(3):
                for cards in combinations(hand, size):
                    holding.setdefault(cards, []).append(own)
        self._holding = {cards: sorted(ranks) for cards, ranks in holding.items()}

    def edge(self, bonus: dict[int, int]) -> AnteEdge:
        """The edge of a bonus by category: straight 3, trips 4, straight flush 5."""
        total, played, histogram = 0, 0, Counter[int]()
        for hand, own in zip(self._hands, self._ranks, strict=True):
            missed = self._left(hand, _QUEEN_HIGH) - (own < _QUEEN_HIGH)
            below = self._left(hand, own)
            equal = self._left(hand, (*own, 0)) - below - 1
            lower, same = (below - missed, equal) if own >= _QUEEN_HIGH else (0, 0)
            extra = bonus[own[0]] if own[0] >= _STRAIGHT else 0
            higher = _DEALERS - missed - lower - same
            value = missed + 2 * lower - 2 * higher + extra * _DEALERS
            if value > -_DEALERS:
                played += 1
                total += value
                histogram.update({1 + extra: missed})
                histogram.update({2 + extra: lower})
                histogram.update({extra: same})
                histogram.update({extra - 2: higher})
            else:
                total -= _DEALERS
                histogram.update({-1: _DEALERS})
        found = {net: deals for net, deals in histogram.items() if deals}
        return AnteEdge(Fraction(-total, len(self._hands) * _DEALERS), played, found)

    def _left(self, hand: Row, rank: tuple[int, ...]) -> int:
        """Hands below a rank that share no card with a hand; the hand itself is not taken off."""
        return sum(
            (-1) ** size * bisect_left(self._holding[cards], rank)
            for size in range(3)
            for cards in combinations(hand, size)
        )
