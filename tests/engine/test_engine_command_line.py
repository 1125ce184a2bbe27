"""``python -m engine``: files in, JSON out, and what the exit status says."""

import hashlib
import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import benchmarks
from engine.__main__ import BENCHMARKS, main
from engine.evidence import canonical_bytes
from support.round_files import three_card_file

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"
HASHES = ("evidence_sha256", "ruleset_sha256", "settlement_sha256")
NETS = {"1": "500", "house": "-500"}


def written(folder: Path, data: object, name: str = "round.json") -> str:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else canonical_bytes(data))
    return str(path)


def told(capsys: pytest.CaptureFixture[str]) -> list[Any]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def settlement_of(data: object, folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["settle", written(folder, data)]) == 0
    settlement: dict[str, Any] = told(capsys)[0]["settlement"]
    return settlement


def problem_of(data: object, folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    path = written(folder, data)
    assert main(["settle", path]) == 2
    (answer,) = told(capsys)
    assert answer["file"] == path
    problem: dict[str, Any] = answer["problem"]
    return problem


def errors_of(problem: dict[str, Any]) -> list[tuple[str, str]]:
    return [(error["code"], error["pointer"]) for error in problem["errors"]]


def test_a_round_file_is_settled_in_one_canonical_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", written(tmp_path, three_card_file())]) == 0
    line = capsys.readouterr().out.encode().removesuffix(b"\n")
    answer = json.loads(line)
    assert line == canonical_bytes(answer)
    assert answer["settlement"]["nets"] == NETS
    assert answer["settlement"]["returned"] == {"1": "3000"}
    assert answer.keys() == {"file", "settlement", *HASHES}


def test_pretty_json_is_the_same_over_many_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settlement = settlement_of(three_card_file(), tmp_path, capsys)
    assert main(["settle", "--pretty", written(tmp_path, three_card_file())]) == 0
    out = capsys.readouterr().out
    assert json.loads(out)["settlement"] == settlement
    assert out.startswith('{\n  "file": ')


def test_a_recorded_settlement_that_agrees_is_said_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded = {**three_card_file(), "settlement": settlement_of(three_card_file(), tmp_path, capsys)}
    assert main(["settle", written(tmp_path, recorded)]) == 0
    (answer,) = told(capsys)
    assert (answer["agrees"], answer["differences"]) == (True, [])


def test_a_recorded_settlement_that_was_altered_is_named_place_by_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    altered = settlement_of(three_card_file(), tmp_path, capsys)
    altered["nets"]["1"] = "600"
    altered["lines"][0]["net_minor"] = "1100"
    assert main(["settle", written(tmp_path, {**three_card_file(), "settlement": altered})]) == 1
    (answer,) = told(capsys)
    assert answer["agrees"] is False
    assert answer["differences"] == [
        {"pointer": "/settlement/lines/0/net_minor", "recorded": "1100", "computed": "1000"},
        {"pointer": "/settlement/nets/1", "recorded": "600", "computed": "500"},
    ]


def test_an_explanation_has_one_sentence_for_every_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settlement = settlement_of(three_card_file(), tmp_path, capsys)
    assert main(["settle", "--explain", written(tmp_path, three_card_file())]) == 0
    title, head, *rows, nets, evidence, ruleset, worth, verdict = capsys.readouterr().out.splitlines()
    assert "round.json: three_card_poker, minor units of EUR" in title
    assert nets == "nets  " + "  ".join(f"{seat} {int(net):+}" for seat, net in settlement["nets"].items())
    assert [line.split()[0] for line in (evidence, ruleset, worth)] == list(HASHES)
    assert verdict == "neither a settlement nor a hash is recorded in the file"
    assert len(rows) == len(settlement["lines"])
    why = head.index("why")
    assert [row[why - 2 : why] for row in rows] == ["  "] * len(rows)
    assert all(row[why:].endswith("]") and "{" not in row for row in rows)
    assert "does not qualify" in rows[0]


def test_an_explanation_says_that_the_recorded_settlement_agrees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settlement = settlement_of(three_card_file(), tmp_path, capsys)
    assert main(["settle", "--explain", written(tmp_path, {**three_card_file(), "settlement": settlement})]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "what is recorded agrees"


def test_the_hashes_are_those_of_the_canonical_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", written(tmp_path, three_card_file())]) == 0
    (answer,) = told(capsys)
    evidence = {**three_card_file(), "context": {}}
    assert [answer[name] for name in HASHES] == [
        hashlib.sha256(canonical_bytes(part)).hexdigest()
        for part in (evidence, evidence["ruleset"], answer["settlement"])
    ]


@pytest.mark.parametrize("bent", ["evidence_sha256", "ruleset_sha256", "settlement_sha256"])
@pytest.mark.parametrize("with_settlement", [True, False])
def test_a_hash_that_the_file_carries_and_that_does_not_fit_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bent: str, with_settlement: bool
) -> None:
    assert main(["settle", written(tmp_path, three_card_file())]) == 0
    (answer,) = told(capsys)
    context = {name: answer[name] for name in HASHES}
    settlement = {"settlement": answer["settlement"]} if with_settlement else {}
    kept = {**three_card_file(), **settlement, "context": context}
    assert main(["settle", written(tmp_path, kept)]) == 0
    assert told(capsys)[0]["agrees"] is True
    kept["context"] = {**context, bent: "0" * 64}
    assert main(["settle", written(tmp_path, kept)]) == 1
    difference = {"pointer": f"/context/{bent}", "recorded": "0" * 64, "computed": answer[bent]}
    assert told(capsys)[0]["differences"] == [difference]


def test_the_benchmarks_that_are_offered_are_all_there_are() -> None:
    assert sorted(benchmarks.BENCHMARKS) == list(BENCHMARKS)


def test_settling_needs_nothing_but_python(tmp_path: Path) -> None:
    code = "import sys; sys.modules['numpy'] = None; from engine import __main__ as m; sys.exit(m.main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "settle", written(tmp_path, three_card_file())]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def test_an_explanation_names_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    altered = {**settlement_of(three_card_file(), tmp_path, capsys), "game": "faro"}
    assert main(["settle", "--explain", written(tmp_path, {**three_card_file(), "settlement": altered})]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == (
        'differs: {"pointer": "/settlement/game", "recorded": "faro", "computed": "three_card_poker"}'
    )


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(canonical_bytes(three_card_file()))))
    assert main(["settle", "-"]) == 0
    (answer,) = told(capsys)
    assert (answer["file"], answer["settlement"]["nets"]) == ("-", NETS)


def test_a_refused_file_does_not_keep_the_next_from_being_settled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [written(tmp_path, b"{", "bad.json"), written(tmp_path, three_card_file())]
    assert main(["settle", *files]) == 2
    refused, settled = told(capsys)
    assert (refused["problem"]["code"], settled["settlement"]["nets"]) == ("file_refused", NETS)


@pytest.mark.parametrize(
    ("raw", "errors"),
    [
        (b'{"format":1,"format":1', [("bad_json", "")]),
        (b'{"format":1,"format":1}', [("duplicate_key", "/format")]),
        (b'{"format":NaN,"game":1.5}', [("bad_number", "/format"), ("float_number", "/game")]),
        (b"[]", [("wrong_type", "")]),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_codes(
    raw: bytes, errors: list[tuple[str, str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = problem_of(raw, tmp_path, capsys)
    assert (problem["code"], errors_of(problem)) == ("file_refused", errors)


def test_a_file_that_is_not_there_is_refused_with_a_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("settle", "conform"):
        assert main([command, str(tmp_path / "none.json")]) == 2
        assert errors_of(told(capsys)[0]["problem"]) == [("unreadable_file", "")]


def test_an_unknown_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem = problem_of({**three_card_file(), "game": "faro"}, tmp_path, capsys)
    assert (problem["code"], errors_of(problem)) == ("ruleset_refused", [("unknown_game", "/game")])


def test_faults_of_the_ruleset_point_into_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = three_card_file()
    file["ruleset"]["switches"]["tie"] = "dealer"
    problem = problem_of(file, tmp_path, capsys)
    assert (problem["code"], errors_of(problem)) == ("ruleset_refused", [("wrong_value", "/ruleset/switches/tie")])


def test_faults_of_the_record_and_the_terms_point_into_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = three_card_file()
    file["record"]["seats"][0]["cards"] = ["Ks", "9x", "5c"]
    file["terms"]["colour"] = "red"
    problem = problem_of(file, tmp_path, capsys)
    assert problem["code"] == "record_refused"
    assert set(errors_of(problem)) == {("unknown_key", "/terms/colour"), ("bad_card", "/record/seats/0/cards/1")}


def test_a_card_that_stands_twice_is_refused_where_it_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = three_card_file()
    file["record"]["seats"][0]["cards"][0] = "Jh"
    assert errors_of(problem_of(file, tmp_path, capsys)) == [("duplicate_card", "/record/seats/0/cards/0")]


def test_conform_reports_on_each_file_and_succeeds_only_if_nothing_failed_or_was_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vector = {"id": "v1", "kind": "unheard_of", "expected": 1}
    clean, unfinished = str(VECTORS / "three-card.json"), written(tmp_path, {"kinds": {}, "vectors": [vector]})
    assert main(["conform", clean]) == 0
    assert told(capsys) == [
        {"file": clean, "passed": 46, "failed": 0, "skipped": 0, "failures": [], "skips": []},
    ]
    assert main(["conform", clean, unfinished]) == 1
    assert [report["file"] for report in told(capsys)] == [clean, unfinished]


def test_conform_fails_where_a_vector_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads((VECTORS / "three-card.json").read_bytes())
    document["vectors"][0]["expected"]["returned"] = 1
    assert main(["conform", written(tmp_path, document)]) == 1
    (report,) = told(capsys)
    assert [failure["id"] for failure in report["failures"]] == [document["vectors"][0]["id"]]


def test_conform_refuses_what_is_no_vector_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for document, fault in (
        ({"game": "faro"}, ("unknown_format", "")),
        (three_card_file(), ("wrong_type", "/vectors")),
    ):
        assert main(["conform", written(tmp_path, document)]) == 2
        assert errors_of(told(capsys)[0]["problem"]) == [fault]


@pytest.mark.parametrize("argv", [[], ["settle"], ["conform"], ["bench", "nothing"], ["deal"]])
def test_a_command_that_is_none_ends_with_a_usage_error(argv: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(argv)
    assert ended.value.code == 2


def test_the_ranking_benchmark_compares_with_both_peers_in_the_same_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmarks, "HANDS", 200)
    assert main(["bench", "ranking", "--json", "--rounds", "3"]) == 0
    (figures,) = told(capsys)
    assert (figures["hands"], figures["rounds"]) == (200, 3)
    assert figures["ns"].keys() == {"rank_five", "strength_five", "treys_five", "pokerkit"}
    assert [(ratio["to"], ratio["target"]) for ratio in figures["ratios"]] == [("treys_five", 0.75), ("pokerkit", 4.0)]
    assert all(ratio["median"] > 0 for ratio in figures["ratios"])


def test_a_benchmark_without_its_peers_says_which_extra_brings_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "treys", None)
    assert main(["bench", "ranking"]) == 2
    captured = capsys.readouterr()
    assert "treys is not installed" in captured.err
    assert "pip install 'pitbook[bench]'" in captured.err
    assert captured.out == ""


def test_the_engine_runs_as_a_program_of_its_own(tmp_path: Path) -> None:
    raw = canonical_bytes(three_card_file())
    ran = subprocess.run(
        [sys.executable, "-m", "engine", "settle", "-"],
        input=raw,
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout)["settlement"]["nets"] == NETS


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-8"])
def test_what_is_written_is_utf_8_whatever_the_locale(tmp_path: Path, encoding: str) -> None:
    path = written(tmp_path, three_card_file(), "Kartenrunde \u7d05.json")
    environ = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding, "PYTHONUTF8": "1"}
    ran = subprocess.run([sys.executable, "-m", "engine", "settle", path], capture_output=True, env=environ, check=True)
    assert json.loads(ran.stdout.decode("utf-8"))["file"] == path


def test_a_reader_that_has_gone_ends_the_program_without_a_word(tmp_path: Path) -> None:
    path = written(tmp_path, three_card_file())
    command = [sys.executable, "-m", "engine", "settle", "--pretty", *[path] * 50]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    running.stdout.close()
    assert running.stderr is not None
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait() == -signal.SIGPIPE
