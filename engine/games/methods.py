"""How three rows are scored: the methods, and what each of the 27 results of three rows is worth.

Every pair of players settles separately (rules/chinese-poker section 3). The table of a method is worked out once,
when a ruleset is loaded; ``pairs`` then settles two hands by one look-up. Chinese poker and Open-Face share both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from engine.games.rows import Tie
from engine.games.royalties import Units
from engine.rulesets import Check, one_of
from engine.settlement import Reason


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

_RESULTS: Final = (-1, 0, 1)

Piece = tuple[str, Units, Reason]
"""One thing that moved between two hands: the item, units from the first one's side, and why.

A plain tuple, because every settlement makes one for each row of each pair and unpacks it at once.
"""


OVERALL: Final = Reason("overall")
OVERALL_ON_TOTAL: Final = Reason("overall_on_total")
_CLAUSES: Final = (
    {1: "row_won", -1: "row_lost", 0: "row_tied"},
    {1: "row_won", -1: "row_lost", 0: "row_halved"},
)


class RowScore(NamedTuple):
    """What one result of three rows is worth, from the first side.

    ``units`` and ``clauses`` are those of each row (a lost row that is ignored is worth 0), ``net`` the sum of these
    units; ``overall`` the point where rows alone decide it, ``scoop`` 1, 0 or -1, ``bonus`` what a scoop adds.
    ``whole`` is all of it for hands without royalties, scoop multiplier and an overall point on totals included, and
    ``extras`` are the pieces beside the rows that make it up.
    """

    units: Rows
    clauses: tuple[str, str, str]
    net: int
    overall: int
    scoop: int
    bonus: int
    whole: int
    extras: tuple[Piece, ...]


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
    overall = on_total = 0
    if method.overall and (method.overall_on_scoop or not scoop):
        if overall_on == "net_total":
            on_total = side
        elif overall_on == "net_rows" or max(won, lost) >= 2:
            overall = side
    bonus = scoop * method.scoop_bonus
    extras: list[Piece] = []
    if overall:
        extras.append(("overall", overall, OVERALL))
    if on_total:
        extras.append(("overall", on_total, OVERALL_ON_TOTAL))
    if bonus:
        extras.append(bonus_piece(bonus, name))
    if scoop and method.scoop_mult > 1:
        extras.append(multiplied_piece((method.scoop_mult - 1) * net, net, method.scoop_mult, "rows"))
    whole = (net * method.scoop_mult if scoop else net) + overall + on_total + bonus
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


def bonus_piece(bonus: int, method: str) -> Piece:
    """The units that a method adds for a scoop."""
    return "scoop", bonus, Reason("scoop_bonus", (("method", method),))


def multiplied_piece(multiplied: Units, of: Units, mult: int, kind: str) -> Piece:
    """What a scoop's multiplier adds to the units ``of`` the rows (``kind`` rows) or of rows and royalties (all)."""
    return "scoop", multiplied, Reason(f"scoop_multiplies_{kind}", (("mult", mult), ("units", str(abs(of)))))
