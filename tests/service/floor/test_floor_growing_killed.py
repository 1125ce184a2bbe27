"""A server that is killed in the middle of a hand: what it answered is there once, what it did not is taken later."""

import http.client
import json
import threading
from pathlib import Path
from typing import Any

from support.growing import GrowingTable, open_face_hand, put_up, taken
from support.house import House
from support.processes import running_service

START = {"seats": ["A", "B"], "button": "B"}
HANDS = 2


def append(address: str, table: GrowingTable, hand: int, move: Any, key: str) -> tuple[int, Any] | None:
    """Status and answer; None where the server gave none."""
    headers = {
        "Authorization": f"Bearer {table.house.keys[f'table@{table.table_id}']}",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
    }
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=10)
    try:
        connection.request("POST", f"/v1/open-rounds/{hand}/events", json.dumps({"events": [move]}), headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def test_moves_that_a_killed_server_answered_are_there_once_and_the_others_are_taken_again(
    house: House, tmp_path: Path
) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", ["A", "B"])
    url = house.settings.database_url
    for number in range(1, HANDS + 1):
        opened = taken(table.open(number, START if number == 1 else None))
        moves = open_face_hand(number, opened["header"])["moves"]
        keys = [f"hand-{number}-move-{place:02}-key" for place in range(len(moves))]
        answered = []
        with running_service(url, tmp_path / f"killed-{number}.log") as (process, address):
            killer = threading.Timer(0.03 * number, process.kill)
            killer.start()
            for move, key in zip(moves, keys, strict=True):
                answer = append(address, table, opened["id"], move, key)
                if answer is None:
                    break
                answered.append(answer)
            killer.join()
        assert len(answered) <= table.read(opened["id"])["last_place"] <= len(answered) + 1
        with running_service(url, tmp_path / f"again-{number}.log") as (_, address):
            again = [append(address, table, opened["id"], move, key) for move, key in zip(moves, keys, strict=True)]
        assert again[: len(answered)] == answered
        assert {answer and answer[0] for answer in again} == {201}
        stored = table.read(opened["id"])
        assert (stored["state"], stored["last_place"]) == ("settled", len(moves))
        record = taken(house.get(f"/v1/rounds/{stored['round_id']}"))["round"]["record"]
        assert record["moves"] == moves
