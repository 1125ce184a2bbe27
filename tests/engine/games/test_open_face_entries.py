"""What is wrong with the entries of a holding or a record is told at its place; the least and the most that is read."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.errors import RecordRefused, Violation
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.holding import Rating
from engine.games.open_face_chinese.replay import DEAL_CHECKS
from support.open_face import TERMS, codes, rules

PINEAPPLE = rules("ofc_pineapple")
LEGAL = {"front": "Qh Qd 5c", "middle": "Kh Kc 3d 3s 2c", "back": "9h 9d 9c 7s 7h"}
DEALT = "Qh Qd 5c Kh Kc 3d 3s 2c 9h 9d 9c 7s 7h 2h 4h 6h 8h"
RECORD: dict[str, Any] = {"seats": ["A", "B"], "button": "A", "moves": []}


def rate(**changes: Any) -> Rating:
    told = {key: value.split() if isinstance(value, str) else value for key, value in {**LEGAL, **changes}.items()}
    return game.rate(game.parse_holding(told), PINEAPPLE)


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"front": "Qh xx 5c"}, [("bad_card", "/front/1")]),
        ({"back": "9h 9d 9c 7s X1"}, [("bad_card", "/back/4")]),
        ({"dealt": DEALT.replace("8h", "8x")}, [("bad_card", "/dealt/16")]),
        ({"front": "Qh Qd"}, [("wrong_row_size", "/front")]),
        ({"middle": "Kh Kc 3d 3s 2c 4c"}, [("wrong_row_size", "/middle")]),
        ({"dealt": DEALT.removesuffix(" 8h")}, [("wrong_card_count", "/dealt")]),
        ({"dealt": DEALT, "fantasyland": 14}, [("wrong_card_count", "/dealt")]),
        ({"back": "9h 9d 9c 7s 7s"}, [("duplicate_card", "/back/4")]),
        ({"middle": "Kh Kc 3d 3s Qd"}, [("duplicate_card", "/middle/4")]),
        ({"dealt": DEALT.replace("8h", "2h")}, [("duplicate_card", "/dealt/16")]),
        ({"dealt": DEALT, "middle": "Kh Kc 3d 3s Ts"}, [("card_not_dealt", "/middle/4")]),
        ({"fantasyland": 15}, [("fantasyland_cards", "/fantasyland")]),
        ({"fantasyland": 13}, [("fantasyland_cards", "/fantasyland")]),
    ],
)
def test_an_entry_error_of_a_board_is_told_at_its_place(changes: dict[str, Any], faults: list[tuple[str, str]]) -> None:
    assert [(fault.code, fault.pointer) for fault in rate(**changes).faults] == faults


def test_entry_errors_stand_in_the_order_of_the_checks_and_their_reasons_in_that_of_the_alphabet() -> None:
    rating = rate(front="Qh Qh 5c 6c", middle="Kh Kc 3d 3s xx", dealt="Qh 5c", fantasyland=15)
    assert [(fault.code, fault.pointer) for fault in rating.faults if fault.code != "card_not_dealt"] == [
        ("bad_card", "/middle/4"),
        ("wrong_row_size", "/front"),
        ("wrong_card_count", "/dealt"),
        ("duplicate_card", "/front/1"),
        ("fantasyland_cards", "/fantasyland"),
    ]
    assert list(rating.reasons) == [
        *("bad_card", "card_not_dealt", "duplicate_card"),
        *("fantasyland_cards", "wrong_card_count", "wrong_row_size"),
    ]
    assert rating.as_data()["fantasyland"] == {"next_cards": 0, "reasons": []}


def test_a_board_is_rated_whether_or_not_it_is_told_what_was_dealt() -> None:
    assert rate().legal
    assert rate(dealt=DEALT).legal
    assert not rate(dealt=[]).legal


@pytest.mark.parametrize(
    ("key", "sound", "odd"),
    [
        ("hand", [1, 1_000_000], [0, 1_000_001, True, "1"]),
        ("fantasyland", [{}, {"A": 0}, {"A": 1_000_000}], [{"A": -1}, {"A": 1_000_001}, {"A": True}]),
        ("fantasyland_runs", [{"A": 0}, {"A": 1_000_000}], [{"A": -1}, {"A": 1_000_001}]),
        ("pot_minor", ["0", "999999999999999"], ["-1", "1000000000000000", 1]),
        ("stacks", [{"A": "0"}, {"A": "999999999999999"}], [{"A": "-1"}, {"A": 0}]),
        ("match_nets", [{"A": "-999999999999999"}, {"A": "999999999999999"}], [{"A": "-0"}, {"A": "1e3"}]),
    ],
)
def test_the_published_bounds_of_a_record_are_those_that_are_read(key: str, sound: list[Any], odd: list[Any]) -> None:
    schema = Draft202012Validator(dict(game.RECORD_SCHEMA))
    for value in sound:
        assert schema.is_valid({**RECORD, key: value})
        game.parse({**RECORD, key: value}, TERMS)
    for value in odd:
        assert not schema.is_valid({**RECORD, key: value}), value
        with pytest.raises(RecordRefused):
            game.parse({**RECORD, key: value}, TERMS)


def test_the_published_bounds_of_a_holding_are_those_that_are_read() -> None:
    schema = Draft202012Validator(dict(game.HOLDING_SCHEMA))
    holding = {row: cards.split() for row, cards in LEGAL.items()}
    for cards in (0, 1_000_000):
        assert schema.is_valid({**holding, "fantasyland": cards})
        assert game.parse_holding({**holding, "fantasyland": cards}).fantasyland == cards
    for cards in (-1, 1_000_001):
        assert not schema.is_valid({**holding, "fantasyland": cards})
        with pytest.raises(RecordRefused):
            game.parse_holding({**holding, "fantasyland": cards})


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"seats": "AB"}, [("wrong_type", "/seats")]),
        ({"moves": {}}, [("wrong_type", "/moves")]),
        ({"moves": [{"seat": "A", "timeout": False}]}, [("wrong_value", "/moves/0/timeout")]),
        ({"moves": [{"seat": "A", "dealt": ["2c", 3]}]}, [("wrong_value", "/moves/0/dealt/1")]),
        ({"moves": [{"seat": "house"}]}, [("wrong_value", "/moves/0/seat")]),
        ({"fantasyland": {"A": "14"}}, [("wrong_value", "/fantasyland/A")]),
        ({"fantasyland_runs": {"A/B": 1}}, [("wrong_value", "/fantasyland_runs/A~1B")]),
        ({"stacks": {"A": "-1"}}, [("wrong_value", "/stacks/A")]),
        ({"match_nets": {"B": 5}}, [("wrong_money", "/match_nets/B")]),
        ({"pot_minor": -5}, [("wrong_money", "/pot_minor")]),
        ({"hand": 0}, [("wrong_value", "/hand")]),
    ],
)
def test_a_fault_of_shape_is_told_at_its_place(changes: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert codes({**RECORD, **changes}, PINEAPPLE) == found


def test_a_term_that_is_missing_is_told_once() -> None:
    for missing in TERMS:
        terms = {key: value for key, value in TERMS.items() if key != missing}
        with pytest.raises(RecordRefused) as refused:
            game.parse(RECORD, terms)
        assert [(fault.code, fault.pointer) for fault in refused.value.violations] == [("missing_key", "/terms")]


def test_an_entry_of_sixteen_letters_is_read_and_one_of_seventeen_is_not() -> None:
    schema = Draft202012Validator(dict(game.MOVE_SCHEMA))
    for length, sound in ((16, True), (17, False)):
        move = {"seat": "B", "dealt": ["x" * length]}
        assert schema.is_valid(move) is sound
        found = codes({**RECORD, "moves": [move]}, PINEAPPLE)
        assert found[0] == (("wrong_card_count", "/moves/0") if sound else ("wrong_value", "/moves/0/dealt/0"))


FIRST = {"seat": "B", "dealt": ["9d", "2d", "Kc", "9h", "Td"], "back": ["9d", "2d", "Kc", "9h", "Td"]}
OTHER = {"seat": "A", "dealt": ["3d", "4d", "5d", "6d", "7d"], "back": ["3d", "4d", "5d", "6d", "7d"]}


@pytest.mark.parametrize(
    ("moves", "named"),
    [
        ([{**FIRST, "dealt": ["9d", "2d", "Kx", "9h", "Td"]}], "Kx"),
        ([{**FIRST, "dealt": ["9d", "2d", "Kc", "9h", "2d"]}], "2d stands twice"),
        ([{**FIRST, "back": ["9d", "2d", "Kc", "Kc", "Td"]}], "Kc stands twice"),
        ([FIRST, {**OTHER, "dealt": ["3d", "4d", "Td", "6d", "7d"]}], "Td was dealt"),
        ([{**FIRST, "back": ["9d", "2d", "Kc", "9h", "Jd"]}], "Jd is not among"),
        ([{**FIRST, "back": ["9d", "2d", "9h", "Td"]}], "Kc was dealt and is neither"),
    ],
)
def test_a_refused_move_names_the_card_that_is_wrong(moves: list[dict[str, Any]], named: str) -> None:
    violations = game.validate(game.parse({**RECORD, "moves": moves}, TERMS), PINEAPPLE)
    assert named in violations[0].detail


def test_cards_can_be_dealt_and_listed_in_a_house_that_knows_no_time_outs() -> None:
    under = rules("ofc_pineapple", timeout="none")
    state = game.open_hand(game.parse(RECORD, TERMS), under)
    found = game.placements(state, "B", FIRST["dealt"], under)  # type: ignore[arg-type]
    assert not isinstance(found, Violation)
    # 3 ** 5 ways less those with four or five cards in front: 5 * 2 + 1.
    assert len(found) == 243 - 11


def test_the_first_fault_of_a_deal_is_the_one_that_is_named() -> None:
    """Each record has all the faults that come later as well."""
    later = {"seats": ["A", "A"], "button": "X", "fantasyland": {"X": 14, "A": 9}}
    changes: list[tuple[str, dict[str, Any]]] = [
        ("wrong_seat_count", {"seats": ["A"]}),
        ("duplicate_seat", {}),
        ("bad_button", {"seats": ["A", "B"]}),
        ("fantasyland_seat", {"seats": ["A", "B"], "button": "A"}),
        ("fantasyland_cards", {"seats": ["A", "B"], "button": "A", "fantasyland": {"A": 9}}),
    ]
    for code, change in changes:
        assert codes({**RECORD, **later, **change}, PINEAPPLE)[0][0] == code
    assert len(DEAL_CHECKS) == 6
