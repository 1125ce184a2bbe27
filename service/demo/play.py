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
MOST_FINDINGS: Final = 20


class DemoFailed(Exception):
    """The demo did not go as recorded, with what was seen instead."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as the service settled it, and the code of the refusal that came before it, if any.

    ``announced`` is the result that the answer to its last event told by itself.
    """

    number: int
    note: str
    refused: str | None
    nets_minor: Mapping[str, int]
    house_net_minor: int
    lines: Sequence[Mapping[str, Any]]
    announced: Mapping[str, Any] | None


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
    """Clients of the people of the demo, one for each table's device, and one for each device of a seat."""

    floor: Client
    cashier: Client
    auditor: Client
    devices: Mapping[str, Client]
    seats: Mapping[tuple[str, str], Client]


def open_tables(staff: Staff, day: tuple[RecordedTable, ...]) -> list[PlayedTable]:
    """A fresh session at every recorded table; one that is still open is closed first."""
    ids = {table["code"]: table["id"] for table in staff.floor.get("/v1/tables?limit=500")["items"]}
    return [_open_table(staff.floor, table, ids[table.code]) for table in day]


def _open_table(floor: Client, table: RecordedTable, table_id: int) -> PlayedTable:
    still_open = floor.get(f"/v1/sessions?{urlencode({'table_id': table_id, 'open': 'true'})}")["items"]
    for session in still_open:
        for left in floor.get(f"/v1/sessions/{session['id']}/open-rounds?state=open")["items"]:
            floor.post(f"/v1/open-rounds/{left['id']}/voiding", {"reason": "left open by an earlier demo"})
        floor.post(f"/v1/sessions/{session['id']}/closing", {})
    body: dict[str, Any] = {"table_id": table_id, "ruleset": {"key": table.ruleset}, "seats": list(table.seats)}
    if table.unit_minor is not None:
        body["unit_minor"] = table.unit_minor
    session = floor.post("/v1/sessions", body)
    return PlayedTable(table, session["id"], table_id, session["gaming_date"], session["currency"])


def first_free_number(floor: Client, played: PlayedTable) -> int:
    """The number that the first round of this session gets: numbers go on through a table's gaming day."""
    asked = {"table_id": played.table_id, "gaming_date": played.gaming_date}
    recorded = [item["number"] for item in _walk(floor, "/v1/rounds", asked)]
    earlier = [session["id"] for session in _walk(floor, "/v1/sessions", asked)]
    grown = [item["number"] for one in earlier for item in _walk(floor, f"/v1/sessions/{one}/open-rounds", {})]
    return max([*recorded, *grown], default=0) + 1


def _walk(client: Client, path: str, asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every item of a list, page by page."""
    more: dict[str, Any] = {"limit": 500}
    while True:
        page = client.get(f"{path}?{urlencode({**asked, **more})}")
        yield from page["items"]
        if page["next_cursor"] is None:
            return
        more["cursor"] = page["next_cursor"]


def play_round(staff: Staff, played: PlayedTable, recorded: RecordedRound, number: int) -> None:
    """Play one round as the tablets did: where something wrong came first, it must be refused."""
    head = {"number": number, "played_at": format_us(now_us())}
    played_through = _let_grow if recorded.events else _post_whole
    refused, answer = played_through(staff, played, recorded, head)
    settlement = answer["settlement"]
    nets = {spot["seat"]: int(spot["net_minor"]) for spot in settlement["seats"]}
    house_net, announced = int(settlement["house_net_minor"]), answer.get("announced")
    played.rounds.append(PlayedRound(number, recorded.note, refused, nets, house_net, settlement["lines"], announced))


def _post_whole(
    staff: Staff, played: PlayedTable, recorded: RecordedRound, head: Mapping[str, Any]
) -> tuple[str | None, dict[str, Any]]:
    """The code of the refusal that came first, if any, and the answer that settled the round."""
    device, path, refused = staff.devices[played.recorded.code], f"/v1/sessions/{played.session_id}/rounds", None
    if recorded.refused_first is not None:
        refused = _refusal(device, path, {**head, "record": recorded.refused_first})
    return refused, device.post(path, {**head, "record": recorded.record})


def _let_grow(
    staff: Staff, played: PlayedTable, recorded: RecordedRound, head: Mapping[str, Any]
) -> tuple[str | None, dict[str, Any]]:
    """The same, event by event, each from the tablet of its seat."""
    code, path, refused = played.recorded.code, f"/v1/sessions/{played.session_id}/open-rounds", None
    opened = staff.devices[code].post(path, {**head, "header": recorded.record})
    path = f"/v1/open-rounds/{opened['id']}/events"
    if recorded.refused_first is not None:
        device = staff.seats[code, recorded.refused_first["seat"]]
        refused = _refusal(device, path, {"events": [recorded.refused_first]})
    answer: dict[str, Any] = {}
    for event in recorded.events:
        answer = staff.seats[code, event["seat"]].post(path, {"events": [event]})
    if answer["settlement"] is None:
        raise DemoFailed(f"round {head['number']} at {code} is not over with its last event")
    return refused, answer


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


def findings(staff: Staff, job: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The first findings of an audit job, as many as are shown."""
    found: dict[str, Any] = staff.auditor.get(f"/v1/jobs/{job['id']}/findings?limit={MOST_FINDINGS}")
    items: list[Mapping[str, Any]] = found["items"]
    return items
