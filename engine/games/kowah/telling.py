"""What somebody may be told of why events are refused (rules/kowah sections 5 and 6).

Hands, the stock and what was drawn in private are hidden. Events are judged first by what their sender sees: whose turn
it is, what was thrown, his own hand. What depends on anything else is supposed to be as he says. Where that finds
nothing and the round refuses them all the same, it is for something that he cannot see, and what it is is not said.

What an event brings may itself be hidden until it has happened: the next card of a stock that was told, or a win by a
card that a covered pair waits for. Nothing may follow such an event in one request. It would be refused together with
what follows, and would have told its sender what it brings.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.errors import Violation
from engine.games.kowah.cards import find_card
from engine.games.kowah.legality import DECLARE_CHECKS, EVENT_CHECKS, PLAY_CHECKS, Claim
from engine.games.kowah.record import DECLARE, DISCARD, DRAW, Event
from engine.games.kowah.replay import apply
from engine.games.kowah.rules import Rules
from engine.games.kowah.state import State

UNSEEN: Final = (
    "hidden_cards",
    "as far as you can see this could happen; a hand or the stock, which you cannot see, does not let it",
)

_OF_THE_STOCK: Final = frozenset({"draw_not_next_stock", "fifth_copy"})
"""Nobody sees the stock, nor all the cards that have left it."""
_OF_THE_HAND: Final = frozenset({"not_ready", "bad_wait", "card_not_in_hand"})
"""A hand is seen by its own seat alone."""


def as_seen(state: State) -> State:
    """The round as if any card might still come: which copies have been dealt and drawn is hidden."""
    return state._replace(known=(0,) * len(state.known))


def as_known(rules: Rules) -> Rules:
    """The rules as if nobody had to declare: whether somebody is ready is hidden."""
    return replace(rules, must_declare=False)


def told(state: State, events: Sequence[Event], viewer: str | None, rules: Rules) -> Violation | None:
    """The first event that cannot happen as ``viewer`` can tell, and why, at ``/<index>``; None where he cannot."""
    seen, known = as_seen(state), as_known(rules)
    for index, event in enumerate(events):
        fault = _visible_fault(seen, event, viewer, known)
        if fault is None and index + 1 < len(events):
            if _brings_to_light(seen, event, viewer):
                fault = ("must_be_last", "what this brings lies hidden: it comes last in a request")
            else:
                seen = _supposed(seen, event, known)
        if fault is not None:
            code, detail = fault
            return Violation(code, f"/{index}", detail)
    return None


def _visible_fault(seen: State, event: Event, viewer: str | None, known: Rules) -> tuple[str, str] | None:
    """The first reason in the order of the game, but for those that ``viewer`` cannot see."""
    claim = Claim(seen, event, find_card(event.card), known)
    hidden = _OF_THE_STOCK if event.seat == viewer else _OF_THE_STOCK | _OF_THE_HAND
    for code, check in (*EVENT_CHECKS, *(DECLARE_CHECKS if event.event == DECLARE else PLAY_CHECKS)):
        detail = None if code in hidden else check(claim)
        if detail is not None:
            return code, detail
    return None


def _brings_to_light(seen: State, event: Event, viewer: str | None) -> bool:
    """Whether what follows from an event shows something that ``viewer`` does not know before it has happened."""
    if event.event == DRAW and seen.table.stock is not None:
        return True
    covered = not seen.table.public_pair and any(seat != viewer for seat in seen.exposed)
    return covered and event.event in (DRAW, DISCARD)


def _supposed(seen: State, event: Event, known: Rules) -> State:
    """The state after an event in which ``viewer`` sees no fault, supposing that what he does not see has none."""
    card = find_card(event.card)
    if event.event == DECLARE:
        assert card is not None, "a declaration without a card was refused"
        return seen._replace(exposed={**seen.exposed, event.seat: card}, events=seen.events + 1)
    hand = seen.hands[event.seat]
    if event.event == DISCARD and card is not None and card not in hand:
        seen = seen._replace(hands={**seen.hands, event.seat: (*hand, card)})
    after = apply(seen, event, known)
    assert isinstance(after, State), "what could be seen was judged, and the rest supposed"
    return as_seen(after)
