"""Who a hand is set against: how many opponents, who holds the bank, and how good their rows are.

An opponent's row is random, with a law that is counted exactly from the 39 cards that the player does not see:

    the odds that it beats a hand are ``odds`` times the odds that one row drawn at random does.

With odds of 1 it *is* a row drawn at random, each hand of C(39, 5), or C(39, 3) in front, being as likely. Higher odds
say that the opponent chose the row among many: it is the best of a geometric number of random rows, ``odds`` on
average. If ``c`` of the ``n`` hands are weaker than a given one, the row is weaker with probability
``c / (c + odds * (n - c))``, a small exact fraction.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class Bank(StrEnum):
    """Who holds the bank, where a table has one: it decides who settles with whom, and ties where they go to it."""

    NOBODY = "nobody"
    OURS = "ours"
    THEIRS = "theirs"


class RowOdds(NamedTuple):
    """How many times the odds of one random row each of an opponent's rows has; whole numbers from 1."""

    front: int
    middle: int
    back: int


RANDOM_ROWS: Final = RowOdds(1, 1, 1)
"""Opponents who put random cards in each row."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """``count`` other hands at the table, all with the same law. Raises ValueError for what cannot be."""

    count: int
    odds: RowOdds
    bank: Bank

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST_OPPONENTS:
            raise ValueError(f"1 to {MOST_OPPONENTS} opponents are needed, not {self.count}")
        if min(self.odds) < 1 or max(self.odds) > MOST_ODDS:
            raise ValueError(f"odds from 1 to {MOST_ODDS} are needed, not {tuple(self.odds)}")


MOST_OPPONENTS: Final = 3
"""Four hands of thirteen are the whole deck."""
MOST_ODDS: Final = 1_000_000


class Faced(NamedTuple):
    """Opponents that a hand settles with: ``number`` of them, the bank on our side (1), on theirs (-1) or on none (0).

    ``rivals`` is how many hands each of them settles with, ours among them.
    """

    number: int
    bank: int
    rivals: int


def faced(opponents: Opponents, *, to_banker: bool) -> tuple[Faced, ...]:
    """The pairs that a hand takes part in (``compare`` = all_pairs, or banker where ``to_banker``).

    Raises ValueError where everybody settles with the banker and nobody is it.
    """
    count, bank = opponents.count, opponents.bank
    if to_banker and bank is Bank.NOBODY:
        raise ValueError("hands settle with the banker, so it must be known who holds the bank")
    if to_banker:
        return (Faced(count, 1, 1),) if bank is Bank.OURS else (Faced(1, -1, count),)
    if bank is Bank.OURS:
        return (Faced(count, 1, count),)
    pairs = (Faced(1, -1, count), Faced(count - 1, 0, count)) if bank is Bank.THEIRS else (Faced(count, 0, count),)
    return tuple(pair for pair in pairs if pair.number)
