"""The yardstick: a bare Flask handler that writes as many rows as a recorded round, with raw psycopg, and no more.

No key, no schema, no idempotency, no rules: what the machine, the server and the database cost by themselves.
"""

import sys
import threading
from functools import partial
from typing import Final

import psycopg
from flask import Flask, Response, request
from granian import Granian
from granian.constants import Interfaces

SCHEMA: Final = """
CREATE TABLE bare_keys (holder bigint, key text, fingerprint text, status int, body bytea, created_us bigint,
                        PRIMARY KEY (holder, key));
CREATE TABLE bare_tables (id bigint PRIMARY KEY, last_seq bigint NOT NULL);
CREATE TABLE bare_rounds (id bigserial PRIMARY KEY, table_id bigint NOT NULL REFERENCES bare_tables,
                          seq bigint NOT NULL, number int NOT NULL, record text NOT NULL,
                          UNIQUE (table_id, number), UNIQUE (table_id, seq));
CREATE TABLE bare_settlements (id bigserial PRIMARY KEY, round_id bigint NOT NULL UNIQUE REFERENCES bare_rounds,
                               body text NOT NULL);
CREATE TABLE bare_spots (settlement_id bigint NOT NULL REFERENCES bare_settlements, seat text NOT NULL,
                         table_id bigint NOT NULL, seq bigint NOT NULL, net_minor bigint NOT NULL,
                         PRIMARY KEY (settlement_id, seat));
CREATE INDEX bare_spots_by_table ON bare_spots (table_id, seq, seat);
INSERT INTO bare_tables SELECT n, 0 FROM generate_series(1, 1000) AS n;
"""
"""The tables of a recorded round, with the same keys; to be run once in an empty database."""

SPOTS: Final = ("1", "2", "3", "4", "house")


def make_application(address: str) -> Flask:
    """The handler over a database; one connection a thread."""
    app = Flask("bare")
    kept = threading.local()

    @app.get("/health/ready")
    def ready() -> Response:
        return Response(b"{}", mimetype="application/json")

    @app.post("/tables/<int:table_id>/rounds/<int:number>")
    def post(table_id: int, number: int) -> Response:
        if not hasattr(kept, "connection"):
            kept.connection = psycopg.connect(address)
        body = request.get_data()
        with kept.connection.transaction():
            _write(kept.connection.cursor(), table_id, number, body)
        return Response(body, 201, mimetype="application/json")

    return app


def _write(cursor: psycopg.Cursor[tuple[int]], table_id: int, number: int, body: bytes) -> None:
    text, key = body.decode(), f"{table_id}-{number}"
    cursor.execute("INSERT INTO bare_keys (holder, key, fingerprint, created_us) VALUES (%s, %s, %s, 1)", (1, key, key))
    cursor.execute("UPDATE bare_tables SET last_seq = last_seq + 1 WHERE id = %s RETURNING last_seq", (table_id,))
    seq = _one(cursor)
    cursor.execute(
        "INSERT INTO bare_rounds (table_id, seq, number, record) VALUES (%s, %s, %s, %s) RETURNING id",
        (table_id, seq, number, text),
    )
    cursor.execute("INSERT INTO bare_settlements (round_id, body) VALUES (%s, %s) RETURNING id", (_one(cursor), text))
    settlement_id = _one(cursor)
    values = ", ".join(["(%s, %s, %s, %s, 0)"] * len(SPOTS))
    cursor.execute(
        f"INSERT INTO bare_spots (settlement_id, seat, table_id, seq, net_minor) VALUES {values}",  # noqa: S608
        [value for seat in SPOTS for value in (settlement_id, seat, table_id, seq)],
    )
    cursor.execute("UPDATE bare_keys SET status = 201, body = %s WHERE holder = 1 AND key = %s", (body, key))


def _one(cursor: psycopg.Cursor[tuple[int]]) -> int:
    row = cursor.fetchone()
    assert row is not None
    return row[0]


def serve(address: str, host: str, port: int, processes: int, threads: int) -> None:
    """Serve the handler as ``python -m service serve`` serves ours."""
    server = Granian(
        "service.bench.bare:make_application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=processes,
        blocking_threads=threads,
        websockets=False,
        log_enabled=False,
    )
    server.serve(target_loader=partial(make_application, address), wrap_loader=False)


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]))
