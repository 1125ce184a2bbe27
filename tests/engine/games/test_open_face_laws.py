"""Laws that every Open-Face log obeys, over random hands and over logs that somebody tampered with."""

import copy
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Violation
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.state import State
from engine.sentences import explain
from engine.settlement import HOUSE
from support import open_face_by_hand as by_hand
from support.open_face import PRESETS, TERMS, Record, document, settle
from support.open_face_simulator import TAMPERING, random_record, tampered

SWITCHES: dict[str, list[Any]] = {
    "wheel": ["low", "second"],
    "order": ["ge", "strict"],
    "tie": ["none", "half", "suit"],
    "method": ["plain", "1-2", "1-4", "2-4", "1-6", "double", "triple"],
    "overall_on": ["two_rows", "net_rows", "net_total"],
    "lost_row": ["deduct", "ignore"],
    "scoop_multiplies": ["rows", "all"],
    "foul_pays": ["scoop", "rows", 4, "7/2"],
    "foul_pays_royalties": [True, False],
    "royalty_when": ["always", "win"],
    "royalty_mult": [1, 3],
    "low_middle_qualifier": ["none", "ten"],
}


@st.composite
def houses(draw: st.DrawFn) -> dict[str, Any]:
    """A complete ruleset: a seeded one, turbo now and then, or with any switches that score."""
    preset = draw(st.sampled_from(PRESETS))
    turbo = {"ofc": "turbo"} if preset == "ofc_classic" and draw(st.booleans()) else {}
    own = {name: draw(st.sampled_from(options)) for name, options in SWITCHES.items()} if draw(st.booleans()) else {}
    return document(preset, **{**own, **turbo})


@st.composite
def hands(draw: st.DrawFn) -> tuple[dict[str, Any], Rules, Record]:
    """A ruleset, its rules, and a random complete log under it."""
    house = draw(houses())
    under = game.load_rules(house)
    random = Random(draw(st.integers(0, 2**32)))
    return house, under, random_record(random, house["switches"]["ofc"], under, draw(st.sampled_from([0.5, 0.95])))


def replayed(record: Record, under: Rules) -> State | Violation:
    return game.replay(game.parse(record, TERMS), under)


def boards(state: State) -> dict[str, dict[str, list[str]]]:
    """The boards of a state as lists."""
    return {
        seat: {
            "front": list(board.front),
            "middle": list(board.middle),
            "back": list(board.back),
            "discard": list(board.thrown),
        }
        for seat, board in state.boards.items()
    }


def told(found: State | Violation) -> dict[str, Any]:
    """A replay in the words of the second opinion."""
    if isinstance(found, Violation):
        _, place, *index = [*found.pointer.split("/"), ""]
        return {"illegal": (int(index[0]) if place == "moves" else -1, found.code)}
    return {"boards": boards(found)} if found.over else {"next": found.next_seat}


@given(hands())
@settings(deadline=None, max_examples=80)
def test_a_random_hand_settles_to_zero_as_the_second_opinion_has_it(hand: tuple[dict[str, Any], Rules, Record]) -> None:
    house, under, record = hand
    settlement = settle(record, under, unit_minor=2)
    units = by_hand.nets(by_hand.replay(record, house["switches"])["boards"], by_hand.flat(house))
    assert {seat: Fraction(net, 2) for seat, net in settlement.nets.items() if seat != HOUSE} == units
    assert sum(settlement.nets.values()) == 0


@given(hands())
@settings(deadline=None, max_examples=30)
def test_every_line_of_a_random_hand_can_be_told(hand: tuple[dict[str, Any], Rules, Record]) -> None:
    _, under, record = hand
    settlement = settle(record, under, unit_minor=2)
    assert len(explain(game.CLAUSES, settlement)) == 1 + len(settlement.lines)


@pytest.mark.parametrize("how", TAMPERING)
@given(hands=hands(), seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=40)
def test_a_log_that_was_tampered_with_is_refused_at_the_event_or_means_what_it_says(
    how: str, hands: tuple[dict[str, Any], Rules, Record], seed: int
) -> None:
    house, under, record = hands
    changed = tampered(record, how, Random(seed))
    found = by_hand.replay(changed, house["switches"])
    assert told(replayed(changed, under)) == found
    if "boards" in found:
        settlement = settle(changed, under, unit_minor=2)
        units = by_hand.nets(found["boards"], by_hand.flat(house))
        assert {seat: Fraction(net, 2) for seat, net in settlement.nets.items() if seat != HOUSE} == units


@given(hands())
@settings(deadline=None, max_examples=40)
def test_replaying_is_opening_the_hand_and_applying_one_move_after_the_other(
    hand: tuple[dict[str, Any], Rules, Record],
) -> None:
    _, under, record = hand
    played = game.parse(record, TERMS)
    state = game.open_hand(played, under)
    for length, move in enumerate(played.moves):
        assert not isinstance(state, Violation)
        assert state == replayed({**record, "moves": record["moves"][:length]}, under)
        state = game.apply(state, move, under)
    assert state == game.replay(played, under)


@given(hands())
@settings(deadline=None, max_examples=40)
def test_after_any_move_exactly_the_seats_whose_move_it_is_may_be_dealt(
    hand: tuple[dict[str, Any], Rules, Record],
) -> None:
    _, under, record = hand
    length = Random(len(record["moves"])).randrange(len(record["moves"]))
    state = replayed({**record, "moves": record["moves"][:length]}, under)
    assert isinstance(state, State)
    able = {seat for seat in record["seats"] if state.due(seat) is not None}
    on_street = {state.turn.seat} if state.turn is not None else set()
    assert able == on_street | set(state.waiting)
    assert state.next_seat in able
    assert record["moves"][length]["seat"] in able


@given(hands(), st.permutations("cdhs"))
@settings(deadline=None, max_examples=30)
def test_other_suits_change_nothing_where_suits_do_not_count(
    hand: tuple[dict[str, Any], Rules, Record], suits: list[str]
) -> None:
    house, _, record = hand
    under = game.load_rules({**house, "switches": {**house["switches"], "tie": "none"}})
    become = dict(zip("cdhs", suits, strict=True))
    other = copy.deepcopy(record)
    for move in other["moves"]:
        for place in move.keys() - {"seat"}:
            move[place] = [code[0] + become[code[1]] for code in move[place]]
    assert settle(other, under, 2).nets == settle(record, under, 2).nets


@given(hands())
@settings(deadline=None, max_examples=30)
def test_a_fantasyland_board_may_be_set_at_any_time_and_settles_the_same(
    hand: tuple[dict[str, Any], Rules, Record],
) -> None:
    _, under, record = hand
    granted = record.get("fantasyland", {})
    first = [move for move in record["moves"] if move["seat"] in granted]
    others = [move for move in record["moves"] if move["seat"] not in granted]
    expected = settle(record, under, 2).as_data()
    for moves in (first + others, others + first, others + first[::-1]):
        assert settle({**record, "moves": moves}, under, 2).as_data() == expected


@given(st.integers(0, 2**32), st.sampled_from(PRESETS))
@settings(deadline=None, max_examples=25)
def test_what_each_hand_of_a_match_leaves_opens_the_next_one(seed: int, preset: str) -> None:
    """Seats, button, grants and runs are carried from mark to record; the runs are counted here once more."""
    house = document(preset)
    under, random = game.load_rules(house), Random(seed)
    start: Record = {"seats": ["A", "B", "C"], "button": "C", "fantasyland": {}, "fantasyland_runs": {}}
    runs = dict.fromkeys("ABC", 0)
    counted: list[bool] = []
    button = 2
    while not game.match_over(counted, 3, bool(start["fantasyland"]), under):
        settlement = settle(random_record(random, house["switches"]["ofc"], under, 0.9, start), under)
        runs = {seat: runs[seat] + 1 if seat in start["fantasyland"] else 0 for seat in runs}
        carried: Any = settlement.marks["next_hand"]
        assert carried["fantasyland_runs"] == {seat: run for seat, run in runs.items() if run}
        button = button if carried["fantasyland"] else (button + 1) % 3
        assert carried["button"] == "ABC"[button]
        counted.append(not start["fantasyland"])
        start = {"seats": ["A", "B", "C"], **carried}
    assert counted.count(True) == 3


@given(hands(), st.integers(1, 10_000))
@settings(deadline=None, max_examples=30)
def test_stakes_are_linear(hand: tuple[dict[str, Any], Rules, Record], times: int) -> None:
    _, under, record = hand
    single, multiple = settle(record, under, 2).nets, settle(record, under, 2 * times).nets
    assert multiple == {seat: net * times for seat, net in single.items()}


@given(hands())
@settings(deadline=None, max_examples=30)
def test_each_pair_settles_as_if_the_two_were_alone(hand: tuple[dict[str, Any], Rules, Record]) -> None:
    _, under, record = hand
    whole = settle(record, under, 2)
    state = replayed(record, under)
    assert isinstance(state, State)
    for line in whole.lines:
        assert {line.seat, line.against} <= set(record["seats"])
    for pair in whole.marks["pairs"]:  # type: ignore[attr-defined]
        two = [pair["a"], pair["b"]]
        alone = {
            **record,
            "seats": two,
            "button": two[1],
            "moves": _alone(record, two),
            "fantasyland": {seat: n for seat, n in record.get("fantasyland", {}).items() if seat in two},
            "fantasyland_runs": {},
        }
        assert settle(alone, under, 2).nets[two[0]] == Fraction(pair["units"]) * 2


def _alone(record: Record, two: list[str]) -> list[Record]:
    """The moves of two seats in the order that they would act in without the others."""
    granted = record.get("fantasyland", {})
    own = {seat: [move for move in record["moves"] if move["seat"] == seat] for seat in two}
    players = [seat for seat in two if seat not in granted]
    streets = max((len(own[seat]) for seat in players), default=0)
    moves = [own[seat][n] for n in range(streets) for seat in players]
    return moves + [own[seat][0] for seat in two if seat in granted]
