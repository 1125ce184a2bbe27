"""From units to chips: stakes, half units, short stacks, fees and commissions, side bets."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.stacks import Debt, Move, from_the_button, pay_debts
from engine.settlement import HOUSE, Settlement
from support.chinese_poker import arranged, record, rules, settle

STRONG = arranged("1", "Ah As Jc", "4h 5d 6c 7s 8h", "Ks Kh Kd 9c 9d")
WEAK = arranged("2", "Qh Qd 3c", "Jh Jd 8c 8d 2s", "Ac Tc 7c 4c 2c")
FOULED = arranged("2", "4d 4c 2d", "8s 8c Tc Qd 6h", "7c 7d Ac Js 3s")


def fees(settlement: Settlement) -> dict[str, int]:
    return {line.seat: -line.net_minor for line in settlement.lines if line.item == "fee"}


def nets(settlement: Settlement) -> list[int]:
    return [net for seat, net in settlement.nets.items() if seat != HOUSE]


def test_a_unit_costs_the_terms_unit_times_the_stake() -> None:
    assert settle(record(STRONG, WEAK), rules(stake=5), 20).nets == {"1": 400, "2": -400, HOUSE: 0}


@pytest.mark.parametrize(("hand", "stake"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 5), (6, 5), (7, 5), (99, 5)])
def test_a_rising_stake_follows_its_levels_and_the_last_one_stays(hand: int, stake: int) -> None:
    under = rules(stake_schedule=[1, 2, 5], hands_per_level=2)
    settlement = settle(record(STRONG, WEAK, hand=hand), under)
    assert settlement.nets["1"] == 4 * stake * 100
    assert settlement.marks["stake_minor"] == str(stake * 100)


HALF_FOUL: dict[str, Any] = {"foul_pays": "5/2", "foul_pays_royalties": False}


@pytest.mark.parametrize(
    ("rounding", "chip", "unit", "paid", "breakage"),
    [
        ("down", "1", 25, 62, "1/2"),
        ("half_up", "1", 25, 63, "-1/2"),
        ("down", "5", 25, 60, "5/2"),
        ("half_up", "5", 25, 65, "-5/2"),
        ("half_up", "25", 25, 75, "-25/2"),
        ("reject", "1", 50, 125, "0"),
    ],
)
def test_half_a_unit_is_rounded_to_whole_chips_by_the_named_rule(
    rounding: str, chip: str, unit: int, paid: int, breakage: str
) -> None:
    settlement = settle(record(STRONG, FOULED), rules(rounding=rounding, chip_unit_minor=chip, **HALF_FOUL), unit)
    assert settlement.nets == {"1": paid, "2": -paid, HOUSE: 0}
    (rounded,) = [line for line in settlement.lines if line.item == "rounding"]
    assert dict(rounded.reason.facts)["breakage_minor"] == breakage
    assert dict(rounded.reason.facts)["exact_minor"] == str(unit * 5 // 2) if unit == 50 else f"{unit * 5}/2"


@pytest.mark.parametrize("rounding", ["down", "half_up"])
def test_rounding_is_the_same_from_both_sides(rounding: str) -> None:
    under = rules(rounding=rounding, **HALF_FOUL)
    here = settle(record(STRONG, FOULED), under, 25)
    there = settle(record({**FOULED, "seat": "1"}, {**STRONG, "seat": "2"}), under, 25)
    assert there.nets == {"1": here.nets["2"], "2": here.nets["1"], HOUSE: 0}


@pytest.mark.parametrize(
    ("fee", "expected"),
    [
        ({"take": "fixed", "per": "round", "amount_minor": "30"}, {"1": 30, "2": 30, "3": 30}),
        ({"take": "fixed", "per": "win", "amount_minor": "30"}, {"1": 30}),
        ({"take": "fixed", "per": "win", "amount_minor": "5000"}, {"1": 700}),
        ({"take": "fixed", "per": "pot", "amount_minor": "30"}, {"1": 30}),
    ],
)
def test_fixed_fees(fee: dict[str, str], expected: dict[str, int]) -> None:
    """Under 2-4: seat 1 scoops seat 2 for 4 and takes 3 from the seat that gave up; seat 2 takes 3 from it."""
    found = record(STRONG, WEAK, {"seat": "3", "surrender": True})
    settlement = settle(found, rules(fee=fee))
    assert fees(settlement) == expected
    before = {"1": 700, "2": -100, "3": -600}
    assert settlement.nets == {seat: net - expected.get(seat, 0) for seat, net in before.items()} | {
        HOUSE: sum(expected.values())
    }


def percent(rate: str, per: str = "win", cap: str = "none", rounding: str = "down") -> dict[str, str]:
    return {"take": "percent", "per": per, "rate": rate, "cap_minor": cap, "rounding": rounding}


@pytest.mark.parametrize(
    ("fee", "chip", "expected"),
    [
        (percent("1/20"), "1", 20),
        (percent("1/20", cap="15"), "1", 15),
        (percent("1/30"), "1", 13),
        (percent("1/30", rounding="half_up"), "1", 13),
        (percent("7/480", rounding="half_up"), "1", 6),
        (percent("7/480"), "1", 5),
        (percent("1/20"), "25", 0),
        (percent("1/32", rounding="half_up"), "25", 25),
        (percent("0.05", per="pot"), "1", 20),
    ],
)
def test_commission_of_a_win_of_four_hundred(fee: dict[str, str], chip: str, expected: int) -> None:
    settlement = settle(record(STRONG, WEAK), rules(fee=fee, chip_unit_minor=chip))
    assert settlement.nets == {"1": 400 - expected, "2": -400, HOUSE: expected}


def test_a_commission_shows_what_rounding_left_over() -> None:
    settlement = settle(record(STRONG, WEAK), rules(fee=percent("1/30")))
    facts = dict(settlement.lines[-1].reason.facts)
    assert (facts["exact_minor"], facts["fee_minor"], facts["breakage_minor"]) == ("40/3", "13", "1/3")


def test_winners_bear_the_fee_of_a_pot_in_proportion() -> None:
    """Of a pot of 1000 and 200 a tenth is 100 and 20; of 31 they bear 25 5/6 and 5 1/6, the odd one the first."""
    found = record(STRONG, {**WEAK, "seat": "2"}, {"seat": "3", "surrender": True}, {"seat": "4", "surrender": True})
    under: dict[str, Any] = {"surrender": 3, "method": "1-4"}
    wins = settle(found, rules(**under)).nets
    assert (wins["1"], wins["2"]) == (1000, 200)
    tenth = settle(found, rules(**under, fee=percent("1/10", per="pot")))
    assert fees(tenth) == {"1": 100, "2": 20}
    fixed = settle(found, rules(**under, fee={"take": "fixed", "per": "pot", "amount_minor": "31"}))
    assert fees(fixed) == {"1": 26, "2": 5}
    assert dict(fixed.lines[-1].reason.facts)["pot_fee_minor"] == "31"


@pytest.mark.parametrize(
    ("fee", "shares"),
    [
        ({"take": "fixed", "per": "pot", "amount_minor": "100"}, {"1": 100, "2": 0}),
        ({"take": "fixed", "per": "pot", "amount_minor": "150"}, {"1": 125, "2": 25}),
        (percent("1/10", per="pot"), {"1": 100, "2": 0}),
        (percent("1/10", per="pot", cap="75"), {"1": 75, "2": 0}),
        (percent("1/2", per="pot"), {"1": 500, "2": 100}),
    ],
)
def test_the_fee_of_a_pot_is_borne_in_whole_chips(fee: dict[str, str], shares: dict[str, int]) -> None:
    """Of a pot of 1000 and 200, in chips of 25: 100 is 83 1/3 and 16 2/3, the chip that is left is the first one's."""
    found = record(STRONG, {**WEAK, "seat": "2"}, {"seat": "3", "surrender": True}, {"seat": "4", "surrender": True})
    assert fees(settle(found, rules(surrender=3, method="1-4", chip_unit_minor="25", fee=fee))) == shares


@pytest.mark.parametrize(
    ("short_stack", "stack", "fee", "left", "busted"),
    [
        ("sequential", "700", 100, "300", []),
        ("sequential", "350", 50, "0", ["2"]),
        ("pro_rata", "300", 0, "0", ["2"]),
        ("uncapped", "350", 100, "-50", ["2"]),
    ],
)
def test_a_fee_comes_out_of_the_stack_and_is_no_more_than_what_is_left_of_it(
    short_stack: str, stack: str, fee: int, left: str, busted: list[str]
) -> None:
    """Seat 2 gives up for 300: seat 1 has 1000 and 300 of it, less its own fee of 100."""
    found = record(STRONG, {"seat": "2", "surrender": True}, stacks={"1": "1000", "2": stack}, button="1")
    charge = {"take": "fixed", "per": "round", "amount_minor": "100"}
    settlement = settle(found, rules(surrender=3, short_stack=short_stack, fee=charge))
    assert settlement.nets == {"1": 200, "2": -300 - fee, HOUSE: 100 + fee}
    assert settlement.marks["stacks"] == {"1": "1200", "2": left}
    assert settlement.marks["busted"] == busted


def test_a_commission_comes_out_of_the_stack_too() -> None:
    found = record(STRONG, {"seat": "2", "surrender": True}, stacks={"1": "1000", "2": "900"}, button="1")
    settlement = settle(found, rules(surrender=3, fee=percent("1/10")))
    assert settlement.marks["stacks"] == {"1": "1270", "2": "600"}


def test_nobody_wins_and_nobody_pays_a_commission() -> None:
    found = record({"seat": "1", "surrender": True}, {"seat": "2", "surrender": True})
    for per in ("pot", "win"):
        assert fees(settle(found, rules(fee=percent("1/10", per=per)))) == {}


def test_who_was_away_before_the_first_card_pays_no_fee_for_the_round() -> None:
    found = record(STRONG, WEAK, {"seat": "3", "absent": "before"})
    settlement = settle(found, rules(fee={"take": "fixed", "per": "round", "amount_minor": "30"}))
    assert fees(settlement) == {"1": 30, "2": 30}


def test_what_goes_back_to_the_rail_is_the_win_after_fees() -> None:
    settlement = settle(record(STRONG, WEAK), rules(fee=percent("1/20")))
    assert settlement.returned == {"1": 380, "2": 0}


PUBLISHED = [Debt("P1", "P2", 10), Debt("P1", "P3", 40), Debt("P3", "P2", 20)]
STACKS = {"P1": 5, "P2": 10, "P3": 135}


@pytest.mark.parametrize(
    ("manner", "win_cap", "moves", "after"),
    [
        (
            "sequential",
            True,
            [("P2", "P1", 5, "winner_stack"), ("P3", "P1", 10, "winner_stack"), ("P2", "P3", 5, "loser_stack")],
            {"P1": 20, "P2": 0, "P3": 130},
        ),
        (
            "sequential",
            False,
            [("P2", "P1", 10, ""), ("P3", "P1", 40, ""), ("P2", "P3", 0, "loser_stack")],
            {"P1": 55, "P2": 0, "P3": 95},
        ),
        (
            "pro_rata",
            True,
            [("P2", "P1", 4, "pro_rata"), ("P2", "P3", 6, "pro_rata"), ("P3", "P1", 40, "")],
            {"P1": 49, "P2": 0, "P3": 101},
        ),
        (
            "uncapped",
            True,
            [("P2", "P1", 10, ""), ("P3", "P1", 40, ""), ("P2", "P3", 20, "")],
            {"P1": 55, "P2": -20, "P3": 115},
        ),
    ],
)
def test_the_published_example_of_short_stacks(
    manner: str, win_cap: bool, moves: list[Any], after: dict[str, int]
) -> None:
    paid = pay_debts(("P1", "P2", "P3"), STACKS, PUBLISHED, manner, win_cap)
    assert list(paid.moves) == [Move(*move) for move in moves]
    assert (paid.stacks, paid.busted) == (after, ("P2",))


def test_debts_are_paid_from_the_left_of_the_button_whatever_their_order() -> None:
    assert from_the_button(("A", "B", "C", "D"), "B") == ("C", "D", "A", "B")
    mixed = pay_debts(("P1", "P2", "P3"), STACKS, PUBLISHED[::-1], "sequential", True)
    assert mixed == pay_debts(("P1", "P2", "P3"), STACKS, PUBLISHED, "sequential", True)


def test_pro_rata_shares_are_whole_chips() -> None:
    debts = [Debt("A", "D", 100), Debt("B", "D", 100), Debt("C", "D", 100)]
    paid = pay_debts(("A", "B", "C", "D"), {"A": 0, "B": 0, "C": 0, "D": 100}, debts, "pro_rata", True, 25)
    assert paid.stacks == {"A": 50, "B": 25, "C": 25, "D": 0}


SEATS = ("A", "B", "C", "D")


@settings(max_examples=150, deadline=None)
@given(
    st.fixed_dictionaries({seat: st.integers(0, 60) for seat in SEATS}),
    st.lists(
        st.tuples(st.permutations(SEATS), st.integers(1, 80)), max_size=6, unique_by=lambda d: frozenset(d[0][:2])
    ),
    st.sampled_from(["sequential", "pro_rata"]),
    st.booleans(),
)
def test_short_stacks_never_go_below_nothing_and_chips_never_appear(
    stacks: dict[str, int], owed: list[Any], manner: str, win_cap: bool
) -> None:
    debts = [Debt(seats[0], seats[1], chips) for seats, chips in owed]
    paid = pay_debts(SEATS, stacks, debts, manner, win_cap)
    assert sum(paid.stacks.values()) == sum(stacks.values())
    assert min(paid.stacks.values()) >= 0
    due = {(debt.loser, debt.winner): debt.chips for debt in debts}
    assert all(0 <= move.chips <= due[move.loser, move.winner] for move in paid.moves)


def test_a_short_stack_shows_as_a_line_of_its_own_and_the_rest_stays_as_it_was() -> None:
    found = record(STRONG, WEAK, stacks={"1": "5000", "2": "150"}, button="2")
    settlement = settle(found, rules())
    assert settlement.nets == {"1": 150, "2": -150, HOUSE: 0}
    cap = settlement.lines[-1]
    assert (cap.item, cap.net_minor, cap.reason.clause) == ("cap", -250, "cap_loser_stack")
    assert sum(line.net_minor for line in settlement.lines[:-1]) == 400
    assert settlement.marks["stacks"] == {"1": "5150", "2": "0"}
    assert settlement.marks["busted"] == ["2"]


TIED = (
    arranged("1", "Ah Kd 7c", "Tc Td 5s 4h 2c", "4c 5c 6c 7h 8d"),
    arranged("3", "As Kh 7d", "Th Ts 5h 4s 2d", "4d 5d 6h 7s 8h"),
)


@pytest.mark.parametrize(("button", "expected"), [("3", [300, -400, 100]), ("1", [100, -400, 300])])
def test_who_is_paid_in_full_depends_on_the_button(button: str, expected: list[int]) -> None:
    """Seat 2 gave up and owes 300 to each of two hands that tie; it has 400."""
    stacks = {"1": "1000", "2": "400", "3": "1000"}
    found = record(TIED[0], {"seat": "2", "surrender": True}, TIED[1], button=button, stacks=stacks)
    assert nets(settle(found, rules())) == expected
