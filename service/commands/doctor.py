"""``doctor``: what an operator would look at first, in one table, and status 1 when something is wrong."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

import click
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from service.commands.support import shown_database, usable_settings
from service.core import guards, installation, schema
from service.core.database import make_engine
from service.core.permissions import Role
from service.core.places import SEEDS
from service.core.settings import Settings
from service.rulebook.seeding import SeedsRefused, outdated, read_seeds
from service.rulebook.store import RULESET, latest_versions
from service.staff.store import count_live_keys_of_role

OK: Final = "ok"
FAIL: Final = "FAIL"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found."""

    check: str
    state: str
    detail: str


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(as_json: bool) -> None:
    """Check database, schema, rulebook, keys and broker. Changes nothing; status 1 when something is wrong."""
    found = examine(usable_settings())
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in found], indent=2))
    else:
        width = max(len(finding.check) for finding in found)
        for finding in found:
            click.echo(f"{finding.state:<4}  {finding.check:<{width}}  {finding.detail}")
    sys.exit(int(any(finding.state == FAIL for finding in found)))


def examine(settings: Settings) -> list[Finding]:
    """All findings in the order in which one would mend them; what needs a sound schema is asked only then."""
    if settings.sqlite_path is not None and not settings.sqlite_path.is_file():
        detail = f"{shown_database(settings)} does not exist yet. Run: python -m service migrate"
        return [_fail("database", detail), _broker(settings)]
    engine = make_engine(settings)
    try:
        with engine.connect() as connection:
            found = [_ok("database", f"{shown_database(settings)}, {_manners(connection)}"), _schema(connection)]
            if found[-1].state == OK:
                found += [check(connection) for check in _CHECKS]
    except DBAPIError as error:
        found = [_fail("database", f"{shown_database(settings)}: {str(error.orig).strip()}")]
    finally:
        engine.dispose()
    return [*found, _broker(settings)]


def _manners(connection: Connection) -> str:
    """Version, and on SQLite what keeps an acknowledged write."""
    if connection.dialect.name == "postgresql":
        return f"version {connection.execute(text('SHOW server_version')).scalar_one()}"
    version = connection.execute(text("SELECT sqlite_version()")).scalar_one()
    journal = connection.execute(text("PRAGMA journal_mode")).scalar_one()
    return (
        f"version {version}, journal {journal}, quick check {connection.execute(text('PRAGMA quick_check')).scalar()}"
    )


def _schema(connection: Connection) -> Finding:
    try:
        schema.require_current(connection)
    except schema.SchemaNotCurrent as error:
        return _fail("schema", str(error))
    return _ok("schema", f"revision {schema.HEAD}")


def _fingerprint(connection: Connection) -> Finding:
    noted = installation.find_fact(connection, installation.SCHEMA_FINGERPRINT)
    found = schema.fingerprint(connection)
    if found == noted:
        return _ok("fingerprint", f"{found[:12]}, as the last migration left it")
    return _fail("fingerprint", "the schema was changed since the last migration, by something that is none")


def _triggers(connection: Connection) -> Finding:
    missing = guards.missing_triggers(connection)
    if missing:
        return _fail("triggers", f"recorded rows can be changed: {', '.join(missing)} missing, switched off or hollow")
    return _ok("triggers", f"{len(guards.APPEND_ONLY)} tables are append-only")


def _secret(connection: Connection) -> Finding:
    if installation.find_fact(connection, installation.CURSOR_SECRET) is None:
        return _fail("secret", "no cursor secret. Run: python -m service migrate")
    return _ok("secret", "cursors are signed")


def _rulebook(connection: Connection) -> Finding:
    rulesets = sum(kind == RULESET for kind, _ in latest_versions(connection))
    try:
        behind = outdated(connection, read_seeds(SEEDS))
    except SeedsRefused as refused:
        return _fail("rulebook", f"{len(refused.faults)} faults in seeds, the first: {refused.faults[0]}")
    if behind:
        names = ", ".join(f"{seed.kind} {seed.key}" for seed in behind[:3])
        return _fail("rulebook", f"{len(behind)} seeds not published ({names}, ...). Run: python -m service seed")
    return _ok("rulebook", f"{rulesets} rulesets published, seeds included")


def _administrator(connection: Connection) -> Finding:
    live = count_live_keys_of_role(connection, Role.ADMIN)
    if not live:
        return _fail("keys", "no administrator has a live key. Run: python -m service keys create --role admin ...")
    return _ok("keys", f"{live} live administrator key{'s' if live > 1 else ''}")


def _broker(settings: Settings) -> Finding:
    if settings.broker_url is None:
        return _ok("broker", "none: jobs run inside the server")
    from kombu.connection import Connection as Broker  # noqa: PLC0415  (paid for only where there is one)
    from kombu.exceptions import OperationalError  # noqa: PLC0415

    connect: Any = Broker  # kombu carries no types
    try:
        with connect(settings.broker_url, transport_options={"socket_connect_timeout": 2}) as broker:
            broker.ensure_connection(max_retries=1, timeout=3)
            return _ok("broker", f"answers at {broker.as_uri()}")
    except OperationalError as error:
        return _fail("broker", f"does not answer: {error}")


def _ok(check: str, detail: str) -> Finding:
    return Finding(check, OK, detail)


def _fail(check: str, detail: str) -> Finding:
    return Finding(check, FAIL, detail)


_CHECKS: Final[tuple[Callable[[Connection], Finding], ...]] = (
    _fingerprint,
    _triggers,
    _secret,
    _rulebook,
    _administrator,
)
