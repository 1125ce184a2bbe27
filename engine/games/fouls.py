"""What a fouled hand pays to each legal one (rules/chinese-poker section 4): the penalty, and that hand's royalties."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from engine.games.methods import PairRules, Piece
from engine.games.pairs import Board, Score, royalty_piece
from engine.games.royalties import Units, find_units
from engine.rulesets import Check, any_of, one_of
from engine.settlement import Fact, Reason


def positive_units(value: object) -> object:
    """Check of a switch that is a number of units above 0."""
    units = find_units(value)
    if not units:
        raise ValueError("a number of units above 0 is needed")
    return units


FOUL_SWITCHES: Final[Mapping[str, Check]] = {
    "foul_pays": any_of(one_of("scoop", "rows"), positive_units),
    "foul_pays_royalties": one_of(True, False),
}


class FoulRules(NamedTuple):
    """What a foul pays to each legal opponent: units, and that hand's royalties ``royalty_mult`` times (0 for none).

    ``clause`` names the reading: as a scoop, three rows, or the house's own number.
    """

    units: Units
    royalty_mult: int
    clause: str


def foul_rules(switches: Mapping[str, object], pairs: PairRules) -> FoulRules:
    """FoulRules of switches that ``FOUL_SWITCHES`` has checked.

    A foul "as a scoop" takes the multiplier of the scoop for royalties too, where that multiplies all.
    """
    pays = switches["foul_pays"]
    paid = 1 if switches["foul_pays_royalties"] else 0
    if pays == "scoop":
        return FoulRules(pairs.scoop_units, paid * (pairs.scoop_mult if pairs.multiplies_all else 1), "foul_as_scoop")
    if pays == "rows":
        return FoulRules(3, paid, "foul_three_rows")
    assert isinstance(pays, int | Fraction)
    return FoulRules(pays, paid, "foul_fixed")


def foul_score(seat: str, faults: tuple[Fact, ...], legal: Board, foul: FoulRules) -> Score:
    """The pair of the fouled hand of ``seat`` and a legal one, from the fouled side."""
    facts = (("seat", seat), ("faults", faults), ("units", str(foul.units)))
    pieces: list[Piece] = [("foul", -foul.units, Reason(foul.clause, facts))]
    if not foul.royalty_mult:
        return None, -foul.units, pieces, -1
    royalties = sum(legal.royalties)
    pieces += [royalty_piece(row, legal, -1, "foul_royalty") for row in (0, 1, 2) if legal.royalties[row]]
    multiplied = (foul.royalty_mult - 1) * royalties
    if multiplied:
        reason = Reason("scoop_multiplies_royalties", (("mult", foul.royalty_mult), ("units", str(royalties))))
        pieces.append(("scoop", -multiplied, reason))
    return None, -(foul.units + foul.royalty_mult * royalties), pieces, -1


FOUL_CLAUSES: Final[Mapping[str, str]] = {
    "foul_as_scoop": "Seat {seat} fouled ({faults}) and pays {units} units, as if scooped. [4]",
    "foul_three_rows": "Seat {seat} fouled ({faults}) and pays the three rows. [4]",
    "foul_fixed": "Seat {seat} fouled ({faults}) and pays the house's {units} units. [4]",
    "foul_royalty": "The fouled hand pays the royalty of {royalty} for {hand} in the {row}. [4, 6]",
    "scoop_multiplies_royalties": "As if scooped, the {units} units of royalties count {mult} times. [3, 4]",
}
"""Sentences of the clauses that fouls give as reasons."""
