"""What the demo prints: settled rounds, balances, the audit, and what to try next."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from service.demo.play import PlayedTable

COLUMNS_WIDE: Final = 48
COLUMNS_A_SEAT: Final = 10
"""A console that is narrower than these shows the seats of a round below each other: no amount is ever cut."""

MOST_LINES: Final = 8
"""How many lines of one settlement are shown; the rest is one call away."""


def format_minor(amount: int) -> str:
    """Minor units with two places and a sign that lines up: ``+12.50``, ``-3.00``, ``0.00``."""
    sign = "-" if amount < 0 else "+" if amount > 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02}"


def show_rounds(console: Console, played: PlayedTable) -> None:
    """Every round of a table: what each seat and the house won, and what is notable about it."""
    recorded = played.recorded
    unit = f", unit {format_minor(int(recorded.unit_minor)).lstrip('+')}" if recorded.unit_minor else ""
    seats = [seat["seat"] for seat in recorded.seats]
    table = _table(f"{recorded.code}  ruleset {recorded.ruleset}{unit}, {played.currency}")
    wide = console.width >= COLUMNS_WIDE + COLUMNS_A_SEAT * len(seats)
    _columns(table, "right", "round")
    if wide:
        _columns(table, "right", *(f"seat {seat}" for seat in seats))
    else:
        _columns(table, "left", "seats")
    _columns(table, "right", "house")
    _columns(table, "left", "what happened")
    for entry in played.rounds:
        nets = {seat: format_minor(entry.nets_minor[seat]) if seat in entry.nets_minor else "" for seat in seats}
        cells = list(nets.values()) if wide else ["\n".join(f"{seat} {net:>8}" for seat, net in nets.items() if net)]
        refused = f" (refused first: {entry.refused})" if entry.refused else ""
        happened = escape(entry.note + refused + _announced(entry.announced))
        table.add_row(str(entry.number), *cells, format_minor(entry.house_net_minor), happened)
    console.print(table)


def _announced(result: Mapping[str, Any] | None) -> str:
    """A result that the last event of a round brought by itself, in words."""
    if result is None:
        return ""
    if result["status"] == "drawn":
        return " (announced: a drawn round)"
    means = result["by"].replace("_", " ")
    return f" (announced: seat {result['winner']} wins by {means}, {result['card']}, times {result['multiplier']})"


def show_why(console: Console, tables: Iterable[PlayedTable]) -> None:
    """The largest settlement of each table line by line, as the cashier reads it out."""
    for played in tables:
        entry = max(played.rounds, key=lambda one: sum(net for net in one.nets_minor.values() if net > 0))
        table = _table(f"Why: {played.recorded.code} round {entry.number}")
        _columns(table, "left", "seat", "against", "item")
        _columns(table, "right", "net")
        _columns(table, "left", "because")
        for line in entry.lines[:MOST_LINES]:
            net = format_minor(int(line["net_minor"]))
            table.add_row(line["seat"], line["against"], line["item"], net, escape(line["why"]))
        if len(entry.lines) > MOST_LINES:
            table.add_row("", "", "", "", f"... and {len(entry.lines) - MOST_LINES} more lines")
        console.print(table)
        console.print()
    console.print("A number in brackets is a section of the game's rules in docs/rules.\n", markup=False)


def show_balances(console: Console, gaming_date: str, currency: str, items: Sequence[Mapping[str, Any]]) -> None:
    """What is payable to each player, and what it sums up to."""
    table = _table(f"Payable on {gaming_date}, {currency}")
    _columns(table, "left", "player")
    _columns(table, "right", "rounds", "returned", "net")
    for item in items:
        returned = format_minor(int(item["returned_minor"])).lstrip("+")
        net = format_minor(int(item["net_minor"]))
        table.add_row(escape(item["player"] or "not named"), str(item["rounds"]), returned, net)
    table.add_section()
    table.add_row("all players", "", "", format_minor(sum(int(item["net_minor"]) for item in items)))
    console.print(table)


def show_audit(console: Console, job: Mapping[str, Any], findings: Sequence[Mapping[str, Any]]) -> None:
    """What the audit job found: the verdict, and the first findings where there are any."""
    total, rounds = job["result"]["findings"], job["result"]["rounds"]
    verdict = "no difference" if not total else "1 finding" if total == 1 else f"{total} findings"
    console.print(f"\nAudit job {job['id']}: {rounds} rounds settled again from what was recorded, {verdict}.\n")
    if not findings:
        return
    table = _table("What the audit found")
    _columns(table, "left", "code", "table")
    _columns(table, "right", "round")
    _columns(table, "left", "what", "what to do")
    for one in findings:
        number = "" if one["number"] is None else str(one["number"])
        table.add_row(one["code"], one["table"] or "", number, escape(one["message"]), escape(one["advice"]))
    console.print(table)
    console.print(f"All of them: GET /v1/jobs/{job['id']}/findings\n", markup=False)


def show_keys(console: Console, address: str, keys: Mapping[str, str], *, keep_serving: bool) -> None:
    """Where the service is, under which keys, and three calls to try."""
    if not keep_serving:
        console.print("The demo is over; 'make run' keeps serving.")
        return
    table = _table("Demo keys, new at every start")
    _columns(table, "left", "who", "key")
    for who, key in keys.items():
        table.add_row(who, key)
    console.print(table)
    console.print(f"\nPitbook serves at {address}, API documents at {address}/docs. Stop it with Ctrl-C.\n")
    for call in example_calls(address, keys):
        console.print(call, soft_wrap=True, highlight=False, markup=False)


def example_calls(address: str, keys: Mapping[str, str]) -> tuple[str, str, str]:
    """Three calls that work as they stand: the newest results, why a round is worth so much, a check."""
    holding = '{"front":["Kh","Kc","Ad"],"middle":["Kd","Ks","Qh","7c","3d"],"back":["8h","8c","8d","2s","2c"]}'
    check = f'{{"ruleset":{{"key":"seed_de"}},"holding":{holding}}}'
    return (
        f"curl -s -H 'Authorization: Bearer {keys['cashier']}' '{address}/v1/settlements?limit=5'",
        f"curl -s -H 'Authorization: Bearer {keys['auditor']}' '{address}/v1/rounds/1'",
        f"curl -s -H 'Authorization: Bearer {keys['floor']}' -H 'Content-Type: application/json' "
        f"'{address}/v1/arrangements/check' -d '{check}'",
    )


def _table(title: str) -> Table:
    return Table(title=title, title_justify="left", title_style="bold")


def _columns(table: Table, justify: Literal["left", "right"], *names: str) -> None:
    for name in names:
        table.add_column(name, justify=justify, no_wrap=justify == "right", overflow="fold")
