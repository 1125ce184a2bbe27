"""A round as somebody at the table may see it (rules/kowah sections 5 and 6).

Hands are private, and so is what is drawn until somebody has declared. Takes, discards and declarations are public; the
exposed pair is, unless the house keeps it covered until it wins. The winning hand is shown, the others are not. Nobody
sees the stock.
"""

from collections.abc import Mapping

from engine.games.kowah.cards import Card, card_code, card_codes
from engine.games.kowah.record import DECLARE, DRAW, Event
from engine.games.kowah.settle import told_result
from engine.games.kowah.state import State, Win


def progress(state: State) -> dict[str, object]:
    """How far a round has come: whose turn, in which phase, what is left, who has declared which pair, the result."""
    return {
        "next_seat": None if state.result is not None else state.active,
        "phase": state.phase.value,
        "stock_left": state.stock_left,
        "public_draws": state.public_draws,
        "last_discard": _code(state.last_discard),
        "waits": {seat: _code(state.exposed.get(seat)) for seat in state.table.seats},
        "result": None if state.result is None else told_result(state.result),
    }


def public_view(state: State, viewer: str | None) -> dict[str, object]:
    """Plain JSON data of a round for ``viewer``, one of its seats, or None for somebody who plays no seat.

    A card or hand that the viewer may not see is None; how many cards there are, and who has declared, is told in any
    case.
    """
    return {
        **progress(state),
        "waits": {seat: _shown_wait(state, seat, viewer) for seat in state.table.seats},
        "seats": list(state.table.seats),
        "turn_order": list(state.table.order),
        "events": state.events,
        "declared": [seat for seat in state.table.seats if seat in state.exposed],
        "hands": {seat: _shown_hand(state, seat, viewer) for seat in state.table.seats},
        "held": {seat: len(state.hands[seat]) for seat in state.table.seats},
        "received": _shown_received(state, viewer),
    }


def public_event(state: State, event: Event, viewer: str | None) -> Event:
    """An event as ``viewer`` may see it, without its card if that is hidden; ``state`` is the one just after it."""
    shown = {DRAW: state.public_draws, DECLARE: state.table.public_pair}
    return event if event.seat == viewer or shown.get(event.event, True) else event._replace(card=None)


def _shown_hand(state: State, seat: str, viewer: str | None) -> list[str] | None:
    won = isinstance(state.result, Win) and state.result.winner == seat
    return card_codes(sorted(state.hands[seat])) if won or seat == viewer else None


def _shown_wait(state: State, seat: str, viewer: str | None) -> str | None:
    won = isinstance(state.result, Win) and state.result.winner == seat
    return _code(state.exposed.get(seat)) if state.table.public_pair or won or seat == viewer else None


def _shown_received(state: State, viewer: str | None) -> Mapping[str, object] | None:
    """The card that the active seat holds beyond its hand, and where it came from; None while nobody holds one."""
    if state.received is None:
        return None
    seen = state.public_draws or not state.received.drawn or state.active == viewer
    return {
        "seat": state.active,
        "from": "stock" if state.received.drawn else "discard",
        "card": _code(state.received.card) if seen else None,
    }


def _code(card: Card | None) -> str | None:
    return None if card is None else card_code(card)
