"""A match: stakes that rise, totals, who wins, and when it is over (rules/chinese-poker section 8)."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.games.payment import StakeRules, stake_of
from engine.games.royalties import Units

OPEN: Final = "open"
"""Length of a match without a fixed end."""


class Standing(NamedTuple):
    """A match so far: the stake of each hand, each seat's total, and the seats that share the highest."""

    stakes: tuple[int, ...]
    totals: dict[str, Units]
    winners: tuple[str, ...]


def standing(rounds: Sequence[Mapping[str, Units]], rules: StakeRules) -> Standing:
    """Totals of units per round, each at its own stake. Equal highest totals share the win; no rounds, no winner."""
    stakes = tuple(stake_of(number, rules) for number in range(1, len(rounds) + 1))
    totals: dict[str, Units] = {}
    for stake, units in zip(stakes, rounds, strict=True):
        for seat, won in units.items():
            totals[seat] = totals.get(seat, 0) + won * stake
    best = max(totals.values(), default=0)
    return Standing(stakes, totals, tuple(seat for seat, total in totals.items() if total == best))


def dealer_of(hand: int, seats: Sequence[str]) -> str:
    """Who deals the ``hand``-th hand, from 1: the deal moves clockwise, one seat a hand."""
    return seats[(hand - 1) % len(seats)]


def end_of(length: int | str, hands: int, agreed: bool = False, stacks: Mapping[str, int] | None = None) -> str | None:
    """Why a match is over after so many hands: "rounds", "agreement" or "chips"; None while it goes on.

    ``length`` is one of the ruleset's ``match_rounds``. Chips have run out where fewer than two seats hold any.
    """
    if length != OPEN and hands >= int(length):
        return "rounds"
    if agreed:
        return "agreement"
    if stacks is not None and sum(stack > 0 for stack in stacks.values()) < 2:
        return "chips"
    return None
