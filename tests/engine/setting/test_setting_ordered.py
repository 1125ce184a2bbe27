"""The best settings without opponents, against all 72,072 settings gone through by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card, card_codes, parse_cards
from engine.games import chinese_poker as game
from engine.setting import Objective, Setting, set_hand
from support.chinese_poker import document, rules, vectors
from support.setting_by_hand import Rows, Thirteen, flat
from support.setting_drawn import hands, rulesets


def rows_of(found: Setting) -> Rows:
    front, middle, back = (tuple(sorted(card_codes(row))) for row in (found.front, found.middle, found.back))
    return front, middle, back


@settings(max_examples=12, deadline=None)
@given(st.data(), hands())
def test_back_first_finds_the_strongest_back_then_middle_then_front(data: st.DataObject, cards: list[Card]) -> None:
    ruleset = data.draw(rulesets())
    hand = Thirteen(card_codes(cards), flat(ruleset))
    found = set_hand(cards, game.load_rules(ruleset), Objective.BACK_FIRST)
    assert (found and hand.worth(rows_of(found))) == hand.strongest()
    assert found is None or hand.stands(rows_of(found))


@settings(max_examples=12, deadline=None)
@given(st.data(), hands())
def test_royalties_first_finds_the_most_royalties_then_the_strongest(data: st.DataObject, cards: list[Card]) -> None:
    ruleset = data.draw(rulesets())
    hand = Thirteen(card_codes(cards), flat(ruleset))
    found = set_hand(cards, game.load_rules(ruleset), Objective.ROYALTIES_FIRST)
    assert (found and (found.value, hand.worth(rows_of(found)))) == hand.richest()
    assert found is None or (hand.stands(rows_of(found)) and sum(found.royalties) == found.value)


LOW = {"variant": "middle_low", "low_middle_qualifier": "ten"}


@pytest.mark.parametrize("objective", [Objective.BACK_FIRST, Objective.ROYALTIES_FIRST])
def test_a_hand_that_can_only_foul_has_no_best_setting(objective: Objective) -> None:
    royalties = vectors()["royalties"]["ofc27"]
    cards = parse_cards("Ac Ad Ah As Kc Kd Kh Ks Qc Qd Qh Qs 2c")
    assert set_hand(cards, rules(schedules={"royalties": royalties}, **LOW), objective) is None


def test_the_only_ten_low_middle_is_kept_from_the_back_that_it_would_strengthen() -> None:
    royalties = vectors()["royalties"]["ofc27"]
    cards = parse_cards("2c 3c 4c 5d 7c Kc Kd Kh Qc Qd Jc Jd Js")
    found = set_hand(cards, rules(schedules={"royalties": royalties}, **LOW), Objective.BACK_FIRST)
    assert found is not None
    assert sorted(card_codes(found.middle)) == ["2c", "3c", "4c", "5d", "7c"]


SPLIT = {"front": {"trips": "7/3"}, "middle": {"flush": "1/7"}, "back": {"straight": "1/999999937", "flush": 5}}


def test_royalties_with_awkward_denominators_are_added_up_exactly() -> None:
    cards = parse_cards("2c 2d 2h 9c 5c 7c Jc Kc 9d Ts Jd Qs Ks")
    found = set_hand(cards, rules(schedules={"royalties": SPLIT}), Objective.ROYALTIES_FIRST)
    assert found is not None
    assert found.value == sum(found.royalties)
    hand = Thirteen(card_codes(cards), flat(document(schedules={"royalties": SPLIT})))
    richest = hand.richest()
    assert richest is not None
    assert found.value == richest[0]
