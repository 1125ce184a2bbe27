"""HTTP manners, shown on a desk of its own over a real database of each kind."""

import io
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Column, Integer, MetaData, String, Table, UniqueConstraint, func, insert, select
from werkzeug.test import TestResponse

from service.core import fields
from service.core.auth import Authenticator, Principal, key_sha256
from service.core.database import MOST_CONNECTIONS, make_engine
from service.core.errors import PROBLEMS, Refusal
from service.core.operations import Call, Desk, Services, WriteCall
from service.core.paging import Cursors
from service.core.permissions import Permission, Role
from service.core.settings import Settings
from service.core.uow import Database
from service.core.web import MAX_BODY_BYTES, MOST_ERRORS, mount

notes = Table("notes", MetaData(), Column("id", Integer, primary_key=True), Column("name", String(20)),
              UniqueConstraint("name", name="uq_notes_name"))  # fmt: skip
KEYS = {"k-floor": Role.FLOOR, "k-cashier": Role.CASHIER}


class NoteIn(fields.Body):
    name = fields.Text(1, 20, required=True)


class NoteOut(fields.Body):
    id = fields.Whole()
    name = fields.Text()


class Query(fields.Body):
    limit = fields.QueryWhole(1, 500, load_default=50)


def make_desk() -> Desk:
    desk = Desk("notes", "Notes.")

    @desk.post("/notes", permission=Permission.MANAGE_TABLES, body=NoteIn, answer=NoteOut, problems=("code_taken",))
    def post_note(call: WriteCall) -> Mapping[str, Any]:
        """Write a note."""
        if call.body["name"] == "refused":
            call.uow.connection.execute(insert(notes).values(name="half written"))
            raise Refusal("code_taken", "Refused after a write.")
        if call.body["name"] == "broken":
            call.uow.connection.execute(insert(notes).values(name="half written"))
            raise ZeroDivisionError("a secret detail")
        key = call.uow.connection.execute(insert(notes).values(name=call.body["name"])).inserted_primary_key
        assert key is not None
        return {"id": key[0], "name": call.body["name"]}

    @desk.get("/notes", permission=Permission.READ_FLOOR, query=Query, answer=NoteOut)
    def get_notes(call: Call) -> Mapping[str, Any]:
        """Count the notes."""
        return {"id": call.connection.execute(select(func.count()).select_from(notes)).scalar_one(), "name": "n"}

    @desk.get("/notes/{note_id}", permission=Permission.READ_FLOOR, answer=NoteOut)
    def get_note(call: Call) -> Mapping[str, Any]:
        """Read a note."""
        return {"id": call.path["note_id"], "name": "n"}

    return desk


class Place:
    """A little application, and what stands in its database."""

    def __init__(self, url: str) -> None:
        settings = Settings(database_url=url)
        self.engine = make_engine(settings)
        notes.metadata.create_all(self.engine)
        by_hash = {
            key_sha256(key): Principal(n, "person", key, role, 1, None) for n, (key, role) in enumerate(KEYS.items())
        }
        self.app = Flask("notes", static_folder=None)
        services = Services(settings, Database(self.engine), Cursors(b"s"), lambda _: None)
        mount(self.app, make_desk().operations, services, Authenticator(by_hash.get))

    @property
    def client(self) -> FlaskClient:
        return self.app.test_client()

    def post(
        self, body: object, key: str | None = "a-key-of-this-test", who: str = "k-floor", **more: Any
    ) -> TestResponse:
        headers = {"Authorization": f"Bearer {who}"} | ({"Idempotency-Key": key} if key else {})
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client.post("/notes", data=raw, content_type="application/json", headers=headers, **more)

    def count(self) -> int:
        with self.engine.connect() as connection:
            return connection.execute(select(func.count()).select_from(notes)).scalar_one()


@pytest.fixture
def place(database_url: str) -> Iterator[Place]:
    place = Place(database_url)
    yield place
    place.engine.dispose()


def problem_of(response: TestResponse, code: str) -> dict[str, Any]:
    body = response.get_json()
    assert body["code"] == code
    assert response.status_code == body["status"] == PROBLEMS[code].status
    assert response.mimetype == "application/problem+json"
    assert response.headers["X-Request-Id"]
    assert set(body) == {"type", "title", "status", "detail", "code", "advice", "errors", "more_errors"}
    return body


def test_a_retry_gives_the_same_bytes_and_one_effect(place: Place) -> None:
    first, again = place.post({"name": "a"}), place.post({"name": "a"})
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.data == again.data
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert place.count() == 1


def test_a_key_used_for_another_body_is_refused(place: Place) -> None:
    place.post({"name": "a"})
    problem_of(place.post({"name": "b"}), "idempotency_key_reused")
    assert place.count() == 1


def test_the_same_key_of_another_caller_is_another_intent(place: Place) -> None:
    place.post({"name": "a"})
    problem_of(place.post({"name": "a"}, who="k-cashier"), "not_permitted")


def test_many_tries_at_once_with_one_key_have_one_effect_and_one_answer(place: Place) -> None:
    answers: list[tuple[int, bytes]] = []

    def post() -> None:
        response = place.post({"name": "a"})
        answers.append((response.status_code, response.data))

    threads = [threading.Thread(target=post) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 12
    assert len(set(answers)) == 1
    assert answers[0][0] == 201
    assert place.count() == 1


def test_a_refusal_amid_the_work_leaves_nothing_behind_and_is_judged_anew(place: Place) -> None:
    problem_of(place.post({"name": "refused"}), "code_taken")
    problem_of(place.post({"name": "refused"}), "code_taken")
    assert place.count() == 0
    assert place.post({"name": "mended"}).status_code == 201


def test_a_fault_of_ours_is_a_problem_without_inner_detail_and_leaves_nothing_behind(place: Place) -> None:
    response = place.post({"name": "broken"})
    problem_of(response, "internal_error")
    assert b"secret" not in response.data
    assert place.count() == 0


def test_a_missing_or_malformed_idempotency_key_is_refused(place: Place) -> None:
    problem_of(place.post({"name": "a"}, key=None), "missing_idempotency_key")
    for key in ("short", "x" * 65, "has a space in its text", "ümlaut-ümlaut-ümlaut"):
        problem_of(place.post({"name": "a"}, key=key), "bad_idempotency_key")
    assert place.count() == 0


@pytest.mark.parametrize("header", [None, "", "Basic abc", "Bearer", "Bearer "])
def test_a_call_without_a_key_is_refused(place: Place, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header}
    response = place.client.get("/notes", headers=headers)
    problem_of(response, "missing_key")
    assert response.headers["WWW-Authenticate"] == "Bearer"


def test_an_unknown_key_is_refused(place: Place) -> None:
    problem_of(place.client.get("/notes", headers={"Authorization": "Bearer nobody"}), "unknown_key")


def test_a_role_that_may_not_is_refused_before_its_body_is_read(place: Place) -> None:
    problem_of(place.post(b"{not json", who="k-cashier"), "not_permitted")


def test_a_body_that_is_no_json_too_deep_or_of_another_type_is_refused(place: Place) -> None:
    problem_of(place.post(b"{not json"), "invalid_json")
    problem_of(place.post(b"[" * 40 + b"]" * 40), "json_too_deep")
    wrong = place.client.post("/notes", data=b"a=b", headers={"Authorization": "Bearer k-floor"})
    problem_of(wrong, "wrong_content_type")
    assert place.count() == 0


def test_a_body_over_the_limit_is_refused_and_one_at_the_limit_is_read(place: Place) -> None:
    padding = b" " * (MAX_BODY_BYTES - len(b'{"name":"a"}'))
    problem_of(place.post(b'{"name":"a"}' + padding + b" "), "body_too_large")
    assert place.post(b'{"name":"a"}' + padding).status_code == 201


def test_a_body_in_chunks_is_refused_before_it_is_read(place: Place) -> None:
    headers = {"Authorization": "Bearer k-floor", "Idempotency-Key": "a-key-of-this-test"}
    stream = io.BytesIO(b'{"name":"a"}' + b" " * MAX_BODY_BYTES + b"no JSON")
    environ = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    response = place.client.post(
        "/notes", input_stream=stream, content_type="application/json", headers=headers, environ_overrides=environ
    )
    problem_of(response, "length_required")
    assert place.count() == 0


def test_a_body_that_does_not_fit_names_every_place(place: Place) -> None:
    body = problem_of(place.post({"nome": "a"}), "invalid_request")
    assert {(e["code"], e["pointer"]) for e in body["errors"]} == {("missing_key", "/name"), ("unknown_key", "/nome")}


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=1e2", "limit=", "limit=5&limit=6", "other=1"])
def test_a_query_that_does_not_fit_is_refused(place: Place, query: str) -> None:
    response = place.client.get(f"/notes?{query}", headers={"Authorization": "Bearer k-floor"})
    assert problem_of(response, "invalid_request")["errors"]


def test_a_query_on_an_operation_that_reads_none_is_refused(place: Place) -> None:
    response = place.client.get("/notes/1?a=1", headers={"Authorization": "Bearer k-floor"})
    problem_of(response, "invalid_request")


def test_a_query_on_an_operation_that_writes_is_refused_and_writes_nothing(place: Place) -> None:
    body = problem_of(place.post({"name": "a"}, query_string={"dry_run": "true"}), "invalid_request")
    assert [(e["code"], e["pointer"]) for e in body["errors"]] == [("unknown_key", "/dry_run")]
    assert place.count() == 0


def test_a_body_of_faults_is_answered_by_the_first_of_them_and_how_many_more_there_are(place: Place) -> None:
    body = problem_of(place.post({f"k{number:04}": 1 for number in range(1000)}), "invalid_request")
    assert (len(body["errors"]), body["more_errors"]) == (MOST_ERRORS, 1001 - MOST_ERRORS)


def test_an_address_or_a_method_that_is_not_there_is_a_problem_and_names_what_is(place: Place) -> None:
    problem_of(place.client.get("/nothing"), "not_found")
    problem_of(place.client.get(f"/notes/{2**63}"), "not_found")
    problem_of(place.client.get("//notes", headers={"Authorization": "Bearer k-floor"}), "not_found")
    response = place.client.delete("/notes")
    problem_of(response, "method_not_allowed")
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS, POST"


def test_whoever_finds_every_connection_in_use_is_told_to_come_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place.engine.pool, "_timeout", 0.05)
    with ExitStack() as held:
        for _ in range(MOST_CONNECTIONS + 8):
            held.enter_context(place.engine.connect())
        for answer in (
            place.post({"name": "a"}),
            place.client.get("/notes", headers={"Authorization": "Bearer k-floor"}),
        ):
            problem_of(answer, "busy")
            assert answer.headers["Retry-After"] == "1"
    assert place.post({"name": "a"}).status_code == 201


def test_a_usable_request_id_is_kept_and_another_is_replaced(place: Place) -> None:
    given = place.client.get("/nothing", headers={"X-Request-Id": "tablet-7_000123"})
    assert given.headers["X-Request-Id"] == "tablet-7_000123"
    assert place.client.get("/nothing", headers={"X-Request-Id": "a b"}).headers["X-Request-Id"] != "a b"


def test_writers_at_once_lose_nothing(place: Place) -> None:
    def post(n: int) -> None:
        for m in range(10):
            assert place.post({"name": f"{n}-{m}"}, key=f"key-of-writer-{n:02}-{m:02}").status_code == 201

    threads = [threading.Thread(target=post, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert place.count() == 80
