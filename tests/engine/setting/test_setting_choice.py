"""Laws of the best setting: legal, a partition, the same for the same cards however they come or are named."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK, Card
from engine.games import chinese_poker as game
from engine.games.rows import set_rows
from engine.setting import HOUSE_ODDS, Bank, Objective, Opponents, RowOdds, Setting, house_way, set_hand
from support.chinese_poker import PRESETS, document, rules
from support.setting_drawn import hands, rulesets

OBJECTIVES = st.sampled_from(list(Objective))


def solve(cards: list[Card], ruleset: dict[str, Any], objective: Objective) -> Setting | None:
    return set_hand(cards, game.load_rules(ruleset), objective, Opponents(3, RowOdds(4, 18, 450), Bank.OURS))


@settings(max_examples=40, deadline=None)
@given(hands(), rulesets(), OBJECTIVES)
def test_the_best_setting_is_legal_and_holds_every_card_once(
    cards: list[Card], ruleset: dict[str, Any], objective: Objective
) -> None:
    found = solve(cards, ruleset, objective)
    if found is not None:
        under = game.load_rules(ruleset)
        rows = set_rows(found.front, found.middle, found.back, under.rows)
        assert sorted(found.front + found.middle + found.back) == sorted(cards)
        assert (rows.faults, rows.swapped) == ((), False)
        assert rows.strengths == found.strengths
        assert under.royalties.of_rows(rows.strengths) == found.royalties


@settings(max_examples=40, deadline=None)
@given(hands(), rulesets(), OBJECTIVES)
def test_the_order_in_which_cards_come_has_no_say(
    cards: list[Card], ruleset: dict[str, Any], objective: Objective
) -> None:
    assert solve(cards, ruleset, objective) == solve(sorted(cards), ruleset, objective)


@settings(max_examples=40, deadline=None)
@given(hands(), rulesets(), OBJECTIVES, st.permutations(range(4)))
def test_renaming_suits_renames_the_setting_where_suits_do_not_rank(
    cards: list[Card], ruleset: dict[str, Any], objective: Objective, names: list[int]
) -> None:
    unsuited = {**ruleset, "switches": {**ruleset["switches"], "tie": "none"}}
    found = solve(cards, unsuited, objective)
    renamed = solve([Card(card & ~3 | names[card & 3]) for card in cards], unsuited, objective)
    assert (found is None) == (renamed is None)
    if found is not None and renamed is not None:
        held = [frozenset(card >> 2 for card in cards if card & 3 == suit) for suit in range(4)]
        named = [held[names.index(suit)] for suit in range(4)]
        assert (found.strengths, found.value) == (renamed.strengths, renamed.value)
        for one, other in ((found.front, renamed.front), (found.middle, renamed.middle), (found.back, renamed.back)):
            before = sorted((card >> 2, sorted(held[card & 3])) for card in one)
            assert before == sorted((card >> 2, sorted(named[card & 3])) for card in other)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_house_way_sets_a_hand_under_every_preset(preset: str) -> None:
    under = rules(preset)
    found = house_way(DECK[1:38:3], under)
    assert found is not None
    assert set_rows(found.front, found.middle, found.back, under.rows).faults == ()


def test_the_house_way_is_the_most_to_be_expected_against_three_who_set_well() -> None:
    under = rules("eastern")
    opponents = Opponents(3, HOUSE_ODDS[under.rows.variant], Bank.NOBODY)
    assert house_way(DECK[:13], under) == set_hand(DECK[:13], under, Objective.EXPECTED_UNITS, opponents)


def test_at_a_banked_table_the_house_way_sets_for_a_player() -> None:
    under = game.load_rules(document(compare="banker", tie="banker"))
    opponents = Opponents(3, HOUSE_ODDS[under.rows.variant], Bank.THEIRS)
    assert house_way(DECK[:13], under) == set_hand(DECK[:13], under, Objective.EXPECTED_UNITS, opponents)


def test_rows_are_answered_with_the_highest_card_first() -> None:
    found = set_hand(DECK[2:41:3], rules(), Objective.BACK_FIRST)
    assert found is not None
    for row in (found.front, found.middle, found.back):
        assert [card >> 2 for card in row] == sorted((card >> 2 for card in row), reverse=True)
