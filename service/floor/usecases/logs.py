"""Where a growing round stands: its log replayed from the stored events.

The database is the truth. The state after an entry is kept in the process only to spare the replay, under the number of
that entry, and only once the entry is committed; since a log never changes, it cannot grow stale. So only what another
process has appended since is read, and a log is replayed from its beginning once in a process.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import orjson
from sqlalchemy import Connection, Engine, Row

from engine.catalogue import GAMES, begin_round
from engine.errors import BrokenInvariant, Violation
from engine.growing import Growth
from service.core.uow import UnitOfWork
from service.floor.store import open_rounds as store
from service.floor.store.open_rounds import Entry
from service.floor.store.places import Place
from service.floor.usecases.rounds import Recorded
from service.rulebook.usecases import Published

MOST_ENTRIES: Final = 2_000
"""So many entries a log has at most. The longest stock is drawn and thrown in some 500 events; takes may be endless."""

_MOST_KEPT: Final = 1_024


class Stand(NamedTuple):
    """A round after the entry at ``place``; ``before`` is what an undo would leave, None where there is none.

    An event is undone before the next one only, so no undo ever needs more than that.
    """

    place: int
    state: Any
    before: Any = None


_kept: Final[WeakKeyDictionary[Engine, dict[int, Stand]]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Grown:
    """A growing round: what is stored of it by column, how its game grows, and where it stands.

    ``recorded`` is the round that it has become, where this very request brought its last event.
    """

    row: Mapping[str, Any]
    growth: Growth
    state: Any
    recorded: Recorded | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """The log of one growing round, whose ``row`` says what is stored of it, and the rules that it is played by."""

    row: Row[Any]
    place: Place
    ruleset: Published

    @property
    def growth(self) -> Growth:
        """How rounds of the game grow, of a game whose rounds do."""
        growth = GAMES[self.ruleset.game].growth
        assert growth is not None, "no round is opened of a game whose rounds do not grow"
        return growth

    def stand_at(self, connection: Connection, last_place: int) -> Stand:
        """The round after an entry of its log that is committed. Raises BrokenInvariant where the log is not whole."""
        kept = _kept.get(connection.engine, {}).get(self.row.id)
        known = self._begun() if kept is None or kept.place > last_place else kept
        if known.place == last_place:
            return known
        entries = store.read_log(connection, self.row.id, known.place, last_place)
        if len(entries) != last_place - known.place:
            raise BrokenInvariant(f"open round {self.row.id} lacks entries between {known.place} and {last_place}")
        stand = self._grown(known, entries)
        _keep(connection.engine, self.row.id, stand)
        return stand

    def _begun(self) -> Stand:
        header = orjson.loads(self.row.header)
        return Stand(0, begin_round(GAMES[self.ruleset.game], header, self.place.terms, self.ruleset.rules))

    def _grown(self, stand: Stand, entries: Sequence[Entry]) -> Stand:
        for entry in entries:
            stand = self._after(stand, entry)
        return stand

    def _after(self, stand: Stand, entry: Entry) -> Stand:
        """The round after one more entry of its log. Raises BrokenInvariant where it is not what was taken."""
        place, state, before = stand
        if entry.kind == store.UNDO:
            assert before is not None, "an undo stands behind an event"
            return Stand(place + 1, before)
        if entry.kind == store.VOIDING:
            return Stand(place + 1, state, before)
        event = self.growth.read_event(orjson.loads(entry.body))
        after = self.growth.apply(state, event, self.ruleset.rules)
        if isinstance(after, Violation):
            raise BrokenInvariant(f"the log of open round {self.row.id} is not legal any more: {after.code}")
        return Stand(place + 1, after, state)

    def seen_events(self, connection: Connection, first: int, last: int, viewer: str | None) -> dict[int, Any]:
        """The events from one place to another as somebody may see them: a seat, or (None) whoever plays none.

        What could be seen of an event depends on the round as it stood then, so the log is followed from its beginning.
        """
        shown: dict[int, Any] = {}
        stand = self._begun()
        for entry in store.read_log(connection, self.row.id, 0, last):
            stand = self._after(stand, entry)
            if entry.kind == store.EVENT and stand.place >= first:
                event = self.growth.read_event(orjson.loads(entry.body))
                shown[stand.place] = self.growth.shown(stand.state, event, viewer)
        return shown

    def record(self, connection: Connection) -> dict[str, Any]:
        """The record that the round has become: its header and the events that stand, as they were posted."""
        entries = store.read_log(connection, self.row.id, 0, self.row.last_place)
        return self.growth.record_of(orjson.loads(self.row.header), _events_of(entries))


def _events_of(entries: Sequence[Entry]) -> list[Any]:
    """The events of a log that stand: an undo takes away the one before it."""
    standing: list[Any] = []
    for entry in entries:
        if entry.kind == store.EVENT:
            standing.append(orjson.loads(entry.body))
        elif entry.kind == store.UNDO:
            standing.pop()
    return standing


def keep(uow: UnitOfWork, open_round_id: int, stand: Stand) -> None:
    """Keep where a round stands once this transaction is committed."""
    engine = uow.connection.engine
    uow.after_commit.append(lambda: _keep(engine, open_round_id, stand))


def _keep(engine: Engine, open_round_id: int, stand: Stand) -> None:
    kept = _kept.setdefault(engine, {})
    if open_round_id not in kept and len(kept) >= _MOST_KEPT:
        kept.clear()
    if open_round_id not in kept or kept[open_round_id].place < stand.place:
        kept[open_round_id] = stand
