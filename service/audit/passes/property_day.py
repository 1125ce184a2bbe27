"""What belongs to no table of the property: guards of the database, events of no round, results at tables of nobody."""

from collections.abc import Iterator

from sqlalchemy import Connection

from engine.checks.findings import Finding, finding
from engine.evidence import differences
from service.audit.passes.notes import Notes
from service.audit.passes.whole_day import shown
from service.audit.store import logs, spots
from service.audit.store.scopes import Scope
from service.audit.store.spots import NOTHING
from service.core.guards import missing_triggers


def check_property(connection: Connection, notes: Notes, scopes: list[Scope], *, whole: bool) -> None:
    """All that stands beside the tables; ``whole`` where every table of the property was audited."""
    notes.add(None, _guards(connection))
    notes.add(None, _orphans(connection, notes, scopes))
    if whole and scopes:
        notes.add(None, _foreign(connection, notes, scopes[0]))


def _guards(connection: Connection) -> Iterator[Finding]:
    """Whether the database still refuses to change what is settled."""
    for name in missing_triggers(connection):
        message = f"{name}: the trigger is missing, switched off or not the one that the schema makes"
        yield finding("guard_missing", ("guard", name), message)


def _orphans(connection: Connection, notes: Notes, scopes: list[Scope]) -> Iterator[Finding]:
    for scope in scopes[:1]:
        table_ids = [each.pin.table_id for each in scopes]
        for open_round_id in logs.read_orphans(connection, table_ids, scope.gaming_date):
            notes.read((open_round_id,))
            message = f"events are kept of an opened round with the id {open_round_id}, which is gone"
            yield finding("log_without_round", ("log", scope.property_code, open_round_id), message)


def _foreign(connection: Connection, notes: Notes, scope: Scope) -> Iterator[Finding]:
    """Results that are payable on the day at tables which the property has not, so that no table's audit sees them."""
    for foreign in spots.read_foreign_sums(connection, scope.property_id, scope.gaming_date):
        notes.read(foreign.sums)
        subject = ("payable", scope.property_code, "table", foreign.table_id, scope.gaming_date)
        places = differences(shown(foreign.sums), shown(NOTHING))
        message = f"results are payable at table id {foreign.table_id}, which is no table of the property"
        yield finding("payable_differs", subject, message, places)
