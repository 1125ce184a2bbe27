"""From a multiplier to money, if the house plays for any: who pays whom, the fee, and a line for each of them.

Kowah itself knows neither money nor totals (rules/kowah section 6). With a stake each payer pays the session's unit
times the multiplier. Nets are worked out from the multiplier and the payers, and ``Settlement.of`` refuses the round
where the lines disagree with them.
"""

from collections.abc import Mapping

from engine.games.fees import fee_lines
from engine.games.kowah.cards import card_code
from engine.games.kowah.judge import Verdict
from engine.games.kowah.record import Bets
from engine.games.kowah.rules import NAME, Rules
from engine.games.kowah.state import Drawn, Table, Win
from engine.games.kowah.switches import NONE, Means
from engine.games.payment import take
from engine.settlement import HOUSE, Fact, Line, Reason, Settlement

Payment = tuple[str, str]
"""Who pays, and to whom."""


def settle(verdict: Verdict, bets: Bets, rules: Rules) -> Settlement:
    """The result of a judged round, every line explained. ``bets`` are those of the round that was judged."""
    result, table = verdict.result, verdict.state.table
    stake = 0 if rules.stake == NONE else bets.unit_minor or 0
    nets = dict.fromkeys(table.seats, 0)
    if isinstance(result, Win):
        payments = payments_of(result, table, rules)
        for payer, payee in payments:
            nets[payer] -= result.multiplier * stake
            nets[payee] += result.multiplier * stake
        lines = [_win_line(result, payment, stake, verdict) for payment in payments]
    else:
        lines = [_drawn_line(seat, rules) for seat in table.seats]
    charged = fee_lines(rules.fee, nets, table.seats, rules.chip_unit_minor)
    nets[HOUSE] = take(nets, charged)
    returned = {seat: max(net, 0) for seat, net in nets.items() if seat != HOUSE}
    return Settlement.of(NAME, lines + charged, nets, returned, _marks(verdict, stake, rules))


def payments_of(win: Win, table: Table, rules: Rules) -> list[Payment]:
    """Who pays whom a win, in turn order from the winner (section 9); without a stake, whom it is won from.

    Of two teams each seat of the one that lost pays one of the other, the first after the winner the winner himself.
    """
    if rules.stake == "feeder_pays" and win.by is not Means.SELF_DRAW:
        return [(win.source, win.winner)]
    losers = table.adversaries(win.winner)
    if not table.teams:
        return [(loser, win.winner) for loser in losers]
    partners = [seat for seat in table.after(win.winner) if seat not in losers]
    return list(zip(losers, (win.winner, *partners), strict=True))


def _win_line(win: Win, payment: Payment, stake: int, verdict: Verdict) -> Line:
    payer, payee = payment
    facts: tuple[tuple[str, Fact], ...] = (
        ("winner", win.winner),
        ("source", win.source),
        ("card", card_code(win.card)),
        ("wait", card_code(verdict.state.exposed[win.winner])),
        ("multiplier", win.multiplier),
        ("payer", payer),
        ("payee", payee),
    )
    if stake:
        facts = (*facts, ("unit_minor", str(stake)))
    reason = Reason(f"{win.by.value}_paid" if stake else win.by.value, facts)
    return Line(payee, payer, "win", "win", str(win.multiplier), stake, win.multiplier * stake, reason)


def _drawn_line(seat: str, rules: Rules) -> Line:
    reason = Reason("drawn_final_discard" if rules.discard_after_last_draw else "drawn_final_draw")
    return Line(seat, HOUSE, "round", "push", "0", 0, 0, reason)


def _marks(verdict: Verdict, stake: int, rules: Rules) -> dict[str, object]:
    """Facts for reports and for the next round: ``next_dealer`` is None where the lot decides.

    A pair that was covered, and did not win, stays so: of it None is told.
    """
    result, state = verdict.result, verdict.state
    marks: dict[str, object] = {
        "result": told_result(result),
        "declared": {seat: _told_wait(seat, verdict) for seat in state.exposed},
        "stock_left": state.stock_left,
        "stake_minor": str(stake),
        "next_dealer": _next_dealer(verdict, rules),
    }
    if verdict.points is not None:
        marks["points"] = dict(verdict.points)
    return marks


def _told_wait(seat: str, verdict: Verdict) -> str | None:
    won = isinstance(verdict.result, Win) and verdict.result.winner == seat
    return card_code(verdict.state.exposed[seat]) if verdict.state.table.public_pair or won else None


def told_result(result: Win | Drawn) -> Mapping[str, object]:
    """A result as plain data; ``event`` is the number of the event that brought it, from 0."""
    if isinstance(result, Drawn):
        return {"status": "drawn", "event": result.event}
    return {
        "status": "win",
        "winner": result.winner,
        "by": result.by.value,
        "multiplier": result.multiplier,
        "card": card_code(result.card),
        "source": result.source,
        "event": result.event,
    }


def _next_dealer(verdict: Verdict, rules: Rules) -> str | None:
    if not rules.winner_deals:
        return None
    result = verdict.result
    return result.winner if isinstance(result, Win) else verdict.played.dealer
