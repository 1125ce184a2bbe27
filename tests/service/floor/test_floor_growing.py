"""Rounds that grow event by event: opened, appended to, undone, voided, settled with the last event."""

import json
from random import Random
from typing import Any

import pytest

from service.floor.schemas import growing_examples as examples
from support import open_face
from support.growing import GrowingTable, kowah_round, open_face_hand, open_session, put_up, taken
from support.house import House
from support.play import CASINO, refused
from support.play import open_session as open_other_session

SEATS = ["A", "B"]
START = {"seats": SEATS, "button": "B"}


def open_face_table(house: House, code: str = "OF-01") -> GrowingTable:
    return put_up(house, code, "ofc_pineapple", SEATS)


def kowah_table(house: House) -> GrowingTable:
    return put_up(house, "KW-01", "kowah_cheki", ["A", "B", "C"], None)


def test_the_examples_of_a_growing_round_are_what_is_taken_and_given(house: House) -> None:
    table = put_up(house, "of-01", "ofc_classic", ["1", "2"])

    def same(answer: Any) -> Any:
        """The answer as if the table had the number of the examples."""
        return json.loads(json.dumps(answer).replace(f'"table_id": {table.table_id}', '"table_id": 5'))

    path = "/v1/open-rounds/1"
    assert same(taken(table.post(f"/v1/sessions/{table.session_id}/open-rounds", examples.OPENING))) == examples.OPENED
    listed = taken(table.get(f"/v1/sessions/{table.session_id}/open-rounds?state=open"))
    assert same(listed)["items"] == [examples.LISTED]
    assert same(taken(table.post(f"{path}/events", examples.EVENTS))) == examples.APPENDED
    assert same(taken(table.get(path, "floor"))) == examples.STANDING
    assert taken(table.post(f"{path}/choices", examples.CHOICES_REQUEST)) == examples.CHOICES
    assert taken(table.get(f"{path}/events?limit=1", "floor"))["items"] == [examples.ENTRY]
    assert same(taken(table.post(f"{path}/undo", examples.UNDO, "floor"))) == examples.UNDONE
    assert same(taken(table.post(f"{path}/voiding", examples.VOIDING, "floor"))) == examples.VOIDED


@pytest.mark.parametrize("seed", range(3))
def test_a_hand_settled_with_its_last_card_is_worth_what_the_whole_record_is(house: House, seed: int) -> None:
    """The same hand at two tables, once event by event and once in one piece: every stored word is the same."""
    record = {**open_face_hand(seed, START), "hand": 1}
    grown, whole = open_face_table(house).play(1, record), open_face_table(house, "OF-02").post_whole(1, record)
    posted = taken(whole)
    assert grown["settlement"]["sha256"] == posted["settlement"]["sha256"]
    assert grown["round"]["evidence_sha256"] == posted["round"]["evidence_sha256"]
    assert (grown["open_round"]["state"], grown["open_round"]["round_id"]) == ("settled", grown["round"]["id"])
    assert grown["round"]["seq"] == posted["round"]["seq"] == 1
    for answer in (grown, posted):
        stored = taken(house.get(f"/v1/rounds/{answer['round']['id']}"))
        assert stored["round"]["record"] == record
        assert stored["settlement"] == answer["settlement"]
    by_engine = open_face.settle(record, open_face.rules("ofc_pineapple"))
    assert {spot["seat"]: int(spot["net_minor"]) for spot in grown["settlement"]["seats"]} == {
        seat: net for seat, net in by_engine.nets.items() if seat != "house"
    }


def test_events_are_appended_several_at_once_and_all_of_them_or_none(house: House) -> None:
    table = open_face_table(house)
    moves = open_face_hand(2, START)["moves"]
    hand = table.opened(1, START)
    before = house.count_rows()
    twice = [*moves[:4], moves[3], moves[4]]
    problem = refused(table.append(hand, *twice), "event_refused", "/events/4")
    assert problem["errors"][0]["code"] == "not_your_turn"
    assert house.count_rows() == before
    assert taken(table.append(hand, *moves[:4]))["open_round"]["last_place"] == 4
    assert taken(table.append(hand, *moves[4:]))["open_round"]["state"] == "settled"


SPOILT = [
    (lambda m: m.update(seat="B"), "not_your_turn", ""),
    (lambda m: m["dealt"].pop(), "wrong_card_count", ""),
    (lambda m: m["dealt"].__setitem__(0, "1c"), "bad_card", ""),
    (lambda m: m["dealt"].__setitem__(0, m["dealt"][1]), "duplicate_card", ""),
    (lambda m: m.update(seat="C"), "unknown_seat", ""),
    (lambda m: m.update(colour="red"), "unknown_key", "/colour"),
    (lambda m: m.pop("seat"), "missing_key", ""),
    (lambda m: m.update(dealt=7), "wrong_type", "/dealt"),
]


def test_a_move_that_cannot_be_is_refused_at_once_by_its_code_and_leaves_nothing_behind(house: House) -> None:
    table = open_face_table(house)
    first = open_face_hand(3, START)["moves"][0]
    hand = table.opened(1, START)
    before = house.count_rows()
    for spoil, code, pointer in SPOILT:
        move = json.loads(json.dumps(first))
        spoil(move)  # type: ignore[no-untyped-call]
        found = refused(table.append(hand, move), "event_refused")["errors"]
        assert (code, f"/events/0{pointer}") in [(error["code"], error["pointer"]) for error in found], found
    assert house.count_rows() == before
    assert taken(table.append(hand, first))["open_round"]["view"]["next_seat"] == "B"


def test_a_retry_gives_the_same_bytes_and_one_entry_also_when_it_was_the_last(house: House) -> None:
    table = open_face_table(house)
    moves = open_face_hand(4, START)["moves"]
    hand = table.opened(1, START)
    answers = [
        [table.append(hand, move, key=f"the-same-move-{number:02}") for _ in range(3)]
        for number, move in enumerate(moves)
    ]
    for first, *again in answers:
        assert {(answer.status_code, answer.data) for answer in again} == {(201, first.data)}
        assert {answer.headers["Idempotency-Replayed"] for answer in again} == {"true"}
    assert house.count_rows()["round_events"] == len(moves)
    assert house.count_rows()["rounds"] == 1
    refused(table.append(hand, moves[0], key="the-same-move-01"), "idempotency_key_reused")


def test_who_knows_less_than_happened_is_told_so_only_where_it_matters(house: House) -> None:
    table = open_face_table(house)
    moves = open_face_hand(5, START)["moves"]
    hand = table.opened(1, START)
    taken(table.append(hand, moves[0], after=0))
    refused(table.append(hand, moves[0], after=0), "events_moved_on", "/events/0")
    refused(table.append(hand, moves[0], after=1), "event_refused", "/events/0")
    refused(table.append(hand, moves[1], after=2), "invalid_request", "/after")
    assert taken(table.append(hand, moves[1], after=0))["open_round"]["last_place"] == 2


def test_the_last_event_is_undone_by_a_supervisor_with_a_reason_and_stays_in_the_log(house: House) -> None:
    table = open_face_table(house)
    moves = open_face_hand(6, START)["moves"]
    hand = table.opened(1, START)
    taken(table.append(hand, *moves[:3]))
    before = table.read(hand)
    taken(table.append(hand, moves[3]))
    for who in ("table", "A", "dealer", "auditor", "cashier", "admin"):
        refused(table.undo(hand, 4, who), "not_permitted")
    refused(table.undo(hand, 3), "events_moved_on")
    refused(table.undo(hand, 5), "invalid_request", "/place")
    refused(house.post(f"/v1/open-rounds/{hand}/undo", {"place": 4}), "invalid_request", "/reason")
    undone = taken(table.undo(hand, 4))
    assert undone["open_round"]["view"] == before["view"]
    assert undone["open_round"]["last_place"] == 5
    refused(table.undo(hand, 5), "nothing_to_undo")
    refused(table.undo(hand, 3), "events_moved_on")
    moved = {**moves[3], "dealt": list(reversed(moves[3]["dealt"]))}
    taken(table.append(hand, moved, *moves[4:]))
    log = taken(table.get(f"/v1/open-rounds/{hand}/events?limit=500", "auditor"))["items"]
    assert [entry["kind"] for entry in log] == ["event"] * 4 + ["undo"] + ["event"] * (len(moves) - 3)
    assert (log[4]["seat"], log[4]["reason"], log[4]["recorded_by"]) == (
        moves[3]["seat"],
        "set wrongly",
        "person:floor",
    )
    assert log[3]["event"] == moves[3]
    record = taken(house.get(f"/v1/rounds/{table.read(hand)['round_id']}"))["round"]["record"]
    assert record["moves"] == [*moves[:3], moved, *moves[4:]]


def test_what_was_undone_may_be_done_again_and_undone_again(house: House) -> None:
    table = open_face_table(house)
    moves = open_face_hand(7, START)["moves"]
    hand = table.opened(1, START)
    for place in (1, 3, 5):
        taken(table.append(hand, moves[0]))
        assert taken(table.undo(hand, place))["open_round"]["view"]["moves"] == 0
    taken(table.append(hand, *moves))
    refused(table.undo(hand, 6 + len(moves)), "round_not_open")


def test_a_voided_round_keeps_its_number_its_log_and_why(house: House) -> None:
    table = open_face_table(house)
    moves = open_face_hand(8, START)["moves"]
    hand = table.opened(1, START)
    taken(table.append(hand, *moves[:3]))
    for who in ("table", "dealer", "auditor"):
        refused(table.void(hand, who), "not_permitted")
    voided = taken(table.void(hand))
    assert (voided["state"], voided["round_id"], voided["last_place"]) == ("void", None, 4)
    assert voided["closed_at"] == "2026-11-30T12:00:00.000000Z"
    refused(table.append(hand, moves[3]), "round_not_open")
    refused(table.undo(hand, 3), "round_not_open")
    refused(table.void(hand), "round_not_open")
    refused(table.open(1, START), "round_number_used", "/number")
    refused(table.post_whole(1, open_face_hand(8, START)), "round_number_used", "/number")
    log = taken(table.get(f"/v1/open-rounds/{hand}/events", "auditor"))["items"]
    assert [(entry["kind"], entry["reason"]) for entry in log[-2:]] == [("event", None), ("void", "a misdeal")]
    assert [entry["event"] for entry in log[:3]] == moves[:3]
    assert table.play(2, {**open_face_hand(8, START), "hand": 1})["round"]["seq"] == 2


def test_a_number_is_used_once_whether_a_round_grew_or_not(house: House) -> None:
    table = open_face_table(house)
    record = {**open_face_hand(9, START), "hand": 1}
    assert taken(table.post_whole(1, record))
    refused(table.open(1), "round_number_used", "/number")
    hand = table.opened(2)
    refused(table.open(3), "round_open")
    refused(table.post_whole(3, record), "round_open")
    refused(table.post_whole(2, record), "round_number_used", "/number")
    assert table.read(hand)["state"] == "open"


def test_a_session_and_its_day_are_not_closed_over_an_open_round(house: House) -> None:
    table = open_face_table(house)
    hand = table.opened(1, START)
    refused(house.post(f"/v1/sessions/{table.session_id}/closing", {}), "round_open")
    refused(house.post("/v1/gaming-days/2026-11-30/closing", {}), "sessions_open")
    taken(table.void(hand))
    taken(house.post(f"/v1/sessions/{table.session_id}/closing", {}))
    refused(table.open(2, START), "session_closed")


def test_a_round_is_opened_only_where_it_can_be_played_to_its_end(house: House) -> None:
    table = open_face_table(house)
    before = house.count_rows()
    for header, code, pointer in [
        ({}, "missing_key", "/header"),
        ({**START, "button": "C"}, "bad_button", "/header/button"),
        ({**START, "seats": ["A"]}, "wrong_seat_count", "/header/seats"),
        ({**START, "moves": []}, "unknown_key", "/header/moves"),
        ({**START, "fantasyland": {"A": 13}}, "fantasyland_cards", "/header/fantasyland/A"),
        ({**START, "stacks": {"A": "1000"}}, "missing_stack", "/header/stacks"),
        ({**START, "hand": 0}, "wrong_value", "/header/hand"),
        ({**START, "seats": 5}, "wrong_type", "/header/seats"),
        ({**START, "seats": [{"seat": "A"}, 1]}, "wrong_value", "/header/seats/0"),
    ]:
        errors = refused(table.open(1, header), "header_refused")["errors"]
        assert (code, pointer) in [(error["code"], error["pointer"]) for error in errors], errors
    refused(table.open(1, {"seats": ["A", "D"], "button": "A"}), "seat_not_in_session", "/header/seats/1")
    late = {"number": 1, "played_at": "2026-11-29T12:00:00Z", "header": START}
    refused(table.post(f"/v1/sessions/{table.session_id}/open-rounds", late), "outside_session", "/played_at")
    assert house.count_rows() == before


def test_a_seat_that_the_session_has_not_is_refused_at_its_place_in_a_whole_record_too(house: House) -> None:
    table = open_face_table(house)
    record = json.loads(json.dumps(open_face_hand(1, START)).replace('"A"', '"D"'))
    refused(table.post_whole(1, record), "seat_not_in_session", "/record/seats/0")


def test_a_game_whose_rounds_do_not_grow_opens_none(house: House) -> None:
    session_id = open_other_session(house, 2)
    body = {"number": 1, "played_at": "2026-11-30T11:58:07Z", "header": {**CASINO}}
    refused(house.post(f"/v1/sessions/{session_id}/open-rounds", body, "device-2"), "not_growing")


def test_only_the_table_its_dealer_and_the_floor_open_rounds_and_nobody_elsewhere(house: House) -> None:
    table = open_face_table(house)
    for who in ("cashier", "auditor", "admin", "paytable_maker", "paytable_approver"):
        refused(table.open(1, START, who), "not_permitted")
    refused(table.open(1, START, "A"), "wrong_seat")
    refused(table.open(1, START, "device-1"), "wrong_table")
    refused(table.open(1, START, "floor-2"), "not_found")
    for number, who in enumerate(("table", "dealer", "floor"), start=1):
        hand = taken(table.open(number, START, who))["id"]
        for stranger in ("device-1", "floor-2"):
            refused(house.get(f"/v1/open-rounds/{hand}", stranger), "not_found")
            refused(house.get(f"/v1/open-rounds/{hand}/events", stranger), "not_found")
        refused(table.append(hand, open_face_hand(1, START)["moves"][0], who="device-1"), "wrong_table")
        refused(table.append(hand, open_face_hand(1, START)["moves"][0], who="floor-2"), "not_found")
        refused(table.void(hand, "floor-2"), "not_found")
        taken(table.void(hand))
    refused(table.append(999, open_face_hand(1, START)["moves"][0]), "not_found")


def test_growing_rounds_of_a_session_are_listed_page_by_page_by_their_state(house: House) -> None:
    table = open_face_table(house)
    for number in range(1, 4):
        taken(table.void(table.opened(number, START)))
    table.play(4, {**open_face_hand(1, START), "hand": 1})
    last = table.opened(5)
    path = f"/v1/sessions/{table.session_id}/open-rounds"

    def numbers(state: str = "", limit: int = 2) -> list[int]:
        found, cursor = [], ""
        while cursor is not None:
            mark = f"&cursor={cursor}" if cursor else ""
            page = taken(table.get(f"{path}?limit={limit}{state and f'&state={state}'}{mark}"))
            found += [item["number"] for item in page["items"]]
            cursor = page["next_cursor"]
        return found

    assert numbers() == [1, 2, 3, 4, 5]
    assert (numbers("void"), numbers("settled"), numbers("open")) == ([1, 2, 3], [4], [5])
    assert table.read(last)["header"]["hand"] == 2
    refused(table.get("/v1/sessions/999/open-rounds"), "not_found")


@pytest.mark.parametrize("seed", [1, 3])
def test_a_round_of_kowah_grows_to_its_end_and_its_win_is_announced_with_the_event_that_brought_it(
    house: House, seed: int
) -> None:
    table, record = kowah_table(house), kowah_round(seed)
    header = {key: value for key, value in record.items() if key != "events"}
    kowah_id = table.opened(1, header)
    *events, last = record["events"]
    for event in events:
        answer = taken(table.append(kowah_id, event, who=event["seat"]))
        assert (answer["announced"], answer["settlement"]) == (None, None)
    answer = taken(table.append(kowah_id, last, who=last["seat"]))
    assert answer["announced"] == answer["settlement"]["marks"]["result"]
    assert answer["announced"]["event"] == len(events)
    assert answer["announced"]["status"] in ("win", "drawn")
    assert {spot["net_minor"] for spot in answer["settlement"]["seats"]} == {"0"}
    stored = taken(house.get(f"/v1/rounds/{answer['round']['id']}"))
    assert stored["round"]["record"] == record


def test_a_kowah_house_that_plays_for_money_settles_to_zero(house: House) -> None:
    record = kowah_round(3)
    table = put_up(house, "KW-02", "kowah_cheki", ["A", "B", "C"], "500")
    settlement = table.play(1, record)["settlement"]
    assert sum(int(spot["net_minor"]) for spot in settlement["seats"]) == 0
    assert settlement["house_net_minor"] == "0"


def test_a_round_is_rebuilt_from_its_log_by_another_process(house: House) -> None:
    """A second application over the same database has kept nothing of the round, and goes on with it."""
    table = open_face_table(house)
    moves = open_face_hand(11, START)["moves"]
    hand = table.opened(1, START)
    taken(table.append(hand, *moves[:5]))
    other = House(house.settings.database_url)
    other.keys = house.keys
    elsewhere = GrowingTable(other, table.game, table.table_id, table.session_id)
    assert elsewhere.read(hand) == table.read(hand)
    for index, move in enumerate(moves[5:]):
        here = (table, elsewhere)[index % 2]
        answer = taken(here.append(hand, move))
    assert answer["open_round"]["state"] == "settled"
    assert elsewhere.read(hand) == table.read(hand)
    other.close()


@pytest.mark.parametrize("broken", ["service.floor.store.rounds.add_round", "service.core.idempotency.finish"])
def test_an_event_whose_transaction_fails_leaves_nothing_and_a_retry_is_taken(
    house: House, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    table = open_face_table(house)
    *moves, last = open_face_hand(12, START)["moves"]
    hand = table.opened(1, START)
    taken(table.append(hand, *moves))
    before, standing = house.count_rows(), table.read(hand)

    def fail(*_: Any) -> None:
        raise OSError("the machine stopped here")

    with monkeypatch.context() as patched:
        patched.setattr(broken, fail)
        refused(table.append(hand, last, key="the-last-move-of-it"), "internal_error")
    assert house.count_rows() == before
    assert table.read(hand) == standing
    assert taken(table.append(hand, last, key="the-last-move-of-it"))["open_round"]["state"] == "settled"
    assert house.count_rows()["round_events"] == len(moves) + 1


def test_the_next_session_at_a_table_owes_nothing_to_the_one_before(house: House) -> None:
    table = open_face_table(house)
    table.play(1, {**open_face_hand(Random(1).randrange(100), START), "hand": 1})
    taken(house.post(f"/v1/sessions/{table.session_id}/closing", {}))
    next_session = open_session(house, table.table_id, "ofc_pineapple", SEATS)
    again = GrowingTable(house, table.game, table.table_id, next_session)
    assert taken(again.open(2, {"seats": ["B", "A"], "button": "B"}))["header"]["hand"] == 1
