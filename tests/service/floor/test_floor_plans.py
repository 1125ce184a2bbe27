"""How much the database is asked: every list is one walk along an index, and nothing is asked once per row."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from support.house import House
from support.play import CASINO, open_session, post_round, round_of

LISTS = [
    ("/v1/tables", "gaming_tables", "uq_gaming_tables_property_id_code"),
    ("/v1/gaming-days", "gaming_days", "uq_gaming_days_property_id_gaming_date"),
    ("/v1/gaming-days?since=2026-01-01", "gaming_days", "uq_gaming_days_property_id_gaming_date"),
    ("/v1/sessions", "sessions", "ix_sessions_property_id_gaming_date_table_id_id"),
    ("/v1/sessions?gaming_date=2026-02-12", "sessions", "ix_sessions_property_id_gaming_date_table_id_id"),
    (
        "/v1/sessions?gaming_date=2026-02-12&table_id=1001",
        "sessions",
        "ix_sessions_property_id_gaming_date_table_id_id",
    ),
    ("/v1/sessions?table_id=1001", "sessions", "ix_sessions_table_id_gaming_date_id"),
    ("/v1/sessions?open=true", "sessions", "uq_sessions_open_property_id_table_id"),
    ("/v1/sessions?open=true&table_id=1001", "sessions", "uq_sessions_open_property_id_table_id"),
    ("/v1/sessions?open=false", "sessions", "ix_sessions_property_id_gaming_date_table_id_id"),
    ("/v1/rounds", "rounds", "ix_rounds_property_id_gaming_date_table_id_seq"),
    ("/v1/rounds?gaming_date=2026-02-12", "rounds", "ix_rounds_property_id_gaming_date_table_id_seq"),
    ("/v1/rounds?gaming_date=2026-02-12&table_id=1001", "rounds", "ix_rounds_property_id_gaming_date_table_id_seq"),
    ("/v1/rounds?table_id=1001", "rounds", "uq_rounds_table_id_seq"),
    ("/v1/rounds?session_id=1010", "rounds", "ix_rounds_session_id_seq"),
    ("/v1/rounds?session_id=1010&table_id=1001", "rounds", "ix_rounds_session_id_seq"),
    ("/v1/settlements", "spot_results", "ix_spot_results_day"),
    ("/v1/settlements?gaming_date=2026-02-12", "spot_results", "ix_spot_results_day"),
    ("/v1/settlements?gaming_date=2026-02-12&table_id=1001&seat=1", "spot_results", "ix_spot_results_day"),
    ("/v1/settlements?table_id=1001", "spot_results", "ix_spot_results_table_id_seq_seat"),
    ("/v1/settlements?session_id=1010", "spot_results", "ix_spot_results_session_id_seq_seat"),
    ("/v1/settlements?session_id=1010&seat=1", "spot_results", "ix_spot_results_session_id_seq_seat"),
    ("/v1/settlements?player=P-7", "spot_results", "ix_spot_results_player"),
    ("/v1/settlements?player=P-7&gaming_date=2026-02-12", "spot_results", "ix_spot_results_player"),
    ("/v1/settlements?player=P-7&table_id=1001", "spot_results", "ix_spot_results_player"),
    ("/v1/sessions/1010/balance", "rounds", "ix_rounds_session_id_seq"),
]
SUMS = [
    ("/v1/payable?gaming_date=2026-02-12&by=table", "ix_spot_results_day"),
    ("/v1/payable?gaming_date=2026-02-12&by=seat", "ix_spot_results_day"),
    ("/v1/payable?gaming_date=2026-02-12&by=player", "ix_spot_results_day"),
    ("/v1/payable?gaming_date=2026-02-12&by=seat&table_id=1001", "ix_spot_results_day"),
    ("/v1/payable?gaming_date=2026-02-12&by=table&player=P-7", "ix_spot_results_player"),
    ("/v1/sessions/1010/balance", "ix_spot_results_session_id_seq_seat"),
]
Asked = list[tuple[str, Any]]
MANY = 4000


@contextmanager
def listening(house: House) -> Iterator[Asked]:
    """Every statement that is sent meanwhile, with its parameters, but for who is calling (kept for a moment)."""
    asked: Asked = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:
        if not statement.startswith("BEGIN") and "FROM access_keys" not in statement:
            asked.append((statement, parameters))

    event.listen(house.database.engine, "before_cursor_execute", note)
    yield asked
    event.remove(house.database.engine, "before_cursor_execute", note)


@pytest.fixture
def floor(house: House) -> House:
    """A round of property 1, and rows enough of property 2 that a planner looks for an index."""
    assert open_session(house, 2) == 1
    post_round(house, 1, 1, CASINO)
    house.database.transact(lambda uow: _fill(uow.connection))
    return house


def _fill(connection: Connection) -> None:
    """Play at ten tables of property 2, spread over days, sessions and players."""
    numbers = f"WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {MANY}) "
    day = "'2026-0' || (1 + n % 9) || '-1' || (n % 8)"
    for statement in (
        f"""INSERT INTO gaming_tables (id, property_id, code, game, pit, seats, last_seq)
            {numbers} SELECT 1000 + n, 2, 'T' || n, 'chinese_poker', 'x', 4, 0 FROM n""",
        f"""INSERT INTO gaming_days (property_id, gaming_date, opened_us)
            {numbers} SELECT 2, (2027 + n / 300) || '-10-' || (10 + n % 300 / 15), 1 FROM n WHERE n % 15 = 0""",
        f"""INSERT INTO sessions (id, property_id, table_id, gaming_day_id, gaming_date, ruleset_version_id, terms,
                                  opened_us, opened_by, closed_us, closed_by)
            {numbers} SELECT 1000 + n, 2, 1001 + n % 10, gaming_day_id, {day}, ruleset_version_id, terms, 1, 'x', 2, 'x'
            FROM n, sessions WHERE id = 1""",
        f"""INSERT INTO rounds (id, property_id, table_id, seq, session_id, gaming_date, number, played_us, recorded_us,
                                recorded_by, record, evidence_sha256)
            {numbers} SELECT 1000 + n, 2, 1001 + n % 10, n, 1001 + n % 40, {day}, n, 1, 1, 'x', '{{}}', 'x' FROM n""",
        f"""INSERT INTO settlements (id, round_id, ruleset_version_id, body, sha256, settled_us)
            {numbers} SELECT 1000 + n, 1000 + n, ruleset_version_id, '{{}}', 'x', 1 FROM n, sessions WHERE id = 1""",
        f"""INSERT INTO spot_results (settlement_id, seat, player, property_id, table_id, session_id, gaming_date, seq,
                                      net_minor, returned_minor)
            {numbers} SELECT 1000 + n, seat, 'P-' || (n % 300), 2, 1001 + n % 10, 1001 + n % 40, {day}, n, 0, 0
            FROM n, (SELECT 'house' AS seat UNION ALL SELECT '1' UNION ALL SELECT '2') AS seats""",
        "ANALYZE",
    ):
        connection.execute(text(statement))


def plans(house: House, asked: Asked) -> list[str]:
    """How the database goes about each statement."""
    found: list[str] = []
    with house.database.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
            connection.exec_driver_sql("SET LOCAL enable_bitmapscan = off")
            for statement, parameters in asked:
                rows = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters)
                found.append(json.dumps(rows.scalar_one()))
        else:
            for statement, parameters in asked:
                rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                found.append("\n".join(str(row[3]) for row in rows))
    return found


def uses(plan: str, table: str, index: str) -> bool:
    """Whether a plan finds its way by an index; SQLite has its own names for those of unique constraints."""
    return index in plan or (index.startswith("uq_") and f"sqlite_autoindex_{table}_" in plan)


def scanned(plan: str, table: str) -> bool:
    """Whether a plan reads the whole of a table, or of an index without a way into it."""
    if not plan.startswith("["):
        return re.search(rf"SCAN {table}\b", plan) is not None
    return any(
        node.get("Relation Name") == table and ("Scan" in node["Node Type"]) and "Index Cond" not in node
        for node in nodes(json.loads(plan))
    )


def nodes(plan: Any) -> Iterator[dict[str, Any]]:
    """The nodes of a PostgreSQL plan."""
    if isinstance(plan, list):
        for item in plan:
            yield from nodes(item)
    elif isinstance(plan, dict):
        if "Node Type" in plan:
            yield plan
        for value in plan.values():
            yield from nodes(value)


def sorts(plan: str) -> bool:
    """Whether more rows than a handful are sorted, which a walk along the right index makes needless."""
    if not plan.startswith("["):
        return "TEMP B-TREE FOR ORDER BY" in plan
    return any("Sort" in node["Node Type"] and node["Plan Rows"] > 10 for node in nodes(json.loads(plan)))


def test_every_list_is_a_walk_along_the_index_made_for_it_on_the_first_page_and_on_the_next(floor: House) -> None:
    for path, table, index in LISTS:
        mark = "&" if "?" in path else "?"
        first = floor.get(f"{path}{mark}limit=1", "floor-2")
        cursor = first.get_json()["next_cursor"]
        pages = [f"{path}{mark}limit=1"] + ([f"{path}{mark}limit=1&cursor={cursor}"] if cursor else [])
        for page in pages:
            with listening(floor) as asked:
                assert floor.get(page, "floor-2").status_code == 200
            walks = [one for one in asked if re.search(rf"FROM {table}\b.*ORDER BY .*LIMIT", one[0], re.DOTALL)]
            assert len(walks) == 1, page
            plan = plans(floor, walks)[0]
            assert uses(plan, table, index), (page, plan)
            assert not scanned(plan, table), (page, plan)
            assert not sorts(plan), (page, plan)


def test_every_sum_reads_the_rows_it_adds_up_by_an_index_and_no_others(floor: House) -> None:
    for path, index in SUMS:
        with listening(floor) as asked:
            assert floor.get(path, "floor-2").status_code == 200
        sums = [one for one in asked if "sum(" in one[0]]
        assert len(sums) == 1, path
        plan = plans(floor, sums)[0]
        assert uses(plan, "spot_results", index), (path, plan)
        assert not scanned(plan, "spot_results"), (path, plan)


def test_nothing_that_is_read_scans_what_was_recorded(floor: House) -> None:
    for path in ("/v1/rounds/1", "/v1/rounds/1/evidence", "/v1/settlements/1", "/v1/sessions/1", "/v1/tables/2"):
        with listening(floor) as asked:
            assert floor.get(path).status_code == 200
        for plan in plans(floor, asked):
            for table in ("rounds", "settlements", "spot_results", "sessions", "gaming_tables"):
                assert not scanned(plan, table), (path, plan)


def test_a_page_costs_as_many_statements_with_one_row_as_with_many(floor: House) -> None:
    for path in (*(path for path, _, _ in LISTS), *(path for path, _ in SUMS)):
        mark = "&" if "?" in path else "?"
        counts = set()
        for limit in (1, 500):
            with listening(floor) as asked:
                assert floor.get(f"{path}{mark}limit={limit}", "floor-2").status_code == 200
            counts.add(len(asked))
        assert len(counts) == 1, path
        assert max(counts) <= 6, path


def test_a_round_costs_few_statements(house: House) -> None:
    session_id = open_session(house, 2)
    post_round(house, session_id, 1, CASINO, "device-2")
    with listening(house) as asked:
        house.post(f"/v1/sessions/{session_id}/rounds", round_of(2, CASINO), who="device-2")
    verbs = [" ".join(statement.split()[:3]) for statement, _ in asked]
    recorded = {
        "postgresql": ["WITH new_round AS"],
        "sqlite": ["INSERT INTO rounds", "INSERT INTO settlements", "INSERT INTO spot_results"],
    }[house.database.engine.dialect.name]
    number = "UPDATE gaming_tables SET"
    assert verbs == ["INSERT INTO idempotency_keys", number, *recorded, "UPDATE idempotency_keys SET"]
