"""The log replayed: the deal checked, then event after event; ``replay`` is ``start`` and a fold of ``apply``.

The first illegal event ends the replay, and of several reasons of one deal or event the first in order is named. The
order is that of ``DEAL_CHECKS``, and of ``EVENT_CHECKS`` followed by ``DECLARE_CHECKS`` or ``PLAY_CHECKS``. A violation
of the deal points at its place, one of the n-th event at ``/events/<n>``. Cards are followed through every hand, so a
log that draws a card too often, or throws one that is not held, cannot pass.
"""

from engine.errors import Violation
from engine.games.kowah.cards import Card, find_card
from engine.games.kowah.deal import DEAL_CHECKS, turn_order
from engine.games.kowah.legality import fault_of
from engine.games.kowah.record import DECLARE, DISCARD, DRAW, TAKE, Event, Round
from engine.games.kowah.rules import Rules
from engine.games.kowah.sets import counted
from engine.games.kowah.state import Drawn, Received, Result, State, Table
from engine.games.kowah.wins import win_by_discard, win_by_draw


def replay(played: Round, rules: Rules) -> State | Violation:
    """The state after all events of a log, or its first illegal event."""
    state = start(played, rules)
    for event in played.events:
        if isinstance(state, Violation):
            return state
        state = apply(state, event, rules)
    return state


def start(played: Round, rules: Rules) -> State | Violation:
    """The state before the first event, whatever events the round has; a Violation where nobody can be dealt so."""
    for code, check in DEAL_CHECKS:
        fault = check(played, rules)
        if fault is not None:
            return Violation(code, *fault)
    hands = {seat: _cards(codes) for seat, codes in zip(played.seats, played.dealt, strict=True)}
    table = Table(
        seats=played.seats,
        order=turn_order(played.seats, played.first, rules),
        teams=rules.teams,
        stock=None if played.stock is None else _cards(played.stock),
        stock_size=rules.stock_size,
        public_pair=rules.public_pair,
    )
    known = tuple(counted([card for hand in hands.values() for card in hand]))
    return State(table, hands, known, 0, 0, None, None, 0, {}, 0, None)


def apply(state: State, event: Event, rules: Rules) -> State | Violation:
    """The state after one more event, a win or the end of the stock included; or why the event is illegal."""
    fault = fault_of(state, event, rules)
    if fault is not None:
        return fault
    return _EFFECTS[event.event](state, event, rules)._replace(events=state.events + 1)


def _draw(state: State, event: Event, rules: Rules) -> State:
    card = drawn_card(state, event)
    known = (*state.known[:card], state.known[card] + 1, *state.known[card + 1 :])
    result: Result | None = win_by_draw(state, event.seat, card, rules)
    if result is None and state.stock_left == 1 and not rules.discard_after_last_draw:
        result = Drawn(state.events)
    return _holding(state, event.seat, Received(card, drawn=True))._replace(
        known=known, drawn=state.drawn + 1, takes=0, result=result
    )


def drawn_card(state: State, event: Event) -> Card:
    """The card of a legal draw: the one it names, else the top of the stock that was told."""
    card = find_card(event.card)
    if card is None:
        assert state.table.stock is not None, "a draw that names no card needs a stock that was told"
        return state.table.stock[state.drawn]
    return card


def _take(state: State, event: Event, _: Rules) -> State:
    assert state.last_discard is not None, "only the first turn of a round has no discard before it"
    return _holding(state, event.seat, Received(state.last_discard, drawn=False))._replace(takes=state.takes + 1)


def _holding(state: State, seat: str, received: Received) -> State:
    """The state with one card more in a hand; whatever was the last discard can no longer be taken."""
    hands = {**state.hands, seat: (*state.hands[seat], received.card)}
    return state._replace(hands=hands, received=received, last_discard=None)


def _discard(state: State, event: Event, rules: Rules) -> State:
    card = find_card(event.card)
    assert card is not None, "a legal discard names a card"
    hand = list(state.hands[event.seat])
    hand.remove(card)
    result: Result | None = win_by_discard(state, event.seat, card, rules)
    if result is None and state.stock_left == 0:
        result = Drawn(state.events)
    hands = {**state.hands, event.seat: tuple(hand)}
    return state._replace(hands=hands, received=None, last_discard=card, turn=state.turn + 1, result=result)


def _declare(state: State, event: Event, _: Rules) -> State:
    wait = find_card(event.card)
    assert wait is not None, "a legal declaration names a card"
    return state._replace(exposed={**state.exposed, event.seat: wait})


_EFFECTS = {DRAW: _draw, TAKE: _take, DISCARD: _discard, DECLARE: _declare}


def _cards(codes: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(card for card in map(find_card, codes) if card is not None)
