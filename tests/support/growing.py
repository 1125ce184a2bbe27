"""A table whose rounds grow event by event, with its own tablet and one for every seat, at the casino of ``house``."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from werkzeug.test import TestResponse

from engine.catalogue import GAMES
from engine.evidence import canonical_bytes
from service.core.auth import key_sha256
from service.core.uow import UnitOfWork
from service.rulebook import store as rulebook
from support import kowah, open_face
from support.house import House
from support.kowah_simulator import random_round
from support.open_face_simulator import random_record

PLAYED_AT: Final = "2026-11-30T11:58:07.250000Z"
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class GrowingTable:
    """A table with an open session. Its tablet is called ``table``, that of a seat by the seat."""

    house: House
    game: str
    table_id: int
    session_id: int

    def open(self, number: int, header: Mapping[str, Any] | None = None, who: str = "table") -> TestResponse:
        """Open a round."""
        body = {"number": number, "played_at": PLAYED_AT} | ({} if header is None else {"header": header})
        return self.house.post(f"/v1/sessions/{self.session_id}/open-rounds", body, self._who(who))

    def opened(self, number: int, header: Mapping[str, Any] | None = None) -> int:
        """Open a round that is taken; its id."""
        return int(taken(self.open(number, header))["id"])

    def append(
        self, open_round_id: int, *events: Any, who: str = "table", key: str | None = None, **more: Any
    ) -> TestResponse:
        """Append events to a round."""
        body = {"events": list(events), **more}
        return self.house.post(f"/v1/open-rounds/{open_round_id}/events", body, self._who(who), key)

    def undo(self, open_round_id: int, place: int, who: str = "floor") -> TestResponse:
        """Undo the event at a place."""
        body = {"place": place, "reason": "set wrongly"}
        return self.house.post(f"/v1/open-rounds/{open_round_id}/undo", body, self._who(who))

    def void(self, open_round_id: int, who: str = "floor") -> TestResponse:
        """Void a round."""
        return self.house.post(f"/v1/open-rounds/{open_round_id}/voiding", {"reason": "a misdeal"}, self._who(who))

    def read(self, open_round_id: int, who: str = "table") -> dict[str, Any]:
        """A round as somebody may see it."""
        return taken(self.house.get(f"/v1/open-rounds/{open_round_id}", self._who(who)))

    def get(self, path: str, who: str = "table") -> TestResponse:
        """GET as a tablet of this table, or as somebody of the house."""
        return self.house.get(path, self._who(who))

    def post(self, path: str, body: Mapping[str, Any], who: str = "table") -> TestResponse:
        """POST as a tablet of this table, or as somebody of the house."""
        return self.house.post(path, body, self._who(who))

    def play(self, number: int, record: Record) -> dict[str, Any]:
        """A whole round, each event by the tablet of its seat; the answer to the last one."""
        growth = GAMES[self.game].growth
        assert growth is not None
        open_round_id = self.opened(number, growth.header_of(record))
        for event in record[growth.events_key]:
            answer = taken(self.append(open_round_id, event, who=event["seat"]))
        return answer

    def post_whole(self, number: int, record: Record, who: str = "table") -> TestResponse:
        """Record a round in one piece."""
        body = {"number": number, "played_at": PLAYED_AT, "record": record}
        return self.house.post(f"/v1/sessions/{self.session_id}/rounds", body, self._who(who))

    def _who(self, who: str) -> str:
        ours = f"{who}@{self.table_id}"
        return ours if ours in self.house.keys else who


def put_up(
    house: House, code: str, ruleset: str, seats: Sequence[str], unit_minor: str | None = "100", **more: Any
) -> GrowingTable:
    """A new table with tablets and an open session."""
    game = "kowah" if "kowah" in ruleset else "open_face_chinese"
    body = {"code": code, "game": game, "pit": "G", "seats": max(len(seats), GAMES[game].seats[0])}
    table_id = int(taken(house.post("/v1/tables", body))["id"])
    for seat in (None, *seats):
        name = "table" if seat is None else seat
        device = {"name": f"tablet-{code.lower()}" + (f"-{seat}" if seat else ""), "table_id": table_id}
        added = taken(house.post("/v1/devices", device | ({"seat": seat} if seat else {}), "admin"))
        house.keys[f"{name}@{table_id}"] = key = f"pbk_key-of-{name}-at-{code}"
        taken(house.post(f"/v1/devices/{added['id']}/keys", {"key_sha256": key_sha256(key)}, "admin"))
    return GrowingTable(house, game, table_id, open_session(house, table_id, ruleset, seats, unit_minor, **more))


def open_session(
    house: House, table_id: int, ruleset: str, seats: Sequence[str], unit_minor: str | None = "100", **more: Any
) -> int:
    """A session at a table that is there; its id."""
    body: dict[str, Any] = {
        "table_id": table_id,
        "ruleset": {"key": ruleset},
        "seats": [{"seat": seat, "player": f"P-{seat}"} for seat in seats],
        **more,
    }
    if unit_minor is not None:
        body["unit_minor"] = unit_minor
    return int(taken(house.post("/v1/sessions", body))["id"])


def publish(house: House, document: Mapping[str, Any]) -> None:
    """Publish a complete ruleset document that is not among the seeds."""

    def write(uow: UnitOfWork) -> None:
        entry = {"kind": "ruleset", "entry_key": document["key"], "game": document["game"], "created_us": uow.now_us}
        text = canonical_bytes(document)
        version = {
            "entry_id": rulebook.insert_entry(uow.connection, entry),
            "version": 1,
            "title": document["title"],
            "document": text.decode(),
            "sha256": hashlib.sha256(text).hexdigest(),
            "published_us": uow.now_us,
            "published_by": "person:test",
        }
        rulebook.insert_version(uow.connection, version)

    house.database.transact(write)


def taken(response: TestResponse) -> dict[str, Any]:
    """The body of an answer that is no problem."""
    body: dict[str, Any] = response.get_json()
    assert response.status_code < 300, body
    return body


def open_face_hand(seed: int, start: Record, preset: str = "ofc_pineapple") -> Record:
    """A random legal hand that begins as ``start`` says."""
    under = open_face.rules(preset)
    form = open_face.document(preset)["switches"]["ofc"]
    return random_record(Random(seed), form, under, start=start)


def kowah_round(seed: int) -> Record:
    """A random round of simple bots, its stock not told."""
    return random_round(Random(seed), kowah.document()["switches"], kowah.rules(), told=False)
