"""From units to money: stake, half units, short stacks, fees and side bets, a line for each of them.

Nets are worked out from each pair's units and payment, the lines from the pieces; ``Settlement.of`` refuses the
round where the two disagree.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.chinese_poker.fees import fee_lines
from engine.games.chinese_poker.judge import Pair, Verdict
from engine.games.chinese_poker.match import stake_of
from engine.games.chinese_poker.record import Bets
from engine.games.chinese_poker.rules import NAME, MoneyRules, Rules
from engine.games.chinese_poker.side_bet_lines import side_bet_lines
from engine.games.chinese_poker.stacks import Debt, Payments, from_the_button, pay_debts
from engine.games.rows import Tie
from engine.games.royalties import Units
from engine.money import exact_text, round_minor
from engine.settlement import HOUSE, Line, Reason, Settlement

_new: Final = tuple.__new__  # half the cost of a NamedTuple's own constructor, for the lines every round has
_OUTCOMES: Final = ("push", "win", "lose")
_POINTS: Final = {1: ["1", "0"], 0: ["1/2", "1/2"], -1: ["0", "1"]}


def settle(verdict: Verdict, bets: Bets, rules: Rules) -> Settlement:
    """Money of a judged round, every line explained. ``bets`` are those of the round that was judged."""
    stake = stake_of(bets.hand or 1, rules.stake) * bets.unit_minor
    owed = [_minor(pair.units * stake, rules.money) for pair in verdict.pairs]
    payments = _pay(verdict, owed, bets, rules.money)
    paid = owed if payments is None else _paid(verdict.pairs, payments)
    nets = {hand.seat: 0 for hand in verdict.hands}
    lines: list[Line] = []
    for pair, due, minor in zip(verdict.pairs, owed, paid, strict=True):
        nets[pair.a] += minor
        nets[pair.b] -= minor
        lines += _pair_lines(pair, stake, due, rules.money)
        if minor != due:
            assert payments is not None
            lines.append(_cap_line(pair, due, minor, payments))
    present = [hand.seat for hand in verdict.hands if hand.label != "absent"]
    charged = fee_lines(rules.money.fee, nets, present, rules.money.chip_unit_minor)
    taken = _take(nets, charged)
    returned = {seat: max(net, 0) for seat, net in nets.items()}
    side = side_bet_lines(verdict, bets, rules)
    for line in side:
        returned[line.seat] += line.stake_minor + line.net_minor
    nets[HOUSE] = taken + _take(nets, side)
    return Settlement.of(NAME, lines + charged + side, nets, returned, _marks(verdict, payments, stake, rules))


def _minor(exact: Units, money: MoneyRules) -> int:
    """A pair's units in money: whole chips, a split unit rounded by the house's rule towards or away from nothing."""
    if isinstance(exact, int):
        return exact
    minor = round_minor(abs(exact), money.rounding, money.chip_unit_minor).minor
    return minor if exact > 0 else -minor


def _pair_lines(pair: Pair, stake: int, due: int, money: MoneyRules) -> list[Line]:
    """A line for each piece, and one for what rounding took from or gave to the whole pair."""
    if not isinstance(pair.units, int):
        return _split_lines(pair, stake, due, money)
    a, b = pair.a, pair.b
    return [
        _new(Line, (a, b, item, _OUTCOMES[(units > 0) - (units < 0)], str(units), stake, units * stake, reason))
        for item, units, reason in pair.pieces
    ]


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


def _pay(verdict: Verdict, owed: Sequence[int], bets: Bets, money: MoneyRules) -> Payments | None:
    """What the stacks allow; None where the record names no stacks, and every debt is paid in full."""
    if bets.stacks is None:
        return None
    seats = tuple(hand.seat for hand in verdict.hands)
    ordered = seats if bets.button is None else from_the_button(seats, bets.button)
    debts = [
        Debt(pair.a, pair.b, due) if due > 0 else Debt(pair.b, pair.a, -due)
        for pair, due in zip(verdict.pairs, owed, strict=True)
        if due
    ]
    return pay_debts(ordered, bets.stacks, debts, money.short_stack, money.win_cap, money.chip_unit_minor)


def _paid(pairs: Sequence[Pair], payments: Payments) -> list[int]:
    """What each pair really moved, from its first side."""
    moved = {(move.winner, move.loser): move.chips for move in payments.moves}
    return [moved.get((pair.a, pair.b), 0) - moved.get((pair.b, pair.a), 0) for pair in pairs]


def _cap_line(pair: Pair, due: int, minor: int, payments: Payments) -> Line:
    """What a short stack leaves unpaid of one pair, taken back from the side that won it."""
    move = next(move for move in payments.moves if {move.winner, move.loser} == {pair.a, pair.b})
    facts = (
        ("loser", move.loser),
        ("winner", move.winner),
        ("owed_minor", str(abs(due))),
        ("paid_minor", str(move.chips)),
    )
    outcome = "lose" if minor < due else "win"
    return Line(pair.a, pair.b, "cap", outcome, "", abs(due), minor - due, Reason(f"cap_{move.cut}", facts))


def _take(nets: dict[str, int], lines: Sequence[Line]) -> int:
    """Book lines against the house on the seats' nets; what the house gains by them."""
    for line in lines:
        nets[line.seat] += line.net_minor
    return -sum(line.net_minor for line in lines)


def _marks(verdict: Verdict, payments: Payments | None, stake: int, rules: Rules) -> dict[str, object]:
    """Facts for later rounds and reports; exact numbers are text. ``row_points`` only where ties are halved."""
    halved = rules.rows.tie is Tie.HALF
    marks: dict[str, object] = {
        "state": {hand.seat: hand.label for hand in verdict.hands},
        "royalties": {hand.seat: str(hand.royalty_total) for hand in verdict.hands},
        "pairs": [_pair_mark(pair, halved) for pair in verdict.pairs],
        "home_run": list(verdict.home_runs),
        "stake_minor": str(stake),
    }
    if payments is not None:
        marks["stacks"] = {seat: str(stack) for seat, stack in payments.stacks.items()}
        marks["busted"] = list(payments.busted)
    return marks


def _pair_mark(pair: Pair, halved: bool) -> dict[str, object]:
    mark: dict[str, object] = {
        "a": pair.a,
        "b": pair.b,
        "rows": None if pair.rows is None else list(pair.rows),
        "units": str(pair.units),
    }
    if halved and pair.rows is not None:
        mark["row_points"] = [_POINTS[row] for row in pair.rows]
    return mark


MONEY_CLAUSES: Final[Mapping[str, str]] = {
    "half_units": "Exactly {exact_minor}, rounded {rounding} to chips of {chip_unit_minor}, breakage {breakage_minor}.",
    "cap_loser_stack": "{loser} owes {owed_minor} and has {paid_minor} left: no more can be paid to {winner}. [8]",
    "cap_winner_stack": "{winner} can win no more than the {paid_minor} before him, of {owed_minor} from {loser}. [8]",
    "cap_pro_rata": "{loser} owes more than his stack: {winner} gets {paid_minor} of {owed_minor}, in proportion. [8]",
}
"""Sentences of the clauses that money gives as reasons."""
