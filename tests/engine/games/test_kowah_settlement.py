"""Multipliers and, where the house plays for any, money: who pays whom, fees, marks, sentences."""

from typing import Any

import pytest

from engine.errors import BrokenInvariant
from engine.games import kowah as game
from engine.sentences import explain
from engine.settlement import HOUSE, Settlement
from support.kowah import DEAL, PAID, READY, Record, codes, record, rules, settle

HOLDS_TWO = {**DEAL, "B": "C2 C3 C4 C6 C8 C9 S1 S3"}
B_ROUND = ("B draws S2", "B throws S2", "C draws M2", "C throws M2")
SELF_DRAW = record(*READY, *B_ROUND, "A draws C2")
OPPONENT_DRAW = record(*READY, *B_ROUND[:2], "C draws C2")
THROWN = record(*READY, "B draws S2", "B throws C2", deal=HOLDS_TWO)
FOUR = {**DEAL, "D": "OT OT RF RF WF WF M2 S2"}
FEE = {"take": "percent", "per": "win", "rate": "1/20", "cap_minor": "none", "rounding": "down"}


def drawn_round() -> Record:
    """Nobody declares; every card of the stock is drawn, and all but the last thrown."""
    pack = [*(f"{suit}{rank}" for suit in "CSM" for rank in range(1, 10)), "OT", "RF", "WF"] * 4
    for code in [code for cards in DEAL.values() for code in cards.split()]:
        pack.remove(code)
    events = [
        text
        for n, code in enumerate(pack)
        for text in (f"{'ABC'[n % 3]} draws {code}", f"{'ABC'[n % 3]} throws {code}")
    ]
    return record(*events[:-1])


def sentences(settlement: Settlement) -> list[str]:
    return [row.rpartition("  ")[2] for row in explain(game.CLAUSES, settlement, game.WORDS)[1:]]


def test_without_a_stake_the_multiplier_is_told_and_no_money_moves() -> None:
    settlement = settle(SELF_DRAW, rules())
    assert dict(settlement.nets) == {"A": 0, "B": 0, "C": 0, HOUSE: 0}
    assert [(line.seat, line.against, line.outcome, line.units, line.stake_minor) for line in settlement.lines] == [
        ("A", "B", "win", "3", 0),
        ("A", "C", "win", "3", 0),
    ]
    waited = "Seat A waited for Two of Coins (C2) and drew Two of Coins (C2) itself"
    assert sentences(settlement) == [
        f"{waited}: won from seat {payer} 3-fold, no money is played for. [6]" for payer in "BC"
    ]


def test_a_unit_that_nothing_is_played_for_changes_nothing() -> None:
    assert settle(SELF_DRAW, rules(), PAID) == settle(SELF_DRAW, rules())


@pytest.mark.parametrize(
    ("log", "stake", "nets"),
    [
        (SELF_DRAW, "all_pay", {"A": 3000, "B": -1500, "C": -1500}),
        (OPPONENT_DRAW, "all_pay", {"A": 1000, "B": -500, "C": -500}),
        (THROWN, "all_pay", {"A": 2000, "B": -1000, "C": -1000}),
        (SELF_DRAW, "feeder_pays", {"A": 3000, "B": -1500, "C": -1500}),
        (OPPONENT_DRAW, "feeder_pays", {"A": 500, "B": 0, "C": -500}),
        (THROWN, "feeder_pays", {"A": 1000, "B": -1000, "C": 0}),
    ],
)
def test_a_win_is_paid_in_units_times_the_multiplier(log: Record, stake: str, nets: dict[str, int]) -> None:
    settlement = settle(log, rules(stake=stake), PAID)
    assert dict(settlement.nets) == {**nets, HOUSE: 0}
    assert dict(settlement.returned) == {seat: max(net, 0) for seat, net in nets.items()}
    assert all(line.stake_minor == 500 for line in settlement.lines)


@pytest.mark.parametrize(
    ("log", "told"),
    [
        (SELF_DRAW, "drew Two of Coins (C2) itself: seat B pays seat A 3-fold, of 500. [6, 9]"),
        (OPPONENT_DRAW, "seat C drew Two of Coins (C2): seat B pays seat A 1-fold, of 500. [6, 9]"),
        (THROWN, "seat B threw Two of Coins (C2): seat B pays seat A 2-fold, of 500. [6, 9]"),
    ],
)
def test_every_payment_says_why(log: Record, told: str) -> None:
    said = sentences(settle(log, rules(stake="all_pay"), PAID))[0]
    assert said == f"Seat A waited for Two of Coins (C2) and {told}"


def test_of_two_teams_each_loser_pays_one_of_the_winners() -> None:
    log = record(*READY, "B draws C2", deal=FOUR)
    settlement = settle(log, rules(seats=4, teams="two", stake="all_pay"), PAID)
    assert dict(settlement.nets) == {"A": 500, "B": -500, "C": 500, "D": -500, HOUSE: 0}
    assert [(line.seat, line.against) for line in settlement.lines] == [("A", "B"), ("C", "D")]
    fed = settle(log, rules(seats=4, teams="two", stake="feeder_pays"), PAID)
    assert dict(fed.nets) == {"A": 500, "B": -500, "C": 0, "D": 0, HOUSE: 0}


def test_stakes_are_linear_in_the_unit() -> None:
    nets = [
        settle(THROWN, rules(stake="all_pay"), {**PAID, "unit_minor": unit}).nets["A"] for unit in ("1", "10", "70")
    ]
    assert nets == [4, 40, 280]


def test_a_drawn_round_moves_nothing_whatever_the_stake() -> None:
    settlement = settle(drawn_round(), rules(stake="all_pay"), PAID)
    assert set(settlement.nets.values()) == {0}
    assert [(line.seat, line.item, line.outcome) for line in settlement.lines] == [
        (seat, "round", "push") for seat in "ABC"
    ]
    assert sentences(settlement)[0] == "The last card of the stock was drawn and nobody won: the round is drawn. [7]"
    assert settlement.marks["result"] == {"status": "drawn", "event": 190}
    assert settlement.marks["stock_left"] == 0


def test_the_house_may_take_a_commission_from_the_win() -> None:
    settlement = settle(SELF_DRAW, rules(stake="all_pay", fee=FEE), PAID)
    assert dict(settlement.nets) == {"A": 2850, "B": -1500, "C": -1500, HOUSE: 150}
    assert settlement.lines[-1].outcome == "charged"


def test_the_house_may_take_a_fee_for_the_round_where_no_money_is_won() -> None:
    fee = {"take": "fixed", "per": "round", "amount_minor": "100"}
    assert dict(settle(SELF_DRAW, rules(fee=fee)).nets) == {"A": -100, "B": -100, "C": -100, HOUSE: 300}


def test_the_result_and_what_was_declared_stand_in_the_marks() -> None:
    marks = settle(THROWN, rules()).marks
    assert marks == {
        "result": {
            "status": "win",
            "winner": "A",
            "by": "discard",
            "multiplier": 2,
            "card": "C2",
            "source": "B",
            "event": 4,
        },
        "declared": {"A": "C2"},
        "stock_left": 94,
        "stake_minor": "0",
        "next_dealer": None,
    }


def test_pips_are_told_where_the_house_counts_them() -> None:
    points = settle(SELF_DRAW, rules(points="pips")).marks["points"]
    # A: 3 fives, 3 sevens, 3 twos; B: 1+3+4+6+8+9+1+3; C: 4+6+8+9+1+3+4+6
    assert points == {"A": 42, "B": 35, "C": 41}


@pytest.mark.parametrize(("first", "dealer"), [("random", None), ("left_of_dealer", None), ("winner_deals", "A")])
def test_the_winner_deals_next_where_the_house_says_so(first: str, dealer: str | None) -> None:
    assert settle({**SELF_DRAW, "dealer": "C"}, rules(first=first)).marks["next_dealer"] == dealer


def test_after_a_drawn_round_the_same_seat_deals_again() -> None:
    assert settle({**drawn_round(), "dealer": "C"}, rules(first="winner_deals")).marks["next_dealer"] == "C"


@pytest.mark.parametrize(
    ("terms", "switches", "expected"),
    [
        ({"currency": "EUR"}, {"stake": "all_pay"}, [("missing_unit", "/terms")]),
        ({"currency": "EUR"}, {"stake": "feeder_pays"}, [("missing_unit", "/terms")]),
        (PAID, {"stake": "all_pay", "chip_unit_minor": "200"}, [("not_whole_chips", "/terms/unit_minor")]),
        (PAID, {"stake": "all_pay", "chip_unit_minor": "250"}, []),
        (PAID, {"chip_unit_minor": "200"}, []),
        ({**PAID, "unit_minor": "9" * 15}, {"stake": "all_pay"}, [("stake_too_large", "/terms/unit_minor")]),
        ({**PAID, "unit_minor": "166666666666666"}, {"stake": "all_pay"}, []),
        ({**PAID, "unit_minor": "166666666666667"}, {"stake": "all_pay"}, [("stake_too_large", "/terms/unit_minor")]),
    ],
)
def test_a_unit_that_cannot_be_played_for_is_refused(
    terms: dict[str, str], switches: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert codes(SELF_DRAW, rules(**switches), terms) == expected


def test_what_is_wrong_with_the_log_and_with_the_money_is_told_at_once() -> None:
    assert codes(record("B draws C1"), rules(stake="all_pay")) == [
        ("not_your_turn", "/events/0"),
        ("missing_unit", "/terms"),
    ]


def test_a_round_that_was_not_found_complete_is_not_judged() -> None:
    with pytest.raises(BrokenInvariant):
        game.judge(game.parse(record(*READY), PAID), rules())
