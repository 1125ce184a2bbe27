"""Why events are refused, as somebody at the table may be told it: by what he sees, and by nothing that he does not."""

from random import Random
from typing import Any

import pytest

from engine.catalogue import GAMES, begin_round
from engine.errors import Violation
from engine.growing import Growth
from support import kowah, open_face
from support.kowah_simulator import random_round
from support.open_face_simulator import random_record

PINEAPPLE = open_face.rules("ofc_pineapple")
CHEKI = kowah.rules()
MUST = kowah.rules(declare="mandatory")
NO_RETURN = kowah.rules(return_taken_card=False)
COVERED = kowah.rules(public_pair=False)


def growth_of(name: str) -> Growth:
    growth = GAMES[name].growth
    assert growth is not None
    return growth


def told(record: dict[str, Any], events: list[dict[str, Any]], viewer: str | None, under: Any) -> Any:
    """Code and pointer of what is told of some events after a record; None where no fault can be seen."""
    name, key, terms = ("kowah", "events", kowah.TERMS) if "first" in record else ("open_face_chinese", "moves", {})
    growth = growth_of(name)
    state = begin_round(GAMES[name], growth.header_of(record), terms or open_face.TERMS, under)
    for event in record[key]:
        state = growth.apply(state, growth.read_event(event), under)
        assert not isinstance(state, Violation), state
    found = growth.told(state, [growth.read_event(event) for event in events], viewer, under)
    return None if found is None else (found.code, found.pointer)


def kowah_told(log: str, events: str, viewer: str | None = None, under: Any = CHEKI, **more: Any) -> Any:
    """The same of logs in words, events parted by commas."""
    record = kowah.record(*filter(None, log.split(", ")), **more)
    return told(record, [kowah.event(text) for text in events.split(", ")], viewer, under)


@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_told_of_a_fault_where_there_is_none(seed: int) -> None:
    """Each event alone, for its seat and for strangers, and all those that are left in one request."""
    random = Random(seed)
    for name, key, record, under, terms in [
        ("open_face_chinese", "moves", random_record(random, "pineapple", PINEAPPLE), PINEAPPLE, open_face.TERMS),
        ("kowah", "events", random_round(random, kowah.document()["switches"], CHEKI, told=False), CHEKI, kowah.TERMS),
    ]:
        growth = growth_of(name)
        state = begin_round(GAMES[name], growth.header_of(record), terms, under)
        events = [growth.read_event(event) for event in record[key]]
        for number, event in enumerate(events):
            for viewer in (None, event.seat):
                assert growth.told(state, [event], viewer, under) is None
            if number % 10 == 0:
                assert growth.told(state, events[number:], None, under) is None
            state = growth.apply(state, event, under)


READY = "A draws C2, A throws M9"


def test_of_a_hand_only_its_own_seat_is_told_what_does_not_fit() -> None:
    for log, event, code in [
        (READY, "A declares WF", "bad_wait"),
        ("A draws C1, A throws M9", "A declares C2", "not_ready"),
        ("A draws C2", "A throws WF", "card_not_in_hand"),
    ]:
        assert kowah_told(log, event, "A") == (code, "/0")
        assert kowah_told(log, event) is None
        assert kowah_told(log, event, "B") is None


def test_what_lies_open_is_told_to_everybody_by_the_code_of_the_game() -> None:
    for log, event, code in [
        (READY, "C draws M9", "not_your_turn"),
        ("", "A takes", "first_turn_must_draw"),
        (READY + ", B takes", "B throws M9", "returned_taken_card"),
        (READY + ", A declares C2", "A declares C2", "already_declared"),
        (READY, "B takes WF", "not_last_discard"),
        (READY, "B draws XX", "unknown_card"),
        (READY, "B sings", "unknown_event"),
        (
            READY + ", A declares C2, B draws S2, B throws S2, C draws M2, C throws M2, A draws M3",
            "A throws C5",
            "locked_hand",
        ),
    ]:
        for viewer in (None, "A", "B"):
            assert kowah_told(log, event, viewer, NO_RETURN) == (code, "/0"), event


def test_what_can_be_seen_of_a_later_event_is_told_whatever_hidden_cards_say_of_an_earlier_one() -> None:
    assert kowah_told("A draws C2", "A throws WF, A sings") == ("unknown_event", "/1")
    assert kowah_told("A draws C2", "A throws M9, A sings") == ("unknown_event", "/1")
    assert kowah_told("", "A draws C2, A throws WF, C draws S2") == ("not_your_turn", "/2")


def test_nothing_follows_a_draw_from_a_stock_that_was_told_nor_what_a_covered_pair_may_wait_for() -> None:
    pack = kowah.CODES * 4
    for code in " ".join(kowah.DEAL.values()).split():
        pack.remove(code)
    assert kowah_told("", "A draws", stock=pack) is None
    assert kowah_told("", "A draws, A throws M9", "A", stock=pack) == ("must_be_last", "/0")
    log = READY + ", A declares C2, B draws S2"
    assert kowah_told(log, "B throws S3", "B", COVERED) is None
    assert kowah_told(log, "B throws S3, C draws S2", None, COVERED) == ("must_be_last", "/0")
    assert kowah_told(log, "B throws S3, C draws S2", None, CHEKI) is None


def test_that_a_ready_seat_must_declare_first_is_its_own_affair() -> None:
    assert kowah_told(READY, "B draws S2", "B", MUST) is None
    assert growth_of("kowah").choices(kowah.state_of(kowah.record(*READY.split(", ")), MUST), "B", (), "B", MUST)


THROWN = {"seat": "B", "dealt": ["Qs", "8c", "As"], "middle": ["8c"], "back": ["Qs"], "discard": ["As"]}
HAND = {
    "seats": ["A", "B"],
    "button": "B",
    "moves": [
        {"seat": "A", "dealt": ["2c", "3d", "7h", "Kc", "Kd"], "front": ["2c", "3d", "7h"], "back": ["Kc", "Kd"]},
        {"seat": "B", "dealt": ["4c", "4d", "8h", "Qc", "Qd"], "front": ["4c", "4d", "8h"], "back": ["Qc", "Qd"]},
        {"seat": "A", "dealt": ["Ks", "7c", "Ah"], "middle": ["7c"], "back": ["Ks"], "discard": ["Ah"]},
        THROWN,
    ],
}


def test_a_card_that_was_dealt_before_is_named_to_those_who_see_it_and_to_nobody_else() -> None:
    for card, seen_by in [("As", ["B"]), ("Ah", ["A"]), ("Qs", [None, "A", "B"]), ("2d", [])]:
        move = {"seat": "A", "dealt": ["9c", "9d", card], "middle": ["9c", "9d"], "discard": [card]}
        for viewer in (None, "A", "B"):
            expected = ("duplicate_card", "/0") if viewer in seen_by else None
            assert told(HAND, [move], viewer, PINEAPPLE) == expected, (card, viewer)


def test_a_move_that_could_never_be_made_is_refused_for_that_and_not_for_a_card_that_is_hidden() -> None:
    assert told(HAND, [{"seat": "A", "dealt": ["9c", "9d", "As"]}], "A", PINEAPPLE) == ("card_not_placed", "/0")
    again = {"seat": "A", "dealt": ["9c", "9d", "9h"], "front": ["9c", "9d"], "discard": ["9h"]}
    assert told(HAND, [again], "A", PINEAPPLE) == ("row_full", "/0")


def test_cards_that_somebody_names_himself_he_knows_from_then_on() -> None:
    short = {**HAND, "moves": HAND["moves"][:3]}
    move = {"seat": "A", "dealt": ["9c", "9d", "As"], "middle": ["9c", "9d"], "discard": ["As"]}
    assert told(short, [THROWN, move], None, PINEAPPLE) == ("duplicate_card", "/1")


@pytest.mark.parametrize(
    ("rules", "unit_minor", "header", "most_minor"),
    [
        (kowah.rules(), 500, {}, 0),
        (kowah.rules(stake="all_pay"), 500, {}, 500 * 3 * 2),
        (kowah.rules(stake="all_pay", fee={"take": "fixed", "per": "win", "amount_minor": "7"}), 500, {}, 3007),
    ],
)
def test_the_most_that_a_kowah_round_can_move_is_its_best_win_and_the_fee(
    rules: Any, unit_minor: int, header: dict[str, Any], most_minor: int
) -> None:
    assert max(rules.multipliers.values()) == 3
    assert growth_of("kowah").most_minor(unit_minor, header, rules) == most_minor


def test_the_most_that_a_hand_can_move_follows_unit_level_pot_and_seats() -> None:
    most = growth_of("open_face_chinese").most_minor
    two = most(100, {"seats": ["A", "B"]}, PINEAPPLE)
    assert most(100, {"seats": ["A", "B", "C"]}, PINEAPPLE) == most(100, {}, PINEAPPLE) == 2 * two
    assert most(700, {"seats": ["A", "B"]}, PINEAPPLE) == 7 * two
    rising = open_face.rules("ofc_pineapple", stake_schedule=[1, 2, 5], hands_per_level=2)
    levels = [most(100, {"seats": ["A", "B"], "hand": hand}, rising) for hand in (1, 2, 3, 5, 99)]
    assert levels == [two, two, 2 * two, 5 * two, 5 * two]
    assert most(100, {"seats": ["A", "B"]}, rising) == 5 * two
    by_pot = open_face.rules("ofc_pineapple", royalty_base_pot_minor="1000")
    small, large = (most(100, {"seats": ["A", "B"], "pot_minor": pot}, by_pot) for pot in ("0", "50000"))
    assert small == two < large


@pytest.mark.parametrize("seed", range(20))
def test_no_hand_moves_more_than_it_was_said_that_it_can(seed: int) -> None:
    record = random_record(Random(seed), "pineapple", PINEAPPLE)
    settled = open_face.settle(record, PINEAPPLE)
    amounts = [*settled.nets.values(), *(line.net_minor for line in settled.lines)]
    assert max(map(abs, amounts)) <= growth_of("open_face_chinese").most_minor(100, record, PINEAPPLE)


def test_a_seat_that_is_due_fantasyland_cannot_be_left_out() -> None:
    growth = growth_of("open_face_chinese")
    assert growth.left_out({"fantasyland": {"A": 14}}, {"seats": ["A", "B"]}) == ()
    (fault,) = growth.left_out({"fantasyland": {"A": 14}}, {"seats": ["B", "C"]})
    assert fault == ("not_carried", "/seats", "A is due Fantasyland and cannot be left out")
