"""Short stacks: what is paid where a loser owes more than he has (rules/chinese-poker section 8).

Debts stand in the order (1,2), (1,3) ... (2,3) ..., seat 1 left of the button and the button last. ``sequential``
pays them in that order, each cut to what the loser holds at that moment and, with a win cap, to what the winner holds.
``pro_rata`` divides what a loser brought among his creditors by what he owes them, odd chips one each in seat order.
``uncapped`` lets debts stand.

A house may limit besides what a seat can lose in a whole match. What is left of that limit (its *room*) shrinks and
grows with every payment as a stack does, so a loser is held to the smaller of the two.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple


class Debt(NamedTuple):
    """What ``loser`` owes to ``winner`` for their pair, in minor units or chips, never negative."""

    winner: str
    loser: str
    chips: int


class Move(NamedTuple):
    """What really moved, in the order in which it moves; ``cut`` says why it is less than the debt, else ""."""

    loser: str
    winner: str
    chips: int
    cut: str


class Payments(NamedTuple):
    """All moves, the stacks after them from the left of the button, and the seats whose chips ran out."""

    moves: tuple[Move, ...]
    stacks: dict[str, int]
    busted: tuple[str, ...]


def after_fees(payments: Payments, before: Mapping[str, int], fees: Mapping[str, int]) -> Payments:
    """The payments with what the house took from each seat taken from its stack; ``before`` are the stacks brought."""
    after = dict(payments.stacks)
    for seat, fee in fees.items():
        after[seat] -= fee
    return payments._replace(stacks=after, busted=_busted(before, after))


def _busted(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(seat for seat, left in after.items() if before[seat] > 0 >= left)


class _Purse(NamedTuple):
    """What a payment may be cut by: stacks, the room left of a loss limit, whether winners are capped, the chip."""

    stacks: Mapping[str, int]
    room: Mapping[str, int]
    win_cap: bool
    chip: int


def from_the_button(seats: Sequence[str], button: str) -> tuple[str, ...]:
    """Seats clockwise from the left of the button, the button last."""
    start = seats.index(button) + 1
    return (*seats[start:], *seats[:start])


def pay_debts(
    seats: Sequence[str],
    stacks: Mapping[str, int],
    debts: Sequence[Debt],
    manner: str,
    win_cap: bool,
    chip: int = 1,
    room: Mapping[str, int] | None = None,
) -> Payments:
    """Pay ``debts`` out of ``stacks``; ``seats`` stand from the left of the button, ``chip`` is the smallest chip.

    ``room`` is the most that each seat may still lose, None without such a limit.
    """
    order = {frozenset(pair): place for place, pair in enumerate(combinations(seats, 2))}
    owed = sorted(debts, key=lambda debt: order[frozenset((debt.winner, debt.loser))])
    moves = _MANNERS[manner](seats, owed, _Purse(stacks, stacks if room is None else room, win_cap, chip))
    after = {seat: stacks[seat] for seat in seats}
    for move in moves:
        after[move.loser] -= move.chips
        after[move.winner] += move.chips
    return Payments(moves, after, _busted(stacks, after))


def _uncapped(_: Sequence[str], debts: Sequence[Debt], __: _Purse) -> tuple[Move, ...]:
    return tuple(Move(debt.loser, debt.winner, debt.chips, "") for debt in debts)


def _sequential(_: Sequence[str], debts: Sequence[Debt], purse: _Purse) -> tuple[Move, ...]:
    held, room = dict(purse.stacks), dict(purse.room)
    moves: list[Move] = []
    for debt in debts:
        most, cut = min((held[debt.loser], "loser_stack"), (room[debt.loser], "loss_limit"), key=lambda pair: pair[0])
        if most >= debt.chips:
            most, cut = debt.chips, ""
        if purse.win_cap and held[debt.winner] < most:
            most, cut = held[debt.winner], "winner_stack"
        for left in (held, room):
            left[debt.loser] -= most
            left[debt.winner] += most
        moves.append(Move(debt.loser, debt.winner, most, cut))
    return tuple(moves)


def _pro_rata(seats: Sequence[str], debts: Sequence[Debt], purse: _Purse) -> tuple[Move, ...]:
    """Loser by loser in seat order, creditor by creditor in seat order; shares are whole chips, rounded down."""
    moves: list[Move] = []
    for loser in seats:
        owed = sorted((debt for debt in debts if debt.loser == loser), key=lambda debt: seats.index(debt.winner))
        total, stack, room = sum(debt.chips for debt in owed), purse.stacks[loser], purse.room[loser]
        most, cut = (stack, "pro_rata") if stack <= room else (room, "loss_limit_pro_rata")
        if total <= most:
            moves += [Move(loser, debt.winner, debt.chips, "") for debt in owed]
            continue
        shares = [debt.chips * most // total // purse.chip * purse.chip for debt in owed]
        for place in range((most - sum(shares)) // purse.chip):
            shares[place] += purse.chip
        moves += [Move(loser, debt.winner, share, cut) for debt, share in zip(owed, shares, strict=True)]
    return tuple(moves)


_MANNERS: Final[Mapping[str, Callable[[Sequence[str], Sequence[Debt], _Purse], tuple[Move, ...]]]] = {
    "sequential": _sequential,
    "pro_rata": _pro_rata,
    "uncapped": _uncapped,
}
