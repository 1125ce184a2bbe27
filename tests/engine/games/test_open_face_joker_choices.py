"""What may be done with cards where jokers are in the deck: on every street it can be told, and never too darkly."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.cards import RANKS
from engine.errors import Violation
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.boards import read_rows
from engine.games.open_face_chinese.placements import Placement
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.state import Board, State
from engine.games.rows import SIZES
from support.open_face import ROWS, Record, rules, state_of

NEW: Record = {"seats": ["A", "B"], "button": "B", "moves": []}


def listed(state: State, seat: str, dealt: list[str], under: Rules) -> tuple[Placement, ...]:
    found = game.placements(state, seat, dealt, under)
    assert not isinstance(found, Violation), found
    return found


def played(state: State, seat: str, dealt: list[str], placement: Placement, under: Rules) -> State:
    """The state after a placement was made."""
    after = game.apply(state, game.parse_move({**placed(placement), "seat": seat, "dealt": dealt}), under)
    assert isinstance(after, State), after
    return after


def placed(placement: Placement) -> dict[str, Any]:
    return {key: cards for key, cards in placement.as_data().items() if key != "certain_foul"}


@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("preset", ["ofc_pineapple", "ofc_classic", "ofc_27"])
def test_every_street_of_a_house_with_jokers_has_choices_that_can_be_told(preset: str, jokers: int) -> None:
    under, random = rules(preset, jokers=jokers), Random(jokers)
    deck = sorted(under.deck)
    random.shuffle(deck)
    state = state_of(NEW, under)
    while not state.over:
        seat = state.next_seat
        assert seat is not None
        due = state.due(seat)
        assert due is not None
        dealt = [deck.pop() for _ in range(due.dealt)]
        state = played(state, seat, dealt, random.choice(listed(state, seat, dealt, under)), under)
    assert state.moves == 2 * len(under.form.streets)


def test_a_card_just_set_is_not_what_a_joker_or_a_draw_could_be_again() -> None:
    """Over four eights only four nines would do; with the last nine set in front neither card to come makes them."""
    under = rules("ofc_pineapple", jokers=1)
    for dealt, front, lost in ((["X1", "9s", "3c"], "9s", True), (["X1", "Ks", "3c"], "Ks", False)):
        state = state_of(NEW, under)
        board = Board(("Qd",), ("8h", "8d", "8c", "8s", "2d"), ("9h", "9d", "9c"))
        boards = {**state.boards, "A": board}
        state = state._replace(boards=boards, acted=len(state.table.turns) - 4)
        found = {(one.front, one.back): one.certain_foul for one in listed(state, "A", dealt, under)}
        assert found[(front,), ("X1",)] is lost


def test_a_joker_that_nobody_has_seen_may_still_be_the_card_that_saves_the_board() -> None:
    """Queens in front need a second king in the middle, and all kings but the joker are gone."""
    state = state_of(NEW, rules("ofc_pineapple"))
    mine = Board(("Qh", "Qd", "2c"), ("Kh", "7d", "5s"), ("9h", "9d", "9c"), thrown=("Kc", "Ks"))
    theirs = state.boards["B"]._replace(back=("Kd",))
    state = state._replace(boards={"A": mine, "B": theirs}, acted=len(state.table.turns) - 4)
    for jokers, lost in ((0, True), (1, False)):
        found = listed(state, "A", ["3c", "9s", "2d"], rules("ofc_pineapple", jokers=jokers))
        assert [one.certain_foul for one in found if (one.middle, one.back) == (("3c",), ("9s",))] == [lost]


def test_no_placement_is_called_lost_that_one_more_card_could_still_save() -> None:
    """Twelve cards lie on A's board, a joker among them, and a second one is about: every card to come is tried."""
    under = rules("ofc_classic", jokers=2)
    told: Counter[tuple[bool, bool]] = Counter()
    for seed in range(16):
        random = Random(seed)
        deck = random.sample(sorted(under.deck - {"X1", "X2"}), 11)
        mine = [*sorted(deck[:10], key=lambda code: RANKS.index(code[0])), "X1"]
        if seed % 2:
            random.shuffle(mine)
        state = state_of(NEW, under)
        board = state.boards["A"]._replace(front=tuple(mine[:2]), middle=tuple(mine[2:6]), back=tuple(mine[6:]))
        state = state._replace(boards={**state.boards, "A": board}, acted=len(state.table.turns) - 4)
        for one in listed(state, "A", deck[10:], under):
            rows = {row: [*getattr(board, row), *getattr(one, row)] for row in ROWS}
            told[one.certain_foul, can_be_saved(rows, under)] += 1
    assert told[True, True] == 0
    assert told[False, True] > 0
    assert told[True, False] > 0


def can_be_saved(rows: dict[str, list[str]], under: Rules) -> bool:
    """Whether one of the cards that are not on a board completes it to a legal one."""
    (short,) = [row for row in ROWS if len(rows[row]) < SIZES[row]]
    return any(
        not read_rows(completed(rows, short, code), under.rows).faults for code in under.deck.difference(*rows.values())
    )


def completed(rows: dict[str, list[str]], short: str, code: str) -> tuple[list[str], list[str], list[str]]:
    front, middle, back = ([*rows[row], code] if row == short else rows[row] for row in ROWS)
    return front, middle, back
