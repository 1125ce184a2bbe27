"""Two legal hands against each other: rows, overall point, scoop and royalties, in units.

Every pair of players settles separately (rules/chinese-poker section 3). What each of the 27 results of three
rows is worth is worked out once, when a ruleset is loaded; a pair is then one look-up, and a piece for each
thing that moved. Chinese poker and Open-Face both settle by it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from engine.games.rows import ROWS, SetRows, Tie, hand_name
from engine.games.royalties import Units
from engine.ranking import Strength
from engine.rulesets import Check, one_of
from engine.settlement import Fact, Reason


class Method(NamedTuple):
    """A way to score three rows: who gets an overall point, and what a scoop adds or multiplies."""

    overall: bool
    overall_on_scoop: bool
    scoop_bonus: int
    scoop_mult: int


METHODS: Final[Mapping[str, Method]] = {
    "plain": Method(False, False, 0, 1),
    "1-2": Method(True, False, 0, 1),
    "1-4": Method(False, False, 1, 1),
    "2-4": Method(True, True, 0, 1),
    "1-6": Method(False, False, 3, 1),
    "double": Method(False, False, 0, 2),
    "triple": Method(False, False, 0, 3),
}

PAIR_SWITCHES: Final[Mapping[str, Check]] = {
    "method": one_of(*METHODS),
    "overall_on": one_of("two_rows", "net_rows", "net_total"),
    "lost_row": one_of("deduct", "ignore"),
    "scoop_multiplies": one_of("rows", "all"),
}

Rows = tuple[int, int, int]
"""Results of front, middle and back from one side: 1 won, 0 tied, -1 lost."""


NamedFact = tuple[str, Fact]
_RESULTS: Final = (-1, 0, 1)
_FRONT: Final[NamedFact] = ("row", "front")
_MIDDLE: Final[NamedFact] = ("row", "middle")
_BACK: Final[NamedFact] = ("row", "back")


Piece = tuple[str, Units, Reason]
"""One thing that moved between two hands: the item, units from the first one's side, and why.

A plain tuple, because every settlement makes one for each row of each pair and unpacks it at once.
"""


class RowScore(NamedTuple):
    """What one result of three rows is worth, from the first side.

    ``units`` and ``clauses`` are those of each row (a lost row that is ignored is worth 0), ``net`` the sum of these
    units; ``overall`` the point where rows alone decide it, ``scoop`` 1, 0 or -1, ``bonus`` what a scoop adds.
    ``whole`` is all of it for hands without royalties, the scoop multiplier included, and ``extras`` the pieces beside
    the rows that make it up.
    """

    units: Rows
    clauses: tuple[str, str, str]
    net: int
    overall: int
    scoop: int
    bonus: int
    whole: int
    extras: tuple[Piece, ...]


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
    (front, front_against), (middle, middle_against), (back, back_against) = map(_hand_facts, found.strengths)
    own, against = (front, middle, back), (front_against, middle_against, back_against)
    return Board(found.strengths, found.keys, royalties, own, against)


@cache
def _hand_facts(strength: Strength) -> tuple[NamedFact, NamedFact]:
    return ("hand", hand_name(strength)), ("against_hand", hand_name(strength))


@dataclass(frozen=True, slots=True)
class PairRules:
    """How a pair of legal hands is scored.

    ``scores`` holds all 27 results. ``overall_on_total`` leaves the overall point to rows plus royalties;
    ``multiplies_all`` takes the royalties into the scoop multiplier, ``always`` nets both sides' royalties.
    ``clauses_vary`` where suits or the banker part rows of equal strength, so that a result does not tell its clause.
    """

    method: str
    scores: Mapping[Rows, RowScore]
    overall_on_total: bool
    overall_on_scoop: bool
    scoop_mult: int
    multiplies_all: bool
    tie: Tie
    always: bool
    clauses_vary: bool

    @property
    def scoop_units(self) -> int:
        """The 3-0 column of the method, without royalties: what a foul or an immediate win "as a scoop" is worth."""
        return self.scores[(1, 1, 1)].whole


def pair_rules(switches: Mapping[str, object], tie: Tie, always: bool) -> PairRules:
    """PairRules of switches that ``PAIR_SWITCHES`` has checked."""
    name = str(switches["method"])
    method = METHODS[name]
    overall_on = str(switches["overall_on"])
    ignore = switches["lost_row"] == "ignore"
    results = product(_RESULTS, _RESULTS, _RESULTS)
    return PairRules(
        method=name,
        scores={rows: _row_score(rows, name, overall_on, ignore, tie) for rows in results},
        overall_on_total=method.overall and overall_on == "net_total",
        overall_on_scoop=method.overall_on_scoop,
        scoop_mult=method.scoop_mult,
        multiplies_all=switches["scoop_multiplies"] == "all",
        tie=tie,
        always=always,
        clauses_vary=tie in (Tie.SUIT, Tie.BANKER),
    )


def _row_score(rows: Rows, name: str, overall_on: str, ignore: bool, tie: Tie) -> RowScore:
    method = METHODS[name]
    won, lost = rows.count(1), rows.count(-1)
    side = (won > lost) - (won < lost)
    scoop = side if 3 in (won, lost) else 0
    front, middle, back = units = _row_units(rows, side, ignore)
    net = front + middle + back
    overall = 0
    if method.overall and (method.overall_on_scoop or not scoop):
        # Without royalties the total of "net_total" is that of the rows.
        overall = side if overall_on != "two_rows" or max(won, lost) >= 2 else 0
    bonus = scoop * method.scoop_bonus
    extras: list[Piece] = []
    if overall:
        extras.append(("overall", overall, _OVERALL_TOTAL if overall_on == "net_total" else _OVERALL))
    if bonus:
        extras.append(_bonus_piece(bonus, name))
    if scoop and method.scoop_mult > 1:
        extras.append(_multiplied_piece((method.scoop_mult - 1) * net, net, method.scoop_mult, "rows"))
    whole = (net * method.scoop_mult if scoop else net) + overall + bonus
    return RowScore(units, _clauses(rows, units, tie), net, overall, scoop, bonus, whole, tuple(extras))


def _row_units(rows: Rows, side: int, ignore: bool) -> Rows:
    """1 for a row won, -1 for a row lost; where lost rows are ignored, 0 for one lost by the winner of more rows."""
    front, middle, back = (0 if ignore and row == -side else row for row in rows)
    return front, middle, back


def _clauses(rows: Rows, units: Rows, tie: Tie) -> tuple[str, str, str]:
    named = _CLAUSES[tie is Tie.HALF]
    front, middle, back = (
        named[row] if worth or not row else "row_ignored" for row, worth in zip(rows, units, strict=True)
    )
    return front, middle, back


def score_pair(a: Board, b: Board, rules: PairRules, banker: int = 0) -> Score:
    """Settle two legal hands row by row; ``banker`` is 1 (-1) where the first (second) hand holds the bank.

    Order (section 7): rows, overall, scoop bonus or multiplier, royalties (inside the multiplier under "all").
    """
    (fa, ma, ba), (fb, mb, bb) = a.keys, b.keys
    rows = ((fa > fb) - (fa < fb), (ma > mb) - (ma < mb), (ba > bb) - (ba < bb))
    if banker and rules.tie is Tie.BANKER:
        rows = (rows[0] or banker, rows[1] or banker, rows[2] or banker)
    score = rules.scores[rows]
    clauses = _parted_clauses(a, b, rows, score, rules.tie) if rules.clauses_vary else score.clauses
    (front, middle, back), own, against = score.units, a.own, b.against
    pieces: list[Piece] = [
        ("front", front, Reason(clauses[0], (_FRONT, own[0], against[0]))),
        ("middle", middle, Reason(clauses[1], (_MIDDLE, own[1], against[1]))),
        ("back", back, Reason(clauses[2], (_BACK, own[2], against[2]))),
    ]
    if a.royalties == _NOTHING == b.royalties:
        pieces += score.extras
        return rows, score.whole, pieces, score.scoop
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
        pieces.append(("overall", overall, _OVERALL_TOTAL if rules.overall_on_total else _OVERALL))
    if score.bonus:
        pieces.append(_bonus_piece(score.bonus, rules.method))
    pieces += _royalty_pieces(a, b, rows, rules)
    if multiplied:
        kind = "all" if rules.multiplies_all else "rows"
        pieces.append(_multiplied_piece(multiplied, in_scoop, rules.scoop_mult, kind))
    return rows, score.net + overall + score.bonus + multiplied + royalties, pieces, score.scoop


_NOTHING: Final = (0, 0, 0)
_OVERALL: Final = Reason("overall")
_OVERALL_TOTAL: Final = Reason("overall_on_total")
_ROW_FACTS: Final = (_FRONT, _MIDDLE, _BACK)
ROYALTY_ITEMS: Final = tuple(f"{row}_royalty" for row in ROWS)
_CLAUSES: Final = (
    {1: "row_won", -1: "row_lost", 0: "row_tied"},
    {1: "row_won", -1: "row_lost", 0: "row_halved"},
)
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
            pieces.append(royalty_piece(index, b, -1, "royalty"))
    return pieces


def royalty_piece(row: int, board: Board, side: int, clause: str) -> Piece:
    """The royalty of one row (0 front, 1 middle, 2 back), collected by the first side or (-1) by the second."""
    units = board.royalties[row]
    facts = (_ROW_FACTS[row], board.own[row], ("royalty", str(units)))
    return ROYALTY_ITEMS[row], side * units, Reason(clause, facts)


def _bonus_piece(bonus: int, method: str) -> Piece:
    return "scoop", bonus, Reason("scoop_bonus", (("method", method),))


def _multiplied_piece(multiplied: Units, of: Units, mult: int, kind: str) -> Piece:
    return "scoop", multiplied, Reason(f"scoop_multiplies_{kind}", (("mult", mult), ("units", str(abs(of)))))


PAIR_CLAUSES: Final[Mapping[str, str]] = {
    "row_won": "{hand} beats {against_hand} in the {row}. [3]",
    "row_lost": "{hand} loses to {against_hand} in the {row}. [3]",
    "row_tied": "{hand} ties with {against_hand} in the {row}; nothing moves. [3]",
    "row_halved": "{hand} ties with {against_hand} in the {row}: half a point each, nothing moves. [3]",
    "row_won_by_suit": "{hand} equals {against_hand} in the {row}; the higher suit wins. [3]",
    "row_lost_by_suit": "{hand} equals {against_hand} in the {row}; the lower suit loses. [3]",
    "row_to_banker": "{hand} equals {against_hand} in the {row}; an exact tie goes to the banker. [3]",
    "row_ignored": "{hand} against {against_hand} in the {row}: a row lost by the winner of more rows is not deducted. [3]",
    "overall": "Overall point for the greater number of rows. [3]",
    "overall_on_total": "Overall point for the greater total of rows and royalties. [3]",
    "scoop_bonus": "All three rows won: scoop bonus of method {method}. [3]",
    "scoop_multiplies_rows": "All three rows won: the {units} units of the rows count {mult} times. [3]",
    "scoop_multiplies_all": "All three rows won: the {units} units of rows and royalties count {mult} times. [3, 6]",
    "royalty": "{hand} in the {row} is worth {royalty} extra units by the royalty table. [6]",
}
"""Sentences of the clauses that pairs give as reasons."""
