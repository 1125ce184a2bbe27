"""Which events are legal, for which reason another one is not, and what every switch of the house changes in that."""

from typing import Any

import pytest

from engine.errors import Violation
from engine.games import kowah as game
from engine.games.kowah.legality import DECLARE_CHECKS, EVENT_CHECKS, PLAY_CHECKS
from engine.games.kowah.record import Event
from engine.games.kowah.state import Phase, State
from support.kowah import CODES, DEAL, READY, codes, event, first_fault, record, replayed, rules, state_of, vectors

ROUND = ("B draws M8", "B throws M8", "C draws S2", "C throws S2")


def test_the_reasons_stand_in_the_documented_order() -> None:
    told = vectors()["reason_order"].replace(",", " ").replace("/", " ").replace(":", " ").replace(";", " ").split()
    ours = [code for checks in (EVENT_CHECKS, DECLARE_CHECKS, PLAY_CHECKS) for code, _ in checks]
    assert [code for code in ours if code != "take_cap_reached"] == [code for code in told if code in ours]
    assert len(ours) == 4 + 4 + 12


@pytest.mark.parametrize(
    ("events", "after", "code"),
    [
        ((), "pass", "unknown_event"),
        ((), "B plays", "unknown_event"),
        ((), "B draws WS", "excluded_card"),
        ((), "B draws C0", "unknown_card"),
        ((), "B draws", "unknown_card"),
        ((), "B draws C1", "not_your_turn"),
        ((), "X draws C1", "not_your_turn"),
        ((), "A throws OT", "must_take_first"),
        ((), "A takes", "first_turn_must_draw"),
        ((), "A declares C2", "declare_out_of_phase"),
        (READY[:1], "A draws OT", "already_took_card"),
        (READY[:1], "A takes", "already_took_card"),
        (READY[:1], "A throws OT", "card_not_in_hand"),
        (READY[:1], "A declares C2", "declare_out_of_phase"),
        (READY[:2], "B declares C1", "declare_out_of_phase"),
        (READY[:2], "X declares C1", "declare_out_of_phase"),
        (READY[:2], "A declares ZZ", "unknown_card"),
        (READY[:2], "A declares MO", "excluded_card"),
        (READY[:2], "A declares C7", "bad_wait"),
        (("A draws C2", "A throws C2"), "A declares C2", "not_ready"),
        (READY, "A declares C7", "already_declared"),
        (READY[:2], "B throws C1", "must_take_first"),
        (READY[:2], "A throws C2", "not_your_turn"),
        (READY[:2], "B takes C2", "not_last_discard"),
        (READY[:2], "C takes", "not_your_turn"),
        ((*READY, *ROUND), "A takes", "locked_must_draw"),
        ((*READY, *ROUND, "A draws OT"), "A throws RF", "card_not_in_hand"),
        ((*READY, *ROUND, "A draws OT"), "A throws C5", "locked_hand"),
        ((*READY, "B draws C2"), "B throws C2", "round_over"),
        ((*READY, "B draws C2"), "pass WS", "round_over"),
    ],
)
def test_an_illegal_event_is_refused_for_the_first_reason_that_applies(
    events: tuple[str, ...], after: str, code: str
) -> None:
    last = event(after) if " " in after else {"event": after, "seat": "A"}
    if after == "pass WS":
        last = {"event": "pass", "seat": "X", "card": "WS"}
    found = record(*events)
    found["events"].append(last)
    assert first_fault(found, rules()) == (code, f"/events/{len(events)}")


def test_the_fifth_copy_of_a_card_is_refused_where_it_is_drawn() -> None:
    log = record("A draws C2", "A throws C2", "B draws C2", "B throws C2", "C draws C2", "C throws C2", "A draws C2")
    assert first_fault(log, rules()) == ("fifth_copy", "/events/6")
    assert first_fault(log, rules(copies=5)) is None


def stock_over_the_deal(*top: str) -> list[str]:
    """A whole stock beside DEAL that begins with some cards."""
    left = CODES * 4
    for code in [*(code for cards in DEAL.values() for code in cards.split()), *top]:
        left.remove(code)
    return [*top, *left]


STOCK = stock_over_the_deal("C2", "OT")


def test_a_draw_is_the_top_of_a_told_stock_and_need_not_name_it() -> None:
    named = record("A draws C2", "A throws M9", "B draws OT", stock=STOCK)
    unnamed = record("A draws", "A throws M9", "B draws", stock=STOCK)
    assert state_of(named, rules()) == state_of(unnamed, rules())
    wrong = record("A draws C2", "A throws M9", "B draws C2", stock=STOCK)
    assert first_fault(wrong, rules()) == ("draw_not_next_stock", "/events/2")


@pytest.mark.parametrize(
    ("changed", "code", "pointer"),
    [
        ({"deal": {"A": DEAL["A"], "B": DEAL["B"]}}, "deal_wrong_seats", "/seats"),
        ({"deal": {**DEAL, "D": DEAL["C"]}}, "deal_wrong_seats", "/seats"),
        ({"first": "D"}, "deal_wrong_seats", "/first"),
        ({"dealer": "D"}, "deal_wrong_seats", "/dealer"),
        ({"deal": {**DEAL, "B": "C1 C3"}}, "deal_wrong_hand_size", "/seats/1/dealt"),
        ({"deal": {**DEAL, "C": DEAL["C"] + " OT"}}, "deal_wrong_hand_size", "/seats/2/dealt"),
        ({"stock": ["C1"]}, "deal_wrong_stock_size", "/stock"),
        ({"deal": {**DEAL, "B": "C1 C3 C4 C6 C8 C9 S1 10"}}, "unknown_card", "/seats/1/dealt/7"),
        ({"deal": {**DEAL, "B": "C1 C3 C4 C6 C8 C9 S1 GS"}}, "excluded_card", "/seats/1/dealt/7"),
        ({"deal": {**DEAL, "B": "MO C3 C4 C6 C8 C9 S1 c1"}}, "unknown_card", "/seats/1/dealt/7"),
        ({"deal": {**DEAL, "B": "C5 C5 C5 C5 C8 C9 S1 S2"}}, "fifth_copy", "/seats/1/dealt/3"),
        ({"stock": [*STOCK[:-1], "C5"]}, "fifth_copy", "/stock/95"),
        ({"stock": [*STOCK[:-1], "c5"]}, "unknown_card", "/stock/95"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_at_its_place(changed: dict[str, Any], code: str, pointer: str) -> None:
    assert first_fault(record("A draws C2", **changed), rules()) == (code, pointer)


def test_a_seat_that_stands_twice_is_no_seat_of_its_own() -> None:
    found = record("A draws C2")
    found["seats"][2]["seat"] = "B"
    assert first_fault(found, rules()) == ("deal_wrong_seats", "/seats/2/seat")


def test_a_bad_deal_is_named_before_any_event() -> None:
    assert first_fault(record("B draws WS", first="X"), rules()) == ("deal_wrong_seats", "/first")


def test_turns_follow_the_seats_or_go_against_them() -> None:
    log = record("B draws OT", "B throws OT", first="B")
    assert state_of(log, rules()).table.order == ("B", "C", "A")
    assert state_of(log, rules(direction="descending")).table.order == ("B", "A", "C")


@pytest.mark.parametrize("first", ["left_of_dealer", "winner_deals"])
def test_where_the_dealer_decides_who_begins_the_log_is_held_to_it(first: str) -> None:
    under = rules(first=first)
    assert first_fault(record(first="A"), under) == ("missing_dealer", "")
    assert first_fault(record(first="A", dealer="A"), under) == ("wrong_first", "/first")
    assert first_fault(record(first="B", dealer="A"), under) is None
    assert first_fault(record(first="C", dealer="A"), rules(first=first, direction="descending")) is None


def test_where_the_lot_decides_anybody_may_begin_whoever_dealt() -> None:
    assert first_fault(record(first="C", dealer="A"), rules()) is None


def test_the_first_turn_of_every_seat_draws_where_the_house_says_so() -> None:
    log = record(*READY[:2], "B takes")
    assert first_fault(log, rules()) is None
    assert first_fault(log, rules(first_turn_draw="seat")) == ("first_turn_must_draw", "/events/2")
    round_trip = record("A draws OT", "A throws OT", *ROUND, "A takes S2")
    assert first_fault(round_trip, rules(first_turn_draw="seat")) is None


def test_a_taken_card_may_be_thrown_at_once_unless_the_house_forbids_it() -> None:
    log = record(*READY[:2], "B takes M9", "B throws M9")
    assert first_fault(log, rules()) is None
    assert first_fault(log, rules(return_taken_card=False)) == ("returned_taken_card", "/events/3")
    drawn = record("A draws OT", "A throws OT")
    assert first_fault(drawn, rules(return_taken_card=False)) is None
    other = record(*READY[:2], "B takes M9", "B throws C1", "C draws C1", "C throws C1")
    assert first_fault(other, rules(return_taken_card=False)) is None


def test_a_ready_hand_must_be_declared_at_once_where_the_house_says_so() -> None:
    late = record(*READY[:2], "B draws OT")
    assert first_fault(late, rules()) is None
    assert first_fault(late, rules(declare="mandatory")) == ("not_your_turn", "/events/2")
    assert first_fault(record(*READY, "B draws OT"), rules(declare="mandatory")) is None
    state = state_of(record(*READY[:2]), rules(declare="mandatory"))
    assert game.legal_moves(state, rules(declare="mandatory")) == (Event("declare", "A", "C2"),)


def test_who_is_not_ready_need_not_declare_where_declaring_is_mandatory() -> None:
    assert first_fault(record("A draws C2", "A throws C5", "B draws OT"), rules(declare="mandatory")) is None


TAKING = (
    "A draws OT",
    "A throws OT",
    "B takes OT",
    "B throws C1",
    "C takes C1",
    "C throws M1",
    "A takes M1",
    "A throws M9",
)


def test_no_more_discards_are_taken_in_a_row_than_the_cap_allows() -> None:
    assert first_fault(record(*TAKING), rules(take_cap=3)) is None
    assert first_fault(record(*TAKING), rules(take_cap=2)) == ("take_cap_reached", "/events/6")
    freed = record(*TAKING[:6], "A draws RF", "A throws M9", "B takes M9", "B throws C3", "C takes C3")
    assert first_fault(freed, rules(take_cap=2)) is None


def test_an_exchange_of_discards_may_go_on_for_ever_without_a_cap() -> None:
    again = [text for _ in range(40) for seat in "BCA" for text in (f"{seat} takes OT", f"{seat} throws OT")]
    assert first_fault(record("A draws OT", "A throws OT", *again), rules(take_cap="none")) is None
    assert first_fault(record("A draws OT", "A throws OT", *again), rules(take_cap=12)) == (
        "take_cap_reached",
        "/events/26",
    )


def test_the_phases_follow_each_other() -> None:
    phases = [state_of(record(*READY[:n]), rules()).phase for n in range(4)]
    assert phases == [Phase.TAKE, Phase.DISCARD, Phase.DECLARE, Phase.DECLARE]
    assert state_of(record(*READY, "B draws C2"), rules()).phase is Phase.OVER


def test_what_was_taken_cannot_be_taken_again_and_only_the_last_discard_lies_open() -> None:
    state = state_of(record(*READY[:2], "B takes M9"), rules())
    assert state.last_discard is None
    assert first_fault(record(*READY[:2], "B draws OT", "B throws RF"), rules()) == ("card_not_in_hand", "/events/3")
    assert first_fault(record(*READY[:2], "B draws OT", "B throws C1", "C takes M9"), rules()) is not None


def test_a_replay_stops_at_the_first_illegal_event() -> None:
    found = replayed(record("A draws C2", "B draws C3", "A draws WS"), rules())
    assert isinstance(found, Violation)
    assert (found.code, found.pointer) == ("not_your_turn", "/events/1")


def test_a_grown_round_is_the_same_as_one_read_whole() -> None:
    under = rules()
    log = record(*READY, *ROUND, "A draws C2")
    state = game.start(game.parse(record(), {"currency": "EUR"}), under)
    for one in log["events"]:
        assert isinstance(state, State)
        state = game.apply(state, game.parse_event(one), under)
    assert state == state_of(log, under)


def test_the_moves_of_a_seat_with_nine_cards_are_its_kinds_in_deck_order() -> None:
    deal = {**DEAL, "A": "OT S5 M5 C7 S7 C7 C2 M9"}
    moves = game.legal_moves(state_of(record("A draws WF", deal=deal), rules()), rules())
    assert [move.card for move in moves] == ["C2", "C7", "S5", "S7", "M5", "M9", "OT", "WF"]
    assert {(move.event, move.seat) for move in moves} == {("discard", "A")}


def test_nobody_can_move_when_the_round_is_over() -> None:
    assert game.legal_moves(state_of(record(*READY, "B draws C2"), rules()), rules()) == ()


def test_a_round_without_an_end_is_unfinished() -> None:
    assert codes(record(*READY, "B draws OT"), rules()) == [("unfinished", "/events")]
    assert codes(record(), rules()) == [("unfinished", "/events")]
    assert codes(record(*READY, "B draws C2"), rules()) == []
