"""What somebody may be told of why moves are refused (rules/chinese-poker section 10).

Whether a move can be made depends, but for one thing, on what lies open. Only that a card was dealt before may be
hidden: it was thrown by another seat, or lies in a Fantasyland board face down. So moves are judged first by the cards
that their sender sees, with those that he names himself. Where that finds nothing and the hand refuses them all the
same, a card of theirs lies where he cannot see it, and which one is not said.
"""

from collections.abc import Sequence
from typing import Final

from engine.errors import Violation
from engine.games.open_face_chinese.record import Move
from engine.games.open_face_chinese.replay import apply
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.state import State

UNSEEN: Final = ("duplicate_card", "a card of these was dealt before and lies where you cannot see it")


def as_seen(state: State, viewer: str | None) -> State:
    """The hand as if no card were out but those that ``viewer`` sees, whether a seat of it or (None) nobody's.

    Rows that lie face down keep their cards, because how many they are is told; as cards that are out they are not
    counted.
    """
    boards = {seat: board if seat == viewer else board._replace(thrown=()) for seat, board in state.boards.items()}
    own = boards.get(viewer) if viewer is not None else None
    mine = () if own is None else (*own.front, *own.middle, *own.back, *own.thrown)
    return state._replace(boards=boards, out=frozenset((*state.face_up(), *mine)))


def told(state: State, moves: Sequence[Move], viewer: str | None, rules: Rules) -> Violation | None:
    """The first move that cannot be made as ``viewer`` can tell, and why, at ``/<index>``; None where he cannot."""
    seen: State | Violation = as_seen(state, viewer)
    for index, move in enumerate(moves):
        assert isinstance(seen, State), "a refusal ends the loop"
        seen = apply(seen, move, rules)
        if isinstance(seen, Violation):
            return seen._replace(pointer=f"/{index}")
    return None
