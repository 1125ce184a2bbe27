"""How a Kowah round grows event by event, and what each round of a session leaves to the next: its dealer.

The header holds the deal, so all of it but who deals and who begins is private. A win is no event: it is announced
with the state after the event that brought it (rules/kowah section 6).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import RecordRefused, Violation
from engine.games.fees import most_taken
from engine.games.kowah.deal import turn_order
from engine.games.kowah.moves import legal_moves
from engine.games.kowah.record import DRAW, TAKE, parse_event
from engine.games.kowah.replay import apply, start
from engine.games.kowah.rules import Rules
from engine.games.kowah.schema import EVENT_SCHEMA
from engine.games.kowah.settle import told_result
from engine.games.kowah.state import State
from engine.games.kowah.switches import NONE
from engine.games.kowah.telling import UNSEEN, as_known, told
from engine.games.kowah.view import public_event, public_view
from engine.growing import Carried, Earlier, Growth


def _choices(
    state: State, seat: str, dealt: Sequence[str], viewer: str | None, rules: Rules
) -> Sequence[Mapping[str, Any]]:
    """The legal events of a seat; to others neither its hand nor whether it is ready is told.

    So where a ready seat must declare, the next one is told of its draw all the same.
    """
    if dealt:
        raise RecordRefused([Violation("unknown_key", "/dealt", "an event of this game deals no cards")])
    return [
        event.as_data()
        for event in legal_moves(state, as_known(rules))
        if event.seat == seat and (seat == viewer or event.event in (DRAW, TAKE))
    ]


def _most_minor(unit_minor: int | None, _: Mapping[str, Any], rules: Rules) -> int:
    """The win that counts most, paid by every other seat, and the fees."""
    stake = 0 if rules.stake == NONE else unit_minor or 0
    won_minor = max(rules.multipliers.values()) * (rules.seats - 1) * stake
    return max(won_minor + rules.fee.amount_minor, most_taken(rules.fee, rules.seats, won_minor))


def _announced(state: State) -> Mapping[str, Any] | None:
    return None if state.result is None else told_result(state.result)


def _carried(earlier: Sequence[Earlier], header: Mapping[str, Any], rules: Rules) -> Carried:
    """Where the winner deals: the dealer, and with him who begins.

    Where the winner sits out, the next seat in turn order that goes on playing deals; where none does, anybody.
    """
    winner = earlier[-1].marks["next_dealer"] if earlier else None
    if winner is None:
        return Carried({}, {})
    seats = _seats(header)
    dealer = next((seat for seat in turn_order(_seats(earlier[-1].header), winner, rules) if seat in seats), None)
    if dealer is None:
        return Carried({}, {})
    first = {"first": turn_order(seats, dealer, rules)[1]} if len(seats) > 1 else {}
    return Carried({"dealer": dealer}, first)


def _seats(header: Mapping[str, Any]) -> tuple[str, ...]:
    """The seats of a header, as far as it names any; ``parse`` will say what is wrong with the others."""
    entries = header.get("seats")
    named = [entry.get("seat") for entry in entries if isinstance(entry, Mapping)] if isinstance(entries, list) else []
    return tuple(seat for seat in named if isinstance(seat, str))


GROWTH: Final = Growth(
    events_key="events",
    event_schema=EVENT_SCHEMA,
    public_keys=("first", "dealer"),
    read_event=parse_event,
    start=start,
    apply=apply,
    is_over=lambda state: state.result is not None,
    view=public_view,
    shown=lambda state, event, viewer: public_event(state, event, viewer).as_data(),
    told=told,
    unseen=UNSEEN,
    choices=_choices,
    announced=_announced,
    most_minor=_most_minor,
    span=lambda _header, _rules: 1,
    carried=_carried,
    left_out=lambda _due, _header: (),
)
