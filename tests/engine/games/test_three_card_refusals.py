"""Records that cannot be settled: each code, its pointer, its precedence (rules reference sections 10 and 11)."""

from typing import Any

import pytest

from engine.errors import RecordRefused
from engine.games import three_card_poker as game
from support.three_card import TERMS, codes, fixed_stake, limits, record, rules_with, seat, seeded

STANDARD = rules_with()
SIX = {"six_card": seeded("six_card", "1000_200_100_20_15_10_7")}
PRIME = {"prime": seeded("prime", "3_4")}
PROGRESSIVE = {"progressive": seeded("progressive", "500_70_60_6")}
WITH_METER = rules_with(limits(progressive=fixed_stake(100)), PROGRESSIVE)
LIMITED = rules_with(limits(ante={"min_minor": "500", "max_minor": "2000", "step_minor": "500"}))
NO_HIGHEST = rules_with(limits(ante={"min_minor": "500", "max_minor": "none", "step_minor": "50"}))
HALF = rules_with({"pair_plus_without_ante": "1/2"})
NO_PAIR_PLUS = rules_with({}, {"pair_plus": "off"})
FRACTIONS = {"ante_bonus": seeded("ante_bonus", "1_10_12_5")}
METER = {"progressive": {"meter_minor": "1000000"}}


def bets(**stakes: str) -> dict[str, Any]:
    return {"seat": "1", "cards": ["As", "Ah", "6c"], "decision": "none", "bets": stakes}


@pytest.mark.parametrize(
    ("player", "rules", "code", "pointer"),
    [
        (bets(), STANDARD, "no_bet", "/bets"),
        (bets(ante="0", pair_plus="0"), STANDARD, "no_bet", "/bets"),
        (bets(ante="1000"), STANDARD, "decision_required", "/decision"),
        ({**bets(pair_plus="100"), "decision": "fold"}, STANDARD, "decision_without_ante", "/decision"),
        (seat("As Ah 6c", ante=1000, play=999), STANDARD, "play_must_equal_ante", "/bets/play"),
        (seat("As Ah 6c", ante=1000, play=0), STANDARD, "play_must_equal_ante", "/bets/play"),
        (seat("As Ah 6c", "fold", ante=1000, play=1000), STANDARD, "play_must_equal_ante", "/bets/play"),
        ({**seat("As Ah 6c", "fold", ante=1000), "blind": True}, STANDARD, "blind_without_play", "/blind"),
        (seat("As Ah 6c", ante=1000, six_card=100), STANDARD, "bet_not_offered", "/bets/six_card"),
        (seat("As Ah 6c", ante=1000, prime=100), STANDARD, "bet_not_offered", "/bets/prime"),
        (seat("As Ah 6c", ante=1000, progressive=100), STANDARD, "bet_not_offered", "/bets/progressive"),
        (seat("As Ah 6c", ante=1000, pair_plus=1), NO_PAIR_PLUS, "bet_not_offered", "/bets/pair_plus"),
        (bets(pair_plus="100", six_card="100"), rules_with({}, SIX), "bet_needs_ante", "/bets/six_card"),
        (bets(prime="100"), rules_with({}, PRIME), "bet_needs_ante", "/bets/prime"),
        (bets(progressive="100"), WITH_METER, "bet_needs_ante", "/bets/progressive"),
        (bets(pair_plus="100"), rules_with({"pair_plus_without_ante": False}), "bet_needs_ante", "/bets/pair_plus"),
        (bets(pair_plus="100"), HALF, "bet_needs_ante", "/bets/pair_plus"),
        (seat("As Ah 6c", ante=1000, pair_plus=499), HALF, "pair_plus_ratio", "/bets/pair_plus"),
        (seat("As Ah 6c", ante=2500), LIMITED, "above_max", "/bets/ante"),
        (seat("As Ah 6c", ante=1250), LIMITED, "not_a_step", "/bets/ante"),
        (seat("As Ah 6c", ante=250), NO_HIGHEST, "below_min", "/bets/ante"),
    ],
)  # fmt: skip
def test_a_position_that_no_table_lets_play_is_refused(player: Any, rules: Any, code: str, pointer: str) -> None:
    assert codes(record("Kc 9h 4d", player), rules) == [(code, f"/seats/0{pointer}")]


def test_a_pair_plus_of_exactly_the_ratio_is_let_through() -> None:
    player = seat("As Ah 6c", ante=1000, pair_plus=500)
    assert codes(record("Kc 9h 4d", player), HALF) == []


def test_a_six_card_bet_stands_alone_where_it_needs_no_ante() -> None:
    rules = rules_with({"six_card_needs_ante": False}, SIX)
    assert codes(record("Kc 9h 4d", bets(six_card="100")), rules) == []


def test_prime_and_progressive_need_no_ante_beside_a_pair_plus() -> None:
    rules = rules_with(limits(progressive=fixed_stake(100)), {**PRIME, **PROGRESSIVE})
    assert codes(record("Kc 9h 4d", bets(pair_plus="100", prime="100", progressive="100"), **METER), rules) == []


def test_a_progressive_bet_needs_the_meter() -> None:
    player = seat("As Ah 6c", ante=1000, progressive=100)
    assert codes(record("Kc 9h 4d", player), WITH_METER) == [("meter_required", "")]


def test_a_hand_that_takes_the_meter_must_be_verified_first() -> None:
    player = seat("As Ks Qs", ante=1000, progressive=100)
    assert codes(record("Kc 9h 4d", player, **METER), WITH_METER) == [("meter_not_verified", "/progressive")]
    verified = {"progressive": {"meter_minor": "1000000", "verified": True}}
    assert codes(record("Kc 9h 4d", player, **verified), WITH_METER) == []


def test_another_hand_needs_no_verification() -> None:
    assert codes(record("Kc 9h 4d", seat("Ad Kd Qd", ante=1000, progressive=100), **METER), WITH_METER) == []


def test_every_fractional_payout_is_named_under_reject() -> None:
    rules = rules_with({"rounding": "reject"}, FRACTIONS)
    seats = [seat("4c 5c 6c", name="1", ante=125), seat("7d 8d 9d", name="2", ante=125)]
    assert codes(record("Kd 9s 2h", *seats), rules) == [
        ("fractional_payout", "/seats/0/bets/ante"),
        ("fractional_payout", "/seats/1/bets/ante"),
    ]


def test_a_fractional_commission_is_refused_under_reject() -> None:
    rules = rules_with({"rounding": "reject", "commission_bp": 250})
    assert codes(record("Kc 9h 4d", seat("As Ah 6c", ante=1001)), rules) == [("fractional_payout", "")]
    assert codes(record("Kc 9h 4d", seat("As Ah 6c", ante=1000)), rules) == []


@pytest.mark.parametrize("per", ["seat", "round"])
def test_a_round_over_the_cap_is_refused_where_the_table_refuses_it(per: str) -> None:
    rules = rules_with({"payout_cap": {"minor": "1999", "per": per, "over": "refuse"}})
    assert codes(record("Kc 9h 4d", seat("As Ah 6c", ante=1000)), rules) == [("payout_cap_exceeded", "")]
    assert codes(record("Kc 9h 4d", seat("As Ah 6c", ante=999)), rules) == []


def test_everything_that_is_wrong_is_named_at_once_cards_before_bets() -> None:
    seats = [
        {"seat": "1", "cards": ["Kc", "9d"], "decision": "none", "bets": {"ante": "1000", "prime": "5"}},
        {"seat": "2", "cards": ["4d", "8s", "7s"], "decision": "play", "bets": {}},
    ]
    assert codes(record("Kc 9h 4d", *seats), STANDARD) == [
        ("wrong_card_count", "/seats/0/cards"),
        ("duplicate_card", "/seats/0/cards/0"),
        ("duplicate_card", "/seats/1/cards/0"),
        ("bet_not_offered", "/seats/0/bets/prime"),
        ("decision_required", "/seats/0/decision"),
        ("no_bet", "/seats/1/bets"),
    ]


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        ({"dealer": "Kc 9h 4d"}, "wrong_type", "/dealer"),
        ({"dealer": ["Kc", "9h", "10d"]}, "bad_card", "/dealer/2"),
        ({"dealer": ["Kc"] * 53}, "wrong_value", "/dealer"),
        ({"seats": []}, "wrong_seat_count", "/seats"),
        ({"seats": [seat("As Ah 6c", ante=1)] * 8}, "wrong_seat_count", "/seats"),
        ({"seats": [seat("As Ah 6c", ante=1)] * 2}, "duplicate_seat", "/seats/1/seat"),
        ({"seats": [{**seat("As Ah 6c", ante=1), "seat": "house"}]}, "wrong_value", "/seats/0/seat"),
        ({"seats": [{**seat("As Ah 6c", ante=1), "seat": 1}]}, "wrong_value", "/seats/0/seat"),
        ({"seats": [{**seat("As Ah 6c", ante=1), "decision": "raise"}]}, "wrong_value", "/seats/0/decision"),
        ({"seats": [{**seat("As Ah 6c", ante=1), "blind": 1}]}, "wrong_type", "/seats/0/blind"),
        ({"seats": [{**seat("As Ah 6c", ante=1), "bets": {"ante": 1000}}]}, "wrong_money", "/seats/0/bets/ante"),
        ({"seats": [{**seat("As Ah 6c", ante=1), "bets": {"ante": "-1"}}]}, "wrong_value", "/seats/0/bets/ante"),
        ({"seats": [{**seat("As Ah 6c", ante=1), "bets": {"raise": "1"}}]}, "unknown_key", "/seats/0/bets/raise"),
        ({"tips": []}, "unknown_key", "/tips"),
        ({"progressive": {"meter_minor": 5}}, "wrong_money", "/progressive/meter_minor"),
        ({"progressive": {}}, "missing_key", "/progressive"),
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused(change: dict[str, Any], code: str, pointer: str) -> None:
    assert codes({**record("Kc 9h 4d", seat("As Ah 6c", ante=1)), **change}, STANDARD) == [(code, pointer)]


@pytest.mark.parametrize("key", ["seat", "cards", "decision", "bets"])
def test_a_position_without_one_of_its_keys_is_refused(key: str) -> None:
    player = {name: value for name, value in seat("As Ah 6c", ante=1).items() if name != key}
    assert codes(record("Kc 9h 4d", player), STANDARD) == [("missing_key", "/seats/0")]


@pytest.mark.parametrize(
    "terms", [{}, {"currency": "eur"}, {"currency": 3}, {"currency": "EUR", "unit_minor": "5"}, []]
)
def test_terms_are_a_currency_and_nothing_else(terms: Any) -> None:
    with pytest.raises(RecordRefused):
        game.parse(record("Kc 9h 4d", seat("As Ah 6c", ante=1)), terms)


def test_sound_terms_are_read() -> None:
    assert len(game.parse(record("Kc 9h 4d", seat("As Ah 6c", ante=1)), TERMS).positions) == 1
