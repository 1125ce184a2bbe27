"""Where the cards of the next move may go, and which of these placements are already a certain foul.

What is certain is told as the seat itself could tell it: cards count as unseen that it does not see, be they undealt,
thrown by others or in a Fantasyland board that lies face down. ``prospects`` says how far the answer goes.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from engine.cards import DECK, card_code, find_card
from engine.errors import Violation
from engine.games.open_face_chinese.boards import read_rows
from engine.games.open_face_chinese.forms import JOKERS, Street
from engine.games.open_face_chinese.prospects import Cards, Prospects
from engine.games.open_face_chinese.replay import fault_of_dealt
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.state import Board, State
from engine.games.rows import ROWS


class Placement(NamedTuple):
    """One way to place the cards dealt: what goes into each row and what is thrown. ``certain_foul``: it is lost."""

    front: tuple[str, ...]
    middle: tuple[str, ...]
    back: tuple[str, ...]
    discard: tuple[str, ...]
    certain_foul: bool

    def as_data(self) -> dict[str, object]:
        """Plain JSON data."""
        rows = {"front": self.front, "middle": self.middle, "back": self.back, "discard": self.discard}
        return {**{key: list(cards) for key, cards in rows.items()}, "certain_foul": self.certain_foul}


def placements(state: State, seat: str, dealt: Sequence[str], rules: Rules) -> tuple[Placement, ...] | Violation:
    """Every legal placement of the cards that ``seat`` has just been dealt.

    A Violation says why this seat cannot be dealt these cards now, by the codes of a move; ``too_many_placements`` in
    Fantasyland, whose settings are too many to list: ``rate`` values one of them.
    """
    fault = fault_of_dealt(state, seat, tuple(dealt), rules)
    if fault is not None:
        return fault
    due = state.due(seat)
    assert due is not None, "whose turn it is not was refused"
    if seat in state.table.fantasyland:
        return Violation("too_many_placements", "/seat", "a Fantasyland hand can be set in too many ways to list them")
    return tuple(_judged(state, seat, dealt, due, rules))


def _judged(state: State, seat: str, dealt: Sequence[str], due: Street, rules: Rules) -> Iterator[Placement]:
    """Every legal placement with what becomes of its board; what may come is worked out once for all that share it."""
    board = state.boards[seat]
    known_to: dict[frozenset[str], Prospects] = {}
    for placed in _legal(board, dealt, due):
        after = _with(board, placed)
        gone = _gone(state, after, dealt, rules)
        if gone not in known_to:
            known_to[gone] = Prospects([card for card in DECK if card_code(card) not in gone], rules.rows)
        yield Placement(*placed, certain_foul=board_fouls(after, known_to[gone], rules))


def _gone(state: State, after: Board, dealt: Sequence[str], rules: Rules) -> frozenset[str]:
    """The cards that can no longer come to a board as it lies ``after`` these cards were placed.

    They are all that its seat sees; but where a joker lies on the board, or could still come to it, only the cards
    that lie there themselves: a joker stands for any other.
    """
    lying = frozenset((*after.front, *after.middle, *after.back))
    seen = lying.union(state.face_up(), dealt, after.thrown)
    jokers = frozenset(JOKERS[: rules.jokers])
    return lying if jokers & lying or not jokers <= seen else seen


def board_fouls(board: Board, prospects: Prospects, rules: Rules) -> bool:
    """Whether a board is a certain foul; whether it is one, where it is complete."""
    if board.timed_out and rules.timeout == "foul":
        return True
    if board.complete:
        return bool(read_rows(board.rows, rules.rows).faults)
    front, middle, back = (_cards(row) for row in board.rows)
    return prospects.certain_foul((front, middle, back))


def _cards(codes: Sequence[str]) -> Cards:
    """Codes as cards; a joker is a card that is still open."""
    return tuple(card for code in codes if (card := find_card(code)) is not None)


Placed = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Front, middle, back and thrown cards of one move."""


def _legal(board: Board, dealt: Sequence[str], due: Street) -> Iterator[Placed]:
    """Placements that throw as many cards as the street asks and put no more into a row than it holds."""
    room = [board.open[row] for row in ROWS]
    for thrown in combinations(dealt, due.thrown):
        kept = [code for code in dealt if code not in thrown]
        for targets in product(range(len(ROWS)), repeat=len(kept)):
            if all(targets.count(row) <= room[row] for row in range(len(ROWS))):
                front, middle, back = (
                    tuple(code for code, target in zip(kept, targets, strict=True) if target == row)
                    for row in range(len(ROWS))
                )
                yield front, middle, back, thrown


def _with(board: Board, placed: Placed) -> Board:
    front, middle, back, _ = placed
    return board._replace(front=board.front + front, middle=board.middle + middle, back=board.back + back)
