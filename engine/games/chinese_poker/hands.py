"""What each seat's entry comes to: a hand that plays, a foul, a natural, or a hand that is dead."""

from enum import Enum
from typing import Final, NamedTuple

from engine.cards import Card
from engine.games.chinese_poker.record import Form, Seat
from engine.games.chinese_poker.rules import Rules
from engine.games.pairs import Board, board_of
from engine.games.rows import SIZES, SetRows, set_rows
from engine.games.royalties import Units
from engine.settlement import Fact

_NO_ROYALTIES: Final = (0, 0, 0)


class State(Enum):
    """How a hand takes part: rows compared, fouled, a natural, or dead (surrendered, absent, a turn missed)."""

    LIVE = "live"
    FOUL = "foul"
    NATURAL = "natural"
    DEAD = "dead"


# Named once, because every hand asks for them and a member is slow to reach in its enum.
_ARRANGED: Final = Form.ARRANGED
_LIVE: Final = State.LIVE
_new: Final = tuple.__new__  # half the cost of a NamedTuple's own constructor, for the hands every round has


class Hand(NamedTuple):
    """One seat's hand, judged by itself.

    ``label`` is the state in full: ``live``, ``foul``, ``natural:six_pairs``, ``surrender``, ``absent`` or
    ``missed_turn``; ``word`` what it says beyond the state: the natural's name, or how a dead hand died. ``board`` is
    there for every hand whose three rows were set, fouled ones included (their royalties are void); ``faults`` say
    why it fouled.
    ``units`` is what a natural collects or a dead hand pays, per opponent.
    """

    seat: str
    state: State
    label: str
    word: str
    board: Board | None
    faults: tuple[Fact, ...]
    units: Units
    exposed: bool

    @property
    def royalty_total(self) -> Units:
        """Royalties that the hand shows, paid or not; only a hand that plays has any."""
        return sum(self.board.royalties) if self.board is not None else 0


def judge_hand(seat: Seat, rules: Rules) -> Hand:
    """The hand of one validated entry."""
    form = seat.form
    if form is _ARRANGED:
        return _arranged(seat, seat.rows, rules)
    if form is Form.TIMEOUT:
        return _timed_out(seat, rules)
    if form is Form.NATURAL:
        return _claimed(seat, rules)
    if form is Form.ABSENT and seat.word == "later":
        return _fouled(seat, ("absent_later",), None)
    return _dead(seat, rules)


def thirteen(seat: Seat) -> tuple[Card, ...] | None:
    """The thirteen cards a seat played with, without one thrown away; None where the record does not show them."""
    rows = seat.cards or tuple(card for row in seat.rows for card in row)
    if len(rows) == 13:
        return rows
    return None if seat.dealt is None else tuple(card for card in seat.dealt if card != seat.thrown)


def _arranged(seat: Seat, rows: tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]], rules: Rules) -> Hand:
    """Rows that were set. An automatic natural goes before them, and even before a foul."""
    front, middle, back = rows
    found = set_rows(front, middle, back, rules.rows)
    _, strengths, _, faults, _ = found
    naturals = rules.naturals
    if naturals.auto:
        best = naturals.best((*front, *middle, *back))
        if best is not None:
            return _natural(seat, best, found, rules)
    if faults:
        return _fouled(seat, tuple([fault.value for fault in faults]), found)
    board = board_of(found, rules.royalties.of_rows(strengths))
    return _new(Hand, (seat.name, _LIVE, "live", "", board, (), 0, seat.exposed))


def _claimed(seat: Seat, rules: Rules) -> Hand:
    """A claim stands as declared if the cards hold it, even where they hold a better one; a false one is a foul.

    Where naturals are found in the cards, the claim says only that no rows were set.
    """
    naturals = rules.naturals
    if naturals.auto:
        best = naturals.best(seat.cards)
        return _fouled(seat, ("false_claim",), None) if best is None else _natural(seat, best, None, rules)
    if naturals.holds(seat.word, seat.cards):
        return _natural(seat, seat.word, None, rules)
    return _fouled(seat, ("false_claim",), None)


def _natural(seat: Seat, name: str, found: SetRows | None, rules: Rules) -> Hand:
    units = rules.naturals.units[name]
    return Hand(seat.name, State.NATURAL, f"natural:{name}", name, _void(found), (), units, seat.exposed)


def _fouled(seat: Seat, faults: tuple[Fact, ...], found: SetRows | None) -> Hand:
    return Hand(seat.name, State.FOUL, "foul", "", _void(found), faults, 0, seat.exposed)


def _void(found: SetRows | None) -> Board | None:
    """Rows that are not compared and whose royalties are void."""
    return None if found is None else board_of(found, _NO_ROYALTIES)


def _dead(seat: Seat, rules: Rules) -> Hand:
    dead = rules.dead
    pays = {Form.SURRENDER: dead.surrender, Form.MISSED_TURN: dead.missed_turn, Form.ABSENT: dead.absent}[seat.form]
    assert pays is not None, "validate refuses what the house does not offer"
    word = seat.form.value
    return Hand(seat.name, State.DEAD, word, word, None, (), pays, seat.exposed)


def _timed_out(seat: Seat, rules: Rules) -> Hand:
    if rules.timeout == "foul":
        return _fouled(seat, ("timeout",), None)
    return _arranged(seat, filled_rows(seat), rules)


def filled_rows(seat: Seat) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    """Rows of a hand that ran out of time: the cards not yet set fill back, middle, front in dealing order."""
    placed = {card for row in seat.rows for card in row}
    left = [card for card in seat.dealt or () if card not in placed and card != seat.thrown]
    front, middle, back = seat.rows
    back += tuple(left[: SIZES["back"] - len(back)])
    left = [card for card in left if card not in back]
    middle += tuple(left[: SIZES["middle"] - len(middle)])
    left = [card for card in left if card not in middle]
    return front + tuple(left), middle, back
