"""Expected units, against the same counted outcome by outcome."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK, Card, card_codes, parse_cards
from engine.games import chinese_poker as game
from engine.games.chinese_poker.rules import Rules
from engine.games.rows import ROWS, rank_row, row_key
from engine.setting import RANDOM_ROWS, Bank, Objective, Opponents, RowOdds, Setting, set_hand, valued
from engine.setting.expected import ONE, Features, Scoring
from engine.setting.subsets import Figures
from engine.setting.tables import row_tables
from engine.setting.unseen import count_rows, unseen_by
from support import expected_by_hand as by_hand
from support.chinese_poker import document, rules
from support.setting_by_hand import Rows, Thirteen, flat
from support.setting_drawn import hands, rulesets, tables


class Table:
    """A hand against a table: what each setting is worth, by hand, from the counts of the unseen cards."""

    def __init__(self, cards: list[Card], ruleset: dict[str, Any], opponents: Opponents, number: Any) -> None:
        self.rules: Rules = game.load_rules(ruleset)
        self.switches = flat(ruleset)
        self.opponents = opponents
        self.hand = Thirteen(card_codes(cards), self.switches)
        counts = self.counted(cards)
        rows = [by_hand.spread(row, odds, number) for row, odds in zip(counts, opponents.odds, strict=True)]
        self.against = by_hand.Opposition(rows, opponents.count, opponents.bank.value, self.switches)
        self.known: dict[Any, Any] = {}

    def counted(self, cards: list[Card]) -> list[list[by_hand.Count]]:
        """The keys of unseen hands, how many have each, and their royalties."""
        tables = row_tables(self.rules.rows, self.rules.royalties)
        rows = []
        for table, counts in zip(tables.rows, count_rows(unseen_by(cards), tables), strict=True):
            per_cell = len(counts) // len(table.order)
            found = []
            for spot, count in enumerate(counts.tolist()):
                cell = table.order[spot // per_cell]
                key = int(table.strengths[cell])
                key = key << 2 | spot % per_cell if per_cell > 1 else key
                found.append((key, count, Fraction(int(table.royalties[cell]), tables.parts)))
            rows.append([one for one in found if one[1]])
        return rows

    def own(self, rows: Rows) -> list[tuple[int, Fraction]]:
        """Key and royalty of each row of a setting."""
        cards = [parse_cards(row) for row in rows]
        strengths = [rank_row(row, held, self.rules.rows) for row, held in zip(ROWS, cards, strict=True)]
        keys = [row_key(held, strength, self.rules.rows) for held, strength in zip(cards, strengths, strict=True)]
        return [(key, self.hand.royalties[row][held]) for key, row, held in zip(keys, ROWS, rows, strict=True)]

    def value(self, rows: Rows) -> Any:
        """Expected units of a setting."""
        own = tuple(self.own(rows))
        if own not in self.known:
            self.known[own] = self.against.value(list(own))
        return self.known[own]


def rows_of(found: Setting) -> Rows:
    front, middle, back = (tuple(sorted(card_codes(row))) for row in (found.front, found.middle, found.back))
    return front, middle, back


@settings(max_examples=8, deadline=None)
@given(st.data(), hands())
def test_the_value_of_a_setting_is_what_its_outcomes_are_worth_one_by_one(
    data: st.DataObject, cards: list[Card]
) -> None:
    ruleset = data.draw(rulesets())
    table = Table(cards, ruleset, data.draw(tables(ruleset)), Fraction)
    found = set_hand(cards, table.rules, Objective.EXPECTED_UNITS, table.opponents)
    if found is not None:
        assert table.hand.stands(rows_of(found))
        assert found.value == table.value(rows_of(found))


@settings(max_examples=8, deadline=None)
@given(st.data(), hands())
def test_no_setting_that_is_drawn_is_worth_more_than_the_best(data: st.DataObject, cards: list[Card]) -> None:
    ruleset = data.draw(rulesets())
    table = Table(cards, ruleset, data.draw(tables(ruleset)), float)
    found = set_hand(cards, table.rules, Objective.EXPECTED_UNITS, table.opponents)
    legal = list(table.hand.legal())
    assert (found is None) == (not legal)
    if found is not None:
        drawn = Random(data.draw(st.integers(0, 2**32))).sample(legal, min(12, len(legal)))
        assert max(table.value(rows) for rows in drawn) <= float(found.value) + 1e-9


HOUSE = RowOdds(4, 18, 450)
WHOLE = [
    ("Ks Kh Kd 9s 9h 8h 7s 6c 5d 4h As Ad Jc", {"method": "1-6"}),
    ("2c 3c 4c 5d 6h 7c 9c 9d Tc Jh Qs Kd Ac", {"method": "double", "wheel": "second", "order": "strict"}),
]


@pytest.mark.parametrize(("codes", "switches"), WHOLE)
def test_no_setting_at_all_is_worth_more_than_the_best(codes: str, switches: dict[str, Any]) -> None:
    nothing: dict[str, Any] = {"front": {}, "middle": {}, "back": {}}
    ruleset = document(schedules={"royalties": nothing}, **switches)
    cards = list(parse_cards(codes))
    table = Table(cards, ruleset, Opponents(1, HOUSE, Bank.NOBODY), float)
    found = set_hand(cards, table.rules, Objective.EXPECTED_UNITS, table.opponents)
    assert found is not None
    best = max(table.hand.legal(), key=lambda rows: (table.value(rows), table.hand.worth(rows)[::-1]))
    assert table.hand.worth(rows_of(found)) == table.hand.worth(best)
    assert float(found.value) == pytest.approx(table.value(best), abs=1e-9)


def test_against_random_rows_the_chances_are_those_of_all_hands_that_can_be_dealt() -> None:
    cards = parse_cards("Ac Kc Qc Jc Tc 9d 8d 7d 6d 5d 2h 2s 4h")
    ruleset = document(schedules={"royalties": {"front": {}, "middle": {}, "back": {}}}, method="plain")
    under = game.load_rules(ruleset)
    found = set_hand(cards, under, Objective.EXPECTED_UNITS, Opponents(1, RANDOM_ROWS, Bank.NOBODY))
    assert found is not None
    rest = [card for card in DECK if card not in cards]
    expected = Fraction(0)
    for row, size, held in (("front", 3, found.front), ("middle", 5, found.middle), ("back", 5, found.back)):
        ours = rank_row(row, held, under.rows)
        theirs = [rank_row(row, hand, under.rows) for hand in combinations(rest, size)]
        expected += Fraction(sum((ours > other) - (ours < other) for other in theirs), len(theirs))
    assert found.value == expected


def test_the_odds_of_a_row_are_those_of_the_best_of_a_geometric_number_of_draws() -> None:
    mean, weaker = 18, Fraction(7, 10)
    row = by_hand.spread([(0, 7, Fraction(0)), (1, 3, Fraction(0))], mean, Fraction)
    stop = Fraction(1, mean)
    drawn = sum(stop * (1 - stop) ** (number - 1) * weaker**number for number in range(1, 400))
    assert float(row.hands[0][2]) == pytest.approx(float(drawn), abs=1e-12)


def test_units_grow_with_the_number_of_opponents_where_no_home_run_counts() -> None:
    cards = DECK[3:49:4] + DECK[:1]
    under = game.load_rules(document("eastern"))
    one, three = (
        set_hand(cards, under, Objective.EXPECTED_UNITS, Opponents(count, HOUSE, Bank.NOBODY)) for count in (1, 3)
    )
    assert one is not None
    assert three is not None
    assert three.value == 3 * one.value
    assert (three.front, three.middle, three.back) == (one.front, one.middle, one.back)


def test_royalties_draw_cards_to_the_row_that_pays_for_them() -> None:
    cards = parse_cards("Qs Qd 8d Ah Qh 7h 5h 3h Jh Js 9s 9d 9c")
    opponents = Opponents(3, HOUSE, Bank.NOBODY)
    fronts = []
    for paid in ({}, {"trips": 50}):
        under = rules(schedules={"royalties": {"front": paid, "middle": {}, "back": {}}})
        found = set_hand(cards, under, Objective.EXPECTED_UNITS, opponents)
        assert found is not None
        fronts.append([code[0] for code in card_codes(found.front)])
    assert fronts == [["Q", "Q", "8"], ["9", "9", "9"]]


AWKWARD = {
    "front": {"trips": "7/3", "pair_A": 1},
    "middle": {"flush": "1/999999929"},
    "back": {"straight": "1/999999937"},
}


def test_royalties_with_awkward_denominators_are_expected_exactly() -> None:
    ruleset = document(schedules={"royalties": AWKWARD}, method="triple", scoop_multiplies="all", overall_on="net_rows")
    cards = list(parse_cards("Qs Qd 8d Ah Qh 7h 5h 3h Jh Js 9s 9d 9c"))
    table = Table(cards, ruleset, Opponents(2, HOUSE, Bank.NOBODY), Fraction)
    found = set_hand(cards, table.rules, Objective.EXPECTED_UNITS, table.opponents)
    assert found is not None
    assert found.value == table.value(rows_of(found))


BAD = [(0, HOUSE), (4, HOUSE), (1, RowOdds(0, 1, 1)), (1, RowOdds(1, 1, 10_000_000))]


@pytest.mark.parametrize(("count", "odds"), BAD)
def test_opponents_that_cannot_be_are_refused(count: int, odds: RowOdds) -> None:
    with pytest.raises(ValueError, match="are needed"):
        Opponents(count, odds, Bank.NOBODY)


def test_where_hands_settle_with_the_banker_it_must_be_known_who_that_is() -> None:
    under = game.load_rules(document(compare="banker"))
    with pytest.raises(ValueError, match="who holds the bank"):
        set_hand(DECK[:13], under, Objective.EXPECTED_UNITS, Opponents(2, HOUSE, Bank.NOBODY))


def test_units_against_nobody_are_not_expected() -> None:
    with pytest.raises(ValueError, match="known opponents"):
        set_hand(DECK[:13], game.load_rules(document()), Objective.EXPECTED_UNITS)


def everything(_: Scoring, features: Sequence[Features], *__: object) -> Figures:
    """Bounds that let no setting go unlooked at."""
    return np.full_like(features[2][ONE], np.inf)


@settings(max_examples=20, deadline=None)
@given(st.data(), hands())
def test_settings_that_are_not_looked_at_are_not_better(data: st.DataObject, cards: list[Card]) -> None:
    ruleset = data.draw(rulesets())
    under, opponents = game.load_rules(ruleset), data.draw(tables(ruleset))
    found = set_hand(cards, under, Objective.EXPECTED_UNITS, opponents)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(valued, "upper_bounds", everything)
        assert set_hand(cards, under, Objective.EXPECTED_UNITS, opponents) == found
