"""Rounds that are over have no choices; entries that are not there cannot be undone; only so many states are kept."""

import pytest

from service.floor.usecases import logs
from support.growing import Record, kowah_round, open_face_hand, put_up, taken
from support.house import House
from support.play import refused

SEATS = ["A", "B"]
START: Record = {"seats": SEATS, "button": "B"}


def test_nobody_has_choices_in_a_round_that_was_settled_or_voided(house: House) -> None:
    moves = open_face_hand(31, START)["moves"]
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    settled = table.opened(1, START)
    taken(table.append(settled, *moves))
    voided = table.opened(2, {})
    taken(table.void(voided))
    for hand in (settled, voided):
        ask = {"seat": "A", "dealt": ["2c", "3c", "4c", "5c", "6c"]}
        refused(table.post(f"/v1/open-rounds/{hand}/choices", ask), "round_not_open")
    kowah = put_up(house, "KW-01", "kowah_cheki", ["A", "B", "C"], None)
    header = {key: value for key, value in kowah_round(2).items() if key != "events"}
    one = kowah.opened(1, header)
    taken(kowah.void(one))
    refused(kowah.post(f"/v1/open-rounds/{one}/choices", {"seat": header["first"], "dealt": []}), "round_not_open")


def test_an_entry_that_is_not_there_is_named_as_a_wrong_value(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    hand = table.opened(1, START)
    taken(table.append(hand, open_face_hand(32, START)["moves"][0]))
    problem = refused(table.undo(hand, 2), "invalid_request", "/place")
    assert [error["code"] for error in problem["errors"]] == ["wrong_value"]


def test_states_of_only_so_many_rounds_are_kept_and_the_others_are_replayed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "_MOST_KEPT", 2)
    record = open_face_hand(33, START)
    tables = [put_up(house, f"OF-0{number}", "ofc_pineapple", SEATS) for number in range(1, 6)]
    hands = [table.opened(1, START) for table in tables]
    sizes = set()
    for move in record["moves"][:3]:
        for table, hand in zip(tables, hands, strict=True):
            taken(table.append(hand, move))
            sizes.add(len(logs._kept[house.database.engine]))
    assert sizes == {1, 2}
    views = [table.read(hand)["view"] for table, hand in zip(tables, hands, strict=True)]
    assert views[0]["moves"] == 3
    assert all(view == views[0] for view in views)


def test_the_entries_of_a_log_are_numbered_without_a_gap_undoings_and_the_voiding_among_them(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    hand = table.opened(1, START)
    first, second, *_ = open_face_hand(34, START)["moves"]
    taken(table.append(hand, first, second))
    taken(table.undo(hand, 2))
    taken(table.append(hand, second))
    assert taken(table.void(hand))["last_place"] == 5
    entries = taken(table.get(f"/v1/open-rounds/{hand}/events", "floor"))["items"]
    assert [(entry["place"], entry["kind"]) for entry in entries] == [
        (1, "event"),
        (2, "event"),
        (3, "undo"),
        (4, "event"),
        (5, "void"),
    ]
