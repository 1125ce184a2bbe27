"""Who deals the next round and who begins it, what a seat may do meanwhile, and hands that are told by themselves."""

from typing import Any

import pytest

from engine.catalogue import GAMES, begin_round
from engine.errors import BrokenInvariant, RecordRefused
from engine.games import kowah as game
from engine.games.kowah.frequencies import ready_deals
from engine.growing import Carried, Earlier, Growth
from support.kowah import DEAL, PAID, READY, TERMS, record, rules, state_of

KOWAH = GAMES["kowah"]
WINNER_DEALS = rules(first="winner_deals")


def growth() -> Growth:
    assert KOWAH.growth is not None
    return KOWAH.growth


def seats(*names: str) -> list[dict[str, Any]]:
    return [{"seat": name, "dealt": cards.split()} for name, cards in zip(names, DEAL.values(), strict=False)]


def left(dealer: str | None) -> Earlier:
    """A round before, whose winner deals the next one."""
    return Earlier({"seats": seats("A", "B", "C"), "first": "A", "dealer": "C"}, {"next_dealer": dealer})


def test_the_seat_after_the_dealer_begins_in_the_direction_of_play() -> None:
    header = {"seats": seats("A", "B", "C")}
    assert growth().carried([left("C")], header, WINNER_DEALS) == Carried({"dealer": "C"}, {"first": "A"})
    other_way = rules(first="winner_deals", direction="descending")
    assert growth().carried([left("C")], header, other_way) == Carried({"dealer": "C"}, {"first": "B"})


def test_of_two_players_the_one_who_does_not_deal_begins() -> None:
    under = rules(first="winner_deals", seats=2)
    assert growth().carried([left("B")], {"seats": seats("A", "B")}, under) == Carried({"dealer": "B"}, {"first": "A"})


def test_the_newest_of_the_rounds_before_says_who_deals() -> None:
    assert growth().carried([left("A"), left("B")], {"seats": seats("A", "B", "C")}, WINNER_DEALS).due == {
        "dealer": "B"
    }
    assert growth().span({}, WINNER_DEALS) == 1


@pytest.mark.parametrize("value", [None, 0, "A", [], {}, [None], ["A"], [{"seat": 3}], [{"seat": []}], seats("B")])
def test_seats_of_any_shape_are_refused_where_the_winner_deals(value: Any) -> None:
    for header in ({"seats": value}, {"seats": value, "dealer": "B", "first": "C"}):
        with pytest.raises(RecordRefused):
            opened([left("B")], header)


def test_of_a_winner_who_has_left_nothing_is_written_in_that_nobody_at_the_table_could_be() -> None:
    found = growth().carried([left("B")], {"seats": seats("A", "C", "D")}, WINNER_DEALS)
    assert set(found.usual.values()) <= {"A", "C", "D"}


def opened(earlier: list[Earlier], header: dict[str, Any]) -> object:
    """The state of a round that is opened after others."""
    return begin_round(KOWAH, growth().completed(earlier, header, WINNER_DEALS), TERMS, WINNER_DEALS)


def test_an_event_of_this_game_deals_no_cards() -> None:
    with pytest.raises(RecordRefused) as refused:
        growth().choices(state_of(record(), rules()), "A", ("C1",), "A", rules())
    assert [(fault.code, fault.pointer) for fault in refused.value.violations] == [("unknown_key", "/dealt")]


def test_who_was_ready_and_said_nothing_may_not_declare_while_the_next_seat_holds_a_card() -> None:
    before = state_of(record(*READY[:2]), rules())
    after = state_of(record(*READY[:2], "B draws OT"), rules())
    declaring = [event for event in game.legal_moves(before, rules()) if event.event == "declare"]
    assert [(event.seat, event.card) for event in declaring] == [("A", "C2")]
    assert {(event.event, event.seat) for event in game.legal_moves(after, rules())} == {("discard", "B")}


def test_an_illegal_round_is_not_judged() -> None:
    with pytest.raises(BrokenInvariant):
        game.judge(game.parse(record("B draws C1"), PAID), rules())


def rated(cards: str) -> dict[str, Any]:
    return game.rate(game.parse_holding({"cards": cards.split()}), rules()).as_data()


def test_discards_that_make_a_hand_ready_are_told_in_deck_order() -> None:
    """Three pairs beside a triple: without either card of a third kind none of it is ready; four sevens leave three."""
    found = rated("M7 S7 C7 WF C2 C2 M5 S5 C5")
    assert list(found["discards"].items()) == [("WF", ["C2"])]
    several = rated("WF WF WF RF RF RF OT OT OT")
    assert list(several["discards"].items()) == [("OT", ["OT"]), ("RF", ["RF"]), ("WF", ["WF"])]


def test_entries_that_are_no_hand_count_no_pips_and_wait_for_nothing() -> None:
    found = rated("C5 S5 M5 C7 S7 M7 C2 WS")
    assert (found["waits"], found["discards"], found["points"]) == ([], {}, 0)


def test_what_is_no_holding_is_refused_at_its_place() -> None:
    for holding, fault in [
        ([], ("wrong_type", "")),
        ({}, ("missing_key", "")),
        ({"cards": "C1"}, ("wrong_type", "/cards")),
        ({"cards": ["C1", 5]}, ("wrong_value", "/cards/1")),
        ({"cards": [], "wait": "C1"}, ("unknown_key", "/wait")),
    ]:
        with pytest.raises(RecordRefused) as refused:
            game.parse_holding(holding)  # type: ignore[arg-type]
        assert [(one.code, one.pointer) for one in refused.value.violations] == [fault]


def test_the_mixed_triple_of_bali_adds_as_many_ready_hands_as_there_are_pairs_beside_it() -> None:
    """Five cards: king, Chinese and key with a pair of any of the 30 kinds, none of which was ready without it.

    Of 27 kinds the pair is apart: 4 * 4 * 4 * 6 deals each; of the three in the triple it makes three: 4 * 4 * 4.
    """
    own = ready_deals(rules(hand_size=5))
    mixed = ready_deals(rules(hand_size=5, honour_groups="king_chinese_key"))
    assert mixed[1].hands - own[1].hands == 30
    assert mixed[1].deals - own[1].deals == 27 * 384 + 3 * 64
    assert mixed[2] == own[2]
    assert list(mixed) == [1, 2]
