"""How much a hand may be played for: whole chips, what can be written, stacks, caps and the limit of a match."""

from random import Random
from typing import Any

import pytest

from engine.errors import RecordRefused
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.rules import Rules
from engine.money import MAX_MINOR
from engine.sentences import line_sentence
from engine.settlement import HOUSE
from support.open_face import TERMS, board, lines, record_of, rules, settle, settled

A = board("Qh Qd 5c", "Kh Kc 3d 3s 2c", "9h 9d 9c 7s 7h")
B = board("6h 6d Ac", "Jh Jc Jd 4s 2d", "Ts 8s 6s 5s Qs")
FOULED = board("Kd Td 4c", "Ah As 8h 8d 6c", "5d 4d Qc Tc 2h")
THREE = {"A": A, "B": B, "C": FOULED}
"""Owed at 100 a unit: B 700 and C 1900 to A, C 1300 to B; C has the button."""
NO_ROYALTIES: dict[str, dict[str, int]] = {"front": {}, "middle": {}, "back": {}}


def refusals(under: Rules, unit_minor: int, **more: Any) -> list[tuple[str, str]]:
    """What is wrong with the hand of three seats at such a unit."""
    ofc = "classic" if len(under.form.streets) == 9 else "pineapple"
    played = game.parse(record_of(THREE, ofc, Random(1), **more), {**TERMS, "unit_minor": str(unit_minor)})
    return [(fault.code, fault.pointer) for fault in game.validate(played, under)]


TOO_LARGE = [("stake_too_large", "/terms/unit_minor")]
NOT_WHOLE = [("not_whole_chips", "/terms/unit_minor")]


def test_a_stake_is_refused_from_where_three_fouls_could_pay_more_than_can_be_written() -> None:
    """Nine units from each of three fouled hands are 27, and 27 times 37037037037037 is the most that is written."""
    under = rules("ofc_classic", NO_ROYALTIES, foul_pays=9)
    assert MAX_MINOR == 27 * 37_037_037_037_037
    assert refusals(under, 37_037_037_037_037) == []
    assert refusals(under, 37_037_037_037_038) == TOO_LARGE


@pytest.mark.parametrize(
    ("royalties", "switches", "more", "units"),
    [
        # 999 in front 17, two royal flushes 50 and 25, and 6 for the scoop: 98 units.
        (None, {}, {}, 98),
        (None, {"royalty_mult": 100}, {}, 9_206),
        (None, {"royalty_levels": [1, 100], "hands_per_level": 1}, {"hand": 2}, 9_206),
        (None, {"royalty_base_pot_minor": "10"}, {"pot_minor": "1009"}, 9_206),
        (None, {"super_bowl_mult": 100}, {}, 9_800),
        (None, {"stake": 50}, {}, 4_900),
        (None, {"stake_schedule": [1, 50], "hands_per_level": 1}, {"hand": 2}, 4_900),
        # The rows and the royalties count three times: 3 * (3 + 92).
        (None, {"method": "triple", "scoop_multiplies": "all"}, {}, 285),
        (NO_ROYALTIES, {"foul_pays": 1000}, {}, 1_000),
        (NO_ROYALTIES, {"foul_pays": 1}, {}, 6),
    ],
)
def test_no_stake_is_taken_at_which_a_hand_could_win_more_than_can_be_written(
    royalties: Any, switches: dict[str, Any], more: dict[str, Any], units: int
) -> None:
    """``units`` are those of the dearest hand against one opponent; in Pineapple it may have two of them."""
    under = rules("ofc_pineapple", royalties, **switches)
    at = "/pot_minor" if "pot_minor" in more else "/terms/unit_minor"
    assert refusals(under, MAX_MINOR // (2 * units) + 1, **more) == [("stake_too_large", at)]
    assert refusals(under, MAX_MINOR // (8 * units), **more) == []


def test_a_unit_is_whole_chips_at_the_stake_of_its_hand() -> None:
    assert refusals(rules("ofc_pineapple", chip_unit_minor="200"), 100) == NOT_WHOLE
    rising = rules("ofc_pineapple", chip_unit_minor="200", stake_schedule=[1, 2], hands_per_level=1)
    assert refusals(rising, 100, hand=1) == NOT_WHOLE
    assert refusals(rising, 100, hand=2) == []


def test_a_winner_may_win_more_than_he_has_in_front_of_him_where_the_house_says_so() -> None:
    stacks = {"A": "500", "B": "10000", "C": "10000"}
    settlement = settled(THREE, rules("ofc_pineapple", win_cap=False), stacks=stacks)
    assert settlement.nets == {"A": 2600, "B": 600, "C": -3200, HOUSE: 0}
    assert lines(settlement, "cap") == []


@pytest.mark.parametrize("manner", ["sequential", "pro_rata"])
def test_a_player_who_is_beyond_his_limit_already_neither_pays_nor_gets_any_of_it_back(manner: str) -> None:
    under = rules("ofc_pineapple", loss_limit_units=20, short_stack=manner)
    settlement = settled(THREE, under, hand=2, match_nets={"A": "0", "B": "0", "C": "-2100"})
    assert settlement.nets == {"A": 700, "B": -700, "C": 0, HOUSE: 0}


def test_a_figure_of_every_seat_is_asked_for_where_the_money_needs_it() -> None:
    under = rules("ofc_pineapple", loss_limit_units=20)
    assert refusals(under, 100, hand=2, match_nets={"A": "0"}) == [("missing_match_net", "/match_nets")] * 2
    with pytest.raises(RecordRefused) as refused:
        settle(record_of(THREE, "pineapple", Random(1), hand=2, stacks={}), under)
    assert [fault.code for fault in refused.value.violations] == ["missing_match_net", *["missing_stack"] * 3]


@pytest.mark.parametrize(
    ("manner", "told"),
    [
        ("sequential", "C can lose no more in this match: A gets 1500 of 1900. [10]"),
        ("pro_rata", "C can lose no more in this match: A gets 900 of 1900, in proportion. [8, 10]"),
    ],
)
def test_what_the_limit_of_a_match_leaves_unpaid_is_told_in_a_sentence(manner: str, told: str) -> None:
    """C may lose 1500 more and owes 1900 and 1300: in proportion 890 and 609, and the odd minor unit to the first."""
    under = rules("ofc_pineapple", loss_limit_units=20, short_stack=manner, chip_unit_minor="100")
    settlement = settled(THREE, under, hand=2, match_nets={"A": "0", "B": "500", "C": "-500"})
    assert line_sentence(game.CLAUSES, lines(settlement, "cap")[0]) == told


def test_a_unit_that_is_too_large_whatever_the_pot_is_refused_as_the_unit() -> None:
    under = rules("ofc_pineapple", royalty_base_pot_minor="10")
    assert refusals(under, MAX_MINOR // 2, pot_minor="10") == TOO_LARGE
