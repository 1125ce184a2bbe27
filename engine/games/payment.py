"""From units to money, where hands settle pair by pair: the stake, whole chips, half units, and a line for each piece.

What a pair owes is its units times the stake; the lines are made from its pieces, which must add up to that. What a
short stack or a loss limit leaves unpaid is taken back on a line of its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.games.fees import Fee, fee_check, fee_lines, refuse_broken_chips
from engine.games.methods import Piece, Rows
from engine.games.royalties import Units
from engine.games.stacks import Debt, Payments, after_fees
from engine.money import Rounding, exact_text, find_minor, round_minor
from engine.rulesets import Check, any_of, integer, one_of
from engine.settlement import Account, Line, Reason
from engine.validation import Reader


class Pair(NamedTuple):
    """One pair settled, from ``a``'s side.

    ``rows`` is None where rows were not compared; ``scoop`` is 1 or -1 where a hand won all three rows or its opponent
    fouled. ``units`` is worked out apart from the pieces, which must add up to it.
    """

    a: str
    b: str
    rows: Rows | None
    units: Units
    pieces: list[Piece]
    scoop: int


class StakeRules(NamedTuple):
    """What one unit costs in the n-th hand: ``levels``, each for so many hands, the last for ever."""

    levels: tuple[int, ...]
    hands_per_level: int


class MoneyRules(NamedTuple):
    """How units become chips: short stacks, whole chips, half units, fees."""

    short_stack: str
    win_cap: bool
    chip_unit_minor: int
    rounding: Rounding
    fee: Fee


def chips(value: object) -> object:
    """Check of a switch that is an amount above 0, in minor units as text."""
    minor = find_minor(value)
    if minor is None or minor < 1:
        raise ValueError('minor units above 0 are needed, as text, for example "100"')
    return minor


def levels_up_to(most: int) -> Check:
    """Check of a switch that is a list of whole numbers, one for each level."""

    def check(value: object) -> object:
        levels = tuple(value) if isinstance(value, list | tuple) else ()
        if levels and all(type(level) is int and 1 <= level <= most for level in levels):
            return levels
        raise ValueError(f"a list of whole numbers from 1 to {most} is needed, one for each level")

    return check


_MOST_STAKE: Final = 1_000_000
SHORT_STACKS: Final = ("sequential", "pro_rata", "uncapped")
MONEY_SWITCHES: Final[Mapping[str, Check]] = {
    "stake": integer(1, _MOST_STAKE),
    "stake_schedule": any_of(one_of("none"), levels_up_to(_MOST_STAKE)),
    "hands_per_level": integer(1, 1_000),
    "short_stack": one_of(*SHORT_STACKS),
    "win_cap": one_of(True, False),
    "chip_unit_minor": chips,
    "rounding": one_of(*(rule.value for rule in Rounding)),
    "fee": fee_check,
}
"""``stake`` is how many times the session's unit one unit of the game costs; with a ``stake_schedule`` the levels take
its place. Payments are whole multiples of ``chip_unit_minor``, and ``rounding`` says what half a unit does."""


def refuse_money_contradictions(switches: Mapping[str, object], reader: Reader) -> None:
    """``contradiction`` where a stake schedule stands beside a stake that is not 1, or a fee breaks a chip."""
    if switches.get("stake", 1) != 1 and switches.get("stake_schedule", "none") != "none":
        detail = "with a stake schedule the levels are the stake, which must be 1 beside it"
        reader.refuse("contradiction", "/switches/stake", detail)
    refuse_broken_chips(switches, reader)


def stake_rules(switches: Mapping[str, object]) -> StakeRules:
    """StakeRules of switches that ``MONEY_SWITCHES`` has checked."""
    levels = switches["stake_schedule"]
    levels = (switches["stake"],) if levels == "none" else levels
    hands = switches["hands_per_level"]
    assert isinstance(levels, tuple)
    assert isinstance(hands, int)
    return StakeRules(levels, hands)


def money_rules(switches: Mapping[str, object]) -> MoneyRules:
    """MoneyRules of switches that ``MONEY_SWITCHES`` has checked."""
    fee, chip_unit_minor = switches["fee"], switches["chip_unit_minor"]
    assert isinstance(fee, Fee)
    assert isinstance(chip_unit_minor, int)
    rounding = Rounding(str(switches["rounding"]))
    return MoneyRules(str(switches["short_stack"]), bool(switches["win_cap"]), chip_unit_minor, rounding, fee)


def level_of(hand: int, hands_per_level: int, levels: Sequence[int]) -> int:
    """What stands for the ``hand``-th hand of a match, from 1. The last level repeats for ever."""
    return levels_from(hand, hands_per_level, levels)[0]


def levels_from(hand: int, hands_per_level: int, levels: Sequence[int]) -> Sequence[int]:
    """What stands for the ``hand``-th hand of a match, from 1, and at every level that is still to come."""
    return levels[min((hand - 1) // hands_per_level, len(levels) - 1) :]


def stake_of(hand: int, rules: StakeRules) -> int:
    """What one unit costs in the ``hand``-th hand of a match, from 1."""
    return level_of(hand, rules.hands_per_level, rules.levels)


Pay = Callable[[Sequence[Debt]], Payments]
"""Pays debts as far as stacks and limits allow."""


class Paid(NamedTuple):
    """What each seat won of its pairs, the lines of all pairs, and what was paid of the debts (None: all of them)."""

    nets: dict[str, int]
    lines: list[Line | Account]
    payments: Payments | None


def settle_pairs(pairs: Sequence[Pair], seats: Iterable[str], stake: int, money: MoneyRules, pay: Pay | None) -> Paid:
    """Every pair in money at ``stake`` minor units; ``pay`` is None where nothing limits what is paid."""
    owed = [_due(pair.units * stake, money) for pair in pairs]
    payments = None if pay is None else pay(_debts(pairs, owed))
    moved = owed if payments is None else _moved(pairs, payments)
    nets = dict.fromkeys(seats, 0)
    lines: list[Line | Account] = []
    for pair, due, minor in zip(pairs, owed, moved, strict=True):
        a, b, _, units, pieces, _ = pair
        nets[a] += minor
        nets[b] -= minor
        if isinstance(units, int):
            lines.append(_new(Account, (a, b, stake, tuple(pieces))))
        else:
            lines += _split_lines(pair, stake, due, money)
        if minor != due:
            assert payments is not None
            lines.append(_cap_line(pair, due, minor, payments))
    return Paid(nets, lines, payments)


def _due(exact: Units, money: MoneyRules) -> int:
    """A pair's units in money: whole chips, a split unit rounded by the house's rule towards or away from nothing."""
    if isinstance(exact, int):
        return exact
    minor = round_minor(abs(exact), money.rounding, money.chip_unit_minor).minor
    return minor if exact > 0 else -minor


_new: Final = tuple.__new__  # half the cost of a NamedTuple's own constructor, for the lines every round has
_OUTCOMES: Final = ("push", "win", "lose")


def _split_lines(pair: Pair, stake: int, due: int, money: MoneyRules) -> list[Line]:
    """Lines of a pair that splits a unit: each line cut to whole minor units, the rest on a line of its own."""
    lines = []
    for item, units, reason in pair.pieces:
        won = int(units * stake)
        outcome = _OUTCOMES[(units > 0) - (units < 0)]
        lines.append(Line(pair.a, pair.b, item, outcome, str(units), stake, won, reason))
    rest = due - sum(line.net_minor for line in lines)
    exact = pair.units * stake
    facts = (
        ("exact_minor", exact_text(exact)),
        ("rounding", money.rounding.value),
        ("chip_unit_minor", str(money.chip_unit_minor)),
        ("breakage_minor", exact_text(exact - due)),
    )
    outcome = _OUTCOMES[(rest > 0) - (rest < 0)]
    return [*lines, Line(pair.a, pair.b, "rounding", outcome, "", stake, rest, Reason("half_units", facts))]


def _debts(pairs: Sequence[Pair], owed: Sequence[int]) -> list[Debt]:
    """Who owes whom, of what each pair owes its first side."""
    return [
        Debt(pair.a, pair.b, due) if due > 0 else Debt(pair.b, pair.a, -due)
        for pair, due in zip(pairs, owed, strict=True)
        if due
    ]


def _moved(pairs: Sequence[Pair], payments: Payments) -> list[int]:
    """What each pair really moved, from its first side."""
    moved = {(move.winner, move.loser): move.chips for move in payments.moves}
    return [moved.get((pair.a, pair.b), 0) - moved.get((pair.b, pair.a), 0) for pair in pairs]


def _cap_line(pair: Pair, due: int, minor: int, payments: Payments) -> Line:
    """What one pair leaves unpaid, taken back from the side that won it."""
    move = next(move for move in payments.moves if {move.winner, move.loser} == {pair.a, pair.b})
    facts = (
        ("loser", move.loser),
        ("winner", move.winner),
        ("owed_minor", str(abs(due))),
        ("paid_minor", str(move.chips)),
    )
    outcome = "lose" if minor < due else "win"
    return Line(pair.a, pair.b, "cap", outcome, "", abs(due), minor - due, Reason(f"cap_{move.cut}", facts))


def pair_mark(pair: Pair, halved: bool) -> dict[str, object]:
    """A pair as a mark, from its first side, exact units as text; ``row_points`` where ties are halved."""
    a, b, rows, units, _, _ = pair
    if rows is None:
        return {"a": a, "b": b, "rows": None, "units": str(units)}
    mark: dict[str, object] = {"a": a, "b": b, "rows": [*rows], "units": str(units)}
    if halved:
        mark["row_points"] = [_POINTS[row] for row in rows]
    return mark


_POINTS: Final = {1: ["1", "0"], 0: ["1/2", "1/2"], -1: ["0", "1"]}


def charge(
    payments: Payments | None,
    stacks: Mapping[str, int] | None,
    nets: Mapping[str, int],
    present: Sequence[str],
    money: MoneyRules,
) -> tuple[list[Line], Payments | None]:
    """The fees of a round, and the payments with the stacks that they leave.

    A fee is paid out of the chips before a seat: of one for the round no more than is left, unless debts are allowed.
    """
    if payments is None or stacks is None:
        return fee_lines(money.fee, nets, present, money.chip_unit_minor), payments
    left = None if money.short_stack == "uncapped" else payments.stacks
    lines = fee_lines(money.fee, nets, present, money.chip_unit_minor, left)
    return lines, after_fees(payments, stacks, {line.seat: -line.net_minor for line in lines})


def take(nets: dict[str, int], lines: Iterable[Line]) -> int:
    """Book lines against the house on the seats' nets; what the house gains by them."""
    taken = 0
    for line in lines:
        nets[line.seat] += line.net_minor
        taken -= line.net_minor
    return taken


PAYMENT_CLAUSES: Final[Mapping[str, str]] = {
    "half_units": "Exactly {exact_minor}, rounded {rounding} to chips of {chip_unit_minor}, "
    "breakage {breakage_minor}. [7]",
    "cap_loser_stack": "{loser} owes {owed_minor} and has {paid_minor} left: no more can be paid to {winner}. [8]",
    "cap_winner_stack": "{winner} can win no more than the {paid_minor} before him, of {owed_minor} from {loser}. [8]",
    "cap_pro_rata": "{loser} owes more than his stack: {winner} gets {paid_minor} of {owed_minor}, in proportion. [8]",
}
"""Sentences of the clauses that money gives as reasons."""
