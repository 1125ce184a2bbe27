"""The exact figures of Three Card Poker: every published table, strategy and variant, as integers over integers."""

import copy
import json
from fractions import Fraction

import pytest

from engine.conformance.runner import run_document
from engine.edges import edge_report
from engine.edges.figures import Figures, decimal_text, root_text
from engine.errors import BrokenInvariant
from support.three_card import paytable_files, vectors

EXPECTED = vectors("three-card-expected.json")


@pytest.mark.parametrize("section", EXPECTED)
def test_every_figure_of_a_section_is_reproduced(section: str) -> None:
    report = run_document({"ante_bonus_tables": {}, section: EXPECTED[section]})
    assert (report.failures, report.skips) == ((), ())
    assert report.passed == (1 if section == "ante_bonus_tables" else 2)


@pytest.mark.parametrize(
    ("section", "path", "wrong"),
    [
        ("ante_bonus_tables", ("AB-1-4-5", "house_edge", "num"), 686_688),
        ("ante_bonus_tables", ("AB-1-4-5", "net_histogram", "7"), 617_045),
        ("pair_plus_tables", ("PP-40-30-6-3-1", "variance", "den"), 30_525_626),
        ("rule_variants", ("dealer_min=Q,tie=player", "hands_played"), 14_900),
        ("decision_boundary", ("12-6-4", "abb", "ev", "num"), -18_324),
        ("progressive_fixed_pays", ("break_even_meter_units",), 10_081),
    ],
)
def test_a_wrong_figure_is_found(section: str, path: tuple[str, ...], wrong: int) -> None:
    changed = copy.deepcopy(EXPECTED[section])
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = wrong
    assert len(run_document({"ante_bonus_tables": {}, section: changed}).failures) == 1


@pytest.mark.parametrize(("section", "name"), [("rule_variants", "dealer_min=T"), ("strategies", "by the moon")])
def test_a_name_that_is_not_known_is_skipped(section: str, name: str) -> None:
    assert len(run_document({"ante_bonus_tables": {}, section: {name: {}}}).skips) == 1


# Percent, as the rules reference prints them (sections 5 to 7), to four decimals; but for ante_bonus_ma_a, where
# it prints 3.6037 beside 3,668,351/101,792,600, which is 3.60375 and a little more.
PUBLISHED = {
    "ante_bonus_1_4_5": "3.3730",
    "ante_bonus_1_3_5": "3.6083",
    "ante_bonus_1_3_4": "3.8255",
    "ante_bonus_1_2_3": "4.2780",
    "ante_bonus_1_8_9": "1.5630",
    "ante_bonus_1_10_12_5": "0.3323",
    "ante_bonus_none": "8.6580",
    "ante_bonus_ma_a": "3.6038",
    "ante_bonus_ma_b": "1.4906",
    "ante_bonus_ma_c": "3.5359",
    "pair_plus_40_30_6_3_1": "7.2760",
    "pair_plus_40_30_6_4_1": "2.3167",
    "pair_plus_35_33_6_4_1": "2.6968",
    "pair_plus_40_25_6_4_1": "3.4932",
    "pair_plus_35_25_6_4_1": "4.5792",
    "pair_plus_50_30_6_3_1": "5.1041",
    "pair_plus_40_30_5_4_1": "5.5747",
    "pair_plus_40_25_5_4_1": "6.7511",
    "pair_plus_40_32_6_4_1": "1.8462",
    "pair_plus_42_38_6_4_1": "0.0000",
    "pair_plus_mr80_40_25_6_3_1": "7.7285",
    "pair_plus_mr50_40_30_6_3_1": "7.0950",
    "pair_plus_mr50_40_30_5_4_1": "5.3937",
    "pair_plus_mr100_40_30_5_4_1": "4.4887",
    "pair_plus_mr200_40_30_6_3_1": "4.3801",
    "pair_plus_mr100_50_30_6_3_1": "4.1991",
    "pair_plus_mr50_40_30_6_4_1": "2.1357",
    "pair_plus_35_25_5_3_1": "12.7964",
    "pair_plus_40_20_5_4_1": "7.9276",
    "pair_plus_40_40_4_4_1": "6.4796",
    "pair_plus_30_30_5_5_1": "2.7873",
    "six_card_1000_200_100_20_15_10_7": "8.5614",
    "six_card_1000_200_100_20_15_9_8": "6.7413",
    "six_card_1000_200_50_25_20_10_5": "10.2248",
    "six_card_2000_200_50_25_15_10_5": "14.3555",
    "six_card_1000_200_50_25_15_10_5": "15.2790",
    "six_card_millionaire_maker": "18.0981",
    "prime_3_4": "3.6206",
}
SEEDED = {key: document for tables in paytable_files().values() for key, document in tables.items()}


def test_every_seeded_paytable_but_the_progressive_has_a_published_edge() -> None:
    assert set(SEEDED) - set(PUBLISHED) == {"progressive_500_70_60_6"}


@pytest.mark.parametrize("key", PUBLISHED)
def test_a_seeded_paytable_costs_what_the_rules_reference_says(key: str) -> None:
    report = json.loads(json.dumps(edge_report(SEEDED[key], stake_minor=500)))
    (figures,) = report["bets"].values()
    assert decimal_text(100 * Fraction(figures["house_edge"]["exact"]), 4) == PUBLISHED[key]


def test_figures_refuse_results_that_are_not_all_deals() -> None:
    with pytest.raises(BrokenInvariant):
        Figures.of([(1, 2), (-1, 3)], 6)


def test_figures_of_a_coin_are_those_of_a_coin() -> None:
    data = Figures.of([(1, 1), (-1, 1)], 2).as_data()
    assert data["house_edge"] == {"exact": "0", "decimal": "0.00000000"}
    assert data["variance"] == {"exact": "1", "decimal": "1.00000000"}
    assert (data["standard_deviation"], data["net_histogram"]) == ("1.000000", {"-1": 1, "1": 1})


@pytest.mark.parametrize(
    ("value", "text"), [("1/3", "0.333"), ("-1/3", "-0.333"), ("1/2000", "0.000"), ("3/2000", "0.002"), ("7", "7.000")]
)
def test_a_decimal_is_the_nearest_halves_to_even(value: str, text: str) -> None:
    assert decimal_text(Fraction(value), 3) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [("2", "1.414214"), ("0", "0.000000"), ("1/4", "0.500000"), ("3", "1.732051"), ("1/1000000000000000", "0.000000")],
)
def test_a_root_is_the_nearest(value: str, text: str) -> None:
    assert root_text(Fraction(value)) == text
