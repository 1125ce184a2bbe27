"""Matches and deals: stakes, totals, shared wins, the end, who deals, how many cards go where."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordRefused
from engine.games.chinese_poker.deal import deal_plan
from engine.games.chinese_poker.match import dealer_of, end_of, standing
from engine.games.payment import stake_of
from support.chinese_poker import PRESETS, rules


def test_the_published_tournament_rises_every_eight_hands_and_its_last_level_stays() -> None:
    under = rules(stake_schedule=[100, 200, 300, 400, 500, 700, 1000], hands_per_level=8).stake
    stakes = [stake_of(hand, under) for hand in (1, 8, 9, 16, 17, 40, 41, 48, 49, 56, 57, 1000)]
    assert stakes == [100, 100, 200, 200, 300, 500, 700, 700, 1000, 1000, 1000, 1000]


def test_totals_are_units_at_the_stake_of_their_round() -> None:
    under = rules(stake_schedule=[1, 2, 3]).stake
    so_far = standing([{"A": 3, "B": -3}, {"A": -2, "B": 2}, {"A": -1, "B": 1}], under)
    assert (so_far.stakes, so_far.totals, so_far.winners) == ((1, 2, 3), {"A": -4, "B": 4}, ("B",))


def test_equal_highest_totals_share_the_win_and_nothing_played_has_no_winner() -> None:
    under = rules().stake
    assert standing([{"A": 1, "B": 1, "C": -2}], under).winners == ("A", "B")
    assert standing([], under).winners == ()


def test_seats_may_come_and_go_between_rounds() -> None:
    so_far = standing([{"A": 1, "B": -1}, {"B": 2, "C": -2}], rules().stake)
    assert so_far.totals == {"A": 1, "B": 1, "C": -2}


@given(st.lists(st.fixed_dictionaries({seat: st.integers(-20, 20) for seat in "AB"}), max_size=8), st.integers(1, 9))
def test_totals_are_linear_in_the_stake(rounds: list[dict[str, Any]], stake: int) -> None:
    once, many = standing(rounds, rules().stake), standing(rounds, rules(stake=stake).stake)
    assert many.totals == {seat: total * stake for seat, total in once.totals.items()}
    assert many.winners == once.winners


def test_the_deal_moves_clockwise() -> None:
    assert [dealer_of(hand, ("A", "B", "C")) for hand in range(1, 6)] == ["A", "B", "C", "A", "B"]


@pytest.mark.parametrize(
    ("length", "hands", "agreed", "stacks", "expected"),
    [
        (3, 2, False, None, None),
        (3, 3, False, None, "rounds"),
        (20, 20, True, {"A": 0, "B": 9}, "rounds"),
        (20, 7, True, None, "agreement"),
        ("open", 500, False, None, None),
        ("open", 500, True, None, "agreement"),
        ("open", 5, False, {"A": 0, "B": 9}, "chips"),
        ("open", 5, False, {"A": 0, "B": 9, "C": 1}, None),
        (6, 0, False, {"A": 5, "B": 9}, None),
    ],
)
def test_a_match_ends_after_its_rounds_by_agreement_or_when_chips_run_out(
    length: int | str, hands: int, agreed: bool, stacks: dict[str, int] | None, expected: str | None
) -> None:
    assert end_of(length, hands, agreed, stacks) == expected


def test_presets_offer_the_lengths_of_their_pages() -> None:
    offered = {preset: rules(preset).match_rounds for preset in PRESETS}
    assert offered["seed_fr"] == (3, 6, 10)
    assert offered["seed_de"] == (10, 20, "open")
    assert all(lengths for lengths in offered.values())


@pytest.mark.parametrize(
    ("players", "form", "extra", "dealt", "undealt"),
    [
        (2, "aside13", None, (13, 13), 26),
        (3, "aside13", None, (13, 13, 13), 13),
        (4, "aside13", None, (13, 13, 13, 13), 0),
        (3, "fourteen", 0, (14, 13, 13), 12),
        (3, "fourteen", 2, (13, 13, 14), 12),
        (2, "fourteen", None, (13, 13), 26),
        (4, "fourteen", None, (13, 13, 13, 13), 0),
    ],
)
def test_how_the_cards_go_round(
    players: int, form: str, extra: int | None, dealt: tuple[int, ...], undealt: int
) -> None:
    assert deal_plan(players, extra, rules(three_player=form)) == (dealt, undealt)


@pytest.mark.parametrize(
    ("players", "form", "extra", "code"),
    [
        (1, "aside13", None, "wrong_seat_count"),
        (5, "aside13", None, "wrong_seat_count"),
        (3, "fourteen", None, "missing_extra_seat"),
        (3, "fourteen", 3, "unknown_seat"),
        (3, "aside13", 1, "unexpected_extra_seat"),
        (4, "fourteen", 1, "unexpected_extra_seat"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(players: int, form: str, extra: int | None, code: str) -> None:
    with pytest.raises(RecordRefused) as refusal:
        deal_plan(players, extra, rules(three_player=form))
    assert [violation.code for violation in refusal.value.violations] == [code]
