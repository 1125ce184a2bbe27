"""A match whose hands grow: what each hand leaves to the next is written in and held, with several tablets at once."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from support import open_face
from support.growing import GrowingTable, Record, open_face_hand, publish, put_up, taken
from support.house import House
from support.play import refused

SEATS = ["A", "B"]
FIRST = {"seats": SEATS, "button": "B", "hand": 1}
MOST_SEEDS = 2_000


def next_of(record: Record, preset: str = "ofc_pineapple") -> Record:
    """What a hand leaves to the next one by the engine's own account."""
    left: Record = open_face.mark(open_face.settle(record, open_face.rules(preset)), "next_hand")
    return left


def hand_that(start: Record, wanted: Callable[[Record], bool], preset: str = "ofc_pineapple") -> Record:
    """The first random hand that begins so and leaves what is wanted."""
    hands = ({**open_face_hand(seed, start, preset), **start} for seed in range(MOST_SEEDS))
    return next(hand for hand in hands if wanted(next_of(hand, preset)))


@pytest.fixture(scope="module")
def match() -> tuple[Record, Record, Record]:
    """A enters Fantasyland with the first hand, plays it and leaves it; the third hand counts and is the last."""
    first = hand_that(FIRST, lambda left: list(left["fantasyland"]) == ["A"])
    inside = {"seats": SEATS, "button": "B", "hand": 2, "fantasyland": {"A": 14}}
    second = hand_that(inside, lambda left: not left["fantasyland"])
    outside = {"seats": SEATS, "button": "A", "hand": 3, "fantasyland_runs": {"A": 1}}
    third = hand_that(outside, lambda left: not left["fantasyland"])
    return first, second, third


def tablet(table: GrowingTable, hand: int, seat: str, moves: Iterator[Record], answers: list[Any]) -> None:
    """A seat's tablet: it tries its next move until it is taken, knowing only what it was last told."""
    seen = 0
    for move in moves:
        for _ in range(500):
            response = table.append(hand, move, who=seat, after=seen)
            answer = response.get_json()
            if response.status_code == 201:
                answers.append(answer)
                seen = answer["open_round"]["last_place"]
                break
            assert answer["code"] in ("event_refused", "events_moved_on"), answer
            assert [error["code"] for error in answer["errors"]] == ["not_your_turn"], answer
            seen = table.read(hand, seat)["last_place"]
        else:
            raise AssertionError(f"the move of {seat} was never taken")


def play_at_once(table: GrowingTable, hand: int, record: Record) -> dict[str, Any]:
    """Every seat's tablet plays its own moves, all at the same time; the answer that settled the hand."""
    answers: list[Any] = []
    threads = [
        threading.Thread(
            target=tablet,
            args=(table, hand, seat, iter([m for m in record["moves"] if m["seat"] == seat]), answers),
        )
        for seat in record["seats"]
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == len(record["moves"])
    (settled,) = [answer for answer in answers if answer["settlement"] is not None]
    return dict(settled)


def test_a_match_of_three_hands_is_played_by_two_tablets_at_once_with_a_fantasyland_carried_over(
    house: House, match: tuple[Record, Record, Record]
) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    expected = [
        {"seats": SEATS, "button": "B", "hand": 1},
        {"seats": SEATS, "button": "B", "fantasyland": {"A": 14}, "hand": 2},
        {"seats": SEATS, "button": "A", "fantasyland_runs": {"A": 1}, "hand": 3},
    ]
    for number, record in enumerate(match, start=1):
        opened = taken(table.open(number, {"seats": SEATS, "button": "B"} if number == 1 else None))
        assert opened["header"] == expected[number - 1]
        settled = play_at_once(table, opened["id"], record)
        stored = taken(house.get(f"/v1/rounds/{settled['round']['id']}"))["round"]["record"]
        assert {key: value for key, value in stored.items() if key != "moves"} == expected[number - 1]
        for seat in SEATS:
            mine = [move for move in record["moves"] if move["seat"] == seat]
            assert [move for move in stored["moves"] if move["seat"] == seat] == mine
        worth = open_face.settle(stored, open_face.rules("ofc_pineapple"))
        nets = {spot["seat"]: int(spot["net_minor"]) for spot in settled["settlement"]["seats"]}
        assert nets == {seat: worth.nets[seat] for seat in SEATS}
    after = taken(table.open(4))["header"]
    assert after == {"seats": SEATS, "button": "B", "hand": 1}, "the match is over and the next one begins"


def test_a_hand_in_fantasyland_waits_for_nobody_and_nobody_for_it(
    house: House, match: tuple[Record, Record, Record]
) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    table.play(1, match[0])
    hand = table.opened(2)
    mine = next(move for move in match[1]["moves"] if move["seat"] == "A")
    others = [move for move in match[1]["moves"] if move["seat"] == "B"]
    taken(table.append(hand, others[0], who="B"))
    answer = taken(table.append(hand, mine, who="A", after=0))
    assert answer["open_round"]["view"]["fantasyland_waiting"] == []
    assert taken(table.append(hand, *others[1:], who="B"))["settlement"] is not None


def test_what_a_hand_left_cannot_be_said_otherwise_by_the_next_one(
    house: House, match: tuple[Record, Record, Record]
) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    table.play(1, match[0])
    before = house.count_rows()
    due = {"seats": SEATS, "button": "B", "fantasyland": {"A": 14}, "hand": 2}
    for header, *pointers in [
        ({"button": "A"}, "/header/button"),
        ({"fantasyland": {}}, "/header/fantasyland"),
        ({"fantasyland": {"A": 15}}, "/header/fantasyland"),
        ({"fantasyland": {"A": 14, "B": 14}}, "/header/fantasyland"),
        ({"fantasyland_runs": {"A": 3}}, "/header/fantasyland_runs"),
        ({"hand": 1}, "/header/hand"),
        ({"hand": 3, "button": "A"}, "/header/button", "/header/hand"),
        ({"fantasyland": None}, "/header/fantasyland"),
    ]:
        refused(table.open(2, due | header), "not_carried", *pointers)
    refused(table.post_whole(2, {**match[1], "hand": 7}), "not_carried", "/record/hand")
    without = open_face_hand(1, {"seats": SEATS, "button": "B"})
    refused(table.post_whole(2, without), "not_carried", "/record/fantasyland", "/record/hand")
    assert house.count_rows() == before
    assert taken(table.open(2, due | {"fantasyland_runs": {"A": 0}}))["header"]["hand"] == 2


def test_whole_records_carry_over_like_rounds_that_grew(house: House, match: tuple[Record, Record, Record]) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    for number, record in enumerate(match, start=1):
        taken(table.post_whole(number, record))
    assert taken(table.open(4))["header"] == {"seats": SEATS, "button": "B", "hand": 1}


def test_a_voided_round_carries_nothing_and_takes_nothing_away(
    house: House, match: tuple[Record, Record, Record]
) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    table.play(1, match[0])
    hand = table.opened(2)
    taken(table.append(hand, match[1]["moves"][0]))
    header = table.read(hand)["header"]
    taken(table.void(hand))
    assert taken(table.open(3))["header"] == header


def test_a_loss_limit_goes_on_through_the_match_and_begins_anew_with_the_next(house: House) -> None:
    """Under a house version whose losses are limited, what each seat has won so far is written into every header."""
    publish(house, open_face.document("ofc_pineapple", loss_limit_units=50) | {"key": "ofc_limited"})
    table = put_up(house, "OF-01", "ofc_limited", SEATS)
    opened = taken(table.open(1, {"seats": SEATS, "button": "B"}))
    assert opened["header"]["match_nets"] == {"A": "0", "B": "0"}
    record = hand_that(opened["header"], lambda left: not left["fantasyland"])
    nets = {
        spot["seat"]: spot["net_minor"]
        for spot in taken(table.append(opened["id"], *record["moves"]))["settlement"]["seats"]
    }
    assert set(nets.values()) != {"0"}
    refused(table.open(2, {"match_nets": {"A": "0", "B": "0"}}), "not_carried", "/header/match_nets")
    second = taken(table.open(2))
    assert second["header"]["match_nets"] == nets
    record = hand_that(second["header"], lambda left: not left["fantasyland"])
    taken(table.append(second["id"], *record["moves"]))
    assert taken(table.open(3))["header"]["match_nets"] == {"A": "0", "B": "0"}


@pytest.mark.parametrize("times", range(2))
def test_of_the_same_move_sent_by_several_devices_at_once_one_is_taken(house: House, times: int) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    move = open_face_hand(times, {"seats": SEATS, "button": "B"})["moves"][0]
    hand = table.opened(1, {"seats": SEATS, "button": "B"})
    responses: list[Any] = []
    senders = ["A", "table", "dealer", "floor"]
    start = threading.Barrier(len(senders))

    def send(who: str) -> None:
        start.wait()
        responses.append(table.append(hand, move, who=who))

    threads = [threading.Thread(target=send, args=(who,)) for who in senders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(response.status_code for response in responses) == [201, 422, 422, 422]
    assert table.read(hand)["last_place"] == 1


def test_an_undo_and_the_next_move_at_once_leave_a_log_in_order(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    moves = open_face_hand(3, {"seats": SEATS, "button": "B"})["moves"]
    hand = table.opened(1, {"seats": SEATS, "button": "B"})
    taken(table.append(hand, moves[0]))
    answers: dict[str, Any] = {}
    start = threading.Barrier(2)

    def undo() -> None:
        start.wait()
        answers["undo"] = table.undo(hand, 1)

    def move() -> None:
        start.wait()
        answers["move"] = table.append(hand, moves[1], after=1)

    threads = [threading.Thread(target=undo), threading.Thread(target=move)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    codes = {name: response.get_json().get("code") for name, response in answers.items()}
    assert codes in ({"undo": None, "move": "events_moved_on"}, {"undo": "events_moved_on", "move": None})
    standing = table.read(hand)
    assert standing["last_place"] == 2
    assert standing["view"]["moves"] == (0 if codes["undo"] is None else 2)


def test_rounds_opened_at_once_are_one(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    header = {"seats": SEATS, "button": "B"}
    responses: list[Any] = []
    threads = [
        threading.Thread(target=lambda number=number: responses.append(table.open(number, header)))
        for number in (1, 1, 2, 3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(response.status_code for response in responses) == [201, 409, 409, 409]
    codes = {response.get_json().get("code") for response in responses} - {None}
    assert codes <= {"round_open", "round_number_used"}
    assert house.count_rows()["open_rounds"] == 1
