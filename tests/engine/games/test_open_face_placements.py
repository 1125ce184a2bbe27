"""What may still be done with the cards just dealt, and what is lost already; held against brute force."""

import dataclasses
from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card, parse_cards
from engine.errors import Violation
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.placements import Placement
from engine.games.open_face_chinese.prospects import Prospects
from engine.games.open_face_chinese.record import Move
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.state import State
from engine.games.rows import SIZES, RowRules, rank_row
from support import open_face_by_hand as by_hand
from support.chinese_poker_by_hand import is_foul
from support.open_face import PRESETS, ROWS, Record, document, rules, state_of
from support.open_face_simulator import random_record

PINEAPPLE = rules("ofc_pineapple")
HOUSES: list[tuple[str, dict[str, Any]]] = [
    *((preset, {}) for preset in PRESETS),
    ("ofc_pineapple", {"order": "strict", "wheel": "second"}),
    ("ofc_classic", {"tie": "suit"}),
    ("ofc_27", {"low_middle_qualifier": "none"}),
]


def listed(state: State, seat: str, dealt: list[str], under: Rules) -> tuple[Placement, ...]:
    found = game.placements(state, seat, dealt, under)
    assert not isinstance(found, Violation), found
    return found


def move_of(seat: str, dealt: list[str], placement: Placement) -> Move:
    return Move(seat, tuple(dealt), *placement[:4], timeout=False)


@st.composite
def hands(draw: st.DrawFn, legal: float = 0.95) -> tuple[dict[str, Any], Rules, Record]:
    preset, switches = draw(st.sampled_from(HOUSES))
    house = document(preset, **switches)
    under = game.load_rules(house)
    return house, under, random_record(Random(draw(st.integers(0, 2**32))), house["switches"]["ofc"], under, legal)


@given(hands())
@settings(deadline=None, max_examples=12)
def test_a_board_that_ends_legal_never_went_through_a_certain_foul(hand: tuple[dict[str, Any], Rules, Record]) -> None:
    house, under, record = hand
    final = state_of(record, under)
    live = {
        seat
        for seat in record["seats"]
        if not is_foul({row: list(getattr(final.boards[seat], row)) for row in ROWS}, by_hand.flat(house))
    }
    state = state_of({**record, "moves": []}, under)
    for data in record["moves"]:
        move = game.parse_move(data)
        if move.seat in live and move.seat not in state.table.fantasyland:
            made = [one for one in listed(state, move.seat, data["dealt"], under) if _same(one, move)]
            assert [placement.certain_foul for placement in made] == [False]
        after = game.apply(state, move, under)
        assert isinstance(after, State)
        state = after


def _same(placement: Placement, move: Move) -> bool:
    made = (move.front, move.middle, move.back, move.discard)
    return all(set(a) == set(b) for a, b in zip(placement[:4], made, strict=True))


def completions(board: dict[str, list[str]], unseen: list[str]) -> Iterator[dict[str, list[str]]]:
    """Every way to fill the open places of a board from the cards not seen."""
    open_places = {row: room - len(board[row]) for row, room in by_hand.ROOM.items()}

    def fill(rows: list[str], left: list[str]) -> Iterator[dict[str, list[str]]]:
        if not rows:
            yield {}
            return
        for cards in combinations(left, open_places[rows[0]]):
            for rest in fill(rows[1:], [code for code in left if code not in cards]):
                yield {rows[0]: board[rows[0]] + list(cards), **rest}

    return fill(list(ROWS), unseen)


@given(hands(legal=0.5), st.integers(0, 2))
@settings(deadline=None, max_examples=40)
def test_near_the_end_a_foul_is_called_certain_exactly_where_nothing_can_save_the_board(
    hand: tuple[dict[str, Any], Rules, Record], lacking: int
) -> None:
    """Up to two cards are wanting after the move: all their completions are tried, from what the seat has not seen."""
    house, under, record = hand
    switches = by_hand.flat(house)
    state = state_of({**record, "moves": []}, under)
    for data in record["moves"]:
        move = game.parse_move(data)
        if move.seat not in state.table.fantasyland:
            due = state.due(move.seat)
            assert due is not None
            held = sum(map(len, state.boards[move.seat].rows)) + due.dealt - due.thrown
            if 13 - held <= lacking:
                _compare(state, move.seat, data["dealt"], under, switches)
        after = game.apply(state, move, under)
        assert isinstance(after, State)
        state = after


def _compare(state: State, seat: str, dealt: list[str], under: Rules, switches: dict[str, Any]) -> None:
    granted = state.table.fantasyland
    shown = [code for other in state.boards if other not in granted for row in state.boards[other].rows for code in row]
    known = {*shown, *dealt, *state.boards[seat].thrown}
    unseen = sorted(by_hand.DECK - known)
    for placement in listed(state, seat, dealt, under):
        before = state.boards[seat]
        board = {row: [*getattr(before, row), *getattr(placement, row)] for row in ROWS}
        saved = any(not is_foul(completed, switches) for completed in completions(board, unseen))
        assert placement.certain_foul is not saved


@given(hands())
@settings(deadline=None, max_examples=15)
def test_the_placements_listed_are_those_that_the_log_takes(hand: tuple[dict[str, Any], Rules, Record]) -> None:
    _, under, record = hand
    length = Random(len(str(record))).randrange(len(record["moves"]))
    state = state_of({**record, "moves": record["moves"][:length]}, under)
    data = record["moves"][length]
    seat, dealt = data["seat"], data["dealt"]
    if seat in state.table.fantasyland:
        assert game.placements(state, seat, dealt, under) == Violation(
            "too_many_placements", "/seat", "a Fantasyland hand can be set in too many ways to list them"
        )
        return
    taken = set()
    for targets in product(("front", "middle", "back", "discard"), repeat=len(dealt)):
        lists = [
            tuple(code for code, target in zip(dealt, targets, strict=True) if target == place)
            for place in ("front", "middle", "back", "discard")
        ]
        move = Move(seat, tuple(dealt), *lists, timeout=False)
        if isinstance(game.apply(state, move, under), State):
            taken.add(tuple(lists))
    assert {placement[:4] for placement in listed(state, seat, dealt, under)} == taken


def hand_at(front: str, middle: str, back: str, under: Rules = PINEAPPLE) -> State:
    """A's board as told, B's empty, and A to be dealt its last cards: a state that no log needs to reach."""
    state = state_of({"seats": ["A", "B"], "button": "B", "moves": []}, under)
    board = state.boards["A"]._replace(
        front=tuple(front.split()), middle=tuple(middle.split()), back=tuple(back.split())
    )
    turns = len(state.table.turns)
    return state._replace(boards={**state.boards, "A": board}, acted=turns - 2)


@pytest.mark.parametrize(
    ("rows", "dealt", "safe"),
    [
        # Under a full house, kings in front need three sevens in the middle; four of them are too many.
        (("Kh Kd 2c", "7h 7d 3s", "9h 9d 9c 4s 4h"), "7c 7s 2d", {("", "2d 7c"), ("", "2d 7s")}),
        # A third ace in front needs more than three kings in the middle: the other three makes them full.
        (
            ("Ah Ad", "Kh Kc Kd 3s", "9h 9d 9c 9s 4h"),
            "Ac 3c 2d",
            {("2d", "3c"), ("3c", "2d"), ("2d", "Ac"), ("3c", "Ac"), ("Ac", "3c")},
        ),
    ],
)
def test_the_last_placements_are_judged_as_a_player_would(
    rows: tuple[str, str, str], dealt: str, safe: set[tuple[str, str]]
) -> None:
    found = listed(hand_at(*rows), "A", dealt.split(), PINEAPPLE)
    told = {(" ".join(sorted(one.front)), " ".join(sorted(one.middle))) for one in found if not one.certain_foul}
    assert told == safe


def test_a_foul_can_be_certain_long_before_the_end() -> None:
    """Aces in front, and a middle of four ranks with one place left: a pair of kings is the most it can become."""
    state = hand_at("Ah Ad", "Kh Qc 7d 4s", "")._replace(acted=2)
    assert all(one.certain_foul for one in listed(state, "A", ["2c", "9h", "9d"], PINEAPPLE))
    hopeful = hand_at("Ah Ad", "Kh Qc 7d", "")._replace(acted=2)
    assert not all(one.certain_foul for one in listed(hopeful, "A", ["2c", "9h", "9d"], PINEAPPLE))


def test_cards_that_others_hide_count_as_unseen() -> None:
    """Kings in front, ace high in the middle with one place left: an ace is needed, and B has the three others."""
    aces = ("Ac", "Ad", "As")
    state = hand_at("Kh Kd 2c", "Ah 7d 5s", "9h 9d 9c 9s")._replace(acted=2)
    other = state.boards["B"]
    inside = dataclasses.replace(state.table, fantasyland={"B": 14})
    seen = state._replace(boards={**state.boards, "B": other._replace(front=aces)})
    thrown = state._replace(boards={**state.boards, "B": other._replace(thrown=aces)})
    face_down = seen._replace(table=inside)
    for table, certain in ((seen, True), (thrown, False), (face_down, False), (state, False)):
        found = listed(table, "A", ["4s", "4h", "2d"], PINEAPPLE)
        assert [one.certain_foul for one in found if one[1:3] == (("4s",), ("4h",))] == [certain]


def test_a_joker_on_the_board_stands_for_cards_that_others_show() -> None:
    """As above, but the middle will be full and its joker is the second ace, although B shows all of them."""
    with_jokers = rules("ofc_pineapple", jokers=1)
    state = hand_at("Kh Kd 2c", "Ah 7d 5s X1", "9h 9d 9c", with_jokers)._replace(acted=2)
    seen = state._replace(boards={**state.boards, "B": state.boards["B"]._replace(front=("Ac", "Ad", "As"))})
    found = listed(seen, "A", ["4s", "4h", "2d"], with_jokers)
    assert [one.certain_foul for one in found if one[1:3] == (("4s",), ("4h",))] == [False]


ROW_RULES = [
    PINEAPPLE.rows,
    rules("ofc_pineapple", wheel="second").rows,
    rules("ofc_27").rows,
]


@given(st.integers(0, 2**32), st.sampled_from(ROW_RULES), st.sampled_from(ROWS), st.integers(1, 5))
@settings(deadline=None, max_examples=150)
def test_a_row_can_become_exactly_what_its_completions_are(
    seed: int, row_rules: RowRules, row: str, lacking: int
) -> None:
    """Few unseen cards, often of few suits, so that flushes are forced now and then."""
    random = Random(seed)
    suits = random.sample("cdhs", random.choice([1, 2, 4]))
    deck = [Card(4 * rank + "cdhs".index(suit)) for rank in range(13) for suit in suits]
    random.shuffle(deck)
    size = SIZES[row]
    held, unseen = deck[: size - min(lacking, size)], deck[size : size + 8]
    reach = Prospects(unseen, row_rules).reach(row, tuple(held))
    strengths = {rank_row(row, [*held, *more], row_rules) for more in combinations(unseen, size - len(held))}
    assert reach == (min(strengths), max(strengths), strengths)


def test_two_rows_that_need_the_same_card_foul_for_certain() -> None:
    """The front needs the deuce, to stay under three jacks; the back needs it too, to stay over them."""
    rows = (parse_cards("Qh Qd"), parse_cards("Jh Jd Jc 8s 7c"), parse_cards("2h 2d 2s 9c"))
    assert Prospects(parse_cards("Qc 2c"), PINEAPPLE.rows).certain_foul(rows)
    assert not Prospects(parse_cards("Qc 2c 3c"), PINEAPPLE.rows).certain_foul(rows)


def test_where_suits_part_equal_rows_the_back_may_still_get_the_better_one() -> None:
    strict = rules("ofc_pineapple", order="strict")
    by_suit = rules("ofc_pineapple", order="strict", tie="suit")
    rows = (parse_cards("2h 3d 4c"), parse_cards("5c 6c 7c 8c 9d"), parse_cards("5h 6h 7h 8d"))
    assert Prospects(parse_cards("9s"), strict.rows).certain_foul(rows)
    assert not Prospects(parse_cards("9s"), by_suit.rows).certain_foul(rows)


def test_a_joker_that_may_still_come_saves_what_nothing_else_could() -> None:
    """Three aces in front over a pair of kings with two places: a second pair and a joker make kings full."""
    with_jokers = rules("ofc_pineapple", jokers=1)
    rows = ("Ah Ad Ac", "Kh Kd Qs", "9h 9d 9c 9s 4h")
    dealt = ["Qc", "2d", "3c"]
    certain = {one.middle: one.certain_foul for one in listed(hand_at(*rows), "A", dealt, PINEAPPLE)}
    assert certain == {("Qc", "2d"): True, ("Qc", "3c"): True, ("2d", "3c"): True}
    joker = listed(hand_at(*rows, with_jokers), "A", ["Qc", "2d", "X1"], with_jokers)
    assert {one.middle: one.certain_foul for one in joker} == {
        ("Qc", "2d"): True,
        ("Qc", "X1"): False,
        ("2d", "X1"): True,
    }


@pytest.mark.parametrize(
    ("seat", "dealt", "code"),
    [
        ("E", "2c 3c 4c 5c 6c", "unknown_seat"),
        ("B", "2c 3c 4c 5c 6c", "not_your_turn"),
        ("A", "2c 3c 4c", "wrong_card_count"),
        ("A", "2c 3c 4c 5c xx", "bad_card"),
        ("A", "2c 3c 4c 5c 5c", "duplicate_card"),
    ],
)
def test_cards_that_cannot_be_dealt_now_are_refused_like_a_move(seat: str, dealt: str, code: str) -> None:
    state = state_of({"seats": ["A", "B"], "button": "B", "moves": []}, PINEAPPLE)
    found = game.placements(state, seat, dealt.split(), PINEAPPLE)
    assert isinstance(found, Violation)
    assert (found.code, found.pointer) == (code, "/moves/0")


def test_a_hand_fouled_by_the_clock_stays_fouled_wherever_its_cards_go() -> None:
    under = rules("ofc_pineapple", timeout="foul")
    state = hand_at("Qh Qd", "Kh Kc 3d 3s", "9h 9d 9c 7s 7h", under)
    late = state._replace(boards={**state.boards, "A": state.boards["A"]._replace(timed_out=True)})
    assert not all(one.certain_foul for one in listed(state, "A", ["2c", "4d", "5d"], under))
    assert all(one.certain_foul for one in listed(late, "A", ["2c", "4d", "5d"], under))


def test_a_placement_is_told_as_plain_data() -> None:
    placement = Placement(("Kc",), (), ("2c",), ("3d",), certain_foul=False)
    assert placement.as_data() == {
        "front": ["Kc"],
        "middle": [],
        "back": ["2c"],
        "discard": ["3d"],
        "certain_foul": False,
    }
