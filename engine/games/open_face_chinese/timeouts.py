"""A move that was not made in time, completed by the rule (rules/chinese-poker section 4).

The cards that the seat had not placed fill back, middle and front in dealing order; of a street that throws, the first
ones are kept. Where the house fouls a hand that ran out of time its cards are set in the same way, so that the hand
goes on, and the board is fouled.
"""

from engine.games.open_face_chinese.forms import Street
from engine.games.open_face_chinese.record import Move
from engine.games.open_face_chinese.state import Board
from engine.games.rows import ROWS


def filled(board: Board, move: Move, due: Street) -> Move:
    """The move as it counts: what the seat placed in time, and the other cards dealt where the rule puts them.

    What was placed is not judged here: rows that are overfull stay so, and too many thrown cards stay thrown.
    """
    placed = {*move.back, *move.middle, *move.front}
    left = [code for code in move.dealt if code not in placed and code not in move.discard]
    keep = max(due.dealt - due.thrown - len(placed), 0)
    kept, thrown = left[:keep], left[keep:]
    rows = {row: list(cards) for row, cards in (("back", move.back), ("middle", move.middle), ("front", move.front))}
    for code in kept:
        row = next((row for row, cards in rows.items() if len(cards) < board.open[row]), "front")
        rows[row].append(code)
    front, middle, back = (tuple(rows[row]) for row in ROWS)
    return move._replace(front=front, middle=middle, back=back, discard=(*move.discard, *thrown))
