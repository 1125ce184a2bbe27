"""A house that is set up, played through for a day over the real API, and audited: what ``run`` and ``demo`` share."""

import signal
from contextlib import ExitStack, closing

import click
from rich.console import Console
from rich.progress import Progress

from service.commands.property_file import read_property_file
from service.commands.property_setup import IssuedKey, issue_keys, set_up_property
from service.commands.seed import PUBLISHER
from service.commands.serve import require_free_port
from service.commands.support import open_database
from service.core.migrate import upgrade
from service.core.permissions import Role
from service.core.places import DEMO_DAY, DEMO_PROPERTY, SEEDS
from service.core.settings import Settings
from service.core.uow import Database
from service.demo import play, show
from service.demo.client import Address, ApiError, Client
from service.demo.recording import read_day
from service.demo.server import running_server
from service.rulebook.seeding import SeedsRefused, load_seeds
from service.staff import store


def play_through(settings: Settings, address: Address, *, keep_serving: bool) -> None:
    """Set up the demo house in the database of the settings, serve it, play the recorded day, and audit it.

    Raises ClickException where anything goes otherwise than recorded. What the audit finds is shown; a house that keeps
    serving is served all the same, for the findings may be of rounds that somebody else has played in it.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the server is stopped with us
    require_free_port(address.host, address.port)
    console = Console(width=None if Console().is_terminal else 120)
    keys = _set_up(settings, console)
    with running_server(settings, address) as server:
        try:
            found = _play_day(console, address, keys)
        except (play.DemoFailed, ApiError) as error:
            raise click.ClickException(f"The demo did not go as recorded: {error}") from error
        if found and not keep_serving:
            raise click.ClickException("The demo did not go as recorded: the audit found what is listed above.")
        shown = {_who(key): key.key for key in keys}
        show.show_keys(console, str(address), shown, keep_serving=keep_serving)
        if keep_serving:
            try:
                server.wait()
            except KeyboardInterrupt:
                console.print("Stopping.")


def _who(key: IssuedKey) -> str:
    if key.table is None:
        return str(key.role)
    return f"device at {key.table}" if key.seat is None else f"device at {key.table}, seat {key.seat}"


def _set_up(settings: Settings, console: Console) -> tuple[IssuedKey, ...]:
    upgrade(settings.database_url)
    file = read_property_file(DEMO_PROPERTY)
    with open_database(settings) as database:
        _require_no_other_house(database, str(file.property["code"]))
        try:
            seeded = load_seeds(database, SEEDS, PUBLISHER)
        except SeedsRefused as refused:
            raise click.ClickException(f"Nothing was published.\n{refused}") from refused
        set_up_property(database, file)
        keys = issue_keys(database, file)
    console.print(f"The house is set up: {len(seeded)} rulebook documents, {len(file.tables)} tables.\n")
    return keys


def _require_no_other_house(database: Database, demo: str) -> None:
    """The demo is played in a database of its own: never beside the books of a real house."""
    found = database.transact(lambda uow: [row.code for row in store.list_properties(uow.connection)])
    others = ", ".join(code for code in found if code != demo)
    if others:
        raise click.ClickException(f"This database holds the property {others}. Name another by PITBOOK_DATABASE_URL.")


def _play_day(console: Console, address: Address, keys: tuple[IssuedKey, ...]) -> int:
    """Play, audit and show the day; returns how much the audit found."""
    day = read_day(DEMO_DAY)
    with ExitStack() as stack, Progress(console=console, transient=True) as progress:

        def client(key: str) -> Client:
            return stack.enter_context(closing(Client(address, key)))

        people = {key.role: key.key for key in keys}
        devices = {key.table: client(key.key) for key in keys if key.table is not None and key.seat is None}
        seats = {(key.table, key.seat): client(key.key) for key in keys if key.table is not None and key.seat}
        staff = play.Staff(
            client(people[Role.FLOOR]), client(people[Role.CASHIER]), client(people[Role.AUDITOR]), devices, seats
        )
        playing = progress.add_task("Playing the day", total=sum(len(table.rounds) for table in day))
        tables = play.open_tables(staff, day)
        for table in tables:
            first = play.first_free_number(staff.floor, table)
            for recorded in table.recorded.rounds:
                number = first + recorded.number - 1
                play.play_round(staff, table, recorded, number)
                progress.advance(playing)
        gaming_date, currency = tables[0].gaming_date, tables[0].currency
        auditing = progress.add_task("Auditing the day", total=None)
        items = play.balances(staff, gaming_date)
        job = play.audit(staff, gaming_date, lambda done, total: progress.update(auditing, completed=done, total=total))
        findings = play.findings(staff, job)
    for table in tables:
        show.show_rounds(console, table)
        console.print()
    show.show_why(console, tables)
    show.show_balances(console, gaming_date, currency, items)
    show.show_audit(console, job, findings)
    return int(job["result"]["findings"])
