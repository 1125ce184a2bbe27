"""What is certain is told as the one who asks could tell it: by the cards on the table, his own throws and jokers."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.cards import parse_cards
from engine.catalogue import GAMES
from engine.errors import RecordRefused, Violation
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.prospects import Prospects
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.state import State
from engine.games.rows import row_category
from engine.ranking import Category
from support.open_face import Record, rules, state_of

PINEAPPLE = rules("ofc_pineapple")
ONE_JOKER = rules("ofc_pineapple", jokers=1)
DEALT = ["3c", "9s", "2d"]


def move(seat: str, **lists: str) -> Record:
    return {"seat": seat, **{place: cards.split() for place, cards in lists.items()}}


def before_the_fourth_street(
    under: Rules, own_throws: tuple[str, str] = ("4h", "4s"), shown: str = "Kd Td Tc 8h 8d"
) -> State:
    """A has queens in front and ``Kh 7d 5s`` in the middle; ``shown`` is what B set on the first street.

    Dealt ``DEALT`` A may set 3c in the middle and 9s in the back: only a second king then keeps queens in front legal.
    """
    one, other = own_throws
    return state_of(
        {
            "seats": ["A", "B"],
            "button": "B",
            "moves": [
                move("A", dealt="Qh Qd 2c Kh 7d", front="Qh Qd 2c", middle="Kh 7d"),
                move("B", dealt=shown, back=shown),
                move("A", dealt=f"5s 9h {one}", middle="5s", back="9h", discard=one),
                move("B", dealt="3d 3h 4d", middle="3d 3h", discard="4d"),
                move("A", dealt=f"9d 9c {other}", back="9d 9c", discard=other),
                move("B", dealt="6d 6h 7c", front="6d 6h", discard="7c"),
            ],
        },
        under,
    )


def choices(state: State, viewer: str | None, under: Rules, seat: str = "A") -> list[Mapping[str, Any]]:
    growth = GAMES["open_face_chinese"].growth
    assert growth is not None
    return list(growth.choices(state, seat, DEALT, viewer, under))


def is_lost(state: State, viewer: str | None, under: Rules = PINEAPPLE) -> bool:
    """Whether ``viewer`` is told that queens over ``Kh 7d 5s 3c`` are a certain foul."""
    (one,) = [one for one in choices(state, viewer, under) if (one["middle"], one["back"]) == (["3c"], ["9s"])]
    return bool(one["certain_foul"])


def test_that_a_seat_has_thrown_the_cards_it_needs_is_told_to_itself_and_to_nobody_else() -> None:
    """B shows one king and A has thrown the other two: what others were told would betray the throws."""
    state = before_the_fourth_street(PINEAPPLE, own_throws=("Kc", "Ks"))
    assert is_lost(state, "A")
    assert not is_lost(state, None)
    assert not is_lost(state, "B")


def test_what_lies_on_the_table_is_known_to_everybody_who_asks() -> None:
    state = before_the_fourth_street(PINEAPPLE, shown="Kd Kc Ks 8h 8d")
    assert [is_lost(state, viewer) for viewer in ("A", "B", None)] == [True, True, True]
    hopeful = before_the_fourth_street(PINEAPPLE)
    assert [is_lost(hopeful, viewer) for viewer in ("A", "B", None)] == [False, False, False]


@pytest.mark.parametrize("viewer", ["A", None])
def test_choices_of_somebody_who_does_not_sit_at_the_table_are_refused(viewer: str | None) -> None:
    with pytest.raises(RecordRefused) as refused:
        choices(before_the_fourth_street(PINEAPPLE), viewer, PINEAPPLE, seat="E")
    assert [(fault.code, fault.pointer) for fault in refused.value.violations] == [("unknown_seat", "/seat")]


def test_a_joker_that_lies_on_another_board_saves_nobody_else() -> None:
    state = before_the_fourth_street(ONE_JOKER, own_throws=("Kc", "Ks"), shown="Kd X1 Tc 8h 8d")
    assert is_lost(state, "A", ONE_JOKER)


def at_its_end(front: str, middle: str, back: str, under: Rules, *, late: bool = False) -> State:
    """A's board as told, A to be dealt the cards of the last street."""
    state = state_of({"seats": ["A", "B"], "button": "B", "moves": []}, under)
    rows = {"front": tuple(front.split()), "middle": tuple(middle.split()), "back": tuple(back.split())}
    board = state.boards["A"]._replace(timed_out=late, **rows)
    return state._replace(boards={**state.boards, "A": board}, acted=len(state.table.turns) - 2)


def certain(state: State, dealt: str, under: Rules) -> dict[str, bool]:
    """Whether a placement is lost, by where its cards go."""
    found = game.placements(state, "A", dealt.split(), under)
    assert not isinstance(found, Violation), found
    return {"/".join(" ".join(row) for row in placement[:3]): placement.certain_foul for placement in found}


def test_a_joker_stands_for_no_card_that_lies_on_its_own_board() -> None:
    """Over four eights only four nines would do, and the fourth nine lies in front: neither joker nor draw is it."""
    state = at_its_end("9s Qd", "8h 8d 8c 8s 2d", "9h 9d 9c", ONE_JOKER)
    state = state._replace(acted=len(state.table.turns) - 4)
    assert certain(state, "X1 2c 3c", ONE_JOKER)["2c//X1"]
    state = at_its_end("Ks Qd", "8h 8d 8c 8s 2d", "9h 9d 9c", ONE_JOKER)
    state = state._replace(acted=len(state.table.turns) - 4)
    assert not certain(state, "X1 2c 3c", ONE_JOKER)["2c//X1"]


def test_of_equal_complete_rows_the_higher_suit_must_lie_behind_where_suits_break_ties() -> None:
    rows = ("2c 4d", "Ks Qs 9d 5c 3c", "Kh Qd 9c 5h")
    by_suit = rules("ofc_pineapple", tie="suit")
    assert certain(at_its_end(*rows, by_suit), "3d 6h 7s", by_suit)["6h//3d"]
    assert not certain(at_its_end(*rows, PINEAPPLE), "3d 6h 7s", PINEAPPLE)["6h//3d"]


def test_suits_save_no_back_whose_ranks_are_lower_than_those_of_the_middle() -> None:
    """The back can only get a deuce: K Q 9 5 2 stands behind K Q 9 5 3, whatever its suits."""
    by_suit = rules("ofc_pineapple", tie="suit")
    rows = (parse_cards("4c 6d 7h"), parse_cards("Ks Qs 9d 5c 3c"), parse_cards("Kh Qd 9c 5h"))
    assert Prospects(parse_cards("2d 2s"), by_suit.rows).certain_foul(rows)
    assert not Prospects(parse_cards("2d 3s"), by_suit.rows).certain_foul(rows)


def test_a_move_that_came_too_late_is_no_foul_where_the_house_only_fills_the_rows() -> None:
    rows = ("Qh Qd", "Kh Kc 3d 3s", "9h 9d 9c 7s 7h")
    for timeout, lost in (("fill", False), ("foul", True)):
        under = rules("ofc_pineapple", timeout=timeout)
        assert certain(at_its_end(*rows, under, late=True), "2c 4d 5d", under)["2c/4d/"] is lost


def test_three_of_a_rank_are_among_what_a_front_can_become() -> None:
    reach = Prospects(parse_cards("Ac 2c"), PINEAPPLE.rows).reach("front", parse_cards("Ah Ad"))
    assert [row_category(strength) for strength in sorted(reach.strengths)] == [Category.PAIR, Category.TRIPS]
    only = Prospects(parse_cards("Ac"), PINEAPPLE.rows).reach("front", parse_cards("Ah Ad"))
    assert only.weakest == only.strongest == reach.strongest
