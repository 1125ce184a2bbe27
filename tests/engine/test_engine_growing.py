"""Rounds that grow: every growing game is begun, folded, watched and carried over alike."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from engine.catalogue import GAMES, Game, begin_round, settle_round
from engine.errors import RecordRefused, Violation
from engine.growing import Carried, Earlier, Growth
from support import kowah, open_face
from support.kowah_simulator import random_round
from support.open_face_simulator import random_record

OPEN_FACE, KOWAH = GAMES["open_face_chinese"], GAMES["kowah"]
PINEAPPLE = open_face.rules("ofc_pineapple")
CHEKI = kowah.rules()
SEATS = ["A", "B", "C"]

ROUNDS = {
    "open-face": (OPEN_FACE, PINEAPPLE, open_face.TERMS, random_record(Random(3), "pineapple", PINEAPPLE)),
    "kowah": (KOWAH, CHEKI, kowah.TERMS, random_round(Random(3), kowah.document()["switches"], CHEKI, told=False)),
}
"""Game, rules, terms and a complete record of each growing game."""


def growth_of(game: Game) -> Growth:
    assert game.growth is not None
    return game.growth


def test_the_games_whose_rounds_grow_are_those_that_are_tried_here() -> None:
    assert {game.name for game in GAMES.values() if game.growth} == {game.name for game, *_ in ROUNDS.values()}


@pytest.mark.parametrize("name", ROUNDS)
def test_a_round_that_grows_is_over_with_its_last_event_and_not_before(name: str) -> None:
    game, rules, terms, record = ROUNDS[name]
    growth = growth_of(game)
    state = begin_round(game, growth.header_of(record), terms, rules)
    for event in record[growth.events_key]:
        assert not growth.is_over(state)
        assert growth.announced(state) is None
        read = growth.read_event(event)
        assert read.seat == event["seat"]
        state = growth.apply(state, read, rules)
        assert not isinstance(state, Violation)
    assert growth.is_over(state)
    assert growth.announced(state) == settle_round(game, record, terms, rules).marks.get("result")


@pytest.mark.parametrize("name", ROUNDS)
def test_a_round_is_not_begun_with_events_nor_by_a_header_that_could_not_be_settled(name: str) -> None:
    game, rules, terms, record = ROUNDS[name]
    growth = growth_of(game)
    header = growth.header_of(record)
    for changed, code in [
        ({**header, growth.events_key: []}, "unknown_key"),
        (
            {**header, "seats": header["seats"][:1]},
            {"open-face": "wrong_seat_count", "kowah": "deal_wrong_seats"}[name],
        ),
        ({key: value for key, value in header.items() if key != "seats"}, "missing_key"),
    ]:
        with pytest.raises(RecordRefused) as refused:
            begin_round(game, changed, terms, rules)
        assert code in [violation.code for violation in refused.value.violations]


def test_what_the_money_needs_is_asked_for_before_the_first_card() -> None:
    limited = open_face.rules("ofc_pineapple", loss_limit_units=50)
    header = {"seats": ["A", "B"], "button": "A"}
    with pytest.raises(RecordRefused) as refused:
        begin_round(OPEN_FACE, header, open_face.TERMS, limited)
    assert [violation.code for violation in refused.value.violations] == ["missing_hand", "missing_match_net"]
    paid = kowah.rules(stake="all_pay")
    with pytest.raises(RecordRefused) as refused:
        begin_round(KOWAH, growth_of(KOWAH).header_of(ROUNDS["kowah"][3]), kowah.TERMS, paid)
    assert [violation.code for violation in refused.value.violations] == ["missing_unit"]


def test_every_key_of_an_open_face_header_lies_open_and_no_card_of_a_kowah_deal_does() -> None:
    keys = set(OPEN_FACE.record_schema["properties"])  # type: ignore[call-overload]
    assert {*growth_of(OPEN_FACE).public_keys, growth_of(OPEN_FACE).events_key} == keys
    assert {"seats", "stock"}.isdisjoint(growth_of(KOWAH).public_keys)


def test_choices_are_legal_and_the_only_ones_and_told_to_others_without_the_seats_own_throws() -> None:
    """What others are told of a seat's choices is the same whatever it has thrown."""
    growth, random = growth_of(OPEN_FACE), Random(5)
    for _ in range(6):
        record = random_record(random, "pineapple", PINEAPPLE, start={"seats": ["A", "B"], "button": "B"})
        state = open_face.state_of({**record, "moves": record["moves"][:6]}, PINEAPPLE)
        dealt = record["moves"][6]["dealt"]
        seat = state.next_seat
        assert seat is not None
        told = growth.choices(state, seat, dealt, None, PINEAPPLE)
        undealt = next(code for code in sorted(PINEAPPLE.deck) if code not in state.out and code not in dealt)
        board = state.boards[seat]
        other = state._replace(boards={**state.boards, seat: board._replace(thrown=(undealt,) * len(board.thrown))})
        assert growth.choices(other, seat, dealt, None, PINEAPPLE) == told
        own = growth.choices(state, seat, dealt, seat, PINEAPPLE)
        assert [_places(choice) for choice in own] == [_places(choice) for choice in told]


def _places(choice: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in choice.items() if key != "certain_foul"}


def test_cards_that_a_seat_cannot_be_dealt_are_refused_by_the_code_of_the_move_where_they_stand() -> None:
    growth = growth_of(OPEN_FACE)
    state = begin_round(OPEN_FACE, {"seats": ["A", "B"], "button": "B"}, open_face.TERMS, PINEAPPLE)
    for seat, dealt, code, pointer in [
        ("A", ["Ah"], "wrong_card_count", "/dealt"),
        ("A", ["Ah", "Ah", "2c", "3c", "4c"], "duplicate_card", "/dealt"),
        ("A", ["xx", "Ah", "2c", "3c", "4c"], "bad_card", "/dealt"),
        ("B", ["Ah", "Kh", "2c", "3c", "4c"], "not_your_turn", "/seat"),
        ("C", ["Ah", "Kh", "2c", "3c", "4c"], "unknown_seat", "/seat"),
    ]:
        with pytest.raises(RecordRefused) as refused:
            growth.choices(state, seat, dealt, seat, PINEAPPLE)
        assert [(v.code, v.pointer) for v in refused.value.violations] == [(code, pointer)]


def marks(button: str, fantasyland: Mapping[str, int] | None = None, **more: Any) -> dict[str, Any]:
    left = {"button": button, "fantasyland": dict(fantasyland or {}), "fantasyland_runs": more.pop("runs", {})}
    return {"next_hand": left, "counts_for_match": True, **more}


def carried(
    earlier: Sequence[tuple[dict[str, Any], dict[str, Any]]], header: dict[str, Any], **switches: Any
) -> Carried:
    under = open_face.rules("ofc_pineapple", **switches)
    return growth_of(OPEN_FACE).carried([Earlier(*one) for one in earlier], header, under)


LAST = {"seats": SEATS, "button": "A", "hand": 1}


def test_the_button_passes_over_a_seat_that_sits_out() -> None:
    for staying, button in [(SEATS, "B"), (["A", "C"], "C"), (["A", "B"], "B"), (["A", "D"], "A")]:
        assert carried([(LAST, marks("B"))], {"seats": staying}).due["button"] == button
    assert "button" not in carried([(LAST, marks("B"))], {"seats": ["D", "E"]}).due


def test_who_entered_fantasyland_is_not_left_out_unless_it_has_no_chips_left() -> None:
    left = marks("B", {"B": 14}, runs={"A": 2}, stacks={"A": "0", "B": "900", "C": "5"}, busted=["A"])
    found = carried([(LAST, left)], {})
    assert found.due["fantasyland"] == {"B": 14}
    assert found.due["fantasyland_runs"] == {}
    assert found.usual == {"seats": ["B", "C"], "stacks": {"B": "900", "C": "5"}}
    assert carried([(LAST, left)], {"seats": ["C", "D"]}).due["fantasyland"] == {"B": 14}
    broke = marks("B", {"A": 14}, stacks={"A": "0", "B": "1", "C": "1"}, busted=["A"])
    assert carried([(LAST, broke)], {}).due["fantasyland"] == {}


def test_the_number_of_the_hand_rises_through_a_match_and_begins_anew_after_it() -> None:
    hands = [({**LAST, "hand": n}, marks("B")) for n in range(1, 4)]
    assert [carried(hands[:n], {}).due["hand"] for n in (1, 2, 3)] == [2, 3, 1]
    entered = [*hands[:2], ({**LAST, "hand": 3}, marks("B", {"A": 14}))]
    assert carried(entered, {}).due["hand"] == 4
    inside = [*entered, ({**LAST, "hand": 4}, {**marks("C"), "counts_for_match": False})]
    assert carried(inside, {}).due["hand"] == 1
    assert carried(hands, {}, match_hands="open").due["hand"] == 4
    assert "hand" not in carried([({"seats": SEATS, "button": "A"}, marks("B"))], {}).due


def test_a_match_that_began_before_the_session_is_counted_from_the_number_of_its_hand() -> None:
    assert carried([({**LAST, "hand": 2}, marks("B"))], {}).due["hand"] == 3
    assert carried([({**LAST, "hand": 3}, marks("B"))], {}).due["hand"] == 1


def test_losses_are_counted_through_a_match_and_a_new_player_has_none() -> None:
    nets = {"A": "500", "B": "-700", "C": "200"}
    running = [(LAST, marks("B", match_nets=nets))]
    assert carried(running, {}).due["match_nets"] == nets
    assert carried(running, {"seats": ["B", "D"]}).due["match_nets"] == {"B": "-700", "D": "0"}
    over = [({**LAST, "hand": n}, marks("B", match_nets=nets)) for n in range(1, 4)]
    assert carried(over, {}).due["match_nets"] == dict.fromkeys(SEATS, "0")
    assert carried([], {"seats": SEATS}, loss_limit_units=9).usual == {
        "hand": 1,
        "match_nets": dict.fromkeys(SEATS, "0"),
    }


def test_a_header_is_completed_and_one_that_says_otherwise_is_refused_at_every_place() -> None:
    growth = growth_of(OPEN_FACE)
    earlier = [Earlier(LAST, marks("B", {"A": 14}, runs={"A": 1}))]
    assert growth.completed(earlier, {}, PINEAPPLE) == {
        "seats": SEATS,
        "button": "B",
        "fantasyland": {"A": 14},
        "fantasyland_runs": {"A": 1},
        "hand": 2,
    }
    assert growth.completed(earlier, {"fantasyland_runs": {"A": 1, "B": 0}}, PINEAPPLE)["fantasyland_runs"]["B"] == 0
    with pytest.raises(RecordRefused) as refused:
        growth.completed(earlier, {"button": "A", "fantasyland": {}, "hand": 2, "pot_minor": "7"}, PINEAPPLE)
    assert [(v.code, v.pointer) for v in refused.value.violations] == [
        ("not_carried", "/button"),
        ("not_carried", "/fantasyland"),
    ]


@pytest.mark.parametrize("value", [None, 0, "A", [], {}, [None], {"A": None}, [{"seat": 3}], True])
@pytest.mark.parametrize("name", ROUNDS)
def test_a_header_of_any_shape_is_completed_or_refused_and_never_breaks(name: str, value: Any) -> None:
    game, rules, terms, record = ROUNDS[name]
    growth = growth_of(game)
    last = Earlier(growth.header_of(record), settle_round(game, record, terms, rules).marks)
    found: set[str] = set()
    for key in ("seats", "button", "fantasyland", "fantasyland_runs", "hand", "match_nets", "dealer", "first"):
        for earlier in ([], [last]):
            try:
                begin_round(game, growth.completed(earlier, {key: value}, rules), terms, rules)
            except RecordRefused as refused:
                found.update(violation.pointer[:1] for violation in refused.violations)
    assert found <= {"", "/"}


def test_the_winner_of_a_kowah_round_deals_the_next_one_where_the_house_says_so() -> None:
    growth = growth_of(KOWAH)
    under = kowah.rules(first="winner_deals")
    seats = [{"seat": name, "dealt": cards.split()} for name, cards in kowah.DEAL.items()]
    earlier = [Earlier({"seats": seats, "first": "A", "dealer": "C"}, {"next_dealer": "B"})]
    assert growth.completed(earlier, {"seats": seats}, under) == {"seats": seats, "dealer": "B", "first": "C"}
    assert growth.not_carried(earlier, {"seats": seats, "dealer": "B", "first": "C"}, under) == ()
    (fault,) = growth.not_carried(earlier, {"seats": seats, "dealer": "A", "first": "B"}, under)
    assert (fault.code, fault.pointer) == ("not_carried", "/dealer")
    by_lot = [Earlier({"seats": seats, "first": "A"}, {"next_dealer": None})]
    assert growth.carried(by_lot, {"seats": seats}, CHEKI) == growth.carried([], {}, under) == Carried({}, {})


@pytest.mark.parametrize(
    ("direction", "playing", "dealer", "first"),
    [("ascending", "BCD", "B", "C"), ("ascending", "CDE", "C", "D"), ("descending", "BCD", "C", "B")],
)
def test_the_deal_of_a_winner_who_sits_out_passes_on(direction: str, playing: str, dealer: str, first: str) -> None:
    """A, B and C have played and A has won: the deal goes to the next of them, in turn order, that plays on."""
    growth = growth_of(KOWAH)
    under = kowah.rules(first="winner_deals", direction=direction)
    hands = [cards.split() for cards in kowah.DEAL.values()]
    played = [{"seat": name, "dealt": cards} for name, cards in zip("ABC", hands, strict=True)]
    next_seats = [{"seat": name, "dealt": cards} for name, cards in zip(playing, hands, strict=True)]
    earlier = [Earlier({"seats": played, "first": "B", "dealer": "A"}, {"next_dealer": "A"})]
    completed = growth.completed(earlier, {"seats": next_seats}, under)
    assert (completed["dealer"], completed["first"]) == (dealer, first)
    begin_round(KOWAH, completed, kowah.TERMS, under)


def test_after_a_winner_with_whom_nobody_plays_on_anybody_may_deal() -> None:
    growth = growth_of(KOWAH)
    under = kowah.rules(first="winner_deals")
    played = [{"seat": name, "dealt": []} for name in "ABC"]
    earlier = [Earlier({"seats": played, "first": "B", "dealer": "A"}, {"next_dealer": "A"})]
    strangers = {"seats": [{"seat": name, "dealt": []} for name in "XYZ"], "dealer": "X", "first": "Y"}
    assert growth.not_carried(earlier, strangers, under) == ()


def test_what_a_kowah_seat_may_do_is_told_to_itself_and_to_others_only_what_is_public() -> None:
    growth = growth_of(KOWAH)
    ready = kowah.state_of(kowah.record("A draws C2", "A throws M9"), CHEKI)
    assert growth.choices(ready, "A", (), "A", CHEKI) == [{"event": "declare", "seat": "A", "wait": "C2"}]
    assert growth.choices(ready, "A", (), "B", CHEKI) == growth.choices(ready, "A", (), None, CHEKI) == []
    both = [{"event": "draw", "seat": "B"}, {"event": "take", "seat": "B", "card": "M9"}]
    assert growth.choices(ready, "B", (), "B", CHEKI) == growth.choices(ready, "B", (), None, CHEKI) == both


def test_of_covered_pairs_only_the_one_that_won_is_told_when_the_round_is_over() -> None:
    deal = {**kowah.DEAL, "B": "C1 S1 M1 C3 S3 M3 RF RF"}
    both = [*kowah.READY, "B draws OT", "B throws OT", "B declares RF", "C draws C2"]
    for public, told in [(True, {"A": "C2", "B": "RF"}), (False, {"A": "C2", "B": None})]:
        marks = kowah.settle(kowah.record(*both, deal=deal), kowah.rules(public_pair=public)).marks
        assert marks["declared"] == told
