"""What can still become of a board: the strengths that a row can reach, and whether a foul is certain.

A row that lacks cards can become whatever the cards not yet seen make of it. A foul is certain where no choice of them
gives a front, a middle and a back in order. Each row is completed for itself from all unseen cards, so a foul that is
called certain is certain. It is also found wherever there is one, as long as only one row is open, or no open row lacks
more than one card; otherwise a foul that comes only from two rows needing the same card may not be called yet, nor one
that only the suits of equal rows bring about. Where a joker lies on the board or may still come, every open place
counts as one that a joker could fill, with any card that is not on the board: the answer is as sound, but a foul may be
called later than it could be.

Strengths are found by ranks, not by cards: which ranks can come together, and which of them in one suit. A set of ranks
is keyed by the sum of ``5 ** (rank - 2)``, so that the key of a whole row is that of its cards plus that of what comes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Final, NamedTuple

from engine.cards import RANKS, Card, rank_of, suit_of
from engine.games.rows import ROWS, SIZES, RowRules, Tie, rank_row, row_faults
from engine.ranking import Strength

_RANK_VALUES: Final = range(2, len(RANKS) + 2)
_SUITS: Final = range(4)

Cards = tuple[Card, ...]


class Reach(NamedTuple):
    """What a row can become: its weakest and strongest, and every strength between that it can have."""

    weakest: Strength
    strongest: Strength
    strengths: frozenset[Strength]


class _Coming(NamedTuple):
    """Ranks that can come together, by their key; ``suit`` where each of them can come in this one suit only."""

    key: int
    suit: int | None


class Prospects:
    """What boards can become while the same cards are unseen; what was looked at is remembered."""

    def __init__(self, unseen: Sequence[Card], rules: RowRules) -> None:
        """``unseen`` are the cards that may still come, jokers not among them."""
        self._rules = rules
        self._unseen = tuple(unseen)
        held = set(unseen)
        self._suits_of = {rank: [s for s in _SUITS if _card(rank, s) in held] for rank in _RANK_VALUES}
        self._coming: dict[int, list[_Coming]] = {}
        self._reached: dict[tuple[str, Cards], Reach] = {}

    def certain_foul(self, rows: tuple[Cards, Cards, Cards]) -> bool:
        """Whether rows as far as they are set foul whatever comes, as far as the head of this module says."""
        front, middle, back = (self.reach(row, cards) for row, cards in zip(ROWS, rows, strict=True))
        if all(self._fouls((front.weakest, between, back.strongest)) for between in middle.strengths):
            return True
        lacking = [SIZES[row] - len(cards) for row, cards in zip(ROWS, rows, strict=True)]
        if sum(map(bool, lacking)) < 2 or max(lacking) > 1:
            return False
        return not self._can_share(rows)

    def reach(self, row: str, cards: Cards) -> Reach:
        """Every strength that a row can have when it is complete."""
        place = (row, cards)
        if place not in self._reached:
            strengths = frozenset(self._strengths(row, cards))
            self._reached[place] = Reach(min(strengths), max(strengths), strengths)
        return self._reached[place]

    def _strengths(self, row: str, cards: Cards) -> Iterator[Strength]:
        lacking = SIZES[row] - len(cards)
        if not lacking:
            yield rank_row(row, cards, self._rules)
            return
        unsuited, suited = _tables(row, self._rules)
        held, suits = _key(map(rank_of, cards)), {suit_of(card) for card in cards}
        for key, suit in self._comings(lacking):
            forced_flush = suited and suit is not None and suits <= {suit}
            if not forced_flush and held + key in unsuited:
                yield unsuited[held + key]
        if not suited or len(suits) > 1:
            return
        for suit in suits or _SUITS:
            ranks = [rank for rank in _RANK_VALUES if suit in self._suits_of[rank]]
            for more in combinations(ranks, lacking):
                yield suited[held + _key(more)]

    def _comings(self, lacking: int) -> list[_Coming]:
        """Every choice of so many ranks that the unseen cards allow."""
        if lacking not in self._coming:
            held = {rank: len(suits) for rank, suits in self._suits_of.items()}
            lone = {rank: suits[0] for rank, suits in self._suits_of.items() if len(suits) == 1}
            self._coming[lacking] = [
                _Coming(key, _only_suit(ranks, lone))
                for key, ranks in _choices(lacking)
                if all(ranks.count(rank) <= held[rank] for rank in ranks)
            ]
        return self._coming[lacking]

    def _fouls(self, strengths: tuple[Strength, Strength, Strength]) -> bool:
        return bool(row_faults(strengths, self._keys(strengths), self._rules))

    def _keys(self, strengths: tuple[Strength, Strength, Strength]) -> tuple[int, int, int]:
        """Keys to compare by; where suits part equal rows, the back is taken to have the better one."""
        if self._rules.tie is not Tie.SUIT:
            return strengths
        front, middle, back = strengths
        return front << 2, middle << 2, back << 2 | 3

    def _can_share(self, rows: tuple[Cards, Cards, Cards]) -> bool:
        """Whether different cards complete the rows, none of which lacks more than one, without a foul."""
        choices = [
            [(card, rank_row(row, (*cards, card), self._rules)) for card in self._unseen]
            if len(cards) < SIZES[row]
            else [(None, rank_row(row, cards, self._rules))]
            for row, cards in zip(ROWS, rows, strict=True)
        ]
        for (a, front), (b, middle), (c, back) in product(*choices):
            taken = [card for card in (a, b, c) if card is not None]
            if len(set(taken)) == len(taken) and not self._fouls((front, middle, back)):
                return True
        return False


def _card(rank: int, suit: int) -> Card:
    return Card(4 * (rank - 2) + suit)


def _key(ranks: Iterable[int]) -> int:
    return sum(5 ** (rank - 2) for rank in ranks)


def _only_suit(ranks: tuple[int, ...], lone: Mapping[int, int]) -> int | None:
    """The suit in which alone all these ranks can come; ``lone`` are the ranks of which one suit is left."""
    suit = lone.get(ranks[0])
    return suit if suit is not None and all(lone.get(rank) == suit for rank in ranks) else None


@cache
def _choices(lacking: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Every choice of so many ranks, equal ones among them or not, with its key."""
    return tuple((_key(ranks), ranks) for ranks in combinations_with_replacement(_RANK_VALUES, lacking))


@lru_cache(maxsize=64)
def _tables(row: str, rules: RowRules) -> tuple[Mapping[int, Strength], Mapping[int, Strength]]:
    """Strength of every set of ranks that makes a row: in more than one suit, and in one.

    In front suits make no difference, and the second table is empty. Five of a rank make no row, and have no key.
    """
    size = SIZES[row]
    unsuited = {
        _key(ranks): rank_row(row, [_card(rank, place % 4) for place, rank in enumerate(ranks)], rules)
        for ranks in combinations_with_replacement(_RANK_VALUES, size)
        if len(set(ranks)) > 1 or size <= len(_SUITS)
    }
    if row == "front":
        return unsuited, {}
    suited = {
        _key(ranks): rank_row(row, [_card(rank, 0) for rank in ranks], rules)
        for ranks in combinations(_RANK_VALUES, size)
    }
    return unsuited, suited
