"""From units to money: stake, half units, short stacks, fees and side bets, a line for each of them.

Nets are worked out from each pair's units and payment, the lines from the pieces; ``Settlement.of`` refuses the
round where the two disagree.
"""

from engine.games.chinese_poker.judge import Verdict
from engine.games.chinese_poker.record import Bets
from engine.games.chinese_poker.rules import NAME, Rules
from engine.games.chinese_poker.side_bet_lines import side_bet_lines
from engine.games.payment import MoneyRules, Pay, charge, pair_mark, settle_pairs, stake_of, take
from engine.games.rows import Tie
from engine.games.stacks import Payments, from_the_button, pay_debts
from engine.settlement import HOUSE, Settlement


def settle(verdict: Verdict, bets: Bets, rules: Rules) -> Settlement:
    """Money of a judged round, every line explained. ``bets`` are those of the round that was judged."""
    stake = stake_of(bets.hand or 1, rules.stake) * bets.unit_minor
    seats = tuple([hand.seat for hand in verdict.hands])
    nets, lines, payments = settle_pairs(verdict.pairs, seats, stake, rules.money, _purse(seats, bets, rules.money))
    present = [hand.seat for hand in verdict.hands if hand.label != "absent"]
    charged, payments = charge(payments, bets.stacks, nets, present, rules.money)
    taken = take(nets, charged)
    returned = {seat: net if net > 0 else 0 for seat, net in nets.items()}
    side = side_bet_lines(verdict, bets, rules)
    for line in side:
        returned[line.seat] += line.stake_minor + line.net_minor
    nets[HOUSE] = taken + take(nets, side)
    return Settlement.of(NAME, [*lines, *charged, *side], nets, returned, _marks(verdict, payments, stake, rules))


def _purse(seats: tuple[str, ...], bets: Bets, money: MoneyRules) -> Pay | None:
    """How debts are paid out of the stacks; None where the record names no stacks, and every debt is paid in full."""
    stacks = bets.stacks
    if stacks is None:
        return None
    ordered = seats if bets.button is None else from_the_button(seats, bets.button)
    return lambda debts: pay_debts(ordered, stacks, debts, money.short_stack, money.win_cap, money.chip_unit_minor)


def _marks(verdict: Verdict, payments: Payments | None, stake: int, rules: Rules) -> dict[str, object]:
    """Facts for later rounds and reports; exact numbers are text. ``row_points`` only where ties are halved."""
    halved = rules.rows.tie is Tie.HALF
    marks: dict[str, object] = {
        "state": {hand.seat: hand.label for hand in verdict.hands},
        "royalties": {hand.seat: str(hand.royalty_total) for hand in verdict.hands},
        "pairs": [pair_mark(pair, halved) for pair in verdict.pairs],
        "home_run": list(verdict.home_runs),
        "stake_minor": str(stake),
    }
    if payments is not None:
        marks["stacks"] = {seat: str(stack) for seat, stack in payments.stacks.items()}
        marks["busted"] = list(payments.busted)
    return marks
