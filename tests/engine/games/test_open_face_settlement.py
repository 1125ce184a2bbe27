"""Open-Face in money: every line, multipliers, limits, stacks, and what the next hand starts with."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RecordRefused
from engine.games.open_face_chinese.match import match_over
from engine.games.open_face_chinese.rules import Rules
from engine.settlement import HOUSE, Settlement
from support.open_face import board, codes, lines, mark, record_of, rules, settle, settled
from support.open_face_simulator import random_record

A = board("Qh Qd 5c", "Kh Kc 3d 3s 2c", "9h 9d 9c 7s 7h")
"""Royalties 7 + 0 + 6; queens enter Fantasyland."""
B = board("6h 6d Ac", "Jh Jc Jd 4s 2d", "Ts 8s 6s 5s Qs")
"""Royalties 1 + 2 + 4."""
FOULED = board("Kd Td 4c", "Ah As 8h 8d 6c", "5d 4d Qc Tc 2h")
THREE = {"A": A, "B": B, "C": FOULED}
"""A beats B in front and back: 1 + 13 - 7 = 7; C pays 6 + 13 and 6 + 7."""
PINEAPPLE = rules("ofc_pineapple")


def nets(settlement: Settlement) -> dict[str, int]:
    return {seat: net for seat, net in settlement.nets.items() if seat != HOUSE}


def told(settlement: Settlement) -> list[tuple[str, str, str, str, int]]:
    return [(line.seat, line.against, line.item, line.units, line.net_minor) for line in settlement.lines]


def test_three_seats_settle_pair_by_pair_with_a_line_for_everything() -> None:
    settlement = settled(THREE, PINEAPPLE)
    assert nets(settlement) == {"A": 2600, "B": 600, "C": -3200}
    assert told(settlement) == [
        ("A", "B", "front", "1", 100),
        ("A", "B", "middle", "-1", -100),
        ("A", "B", "back", "1", 100),
        ("A", "B", "front_royalty", "7", 700),
        ("A", "B", "front_royalty", "-1", -100),
        ("A", "B", "middle_royalty", "-2", -200),
        ("A", "B", "back_royalty", "6", 600),
        ("A", "B", "back_royalty", "-4", -400),
        ("A", "C", "foul", "6", 600),
        ("A", "C", "front_royalty", "7", 700),
        ("A", "C", "back_royalty", "6", 600),
        ("B", "C", "foul", "6", 600),
        ("B", "C", "front_royalty", "1", 100),
        ("B", "C", "middle_royalty", "2", 200),
        ("B", "C", "back_royalty", "4", 400),
    ]


def test_two_fouls_move_nothing() -> None:
    other = board("Ad Ks Jc", "Js Jh 8c 4h 2s", "Jd Th 7d 6h 3c")
    settlement = settled({"A": A, "B": other, "C": FOULED}, PINEAPPLE)
    (line,) = [line for line in settlement.lines if (line.seat, line.against) == ("B", "C")]
    assert (line.item, line.net_minor, line.reason.clause) == ("foul", 0, "both_fouled")


def test_marks_tell_boards_pairs_and_royalties() -> None:
    settlement = settled(THREE, PINEAPPLE)
    assert mark(settlement, "state") == {"A": "live", "B": "live", "C": "foul"}
    assert mark(settlement, "faults") == {"A": [], "B": [], "C": ["middle_over_back"]}
    assert mark(settlement, "royalties")["A"] == {"front": "7", "middle": "0", "back": "6", "total": "13"}
    assert mark(settlement, "royalties")["C"] == {"front": "0", "middle": "0", "back": "0", "total": "0"}
    assert mark(settlement, "pairs") == [
        {"a": "A", "b": "B", "rows": [1, -1, 1], "units": "7"},
        {"a": "A", "b": "C", "rows": None, "units": "19"},
        {"a": "B", "b": "C", "rows": None, "units": "13"},
    ]


# Royalties by level or pot: A and B net 1 for rows and 6 for royalties; C pays 6 and 13, 6 and 7.


@pytest.mark.parametrize(
    ("switches", "more", "mult"),
    [
        ({"royalty_mult": 3}, {}, 3),
        ({"royalty_levels": [1, 2, 3], "hands_per_level": 2}, {"hand": 2}, 1),
        ({"royalty_levels": [1, 2, 3], "hands_per_level": 2}, {"hand": 3}, 2),
        ({"royalty_levels": [1, 2, 3], "hands_per_level": 2}, {"hand": 99}, 3),
        ({"royalty_base_pot_minor": "1000"}, {"pot_minor": "3999"}, 3),
        ({"royalty_base_pot_minor": "1000"}, {"pot_minor": "1999"}, 1),
        ({"royalty_base_pot_minor": "1000"}, {"pot_minor": "0"}, 1),
    ],
)
def test_royalties_and_nothing_else_follow_level_or_pot(
    switches: dict[str, Any], more: dict[str, Any], mult: int
) -> None:
    settlement = settled(THREE, rules("ofc_pineapple", **switches), **more)
    units = [1 + mult * 6, 6 + mult * 13, 6 + mult * 7]
    assert [pair["units"] for pair in mark(settlement, "pairs")] == [str(one) for one in units]
    assert mark(settlement, "royalty_mult") == mult
    assert mark(settlement, "royalties")["A"]["total"] == str(13 * mult)


@pytest.mark.parametrize(
    ("switches", "code"),
    [
        ({"royalty_levels": [1, 2]}, "missing_hand"),
        ({"stake_schedule": [1, 2]}, "missing_hand"),
        ({"royalty_base_pot_minor": "1000"}, "missing_pot"),
        ({"loss_limit_units": 20, "match_hands": "open"}, "missing_match_net"),
    ],
)
def test_what_a_ruleset_settles_by_must_be_in_the_record(switches: dict[str, Any], code: str) -> None:
    assert codes(record_of(THREE, "pineapple", Random(1)), rules("ofc_pineapple", **switches)) == [(code, "")]


def test_the_stake_rises_with_the_hands_of_a_match() -> None:
    under = rules("ofc_pineapple", stake_schedule=[1, 5], hands_per_level=3)
    assert nets(settled(THREE, under, hand=3))["A"] == 2600
    assert nets(settled(THREE, under, hand=4))["A"] == 13000


# Super Bowl.


def test_a_super_bowl_multiplies_the_pairs_of_the_seat_that_plays_it() -> None:
    under = rules("ofc_pineapple", super_bowl_mult=2)
    third = settled(THREE, under, fantasyland={"A": 14}, fantasyland_runs={"A": 2})
    assert [pair["units"] for pair in mark(third, "pairs")] == ["14", "38", "13"]
    assert [(line.seat, line.against, line.units) for line in lines(third, "super_bowl")] == [
        ("A", "B", "7"),
        ("A", "C", "19"),
    ]
    assert mark(third, "super_bowl") == {
        "A": {"run": 3, "super_bowl": True},
        "B": {"run": 0, "super_bowl": False},
        "C": {"run": 0, "super_bowl": False},
    }


def test_a_shorter_run_is_no_super_bowl_and_two_of_them_count_once() -> None:
    under = rules("ofc_pineapple", super_bowl_mult=3)
    second = settled(THREE, under, fantasyland={"A": 14}, fantasyland_runs={"A": 1})
    assert nets(second) == {"A": 2600, "B": 600, "C": -3200}
    both = settled(THREE, under, fantasyland={"A": 14, "B": 14}, fantasyland_runs={"A": 5, "B": 2})
    assert [pair["units"] for pair in mark(both, "pairs")] == ["21", "57", "39"]


def test_it_does_not_matter_where_the_seat_of_a_super_bowl_stands() -> None:
    under = rules("ofc_pineapple", super_bowl_mult=2)
    settlement = settled(THREE, under, fantasyland={"B": 14}, fantasyland_runs={"B": 2})
    assert [pair["units"] for pair in mark(settlement, "pairs")] == ["14", "19", "26"]


def test_by_default_a_super_bowl_is_only_told() -> None:
    settlement = settled(THREE, PINEAPPLE, fantasyland={"A": 14}, fantasyland_runs={"A": 2})
    assert mark(settlement, "super_bowl")["A"]["super_bowl"]
    assert nets(settlement) == {"A": 2600, "B": 600, "C": -3200}


# Stacks and the loss limit of a match; C, who has the button, owes 1900 to A and then 1300 to B.


def test_a_short_stack_pays_the_pairs_in_turn_order() -> None:
    stacks = {"A": "10000", "B": "10000", "C": "2500"}
    settlement = settled(THREE, PINEAPPLE, stacks=stacks)
    assert nets(settlement) == {"A": 2600, "B": -700 + 600, "C": -2500}
    (cap,) = lines(settlement, "cap")
    assert (cap.seat, cap.against, cap.net_minor, cap.reason.clause) == ("B", "C", -700, "cap_loser_stack")
    assert mark(settlement, "stacks") == {"A": "12600", "B": "9900", "C": "0"}
    assert mark(settlement, "busted") == ["C"]


def test_a_winner_wins_no_more_than_he_has_in_front_of_him() -> None:
    stacks = {"A": "500", "B": "10000", "C": "10000"}
    settlement = settled(THREE, PINEAPPLE, stacks=stacks)
    caps = [(cap.seat, cap.against, cap.reason.clause) for cap in lines(settlement, "cap")]
    assert caps == [("A", "B", "cap_winner_stack"), ("A", "C", "cap_winner_stack")]
    assert nets(settlement)["A"] == 500 + 1000


def test_a_short_stack_may_be_shared_in_proportion() -> None:
    under = rules("ofc_pineapple", short_stack="pro_rata")
    settlement = settled(THREE, under, stacks={"A": "10000", "B": "10000", "C": "1600"})
    assert nets(settlement) == {"A": 700 + 950, "B": -700 + 650, "C": -1600}


def test_a_player_loses_no_more_in_a_match_than_the_limit() -> None:
    under = rules("ofc_pineapple", loss_limit_units=20)
    settlement = settled(THREE, under, hand=1, match_nets={"A": "0", "B": "500", "C": "-500"})
    assert nets(settlement) == {"A": 700 + 1500, "B": -700, "C": -1500}
    caps = [(cap.seat, cap.net_minor, cap.reason.clause) for cap in lines(settlement, "cap")]
    assert caps == [("A", -400, "cap_loss_limit"), ("B", -1300, "cap_loss_limit")]
    assert mark(settlement, "match_nets") == {"A": "2200", "B": "-200", "C": "-2000"}


def test_a_player_at_his_limit_pays_nothing_more() -> None:
    under = rules("ofc_pineapple", loss_limit_units=20)
    settlement = settled(THREE, under, hand=1, match_nets={"A": "0", "B": "0", "C": "-2000"})
    assert nets(settlement) == {"A": 700, "B": -700, "C": 0}


def test_what_is_left_of_a_limit_may_be_shared_in_proportion() -> None:
    under = rules("ofc_pineapple", loss_limit_units=16, short_stack="pro_rata")
    settlement = settled(THREE, under, hand=1, match_nets={"A": "0", "B": "0", "C": "0"})
    assert nets(settlement) == {"A": 700 + 950, "B": -700 + 650, "C": -1600}
    assert {cap.reason.clause for cap in lines(settlement, "cap")} == {"cap_loss_limit_pro_rata"}


@st.composite
def limited(draw: st.DrawFn) -> tuple[Rules, dict[str, Any], dict[str, int], dict[str, int] | None]:
    """Rules with a loss limit, a random hand with what the match had brought so far, and stacks now and then."""
    manner, limit = draw(st.sampled_from(["sequential", "pro_rata"])), draw(st.integers(1, 40))
    under = rules("ofc_pineapple", loss_limit_units=limit, short_stack=manner, win_cap=draw(st.booleans()))
    record = random_record(Random(draw(st.integers(0, 2**32))), "pineapple", under, legal=0.7)
    before = {seat: draw(st.integers(-limit, limit)) * 100 for seat in record["seats"]}
    stacks = {seat: draw(st.integers(0, 60)) * 100 for seat in record["seats"]} if draw(st.booleans()) else None
    record["hand"] = 1
    record["match_nets"] = {seat: str(net) for seat, net in before.items()}
    if stacks is not None:
        record["stacks"] = {seat: str(stack) for seat, stack in stacks.items()}
    return under, record, before, stacks


@given(limited())
@settings(deadline=None, max_examples=80)
def test_nobody_ever_loses_more_than_limit_and_stack_allow(
    hand: tuple[Rules, dict[str, Any], dict[str, int], dict[str, int] | None],
) -> None:
    under, record, before, stacks = hand
    settlement = settle(record, under)
    limit = (under.loss_limit or 0) * 100
    for seat, net in nets(settlement).items():
        assert before[seat] + net >= -limit
        assert stacks is None or stacks[seat] + net >= 0
    assert sum(nets(settlement).values()) == 0


@given(limited())
@settings(deadline=None, max_examples=40)
def test_a_limit_that_is_far_away_changes_nothing(
    hand: tuple[Rules, dict[str, Any], dict[str, int], dict[str, int] | None],
) -> None:
    under, record, _, _ = hand
    manner, win_cap = under.money.short_stack, under.money.win_cap
    far = rules("ofc_pineapple", loss_limit_units=100_000, short_stack=manner, win_cap=win_cap)
    without = rules("ofc_pineapple", short_stack=manner, win_cap=win_cap)
    assert settle(record, far).as_data() == settle(record, without).as_data()


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"stacks": {"A": "0", "B": "0"}}, [("missing_stack", "/stacks")]),
        ({"stacks": {"A": "0", "B": "0", "C": "50"}}, [("not_whole_chips", "/stacks/C")]),
        ({"match_nets": {"A": "0", "B": "0", "C": "-150"}}, [("not_whole_chips", "/match_nets/C")]),
        ({"match_nets": {"A": "0", "B": "0"}}, [("missing_match_net", "/match_nets")]),
        ({"fantasyland_runs": {"E": 1}}, [("unknown_seat", "/fantasyland_runs/E")]),
        (
            {"match_nets": {"E": "0"}, "stacks": {"A": "0", "B": "0", "C": "0", "E": "0"}},
            [
                ("unknown_seat", "/match_nets/E"),
                ("unknown_seat", "/stacks/E"),
                *[("missing_match_net", "/match_nets")] * 3,
            ],
        ),
    ],
)
def test_figures_that_do_not_fit_the_hand_are_all_named(more: dict[str, Any], found: list[tuple[str, str]]) -> None:
    under = rules("ofc_pineapple", chip_unit_minor="100")
    assert codes(record_of(THREE, "pineapple", Random(1), **more), under) == found


def test_money_is_checked_beside_the_log() -> None:
    record = record_of(THREE, "pineapple", Random(1), stacks={"A": "0", "B": "0"})
    record["moves"].pop()
    assert codes(record, PINEAPPLE) == [("unfinished", "/moves"), ("missing_stack", "/stacks")]


def test_a_loss_limit_is_whole_chips_too() -> None:
    under = rules("ofc_pineapple", chip_unit_minor="200", stake=2, loss_limit_units=5)
    zero = dict.fromkeys(THREE, "0")
    assert codes(record_of(THREE, "pineapple", Random(1), hand=1, match_nets=zero), under) == [
        ("not_whole_chips", "/terms/unit_minor")
    ]


def test_half_units_are_refused_or_rounded_as_the_house_says() -> None:
    half = {"front": {"pair_Q": "15/2"}, "middle": {}, "back": {}}
    record = record_of(THREE, "pineapple", Random(1))
    with pytest.raises(RecordRefused) as refused:
        settle(record, rules("ofc_pineapple", half, rounding="reject"), unit_minor=101)
    assert [violation.code for violation in refused.value.violations] == ["half_unit"]
    down = settle(record, rules("ofc_pineapple", half, rounding="down"), unit_minor=101)
    assert [pair["units"] for pair in mark(down, "pairs")] == ["17/2", "27/2", "6"]
    assert nets(down) == {"A": 858 + 1363, "B": -858 + 606, "C": -1363 - 606}
    assert all(line.net_minor == 0 for line in lines(down, "rounding"))
    up = settle(record, rules("ofc_pineapple", half, rounding="half_up"), unit_minor=101)
    assert nets(up) == {"A": 859 + 1364, "B": -859 + 606, "C": -1364 - 606}


def test_a_stake_that_could_win_more_than_can_be_written_is_refused() -> None:
    with pytest.raises(RecordRefused) as refused:
        settle(record_of(THREE, "pineapple", Random(1)), PINEAPPLE, unit_minor=10**13)
    assert [violation.code for violation in refused.value.violations] == ["stake_too_large"]


def test_the_house_takes_its_fee_from_what_was_won() -> None:
    fee = {"take": "percent", "per": "win", "rate": "1/20", "cap_minor": "100", "rounding": "down"}
    settlement = settled(THREE, rules("ofc_pineapple", fee=fee))
    assert settlement.nets == {"A": 2500, "B": 570, "C": -3200, HOUSE: 130}


# The next hand, and the match.


def test_fantasyland_is_carried_to_the_next_hand_and_the_button_stays_for_it() -> None:
    settlement = settled(THREE, PINEAPPLE)
    assert mark(settlement, "fantasyland")["A"] == {"next_cards": 14, "reasons": ["front_pair_Q"]}
    assert mark(settlement, "next_hand") == {"button": "C", "fantasyland": {"A": 14}, "fantasyland_runs": {}}
    moving = settled(THREE, rules("ofc_pineapple", fl_button="moves"))
    assert mark(moving, "next_hand")["button"] == "A"


def test_without_fantasyland_the_button_moves_and_a_run_ends() -> None:
    settlement = settled(
        {"A": B, "C": FOULED}, PINEAPPLE, button="A", fantasyland={"C": 14}, fantasyland_runs={"A": 4, "C": 1}
    )
    assert mark(settlement, "next_hand") == {"button": "C", "fantasyland": {}, "fantasyland_runs": {"C": 2}}


def test_queens_do_not_keep_a_seat_in_fantasyland() -> None:
    settlement = settled(THREE, PINEAPPLE, fantasyland={"A": 14})
    assert mark(settlement, "next_hand")["fantasyland"] == {}


def test_a_hand_in_fantasyland_does_not_count_for_the_match() -> None:
    assert mark(settled(THREE, PINEAPPLE), "counts_for_match") is True
    assert mark(settled(THREE, PINEAPPLE, fantasyland={"B": 14}), "counts_for_match") is False


@pytest.mark.parametrize(
    ("counted", "fantasyland_next", "over"),
    [
        ([True, True], False, False),
        ([True, True, True], False, True),
        ([True, True, True], True, False),
        ([True, False, True, False], False, False),
        ([True, False, True, True, False], False, True),
    ],
)
def test_a_match_is_one_hand_for_each_seat_and_every_fantasyland_hand(
    counted: list[bool], fantasyland_next: bool, over: bool
) -> None:
    assert match_over(counted, 3, fantasyland_next, PINEAPPLE) is over
    assert not match_over(counted, 3, fantasyland_next, rules("ofc_pineapple", match_hands="open"))


def test_what_is_carried_over_opens_the_next_hand() -> None:
    """The next record is the mark and the moves; the same grant is then taken."""
    carried = mark(settled(THREE, PINEAPPLE), "next_hand")
    record = {"seats": list(THREE), **carried, "moves": []}
    assert codes(record, PINEAPPLE) == [("unfinished", "/moves")]
    assert codes({**record, "fantasyland": {"A": 15}}, PINEAPPLE)[0] == ("fantasyland_cards", "/fantasyland/A")


def test_a_hand_settles_with_jokers_in_it() -> None:
    """The joker makes quads of A's nines, which pay 10 and not 6: 4 units more from each opponent."""
    joker = {**THREE, "A": {**A, "back": ["9h", "9d", "9c", "X1", "7h"]}}
    settlement = settled(joker, rules("ofc_pineapple", jokers=1))
    assert nets(settlement) == {"A": 3400, "B": 200, "C": -3600}
