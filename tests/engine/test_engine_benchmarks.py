"""Benchmarks measure what finds the same, beside yardsticks that are right by themselves."""

import json
from fractions import Fraction
from typing import Any

import pytest

from engine import benchmarks
from engine.__main__ import main
from engine.cards import parse_cards
from engine.yardsticks import AnteCounter, best_rows, rank, score_round, three_card_rank
from support.three_card import vectors


def figures(capsys: pytest.CaptureFixture[str], name: str) -> Any:
    assert main(["bench", name, "--json", "--rounds", "1"]) == 0
    return json.loads(capsys.readouterr().out)


def cards(text: str) -> Any:
    return parse_cards(text.split())


def test_edges_are_measured_against_counting_in_plain_python(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "edges")
    assert (found["deals"], found["rounds"]) == (407_170_400, 1)
    assert found["ns"].keys() == {"paytable", "ruleset", "plain_python"}
    assert [(one["of"], one["to"], one["target"]) for one in found["ratios"]] == [
        ("paytable", "plain_python", 10.0),
        ("ruleset", "plain_python", 0.25),
    ]
    assert all(one["median"] > 0 and isinstance(one["met"], bool) for one in found["ratios"])


def test_settlement_is_measured_against_a_plain_loop(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmarks, "ROUNDS", 3)
    found = figures(capsys, "settlement")
    assert (found["rounds_settled"], found["rounds"]) == (3, 1)
    assert found["ns"].keys() == {"judge_and_settle", "parse_validate_settle", "plain_loop"}
    assert [(one["of"], one["target"]) for one in found["ratios"]] == [
        ("judge_and_settle", 6.0),
        ("parse_validate_settle", None),
    ]
    assert found["ratios"][1]["met"] is None


def test_settings_are_measured_against_going_through_all_of_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmarks, "SETTINGS", 1)
    found = figures(capsys, "setting")
    assert (found["hands"], found["rounds"]) == (1, 1)
    assert [(one["of"], one["target"]) for one in found["ratios"]] == [
        ("back_first", 300.0),
        ("royalties_first", 50.0),
        ("expected_units", 25.0),
    ]


def test_the_plain_setting_is_that_of_the_shared_vector() -> None:
    best = best_rows(cards("Kh Kc Kd 9s 9h 4h 5d 6c 7s 8h As Ad Jc"))
    assert best == ((6, 13, 14), (4, 9, 8, 7, 6, 5), (0, 11, 9, 4))


def test_what_finds_something_else_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "ROUNDS", 2)
    monkeypatch.setattr(benchmarks, "score_round", lambda hands: [0] * len(hands))
    with pytest.raises(AssertionError, match="plain_loop finds something else"):
        benchmarks.bench_settlement(1)


def test_the_plain_loop_scores_a_scoop_by_hand() -> None:
    one = (cards("Qc Qd 4h"), cards("9s 9h 9c 5d 2s"), cards("Ac Jc 8c 6c 3c"))
    other = (cards("Kh 8d 2d"), cards("Ts Th 4c 4d 7s"), cards("Js Jh Jd 6h 5s"))
    assert score_round([one, other]) == [4, -4]


def test_the_plain_loop_ranks_rows_from_high_card_to_straight_flush() -> None:
    rising = [
        "Ac Kd Qh Js 9c",
        "2c 2d 5h 4s 3c",
        "3c 3d 2h 2s 4c",
        "2c 2d 2h 4s 3c",
        "Ac 2d 3h 4s 5c",
        "2c 3d 4h 5s 6c",
        "Tc Jd Qh Ks Ac",
        "2c 3c 4c 5c 7c",
        "2c 2d 2h 3s 3c",
        "2c 2d 2h 2s 3c",
        "Ac 2c 3c 4c 5c",
        "Tc Jc Qc Kc Ac",
    ]
    ranked = [rank(cards(row)) for row in rising]
    assert ranked == sorted(set(ranked))
    fronts = [rank(cards(row)) for row in ("Ac Kd Qh", "2c 2d 3h", "2c 2d 2h")]
    assert fronts == sorted(set(fronts))


def test_plain_python_knows_that_three_cards_rank_straights_over_flushes() -> None:
    rising = [
        "5c 3d 2h",
        "Kc Ad 2h",
        "2c 2d 3h",
        "5c 3c 2c",
        "Kc Ac 2c",
        "Ac 2d 3h",
        "2c 3d 4h",
        "Qc Kd Ah",
        "2c 2d 2h",
    ]
    rising += ["Ac 2c 3c", "Qc Kc Ac"]
    ranked = [three_card_rank(cards(hand)) for hand in rising]
    assert ranked == sorted(set(ranked))


def test_plain_python_counts_the_edges_that_were_counted() -> None:
    counter = AnteCounter()
    for key, bonus in {"AB-1-4-5": (1, 4, 5), "AB-none": (0, 0, 0), "AB-1-8-9": (1, 8, 9)}.items():
        expected = vectors("three-card-expected.json")["ante_bonus_tables"][key]
        found = counter.edge(dict(zip((3, 4, 5), bonus, strict=True)))
        assert found.house_edge == Fraction(expected["house_edge"]["num"], expected["house_edge"]["den"])
        assert found.hands_played == expected["hands_played"]
        assert {str(net): deals for net, deals in found.histogram.items()} == expected["net_histogram"]
