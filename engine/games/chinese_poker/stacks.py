"""Short stacks: what is paid where a loser owes more than he has (rules/chinese-poker section 8).

Debts stand in the order (1,2), (1,3) ... (2,3) ..., seat 1 left of the button and the button last. ``sequential``
pays them in that order, each cut to what the loser holds at that moment and, with a win cap, to what the winner holds.
``pro_rata`` divides what a loser brought among his creditors by what he owes them, odd chips one each in seat order.
``uncapped`` lets debts stand.
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
    """All moves, the stacks after them, and the seats whose chips ran out."""

    moves: tuple[Move, ...]
    stacks: dict[str, int]
    busted: tuple[str, ...]


def from_the_button(seats: Sequence[str], button: str) -> tuple[str, ...]:
    """Seats clockwise from the left of the button, the button last."""
    start = seats.index(button) + 1
    return (*seats[start:], *seats[:start])


def pay_debts(
    seats: Sequence[str], stacks: Mapping[str, int], debts: Sequence[Debt], manner: str, win_cap: bool, chip: int = 1
) -> Payments:
    """Pay ``debts`` out of ``stacks``; ``seats`` stand from the left of the button, ``chip`` is the smallest chip."""
    order = {frozenset(pair): place for place, pair in enumerate(combinations(seats, 2))}
    owed = sorted(debts, key=lambda debt: order[frozenset((debt.winner, debt.loser))])
    moves = _MANNERS[manner](seats, stacks, owed, win_cap, chip)
    after = dict(stacks)
    for move in moves:
        after[move.loser] -= move.chips
        after[move.winner] += move.chips
    busted = tuple(seat for seat in seats if stacks[seat] > 0 >= after[seat])
    return Payments(moves, after, busted)


def _uncapped(_: Sequence[str], __: Mapping[str, int], debts: Sequence[Debt], ___: bool, ____: int) -> tuple[Move, ...]:
    return tuple(Move(debt.loser, debt.winner, debt.chips, "") for debt in debts)


def _sequential(
    _: Sequence[str], stacks: Mapping[str, int], debts: Sequence[Debt], win_cap: bool, __: int
) -> tuple[Move, ...]:
    left = dict(stacks)
    moves: list[Move] = []
    for debt in debts:
        most = left[debt.loser]
        cut = "loser_stack" if most < debt.chips else ""
        if win_cap and left[debt.winner] < min(most, debt.chips):
            most, cut = left[debt.winner], "winner_stack"
        paid = min(debt.chips, most)
        left[debt.loser] -= paid
        left[debt.winner] += paid
        moves.append(Move(debt.loser, debt.winner, paid, cut))
    return tuple(moves)


def _pro_rata(
    seats: Sequence[str], stacks: Mapping[str, int], debts: Sequence[Debt], _: bool, chip: int
) -> tuple[Move, ...]:
    """Loser by loser in seat order, creditor by creditor in seat order; shares are whole chips, rounded down."""
    moves: list[Move] = []
    for loser in seats:
        owed = sorted((debt for debt in debts if debt.loser == loser), key=lambda debt: seats.index(debt.winner))
        total, stack = sum(debt.chips for debt in owed), stacks[loser]
        if total <= stack:
            moves += [Move(loser, debt.winner, debt.chips, "") for debt in owed]
            continue
        shares = [debt.chips * stack // total // chip * chip for debt in owed]
        for place in range((stack - sum(shares)) // chip):
            shares[place] += chip
        moves += [Move(loser, debt.winner, share, "pro_rata") for debt, share in zip(owed, shares, strict=True)]
    return tuple(moves)


_MANNERS: Final[
    Mapping[str, Callable[[Sequence[str], Mapping[str, int], Sequence[Debt], bool, int], tuple[Move, ...]]]
] = {"sequential": _sequential, "pro_rata": _pro_rata, "uncapped": _uncapped}
