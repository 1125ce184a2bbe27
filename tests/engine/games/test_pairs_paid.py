"""Pairs in money at the edges: lines of split units, caps, and whoever is owed nothing by a short stack."""

from random import Random
from typing import Any

import pytest

from engine.errors import RulesetRefused
from engine.games.fees import Fee, fee_check
from engine.games.payment import MoneyRules, Pair, settle_pairs
from engine.games.stacks import Debt, Payments, pay_debts
from engine.money import Rounding
from engine.settlement import HOUSE
from support.open_face import board, lines, record_of, rules, settle, settled

A = board("Qh Qd 5c", "Kh Kc 3d 3s 2c", "9h 9d 9c 7s 7h")
B = board("6h 6d Ac", "Jh Jc Jd 4s 2d", "Ts 8s 6s 5s Qs")
FOULED = board("Kd Td 4c", "Ah As 8h 8d 6c", "5d 4d Qc Tc 2h")


def paid(pairs: list[Pair], stacks: dict[str, int], manner: str) -> Payments:
    """What really moves between seats that stand in the order of their stacks, at one minor unit a unit."""
    fee = fee_check("none")
    assert isinstance(fee, Fee)
    order, money = tuple(stacks), MoneyRules(manner, False, 1, Rounding.DOWN, fee)
    found = settle_pairs(pairs, order, 1, money, lambda debts: pay_debts(order, stacks, debts, manner, win_cap=False))
    assert found.payments is not None
    assert found.nets == {seat: found.payments.stacks[seat] - stack for seat, stack in stacks.items()}
    return found.payments


def pair(a: str, b: str, units: int) -> Pair:
    return Pair(a, b, None, units, [], 0)


def test_of_a_stack_shared_in_proportion_whoever_is_owed_nothing_gets_no_odd_chip() -> None:
    """L owes 3 and 2 and has 4: 3 * 4 / 5 and 2 * 4 / 5, rounded down, and the odd one to the first who is owed."""
    owed = [pair("L", "A", 0), pair("L", "B", -3), pair("L", "C", -2)]
    found = paid(owed, {"L": 4, "A": 9, "B": 9, "C": 9}, "pro_rata")
    assert found.stacks == {"L": 0, "A": 9, "B": 12, "C": 10}
    assert found.busted == ("L",)


def test_a_debt_of_one_minor_unit_is_paid_in_its_direction() -> None:
    for manner in ("sequential", "pro_rata", "uncapped"):
        found = paid([pair("A", "B", 1), pair("A", "C", -1)], {"A": 5, "B": 5, "C": 5}, manner)
        assert found.stacks == {"A": 5, "B": 4, "C": 6}
        assert [move.cut for move in found.moves] == ["", ""]


def test_who_has_no_chip_left_does_not_pay_a_debt_of_one() -> None:
    for manner in ("sequential", "pro_rata"):
        assert paid([pair("A", "B", 1), pair("B", "C", -1)], {"A": 5, "B": 0, "C": 5}, manner).stacks["B"] == 0


def test_a_debt_that_just_takes_a_whole_stack_is_not_cut_and_empties_it() -> None:
    """B had no chips before, so it has not lost any; A lost its last one."""
    for manner in ("sequential", "pro_rata"):
        found = paid([pair("A", "C", -1)], {"A": 1, "B": 0, "C": 1}, manner)
        assert [(move.chips, move.cut) for move in found.moves] == [(1, "")]
        assert (found.stacks, found.busted) == ({"A": 0, "B": 0, "C": 2}, ("A",))
    capped = pay_debts(("A", "C"), {"A": 9, "C": 4}, [Debt("C", "A", 4)], "sequential", win_cap=True)
    assert capped.moves == (("A", "C", 4, ""),)


def outcomes(settlement: Any, item: str) -> list[tuple[str, str, str]]:
    return [(line.against, line.units, line.outcome) for line in lines(settlement, item)]


def test_every_line_of_a_split_unit_says_who_won_it() -> None:
    """A's queens are worth 15/2 against B's sixes 1/2, and C fouls; the lines are spoken from the first seat's side."""
    half = {"front": {"pair_Q": "15/2", "pair_6": "1/2"}, "middle": {}, "back": {}}
    settlement = settled({"B": B, "A": A, "C": FOULED}, rules("ofc_pineapple", half, rounding="down"))
    assert outcomes(settlement, "front") == [("A", "-1", "lose")]
    assert outcomes(settlement, "middle") == [("A", "1", "win")]
    assert outcomes(settlement, "front_royalty") == [
        ("A", "1/2", "win"),
        ("A", "-15/2", "lose"),
        ("C", "1/2", "win"),
        ("C", "15/2", "win"),
    ]
    tied = {**B, "middle": ["Kd", "Ks", "3h", "3c", "2d"]}
    settlement = settled({"A": A, "B": tied}, rules("ofc_pineapple", half, rounding="down"))
    assert outcomes(settlement, "middle") == [("B", "0", "push")]


def test_a_rounding_that_moves_nothing_is_a_push_and_one_that_costs_is_lost() -> None:
    """A nets 17/2 and 27/2 at 101 a unit: 858 1/2 and 1363 1/2, B and C no halves; its royalty line is cut to 757."""
    half = {"front": {"pair_Q": "15/2"}, "middle": {}, "back": {}}
    for rounding, told in (("down", ("", "push")), ("half_up", ("", "win"))):
        under = rules("ofc_pineapple", half, rounding=rounding)
        settlement = settle(record_of({"A": A, "C": FOULED}, "pineapple", Random(1)), under, unit_minor=101)
        assert [(line.units, line.outcome) for line in lines(settlement, "rounding")] == [told]
    under = rules("ofc_pineapple", half, rounding="half_up")
    turned = settle(record_of({"C": FOULED, "A": A}, "pineapple", Random(1)), under, unit_minor=101)
    assert [(line.net_minor, line.outcome) for line in lines(turned, "rounding")] == [(-1, "lose")]


def test_what_a_stack_leaves_unpaid_is_taken_back_on_a_line_without_units() -> None:
    stacks = {"A": "10000", "B": "10000", "C": "2500"}
    settlement = settled({"A": A, "B": B, "C": FOULED}, rules("ofc_pineapple"), stacks=stacks)
    (cap,) = lines(settlement, "cap")
    assert (cap.seat, cap.units, cap.stake_minor, cap.net_minor, cap.outcome) == ("B", "", 1300, -700, "lose")
    turned = settled({"C": FOULED, "B": B}, rules("ofc_pineapple"), button="C", stacks={"C": "1000", "B": "5000"})
    (back,) = lines(turned, "cap")
    assert (back.seat, back.units, back.net_minor, back.outcome) == ("C", "", 300, "win")
    assert turned.nets == {"B": 1000, "C": -1000, HOUSE: 0}


def test_a_foul_that_pays_no_royalties_has_no_line_of_them() -> None:
    """Where all is multiplied by the scoop, a foul pays the royalties so often; where it pays none, not once."""
    double = {"method": "double", "scoop_multiplies": "all"}
    paying = settled({"A": A, "C": FOULED}, rules("ofc_pineapple", **double))
    assert [(line.item, line.units) for line in paying.lines] == [
        ("foul", "6"),
        ("front_royalty", "7"),
        ("back_royalty", "6"),
        ("scoop", "13"),
    ]
    silent = settled({"A": A, "C": FOULED}, rules("ofc_pineapple", foul_pays_royalties=False, **double))
    assert [(line.item, line.units) for line in silent.lines] == [("foul", "6")]


def test_the_highest_level_that_a_schedule_may_name_is_taken_and_the_next_one_is_not() -> None:
    assert rules("ofc_pineapple", royalty_levels=[1, 100]).scale.levels == (1, 100)
    assert rules("ofc_pineapple", stake_schedule=[1, 1_000_000]).stake.levels == (1, 1_000_000)
    for name, levels in (("royalty_levels", [1, 101]), ("stake_schedule", [1_000_001]), ("stake_schedule", [0])):
        with pytest.raises(RulesetRefused) as refused:
            rules("ofc_pineapple", **{name: levels})
        assert [(one.code, one.pointer) for one in refused.value.violations] == [("wrong_value", f"/switches/{name}")]
