"""Who won what from whom, in units, once every board is complete: each pair of seats alone.

Order of one pair (rules/chinese-poker sections 7 and 10): two fouls move nothing; one foul pays its penalty and the
other's royalties; two legal boards settle row by row, with the scoop and the royalties of both, which count as many
times as the level or the pot says; a Super Bowl then multiplies the pairs of the seat that plays it.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple

from engine.errors import BrokenInvariant, Violation
from engine.games.fouls import foul_score
from engine.games.methods import Piece
from engine.games.open_face_chinese.boards import TIMEOUT, Read, next_fantasyland, read_rows
from engine.games.open_face_chinese.fantasyland import Fantasyland, next_run
from engine.games.open_face_chinese.record import Round
from engine.games.open_face_chinese.replay import replay
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.state import Board as Placed
from engine.games.open_face_chinese.state import State
from engine.games.pairs import Board, NamedFact, Score, board_of, score_pair
from engine.games.payment import Pair
from engine.games.rows import ROWS
from engine.settlement import Reason


class Hand(NamedTuple):
    """One seat's board, judged by itself.

    ``faults`` are sorted and empty for a live board. ``board`` is what pairs compare; its royalties are scaled, and
    void where it fouled. ``fantasyland`` is for the next hand; ``run`` are the Fantasylands in a row with this one.
    """

    seat: str
    placed: Placed
    read: Read
    faults: tuple[str, ...]
    board: Board
    fantasyland: Fantasyland
    run: int
    super_bowl: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """A hand judged: the state it ended in, each board by itself, each pair from its first seat's side."""

    played: Round
    state: State
    royalty_mult: int
    hands: tuple[Hand, ...]
    pairs: tuple[Pair, ...]


def judge(played: Round, rules: Rules) -> Verdict:
    """Apply the rules to a validated round. Raises BrokenInvariant where it is illegal or unfinished."""
    state = replay(played, rules)
    if isinstance(state, Violation) or not state.over:
        raise BrokenInvariant("only a hand that was found complete is judged")
    mult = rules.scale.of_hand(played.bets.hand, played.bets.pot_minor)
    return judged(played, state, mult, rules)


def judged(played: Round, state: State, royalty_mult: int, rules: Rules) -> Verdict:
    """The verdict on a complete hand whose royalties count ``royalty_mult`` times."""
    hands = tuple(_hand(seat, state, royalty_mult, rules) for seat in state.table.seats)
    pairs = tuple(_pair(a, b, played, royalty_mult, rules) for a, b in combinations(hands, 2))
    return Verdict(played, state, royalty_mult, hands, pairs)


def _hand(seat: str, state: State, royalty_mult: int, rules: Rules) -> Hand:
    placed, table = state.boards[seat], state.table
    read = read_rows(placed.rows, rules.rows)
    if placed.timed_out and rules.timeout == "foul":
        read = read._replace(faults=tuple(sorted((*read.faults, TIMEOUT))))
    front, middle, back = rules.royalties.of_rows(read.found.strengths)
    scaled = (front * royalty_mult, middle * royalty_mult, back * royalty_mult)
    run = next_run(table.runs.get(seat, 0), seat in table.fantasyland)
    return Hand(
        seat=seat,
        placed=placed,
        read=read,
        faults=read.faults,
        board=board_of(read.found, (0, 0, 0) if read.faults else scaled),
        fantasyland=next_fantasyland(read, table.fantasyland.get(seat, 0), rules),
        run=run,
        super_bowl=run >= rules.super_bowl.least_run,
    )


def _pair(a: Hand, b: Hand, played: Round, royalty_mult: int, rules: Rules) -> Pair:
    rows, units, pieces, scoop = _score(a, b, rules)
    if royalty_mult != 1:
        by, facts = rules.scale.told(played.bets.hand, played.bets.pot_minor)
        pieces = [_told_scaled(piece, royalty_mult, by, facts) for piece in pieces]
    seats = tuple(hand.seat for hand in (a, b) if hand.super_bowl)
    if seats and rules.super_bowl.mult > 1:
        more = (rules.super_bowl.mult - 1) * units
        facts = (("seats", seats), ("mult", rules.super_bowl.mult), ("units", str(abs(units))))
        pieces = [*pieces, ("super_bowl", more, Reason("super_bowl", facts))]
        units += more
    return Pair(a.seat, b.seat, rows, units, pieces, scoop)


def _score(a: Hand, b: Hand, rules: Rules) -> Score:
    if not a.faults and not b.faults:
        return score_pair(a.board, b.board, rules.pairs)
    if a.faults and b.faults:
        return None, 0, [("foul", 0, Reason("both_fouled", (("faults", a.faults), ("against_faults", b.faults))))], 0
    if a.faults:
        return foul_score(a.seat, a.faults, b.board, rules.foul)
    rows, units, pieces, scoop = foul_score(b.seat, b.faults, a.board, rules.foul)
    return rows, -units, [(item, -moved, reason) for item, moved, reason in pieces], -scoop


def royalty_mark(hand: Hand) -> dict[str, str]:
    """Royalty units of each row and in all, as exact text."""
    units = dict(zip(ROWS, hand.board.royalties, strict=True))
    return {row: str(of_row) for row, of_row in (*units.items(), ("total", sum(hand.board.royalties)))}


def _told_scaled(piece: Piece, mult: int, by: str, facts: tuple[NamedFact, ...]) -> Piece:
    """A royalty as the table has it, with what it is multiplied by and comes to; all other pieces as they are."""
    item, units, reason = piece
    if reason.clause not in _ROYALTY_CLAUSES:
        return piece
    unscaled = (("royalty", str(abs(Fraction(units)) / mult)), ("mult", mult), ("units", str(abs(units))))
    kept = tuple(fact for fact in reason.facts if fact[0] != "royalty")
    return item, units, Reason(f"{reason.clause}_{by}", (*kept, *unscaled, *facts))


_ROYALTY_CLAUSES: Final = ("royalty", "royalty_against", "foul_royalty")
