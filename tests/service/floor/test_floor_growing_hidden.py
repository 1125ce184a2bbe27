"""What a seat must not see never leaves the service towards its device: held over the raw bytes of every answer."""

import json
from typing import Any

import pytest

from support.growing import GrowingTable, Record, kowah_round, open_face_hand, put_up, taken
from support.house import House
from support.play import refused

SEATS = ["A", "B"]
START = {"seats": SEATS, "button": "B"}
FANTASYLAND = {"seats": SEATS, "button": "B", "fantasyland": {"A": 14}, "fantasyland_runs": {"A": 0}}
EVERYBODY = ["table", "dealer", "floor", "auditor"]


class Listener:
    """Everything that the device of a seat, or somebody else, can get to know of a round."""

    def __init__(self, table: GrowingTable, who: str) -> None:
        self.table = table
        self.who = who
        self.heard = b""

    def listen(self, open_round_id: int) -> None:
        """Ask what may be asked while a round goes on."""
        self.hear(f"/v1/open-rounds/{open_round_id}", f"/v1/open-rounds/{open_round_id}/events?limit=500")
        for seat in SEATS:
            body = {"seat": seat, "dealt": []}
            self.heard += self.table.post(f"/v1/open-rounds/{open_round_id}/choices", body, self.who).data

    def listen_about(self) -> None:
        """Ask for everything else that a tablet may read."""
        session = self.table.session_id
        self.hear(
            f"/v1/sessions/{session}/open-rounds",
            f"/v1/sessions/{session}",
            f"/v1/sessions/{session}/balance",
            f"/v1/rounds?session_id={session}",
            f"/v1/settlements?session_id={session}",
            "/v1/rounds/1",
            "/v1/rounds/1/evidence",
            "/v1/settlements/1",
        )

    def hear(self, *paths: str) -> None:
        """Read some addresses, whatever they answer."""
        self.heard += b"".join(self.table.get(path, self.who).data for path in paths)

    def has_heard(self, code: str) -> bool:
        return json.dumps(code).encode() in self.heard


def play_overheard(table: GrowingTable, record: Record, key: str, listeners: list[Listener]) -> int:
    """Play a round by the tablets of its seats; whoever listens asks after each event, and hears his own answers."""
    open_round_id = table.opened(1, {name: value for name, value in record.items() if name != key})
    by_name = {listener.who: listener for listener in listeners}
    for event in record[key]:
        answer = table.append(open_round_id, event, who=event["seat"])
        taken(answer)
        if event["seat"] in by_name:
            by_name[event["seat"]].heard += answer.data
        for listener in listeners:
            listener.listen(open_round_id)
    for listener in listeners:
        listener.listen_about()
    return open_round_id


def throws(record: Record, seat: str) -> set[str]:
    return {code for move in record["moves"] if move["seat"] == seat for code in move.get("discard", ())}


@pytest.mark.parametrize("start", [START, FANTASYLAND], ids=["on the streets", "Fantasyland"])
def test_what_one_seat_throws_is_never_told_to_the_device_of_another(house: House, start: Record) -> None:
    record = {**open_face_hand(21, start), "hand": 1}
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    listeners = {seat: Listener(table, seat) for seat in SEATS}
    play_overheard(table, record, "moves", list(listeners.values()))
    for seat, other in (("A", "B"), ("B", "A")):
        assert throws(record, other)
        assert not [code for code in throws(record, other) if listeners[seat].has_heard(code)], seat
        assert [code for code in throws(record, seat) if listeners[seat].has_heard(code)], "its own it sees"


def test_throws_are_told_to_nobody_before_the_round_is_over_and_then_to_those_who_read_records(house: House) -> None:
    record = {**open_face_hand(22, START), "hand": 1}
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    listeners = [Listener(table, who) for who in EVERYBODY]
    *moves, last = record["moves"]
    hand = table.opened(1, {**START, "hand": 1})
    for move in moves:
        taken(table.append(hand, move, who=move["seat"]))
        for listener in listeners:
            listener.listen(hand)
            listener.listen_about()
    hidden = throws(record, "A") | throws(record, "B")
    assert not [(code, listener.who) for code in hidden for listener in listeners if listener.has_heard(code)]
    taken(table.append(hand, last, who=last["seat"]))
    for listener in listeners:
        listener.listen(hand)
        listener.listen_about()
        assert all(listener.has_heard(code) for code in hidden), listener.who


def test_a_fantasyland_board_lies_face_down_until_the_hand_is_over_and_its_seat_sees_it(house: House) -> None:
    record = open_face_hand(23, FANTASYLAND)
    mine = next(move for move in record["moves"] if move["seat"] == "A")
    others = [move for move in record["moves"] if move["seat"] == "B"]
    board = {*mine["front"], *mine["middle"], *mine["back"]}
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    hand = table.opened(1, FANTASYLAND)
    taken(table.append(hand, mine, who="A"))
    listeners = [Listener(table, who) for who in ("B", *EVERYBODY)]
    for move in others[:-1]:
        for listener in listeners:
            listener.listen(hand)
        taken(table.append(hand, move, who="B"))
    assert not [(code, one.who) for code in board for one in listeners if one.has_heard(code)]
    assert set(table.read(hand, "A")["view"]["boards"]["A"]["back"]) == set(mine["back"])
    assert table.read(hand, "B")["view"]["boards"]["A"] == {
        **dict.fromkeys(("front", "middle", "back", "discard")),
        "thrown": 1,
        "face_down": True,
        "timed_out": False,
    }
    over = taken(table.append(hand, others[-1], who="B"))["open_round"]["view"]["boards"]["A"]
    assert set(over["back"]) == set(mine["back"])
    assert over["discard"] is None


def private_draws(record: Record) -> list[tuple[str, str]]:
    """Seat and card of every draw before the first declaration, after which draws are public."""
    found: list[tuple[str, str]] = []
    for event in record["events"]:
        if event["event"] == "declare":
            break
        if event["event"] == "draw":
            found.append((event["seat"], event["card"]))
    return found


def cards_seen(record: Record, seat: str) -> set[str]:
    """Every card that a seat lawfully gets to see: its own, and those on the table."""
    seen = {code for entry in record["seats"] if entry["seat"] == seat for code in entry["dealt"]}
    declared = False
    for event in record["events"]:
        declared |= event["event"] == "declare"
        public = event["event"] != "draw" or declared
        if public or event["seat"] == seat:
            seen |= {event[key] for key in ("card", "wait") if key in event}
    return seen


def test_hands_and_private_draws_are_never_told_to_the_device_of_another_seat(house: House) -> None:
    record = kowah_round(2)
    record["events"] = record["events"][:24]
    table = put_up(house, "KW-01", "kowah_cheki", ["A", "B", "C"], None)
    listeners = [Listener(table, seat) for seat in ("A", "B", "C")]
    play_overheard(table, record, "events", listeners)
    hidden = 0
    for listener in listeners:
        others = {code for entry in record["seats"] if entry["seat"] != listener.who for code in entry["dealt"]}
        others |= {code for seat, code in private_draws(record) if seat != listener.who}
        unknown = others - cards_seen(record, listener.who)
        hidden += len(unknown)
        assert not [code for code in unknown if listener.has_heard(code)], listener.who
    assert hidden > 0


def test_a_draw_is_told_to_its_own_seat_alone_while_nobody_has_declared(house: House) -> None:
    record = kowah_round(2)
    first = record["events"][0]
    table = put_up(house, "KW-01", "kowah_cheki", ["A", "B", "C"], None)
    round_id = table.opened(1, {key: value for key, value in record.items() if key != "events"})
    mine = taken(table.append(round_id, first, who=first["seat"]))["open_round"]["view"]
    assert mine["received"] == {"seat": first["seat"], "from": "stock", "card": first["card"]}
    for who in {"A", "B", "C", "table", "floor", "auditor"} - {first["seat"]}:
        view = table.read(round_id, who)["view"]
        assert view["received"] == {"seat": first["seat"], "from": "stock", "card": None}
        assert view["hands"][first["seat"]] is None
    own = table.read(round_id, first["seat"])["view"]["hands"]
    assert sorted(own[first["seat"]]) == sorted([*dealt(record, first["seat"]), first["card"]])


def test_the_log_shows_of_each_event_what_lay_open_when_it_happened(house: House) -> None:
    record = kowah_round(2)
    record["events"] = record["events"][:12]
    table = put_up(house, "KW-01", "kowah_cheki", ["A", "B", "C"], None)
    round_id = table.opened(1, {key: value for key, value in record.items() if key != "events"})
    for event in record["events"]:
        taken(table.append(round_id, event, who=event["seat"]))
    table.undo(round_id, len(record["events"]))
    hidden = {number for number, event in enumerate(record["events"], start=1) if event["event"] == "draw"}
    assert hidden, "somebody draws, and nobody has declared"
    for who in ("A", "B", "C", "table", "floor", "auditor"):
        log = table.get(f"/v1/open-rounds/{round_id}/events?limit=500", who).get_json()["items"]
        *events, undoing = [entry["event"] for entry in log]
        assert undoing is None
        for number, (shown, event) in enumerate(zip(events, record["events"], strict=True), start=1):
            without = {key: value for key, value in event.items() if key != "card"}
            assert shown == (without if number in hidden and event["seat"] != who else event), (who, number)
    second = table.get(f"/v1/open-rounds/{round_id}/events?limit=5", "A").get_json()
    path = f"/v1/open-rounds/{round_id}/events?limit=5&cursor={second['next_cursor']}"
    assert [entry["place"] for entry in table.get(path, "A").get_json()["items"]] == [6, 7, 8, 9, 10]


def dealt(record: Record, seat: str) -> list[str]:
    return next(entry["dealt"] for entry in record["seats"] if entry["seat"] == seat)


def test_a_stock_that_was_told_at_the_opening_is_shown_to_nobody(house: House) -> None:
    record = kowah_round(2)
    table = put_up(house, "KW-01", "kowah_cheki", ["A", "B", "C"], None)
    pack = [code for suit in "CSM" for rank in range(1, 10) for code in [f"{suit}{rank}"] * 4] + ["OT", "RF", "WF"] * 4
    for entry in record["seats"]:
        for code in entry["dealt"]:
            pack.remove(code)
    header: dict[str, Any] = {key: value for key, value in record.items() if key != "events"} | {"stock": pack}
    first = record["first"]
    round_id = table.opened(1, header)
    assert table.read(round_id, "floor")["header"] == {"first": first}
    wrong = next(code for code in ("OT", "RF", "WF", "M9") if code != pack[0])
    problem = table.append(round_id, {"event": "draw", "seat": first, "card": wrong}, who=first)
    refused(problem, "event_refused", "/events/0")
    assert pack[0] not in problem.text
    drawn = taken(table.append(round_id, {"event": "draw", "seat": first}, who=first))
    assert drawn["open_round"]["view"]["received"]["card"] == pack[0]


def test_the_device_of_a_seat_appends_that_seats_events_only_and_asks_for_its_choices_only(house: House) -> None:
    moves = open_face_hand(24, START)["moves"]
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    hand = table.opened(1, START)
    before = house.count_rows()
    refused(table.append(hand, moves[0], who="B"), "wrong_seat", "/events/0/seat")
    refused(table.append(hand, moves[0], moves[1], who="A"), "wrong_seat", "/events/1/seat")
    refused(table.post(f"/v1/open-rounds/{hand}/choices", {"seat": "A"}, "B"), "wrong_seat")
    assert house.count_rows() == before
    taken(table.append(hand, moves[0], who="A"))


def test_the_device_of_a_seat_neither_reads_nor_posts_whole_records_of_a_round_that_grows(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    record = {**open_face_hand(25, START), "hand": 1}
    refused(table.post_whole(1, record, "A"), "wrong_seat")
    played = taken(table.post_whole(1, record))
    for path in (f"/v1/rounds/{played['round']['id']}", f"/v1/rounds/{played['round']['id']}/evidence"):
        refused(table.get(path, "A"), "wrong_seat")
        assert taken(table.get(path, "table"))
    assert taken(table.get(f"/v1/settlements/{played['settlement']['id']}", "A"))["round"]["number"] == 1


def test_a_kowah_hand_is_not_told_by_what_its_seat_may_throw_or_declare(house: House) -> None:
    record = kowah_round(2)
    table = put_up(house, "KW-01", "kowah_cheki", ["A", "B", "C"], None)
    round_id = table.opened(1, {key: value for key, value in record.items() if key != "events"})
    first = record["first"]

    def choices(who: str) -> list[Any]:
        return list(taken(table.post(f"/v1/open-rounds/{round_id}/choices", {"seat": first}, who))["choices"])

    assert choices(first) == choices("table") == [{"event": "draw", "seat": first}]
    taken(table.append(round_id, record["events"][0], who=first))
    held = {*dealt(record, first), record["events"][0]["card"]}
    assert {choice["card"] for choice in choices(first)} == held
    assert {choice["event"] for choice in choices(first)} == {"discard"}
    assert choices("table") == choices("floor") == []
    refused(
        table.post(f"/v1/open-rounds/{round_id}/choices", {"seat": first, "dealt": ["C1"]}), "event_refused", "/dealt"
    )
