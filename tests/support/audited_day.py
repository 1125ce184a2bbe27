"""A gaming day at the small casino of ``support.house`` that is there to be audited."""

import json
from collections.abc import Mapping
from typing import Any, Final

from werkzeug.test import TestResponse

from service.audit.usecases import HANDLERS
from service.core.job_runs import Jobs
from support.house import SEEDS, House

DAY: Final = "2026-11-30"
THREE_CARD: Final = {
    "dealer": ["Jh", "8h", "3s"],
    "seats": [
        {
            "seat": "1",
            "cards": ["Ks", "9d", "5c"],
            "decision": "play",
            "bets": {"ante": "1000", "play": "1000", "pair_plus": "500"},
        },
        {
            "seat": "2",
            "cards": ["Qc", "7d", "2c"],
            "decision": "fold",
            "bets": {"ante": "1000"},
        },
    ],
}
"""The dealer does not qualify: seat 1 wins its ante and loses its pair plus (net 500), seat 2 loses its ante."""


def open_session(house: House, table_id: int, ruleset: str, seats: list[Mapping[str, Any]], **more: str) -> int:
    """A new session at a table."""
    body = {"table_id": table_id, "ruleset": {"key": ruleset}, "seats": seats, **more}
    return int(_answer(house.post("/v1/sessions", body), 201)["id"])


def open_three_card(house: House) -> int:
    """A session of Three Card Poker at table 2, two seats taken."""
    return open_session(house, 2, "tcp_standard", [{"seat": "1", "player": "P-1"}, {"seat": "2", "player": "P-2"}])


def post_round(
    house: House, session_id: int, number: int, record: Mapping[str, Any] = THREE_CARD, table_id: int = 2
) -> int:
    """Record a round; returns its id."""
    body = {"number": number, "played_at": f"{DAY}T12:00:00Z", "record": record}
    answer = house.post(f"/v1/sessions/{session_id}/rounds", body, f"device-{table_id}")
    return int(_answer(answer, 201)["round"]["id"])


def play_recorded_day(house: House) -> int:
    """The recorded demo day, as far as the casino has the tables for it; returns how many rounds."""
    ids = {"CP-01": 1, "CP-02": 3, "TC-01": 2}
    played = 0
    for table in json.loads((SEEDS / "demo" / "day.json").read_text(encoding="utf-8"))["tables"]:
        if table["code"] not in ids:
            continue
        table_id = ids[table["code"]]
        more = {"unit_minor": table["unit_minor"]} if table.get("unit_minor") else {}
        session_id = open_session(house, table_id, table["ruleset"], table["seats"], **more)
        for number, recorded in enumerate(table["rounds"], start=1):
            post_round(house, session_id, number, recorded["record"], table_id)
            played += 1
    return played


def ask_audit(house: House, **body: Any) -> int:
    """Ask for an audit as the auditor; returns the job's id."""
    return int(_answer(house.post("/v1/audits", {"gaming_date": DAY, **body}, "auditor"), 202)["id"])


def run_audit(house: House, **body: Any) -> dict[str, Any]:
    """Ask for an audit and run it here; returns the finished job."""
    job_id = ask_audit(house, **body)
    assert Jobs(house.database, HANDLERS).run(job_id)
    job = read_job(house, job_id)
    assert job["state"] == "done", job["error"]
    return job


def read_job(house: House, job_id: int) -> dict[str, Any]:
    """A job as the auditor reads it."""
    return _answer(house.get(f"/v1/jobs/{job_id}", "auditor"), 200)


def read_findings(house: House, job_id: int) -> list[dict[str, Any]]:
    """All findings of a job as the auditor reads them."""
    page = _answer(house.get(f"/v1/jobs/{job_id}/findings?limit=500", "auditor"), 200)
    assert page["next_cursor"] is None
    return list(page["items"])


def _answer(answer: TestResponse, status: int) -> dict[str, Any]:
    data = answer.json
    assert answer.status_code == status, data
    assert isinstance(data, dict)
    return data
