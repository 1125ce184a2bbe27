"""What an event costs: as many statements for the last of a long round as for the first, and walks along indexes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from support.growing import GrowingTable, kowah_round, open_face_hand, put_up, taken
from support.house import House

START = {"seats": ["A", "B"], "button": "B"}
APPEND = [
    "INSERT INTO idempotency_keys",
    "UPDATE open_rounds SET",
    "INSERT INTO round_events",
    "UPDATE idempotency_keys SET",
]


@contextmanager
def listening(house: House) -> Iterator[list[tuple[str, Any]]]:
    """Every statement that is sent meanwhile, but for who is calling (kept for a moment)."""
    asked: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:
        if not statement.startswith("BEGIN") and "FROM access_keys" not in statement:
            asked.append((statement, parameters))

    event.listen(house.database.engine, "before_cursor_execute", note)
    yield asked
    event.remove(house.database.engine, "before_cursor_execute", note)


def verbs(asked: list[tuple[str, Any]]) -> list[str]:
    return [" ".join(statement.split()[:3]) for statement, _ in asked]


def test_each_event_of_a_long_round_costs_the_same_few_statements(house: House) -> None:
    table = put_up(house, "KW-01", "kowah_cheki", ["A", "B", "C"], None)
    record = kowah_round(3)
    round_id = table.opened(1, {key: value for key, value in record.items() if key != "events"})
    assert len(record["events"]) > 60
    for number, one in enumerate(record["events"][:60]):
        with listening(house) as asked:
            taken(table.append(round_id, one))
        if number in (0, 1, 30, 59):
            assert verbs(asked) == APPEND, number


def test_a_process_that_has_not_seen_the_round_asks_for_its_log_once(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", ["A", "B"])
    moves = open_face_hand(1, START)["moves"]
    hand = table.opened(1, START)
    taken(table.append(hand, *moves[:6]))
    other = House(house.settings.database_url)
    other.keys = house.keys
    elsewhere = GrowingTable(other, table.game, table.table_id, table.session_id)
    elsewhere.read(hand)
    for move, more in ((moves[6], 1), (moves[7], 0)):
        with listening(other) as asked:
            taken(elsewhere.append(hand, move))
        assert [verb for verb in verbs(asked) if verb not in APPEND] == [
            "SELECT round_events.kind, round_events.seat,"
        ] * more
    other.close()


def test_the_last_event_costs_what_a_recorded_round_does_and_few_statements_more(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", ["A", "B"])
    *moves, last = open_face_hand(1, START)["moves"]
    hand = table.opened(1, START)
    taken(table.append(hand, *moves))
    with listening(house) as asked:
        taken(table.append(hand, last))
    assert len(asked) <= 10


def test_opening_a_round_looks_back_as_far_as_the_match_and_no_further(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", ["A", "B"])
    counts = []
    for number in range(1, 6):
        with listening(house) as asked:
            opened = taken(table.open(number, START if number == 1 else None))
        counts.append(len(asked))
        taken(table.append(opened["id"], *open_face_hand(number, opened["header"])["moves"]))
    assert max(counts) <= 11


def test_what_is_asked_of_growing_rounds_is_found_by_an_index(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", ["A", "B"])
    hand = table.opened(1, START)
    taken(table.append(hand, open_face_hand(1, START)["moves"][0]))
    paths = [
        f"/v1/open-rounds/{hand}",
        f"/v1/open-rounds/{hand}/events",
        f"/v1/sessions/{table.session_id}/open-rounds",
        f"/v1/sessions/{table.session_id}/open-rounds?state=open",
    ]
    for path in paths:
        with listening(house) as asked:
            taken(table.get(path))
        for statement, parameters in asked:
            assert "open_rounds" not in scanned(house, statement, parameters), path
            assert "round_events" not in scanned(house, statement, parameters), path


def scanned(house: House, statement: str, parameters: Any) -> str:
    """What a plan of a statement reads from end to end."""
    with house.database.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
            rows = connection.exec_driver_sql(f"EXPLAIN {statement}", parameters)
            return "\n".join(row[0] for row in rows if "Seq Scan" in row[0])
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return "\n".join(row[3] for row in rows if row[3].startswith("SCAN"))
