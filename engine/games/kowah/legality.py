"""Why an event is illegal (rules/kowah sections 5, 8 and 9): the reasons, in the order in which they are looked for.

Every event is asked ``EVENT_CHECKS``, then a declaration ``DECLARE_CHECKS`` and any other ``PLAY_CHECKS``.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.errors import Violation
from engine.games.kowah.cards import CODES, EXCLUDED, Card, card_code, find_card
from engine.games.kowah.record import CARD_KEYS, DECLARE, DISCARD, DRAW, TAKE, Event
from engine.games.kowah.rules import Rules
from engine.games.kowah.sets import waits
from engine.games.kowah.state import Phase, State


class Claim(NamedTuple):
    """An event that is claimed in a state; ``card`` is the card that it names, if it names one that is in play."""

    state: State
    event: Event
    card: Card | None
    rules: Rules

    @property
    def locked(self) -> bool:
        """Whether the seat has declared, so that its eight cards stay as they are."""
        return self.event.seat in self.state.exposed

    @property
    def takes_a_card(self) -> bool:
        """Whether this begins a turn."""
        return self.event.event in (DRAW, TAKE)

    @property
    def is_take(self) -> bool:
        """Whether the last discard is claimed."""
        return self.event.event == TAKE

    @property
    def is_discard(self) -> bool:
        """Whether a card is thrown."""
        return self.event.event == DISCARD


Check = Callable[[Claim], str | None]
Checks = tuple[tuple[str, Check], ...]


def fault_of(state: State, event: Event, rules: Rules) -> Violation | None:
    """Why an event is illegal in a state; None where it is legal."""
    claim = Claim(state, event, find_card(event.card), rules)
    fault = _first_fault(EVENT_CHECKS, claim)
    if fault is None:
        fault = _first_fault(DECLARE_CHECKS if event.event == DECLARE else PLAY_CHECKS, claim)
    return fault


def may_play(state: State, event: Event, rules: Rules) -> bool:
    """Whether a draw, take or discard is legal, a draw also where it does not say which card will come."""
    claim = Claim(state, event, find_card(event.card), rules)
    return state.result is None and _first_fault(PLAY_CHECKS, claim) is None


def may_declare(state: State, rules: Rules) -> tuple[Card, ...]:
    """The pairs of which the seat that has just discarded may expose one; none where it may not declare."""
    seat = state.previous
    if state.phase is not Phase.DECLARE or seat is None or seat in state.exposed:
        return ()
    return waits(state.hands[seat], rules.sets)


def _first_fault(checks: Checks, claim: Claim) -> Violation | None:
    for code, check in checks:
        detail = check(claim)
        if detail is not None:
            return Violation(code, f"/events/{claim.state.events}", detail)
    return None


def _round_over(claim: Claim) -> str | None:
    return None if claim.state.result is None else "the round has ended: nobody has anything left to do"


def _unknown_event(claim: Claim) -> str | None:
    word = claim.event.event
    return None if word in CARD_KEYS else f"{word!r} is none of {', '.join(CARD_KEYS)}"


def _excluded_card(claim: Claim) -> str | None:
    code = claim.event.card
    return f"{code} is a bonus card, taken out before play" if code in EXCLUDED else None


def _unknown_card(claim: Claim) -> str | None:
    code = claim.event.card
    if code is None and claim.event.event == DRAW and claim.state.table.stock is None:
        return "the drawn card must be named, for the stock is not known"
    return None if code is None or claim.card is not None else f"{code!r} is none of the {len(CODES)} card codes"


def _declare_out_of_phase(claim: Claim) -> str | None:
    if claim.state.phase is Phase.DECLARE and claim.event.seat == claim.state.previous:
        return None
    return "only the seat that has just discarded may declare, before the next turn begins"


def _already_declared(claim: Claim) -> str | None:
    return f"{claim.event.seat} has declared already" if claim.locked else None


def _not_ready(claim: Claim) -> str | None:
    if waits(claim.state.hands[claim.event.seat], claim.rules.sets):
        return None
    return f"the hand of {claim.event.seat} is not triples and a pair"


def _bad_wait(claim: Claim) -> str | None:
    found = waits(claim.state.hands[claim.event.seat], claim.rules.sets)
    if claim.card in found:
        return None
    return f"the exposed pair can be that of {' or '.join(map(card_code, found))}"


def _not_your_turn(claim: Claim) -> str | None:
    state = claim.state
    if claim.rules.must_declare and may_declare(state, claim.rules):
        return f"{state.previous} is ready and must declare first"
    return None if claim.event.seat == state.active else f"it is the turn of {state.active}"


def _already_took_card(claim: Claim) -> str | None:
    if claim.takes_a_card and claim.state.phase is Phase.DISCARD:
        return "one card a turn: a discard comes next"
    return None


def _must_take_first(claim: Claim) -> str | None:
    if claim.is_discard and claim.state.phase is not Phase.DISCARD:
        return "a card is drawn or taken before one is thrown"
    return None


def _first_turn_must_draw(claim: Claim) -> str | None:
    if claim.is_take and claim.state.turn < claim.rules.drawing_turns:
        return "a first turn draws from the stock"
    return None


def _locked_must_draw(claim: Claim) -> str | None:
    return f"{claim.event.seat} has declared and draws from the stock" if claim.is_take and claim.locked else None


def _take_cap_reached(claim: Claim) -> str | None:
    cap = claim.rules.take_cap
    if claim.is_take and cap is not None and claim.state.takes >= cap:
        return f"{cap} discards in a row were taken: now a card is drawn"
    return None


def _not_last_discard(claim: Claim) -> str | None:
    last = claim.state.last_discard
    if claim.is_take and claim.card is not None and claim.card != last:
        return f"the last discard is {card_code(last) if last is not None else 'none'}"
    return None


def _draw_not_next_stock(claim: Claim) -> str | None:
    stock, drawn = claim.state.table.stock, claim.state.drawn
    if claim.event.event == DRAW and stock is not None and claim.card is not None and claim.card != stock[drawn]:
        return "another card lies on top of the stock"
    return None


def _fifth_copy(claim: Claim) -> str | None:
    if claim.event.event == DRAW and claim.card is not None and claim.state.known[claim.card] >= claim.rules.copies:
        return f"all {claim.rules.copies} copies of {card_code(claim.card)} were dealt or drawn before"
    return None


def _card_not_in_hand(claim: Claim) -> str | None:
    if claim.is_discard and claim.card not in claim.state.hands[claim.event.seat]:
        return f"{claim.event.seat} does not hold this card"
    return None


def _locked_hand(claim: Claim) -> str | None:
    received = claim.state.received
    if claim.is_discard and claim.locked and received is not None and claim.card != received.card:
        return f"{claim.event.seat} has declared and throws the drawn {card_code(received.card)}"
    return None


def _returned_taken_card(claim: Claim) -> str | None:
    received = claim.state.received
    if claim.rules.return_taken_card or not claim.is_discard or received is None or received.drawn:
        return None
    return "the card just taken cannot be thrown in the same turn" if claim.card == received.card else None


EVENT_CHECKS: Final[Checks] = (
    ("round_over", _round_over),
    ("unknown_event", _unknown_event),
    ("excluded_card", _excluded_card),
    ("unknown_card", _unknown_card),
)
DECLARE_CHECKS: Final[Checks] = (
    ("declare_out_of_phase", _declare_out_of_phase),
    ("already_declared", _already_declared),
    ("not_ready", _not_ready),
    ("bad_wait", _bad_wait),
)
PLAY_CHECKS: Final[Checks] = (
    ("not_your_turn", _not_your_turn),
    ("already_took_card", _already_took_card),
    ("must_take_first", _must_take_first),
    ("first_turn_must_draw", _first_turn_must_draw),
    ("locked_must_draw", _locked_must_draw),
    ("take_cap_reached", _take_cap_reached),
    ("not_last_discard", _not_last_discard),
    ("draw_not_next_stock", _draw_not_next_stock),
    ("fifth_copy", _fifth_copy),
    ("card_not_in_hand", _card_not_in_hand),
    ("locked_hand", _locked_hand),
    ("returned_taken_card", _returned_taken_card),
)
