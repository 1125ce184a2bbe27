"""From units to money: stake, half units, short stacks, the loss limit of a match and fees, a line for each of them.

Nets are worked out from each pair's units and payment, the lines from the pieces; ``Settlement.of`` refuses the hand
where the two disagree. The marks say what the next hand of the session starts with.
"""

from collections.abc import Mapping
from typing import Final

from engine.games.open_face_chinese.judge import Verdict, royalty_mark
from engine.games.open_face_chinese.match import next_hand
from engine.games.open_face_chinese.record import Bets
from engine.games.open_face_chinese.rules import NAME, Rules
from engine.games.payment import Pay, charge, pair_mark, settle_pairs, stake_of, take
from engine.games.rows import Tie
from engine.games.stacks import Payments, pay_debts
from engine.money import MAX_MINOR
from engine.settlement import HOUSE, Settlement


def settle(verdict: Verdict, bets: Bets, rules: Rules) -> Settlement:
    """Money of a judged hand, every line explained. ``bets`` are those of the round that was judged."""
    stake = stake_of(bets.hand or 1, rules.stake) * bets.unit_minor
    table = verdict.state.table
    nets, lines, payments = settle_pairs(
        verdict.pairs, table.seats, stake, rules.money, _purse(table.order, bets, rules)
    )
    charged, payments = charge(payments, bets.stacks, nets, table.seats, rules.money)
    marks = _marks(verdict, dict(nets), payments, rules)
    nets[HOUSE] = take(nets, charged)
    returned = {seat: max(nets[seat], 0) for seat in table.seats}
    return Settlement.of(NAME, [*lines, *charged], nets, returned, {**marks, "stake_minor": str(stake)})


def loss_limit_minor(bets: Bets, rules: Rules) -> int | None:
    """The most that a player can lose in the match, in minor units; None without a limit."""
    return None if rules.loss_limit is None else rules.loss_limit * bets.unit_minor


def _purse(order: tuple[str, ...], bets: Bets, rules: Rules) -> Pay | None:
    """How debts are paid out of stacks and within the loss limit; None where neither is there: all is paid."""
    limit, money = loss_limit_minor(bets, rules), rules.money
    room = None
    if limit is not None:
        assert bets.match_nets is not None, "validate asks for them where losses are limited"
        room = {seat: max(limit + bets.match_nets[seat], 0) for seat in order}
    if bets.stacks is None and room is None:
        return None
    stacks = dict.fromkeys(order, MAX_MINOR) if bets.stacks is None else bets.stacks
    win_cap = money.win_cap and bets.stacks is not None
    return lambda debts: pay_debts(order, stacks, debts, money.short_stack, win_cap, money.chip_unit_minor, room)


def _marks(verdict: Verdict, nets: Mapping[str, int], payments: Payments | None, rules: Rules) -> dict[str, object]:
    """Facts for later hands and reports; exact numbers are text. ``row_points`` only where ties are halved."""
    hands, bets = verdict.hands, verdict.played.bets
    halved = rules.rows.tie is Tie.HALF
    marks: dict[str, object] = {
        "state": {hand.seat: "foul" if hand.faults else "live" for hand in hands},
        "faults": {hand.seat: list(hand.faults) for hand in hands},
        "royalties": {hand.seat: royalty_mark(hand) for hand in hands},
        "royalty_mult": verdict.royalty_mult,
        "pairs": [pair_mark(pair, halved) for pair in verdict.pairs],
        "fantasyland": {
            hand.seat: {"next_cards": hand.fantasyland.cards, "reasons": list(hand.fantasyland.reasons)}
            for hand in hands
        },
        "super_bowl": {hand.seat: {"run": hand.run, "super_bowl": hand.super_bowl} for hand in hands},
        "counts_for_match": not verdict.state.table.fantasyland,
        "next_hand": next_hand(verdict, rules),
    }
    if bets.stacks is not None:
        assert payments is not None
        marks["stacks"] = {seat: str(stack) for seat, stack in payments.stacks.items()}
        marks["busted"] = list(payments.busted)
    if bets.match_nets is not None:
        marks["match_nets"] = {seat: str(bets.match_nets[seat] + net) for seat, net in nets.items()}
    return marks


SETTLE_CLAUSES: Final[Mapping[str, str]] = {
    "cap_loss_limit": "{loser} can lose no more in this match: {winner} gets {paid_minor} of {owed_minor}. [10]",
    "cap_loss_limit_pro_rata": "{loser} can lose no more in this match: {winner} gets {paid_minor} of {owed_minor}, "
    "in proportion. [8, 10]",
}
"""Sentences of the clauses that only open-face gives as reasons for a payment."""
