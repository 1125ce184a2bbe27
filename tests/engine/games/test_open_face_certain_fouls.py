"""What is called a certain foul, jokers or none, in every form: never one that some cards could still save."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalogue import GAMES
from engine.errors import RecordRefused
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.boards import read_rows
from engine.games.open_face_chinese.placements import Placement
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.state import Board, State
from engine.games.rows import SIZES
from support.open_face import PRESETS, ROWS, Record, document, rules, state_of
from support.open_face_simulator import random_record, with_jokers

FORMS: list[tuple[str, dict[str, Any]]] = [
    *((preset, {}) for preset in PRESETS),
    ("ofc_classic", {"ofc": "turbo", "tie": "suit"}),
    ("ofc_pineapple", {"order": "strict", "wheel": "second"}),
    ("ofc_27", {"low_middle_qualifier": "none"}),
]
JOKERS = ("X1", "X2")
Rows = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def drawn(preset: str, switches: dict[str, Any], jokers: int, seed: int) -> tuple[Rules, Record]:
    """A ruleset with so many jokers in the deck, and a random hand in which some or all of them are dealt."""
    house = document(preset, **switches, jokers=jokers)
    under, random = game.load_rules(house), Random(seed)
    record = random_record(random, house["switches"]["ofc"], under, legal=random.choice([0.3, 0.95]))
    return under, with_jokers(record, random.randint(0, jokers), random)


def walk(under: Rules, record: Record) -> Iterator[tuple[State, Record]]:
    """Every state of a hand with the move that is made in it."""
    state = state_of({**record, "moves": []}, under)
    for move in record["moves"]:
        yield state, move
        after = game.apply(state, game.parse_move(move), under)
        assert isinstance(after, State)
        state = after


def listed(state: State, move: Record, under: Rules) -> list[Placement]:
    found = game.placements(state, move["seat"], move["dealt"], under)
    assert isinstance(found, tuple)
    return [one for one in found if isinstance(one, Placement)]


def rows_after(board: Board, placement: Placement) -> Rows:
    front, middle, back = ((*getattr(board, row), *getattr(placement, row)) for row in ROWS)
    return front, middle, back


def completions(rows: Sequence[tuple[str, ...]], unseen: list[str], names: Sequence[str] = ROWS) -> Iterator[Any]:
    """Every way to fill the open places of some rows from the cards not seen."""
    if not rows:
        yield ()
        return
    for more in combinations(unseen, SIZES[names[0]] - len(rows[0])):
        for others in completions(rows[1:], [code for code in unseen if code not in more], names[1:]):
            yield ((*rows[0], *more), *others)


def can_be_saved(rows: Rows, unseen: list[str], under: Rules) -> bool:
    return any(not read_rows(complete, under.rows).faults for complete in completions(rows, unseen))


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize(("preset", "switches"), FORMS)
def test_views_and_choices_are_told_throughout_a_hand_whatever_jokers_are_dealt(
    preset: str, switches: dict[str, Any], jokers: int
) -> None:
    """What cannot be told is refused by a code: a Fantasyland hand, another seat's turn, cards that are out already."""
    growth = GAMES["open_face_chinese"].growth
    assert growth is not None
    under, record = drawn(preset, switches, jokers, seed=jokers)
    for state, move in walk(under, record):
        for viewer in (*record["seats"], None):
            assert growth.view(state, viewer)["next_seat"] == state.next_seat
        for seat in record["seats"]:
            viewer = seat if state.moves % 2 else None
            try:
                told = growth.choices(state, seat, move["dealt"], viewer, under)
            except RecordRefused as refused:
                codes = {violation.code for violation in refused.violations}
                assert codes <= {"not_your_turn", "wrong_card_count", "too_many_placements", "hand_over"}
            else:
                assert told
                assert seat == move["seat"]


@given(st.sampled_from(FORMS), st.integers(0, 2), st.integers(0, 2**32))
@settings(deadline=None, max_examples=15)
def test_a_board_that_ends_legal_with_or_without_jokers_was_never_called_a_certain_foul(
    form: tuple[str, dict[str, Any]], jokers: int, seed: int
) -> None:
    under, record = drawn(*form, jokers, seed)
    final = state_of(record, under)
    legal = {seat for seat, board in final.boards.items() if not read_rows(board.rows, under.rows).faults}
    for state, move in walk(under, record):
        if move["seat"] in legal - state.table.fantasyland.keys():
            placed = [frozenset(move.get(place, ())) for place in (*ROWS, "discard")]
            made = [one for one in listed(state, move, under) if [frozenset(part) for part in one[:4]] == placed]
            assert [one.certain_foul for one in made] == [False]


@given(st.sampled_from(FORMS), st.integers(0, 2), st.integers(0, 2**32))
@settings(deadline=None, max_examples=40)
def test_near_the_end_no_cards_save_a_certain_foul_and_without_jokers_some_save_every_other_board(
    form: tuple[str, dict[str, Any]], jokers: int, seed: int
) -> None:
    """Up to two places are open after the move, one with two jokers: all that can fill them is tried."""
    under, record = drawn(*form, jokers, seed)
    exact = jokers == 0 and "tie" not in form[1]
    for state, move in walk(under, record):
        board, due = state.boards[move["seat"]], state.due(move["seat"])
        assert due is not None
        lacking = 13 - sum(map(len, board.rows)) - due.dealt + due.thrown
        if move["seat"] in state.table.fantasyland or lacking > min(2, 3 - jokers):
            continue
        unseen = sorted(under.deck.difference(state.face_up(), move["dealt"], board.thrown))
        for placement in listed(state, move, under)[:2]:
            saved = can_be_saved(rows_after(board, placement), unseen, under)
            assert not (placement.certain_foul and saved)
            assert placement.certain_foul is not saved or not (exact or lacking == 0)


def at(front: str, middle: str, back: str, under: Rules) -> State:
    """A's board as told in the middle of a hand against B, whose board is empty."""
    state = state_of({"seats": ["A", "B"], "button": "B", "moves": []}, under)
    board = state.boards["A"]._replace(
        front=tuple(front.split()), middle=tuple(middle.split()), back=tuple(back.split())
    )
    return state._replace(boards={**state.boards, "A": board}, acted=4)


# Aces in front, and a middle that needs the fourth ace: where that lies on the same board, no joker stands for it.
ACES = ("Ah Ad 2c", "Ac 9h 7d 4s", "Kh Kc Kd")


@pytest.mark.parametrize(
    ("jokers", "back", "certain"),
    [
        (0, ("As", "4h"), True),
        (0, ("4h", "3d"), True),
        (1, ("As", "4h"), True),
        (1, ("4h", "3d"), False),
        (2, ("As", "3d"), True),
        (2, ("4h", "3d"), False),
    ],
)
def test_a_joker_to_come_stands_for_a_card_that_was_thrown_but_for_none_just_placed(
    jokers: int, back: tuple[str, str], certain: bool
) -> None:
    under = rules("ofc_pineapple", jokers=jokers)
    found = listed(at(*ACES, under), {"seat": "A", "dealt": ["As", "4h", "3d"]}, under)
    assert [one.certain_foul for one in found if one.back == back] == [certain]


def test_a_joker_stands_for_a_card_that_another_seat_shows_unless_it_was_thrown() -> None:
    """B shows the ace that is needed, and the only joker has just been dealt."""
    under = rules("ofc_pineapple", jokers=1)
    state = at(*ACES, under)
    shown = state._replace(boards={**state.boards, "B": state.boards["B"]._replace(back=("As",))})
    found = listed(shown, {"seat": "A", "dealt": ["X1", "4h", "3d"]}, under)
    told = {(one.middle, one.back): one.certain_foul for one in found if one.middle in ((), ("X1",))}
    assert told == {
        ((), ("4h", "3d")): True,
        ((), ("X1", "4h")): False,
        ((), ("X1", "3d")): False,
        (("X1",), ("4h",)): False,
        (("X1",), ("3d",)): False,
    }


def test_cards_just_placed_do_not_come_again_where_a_joker_is_in_the_deck() -> None:
    """Five spades dealt at once: no flush holds one of them twice, and no row five cards of a rank."""
    under = rules("ofc_27", jokers=2)
    for dealt in (["As", "Ks", "Qs", "7s", "2s"], ["As", "Ah", "Ad", "Ac", "X1"], ["X1", "X2", "As", "Ah", "2s"]):
        state = state_of({"seats": ["A", "B"], "button": "B", "moves": []}, under)
        assert len(listed(state, {"seat": "A", "dealt": dealt}, under)) > 200
