"""What is refused of rounds that grow: before they begin, by which code, at which place, and what trace it leaves."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from engine.catalogue import GAMES
from service.core.auth import key_sha256
from service.floor.usecases.limits import MOST_MINOR
from support import kowah, open_face
from support.growing import GrowingTable, kowah_round, open_face_hand, open_session, publish, put_up, taken
from support.house import House
from support.play import CASINO, PLAYERS, refused, round_of
from support.play import open_session as open_other_session

SEATS = ["A", "B"]
START = {"seats": SEATS, "button": "B"}


def most_units(ruleset: dict[str, Any], header: dict[str, Any]) -> int:
    """What a round can move, in units."""
    game = GAMES[ruleset["game"]]
    assert game.growth is not None
    return game.growth.most_minor(1, header, game.load_rules(ruleset))


@pytest.mark.parametrize(
    "ruleset",
    [
        open_face.document("ofc_pineapple", stake_schedule=[1, 4], hands_per_level=3),
        kowah.document(stake="feeder_pays"),
    ],
    ids=["open-face", "kowah"],
)
def test_a_session_is_opened_only_for_stakes_whose_every_round_can_be_paid(
    house: House, ruleset: dict[str, Any]
) -> None:
    publish(house, ruleset | {"key": "the_house"})
    game, most = ruleset["game"], MOST_MINOR // most_units(ruleset, {})
    body = {"code": "G-01", "game": game, "pit": "G", "seats": 3}
    table = taken(house.post("/v1/tables", body))["id"]
    seats = [{"seat": seat} for seat in "ABC"]
    asked = {"table_id": table, "ruleset": {"key": "the_house"}, "seats": seats}
    before = house.count_rows()
    problem = refused(house.post("/v1/sessions", asked | {"unit_minor": str(most + 1)}), "invalid_request")
    assert [(e["code"], e["pointer"]) for e in problem["errors"]] == [("amount_too_large", "/unit_minor")]
    assert house.count_rows() == before
    assert taken(house.post("/v1/sessions", asked | {"unit_minor": str(most)}))


def test_fees_that_cannot_be_kept_are_the_rulesets_fault_where_no_unit_is_played_for(house: House) -> None:
    fee = {"take": "fixed", "per": "round", "amount_minor": str(MOST_MINOR)}
    publish(house, kowah.document(fee=fee) | {"key": "kowah_dear"})
    body = {"code": "KW-01", "game": "kowah", "pit": "G", "seats": 3}
    table = taken(house.post("/v1/tables", body))["id"]
    asked = {"table_id": table, "ruleset": {"key": "kowah_dear"}, "seats": [{"seat": seat} for seat in "ABC"]}
    refused(house.post("/v1/sessions", asked), "invalid_request", "/ruleset/key")


def test_a_round_whose_pot_makes_it_too_large_to_be_paid_is_not_begun(house: House) -> None:
    ruleset = open_face.document("ofc_pineapple", royalty_base_pot_minor="1") | {"key": "ofc_by_pot"}
    publish(house, ruleset)
    table = put_up(house, "OF-01", "ofc_by_pot", SEATS, "1000")
    pot = 1
    while most_units(ruleset, {**START, "pot_minor": str(pot)}) * 1_000 <= MOST_MINOR:
        pot *= 10
    before = house.count_rows()
    problem = refused(table.open(1, {**START, "pot_minor": str(pot)}), "header_refused", "/header")
    assert [error["code"] for error in problem["errors"]] == ["amount_too_large"]
    assert house.count_rows() == before
    taken(table.open(1, {**START, "pot_minor": str(pot // 10)}))


def test_an_event_that_never_was_possible_has_not_been_overtaken(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    moves = open_face_hand(5, START)["moves"]
    hand = table.opened(1, START)
    taken(table.append(hand, moves[0], after=0))
    for spoilt, code in [
        ({**moves[1], "dealt": ["1c", *moves[1]["dealt"][1:]]}, "bad_card"),
        ({**moves[1], "dealt": moves[1]["dealt"][:4]}, "wrong_card_count"),
        ({**moves[1], "seat": "C"}, "unknown_seat"),
        (moves[2], "not_your_turn"),
    ]:
        problem = refused(table.append(hand, spoilt, after=0), "event_refused", "/events/0")
        assert [error["code"] for error in problem["errors"]] == [code]
    refused(table.append(hand, moves[0], after=0), "events_moved_on", "/events/0")


def test_choices_are_refused_at_the_place_of_the_request_that_is_wrong(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    hand = table.opened(1, START)
    for seat, dealt, code, pointer in [
        ("A", ["Ah"], "wrong_card_count", "/dealt"),
        ("A", ["Ah", "Ah", "2c", "3c", "4c"], "duplicate_card", "/dealt"),
        ("A", ["xx", "Kh", "2c", "3c", "4c"], "bad_card", "/dealt"),
        ("B", ["Ah", "Kh", "2c", "3c", "4c"], "not_your_turn", "/seat"),
        ("C", [], "unknown_seat", "/seat"),
    ]:
        response = table.post(f"/v1/open-rounds/{hand}/choices", {"seat": seat, "dealt": dealt})
        problem = refused(response, "event_refused", pointer)
        assert [error["code"] for error in problem["errors"]] == [code]


def test_a_seat_that_is_due_fantasyland_is_missed_where_it_was_left_out(house: House) -> None:
    seats = ["A", "B", "C"]
    start = {"seats": seats, "button": "C", "hand": 1}
    table = put_up(house, "OF-01", "ofc_pineapple", seats)
    under = open_face.rules("ofc_pineapple")
    hands = ({**open_face_hand(seed, {"seats": seats, "button": "C"}), **start} for seed in range(3_000))
    table.play(1, next(hand for hand in hands if list(due(hand, under)) == ["A"]))
    problem = refused(table.open(2, {"seats": ["B", "C"]}), "not_carried", "/header/seats")
    assert [error["detail"] for error in problem["errors"]] == ["A is due Fantasyland and cannot be left out"]
    whole = {**open_face_hand(1, {"seats": ["B", "C"], "button": "C"}), "hand": 2}
    assert "/record/seats" in [e["pointer"] for e in refused(table.post_whole(2, whole), "not_carried")["errors"]]


def due(hand: dict[str, Any], under: Any) -> Any:
    """Who is in Fantasyland next, and with how many cards."""
    return open_face.mark(open_face.settle(hand, under), "next_hand")["fantasyland"]


@pytest.mark.parametrize("reason", [" ", "     ", "...", "\u3164"])
def test_an_undo_and_a_voiding_say_why_in_words(house: House, reason: str) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    hand = table.opened(1, START)
    taken(table.append(hand, open_face_hand(8, START)["moves"][0]))
    path = f"/v1/open-rounds/{hand}"
    refused(table.post(f"{path}/undo", {"place": 1, "reason": reason}, "floor"), "invalid_request", "/reason")
    refused(table.post(f"{path}/voiding", {"reason": reason}, "floor"), "invalid_request", "/reason")


@pytest.mark.parametrize("blank", [" ", "\u3164"])
def test_whatever_people_are_to_read_is_written_in_words(house: House, blank: str) -> None:
    table = {"code": "OF-01", "game": "open_face_chinese", "pit": blank, "seats": 2}
    refused(house.post("/v1/tables", table), "invalid_request", "/pit")
    refused(house.post("/v1/people", {"login": "somebody", "name": blank}, "admin"), "invalid_request", "/name")
    made = taken(house.post("/v1/tables", {**table, "pit": "G"}))["id"]
    seats = [{"seat": "A", "player": blank}, {"seat": "B"}]
    body = {"table_id": made, "ruleset": {"key": "ofc_pineapple"}, "unit_minor": "100", "seats": seats}
    refused(house.post("/v1/sessions", body), "invalid_request", "/seats/0/player")
    assert open_session(house, made, "ofc_pineapple", SEATS)


def kowah_table(house: House) -> tuple[GrowingTable, dict[str, Any], int]:
    record = kowah_round(2)
    table = put_up(house, "KW-01", "kowah_cheki", ["A", "B", "C"], None)
    return table, record, table.opened(1, {key: value for key, value in record.items() if key != "events"})


@pytest.mark.parametrize("who", ["table", "dealer", "floor"])
def test_a_kowah_hand_is_not_found_out_by_refused_discards(house: House, who: str) -> None:
    """All or none: a discard, and then something impossible."""
    table, record, round_id = kowah_table(house)
    first = record["first"]
    taken(table.append(round_id, record["events"][0], who=first))
    before, answers = house.count_rows(), set()
    for code in kowah.CODES:
        discard = {"event": "discard", "seat": first, "card": code}
        answers.add(table.append(round_id, discard, {"event": "nothing", "seat": first}, who=who).data)
    assert house.count_rows() == before
    assert len(answers) == 1


def test_who_runs_into_hidden_cards_is_written_down_and_who_errs_in_the_open_is_not(house: House) -> None:
    table, record, round_id = kowah_table(house)
    first = record["first"]
    taken(table.append(round_id, record["events"][0], who=first))
    held = table.read(round_id, first)["view"]["hands"][first]
    card = next(code for code in kowah.CODES if code not in held)
    missing = {"event": "discard", "seat": first, "card": card}
    with capture_logs() as logs:
        problem = refused(table.append(round_id, missing, who="dealer"), "event_refused", "/events/0")
        refused(table.append(round_id, missing, who=first), "event_refused", "/events/0")
        refused(table.append(round_id, {"event": "draw", "seat": first, "card": card}), "event_refused", "/events/0")
    assert [error["code"] for error in problem["errors"]] == ["hidden_cards"]
    assert card not in problem["errors"][0]["detail"]
    assert [entry for entry in logs if entry["event"] == "hidden_cards_met"] == [
        {
            "event": "hidden_cards_met",
            "log_level": "warning",
            "principal": "person:dealer",
            "open_round_id": round_id,
            "code": "card_not_in_hand",
            "seat": first,
            "events": 1,
        }
    ]


def test_a_card_that_lies_hidden_is_refused_without_a_word_which_one_of_several_it_is(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    record = {**open_face_hand(21, START), "hand": 1}
    hand = table.opened(1, START)
    for move in record["moves"][:4]:
        taken(table.append(hand, move, who=move["seat"]))
    (hidden,) = record["moves"][3]["discard"]
    last = record["moves"][4]
    assert last["seat"] != record["moves"][3]["seat"]
    moved = {
        key: [hidden if code == last["dealt"][0] else code for code in value] if isinstance(value, list) else value
        for key, value in last.items()
    }
    (error,) = refused(table.append(hand, moved, who=last["seat"]), "event_refused", "/events/0")["errors"]
    assert error["code"] == "duplicate_card"
    assert not [code for code in moved["dealt"] if code in error["detail"]]
    taken(table.append(hand, last, who=last["seat"]))


def test_the_device_of_a_seat_reads_its_own_lines_of_a_settlement_and_no_hand_that_was_folded(house: House) -> None:
    """In the record that is posted position 1 plays and position 2 folds."""
    session_id = open_other_session(house, 2)
    add_seat_device(house)
    body = {"number": 1, "played_at": "2026-11-30T11:58:07Z", "record": CASINO}
    posted = taken(house.post(f"/v1/sessions/{session_id}/rounds", body, "device-2"))
    folded = [seat for seat in CASINO["seats"] if seat["decision"] == "fold"]
    assert [seat["seat"] for seat in folded] == ["2"]
    for path in ("/v1/rounds/1", "/v1/rounds/1/evidence"):
        refused(house.get(path, "seat-1"), "wrong_seat")
    path = f"/v1/settlements/{posted['settlement']['id']}"
    whole, own = taken(house.get(path, "device-2")), taken(house.get(path, "seat-1"))
    assert [line for line in whole["lines"] if line["seat"] == "1"] == own["lines"] != []
    assert whole["marks"] != own["marks"] == {}
    assert {**whole, "lines": [], "marks": {}} == {**own, "lines": []}
    assert not [code for code in folded[0]["cards"] if code in house.get(path, "seat-1").text]


def add_seat_device(house: House) -> None:
    """A device of position 1 at the second table, whose key is called ``seat-1``."""
    house.keys["seat-1"] = "pbk_key-of-the-first-position"
    device = {"name": "tablet-of-position-1", "table_id": 2, "seat": "1"}
    added = taken(house.post("/v1/devices", device, "admin"))
    key = {"key_sha256": key_sha256(house.keys["seat-1"])}
    taken(house.post(f"/v1/devices/{added['id']}/keys", key, "admin"))


def test_a_term_of_the_session_that_does_not_fit_is_told_of_the_whole_part_of_the_request(house: House) -> None:
    """The unit stands in the session, not in what the tablet sends."""
    session = {"table_id": 1, "ruleset": {"key": "western24"}, "unit_minor": str(10**14), "seats": PLAYERS}
    session_id = taken(house.post("/v1/sessions", session))["id"]
    answer = house.post(f"/v1/sessions/{session_id}/rounds", round_of(1))
    (error,) = refused(answer, "record_refused", "/record")["errors"]
    assert error["code"] == "stake_too_large"
    assert error["detail"].startswith("by the session's unit_minor: ")
