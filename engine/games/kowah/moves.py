"""What may be done now: every legal event of a state (rules/kowah section 5)."""

from collections.abc import Iterator

from engine.games.kowah.cards import Card, card_code
from engine.games.kowah.legality import may_declare, may_play
from engine.games.kowah.record import DECLARE, DISCARD, DRAW, TAKE, Event
from engine.games.kowah.rules import Rules
from engine.games.kowah.state import Phase, State


def legal_moves(state: State, rules: Rules) -> tuple[Event, ...]:
    """The legal events: declarations, the draw, the take, discards, each in deck order; none when the round is over.

    A draw names no card, because the stock lies face down.
    """
    declarations = tuple(
        Event(DECLARE, state.previous, card_code(wait))
        for wait in may_declare(state, rules)
        if state.previous is not None
    )
    return declarations + tuple(event for event in _candidates(state) if may_play(state, event, rules))


def _candidates(state: State) -> Iterator[Event]:
    seat = state.active
    if state.phase is Phase.DISCARD:
        yield from (Event(DISCARD, seat, card_code(card)) for card in sorted(set(state.hands[seat])))
        return
    yield Event(DRAW, seat, None)
    yield Event(TAKE, seat, _code(state.last_discard))


def _code(card: Card | None) -> str | None:
    return None if card is None else card_code(card)
