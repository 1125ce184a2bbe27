"""Hong Kong side bets: against the house, apart from the pairs."""

import pytest

from engine.settlement import HOUSE
from support.chinese_poker import Record, arranged, claimed, record, rules, settle

STRONG = arranged("1", "Ah As Jc", "4h 5d 6c 7s 8h", "Ks Kh Kd 9c 9d")
WEAK = arranged("2", "Qh Qd 3c", "Jh Jd 8c 8d 2s", "Ac Tc 7c 4c 2c")
HIGH_FRONT = arranged("1", "Ah Qs Jc", "4h 5d 6c 7s 8h", "Ks Kh Kd 9c 9d")
FOULED = arranged("2", "4d 4c 2d", "8s 8c Tc Qd 6h", "7c 7d Ac Js 3s")


def side(bets: dict[str, str], seat: Record) -> Record:
    return {**seat, "side_bets": bets}


HK = {
    "side_bets": {"front_pair": {"pair": 1, "trips": 10}, "natural": {"six_pairs": 20, "dragon": 200}, "scoop_all": 7}
}
SIX_PAIRS = claimed("2", "six_pairs", "2c 2d 4c 4s 6h 6d Jh Js Qs Qc 9h 9s Ac")


@pytest.mark.parametrize(
    ("bets", "seat", "other", "expected"),
    [
        ({"front_pair": "50"}, STRONG, WEAK, 50),
        ({"front_pair": "50"}, HIGH_FRONT, WEAK, -50),
        ({"scoop_all": "50"}, STRONG, WEAK, 350),
        ({"scoop_all": "50"}, STRONG, {"seat": "2", "surrender": True}, -50),
        ({"natural": "50"}, STRONG, WEAK, -50),
        ({"front_pair": "50"}, {"seat": "1", "surrender": True}, WEAK, 0),
    ],
)
def test_side_bets_settle_against_the_house(bets: dict[str, str], seat: Record, other: Record, expected: int) -> None:
    under = rules("western24", HK)
    without, settlement = settle(record(seat, other), under), settle(record(side(bets, seat), other), under)
    assert settlement.nets["1"] - without.nets["1"] == expected
    assert settlement.nets[HOUSE] == -expected


def test_a_side_bet_on_the_front_is_lost_on_a_foul_and_goes_back_where_no_front_was_set() -> None:
    under = rules("western24", HK)
    fouled = settle(record(STRONG, side({"front_pair": "50"}, FOULED)), under)
    assert (fouled.lines[-1].outcome, fouled.lines[-1].net_minor) == ("lose", -50)
    natural = settle(record(STRONG, side({"front_pair": "50"}, SIX_PAIRS)), under)
    assert (natural.lines[-1].outcome, natural.returned["2"]) == ("push", 450)


def test_a_side_bet_on_a_natural_looks_at_the_thirteen_cards_alone() -> None:
    under = rules("western24", HK)
    cards = SIX_PAIRS["cards"]
    upside_down = arranged(
        "2", " ".join(cards[8:11]), " ".join(cards[4:8] + cards[11:12]), " ".join(cards[:4] + cards[12:])
    )
    assert settle(record(STRONG, side({"natural": "50"}, upside_down)), under).lines[-1].net_minor == 1000
    gave_up = {"seat": "2", "surrender": True, "dealt": cards}
    assert settle(record(STRONG, side({"natural": "50"}, gave_up)), under).lines[-1].net_minor == 1000


def test_a_won_side_bet_comes_back_with_its_stake() -> None:
    settlement = settle(record(side({"front_pair": "50", "scoop_all": "10"}, STRONG), WEAK), rules("western24", HK))
    assert settlement.returned["1"] == 400 + 100 + 80
