"""From one round of a session to the next, where rounds grow: numbers used once, and what a round leaves behind.

A game's own rules say what it leaves (``engine.growing.Growth.carried``): here it is looked up and held against what
the next round says, be it opened or recorded in one piece.
"""

from collections.abc import Mapping
from typing import Any, Final

import orjson
from sqlalchemy import Connection

from engine.errors import RecordRefused, Violation
from engine.growing import Earlier, Growth
from service.core.errors import Refusal
from service.floor.store import open_rounds as store
from service.floor.store.places import Place
from service.floor.store.rounds import last_rounds

MOST_EARLIER: Final = 1_000
"""So many rounds are looked back at, at most."""


def require_free(connection: Connection, place: Place, number: int) -> None:
    """Raise Refusal ``round_number_used`` or ``round_open`` where a growing round is in the way of a new one."""
    for row in store.find_in_the_way(connection, place.session_id, place.table_id, place.gaming_date, number):
        if row.number == number:
            raise number_used(number, place, f"that of open round id {row.id}, which is {row.state}")
        raise round_open(row.id, row.number)


def number_used(number: int, place: Place, where: str) -> Refusal:
    """The refusal of a round number that stands somewhere already."""
    detail = f"Round {number} of {place.gaming_date} is {where}."
    return Refusal("round_number_used", detail, [Violation("round_number_used", "/number", detail)])


def round_open(open_round_id: int, number: int) -> Refusal:
    """The refusal of what cannot be done while a round of the session goes on."""
    return Refusal("round_open", f"Round {number} is open as open round id {open_round_id}.")


def require_carried(
    connection: Connection, place: Place, growth: Growth, record: Mapping[str, Any], rules: Any
) -> None:
    """Raise Refusal ``not_carried`` where a whole record does not go on from the round before it."""
    faults = growth.not_carried(_earlier(connection, place, growth, rules), record, rules)
    if faults:
        raise _not_carried(faults, "/record")


def completed(
    connection: Connection, place: Place, growth: Growth, header: Mapping[str, Any], rules: Any
) -> dict[str, Any]:
    """A header with what the rounds before it left written in. Raises Refusal ``not_carried``."""
    try:
        return growth.completed(_earlier(connection, place, growth, rules), header, rules)
    except RecordRefused as refused:
        raise _not_carried(refused.violations, "/header") from None


def _not_carried(faults: tuple[Violation, ...], place: str) -> Refusal:
    placed = [fault._replace(pointer=place + fault.pointer) for fault in faults]
    return Refusal("not_carried", "The round before left something else to this one.", placed)


def _earlier(connection: Connection, place: Place, growth: Growth, rules: Any) -> list[Earlier]:
    """The rounds of the session that bear on its next one, the newest last."""
    rows = last_rounds(connection, place.session_id, 1)
    if not rows:
        return []
    span = min(growth.span(growth.header_of(orjson.loads(rows[0].record)), rules), MOST_EARLIER)
    if span > 1:
        rows = last_rounds(connection, place.session_id, span)
    return [
        Earlier(growth.header_of(orjson.loads(row.record)), orjson.loads(row.body)["marks"]) for row in reversed(rows)
    ]
