"""``python -m engine edge``: rulesets and paytables in TOML or JSON, named schedules found beside the file."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from support.processes import ROOT
from support.three_card import document, paytable_files

RULESETS = ROOT / "seeds" / "rulesets"
PAYTABLES = ROOT / "seeds" / "paytables"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[Any]]:
    status = main(["edge", *map(str, arguments)])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_seeded_ruleset_is_reported_with_the_schedules_that_it_names(capsys: pytest.CaptureFixture[str]) -> None:
    status, (report,) = run(capsys, RULESETS / "tcp_standard.toml")
    assert (status, report["key"]) == (0, "tcp_standard")
    assert report["bets"]["ante"]["house_edge"] == {"decimal": "0.03372981", "exact": "686689/20358520"}


def test_paytables_are_reported_one_line_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    files = (PAYTABLES / "pair_plus_40_30_6_3_1.toml", PAYTABLES / "prime_3_4.toml")
    status, reports = run(capsys, *files)
    assert status == 0
    assert [report["file"] for report in reports] == [str(file) for file in files]


def test_a_meter_and_a_stake_can_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    _, (prizes,) = run(capsys, PAYTABLES / "six_card_millionaire_maker.toml", "--stake", 500)
    assert prizes["bets"]["six_card"]["house_edge"]["exact"] == "460562/2544815"
    _, (meter,) = run(capsys, PAYTABLES / "progressive_500_70_60_6.toml", "--meter", 10_080)
    assert meter["bets"]["progressive"]["at_meter"]["house_edge"]["exact"] == "0"


@pytest.mark.parametrize("stake", ["0", "-5", "1.5", "x"])
def test_a_stake_is_a_positive_amount(stake: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["edge", "--stake", stake, "x.toml"])
    assert "minor units" in capsys.readouterr().err


def test_a_complete_ruleset_in_json_needs_nothing_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ruleset.json"
    file.write_text(json.dumps(document(key="tcp_uk")), encoding="utf-8")
    status, (report,) = run(capsys, file)
    assert (status, sorted(report["bets"])) == (0, ["ante", "pair_plus", "prime"])


@pytest.mark.parametrize(
    ("name", "text", "code", "fault"),
    [
        ("a.toml", "format = ", "file_refused", "bad_toml"),
        ("a.json", "{", "file_refused", "bad_json"),
        ("a.json", "[]", "ruleset_refused", "wrong_type"),
        ("a.json", "{}", "ruleset_refused", "missing_key"),
        ("a.toml", '[schedules]\nprime = "no_such_table"', "ruleset_refused", "unknown_schedule"),
    ],
)
def test_what_is_neither_ruleset_nor_paytable_is_refused_and_the_next_file_still_runs(
    tmp_path: Path, name: str, text: str, code: str, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "rulesets"
    folder.mkdir()
    (folder / name).write_text(text, encoding="utf-8")
    good = folder / "prime.json"
    good.write_text(json.dumps(paytable_files()["prime"]["prime_3_4"]), encoding="utf-8")
    status, (refused, report) = run(capsys, folder / name, good)
    assert (status, refused["problem"]["code"]) == (2, code)
    assert refused["problem"]["errors"][0]["code"] == fault
    assert report["bets"]["prime"]["house_edge"]["exact"] == "405/11186"
