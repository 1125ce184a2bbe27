"""Two legal hands against each other: rows, overall point, scoop and royalties, in units.

A pair is one look-up of the result of its rows, and a piece for each thing that moved. Royalties, where a hand shows
any, come on top (rules/chinese-poker sections 3, 6 and 7).
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from engine.games.methods import (
    OVERALL,
    OVERALL_ON_TOTAL,
    PairRules,
    Piece,
    Rows,
    RowScore,
    bonus_piece,
    multiplied_piece,
)
from engine.games.rows import ROWS, SetRows, Tie, hand_name
from engine.games.royalties import Units
from engine.ranking import Strength
from engine.settlement import Fact, Reason

__all__ = [
    "PAIR_CLAUSES",
    "ROYALTY_ITEMS",
    "Board",
    "PairRules",
    "Piece",
    "Rows",
    "Score",
    "board_of",
    "royalty_piece",
    "score_pair",
]

_new: Final = tuple.__new__  # half the cost of a NamedTuple's own constructor, for the rows every pair has
NamedFact = tuple[str, Fact]
_FRONT: Final[NamedFact] = ("row", "front")
_MIDDLE: Final[NamedFact] = ("row", "middle")
_BACK: Final[NamedFact] = ("row", "back")

Score = tuple[Rows | None, Units, list[Piece], int]
"""A pair settled, from the first side: the rows where they were compared, units, pieces, and the scoop (1, 0, -1).

Units are worked out apart from the pieces, which must add up to them.
"""


class Board(NamedTuple):
    """A hand as pairs need it: strengths, keys to compare by, royalties of each row, and each row told as a fact."""

    strengths: tuple[Strength, Strength, Strength]
    keys: tuple[int, int, int]
    royalties: tuple[Units, Units, Units]
    own: tuple[NamedFact, NamedFact, NamedFact]
    against: tuple[NamedFact, NamedFact, NamedFact]


def board_of(found: SetRows, royalties: tuple[Units, Units, Units]) -> Board:
    """The board of ranked rows."""
    _, strengths, keys, _, _ = found
    front, front_against = _hand_facts(strengths[0])
    middle, middle_against = _hand_facts(strengths[1])
    back, back_against = _hand_facts(strengths[2])
    own, against = (front, middle, back), (front_against, middle_against, back_against)
    return _new(Board, (strengths, keys, royalties, own, against))


@cache
def _hand_facts(strength: Strength) -> tuple[NamedFact, NamedFact]:
    return ("hand", hand_name(strength)), ("against_hand", hand_name(strength))


def score_pair(a: Board, b: Board, rules: PairRules, banker: int = 0) -> Score:
    """Settle two legal hands row by row; ``banker`` is 1 (-1) where the first (second) hand holds the bank.

    Order (section 7): rows, overall, scoop bonus or multiplier, royalties (inside the multiplier under "all").
    """
    _, (fa, ma, ba), royalties, (in_front, in_middle, in_back), _ = a
    _, (fb, mb, bb), their_royalties, _, (front_against, middle_against, back_against) = b
    rows = ((fa > fb) - (fa < fb), (ma > mb) - (ma < mb), (ba > bb) - (ba < bb))
    if banker and rules.tie is Tie.BANKER:
        rows = (rows[0] or banker, rows[1] or banker, rows[2] or banker)
    score = rules.scores[rows]
    (front, middle, back), clauses, _, _, scoop, _, whole, extras = score
    if rules.clauses_vary:
        clauses = _parted_clauses(a, b, rows, score, rules.tie)
    why_front, why_middle, why_back = clauses
    pieces: list[Piece] = [
        ("front", front, _new(Reason, (why_front, (_FRONT, in_front, front_against)))),
        ("middle", middle, _new(Reason, (why_middle, (_MIDDLE, in_middle, middle_against)))),
        ("back", back, _new(Reason, (why_back, (_BACK, in_back, back_against)))),
    ]
    if royalties == _NOTHING == their_royalties:
        pieces += extras
        return rows, whole, pieces, scoop
    return _with_royalties(a, b, rows, score, pieces, rules)


def _with_royalties(a: Board, b: Board, rows: Rows, score: RowScore, pieces: list[Piece], rules: PairRules) -> Score:
    """The rest of a pair where a hand shows royalties, which may move the overall point and be multiplied."""
    royalties = _royalties(rows, a.royalties, b.royalties, rules.always)
    overall = score.overall
    if rules.overall_on_total and (rules.overall_on_scoop or not score.scoop):
        total = score.net + royalties
        overall = (total > 0) - (total < 0)
    in_scoop = score.net + (royalties if rules.multiplies_all else 0)
    multiplied = (rules.scoop_mult - 1) * in_scoop if score.scoop else 0
    if overall:
        pieces.append(("overall", overall, OVERALL_ON_TOTAL if rules.overall_on_total else OVERALL))
    if score.bonus:
        pieces.append(bonus_piece(score.bonus, rules.method))
    pieces += _royalty_pieces(a, b, rows, rules)
    if multiplied:
        kind = "all" if rules.multiplies_all else "rows"
        pieces.append(multiplied_piece(multiplied, in_scoop, rules.scoop_mult, kind))
    return rows, score.net + overall + score.bonus + multiplied + royalties, pieces, score.scoop


_NOTHING: Final = (0, 0, 0)
_ROW_FACTS: Final = (_FRONT, _MIDDLE, _BACK)
ROYALTY_ITEMS: Final = tuple(f"{row}_royalty" for row in ROWS)
_SUIT_CLAUSES: Final = {1: "row_won_by_suit", -1: "row_lost_by_suit"}


def _royalties(rows: Rows, a: tuple[Units, ...], b: tuple[Units, ...], always: bool) -> Units:
    """Net units of royalties from the first side: both hands' netted, or those of rows won alone."""
    if always:
        return sum(a) - sum(b)
    return sum(x if row > 0 else -y if row < 0 else 0 for row, x, y in zip(rows, a, b, strict=True))


def _parted_clauses(a: Board, b: Board, rows: Rows, score: RowScore, tie: Tie) -> tuple[str, str, str]:
    """Clauses of rows that the banker or a suit may have parted although their strengths are equal."""
    front, middle, back = (
        score.clauses[index]
        if a.strengths[index] != b.strengths[index] or not rows[index] or not score.units[index]
        else "row_to_banker"
        if tie is Tie.BANKER
        else _SUIT_CLAUSES[rows[index]]
        for index in (0, 1, 2)
    )
    return front, middle, back


def _royalty_pieces(a: Board, b: Board, rows: Rows, rules: PairRules) -> list[Piece]:
    """One piece for each royalty that is paid: the first side's as it is, the second's negated."""
    pieces: list[Piece] = []
    for index in (0, 1, 2):
        if a.royalties[index] and (rules.always or rows[index] > 0):
            pieces.append(royalty_piece(index, a, 1, "royalty"))
        if b.royalties[index] and (rules.always or rows[index] < 0):
            pieces.append(royalty_piece(index, b, -1, "royalty_against"))
    return pieces


def royalty_piece(row: int, board: Board, side: int, clause: str) -> Piece:
    """The royalty of one row (0 front, 1 middle, 2 back), collected by the first side or (-1) by the second."""
    units = board.royalties[row]
    facts = (_ROW_FACTS[row], board.own[row], ("royalty", str(units)))
    return ROYALTY_ITEMS[row], side * units, Reason(clause, facts)


PAIR_CLAUSES: Final[Mapping[str, str]] = {
    "row_won": "{hand} beats {against_hand} in the {row}. [3]",
    "row_lost": "{hand} loses to {against_hand} in the {row}. [3]",
    "row_tied": "{hand} ties with {against_hand} in the {row}; nothing moves. [3]",
    "row_halved": "{hand} ties with {against_hand} in the {row}: half a point each, nothing moves. [3]",
    "row_won_by_suit": "{hand} equals {against_hand} in the {row}; the higher suit wins. [3]",
    "row_lost_by_suit": "{hand} equals {against_hand} in the {row}; the lower suit loses. [3]",
    "row_to_banker": "{hand} equals {against_hand} in the {row}; an exact tie goes to the banker. [3]",
    "row_ignored": "{hand} against {against_hand} in the {row}: the winner of more rows is spared it. [3]",
    "overall": "Overall point for the greater number of rows. [3]",
    "overall_on_total": "Overall point for the greater total of rows and royalties. [3]",
    "scoop_bonus": "All three rows won: scoop bonus of method {method}. [3]",
    "scoop_multiplies_rows": "All three rows won: the {units} units of the rows count {mult} times. [3]",
    "scoop_multiplies_all": "All three rows won: the {units} units of rows and royalties count {mult} times. [3, 6]",
    "royalty": "{hand} in the {row} earns a royalty of {royalty}. [6]",
    "royalty_against": "{hand} in the other hand's {row} earns a royalty of {royalty}. [6]",
}
"""Sentences of the clauses that pairs give as reasons."""
