"""What holds for every round of Chinese poker, whatever the house, the cards and the seats."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import SUITS, card_codes, parse_cards
from engine.games import chinese_poker as game
from engine.games.chinese_poker.rules import Rules
from engine.sentences import line_sentence
from engine.settlement import HOUSE, Settlement
from support import chinese_poker_by_hand as by_hand
from support.chinese_poker import PRESETS, deal, document, record, rows_of, settle
from support.chinese_poker_drawn import deals, flat_switches, records, royalties_for, rulesets

LAWS = settings(max_examples=120, deadline=None)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Rules, dict[str, Any]]:
    """Rules of any house and a lawful record for them."""
    ruleset = draw(rulesets())
    return game.load_rules(ruleset), draw(records(ruleset))


def pair_units(settlement: Settlement) -> dict[tuple[str, str], Fraction]:
    pairs: Any = settlement.marks["pairs"]
    return {(pair["a"], pair["b"]): Fraction(pair["units"]) for pair in pairs}


def both_ways(units: dict[tuple[str, str], Fraction]) -> dict[tuple[str, str], Fraction]:
    return units | {(b, a): -value for (a, b), value in units.items()}


def even(rules: Rules) -> int:
    """A unit that no figure of the ruleset splits into parts of a minor unit."""
    return 100 * rules.denominator


@LAWS
@given(cases())
def test_nets_and_lines_sum_to_zero_and_agree(case: tuple[Rules, dict[str, Any]]) -> None:
    rules, found = case
    settlement = settle(found, rules, even(rules))
    assert sum(settlement.nets.values()) == 0
    summed = dict.fromkeys(settlement.nets, 0)
    for line in settlement.lines:
        summed[line.seat] += line.net_minor
        summed[line.against] -= line.net_minor
    assert summed == settlement.nets


@LAWS
@given(cases())
def test_the_lines_of_a_pair_add_up_to_its_units(case: tuple[Rules, dict[str, Any]]) -> None:
    rules, found = case
    settlement = settle(found, rules, even(rules))
    summed: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for line in settlement.lines:
        summed[line.seat, line.against] += Fraction(line.units or 0)
        assert line.net_minor == Fraction(line.units or 0) * even(rules)
    assert summed == pair_units(settlement)


@LAWS
@given(cases())
def test_nets_are_units_times_the_unit(case: tuple[Rules, dict[str, Any]]) -> None:
    rules, found = case
    settlement = settle(found, rules, even(rules))
    owed = both_ways(pair_units(settlement))
    for seat, net in settlement.nets.items():
        assert net == even(rules) * sum(units for (a, _), units in owed.items() if a == seat)
    assert settlement.nets[HOUSE] == 0


@LAWS
@given(cases(), st.integers(2, 9))
def test_money_is_linear_in_the_unit(case: tuple[Rules, dict[str, Any]], times: int) -> None:
    rules, found = case
    once, many = settle(found, rules, even(rules)), settle(found, rules, even(rules) * times)
    assert many.nets == {seat: net * times for seat, net in once.nets.items()}


@LAWS
@given(cases(), st.randoms(use_true_random=False))
def test_it_does_not_matter_in_which_order_the_seats_stand(case: tuple[Rules, dict[str, Any]], random: Any) -> None:
    rules, found = case
    moved = {**found, "seats": random.sample(found["seats"], len(found["seats"]))}
    there, here = settle(moved, rules, even(rules)), settle(found, rules, even(rules))
    assert there.nets == here.nets
    assert both_ways(pair_units(there)) == both_ways(pair_units(here))
    assert there.marks["state"] == here.marks["state"]
    assert set(there.marks["home_run"]) == set(here.marks["home_run"])  # type: ignore[call-overload]


@LAWS
@given(cases(), st.permutations("WXYZ"))
def test_it_does_not_matter_how_the_seats_are_called(case: tuple[Rules, dict[str, Any]], names: list[str]) -> None:
    rules, found = case
    new = dict(zip("1234", names, strict=True))
    called: dict[str, Any] = {"seats": [{**seat, "seat": new[seat["seat"]]} for seat in found["seats"]]}
    if "banker" in found:
        called["banker"] = new[found["banker"]]
    there, here = settle(called, rules, even(rules)), settle(found, rules, even(rules))
    assert there.nets == {new.get(seat, seat): net for seat, net in here.nets.items()}


@LAWS
@given(cases(), st.permutations(SUITS))
def test_suits_may_be_relabelled_where_they_do_not_rank(case: tuple[Rules, dict[str, Any]], suits: list[str]) -> None:
    rules, found = case
    new = str.maketrans(SUITS, "".join(suits))

    def relabelled(seat: dict[str, Any]) -> dict[str, Any]:
        held = {key: [card[0] + card[1].translate(new) for card in seat[key]] for key in CARD_KEYS if key in seat}
        return {**seat, **held}

    colours = {suit: suits[SUITS.index(suit)] in "dh" for suit in SUITS}
    coloured = any(name in ("same_color", "twelve_color") for name in rules.naturals.units)
    if rules.rows.tie == "suit" or (coloured and colours["d"] != colours["h"]):
        return  # suits rank, or a natural of one colour would change
    there = settle({**found, "seats": [relabelled(seat) for seat in found["seats"]]}, rules, even(rules))
    assert there.nets == settle(found, rules, even(rules)).nets


CARD_KEYS = ("front", "middle", "back", "cards")


@LAWS
@given(cases())
def test_fouls_pay_each_other_nothing(case: tuple[Rules, dict[str, Any]]) -> None:
    rules, found = case
    settlement = settle(found, rules, even(rules))
    states: Any = settlement.marks["state"]
    for (a, b), units in pair_units(settlement).items():
        if states[a] == states[b] == "foul":
            assert units == 0


@LAWS
@given(cases())
def test_every_line_reads_as_a_sentence(case: tuple[Rules, dict[str, Any]]) -> None:
    rules, found = case
    for line in settle(found, rules, even(rules)).lines:
        told = line_sentence(game.CLAUSES, line)
        assert "{" not in told
        assert told[0].isupper() or line.reason.clause.startswith(("row", "royalty"))


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_pairs_settle_as_a_second_opinion_says(data: st.DataObject) -> None:
    switches = data.draw(flat_switches())
    royalties = data.draw(royalties_for(switches["variant"]))
    ruleset = document("western24", {"royalties": royalties}, **switches)
    rules = game.load_rules(ruleset)
    seats = []
    for index, hand in enumerate(data.draw(deals()), 1):
        surrenders = data.draw(st.integers(0, 9)) == 0
        seats.append({"seat": str(index), "surrender": True} if surrenders else rows_of(str(index), hand))
    found = record(*seats, banker="1")
    expected = by_hand.settle(found, {**ruleset["switches"], **ruleset["schedules"]})
    assert pair_units(settle(found, rules, even(rules))) == expected


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_naturals_settle_as_a_second_opinion_says(data: st.DataObject) -> None:
    switches = {**data.draw(flat_switches()), "variant": "high"}
    ruleset = document("seed_de", None, **switches)
    rules = game.load_rules(ruleset)
    hands = [{"seat": "1", **DRAGON}, {"seat": "2", **SIX_PAIRS}]
    rest = [card for card in DECK if card not in DRAGON["cards"] + SIX_PAIRS["cards"]]
    shuffled = data.draw(st.permutations(rest))
    found = record(*hands, rows_of("3", shuffled[:13]), rows_of("4", shuffled[13:]), banker="3")
    expected = by_hand.settle(found, {**ruleset["switches"], **ruleset["schedules"]})
    assert pair_units(settle(found, rules, even(rules))) == expected


DECK = [rank + suit for rank in "23456789TJQKA" for suit in SUITS]
DRAGON: Any = {"natural": "dragon", "cards": card_codes(parse_cards("2h 3c 4d 5s 6h 7c 8d 9c Tc Jd Qc Kh Ad"))}
SIX_PAIRS: Any = {"natural": "six_pairs", "cards": card_codes(parse_cards("2c 2d 4h 4s 6c 6d Jh Js Kc Kd 9h 9s Ac"))}


@pytest.mark.parametrize("preset", PRESETS)
@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False))
def test_every_preset_settles_four_full_hands(preset: str, random: Any) -> None:
    rules = game.load_rules(document(preset))
    found = record(*(rows_of(str(index), hand) for index, hand in enumerate(deal(4, random), 1)))
    settlement = settle(found, rules)
    assert len(pair_units(settlement)) == 6
    assert sum(settlement.nets.values()) == 0
