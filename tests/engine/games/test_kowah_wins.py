"""Who wins, by what and how many times; and how a round ends without a winner."""

from typing import Any

import pytest

from engine.games import kowah as game
from engine.games.kowah.cards import card_code
from engine.games.kowah.rules import Rules
from engine.games.kowah.state import Drawn, Win
from support.kowah import CODES, DEAL, READY, Record, first_fault, record, rules, state_of


def won(found: Record, under: Rules) -> tuple[str, str, int, str, str, int] | None:
    """Winner, means, multiplier, card, source and event of a round; None where nobody has won."""
    result = state_of(found, under).result
    if not isinstance(result, Win):
        return None
    return (result.winner, result.by.value, result.multiplier, card_code(result.card), result.source, result.event)


HOLDS_TWO = {**DEAL, "B": "C2 C3 C4 C6 C8 C9 S1 S3"}
B_ROUND = ("B draws S2", "B throws S2", "C draws M2", "C throws M2")


@pytest.mark.parametrize(
    ("events", "deal", "expected"),
    [
        ((*READY, *B_ROUND, "A draws C2"), DEAL, ("A", "self_draw", 3, "C2", "A", 7)),
        ((*READY, "B draws C2"), DEAL, ("A", "opponent_draw", 1, "C2", "B", 3)),
        ((*READY, "B draws S2", "B throws S2", "C draws C2"), DEAL, ("A", "opponent_draw", 1, "C2", "C", 5)),
        ((*READY, "B draws S2", "B throws C2"), HOLDS_TWO, ("A", "discard", 2, "C2", "B", 4)),
    ],
)
def test_a_third_copy_wins_as_soon_as_it_is_seen(events: tuple[str, ...], deal: dict[str, str], expected: Any) -> None:
    assert won(record(*events, deal=deal), rules()) == expected


def test_multipliers_are_those_of_the_house() -> None:
    under = rules(multipliers={"self_draw": 7, "opponent_draw": 5, "discard": 4})
    assert won(record(*READY, *B_ROUND, "A draws C2"), under) == ("A", "self_draw", 7, "C2", "A", 7)
    assert won(record(*READY, "B draws C2"), under) == ("A", "opponent_draw", 5, "C2", "B", 3)
    assert won(record(*READY, "B draws S2", "B throws C2", deal=HOLDS_TWO), under) == ("A", "discard", 4, "C2", "B", 4)


def test_before_anybody_declares_nobody_wins() -> None:
    assert won(record(*READY[:2], "B draws C2", "B throws C2", "C draws OT"), rules()) is None


def test_taking_a_card_wins_nothing_and_throwing_it_again_does() -> None:
    deal = {**DEAL, "A": "C5 S5 M5 C7 S7 M7 C2 C2"}
    own = record("A draws C2", "A throws C2", "A declares C2", "B takes C2", deal=deal)
    assert won(own, rules()) is None
    own["events"].append({"event": "discard", "seat": "B", "card": "C2"})
    assert won(own, rules()) == ("A", "discard", 2, "C2", "B", 4)


def test_what_another_seat_draws_wins_only_where_the_house_says_so() -> None:
    under = rules(opponent_draw=False)
    assert won(record(*READY, "B draws C2"), under) is None
    assert won(record(*READY, "B draws C2", "B throws C2"), under) == ("A", "discard", 2, "C2", "B", 4)
    assert won(record(*READY, *B_ROUND, "A draws C2"), under) == ("A", "self_draw", 3, "C2", "A", 7)


def test_a_card_of_the_rank_wins_only_where_the_house_says_so() -> None:
    assert won(record(*READY, "B draws S2"), rules()) is None
    under = rules(final_match="rank")
    assert won(record(*READY, "B draws S2"), under) == ("A", "opponent_draw", 1, "S2", "B", 3)
    assert won(record(*READY, "B draws M5", "B throws S3"), under) is None


def test_a_pair_of_two_suits_may_be_named_by_either_card_where_the_house_takes_it() -> None:
    deal = {**DEAL, "A": "C5 S5 M5 C7 S7 M7 M2 M9"}
    loose = rules(pair="rank", final_match="rank", shape="free")
    for wait in ("C2", "M2"):
        log = record("A draws C2", "A throws M9", f"A declares {wait}", "B draws S2", deal=deal)
        assert won(log, loose) == ("A", "opponent_draw", 1, "S2", "B", 3)
        assert first_fault(log, rules(final_match="rank")) == ("not_ready", "/events/2")
    assert first_fault(record("A draws C2", "A throws M9", "A declares S2", deal=deal), loose) == (
        "bad_wait",
        "/events/2",
    )


def test_an_honour_goes_with_the_ones_only_where_the_house_says_so() -> None:
    deal = {**DEAL, "A": "OT C1 S1 C7 S7 M7 C2 M9"}
    log = record(*READY, deal=deal)
    assert first_fault(log, rules()) == ("not_ready", "/events/2")
    assert first_fault(log, rules(honour_groups="king_chinese_key")) == ("not_ready", "/events/2")
    assert first_fault(log, rules(honour_groups="with_ones")) is None
    pair = record(
        "A draws OT", "A throws M9", "A declares OT", "B draws RF", deal={**deal, "A": "OT C5 S5 M5 C7 S7 M7 M9"}
    )
    assert won(pair, rules(honour_groups="with_ones")) is None
    by_rank = rules(honour_groups="with_ones", final_match="rank")
    assert won(pair, by_rank) == ("A", "opponent_draw", 1, "RF", "B", 3)


def test_king_chinese_and_key_are_a_triple_only_where_the_house_says_so() -> None:
    deal = {**DEAL, "A": "OT M1 RF C7 S7 M7 C2 M9", "C": "S4 S6 S8 S9 OT M3 M4 M6"}
    assert first_fault(record(*READY, deal=deal), rules()) == ("not_ready", "/events/2")
    assert first_fault(record(*READY, deal=deal), rules(honour_groups="king_chinese_key")) is None


TWO_READY = {
    "A": "C5 S5 M5 C7 S7 M7 C2 M9",
    "B": "C3 S3 M3 C8 S8 M8 C2 RF",
    "C": "S4 S6 S9 M1 M4 M6 OT WF",
}
BOTH = (*READY, "B draws C2", "B throws RF", "B declares C2")


def test_of_two_seats_that_wait_for_one_card_the_next_in_turn_wins_and_the_drawer_before_all() -> None:
    six = rules(copies=6, opponent_draw=False)
    assert first_fault(record(*BOTH, deal=TWO_READY), six) is None
    thrown = record(*BOTH, "C draws C2", "C throws C2", deal=TWO_READY)
    assert won(thrown, six) == ("A", "discard", 2, "C2", "C", 7)
    backwards = rules(copies=6, opponent_draw=False, direction="descending")
    other = ("B draws C2", "B throws RF", "B declares C2", "A draws C2", "A throws M9", "A declares C2")
    ending = ("C draws C2", "C throws C2")
    assert won(record(*other, *ending, deal=TWO_READY, first="B"), backwards) == ("B", "discard", 2, "C2", "C", 7)
    own = record(*BOTH, "C draws OT", "C throws OT", "A draws WF", "A throws WF", "B draws C2", deal=TWO_READY)
    assert won(own, six) == ("B", "self_draw", 3, "C2", "B", 10)


def test_two_seats_cannot_wait_for_one_card_of_a_pack_of_four_copies() -> None:
    """B holds the fourth C2, so that no copy is left: the rotation only ever decides in a larger pack."""
    declared = record("A draws OT", "A throws OT", "B draws C2", "B throws RF", "B declares C2", deal=TWO_READY)
    assert first_fault(declared, rules()) is None
    both = record(
        *("A draws OT", "A throws OT", "B draws C2", "B throws RF", "B declares C2", "C draws RF", "C throws RF"),
        *("A draws C2",),
        deal=TWO_READY,
    )
    assert won(both, rules()) == ("B", "opponent_draw", 1, "C2", "A", 7)


FOUR = {**DEAL, "D": "OT OT RF RF WF WF M2 S2"}
IN_TEAMS = rules(seats=4, teams="two", opponent_draw=True)


def test_a_partner_is_no_adversary_whose_card_could_win() -> None:
    alone, turns = rules(seats=4), ("B draws S2", "B throws S2")
    partners_draw = record(*READY, *turns, "C draws C2", deal=FOUR)
    assert won(partners_draw, alone) == ("A", "opponent_draw", 1, "C2", "C", 5)
    assert won(partners_draw, IN_TEAMS) is None
    assert won(record(*READY, *turns, "C draws C2", "C throws C2", deal=FOUR), IN_TEAMS) is None
    assert won(record(*READY, "B draws C2", deal=FOUR), IN_TEAMS) == ("A", "opponent_draw", 1, "C2", "B", 3)
    assert won(record(*READY, *turns, "C draws S4", "C throws S4", "D draws C2", deal=FOUR), IN_TEAMS) is not None


HOLDS_THREE = {**DEAL, "B": "C2 C2 C4 C6 C8 C9 S1 S3"}


def to_the_last_card(deal: dict[str, str], last: str) -> Record:
    """A declares in its first turn, then seats throw what they draw, ``last`` of all; no other C2 is in the stock."""
    pack = CODES * 4
    for code in [*(code for cards in deal.values() for code in cards.split()), "C2", last]:
        pack.remove(code)
    events = list(READY)
    for number, code in enumerate([*pack, last]):
        seat = "BCA"[number % 3]
        events += [f"{seat} draws {code}", f"{seat} throws {code}"]
    return record(*events, deal=deal)


def test_the_last_draw_ends_the_round_drawn_without_a_discard() -> None:
    log = to_the_last_card(HOLDS_THREE, "WF")
    assert first_fault(log, rules()) == ("round_over", f"/events/{len(log['events']) - 1}")
    log["events"].pop()
    state = state_of(log, rules())
    assert state.result == Drawn(len(log["events"]) - 1)
    assert state.stock_left == 0


def test_the_last_draw_may_win() -> None:
    log = to_the_last_card(HOLDS_TWO, "C2")
    log["events"].pop()
    last = len(log["events"]) - 1
    assert won(log, rules()) == ("A", "opponent_draw", 1, "C2", "C", last)


def test_the_last_drawer_may_discard_where_the_house_says_so() -> None:
    under = rules(exhaustion="final_discard")
    log = to_the_last_card(HOLDS_THREE, "WF")
    assert state_of(log, under).result == Drawn(len(log["events"]) - 1)
    assert state_of({**log, "events": log["events"][:-1]}, under).result is None
    after = {**log, "events": [*log["events"], {"event": "draw", "seat": "A", "card": "C1"}]}
    assert first_fault(after, under) == ("round_over", f"/events/{len(log['events'])}")


def test_the_last_discard_may_win() -> None:
    under = rules(exhaustion="final_discard", opponent_draw=False)
    log = to_the_last_card(HOLDS_TWO, "C2")
    last = len(log["events"]) - 1
    assert won(log, under) == ("A", "discard", 2, "C2", "C", last)


def test_a_seat_may_wait_for_a_card_of_which_no_copy_is_left() -> None:
    state = state_of(record(*READY, deal=HOLDS_THREE), rules())
    assert game.progress(state)["waits"] == {"A": "C2", "B": None, "C": None}
