"""A hand as far as it has been played: boards, cards out, whose turn it is, what is open.

Order (rules/chinese-poker section 10): on every street the seat to the left of the button acts first, then clockwise,
the button last; Fantasyland seats are left out of the streets and set all their cards in one move at any time before
the hand ends. The hand is over when every board is complete. States are values: a move makes another one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.games.open_face_chinese.forms import PLACED, Street
from engine.games.rows import ROWS, SIZES


class Board(NamedTuple):
    """Codes set in each row and thrown, in the order of the log; ``timed_out`` where a move was not made in time."""

    front: tuple[str, ...] = ()
    middle: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    thrown: tuple[str, ...] = ()
    timed_out: bool = False

    @property
    def rows(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """Front, middle, back."""
        return self[:3]

    @property
    def complete(self) -> bool:
        """Whether all thirteen cards are set."""
        return len(self.front) + len(self.middle) + len(self.back) == PLACED

    @property
    def open(self) -> dict[str, int]:
        """Free places of each row."""
        return {row: SIZES[row] - len(cards) for row, cards in zip(ROWS, self.rows, strict=True)}


EMPTY: Final = Board()


class Turn(NamedTuple):
    """One move on the streets: whose it is, the street's number from 0, and what is dealt and thrown there."""

    seat: str
    number: int
    street: Street


@dataclass(frozen=True, slots=True)
class Table:
    """What the deal fixes. ``order`` is clockwise from the left of the button, ``turns`` are all moves on the streets.

    ``fantasyland`` are the cards that its seats are dealt, ``runs`` the Fantasylands in a row of each seat before.
    """

    seats: tuple[str, ...]
    order: tuple[str, ...]
    turns: tuple[Turn, ...]
    fantasyland: Mapping[str, int]
    runs: Mapping[str, int]


class State(NamedTuple):
    """A hand after so many moves. ``out`` are all cards dealt so far, ``acted`` the moves made on the streets."""

    table: Table
    boards: Mapping[str, Board]
    out: frozenset[str]
    moves: int
    acted: int

    @property
    def turn(self) -> Turn | None:
        """The next move on the streets; None where they are over or there are none."""
        turns = self.table.turns
        return turns[self.acted] if self.acted < len(turns) else None

    @property
    def waiting(self) -> tuple[str, ...]:
        """Fantasyland seats that have not set, in turn order."""
        grants = self.table.fantasyland
        return tuple(seat for seat in self.table.order if seat in grants and not self.boards[seat].complete)

    @property
    def next_seat(self) -> str | None:
        """Whose move it is: on the streets, after them the first Fantasyland seat that waits; None at the end."""
        turn = self.turn
        return next(iter(self.waiting), None) if turn is None else turn.seat

    @property
    def over(self) -> bool:
        """Whether every board is complete."""
        return self.turn is None and not self.waiting

    def due(self, seat: str) -> Street | None:
        """What ``seat`` is dealt and throws in the move that it may make now; None where it may make none."""
        grant = self.table.fantasyland.get(seat)
        if grant is not None:
            return None if self.boards[seat].complete else Street(grant, grant - PLACED)
        turn = self.turn
        return turn.street if turn is not None and turn.seat == seat else None

    def hidden(self, seat: str) -> bool:
        """Whether the board of ``seat`` lies face down: in Fantasyland, until the hand is over."""
        return seat in self.table.fantasyland and not self.over

    def face_up(self) -> Iterator[str]:
        """The cards on the table that everybody sees."""
        for seat, board in self.boards.items():
            if not self.hidden(seat):
                for row in board.rows:
                    yield from row
