"""Seven positions against one dealer's hand: one request settles them all, to figures that were worked out by hand."""

from collections.abc import Mapping
from typing import Any

import pytest

from support.house import House
from support.play import open_session, post_round, refused, round_of, walk

PATRONS = {"1": "P-1", "2": "P-1", "3": "P-1", "4": "P-2", "5": None, "6": "P-3", "7": "P-4"}
"""One patron holds three positions, one is not known by name."""


def position(seat: str, cards: str, decision: str, **more: Any) -> dict[str, Any]:
    bets = {bet: str(stake) for bet, stake in more.pop("bets").items()}
    return {"seat": seat, "cards": cards.split(), "decision": decision, "bets": bets, **more}


SEVEN: Mapping[str, Any] = {
    "dealer": ["Qh", "9d", "4c"],
    "seats": [
        position("1", "9s 8s 7s", "play", bets={"ante": 1000, "play": 1000, "pair_plus": 1000, "six_card": 100}),
        position("2", "5c 5d 5h", "play", bets={"ante": 2000, "play": 2000, "six_card": 500}),
        position("3", "Jc 8h 2c", "fold", bets={"ante": 1500, "pair_plus": 1000, "six_card": 200}),
        position("4", "Qd 9h 4s", "play", bets={"ante": 3000, "play": 3000, "pair_plus": 1000, "six_card": 100}),
        position("5", "7c 3h 2d", "play", blind=True, bets={"ante": 1000, "play": 1000}),
        position("6", "Ah Kh 6h", "none", bets={"pair_plus": 5000}),
        position("7", "Td Jd Qc", "play", bets={"ante": 10000, "play": 10000, "pair_plus": 10000, "six_card": 2500}),
    ],
}
"""Under tcp_us: bonus 1-4-5, pair plus 40-30-6-4-1 lost by folding, six cards 1000-200-100-20-15-10-7 kept by it."""

NETS = {
    # Straight flush over queen high: ante, play, 5 antes, pair plus 40 to 1; a pair of nines among six cards.
    "1": 1000 + 1000 + 5 * 1000 + 40 * 1000 - 100,
    # Trips: ante, play, 4 antes, and again trips of six cards at 7 to 1. No pair plus was placed.
    "2": 2000 + 2000 + 4 * 2000 + 7 * 500,
    # Folded: the ante, and pair plus with it. Six cards are looked at all the same, and are nothing.
    "3": -1500 - 1000 - 200,
    # The dealer's very ranks: ante and play come back. High cards win no pair plus, two pair no six card bet.
    "4": -1000 - 100,
    # Played unseen, and lower than the dealer.
    "5": -1000 - 1000,
    # Pair plus alone: a flush at 4 to 1.
    "6": 4 * 5000,
    # Straight: ante, play, 1 ante, 6 to 1; a pair of queens among six cards.
    "7": 10000 + 10000 + 10000 + 6 * 10000 - 2500,
}
STAKED = {"1": 3100, "2": 4500, "3": 2700, "4": 7100, "5": 2000, "6": 5000, "7": 32500}
PUSHED_OR_WON_BACK = {"1": 3000, "2": 4500, "3": 0, "4": 6000, "5": 0, "6": 5000, "7": 30000}
"""What comes back of the stakes themselves."""

HOUSE_NET = -(46_900 + 15_500 - 2_700 - 1_100 - 2_000 + 20_000 + 87_500)


def open_seven(house: House, ruleset: str = "tcp_us") -> int:
    seats = [{"seat": seat, "player": player} for seat, player in PATRONS.items()]
    return open_session(house, 2, seats=seats, ruleset={"key": ruleset})


def nets(settlement: Mapping[str, Any]) -> dict[str, int]:
    return {spot["seat"]: int(spot["net_minor"]) for spot in settlement["seats"]}


def lines(settlement: Mapping[str, Any], seat: str) -> dict[str, tuple[str, int]]:
    return {
        line["item"]: (line["outcome"], int(line["net_minor"])) for line in settlement["lines"] if line["seat"] == seat
    }


def test_seven_positions_settle_in_one_request_to_the_figures_worked_out_by_hand(house: House) -> None:
    session_id = open_seven(house)
    before = house.count_rows()
    settlement = post_round(house, session_id, 1, SEVEN, who="device-2")["settlement"]
    after = house.count_rows()
    assert nets(settlement) == NETS
    assert int(settlement["house_net_minor"]) == HOUSE_NET == -sum(NETS.values())
    grown = {name: after[name] - before[name] for name in after if after[name] != before[name]}
    assert grown == {"rounds": 1, "settlements": 1, "spot_results": 8, "idempotency_keys": 1}


def test_what_comes_back_to_each_position_is_what_it_won_and_the_stakes_it_keeps(house: House) -> None:
    settlement = post_round(house, open_seven(house), 1, SEVEN)["settlement"]
    returned = {spot["seat"]: int(spot["returned_minor"]) for spot in settlement["seats"]}
    assert returned == {seat: STAKED[seat] + NETS[seat] for seat in NETS}
    won = {seat: sum(net for _, net in lines(settlement, seat).values() if net > 0) for seat in NETS}
    assert returned == {seat: PUSHED_OR_WON_BACK[seat] + won[seat] for seat in NETS}


def test_every_line_of_every_position_says_what_became_of_its_bet(house: House) -> None:
    settlement = post_round(house, open_seven(house), 1, SEVEN)["settlement"]
    assert lines(settlement, "1") == {
        "ante": ("win", 1000),
        "play": ("win", 1000),
        "ante_bonus": ("win", 5000),
        "pair_plus": ("win", 40000),
        "six_card": ("lose", -100),
    }
    assert lines(settlement, "3") == {
        "ante": ("lose", -1500),
        "ante_bonus": ("none", 0),
        "pair_plus": ("forfeit", -1000),
        "six_card": ("lose", -200),
    }
    assert lines(settlement, "4")["ante"] == lines(settlement, "4")["play"] == ("push", 0)
    assert list(lines(settlement, "6")) == ["pair_plus"]
    assert all(sum(net for _, net in lines(settlement, seat).values()) == NETS[seat] for seat in NETS)
    assert all(line["against"] == "house" and line["why"] for line in settlement["lines"])


def test_a_patron_on_three_positions_is_owed_their_sum(house: House) -> None:
    post_round(house, open_seven(house), 1, SEVEN)
    spots = walk(house, "/v1/settlements?player=P-1", "cashier")
    assert {spot["seat"] for spot in spots} == {"1", "2", "3"}
    assert sum(int(spot["net_minor"]) for spot in spots) == 46_900 + 15_500 - 2_700


def test_the_balance_of_seven_positions_follows_round_by_round(house: House) -> None:
    session_id = open_seven(house)
    post_round(house, session_id, 1, SEVEN)
    post_round(house, session_id, 2, SEVEN)
    balance = house.get(f"/v1/sessions/{session_id}/balance").get_json()
    assert nets(balance) == {seat: 2 * net for seat, net in NETS.items()}
    assert int(balance["house_net_minor"]) == 2 * HOUSE_NET


def test_a_dealer_who_does_not_qualify_pays_every_ante_and_no_play(house: House) -> None:
    record = {**SEVEN, "dealer": ["Js", "9d", "4c"]}
    settlement = post_round(house, open_seven(house), 1, record)["settlement"]
    for seat in ("1", "2", "4", "5", "7"):
        ante = int(next(one for one in SEVEN["seats"] if one["seat"] == seat)["bets"]["ante"])
        found = lines(settlement, seat)
        assert (found["ante"], found["play"]) == (("win", ante), ("push", 0)), seat
    assert lines(settlement, "3")["ante"] == ("lose", -1500)


def test_the_meter_goes_to_the_royal_of_spades_and_the_others_have_their_fixed_lines(house: House) -> None:
    one = {"ante": 1000, "play": 1000, "progressive": 100}
    record = {
        "dealer": ["Qh", "9d", "4c"],
        "seats": [
            position("1", "As Ks Qs", "play", bets=one),
            position("2", "Ad Kd Qd", "play", bets=one),
            position("3", "5c 5d 5h", "play", bets=one),
            position("4", "8c 7d 6h", "play", bets=one),
            position("5", "Kc Kh 2s", "play", bets=one),
        ],
        "progressive": {"meter_minor": "1234567", "verified": True},
    }
    settlement = post_round(house, open_seven(house, "tcp_progressive"), 1, record)["settlement"]
    won = {seat: lines(settlement, seat)["progressive"][1] for seat in ("1", "2", "3", "4", "5")}
    # For 1: the meter, 500, 60, 6 and nothing, each with its stake of 100 in it.
    assert won == {"1": 1_234_467, "2": 49_900, "3": 5_900, "4": 500, "5": -100}


def test_a_misdeal_to_one_position_returns_the_bets_of_all_seven(house: House) -> None:
    seats = [*SEVEN["seats"][:6], {**SEVEN["seats"][6], "cards": ["Td", "Jd"]}]
    note = {"kind": "misdeal", "seat": "7", "reason": "two cards were dealt"}
    settlement = post_round(house, open_seven(house), 1, {**SEVEN, "seats": seats, "irregularities": [note]})[
        "settlement"
    ]
    assert set(nets(settlement).values()) == {0}
    assert {spot["seat"]: int(spot["returned_minor"]) for spot in settlement["seats"]} == STAKED


def _eighth(record: dict[str, Any]) -> None:
    record["seats"].append(position("8", "6c 3d 2s", "fold", bets={"ante": 1000}))


def _card_of_another(record: dict[str, Any]) -> None:
    record["seats"][6]["cards"][2] = "9s"


def _dealers_card(record: dict[str, Any]) -> None:
    record["seats"][0]["cards"][0] = "Qh"


def _over_the_limit(record: dict[str, Any]) -> None:
    record["seats"][6]["bets"]["six_card"] = "2600"


def _short_play(record: dict[str, Any]) -> None:
    record["seats"][1]["bets"]["play"] = "1900"


@pytest.mark.parametrize(
    ("spoil", "code", "pointer"),
    [
        (_eighth, "wrong_seat_count", "/record/seats"),
        (_card_of_another, "duplicate_card", "/record/seats/6/cards/2"),
        (_dealers_card, "duplicate_card", "/record/seats/0/cards/0"),
        (_over_the_limit, "above_max", "/record/seats/6/bets/six_card"),
        (_short_play, "play_must_equal_ante", "/record/seats/1/bets/play"),
    ],
)
def test_one_position_that_cannot_be_true_keeps_all_seven_from_being_settled(
    house: House, spoil: Any, code: str, pointer: str
) -> None:
    session_id = open_seven(house)
    before = house.count_rows()
    record = {**SEVEN, "seats": [{**one, "cards": [*one["cards"]], "bets": {**one["bets"]}} for one in SEVEN["seats"]]}
    spoil(record)
    errors = refused(house.post(f"/v1/sessions/{session_id}/rounds", round_of(1, record)), "record_refused")["errors"]
    assert (code, pointer) in [(error["code"], error["pointer"]) for error in errors]
    assert house.count_rows() == before
