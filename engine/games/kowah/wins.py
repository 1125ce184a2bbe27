"""Who wins by a card as soon as it is drawn or thrown, without a word from anybody (rules/kowah section 6)."""

from collections.abc import Iterable

from engine.games.kowah.cards import Card
from engine.games.kowah.rules import Rules
from engine.games.kowah.state import State, Win
from engine.games.kowah.switches import Means


def win_by_draw(state: State, seat: str, card: Card, rules: Rules) -> Win | None:
    """The win by a card that ``seat`` has just drawn: its own, else the next adversary's who waits for it."""
    own = _first_claim(state, (seat,), Means.SELF_DRAW, seat, card, rules)
    if own is not None or not rules.opponent_draw:
        return own
    return _first_claim(state, state.table.adversaries(seat), Means.OPPONENT_DRAW, seat, card, rules)


def win_by_discard(state: State, seat: str, card: Card, rules: Rules) -> Win | None:
    """The win by a card that ``seat`` has just thrown: the next adversary's who waits for it, never its own."""
    return _first_claim(state, state.table.adversaries(seat), Means.DISCARD, seat, card, rules)


def _first_claim(state: State, asked: Iterable[str], means: Means, source: str, card: Card, rules: Rules) -> Win | None:
    """The first of the seats asked whose exposed pair the card completes; ``source`` drew or threw it."""
    for seat in asked:
        wait = state.exposed.get(seat)
        if wait is not None and rules.completes(card, wait):
            return Win(seat, means, rules.multipliers[means], card, source, state.events)
    return None
