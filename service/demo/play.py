"""Playing a recorded day: supervisor, tablets, cashier and auditor, each under their own key."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from service.core.clock import elapsed_s, format_us, now_us, wait_s
from service.demo.client import ApiError, Client
from service.demo.recording import RecordedRound, RecordedTable

POLL_S: Final = 0.2
AUDIT_TIMEOUT_S: Final = 120


class DemoFailed(Exception):
    """The demo did not go as recorded, with what was seen instead."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as the service settled it, and the code of the refusal that came before it, if any."""

    number: int
    note: str
    refused: str | None
    nets_minor: Mapping[str, int]
    house_net_minor: int
    lines: Sequence[Mapping[str, Any]]


@dataclass(slots=True)
class PlayedTable:
    """A table's session and its settled rounds, in order."""

    recorded: RecordedTable
    session_id: int
    table_id: int
    gaming_date: str
    currency: str
    rounds: list[PlayedRound] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Staff:
    """Clients of the people of the demo, and one for each table's device."""

    floor: Client
    cashier: Client
    auditor: Client
    devices: Mapping[str, Client]


def open_tables(staff: Staff, day: tuple[RecordedTable, ...]) -> list[PlayedTable]:
    """A fresh session at every recorded table; one that is still open is closed first."""
    ids = {table["code"]: table["id"] for table in staff.floor.get("/v1/tables?limit=500")["items"]}
    return [_open_table(staff.floor, table, ids[table.code]) for table in day]


def _open_table(floor: Client, table: RecordedTable, table_id: int) -> PlayedTable:
    still_open = floor.get(f"/v1/sessions?{urlencode({'table_id': table_id, 'open': 'true'})}")["items"]
    for session in still_open:
        floor.post(f"/v1/sessions/{session['id']}/closing", {})
    body: dict[str, Any] = {"table_id": table_id, "ruleset": {"key": table.ruleset}, "seats": list(table.seats)}
    if table.unit_minor is not None:
        body["unit_minor"] = table.unit_minor
    session = floor.post("/v1/sessions", body)
    return PlayedTable(table, session["id"], table_id, session["gaming_date"], session["currency"])


def first_free_number(floor: Client, played: PlayedTable) -> int:
    """The number that the first round of this session gets: numbers go on through a table's gaming day."""
    asked = {"table_id": played.table_id, "gaming_date": played.gaming_date}
    return max((item["number"] for item in _walk(floor, "/v1/rounds", asked)), default=0) + 1


def _walk(client: Client, path: str, asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every item of a list, page by page."""
    more: dict[str, Any] = {"limit": 500}
    while True:
        page = client.get(f"{path}?{urlencode({**asked, **more})}")
        yield from page["items"]
        if page["next_cursor"] is None:
            return
        more["cursor"] = page["next_cursor"]


def play_round(device: Client, played: PlayedTable, recorded: RecordedRound, number: int) -> None:
    """Post one round as the tablet did: where a wrong record came first, it must be refused."""
    path = f"/v1/sessions/{played.session_id}/rounds"
    refused = None
    if recorded.refused_first is not None:
        refused = _refusal(device, path, _body(recorded.refused_first, number))
    answer = device.post(path, _body(recorded.record, number))
    settlement = answer["settlement"]
    nets = {spot["seat"]: int(spot["net_minor"]) for spot in settlement["seats"]}
    house_net = int(settlement["house_net_minor"])
    played.rounds.append(PlayedRound(number, recorded.note, refused, nets, house_net, settlement["lines"]))


def _body(record: Mapping[str, Any], number: int) -> dict[str, Any]:
    return {"number": number, "played_at": format_us(now_us()), "record": record}


def _refusal(device: Client, path: str, body: Mapping[str, Any]) -> str:
    try:
        device.post(path, body)
    except ApiError as error:
        return ", ".join(dict.fromkeys(place["code"] for place in error.problem["errors"])) or error.problem["code"]
    raise DemoFailed(f"a record that cannot be settled was accepted: {body}")


def balances(staff: Staff, gaming_date: str) -> list[dict[str, Any]]:
    """What is payable to each player of the gaming day, as the cashier reads it."""
    return list(_walk(staff.cashier, "/v1/payable", {"gaming_date": gaming_date, "by": "player"}))


def audit(staff: Staff, gaming_date: str, progress: Callable[[int, int | None], None]) -> dict[str, Any]:
    """Run the audit job of a gaming day to its end. Raises DemoFailed where it does not end well."""
    job = staff.auditor.post("/v1/audits", {"gaming_date": gaming_date})
    deadline = elapsed_s() + AUDIT_TIMEOUT_S
    while job["state"] not in ("done", "failed"):
        if elapsed_s() > deadline:
            raise DemoFailed(f"the audit job {job['id']} has not ended after {AUDIT_TIMEOUT_S} seconds")
        wait_s(POLL_S)
        job = staff.auditor.get(f"/v1/jobs/{job['id']}")
        progress(job["progress"]["done"], job["progress"]["total"])
    if job["state"] == "failed":
        raise DemoFailed(f"the audit job {job['id']} failed: {job['error']}")
    return job
