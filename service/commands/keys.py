"""``keys``: the keys of people and devices, from the machine that holds the database.

How the first administrator gets in. Everything else an administrator can do over the API.
"""

import re
from collections.abc import Callable

import click

from service.commands.support import open_database, plain_errors, usable_settings
from service.core.auth import key_sha256, new_key
from service.core.clock import format_us
from service.core.errors import Refusal
from service.core.paging import MOST_LIMIT, Page
from service.core.permissions import Role
from service.core.uow import UnitOfWork
from service.staff import store, usecases
from service.staff.models import DEVICE_NAME_PATTERN, LOGIN_PATTERN

PERSON_ROLES = [str(role) for role in Role if role is not Role.DEVICE]


def _spelled(pattern: str) -> Callable[[click.Context, click.Parameter, str], str]:
    def check(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise click.BadParameter(f"{value!r} is not of the form {pattern}")
        return value

    return check


@click.group()
def command() -> None:
    """Issue, list and revoke the keys of people and devices."""


@command.command()
def new() -> None:
    """Make a key and print it with its SHA-256, for a request to the API. Nothing is stored."""
    key = new_key()
    click.echo(f"key         {key}\nkey_sha256  {key_sha256(key)}")


@command.command()
@click.option(
    "--login", callback=_spelled(LOGIN_PATTERN), required=True, help="Who the key is for; registered if not known yet."
)
@click.option("--role", type=click.Choice(PERSON_ROLES), required=True, help="The one role it acts in.")
@click.option("--name", help="Full name, for someone not known yet (default: the login).")
@click.option("--property", "code", help="The property's code, where there are several.")
@click.option("--table", help="Code of the one table that a dealer's key is good for.")
def create(login: str, role: str, name: str | None, code: str | None, table: str | None) -> None:
    """Issue a key to a person. The key is printed once, alone on standard output."""
    key = new_key()

    def work(uow: UnitOfWork) -> None:
        property_id = _property(uow, code)
        table_id = None if table is None else _table(uow, property_id, table)
        person = store.find_person_by_login(uow.connection, login)
        if person is None:
            person = usecases.add_person(usecases.NewPerson(property_id, login, name or login), uow)
        digest = key_sha256(key)
        usecases.issue_person_key(usecases.NewPersonKey(property_id, person.id, Role(role), table_id, digest), uow)

    with plain_errors(), open_database(usable_settings()) as database:
        database.transact(work)
    click.echo(f"Key of {login} as {role}; it is not shown again:", err=True)
    click.echo(key)


@command.command("create-device")
@click.option(
    "--name",
    callback=_spelled(DEVICE_NAME_PATTERN),
    required=True,
    help="The device's name; registered if not known yet.",
)
@click.option("--table", required=True, help="Code of the table that it stands at.")
@click.option("--property", "code", help="The property's code, where there are several.")
def create_device(name: str, table: str, code: str | None) -> None:
    """Issue a key to a device. The key is printed once, alone on standard output."""
    key = new_key()

    def work(uow: UnitOfWork) -> None:
        property_id = _property(uow, code)
        table_id = _table(uow, property_id, table)
        device = store.find_device_by_name(uow.connection, name)
        if device is None:
            device = usecases.add_device(usecases.NewDevice(property_id, table_id, name), uow)
        if device.table_id != table_id:
            raise Refusal("code_taken", f"The device {name!r} stands at another table.")
        usecases.issue_device_key(usecases.NewDeviceKey(property_id, device.id, key_sha256(key)), uow)

    with plain_errors(), open_database(usable_settings()) as database:
        database.transact(work)
    click.echo(f"Key of the device {name}; it is not shown again:", err=True)
    click.echo(key)


@command.command("list")
@click.option("--property", "code", help="The property's code, where there are several.")
def list_all(code: str | None) -> None:
    """List all keys: id, state, role, holder. Never the keys themselves."""

    def work(uow: UnitOfWork) -> list[str]:
        property_id, after, lines = _property(uow, code), None, []
        while True:
            found = store.list_keys(uow.connection, property_id, {}, Page(MOST_LIMIT, after))
            for row in found.rows:
                state = "live" if row.revoked_us is None else f"revoked {format_us(row.revoked_us)}"
                lines.append(f"{row.id:>6}  {state:<35}  {row.role:<18} {row.login or row.device_name}")
            after = found.next_key
            if after is None:
                return lines

    with plain_errors(), open_database(usable_settings()) as database:
        for line in database.transact(work):
            click.echo(line)


@command.command()
@click.argument("key_id", type=int)
@click.option("--property", "code", help="The property's code, where there are several.")
def revoke(key_id: int, code: str | None) -> None:
    """Revoke a key by its id: within a second it acts nowhere any more."""
    with plain_errors(), open_database(usable_settings()) as database:
        database.transact(lambda uow: usecases.revoke_key(_property(uow, code), key_id, uow))
    click.echo(f"Key {key_id} is revoked.")


def _property(uow: UnitOfWork, code: str | None) -> int:
    found = store.list_properties(uow.connection)
    wanted = [row for row in found if code in (None, row.code)]
    if len(wanted) == 1:
        return int(wanted[0].id)
    if not found:
        raise click.ClickException("There is no property yet. Run: python -m service seed --property FILE")
    raise click.ClickException(f"Name one property with --property: {', '.join(row.code for row in found)}")


def _table(uow: UnitOfWork, property_id: int, code: str) -> int:
    found = store.find_table_by_code(uow.connection, property_id, code)
    if found is None:
        raise click.ClickException(f"The property has no table {code!r}.")
    return found
