"""Where a growing round stands: its log replayed from the stored events.

The database is the truth. The state after the last entry is kept in the process only to spare the replay, under the
number of that entry, and only once the entry is committed; since a log never changes, it cannot grow stale.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakKeyDictionary

import orjson
from sqlalchemy import Connection, Engine

from engine.catalogue import GAMES, begin_round
from engine.errors import BrokenInvariant, Violation
from engine.growing import Growth
from service.core.uow import UnitOfWork
from service.floor.store import open_rounds as store
from service.floor.store.open_rounds import Entry
from service.floor.store.places import Place
from service.floor.usecases.rounds import Recorded
from service.rulebook.usecases import Published

_MOST_KEPT: Final = 1_024
_kept: Final[WeakKeyDictionary[Engine, dict[int, tuple[int, Any]]]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Grown:
    """A growing round: what is stored of it by column, how its game grows, and where it stands.

    ``recorded`` is the round that it has become, where this very request brought its last event.
    """

    row: Mapping[str, Any]
    growth: Growth
    state: Any
    recorded: Recorded | None = None


def growth_of(ruleset: Published) -> Growth:
    """How rounds under a ruleset grow, of a game whose rounds do."""
    growth = GAMES[ruleset.game].growth
    assert growth is not None, "no round is opened of a game whose rounds do not grow"
    return growth


def state_at(connection: Connection, row: Any, last_place: int, place: Place, ruleset: Published) -> Any:
    """The state of a round after an entry of its log, which must be the last one that is stored."""
    kept_place, state = _kept.get(connection.engine, {}).get(row.id, (None, None))
    if kept_place == last_place:
        return state
    log = store.read_log(connection, row.id)
    if len(log) != last_place:
        raise BrokenInvariant(f"open round {row.id} has {len(log)} entries, and its row says {last_place}")
    return replayed(row, events_of(log), place, ruleset)


def events_of(log: Sequence[Entry]) -> list[Any]:
    """The events of a log that stand, as they were posted: an undo takes away the one before it."""
    standing: list[Any] = []
    for entry in log:
        if entry.kind == store.EVENT:
            standing.append(orjson.loads(entry.body))
        elif entry.kind == store.UNDO:
            standing.pop()
    return standing


def replayed(row: Any, events: Sequence[Any], place: Place, ruleset: Published) -> Any:
    """The state of a round after some events. Raises BrokenInvariant where they are not what was taken."""
    growth = growth_of(ruleset)
    state = begin_round(GAMES[ruleset.game], orjson.loads(row.header), place.terms, ruleset.rules)
    for event in events:
        state = growth.apply(state, growth.read_event(event), ruleset.rules)
        if isinstance(state, Violation):
            raise BrokenInvariant(f"the log of open round {row.id} is not legal any more: {state.code}")
    return state


def keep(uow: UnitOfWork, open_round_id: int, last_place: int, state: Any) -> None:
    """Keep a state once this transaction is committed."""
    engine = uow.connection.engine

    def note() -> None:
        kept = _kept.setdefault(engine, {})
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        if kept.get(open_round_id, (-1, None))[0] < last_place:
            kept[open_round_id] = (last_place, state)

    uow.after_commit.append(note)
