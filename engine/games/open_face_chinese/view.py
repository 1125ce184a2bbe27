"""The board as somebody at the table may see it (rules/chinese-poker section 10).

Throws stay hidden, to the end and after it, from everybody but the seat that threw. A Fantasyland board lies face down
and is shown when the hand is over; its own seat sees it before.
"""

from engine.games.open_face_chinese.record import Move
from engine.games.open_face_chinese.state import Board, State


def progress(state: State) -> dict[str, object]:
    """How far a hand has come: whose turn, on which street (from 1), who waits in Fantasyland, what is open."""
    return {
        "next_seat": state.next_seat,
        "street": None if state.turn is None else state.turn.number + 1,
        "fantasyland_waiting": list(state.waiting),
        "open": {seat: state.boards[seat].open for seat in state.table.seats},
    }


def public_view(state: State, viewer: str | None) -> dict[str, object]:
    """Plain JSON data of a hand for ``viewer``, one of its seats, or None for somebody who plays no seat.

    Cards that the viewer may not see are None where a list would stand; how many they are is told in any case.
    """
    table = state.table
    return {
        **progress(state),
        "seats": list(table.seats),
        "turn_order": list(table.order),
        "over": state.over,
        "moves": state.moves,
        "fantasyland": dict(table.fantasyland),
        "boards": {
            seat: _shown(state.boards[seat], face_down=state.hidden(seat), own=seat == viewer) for seat in table.seats
        },
    }


def public_move(state: State, move: Move, viewer: str | None) -> Move:
    """A move as ``viewer`` may see it; ``state`` is the one just after it.

    What was thrown is hidden, and so is what was dealt, which holds it; a board that was set face down is too.
    """
    if move.seat == viewer:
        return move
    seen = move._replace(dealt=(), discard=())
    return seen._replace(front=(), middle=(), back=()) if state.hidden(move.seat) else seen


def _shown(board: Board, *, face_down: bool, own: bool) -> dict[str, object]:
    rows_seen = own or not face_down
    return {
        "front": list(board.front) if rows_seen else None,
        "middle": list(board.middle) if rows_seen else None,
        "back": list(board.back) if rows_seen else None,
        "discard": list(board.thrown) if own else None,
        "thrown": len(board.thrown),
        "face_down": face_down,
        "timed_out": board.timed_out,
    }
