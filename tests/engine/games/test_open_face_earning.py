"""What earns Fantasyland and what comes near it, one view of a table told whole, and what is carried over."""

from typing import Any

import pytest

from engine.catalogue import GAMES, begin_round
from engine.errors import RecordRefused
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.rules import Rules
from engine.growing import Earlier, Growth
from support.open_face import TERMS, board, rules, state_of

PINEAPPLE = rules("ofc_pineapple")


def earned(rows: tuple[str, str, str], under: Rules, fantasyland: int = 0) -> tuple[int, tuple[str, ...]]:
    """Cards of the next Fantasyland and why, of a legal board."""
    cards = {row: codes for row, codes in board(*rows).items() if row != "discard"}
    rating = game.rate(game.parse_holding({**cards, "fantasyland": fantasyland}), under)
    assert rating.legal, rating.reasons
    return rating.fantasyland.cards, rating.fantasyland.reasons


@pytest.mark.parametrize(
    "rows",
    [
        # A flush in the middle is less than a full house, and a full house in the back less than quads.
        ("Qh Qd 5c", "2h 4h 6h 8h Th", "7d 7c 7s 9d 9c"),
        ("Qh Qd 5c", "2h 3c 4h 5h 6h", "7d 7c 7s 9d 9c"),
        # A pair of aces in front never keeps a seat in.
        ("Ah Ad 5c", "2h 4h 6h 8h Th", "7d 7c 7s 9d 9c"),
    ],
)
def test_what_is_one_step_too_low_keeps_nobody_in_fantasyland(rows: tuple[str, str, str]) -> None:
    under = rules("ofc_classic", fl_stay_front_trips=True, fl_stay_middle="full_house", fl_stay_back_quads=True)
    assert earned(rows, under, fantasyland=13) == (0, ())


@pytest.mark.parametrize(
    ("front", "back", "reason"),
    [
        ("Qh Qd 5c", "Ah Ad Ac 7s 7d", "middle_full_house"),
        ("2h 2d 2c", "Ah Ad Ac 7s 7d", "front_trips"),
        ("Qh Qd 5c", "7h 7d 7c 7s Ah", "back_quads"),
    ],
)
def test_the_least_that_stays_does_stay(front: str, back: str, reason: str) -> None:
    under = rules("ofc_classic", fl_stay_front_trips=True, fl_stay_middle="full_house", fl_stay_back_quads=True)
    middle = "3h 3c 3d 4s 4c" if reason == "middle_full_house" else "3h 3c 3d 4s 6c"
    assert earned((front, middle, back), under, fantasyland=13) == (13, (reason,))


WHEEL = "7h 5c 4d 3s 2d"


def test_the_best_low_earns_nothing_where_the_house_does_not_say_so() -> None:
    under = rules("ofc_27", fl_low_wheel_enters=False, fl_super=False)
    assert earned(("Qh Qd 2c", WHEEL, "Ac As Ah 6d 6h"), under) == (0, ())
    assert earned(("Kh Kd 2c", WHEEL, "Ac As Ah 6d 6h"), under) == (14, ("front_pair_K",))


def test_seven_high_in_a_middle_that_plays_high_is_nothing() -> None:
    assert earned(("6h 4c 2c", WHEEL, "Ac As Ah 6d 6c"), PINEAPPLE) == (0, ())


def test_the_whole_view_of_a_hand() -> None:
    """A has made two moves, the second too late; B sits in Fantasyland and has set."""
    record = {
        "seats": ["A", "B"],
        "button": "B",
        "fantasyland": {"B": 14},
        "moves": [
            {"seat": "A", "dealt": ["9d", "2d", "Kc", "9h", "Td"], "back": ["9d", "9h"], "middle": ["2d", "Td", "Kc"]},
            {
                "seat": "B",
                "dealt": ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Qh", "Ac", "Ah"],
                "front": ["Ac", "Ah", "Qh"],
                "middle": ["2c", "3c", "4c", "5c", "6c"],
                "back": ["7c", "8c", "9c", "Tc", "Jc"],
                "discard": ["Qc"],
            },
            {"seat": "A", "dealt": ["9s", "2s", "Kd"], "front": ["2s"], "timeout": True},
        ],
    }
    hidden = dict.fromkeys(("front", "middle", "back", "discard"))
    mine = {"front": ["2s"], "middle": ["2d", "Td", "Kc"], "back": ["9d", "9h", "9s"]}
    assert game.public_view(state_of(record, rules("ofc_pineapple", timeout="fill")), "A") == {
        "next_seat": "A",
        "street": 3,
        "fantasyland_waiting": [],
        "open": {"A": {"front": 2, "middle": 2, "back": 2}, "B": {"front": 0, "middle": 0, "back": 0}},
        "seats": ["A", "B"],
        "turn_order": ["A", "B"],
        "over": False,
        "moves": 3,
        "fantasyland": {"B": 14},
        "boards": {
            "A": {**mine, "discard": ["Kd"], "thrown": 1, "face_down": False, "timed_out": True},
            "B": {**hidden, "thrown": 1, "face_down": True, "timed_out": False},
        },
    }


def test_a_view_is_told_from_no_seat_and_from_the_seat_that_lies_face_down() -> None:
    record = {"seats": ["A", "B"], "button": "A", "fantasyland": {"A": 14}, "moves": []}
    for viewer in ("A", "B", None):
        view = game.public_view(state_of(record, PINEAPPLE), viewer)
        assert (view["turn_order"], view["next_seat"], view["street"]) == (["B", "A"], "B", 1)
        assert view["fantasyland_waiting"] == ["A"]


def growth() -> Growth:
    found = GAMES["open_face_chinese"].growth
    assert found is not None
    return found


def test_of_a_match_that_does_not_count_its_hands_only_the_last_one_is_known() -> None:
    """So no match of it is ever found to be over, and what was won or lost goes on."""
    left = {"button": "B", "fantasyland": {}, "fantasyland_runs": {}}
    marks = {"next_hand": left, "counts_for_match": True, "match_nets": {"A": "500", "B": "-500"}}
    header = {"seats": ["A", "B"], "button": "A"}
    assert growth().span(header, PINEAPPLE) == 1
    assert growth().span({**header, "hand": 7}, PINEAPPLE) == 7
    due = growth().carried([Earlier(header, marks)], {}, PINEAPPLE).due
    assert due["match_nets"] == {"A": "500", "B": "-500"}
    assert "hand" not in due


@pytest.mark.parametrize("value", [[{"seat": 3}], [[]], [None, {}], {"A": 1}, 7])
def test_seats_of_any_shape_are_refused_where_losses_are_limited_too(value: Any) -> None:
    under = rules("ofc_pineapple", loss_limit_units=9)
    left = {"button": "B", "fantasyland": {}, "fantasyland_runs": {}}
    marks = {"next_hand": left, "counts_for_match": True, "match_nets": {"A": "0", "B": "0"}}
    last = Earlier({"seats": ["A", "B"], "button": "A", "hand": 1}, marks)
    for earlier in ([], [last]):
        with pytest.raises(RecordRefused):
            opened(earlier, {"seats": value, "button": "A"}, under)


def opened(earlier: list[Earlier], header: dict[str, Any], under: Rules) -> object:
    """The state of a hand that is opened after others."""
    header = growth().completed(earlier, header, under)
    return begin_round(GAMES["open_face_chinese"], header, TERMS, under)


@pytest.mark.parametrize(
    ("rows", "hands"),
    [
        # A third ace would stand over three kings in the back: the joker is the best card beside the two aces.
        (("Ah Ad X1", WHEEL, "Kc Ks Kd 6h 8h"), ("pair A K", "high 7 5 4 3 2", "trips K 8 6")),
        (("Ah Ad X1", WHEEL, "Kc Ks Kd 6h 6c"), ("trips A", "high 7 5 4 3 2", "full_house K 6")),
        # A low row is made as low as it can be, and never a pair or a straight.
        (("Qh Jd 9c", "7h 5c 4d 3s X1", "Kc Ks Kd 6h 6c"), ("high Q J 9", "high 7 5 4 3 2", "full_house K 6")),
        (("Qh Jd 9c", "6h 5c 4d 3s X1", "Kc Ks Kd 8h 8c"), ("high Q J 9", "high 8 6 5 4 3", "full_house K 8")),
    ],
)
def test_a_joker_of_deuce_to_seven_serves_back_middle_and_front_in_this_order(
    rows: tuple[str, str, str], hands: tuple[str, str, str]
) -> None:
    cards = {row: codes for row, codes in board(*rows).items() if row != "discard"}
    rating = game.rate(game.parse_holding(cards), rules("ofc_27", jokers=1))
    assert rating.legal
    assert tuple(rated.hand for rated in rating.rows.values()) == hands
