"""A Kowah round after any number of events: hands, stock, last discard, whose turn, who has declared what."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.games.kowah.cards import Card
from engine.games.kowah.switches import Means


class Phase(StrEnum):
    """What may happen next (section 5).

    ``take``: the first seat begins. ``discard``: a seat holds one card too many. ``declare``: a seat has discarded and
    may declare, or the next seat begins its turn. ``over``: nothing.
    """

    TAKE = "take"
    DISCARD = "discard"
    DECLARE = "declare"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Table:
    """What the deal fixes. ``order`` are the seats in turn order, the first one first; ``stock`` is None if not told.

    ``public_pair``: everybody sees the pair that a declarer exposes.
    """

    seats: tuple[str, ...]
    order: tuple[str, ...]
    teams: bool
    stock: tuple[Card, ...] | None
    stock_size: int
    public_pair: bool

    def after(self, seat: str) -> tuple[str, ...]:
        """The other seats in turn order, the next one first."""
        place = self.order.index(seat)
        return (*self.order[place + 1 :], *self.order[:place])

    def adversaries(self, seat: str) -> tuple[str, ...]:
        """Those of the other seats that play against ``seat``: where there are two teams every second one."""
        return self.after(seat)[::2] if self.teams else self.after(seat)


class Received(NamedTuple):
    """The card that makes nine: what it is, and whether it came from the stock."""

    card: Card
    drawn: bool


class Win(NamedTuple):
    """Who won by whose card, and what it counts. ``event`` is the number of the event that did it, from 0."""

    winner: str
    by: Means
    multiplier: int
    card: Card
    source: str
    event: int


class Drawn(NamedTuple):
    """The stock ran out without a winner; ``event`` is the number of the event that ended the round."""

    event: int


Result = Win | Drawn


class State(NamedTuple):
    """A round after ``events`` events.

    ``known`` counts the copies of each kind seen so far, ``drawn`` the cards that left the stock. ``turn`` is the
    number of the turn that is under way or comes next, from 0, ``received`` the card too many while there is one,
    ``takes`` the discards taken in a row. ``exposed`` is the pair of each seat that has declared.
    """

    table: Table
    hands: Mapping[str, tuple[Card, ...]]
    known: tuple[int, ...]
    drawn: int
    turn: int
    received: Received | None
    last_discard: Card | None
    takes: int
    exposed: Mapping[str, Card]
    events: int
    result: Result | None

    @property
    def phase(self) -> Phase:
        """Which kinds of events can be legal now."""
        if self.result is not None:
            return Phase.OVER
        if self.received is not None:
            return Phase.DISCARD
        return Phase.DECLARE if self.turn else Phase.TAKE

    @property
    def active(self) -> str:
        """The seat whose turn is under way, or comes next."""
        order = self.table.order
        return order[self.turn % len(order)]

    @property
    def previous(self) -> str | None:
        """The seat that has discarded last; None in the first turn."""
        order = self.table.order
        return order[(self.turn - 1) % len(order)] if self.turn else None

    @property
    def stock_left(self) -> int:
        """Cards in the stock."""
        return self.table.stock_size - self.drawn

    @property
    def public_draws(self) -> bool:
        """Whether what is drawn is shown: as soon as anybody has declared."""
        return bool(self.exposed)
