"""Every line of a settlement says why, and what is stored can be read again without the engine."""

import json
import re
from string import Formatter
from typing import Any

import pytest

from engine.evidence import canonical_bytes
from engine.games import chinese_poker as game
from engine.money import find_minor
from engine.sentences import line_sentence
from engine.settlement import Settlement
from support.chinese_poker import Record, arranged, claimed, record, rules, settle

STRONG = arranged("1", "Ah As Jc", "4h 5d 6c 7s 8h", "Ks Kh Kd 9c 9d")
WEAK = arranged("2", "Qh Qd 3c", "Jh Jd 8c 8d 2s", "Ac Tc 7c 4c 2c")
FOULED = arranged("2", "4d 4c 2d", "8s 8c Tc Qd 6h", "7c 7d Ac Js 3s")
TIED = (
    arranged("1", "Ah Kd 7c", "Tc Td 5s 4h 2c", "4c 5c 6c 7h 8d"),
    arranged("2", "As Kh 7d", "Th Ts 5h 4s 2d", "4d 5d 6h 7s 8h"),
)
SIX_PAIRS = claimed("1", "six_pairs", "2c 2d 4c 4s 6h 6d Jh Js Qs Qc 9h 9s Ac")
OTHER_SIX = claimed("2", "six_pairs", "3h 3d 5h 5d 7h 7d 8h 8c Th Ts Kh Ks Ah")
DRAGON = claimed("2", "dragon", "2h 3c 4d 5s 6c 7c 8d 9c Tc Jd Qh Kh Ad")
GAVE_UP = {"seat": "2", "surrender": True}
ROYALTIES = {"royalties": {"front": {"pair": 2}, "middle": {}, "back": {"full_house": 3}}}
SIDE_BETS = {"side_bets": {"front_pair": {"pair": 1}, "scoop_all": 3}}
POT = {"take": "percent", "per": "pot", "rate": "1/20", "cap_minor": "none", "rounding": "down"}


def fixed(per: str) -> dict[str, Any]:
    return {"fee": {"take": "fixed", "per": per, "amount_minor": "5"}}


CASES: list[tuple[str, Record, dict[str, Any], dict[str, Any]]] = [
    ("row_won overall", record(STRONG, WEAK), {}, {}),
    ("row_lost", record({**WEAK, "seat": "1"}, {**STRONG, "seat": "2"}), {}, {}),
    ("row_tied", record(*TIED), {}, {}),
    ("row_halved", record(*TIED), {}, {"tie": "half"}),
    ("row_won_by_suit row_lost_by_suit", record(*TIED), {}, {"tie": "suit", "suit_order": "cdsh"}),
    ("row_to_banker", record(*TIED, banker="1"), {}, {"tie": "banker"}),
    (
        "row_ignored",
        record(STRONG, arranged("2", "Qh Qd 3c", "Jh Jd Jc 8d 2s".replace("Jc", "Js"), "Tc Td Th Ts 2c")),
        {},
        {"lost_row": "ignore"},
    ),
    ("overall_on_total", record(STRONG, WEAK), {}, {"overall_on": "net_total"}),
    ("scoop_bonus", record(STRONG, WEAK), {}, {"method": "1-6"}),
    ("scoop_multiplies_rows royalty", record(STRONG, WEAK), ROYALTIES, {"method": "double"}),
    ("scoop_multiplies_all", record(STRONG, WEAK), ROYALTIES, {"method": "double", "scoop_multiplies": "all"}),
    ("foul_as_scoop foul_royalty", record(STRONG, FOULED), ROYALTIES, {}),
    ("foul_three_rows", record(STRONG, FOULED), {}, {"foul_pays": "rows"}),
    ("foul_fixed", record(STRONG, FOULED), {}, {"foul_pays": 4}),
    (
        "scoop_multiplies_royalties",
        record(STRONG, FOULED),
        ROYALTIES,
        {"method": "triple", "scoop_multiplies": "all"},
    ),
    ("surrender", record(STRONG, GAVE_UP), {}, {}),
    ("absent", record(STRONG, {"seat": "2", "absent": "before"}), {}, {}),
    ("missed_turn", record(STRONG, {"seat": "2", "missed_turn": True}), {}, {}),
    ("nothing_moves", record({"seat": "1", "surrender": True}, GAVE_UP), {}, {}),
    ("natural", record(SIX_PAIRS, GAVE_UP, arranged("3", "3h 5d Kd", "Kh Kc 7d 7s 8h", "Ad As Ah Th 3c")), {}, {}),
    ("natural_same", record(SIX_PAIRS, OTHER_SIX), {}, {}),
    ("natural_higher", record(SIX_PAIRS, DRAGON), {}, {}),
    ("natural_cancel", record(SIX_PAIRS, DRAGON), {}, {"natural_vs_natural": "cancel"}),
    ("natural_difference", record(SIX_PAIRS, DRAGON), {}, {"natural_vs_natural": "difference"}),
    (
        "natural_first_announced",
        record(SIX_PAIRS, DRAGON, announced=["1", "2"]),
        {},
        {"natural_vs_natural": "first_announced"},
    ),
    ("home_run", record(STRONG, WEAK), {}, {"home_run_mult": 2, "home_run_min": 1}),
    ("exposed", record({**STRONG, "exposed": True}, WEAK), {}, {}),
    ("half_units", record(STRONG, GAVE_UP), {}, {"surrender": "1/3", "rounding": "down"}),
    ("cap_loser_stack", record(STRONG, WEAK, stacks={"1": "9000", "2": "50"}, button="1"), {}, {}),
    ("cap_winner_stack", record(STRONG, WEAK, stacks={"1": "50", "2": "9000"}, button="1"), {}, {}),
    (
        "cap_pro_rata",
        record(STRONG, WEAK, stacks={"1": "50", "2": "90"}, button="1"),
        {},
        {"short_stack": "pro_rata"},
    ),
    ("fee_per_round", record(STRONG, WEAK), {}, fixed("round")),
    (
        "fee_per_round_cut",
        record(STRONG, GAVE_UP, stacks={"1": "9000", "2": "302"}, button="1"),
        {},
        {**fixed("round"), "surrender": 3},
    ),
    ("fee_per_pot", record(STRONG, WEAK), {}, fixed("pot")),
    ("fee_per_win", record(STRONG, WEAK), {}, fixed("win")),
    ("commission_per_pot", record(STRONG, WEAK), {}, {"fee": POT}),
    ("commission_per_win", record(STRONG, WEAK), {}, {"fee": {**POT, "per": "win"}}),
    ("side_bet_won", record({**STRONG, "side_bets": {"front_pair": "5"}}, WEAK), SIDE_BETS, {}),
    ("side_bet_lost", record({**STRONG, "side_bets": {"scoop_all": "5"}}, GAVE_UP), SIDE_BETS, {}),
    ("side_bet_back", record(STRONG, {**GAVE_UP, "side_bets": {"front_pair": "5"}}), SIDE_BETS, {}),
    ("royalty_against", record({**WEAK, "seat": "1"}, {**STRONG, "seat": "2"}), ROYALTIES, {}),
]


def settled(case: tuple[str, Record, dict[str, Any], dict[str, Any]]) -> Settlement:
    _, found, schedules, switches = case
    return settle(found, rules("western24", schedules, **switches))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_clause_is_given_as_a_reason_and_reads_as_a_sentence(
    case: tuple[str, Record, dict[str, Any], dict[str, Any]],
) -> None:
    settlement = settled(case)
    given = {line.reason.clause for line in settlement.lines}
    assert set(case[0].split()) <= given
    for line in settlement.lines:
        told = line_sentence(game.CLAUSES, line)
        assert re.search(r"\.( \[[\d, ]+\])?$", told), told
        assert not set("{}") & set(told)


def test_every_clause_is_reached_by_some_case() -> None:
    reached = {line.reason.clause for case in CASES for line in settled(case).lines}
    assert reached == set(game.CLAUSES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_reason_has_each_fact_that_its_sentence_names(
    case: tuple[str, Record, dict[str, Any], dict[str, Any]],
) -> None:
    for line in settled(case).lines:
        named = {field for _, field, _, _ in Formatter().parse(game.CLAUSES[line.reason.clause]) if field}
        assert named <= dict(line.reason.facts).keys()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_settlement_is_stored_and_read_again_as_it_was(
    case: tuple[str, Record, dict[str, Any], dict[str, Any]],
) -> None:
    data = settled(case).as_data()
    assert json.loads(canonical_bytes(data)) == data
    lines: Any = data["lines"]
    assert all(find_minor(line[key]) is not None for line in lines for key in ("stake_minor", "net_minor"))


def test_a_row_names_the_two_hands_and_the_units() -> None:
    settlement = settled(CASES[0])
    front = settlement.lines[0]
    assert (front.item, front.outcome, front.units) == ("front", "win", "1")
    assert line_sentence(game.CLAUSES, front) == "pair A J beats pair Q 3 in the front. [3]"


def test_a_foul_names_its_faults() -> None:
    (told,) = [line_sentence(game.CLAUSES, line) for line in settled(CASES[12]).lines]
    assert told == "Seat 2 fouled (middle_over_back) and pays the three rows. [4]"


def test_the_lines_tell_the_outcome_from_the_side_of_their_seat() -> None:
    for case in CASES:
        for line in settled(case).lines:
            if line.item not in ("fee", "front_pair", "scoop_all"):
                gained = (line.net_minor > 0) - (line.net_minor < 0)
                assert line.outcome in {1: {"win"}, -1: {"lose"}, 0: {"push", "win", "lose"}}[gained]
