"""Side bets of a judged round against the house, a line for each."""

from engine.games.chinese_poker.hands import Hand, State, thirteen
from engine.games.chinese_poker.judge import Verdict, scooped_all
from engine.games.chinese_poker.record import Bets, Seat
from engine.games.chinese_poker.rules import Rules
from engine.games.chinese_poker.side_bets import (
    FRONT_PAIR,
    NATURAL,
    Outcome,
    front_pair_outcome,
    natural_outcome,
    scoop_all_outcome,
)
from engine.games.rows import row_category
from engine.settlement import HOUSE, Line, Reason


def side_bet_lines(verdict: Verdict, bets: Bets, rules: Rules) -> list[Line]:
    """One line for each side bet of the round, seat by seat: the stake lost, odds times the stake, or nothing."""
    if not bets.side_bets:
        return []
    return [
        _line(hand.seat, bet, stake, _outcome(bet, hand, seat, verdict, rules))
        for hand, seat in zip(verdict.hands, verdict.played.seats, strict=True)
        for bet, stake in bets.side_bets.get(hand.seat, {}).items()
    ]


def _outcome(bet: str, hand: Hand, seat: Seat, verdict: Verdict, rules: Rules) -> Outcome:
    if bet == FRONT_PAIR:
        front = None if hand.board is None else row_category(hand.board.strengths[0])
        return front_pair_outcome(rules.side_bets, front, hand.state is State.FOUL)
    if bet == NATURAL:
        cards = thirteen(seat)
        assert cards is not None, "validate asks for the cards of such a bet"
        return natural_outcome(rules.side_bets, rules.naturals.held(cards))
    return scoop_all_outcome(rules.side_bets, hand.seat in scooped_all(verdict.pairs))


def _line(seat: str, bet: str, stake: int, outcome: Outcome) -> Line:
    odds, on = outcome
    facts = (("bet", bet), ("on", on), ("odds", odds))
    if odds is None:
        return Line(seat, HOUSE, bet, "push", "", stake, 0, Reason("side_bet_back", facts))
    if odds:
        return Line(seat, HOUSE, bet, "win", "", stake, stake * odds, Reason("side_bet_won", facts))
    return Line(seat, HOUSE, bet, "lose", "", stake, -stake, Reason("side_bet_lost", facts))
