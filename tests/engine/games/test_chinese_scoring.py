"""How pairs score: methods, scoops, home runs, fouls, surrender, banker, and the penalties of the table."""

from typing import Any

import pytest

from engine.settlement import Settlement
from support.chinese_poker import Record, arranged, record, rules, settle, units

STRONG = arranged("1", "Ah As Jc", "4h 5d 6c 7s 8h", "Ks Kh Kd 9c 9d")
WEAK = arranged("2", "Qh Qd 3c", "Jh Jd 8c 8d 2s", "Ac Tc 7c 4c 2c")
FOULED = arranged("2", "4d 4c 2d", "8s 8c Tc Qd 6h", "7c 7d Ac Js 3s")
NO_ROYALTIES: dict[str, Any] = {"royalties": "off", "naturals": "off"}


def lines(settlement: Settlement, item: str) -> list[tuple[str, str, str, int]]:
    return [(line.seat, line.against, line.units, line.net_minor) for line in settlement.lines if line.item == item]


FRONTS = {"+": ("Ah Kd 7c", "Qc Jh 6d"), "-": ("Qc Jh 6d", "Ah Kd 7c"), "=": ("Ah Kd 7c", "As Kh 7d")}
MIDDLES = {
    "+": ("Tc Td 5s 4h 2c", "9c 9d 5h 4s 2d"),
    "-": ("9c 9d 5h 4s 2d", "Tc Td 5s 4h 2c"),
    "=": ("Tc Td 5s 4h 2c", "Th Ts 5h 4s 2d"),
}
BACKS = {
    "+": ("Js Jc Jd 8d 3s", "6h 6c 6s 8h 3h"),
    "-": ("6h 6c 6s 8h 3h", "Js Jc Jd 8d 3s"),
    "=": ("4c 5c 6c 7h 8d", "4d 5d 6h 7s 8h"),
}


def won(rows: str) -> tuple[Record, Record]:
    """Two hands whose front, middle and back end as told: ``+`` won, ``-`` lost, ``=`` tied by the first."""
    chosen = (FRONTS[rows[0]], MIDDLES[rows[1]], BACKS[rows[2]])
    first, second = (arranged(seat, *(pair[i] for pair in chosen)) for i, seat in enumerate("12"))
    return first, second


METHODS = {
    "plain": (3, 2, 1, 1, 0, 0),
    "1-2": (3, 3, 2, 1, 0, 0),
    "1-4": (4, 2, 1, 1, 0, 0),
    "2-4": (4, 3, 2, 1, 0, 0),
    "1-6": (6, 2, 1, 1, 0, 0),
    "double": (6, 2, 1, 1, 0, 0),
    "triple": (9, 2, 1, 1, 0, 0),
}
RESULTS = ("+++", "+=+", "+-+", "==+", "+-=", "===")
MIRROR = str.maketrans("+-", "-+")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("result", RESULTS)
def test_the_printed_table_of_methods_holds_and_so_does_its_mirror(method: str, result: str) -> None:
    expected, under = METHODS[method][RESULTS.index(result)], rules("western24", NO_ROYALTIES, method=method)
    assert units(settle(record(*won(result)), under), "1", "2") == str(expected)
    assert units(settle(record(*won(result.translate(MIRROR))), under), "1", "2") == str(-expected)


@pytest.mark.parametrize(("method", "expected"), [("2-4", (4, 3, 2, 2, 0, 0)), ("1-2", (3, 3, 2, 2, 0, 0))])
def test_the_overall_point_may_go_to_whoever_won_more_rows(method: str, expected: tuple[int, ...]) -> None:
    under = rules("western24", NO_ROYALTIES, method=method, overall_on="net_rows")
    assert tuple(int(units(settle(record(*won(r)), under), "1", "2")) for r in RESULTS) == expected


@pytest.mark.parametrize("method", METHODS)
def test_a_lost_row_that_is_ignored_leaves_two_rows_won(method: str) -> None:
    under = rules("western24", NO_ROYALTIES, method=method, lost_row="ignore")
    settlement = settle(record(*won("+-+")), under)
    assert units(settlement, "1", "2") == str(METHODS[method][2] + 1)
    assert lines(settlement, "middle") == [("1", "2", "0", 0)]
    assert [line.reason.clause for line in settlement.lines][:3] == ["row_won", "row_ignored", "row_won"]


def test_a_tie_shows_as_half_a_point_each_and_moves_nothing() -> None:
    settlement = settle(record(*won("=-+")), rules("seed_de", NO_ROYALTIES))
    assert settlement.marks["pairs"] == [
        {
            "a": "1",
            "b": "2",
            "rows": [0, -1, 1],
            "units": "0",
            "row_points": [["1/2", "1/2"], ["0", "1"], ["1", "0"]],
        }
    ]
    assert settlement.lines[0].reason.clause == "row_halved"


def test_a_tie_goes_to_the_banker_and_can_complete_a_scoop() -> None:
    under = rules("western24", NO_ROYALTIES, method="1-6", tie="banker")
    for banker, expected in (("1", "6"), ("2", "1")):
        settlement = settle(record(*won("=++"), banker=banker), under)
        assert units(settlement, "1", "2") == expected
        assert settlement.lines[0].reason.clause == "row_to_banker"


@pytest.mark.parametrize("tie", ["none", "half"])
def test_a_tie_with_the_banker_stays_one_where_ties_are_not_his(tie: str) -> None:
    under = rules("western24", NO_ROYALTIES, compare="banker", tie=tie)
    pairs: Any = settle(record(*won("=++"), banker="1"), under).marks["pairs"]
    assert pairs[0]["rows"] == [0, 1, 1]


def test_ties_between_two_that_are_not_the_banker_stay_ties() -> None:
    a, b = won("=++")
    third = arranged("3", "Qc Jh 6d", "Ac Ad Qh 7s 5c", "Th Ts 9h 9s Qd")
    settlement = settle(record(a, b, third, banker="3"), rules("western24", NO_ROYALTIES, tie="banker"))
    assert units(settlement, "1", "2") == "3"


def test_a_suit_parts_rows_that_are_equal() -> None:
    under = rules("western24", NO_ROYALTIES, method="1-6", tie="suit")
    settlement = settle(record(*won("=++")), under)
    assert (settlement.lines[0].units, settlement.lines[0].reason.clause) == ("-1", "row_lost_by_suit")


def test_the_overall_point_of_totals_can_go_to_the_loser_of_rows() -> None:
    """Worked by hand: rows -1, trips in front +3, total 2 and so the point: 3."""
    a = arranged("1", "Ks Kh Kc", "2h 3d 4c 5s 6h", "Ad Jd 9d 5d 2d")
    b = arranged("2", "Qs Qh 2c", "7s 8d 9c Th Js", "8h 8s Td Tc Ts")
    royalties = {"royalties": {"front": {"trips": 3}, "middle": {}, "back": {}}}
    settlement = settle(record(a, b), rules("western24", royalties, overall_on="net_total"))
    assert units(settlement, "1", "2") == "3"
    assert [line.reason.clause for line in settlement.lines if line.item == "overall"] == ["overall_on_total"]


TRIPS = {"royalties": {"front": {"trips": 3}, "middle": {"straight": 1}, "back": {"flush": "1/2", "full_house": 2}}}


@pytest.mark.parametrize(("multiplies", "expected"), [("rows", "21/2"), ("all", "15")])
@pytest.mark.parametrize("when", ["win", "always"])
def test_a_scoop_multiplies_rows_alone_or_royalties_too(multiplies: str, expected: str, when: str) -> None:
    """Three rows and 3 + 1 + 1/2 royalties: 2 x 3 + 4 1/2, or 2 x (3 + 4 1/2). The loser shows none."""
    a = arranged("1", "4s 4h 4d", "5h 6d 7c 8s 9h", "Ad Jd 9d 3d 2d")
    b = arranged("2", "Qs Qh 2c", "Ts Td 8c 8d 3h", "6s 7d 8h 9s Tc")
    under = rules("hk", TRIPS, royalty_mode="add", scoop_multiplies=multiplies, royalty_when=when)
    assert units(settle(record(a, b), under, 200), "1", "2") == expected


def test_royalties_of_rows_not_won_count_only_where_they_always_do() -> None:
    a = arranged("1", "4s 4h 4d", "5h 6d 7c 8s 9h", "Ad Jd 9d 3d 2d")
    b = arranged("2", "Qs Qh Qd", "6s 7d 8h 9s Tc", "Kc Kd Ks 2c 2h")
    paid = {when: settle(record(a, b), rules("eastern", TRIPS, royalty_when=when), 200) for when in ("win", "always")}
    assert units(paid["win"], "1", "2") == str(-6 - 3 - 1 - 2)
    assert units(paid["always"], "1", "2") == "-15/2"
    front = [(line.units, line.reason.facts[1]) for line in paid["always"].lines if line.item == "front_royalty"]
    assert front == [("3", ("hand", "trips 4")), ("-3", ("hand", "trips Q"))]


def test_what_is_not_listed_pays_nothing_but_a_royal_takes_the_straight_flush_entry() -> None:
    royal = arranged("1", "2h 3c 5d", "Kc Kd 7h 7s 2c", "Ts Js Qs Ks As")
    quads = arranged("2", "2s 3d 4c", "Jc Jd 6h 6s 4d", "9c 9d 9h 9s 5c")
    for table, expected in (({"straight_flush": 5}, "8"), ({"straight_flush": 5, "royal_flush": 7}, "10"), ({}, "3")):
        schedule = {"royalties": {"front": {}, "middle": {}, "back": table}}
        under = rules("western24", schedule, method="plain")
        assert units(settle(record(royal, quads), under), "1", "2") == expected


def test_an_entry_by_rank_goes_before_its_category() -> None:
    schedule = {"royalties": {"front": {"pair": 1, "pair_A": 9}, "middle": {}, "back": {}}}
    under = rules("western24", schedule, method="plain", royalty_when="always")
    assert units(settle(record(STRONG, WEAK), under), "1", "2") == str(3 + 9 - 1)


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        ({"method": "1-6", "foul_pays": "scoop"}, "6"),
        ({"method": "2-4", "foul_pays": "scoop"}, "4"),
        ({"method": "triple", "foul_pays": "scoop"}, "9"),
        ({"method": "1-6", "foul_pays": "rows"}, "3"),
        ({"method": "1-6", "foul_pays": 4}, "4"),
        ({"method": "1-6", "foul_pays": "9/2"}, "9/2"),
    ],
)
def test_a_foul_pays_as_the_house_says(switches: dict[str, Any], expected: str) -> None:
    settlement = settle(record(STRONG, FOULED), rules("western24", NO_ROYALTIES, **switches), 200)
    assert units(settlement, "1", "2") == expected
    assert dict(settlement.lines[0].reason.facts)["faults"] == ("middle_over_back",)


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        ({"foul_pays_royalties": True}, 6 + 3),
        ({"foul_pays_royalties": False}, 6),
        ({"foul_pays_royalties": True, "scoop_multiplies": "all"}, (3 + 3) * 2),
        ({"foul_pays_royalties": False, "scoop_multiplies": "all"}, 6),
        ({"foul_pays_royalties": True, "scoop_multiplies": "all", "foul_pays": "rows"}, 3 + 3),
    ],
)
def test_a_foul_pays_the_royalties_of_a_legal_hand(switches: dict[str, Any], expected: int) -> None:
    a = arranged("1", "Ks Kh Kc", "4h 5h 6c 7s 8h", "Ad Jd 9d 5d Td")
    schedule = {"royalties": {"front": {"trips": 3}, "middle": {}, "back": {}}}
    under = rules("western24", schedule, method="double", **switches)
    found = record(a, arranged("2", "4d 4c 2d", "8s 8c Tc Qd 6d", "7c 7d Ac Js 3d"))
    assert units(settle(found, under), "1", "2") == str(expected)


def test_nothing_moves_between_hands_that_foul_or_gave_up() -> None:
    other = arranged("3", "3c 3h 2h", "9s 9h Ts Qh 6s", "5s 5h Jd Kc 2c")
    found = record({"seat": "1", "surrender": True}, FOULED, other, {"seat": "4", "surrender": True})
    settlement = settle(found, rules())
    assert settlement.marks["state"] == {"1": "surrender", "2": "foul", "3": "foul", "4": "surrender"}
    assert set(settlement.nets.values()) == {0}
    assert {line.reason.clause for line in settlement.lines} == {"nothing_moves"}


def test_surrender_costs_its_units_to_each_hand_that_plays_and_no_royalties() -> None:
    found = record({"seat": "3", "surrender": True}, STRONG, WEAK)
    royalties = {"royalties": {"front": {"pair": 5}, "middle": {}, "back": {"full_house": 9}}}
    assert settle(found, rules("western24", royalties)).nets["3"] == -2 * 300


def home_run_record(second: Record) -> Record:
    """Seat 1 beats every row of seats 2 and 3."""
    return record(STRONG, second, arranged("3", "Th 9h 3d", "Ts Td 6s 6d 3h", "Qs Qc 5s 5c 2h"))


@pytest.mark.parametrize(
    ("least", "second", "runs", "first_pair"),
    [
        (2, WEAK, ["1"], "12"),
        (3, WEAK, [], "6"),
        (2, FOULED, ["1"], "12"),
        (2, {"seat": "2", "surrender": True}, [], "3"),
    ],
)
def test_a_home_run_needs_enough_opponents_all_scooped_or_fouled(
    least: int, second: Record, runs: list[str], first_pair: str
) -> None:
    under = rules("western24", NO_ROYALTIES, method="1-6", home_run_mult=2, home_run_min=least)
    settlement = settle(home_run_record(second), under)
    assert settlement.marks["home_run"] == runs
    assert units(settlement, "1", "2") == first_pair


def test_a_natural_among_the_opponents_spoils_a_home_run() -> None:
    dragon = {
        "seat": "2",
        "natural": "dragon",
        "cards": [*["2h", "3c", "4d", "5s", "6h", "7c", "8d", "9h", "Tc", "Jd", "Qh", "Kc", "Ad"]],
    }
    under = rules("western24", home_run_mult=2, home_run_min=1)
    settlement = settle(record(STRONG, dragon, arranged("3", "Th 9s 3d", "Ts Td 6s 6d 3h", "Qs Qc 5h 5c 2d")), under)
    assert settlement.marks["home_run"] == []


def test_against_a_banker_only_his_pairs_settle_and_make_his_home_run() -> None:
    found = home_run_record(WEAK) | {"banker": "1"}
    under = rules("western24", NO_ROYALTIES, method="double", compare="banker", home_run_mult=2, home_run_min=2)
    settlement = settle(found, under)
    pairs: Any = settlement.marks["pairs"]
    assert [(pair["a"], pair["b"], pair["units"]) for pair in pairs] == [("1", "2", "12"), ("1", "3", "12")]


def test_swapping_middle_and_back_saves_a_hand_that_would_foul() -> None:
    upside_down = {**STRONG, "middle": STRONG["back"], "back": STRONG["middle"]}
    assert settle(record(upside_down, WEAK), rules(middle_over_back="foul")).marks["state"]["1"] == "foul"  # type: ignore[index]
    swapped = settle(record(upside_down, WEAK), rules(middle_over_back="swap"))
    assert swapped.nets == settle(record(STRONG, WEAK), rules()).nets
