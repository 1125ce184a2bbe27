"""What the worked vectors do not reach: side bets, switches, caps, commission, several positions. Sums by hand."""

import pytest

from engine.games import three_card_poker as game
from engine.games.three_card_poker.rules import Rules
from engine.settlement import HOUSE, Settlement
from support.three_card import by_bet, fixed_stake, limits, record, rules_with, seat, seeded, settle

STANDARD = rules_with()
LOSING_STRAIGHT = record("4s 5c 6d", seat("Ac 2d 3h", ante=1000, pair_plus=100))


def facts_of(settlement: Settlement, item: str, name: str = "1") -> dict[str, object]:
    return next(dict(line.reason.facts) for line in settlement.lines if (line.seat, line.item) == (name, item))


def test_seven_positions_settle_against_one_dealer() -> None:
    seats = [
        seat("As Ah 6c", name="1", ante=1000, pair_plus=500),
        seat("Ks 9d 4c", name="2", ante=1000),
        seat("7s 5h 2d", "fold", name="3", ante=1000),
        seat("8c 8d 8h", name="4", ante=2000),
        seat("Td Jd Kd", "none", name="5", pair_plus=300),
        seat("Qs 6s 4h", name="6", ante=500),
        seat("Ad Kh 3s", name="7", ante=1000, pair_plus=200),
    ]
    settlement = settle(record("Kc 9h 4d", *seats), STANDARD)
    assert dict(settlement.nets) == {
        "1": 2000 + 500,
        "2": 0,
        "3": -1000,
        "4": 4000 + 4 * 2000,
        "5": 900,
        "6": -1000,
        "7": 2000 - 200,
        HOUSE: -(2500 - 1000 + 12000 + 900 - 1000 + 1800),
    }
    assert dict(settlement.returned) == {"1": 5000, "2": 2000, "3": 0, "4": 16000, "5": 1200, "6": 0, "7": 4000}


def test_lines_stand_in_the_order_of_settlement_seat_by_seat() -> None:
    rules = rules_with(
        {"commission_bp": 500, **limits(progressive=fixed_stake(100))},
        {
            "six_card": seeded("six_card", "1000_200_100_20_15_10_7"),
            "prime": seeded("prime", "3_4"),
            "progressive": seeded("progressive", "500_70_60_6"),
        },
    )
    bets = {"ante": 1000, "pair_plus": 100, "six_card": 100, "prime": 100, "progressive": 100}
    first, second = seat("5c 6c 7c", name="B", **bets), seat("2h 2d 9h", "fold", name="A", **bets)
    settlement = settle(record("Kd 8s 3h", first, second, progressive={"meter_minor": "500000"}), rules)
    order = ["ante", "play", "ante_bonus", "pair_plus", "six_card", "prime", "progressive", "commission"]
    assert [line.item for line in settlement.lines if line.seat == "B"] == order
    folded = ["ante", "ante_bonus", "pair_plus", "six_card", "prime", "progressive"]
    assert [line.item for line in settlement.lines if line.seat == "A"] == folded
    assert [line.seat for line in settlement.lines] == ["B"] * 8 + ["A"] * 6


def test_every_line_names_its_clause_and_both_hands_where_they_were_compared() -> None:
    settlement = settle(LOSING_STRAIGHT, STANDARD)
    assert [line.reason.clause for line in settlement.lines] == [
        "ante_lower",
        "play_lower",
        "ante_bonus_paid",
        "pair_plus_paid",
    ]
    assert facts_of(settlement, "ante") == {
        "player": "Ac 2d 3h",
        "player_hand": "straight",
        "dealer": "4s 5c 6d",
        "dealer_hand": "straight",
    }
    assert facts_of(settlement, "pair_plus") == {"player": "Ac 2d 3h", "player_hand": "straight", "odds": "6"}


def test_the_handle_of_a_line_is_the_stake_and_the_bonus_has_none() -> None:
    stakes = {line.item: line.stake_minor for line in settle(LOSING_STRAIGHT, STANDARD).lines}
    assert stakes == {"ante": 1000, "play": 1000, "ante_bonus": 0, "pair_plus": 100}


def test_a_losing_hand_earns_no_bonus_where_the_table_says_so() -> None:
    settlement = settle(LOSING_STRAIGHT, rules_with({"ante_bonus_on_loss": False}))
    assert by_bet(settlement)["ante_bonus"] == ("none", 0)
    assert settlement.nets["1"] == -2000 + 600


def test_a_tied_hand_still_earns_its_bonus_where_a_losing_one_does_not() -> None:
    tied = record("4s 5c 6d", seat("4h 5d 6s", ante=1000))
    assert by_bet(settle(tied, rules_with({"ante_bonus_on_loss": False})))["ante_bonus"] == ("win", 1000)


def test_a_folded_straight_earns_its_bonus_where_the_table_says_so() -> None:
    folded = record("Ks 5c 6d", seat("4h 5d 6s", "fold", ante=1000))
    assert by_bet(settle(folded, rules_with({"ante_bonus_on_fold": True}))) == {
        "ante": ("lose", -1000),
        "ante_bonus": ("win", 1000),
    }


@pytest.mark.parametrize(
    ("switch", "qualifies", "misses"),
    [
        ("J", "Jd 3c 2h", "Td 9c 7h"),
        ("Q", "Qd 3c 2h", "Jd Tc 8h"),
        ("Q64", "Qd 6c 4h", "Qd 6c 3h"),
        ("K", "Kd 3c 2h", "Qd Jc 9h"),
        ("A", "Ad 4c 2h", "Kd Qc Th"),
        ("pair", "2d 2c 3h", "Ad Kc Jh"),
    ],
)
def test_the_least_qualifying_hand_and_the_best_that_does_not(switch: str, qualifies: str, misses: str) -> None:
    rules = rules_with({"dealer_qualifies": switch})
    trips = seat("5s 5h 5d", ante=1000)
    assert by_bet(settle(record(qualifies, trips), rules))["play"] == ("win", 1000)
    assert by_bet(settle(record(misses, trips), rules))["play"] == ("push", 0)


def test_a_dealer_who_always_qualifies_qualifies_with_the_worst_hand() -> None:
    rules = rules_with({"dealer_qualifies": "always"})
    assert by_bet(settle(record("5s 3h 2d", seat("5c 3d 2h", ante=100)), rules))["ante"] == ("push", 0)


def test_a_contested_pair_plus_is_returned_unless_it_beats_the_dealer() -> None:
    rules = rules_with({"pair_plus_contested": "must_beat_dealer"})
    pair = seat("5s 5h 9d", "none", pair_plus=400)
    assert by_bet(settle(record("6c 6d 2h", pair), rules))["pair_plus"] == ("push", 0)
    assert by_bet(settle(record("5c 5d 9h", pair), rules))["pair_plus"] == ("push", 0)
    assert by_bet(settle(record("4c 4d Ah", pair), rules))["pair_plus"] == ("win", 400)
    assert by_bet(settle(record("4c 4d Ah", seat("As Kh 9d", "none", pair_plus=400)), rules))["pair_plus"] == (
        "lose",
        -400,
    )


def test_side_bets_of_a_folded_hand_are_forfeit_where_the_table_says_so() -> None:
    rules = rules_with(
        {"six_card_on_fold": "forfeit", "prime_on_fold": "forfeit"},
        {"six_card": seeded("six_card", "1000_200_100_20_15_10_7"), "prime": seeded("prime", "3_4")},
    )
    spades = seat("Js 8s 4s", "fold", ante=1000, six_card=100, prime=100)
    settled = by_bet(settle(record("Ks 2s 7d", spades), rules))
    assert settled["six_card"] == settled["prime"] == ("forfeit", -100)


@pytest.mark.parametrize(
    ("own", "dealer", "outcome", "net"),
    [
        ("As Ks Qs", "Js Ts 2h", "win", 100_000),
        ("9h Th Jh", "Qh Kh 2c", "win", 20_000),
        ("9h Th Jh", "Qh Kh Ah", "win", 100_000),
        ("2c 3d 4h", "5s Ad 9c", "win", 1_000),
        ("2c 2d 9h", "2s 2h Ac", "win", 10_000),
        ("2c 2d 9h", "9s 9c Ac", "win", 2_000),
        ("2c 2d 9h", "2s 9c 9d", "win", 2_000),
        ("2c 2d 9h", "2s Jc 3d", "win", 700),
        ("2c 2d 9h", "9s Ac Ad", "lose", -100),
        ("2c 7d 9h", "Ks Ac 5d", "lose", -100),
        ("2c 4c 9c", "Kc Ac 5d", "win", 1_500),
    ],
)
def test_the_six_card_bonus_takes_the_best_five_of_six(own: str, dealer: str, outcome: str, net: int) -> None:
    rules = rules_with({}, {"six_card": seeded("six_card", "1000_200_100_20_15_10_7")})
    settled = by_bet(settle(record(dealer, seat(own, "fold", ante=1000, six_card=100)), rules))
    assert settled["six_card"] == (outcome, net)


@pytest.mark.parametrize(
    ("own", "dealer", "net"),
    [
        ("9d Td Jd", "Qd Kd Ad", 100_000_000),
        ("9c Tc Jc", "Qc Kc Ac", 10_000_000),
        ("9s Ts Js", "Qs Ks As", 10_000_000),
        ("8d Td Jd", "Qd Kd Ad", 500_000),
    ],
)
def test_a_fixed_prize_does_not_grow_with_the_stake(own: str, dealer: str, net: int) -> None:
    rules = rules_with(key="tcp_millionaire_maker")
    settled = by_bet(settle(record(dealer, seat(own, ante=500, six_card=500)), rules))
    assert settled["six_card"] == ("win", net)


def progressive_rules(buddy: object = "none", pays: dict[str, object] | None = None, on_fold: str = "settle") -> Rules:
    table = {**seeded("progressive", "500_70_60_6"), "buddy": buddy, "verify_meter": False}
    switches = {**limits(progressive=fixed_stake(100)), "progressive_on_fold": on_fold}
    return rules_with(switches, {"progressive": {**table, "pays": pays or table["pays"]}})


@pytest.mark.parametrize(
    ("own", "outcome", "net"),
    [
        ("As Ks Qs", "win", 1_008_000 - 100),
        ("Ah Kh Qh", "win", 50_000 - 100),
        ("Kh Qh Jh", "win", 7_000 - 100),
        ("4c 4d 4h", "win", 6_000 - 100),
        ("4c 5d 6h", "win", 600 - 100),
        ("4c 4d 6h", "lose", -100),
    ],
)
def test_a_progressive_pays_for_one_and_the_meter_to_the_mini_royal_of_spades(own: str, outcome: str, net: int) -> None:
    player = seat(own, "none", pair_plus=100, progressive=100)
    settlement = settle(record("2s 7h 9d", player, progressive={"meter_minor": "1008000"}), progressive_rules())
    assert by_bet(settlement)["progressive"] == (outcome, net)
    assert settlement.marks["meter_paid_minor"] == ("1008000" if own == "As Ks Qs" else "0")


def test_the_other_bettors_get_one_buddy_amount_when_the_meter_is_hit() -> None:
    seats = [
        seat("As Ks Qs", name="1", ante=1000, progressive=100),
        seat("4c 5d 6h", name="2", ante=1000, progressive=100),
        seat("Jd 8c 2h", name="3", ante=1000),
    ]
    settlement = settle(record("2s 7h 9d", *seats, progressive={"meter_minor": "900000"}), progressive_rules("25"))
    assert "progressive_buddy" not in by_bet(settlement, "1")
    assert by_bet(settlement, "2")["progressive_buddy"] == ("win", 2500)
    assert "progressive_buddy" not in by_bet(settlement, "3")


def test_a_folded_hand_that_forfeits_its_progressive_neither_hits_nor_shares() -> None:
    seats = [
        seat("As Ks Qs", "fold", name="1", ante=1000, progressive=100),
        seat("Jd 8c 2h", "fold", name="2", ante=1000, progressive=100),
        seat("Ad Kd Qd", name="3", ante=1000, progressive=100),
    ]
    pays = {"mini_royal": {"meter_bp": 10_000}, "straight_flush": 70}
    rules = progressive_rules("25", pays, "forfeit")
    settlement = settle(record("2s 7h 9d", *seats, progressive={"meter_minor": "900000"}), rules)
    assert by_bet(settlement, "1")["progressive"] == by_bet(settlement, "2")["progressive"] == ("forfeit", -100)
    assert "progressive_buddy" not in by_bet(settlement, "2")
    assert by_bet(settlement, "3")["progressive"] == ("win", 900_000 - 100)


def test_claims_on_more_than_the_whole_meter_share_it_in_proportion() -> None:
    pays = {"mini_royal": {"meter_bp": 10_000}, "straight_flush": {"meter_bp": 5_000}}
    seats = [
        seat("Ah Kh Qh", "none", name="1", pair_plus=100, progressive=100),
        seat("4d 5d 6d", "none", name="2", pair_plus=100, progressive=100),
    ]
    settlement = settle(record("2s 7h 9c", *seats, progressive={"meter_minor": "90000"}), progressive_rules(pays=pays))
    assert by_bet(settlement, "1")["progressive"] == ("win", 60_000 - 100)
    assert by_bet(settlement, "2")["progressive"] == ("win", 30_000 - 100)
    assert settlement.marks["meter_paid_minor"] == "90000"


def test_a_combined_progressive_looks_at_six_cards() -> None:
    pays = {"royal_flush_spades": {"meter_bp": 10_000}, "royal_flush": {"meter_bp": 2_500}, "straight_flush": 100}
    table = {"on": "best_of_six", "pays": pays, "buddy": "none", "verify_meter": False}
    rules = rules_with(limits(progressive=fixed_stake(100)), {"progressive": table})

    def net(own: str, dealer: str) -> tuple[str, int]:
        player = seat(own, "none", pair_plus=100, progressive=100)
        return by_bet(settle(record(dealer, player, progressive={"meter_minor": "400000"}), rules))["progressive"]

    assert net("As Ks 2d", "Qs Js Ts") == ("win", 400_000 - 100)
    assert net("Ah Kh 2d", "Qh Jh Th") == ("win", 100_000 - 100)
    assert net("9h Kh 2d", "Qh Jh Th") == ("win", 10_000 - 100)
    assert net("9h Kh 2d", "9d Jh Th") == ("lose", -100)


def test_commission_is_taken_from_the_net_of_the_round() -> None:
    rules = rules_with({"commission_bp": 1000})
    settlement = settle(record("Kc 9h 4d", seat("As Ah 6c", ante=1005, pair_plus=500)), rules)
    assert by_bet(settlement)["commission"] == ("charged", -251)
    assert facts_of(settlement, "commission") == {"rate_bp": 1000, "base_minor": "2510", "breakage": "0"}


def test_commission_per_bet_is_taken_from_each_winning_bet_though_the_round_loses() -> None:
    rules = rules_with({"commission_bp": 1000, "commission_per": "bet"})
    settlement = settle(LOSING_STRAIGHT, rules)
    assert by_bet(settlement)["commission"] == ("charged", -(100 + 60))
    assert settlement.nets["1"] == -2000 + 1000 + 600 - 160


def test_commission_on_bets_that_a_cap_has_cut_is_taken_from_what_is_left() -> None:
    capped = {"payout_cap": {"minor": "1000", "per": "seat", "over": "pro_rata"}}
    rules = rules_with({**capped, "commission_bp": 10_000, "commission_per": "bet"})
    settlement = settle(record("7h 7d 2s", seat("9c 9d 9h", "none", pair_plus=300)), rules)
    assert by_bet(settlement) == {
        "pair_plus": ("win", 9000),
        "payout_cap": ("charged", -8000),
        "commission": ("charged", -1000),
    }
    assert settlement.returned["1"] == 300


def test_commission_in_chips_never_takes_more_than_was_won() -> None:
    rules = rules_with({"commission_bp": 10_000, "rounding": "half_up", "chip_unit_minor": "100"})
    folded = settle(record("Jh 8h 3s", seat("5s 5d 9c", "fold", ante=250, pair_plus=300)), rules)
    assert by_bet(folded)["commission"] == ("charged", -50)
    assert folded.nets["1"] == 0


def test_no_commission_is_taken_from_a_round_that_wins_nothing() -> None:
    assert "commission" not in by_bet(settle(LOSING_STRAIGHT, rules_with({"commission_bp": 1000})))


def test_payouts_round_to_chips_and_show_what_rounding_took() -> None:
    rules = rules_with({"chip_unit_minor": "100"}, {"ante_bonus": seeded("ante_bonus", "1_10_12_5")})
    settlement = settle(record("Kd 9s 2h", seat("4c 5c 6c", ante=500)), rules)
    assert by_bet(settlement)["ante_bonus"] == ("win", 6200)
    assert facts_of(settlement, "ante_bonus")["breakage"] == "50"


def test_half_up_rounding_shows_what_the_house_gave() -> None:
    rules = rules_with(
        {"chip_unit_minor": "100", "rounding": "half_up"}, {"ante_bonus": seeded("ante_bonus", "1_10_12_5")}
    )
    settlement = settle(record("Kd 9s 2h", seat("4c 5c 6c", ante=500)), rules)
    assert by_bet(settlement)["ante_bonus"] == ("win", 6300)
    assert facts_of(settlement, "ante_bonus")["breakage"] == "-50"


def test_odds_of_nothing_return_a_pair_plus() -> None:
    rules = rules_with({}, {"pair_plus": {**seeded("pair_plus", "40_30_6_3_1"), "pair": 0}})
    settlement = settle(record("Kd 9s 2h", seat("4c 4d 6c", "none", pair_plus=500)), rules)
    assert (by_bet(settlement)["pair_plus"], settlement.returned["1"]) == (("push", 0), 500)


MINI_ROYALS = record(
    "2s 7h 9d",
    seat("As Ks Qs", name="1", ante=1000, pair_plus=1000),
    seat("4c 4d 4h", name="2", ante=1000),
    seat("Jd 8c 2h", name="3", ante=1000),
)


def cap(per: str, over: str = "pro_rata", minor: int = 12_000) -> object:
    return rules_with({"payout_cap": {"minor": str(minor), "per": per, "over": over}})


def test_a_cap_per_seat_cuts_the_seat_that_passes_it() -> None:
    settlement = settle(MINI_ROYALS, cap("seat"))
    # Seat 1 wins 1000 on ante (the dealer does not qualify), 5000 bonus, 40000 pair plus.
    assert by_bet(settlement, "1")["payout_cap"] == ("charged", -(46_000 - 12_000))
    assert settlement.nets["1"] == 12_000
    assert "payout_cap" not in by_bet(settlement, "2")


def test_a_cap_per_round_cuts_all_winners_in_proportion_and_losers_not_at_all() -> None:
    settlement = settle(MINI_ROYALS, cap("round"))
    # Winnings 46000, 1000 + 4000 and 1000: together 52000.
    kept = {"1": 46_000 * 12_000 // 52_000, "2": 5_000 * 12_000 // 52_000, "3": 1_000 * 12_000 // 52_000}
    assert {name: settlement.nets[name] for name in kept} == kept
    assert sum(kept.values()) <= 12_000


def test_a_cap_that_is_not_passed_changes_nothing() -> None:
    assert settle(MINI_ROYALS, cap("round", minor=52_000)).nets == settle(MINI_ROYALS, STANDARD).nets


def test_the_progressive_is_outside_the_cap() -> None:
    table = {**seeded("progressive", "500_70_60_6"), "verify_meter": False}
    rules = rules_with(
        {"payout_cap": {"minor": "1000", "per": "seat", "over": "pro_rata"}, **limits(progressive=fixed_stake(100))},
        {"progressive": table},
    )
    player = seat("As Ks Qs", "none", pair_plus=100, progressive=100)
    settlement = settle(record("2s 7h 9d", player, progressive={"meter_minor": "700000"}), rules)
    assert settlement.nets["1"] == 1000 + 700_000 - 100


def test_blind_play_settles_as_any_other_and_is_noted() -> None:
    seen = seat("Ks 9d 5c", ante=1000)
    blind = {**seen, "blind": True}
    noted, plain = settle(record("Qh 8h 3s", blind), STANDARD), settle(record("Qh 8h 3s", seen), STANDARD)
    assert noted.nets == plain.nets
    assert facts_of(noted, "play")["blind"] is True


def test_marks_tell_the_hands_and_the_contests() -> None:
    seats = [seat("As Ah 6c", name="1", ante=1000), seat("7s 5h 2d", "fold", name="2", ante=1000)]
    assert settle(record("Kc 9h 4d", *seats), STANDARD).marks == {
        "dealer_hand": "high_card",
        "dealer_qualifies": True,
        "seats": {
            "1": {"hand": "pair", "contest": "higher", "ruling": None},
            "2": {"hand": "high_card", "contest": "fold", "ruling": None},
        },
    }


def test_the_game_names_itself() -> None:
    assert (game.NAME, game.TITLE, game.SEATS) == ("three_card_poker", "Three Card Poker", (1, 7))
