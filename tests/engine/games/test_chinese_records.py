"""Records of Chinese poker: what is read, what is refused and in which order, and schemas that say the same."""

from typing import Any

import pytest

from engine.errors import RecordRefused
from engine.games import chinese_poker as game
from engine.games.chinese_poker.rules import Rules
from support.chinese_poker import TERMS, Record, arranged, claimed, record, rules

STRONG = arranged("1", "Ah As Jc", "4h 5d 6c 7s 8h", "Ks Kh Kd 9c 9d")
WEAK = arranged("2", "Qh Qd 3c", "Jh Jd 8c 8d 2s", "Ac Tc 7c 4c 2c")
SIX_PAIRS = "2c 2d 4c 4s 6h 6d Jh Js Qs Qc 9h 9s Ac"


def refused(found: Any, terms: Any = TERMS) -> list[tuple[str, str]]:
    with pytest.raises(RecordRefused) as refusal:
        game.parse(found, terms)
    return [(violation.code, violation.pointer) for violation in refusal.value.violations]


def violations(found: Record, under: Rules | None = None, unit: str = "100") -> list[tuple[str, str]]:
    played = game.parse(found, {**TERMS, "unit_minor": unit})
    return [(v.code, v.pointer) for v in game.validate(played, rules() if under is None else under)]


def test_every_fault_of_shape_is_named_in_one_answer() -> None:
    found = {
        "seats": [
            {**STRONG, "front": ["10d", "ah", "As"], "hat": 1},
            {"seat": "house", "surrender": False},
            {"seat": "3", "natural": "blaze", "cards": "2c"},
            {"seat": "4", "absent": "soon", "side_bets": {"lucky": "1", "scoop_all": "0"}},
            "5",
            {"seat": "6", "front": [], "middle": []},
        ],
        "hand": 0,
        "stacks": {"1": 5, "a b": "5"},
        "dealer": "1",
    }
    assert refused(found, {"currency": "eur", "unit_minor": "0"}) == [
        ("unknown_key", "/dealer"),
        ("unknown_key", "/seats/0/hat"),
        ("bad_card", "/seats/0/front/0"),
        ("bad_card", "/seats/0/front/1"),
        ("wrong_value", "/seats/1/seat"),
        ("wrong_value", "/seats/1/surrender"),
        ("wrong_value", "/seats/2/natural"),
        ("wrong_type", "/seats/2/cards"),
        ("unknown_key", "/seats/3/side_bets"),
        ("wrong_value", "/seats/3/absent"),
        ("unknown_key", "/seats/3/side_bets/lucky"),
        ("wrong_value", "/seats/3/side_bets/scoop_all"),
        ("wrong_type", "/seats/4"),
        ("missing_key", "/seats/5"),
        ("wrong_value", "/hand"),
        ("wrong_money", "/stacks/1"),
        ("wrong_value", "/stacks/a b"),
        ("wrong_value", "/terms/currency"),
        ("wrong_value", "/terms/unit_minor"),
    ]


def test_cards_are_checked_before_the_table_and_the_table_before_the_claims() -> None:
    dealt = [*STRONG["front"], *STRONG["middle"], *STRONG["back"]]
    found = record(
        {**STRONG, "middle": ["4h", "5d", "6c", "7s"], "dealt": [*dealt[:-1], "2h"]},
        {**WEAK, "seat": "1", "front": ["Ah", "Qd", "3c"], "dealt": [*dealt[:5], *WEAK["back"]]},
        {"seat": "3", "missed_turn": True, "exposed": True},
        banker="7",
    )
    under = rules("western24", compare="banker", missed_turn_pays="none", exposed_pays="none")
    assert violations(found, under) == [
        ("wrong_row_size", "/seats/0/middle"),
        ("wrong_card_count", "/seats/1/dealt"),
        ("duplicate_card", "/seats/1/front/0"),
        ("duplicate_card", "/seats/1/dealt/0"),
        ("duplicate_card", "/seats/1/dealt/1"),
        ("duplicate_card", "/seats/1/dealt/2"),
        ("duplicate_card", "/seats/1/dealt/3"),
        ("duplicate_card", "/seats/1/dealt/4"),
        ("card_not_dealt", "/seats/0/back/4"),
        ("card_not_dealt", "/seats/1/front/1"),
        ("card_not_dealt", "/seats/1/front/2"),
        ("card_not_dealt", "/seats/1/middle/0"),
        ("card_not_dealt", "/seats/1/middle/1"),
        ("card_not_dealt", "/seats/1/middle/2"),
        ("card_not_dealt", "/seats/1/middle/3"),
        ("card_not_dealt", "/seats/1/middle/4"),
        ("duplicate_seat", "/seats/1/seat"),
        ("unknown_seat", "/banker"),
        ("not_offered", "/seats/2/missed_turn"),
        ("not_offered", "/seats/2/exposed"),
    ]


@pytest.mark.parametrize(
    ("found", "switches", "expected"),
    [
        (record(STRONG), {}, ("wrong_seat_count", "/seats")),
        (record(*({"seat": str(n), "surrender": True} for n in range(5))), {}, ("wrong_seat_count", "/seats")),
        (record(STRONG, {**WEAK, "seat": "1"}), {}, ("duplicate_seat", "/seats/1/seat")),
        (record(STRONG, WEAK), {"compare": "banker"}, ("missing_banker", "")),
        (record(STRONG, WEAK), {"tie": "banker"}, ("missing_banker", "")),
        (record(STRONG, WEAK, announced=["9"]), {}, ("unknown_seat", "/announced/0")),
        (record(STRONG, WEAK), {"stake_schedule": [1, 2]}, ("missing_hand", "")),
        (record(STRONG, WEAK, stacks={"1": "5"}, button="1"), {}, ("missing_stack", "/stacks")),
        (record(STRONG, WEAK, stacks={"1": "5", "2": "5"}), {}, ("missing_button", "")),
        (record(STRONG, WEAK, button="3"), {}, ("unknown_seat", "/button")),
        (record(STRONG, WEAK), {"chip_unit_minor": "30"}, ("not_whole_chips", "/terms/unit_minor")),
        (
            record(STRONG, WEAK, stacks={"1": "60", "2": "25"}, button="1"),
            {"chip_unit_minor": "20"},
            ("not_whole_chips", "/stacks/2"),
        ),
        (record(STRONG, WEAK), {"surrender": "7/3"}, ("half_unit", "/terms/unit_minor")),
        (
            record(STRONG, {"seat": "2", "surrender": True}),
            {"surrender": "none"},
            ("not_offered", "/seats/1/surrender"),
        ),
        (record(STRONG, {"seat": "2", "timeout": True}), {"timeout": "none"}, ("not_offered", "/seats/1/timeout")),
        (record(STRONG, {"seat": "2", "timeout": True}), {"timeout": "fill"}, ("missing_dealt", "/seats/1")),
        (
            record(STRONG, {"seat": "2", "absent": "before"}),
            {"absent_pays": "none"},
            ("not_offered", "/seats/1/absent"),
        ),
        (
            record(STRONG, {"seat": "2", "absent": "later"}),
            {"absent_later": "none"},
            ("not_offered", "/seats/1/absent"),
        ),
        (record(STRONG, claimed("2", "clean_dragon", SIX_PAIRS)), {}, ("not_offered", "/seats/1/natural")),
        (record(STRONG, {**WEAK, "thrown": "2d"}), {}, ("unexpected_thrown", "/seats/1/thrown")),
        (
            record(STRONG, {**WEAK, "side_bets": {"scoop_all": "5"}}),
            {},
            ("not_offered", "/seats/1/side_bets/scoop_all"),
        ),
    ],
)
def test_what_keeps_a_record_from_being_settled(
    found: Record, switches: dict[str, Any], expected: tuple[str, str]
) -> None:
    assert violations(found, rules("western24", **switches)) == [expected]


def test_a_unit_may_not_be_so_large_that_a_hand_could_outgrow_what_is_written() -> None:
    assert violations(record(STRONG, WEAK), unit="999999999999999") == [("stake_too_large", "/terms/unit_minor")]
    assert violations(record(STRONG, WEAK), unit="100000000000") == []


def test_one_of_three_seats_throws_a_card_away_where_one_gets_fourteen() -> None:
    under = rules("western24", three_player="fourteen")
    third = arranged("3", "Th 9h 3d", "Ts Td 6s 6d 3h", "Qs Qc 5s 5c 2h")
    thrown = {**third, "thrown": "2d"}
    assert violations(record(STRONG, WEAK), under) == []
    assert violations(record(STRONG, WEAK, third), under) == [("missing_thrown", "/seats")]
    assert violations(record(STRONG, WEAK, thrown), under) == []
    assert violations(record(STRONG, {**WEAK, "thrown": "4s"}, thrown), under) == [
        ("unexpected_thrown", "/seats/2/thrown")
    ]
    assert violations(record(STRONG, WEAK, {**third, "thrown": "2h"}), under) == [("duplicate_card", "/seats/2/thrown")]


def test_where_the_first_announced_natural_wins_two_claims_need_their_order() -> None:
    under = rules("western24", natural_vs_natural="first_announced")
    other = claimed("2", "dragon", "2h 3c 4d 5s 6c 7c 8d 9c Tc Jd Qh Kh Ad")
    claims = record(claimed("1", "six_pairs", SIX_PAIRS), other)
    assert violations(claims, under) == [("missing_announcement", "/announced")] * 2
    assert violations(claims | {"announced": ["2", "1"]}, under) == []
    assert violations(record(claimed("2", "six_pairs", SIX_PAIRS), STRONG), under) == []


def test_a_bet_on_a_natural_needs_thirteen_cards_to_look_at() -> None:
    under = rules("western24", {"side_bets": {"natural": {"dragon": 200}}})
    seat = {"seat": "2", "surrender": True, "side_bets": {"natural": "5"}}
    assert violations(record(STRONG, seat), under) == [("missing_cards", "/seats/1")]
    assert violations(record(STRONG, {**seat, "dealt": SIX_PAIRS.split()}), under) == []


def test_cards_dealt_to_one_seat_may_not_lie_before_another() -> None:
    dealt = [*STRONG["front"], *STRONG["middle"], *STRONG["back"]]
    gave_up = {"seat": "2", "surrender": True, "dealt": dealt}
    codes = violations(record(STRONG, gave_up))
    assert codes == [("duplicate_card", f"/seats/1/dealt/{place}") for place in range(13)]
