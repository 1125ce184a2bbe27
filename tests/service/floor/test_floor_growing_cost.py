"""What an event costs: as many statements for the last of a long round as for the first, and walks along indexes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from service.floor.store.rounds import last_rounds
from service.floor.usecases import carrying, events
from support import open_face
from support.growing import GrowingTable, kowah_round, open_face_hand, publish, put_up, taken
from support.house import House
from support.play import refused

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


@pytest.fixture
def elsewhere(house: House) -> Iterator[Callable[[GrowingTable], GrowingTable]]:
    """The same table as another server process has it, which keeps nothing that this one keeps."""
    other = House(house.settings.database_url)
    other.keys = house.keys
    yield lambda table: GrowingTable(other, table.game, table.table_id, table.session_id)
    other.close()


def entries_read(asked: list[tuple[str, Any]]) -> list[tuple[int, int]]:
    """From behind which entry up to which one logs were read."""
    found = []
    for statement, parameters in asked:
        if statement.startswith("SELECT round_events.kind"):
            _, behind, up_to = parameters.values() if isinstance(parameters, dict) else parameters
            found.append((behind, up_to))
    return found


def test_a_process_that_has_not_seen_the_round_asks_for_its_log_once_even_if_it_only_reads(
    house: House, elsewhere: Callable[[GrowingTable], GrowingTable]
) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", ["A", "B"])
    moves = open_face_hand(1, START)["moves"]
    hand = table.opened(1, START)
    taken(table.append(hand, *moves[:6]))
    there = elsewhere(table)
    with listening(there.house) as asked:
        views = [there.read(hand)["view"] for _ in range(3)]
    assert entries_read(asked) == [(0, 6)]
    assert views == [table.read(hand)["view"]] * 3
    with listening(there.house) as asked:
        taken(there.append(hand, moves[6]))
    assert [verb for verb in verbs(asked) if verb not in APPEND] == []


def test_events_that_come_by_turns_to_two_processes_cost_each_of_them_what_the_other_appended(
    house: House, elsewhere: Callable[[GrowingTable], GrowingTable]
) -> None:
    here = put_up(house, "OF-01", "ofc_pineapple", ["A", "B"])
    there = elsewhere(here)
    moves = open_face_hand(1, START)["moves"]
    hand = here.opened(1, START)
    there.read(hand)
    for place, move in enumerate(moves[:-1]):
        table = (here, there)[place % 2]
        with listening(table.house) as asked:
            taken(table.append(hand, move))
        behind = max(place - 1, 0)
        assert entries_read(asked) == ([(behind, place)] if place else []), place
    assert here.read(hand) == there.read(hand)


def test_an_undo_costs_its_own_entry_here_and_the_new_ones_elsewhere(
    house: House, elsewhere: Callable[[GrowingTable], GrowingTable]
) -> None:
    here = put_up(house, "OF-01", "ofc_pineapple", ["A", "B"])
    there = elsewhere(here)
    moves = open_face_hand(1, START)["moves"]
    hand = here.opened(1, START)
    taken(here.append(hand, *moves[:5]))
    before = there.read(hand)["view"]
    taken(here.append(hand, moves[5]))
    with listening(here.house) as asked:
        assert taken(here.undo(hand, 6))["open_round"]["view"] == here.read(hand, "floor")["view"]
    assert entries_read(asked) == [(5, 6)], "the entry that is undone"
    with listening(there.house) as asked:
        assert there.read(hand)["view"] == before
    assert entries_read(asked) == [(5, 7)]
    taken(there.append(hand, moves[5]))
    with listening(here.house) as asked:
        taken(here.undo(hand, 8))
    assert entries_read(asked) == [(7, 8), (7, 8)], "the entry that is undone, and the state after it"
    assert there.read(hand)["view"] == before


def test_takes_that_never_end_come_to_an_end_and_the_round_is_then_undone_or_voided(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a cap a discard may be taken and thrown round and round: a log has a ceiling all the same."""
    monkeypatch.setattr(events, "MOST_ENTRIES", 20)
    table = put_up(house, "KW-01", "kowah_cheki", ["A", "B", "C"], None)
    record = kowah_round(2)
    round_id = table.opened(1, {key: value for key, value in record.items() if key != "events"})
    taken(table.append(round_id, *record["events"][:2]))
    order = ["A", "B", "C"]
    card, seat = record["events"][1]["card"], order.index(record["first"])
    for turn in range(1, 10):
        player = order[(seat + turn) % 3]
        twice = [{"event": "take", "seat": player}, {"event": "discard", "seat": player, "card": card}]
        taken(table.append(round_id, *twice))
    more = {"event": "take", "seat": order[(seat + 10) % 3]}
    before = house.count_rows()
    refused(table.append(round_id, more), "log_full")
    assert house.count_rows() == before
    taken(table.undo(round_id, 20))
    refused(table.append(round_id, more), "log_full")
    assert taken(table.void(round_id))["last_place"] == 22


def test_no_real_round_comes_near_the_ceiling() -> None:
    longest = max(len(kowah_round(seed)["events"]) for seed in range(60))
    assert 3 * longest < events.MOST_ENTRIES


@pytest.mark.parametrize("hands", ["open", "one_each"])
def test_an_open_ended_match_is_looked_back_at_no_further_than_one_hand(
    house: House, hands: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(house, open_face.document("ofc_pineapple", match_hands=hands) | {"key": "ofc_house"})
    table = put_up(house, "OF-01", "ofc_house", ["A", "B"])
    looked_back: list[int] = []

    def counted(*asked: Any) -> Any:
        rows = last_rounds(*asked)
        looked_back.append(len(rows))
        return rows

    monkeypatch.setattr(carrying, "last_rounds", counted)
    taken(table.post_whole(1, {**open_face_hand(5, START), "hand": 900_000}))
    for number in range(2, 6):
        opened = taken(table.open(number))
        taken(table.append(opened["id"], *open_face_hand(number, opened["header"])["moves"]))
    assert max(looked_back) <= {"open": 1, "one_each": 4}[hands]
    assert taken(table.open(6))["header"]["hand"] == {"open": 900_005, "one_each": 1}[hands]


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
