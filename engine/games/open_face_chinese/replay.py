"""The log replayed: the deal checked, then move after move; ``replay`` is ``open_hand`` and a fold of ``apply``.

The first faulty move ends the replay, and of several faults of one deal or move the first in order is named. The order
is that of ``DEAL_CHECKS`` and ``MOVE_CHECKS``. A violation of the deal points at its place, one of the n-th move at
``/moves/<n>``. Which form is played (``unknown_form``) is a switch, refused with the ruleset.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.errors import Violation
from engine.games.open_face_chinese.forms import Street
from engine.games.open_face_chinese.record import Move, Round
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.state import EMPTY, Board, State, Table, Turn
from engine.games.open_face_chinese.timeouts import filled
from engine.games.rows import ROWS, SIZES
from engine.games.stacks import from_the_button
from engine.validation import escape

Fault = tuple[str, str]
"""Where a deal is wrong, and what to do about it."""


class Claim(NamedTuple):
    """A move that is claimed in a state.

    ``placed`` is every card that it sets or throws, ``due`` what its seat may be dealt now, None for nothing.
    """

    state: State
    move: Move
    placed: tuple[str, ...]
    due: Street | None
    rules: Rules


MoveCheck = Callable[[Claim], str | None]
MoveChecks = tuple[tuple[str, MoveCheck], ...]


def replay(played: Round, rules: Rules) -> State | Violation:
    """The state after all moves of a log, or its first illegal event."""
    state = open_hand(played, rules)
    for move in played.moves:
        if isinstance(state, Violation):
            return state
        state = apply(state, move, rules)
    return state


def open_hand(played: Round, rules: Rules) -> State | Violation:
    """The state before the first move, whatever moves the round has; a Violation where no such hand can be dealt."""
    for code, check in DEAL_CHECKS:
        fault = check(played, rules)
        if fault is not None:
            return Violation(code, *fault)
    order = from_the_button(played.seats, played.button)
    players = tuple(seat for seat in order if seat not in played.fantasyland)
    turns = tuple(Turn(seat, n, street) for n, street in enumerate(rules.form.streets) for seat in players)
    table = Table(played.seats, order, turns, played.fantasyland, played.runs)
    return State(table, dict.fromkeys(played.seats, EMPTY), frozenset(), 0, 0)


def apply(state: State, move: Move, rules: Rules) -> State | Violation:
    """The state after one more move, or why it is illegal.

    A move that was not made in time is completed by the rule before its cards are counted.
    """
    due = state.due(move.seat)
    claim = Claim(state, move, _placed(move), due, rules)
    fault = _first_fault(_BEFORE_FILLING, claim)
    if fault is not None:
        return fault
    assert due is not None, "whose turn it is not was refused"
    if move.timeout:
        move = filled(state.boards[move.seat], move, due)
        claim = Claim(state, move, _placed(move), due, rules)
    fault = _first_fault(_AFTER_FILLING, claim)
    if fault is not None:
        return fault
    board = _with(state.boards[move.seat], move)
    on_street = move.seat not in state.table.fantasyland
    boards = {**state.boards, move.seat: board}
    return State(state.table, boards, state.out | frozenset(move.dealt), state.moves + 1, state.acted + on_street)


def fault_of_dealt(state: State, seat: str, dealt: tuple[str, ...], rules: Rules) -> Violation | None:
    """Why ``seat`` cannot be dealt these cards now, before any of them is placed; None where it can."""
    move = Move(seat, dealt, (), (), (), (), timeout=False)
    claim = Claim(state, move, (), state.due(seat), rules)
    return _first_fault(_BEFORE_FILLING, claim)


def _first_fault(checks: MoveChecks, claim: Claim) -> Violation | None:
    for code, check in checks:
        detail = check(claim)
        if detail is not None:
            return Violation(code, f"/moves/{claim.state.moves}", detail)
    return None


def _with(board: Board, move: Move) -> Board:
    return Board(
        board.front + move.front,
        board.middle + move.middle,
        board.back + move.back,
        board.thrown + move.discard,
        board.timed_out or move.timeout,
    )


def _wrong_seat_count(played: Round, rules: Rules) -> Fault | None:
    least, most = rules.form.seats
    if least <= len(played.seats) <= most:
        return None
    return "/seats", f"{least} to {most} seats play this form, not {len(played.seats)}"


def _duplicate_seat(played: Round, _: Rules) -> Fault | None:
    for index, seat in enumerate(played.seats):
        if seat in played.seats[:index]:
            return f"/seats/{index}", f"seat {seat} stands before already"
    return None


def _bad_button(played: Round, _: Rules) -> Fault | None:
    return None if played.button in played.seats else ("/button", f"nobody sits at {played.button}")


def _fantasyland_seat(played: Round, _: Rules) -> Fault | None:
    for seat in played.fantasyland:
        if seat not in played.seats:
            return f"/fantasyland/{escape(seat)}", f"nobody sits at {seat}"
    return None


def _fantasyland_cards(played: Round, rules: Rules) -> Fault | None:
    for seat, cards in played.fantasyland.items():
        if cards not in rules.granted:
            granted = ", ".join(map(str, sorted(rules.granted)))
            return f"/fantasyland/{escape(seat)}", f"this ruleset deals {granted} cards in Fantasyland, not {cards}"
    return None


def _too_many_cards(played: Round, rules: Rules) -> Fault | None:
    """Judged as if every seat held the largest hand: a table that must break up when Fantasyland comes is none."""
    needed = len(played.seats) * rules.most_cards_each
    if needed <= len(rules.deck):
        return None
    detail = f"where all of {len(played.seats)} seats hold {rules.most_cards_each} cards, as they may come to in"
    return "", f"{detail} Fantasyland, {needed} are needed; the deck has {len(rules.deck)}"


DEAL_CHECKS: Final[tuple[tuple[str, Callable[[Round, Rules], Fault | None]], ...]] = (
    ("wrong_seat_count", _wrong_seat_count),
    ("duplicate_seat", _duplicate_seat),
    ("bad_button", _bad_button),
    ("fantasyland_seat", _fantasyland_seat),
    ("fantasyland_cards", _fantasyland_cards),
    ("too_many_cards", _too_many_cards),
)
"""What can be wrong with a deal, in the order in which it is looked for."""


def _unknown_seat(claim: Claim) -> str | None:
    seat = claim.move.seat
    return None if seat in claim.state.boards else f"nobody sits at {seat}"


def _hand_over(claim: Claim) -> str | None:
    return "every board is complete: nobody has a move left" if claim.state.over else None


def _not_your_turn(claim: Claim) -> str | None:
    if claim.due is not None:
        return None
    return f"it is not the turn of {claim.move.seat}, but of {claim.state.next_seat}"


def _wrong_card_count(claim: Claim) -> str | None:
    due, dealt = claim.due, len(claim.move.dealt)
    return None if due is None or dealt == due.dealt else f"{due.dealt} cards are dealt here, not {dealt}"


def _bad_card(claim: Claim) -> str | None:
    dealt, placed, deck = claim.move.dealt, claim.placed, claim.rules.deck
    if deck.issuperset(dealt) and deck.issuperset(placed):
        return None
    code = next(code for code in (*dealt, *placed) if code not in deck)
    return f"{code!r} is not one of the {len(deck)} card codes"


def _duplicate_card(claim: Claim) -> str | None:
    dealt, placed, out = claim.move.dealt, claim.placed, claim.state.out
    if out.isdisjoint(dealt) and out.isdisjoint(placed):
        twice = _twice(dealt) or _twice(placed)
        return None if twice is None else f"{twice} stands twice in this move"
    code = next(code for code in (*dealt, *placed) if code in out)
    return f"{code} was dealt in an earlier move"


def _card_not_dealt(claim: Claim) -> str | None:
    strange = next((code for code in claim.placed if code not in claim.move.dealt), None)
    return None if strange is None else f"{strange} is not among the cards dealt for this move"


def _timeout_not_offered(claim: Claim) -> str | None:
    unknown = claim.move.timeout and claim.rules.timeout == "none"
    return "this ruleset knows no move that was not made in time" if unknown else None


def _card_not_placed(claim: Claim) -> str | None:
    left = next((code for code in claim.move.dealt if code not in claim.placed), None)
    return None if left is None else f"{left} was dealt and is neither set nor thrown"


def _wrong_discard_count(claim: Claim) -> str | None:
    due, thrown = claim.due, len(claim.move.discard)
    return None if due is None or thrown == due.thrown else f"{due.thrown} cards are thrown here, not {thrown}"


def _row_full(claim: Claim) -> str | None:
    board, move = claim.state.boards[claim.move.seat], claim.move
    held = (len(board.front + move.front), len(board.middle + move.middle), len(board.back + move.back))
    for row, cards in zip(ROWS, held, strict=True):
        if cards > SIZES[row]:
            return f"the {row} holds {SIZES[row]} cards, not {cards}"
    return None


def _placed(move: Move) -> tuple[str, ...]:
    """Every card that a move sets or throws."""
    return move.front + move.middle + move.back + move.discard


def _twice(codes: tuple[str, ...]) -> str | None:
    if len(set(codes)) == len(codes):
        return None
    return next(code for index, code in enumerate(codes) if code in codes[:index])


_BEFORE_FILLING: Final[MoveChecks] = (
    ("unknown_seat", _unknown_seat),
    ("hand_over", _hand_over),
    ("not_your_turn", _not_your_turn),
    ("wrong_card_count", _wrong_card_count),
    ("bad_card", _bad_card),
    ("duplicate_card", _duplicate_card),
    ("card_not_dealt", _card_not_dealt),
    ("timeout_not_offered", _timeout_not_offered),
)
_AFTER_FILLING: Final[MoveChecks] = (
    ("card_not_placed", _card_not_placed),
    ("wrong_discard_count", _wrong_discard_count),
    ("row_full", _row_full),
)
MOVE_CHECKS: Final[MoveChecks] = (*_BEFORE_FILLING, *_AFTER_FILLING)
"""What can be wrong with a move, in the order in which it is looked for."""
