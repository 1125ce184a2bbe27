"""Running vector files: formats, agreement, skips, failures."""

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.conformance import Adapter, NotCovered, runner
from engine.conformance.formats import FORMATS, Format
from engine.conformance.runner import Report, agrees, run_document
from engine.errors import EngineError, FileRefused, Violation
from engine.strict_json import read_with_fractions
from support.plain_data import places

VECTORS = Path(__file__).parents[1] / "vectors"
COVERED = {"chinese-poker.json": 123, "open-face.json": 80, "three-card.json": 46}
SIZES = {
    "chinese-poker.json": 123,
    "kowah.json": 21 + 39 + 3,
    "open-face.json": 80,
    "three-card.json": 46,
    "three-card-expected.json": 17,
}


def shared(name: str) -> dict[str, Any]:
    document = read_with_fractions((VECTORS / name).read_bytes())
    assert isinstance(document, dict)
    return document


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1, 1),
        (0.5, 0.5),
        (1, 1.0),
        ("a", "a"),
        (None, None),
        ([1, [2]], (1, (2,))),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}, "d": 3}),
        ({}, {"a": 1}),
    ],
)
def test_an_answer_agrees_where_it_has_all_that_is_expected(expected: object, got: object) -> None:
    assert agrees(expected, got, exact=False)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1, 2),
        (1, True),
        (True, 1),
        (0, None),
        ("1", 1),
        ("ab", ["a", "b"]),
        (["a", "b"], "ab"),
        ([1, 2], [2, 1]),
        ([1], [1, 2]),
        ([], {}),
        ({}, []),
        ({"a": 1}, {}),
        ({"a": None}, {}),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}),
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_an_answer_disagrees_where_anything_expected_is_not_so(expected: object, got: object, exact: bool) -> None:
    assert not agrees(expected, got, exact=exact)


@pytest.mark.parametrize("got", [{"a": 1, "b": 2}, {"a": 1, "b": None}])
def test_an_exact_format_allows_no_further_key(got: object) -> None:
    assert agrees({"a": 1}, got, exact=False)
    assert not agrees({"a": 1}, got, exact=True)
    assert not agrees([{"a": 1}], [got], exact=True)


@pytest.mark.parametrize("name", SIZES)
def test_every_vector_of_a_shared_file_is_accounted_for_and_none_fails(name: str) -> None:
    report = run_document(shared(name))
    assert report.passed + len(report.skips) == SIZES[name]
    assert report.failures == ()


@pytest.mark.parametrize("name", COVERED)
def test_the_vectors_that_are_covered_pass_even_key_for_key(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "FORMATS", tuple(dataclasses.replace(form, exact=True) for form in FORMATS))
    report = run_document(shared(name))
    assert report.passed >= COVERED[name]
    assert report.failures == ()


@st.composite
def damaged_documents(draw: st.DrawFn) -> dict[str, Any]:
    """A few vectors of a shared file, one place in each overwritten."""
    document = shared(draw(st.sampled_from(sorted(COVERED))))
    document["vectors"] = draw(st.lists(st.sampled_from(document["vectors"]), min_size=1, max_size=5))
    document["vectors"] = json.loads(json.dumps(document["vectors"]))
    for vector in document["vectors"]:
        place = draw(st.sampled_from([place for place in places(vector) if place]))
        around: Any = vector
        for key in place[:-1]:
            around = around[key]
        around[place[-1]] = draw(st.sampled_from([None, True, 7, -1, "x", [], {}, 0.5, "Td"]))
    return document


@given(damaged_documents())
@settings(deadline=None, max_examples=60)
def test_damaged_vectors_fail_or_are_skipped_or_the_file_is_refused(document: dict[str, Any]) -> None:
    report: Report | None = None
    refused: tuple[Violation, ...] = ()
    try:
        report = run_document(document)
    except FileRefused as error:
        refused = error.violations
    if report is None:
        assert refused
    else:
        assert report.passed + len(report.failures) + len(report.skips) == len(document["vectors"])


def answered(adapters: Mapping[str, Adapter], *vectors: object, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The report on vectors in the chinese-poker format, with these adapters in place of the real ones."""
    kinds = FORMATS[0]
    form = Format(kinds.name, kinds.recognises, kinds.lists, kinds.cases, adapters, exact=False)
    monkeypatch.setattr(runner, "FORMATS", (form,))
    return run_document({"kinds": {}, "presets": {"p": 1}, "vectors": list(vectors)}).as_data("x.json")


def vector(name: str, kind: str, expected: object, **more: object) -> dict[str, object]:
    return {"id": name, "kind": kind, "expected": expected, **more}


def test_passes_failures_and_skips_are_told_apart_by_id(monkeypatch: pytest.MonkeyPatch) -> None:
    def double(case: Mapping[str, Any], header: Mapping[str, object]) -> object:
        assert header == {"kinds": {}, "presets": {"p": 1}}
        if case["n"] > 9:
            raise NotCovered("large numbers are not offered")
        return {"is": 2 * case["n"]}

    vectors = [
        vector("v1", "double", {"is": 4}, n=2),
        vector("v2", "double", {"is": 5}, n=2),
        vector("v3", "double", {"is": 20}, n=10),
        vector("v4", "halve", {"is": 1}, n=2),
    ]
    assert answered({"double": double}, *vectors, monkeypatch=monkeypatch) == {
        "file": "x.json",
        "passed": 1,
        "failed": 1,
        "skipped": 2,
        "failures": [{"id": "v2", "expected": {"is": 5}, "got": {"is": 4}}],
        "skips": [
            {"id": "v3", "kind": "double", "why": "large numbers are not offered"},
            {"id": "v4", "kind": "halve", "why": "nothing here answers vectors of the kind 'halve'"},
        ],
    }


@pytest.mark.parametrize("error", [EngineError("no"), KeyError("front"), TypeError("no"), ValueError("no")])
def test_a_vector_that_an_adapter_cannot_read_fails_and_the_others_run(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_case: Mapping[str, object], _header: Mapping[str, object]) -> object:
        raise error

    adapters = {"broken": broken, "sound": lambda _case, _header: 1}
    vectors = [vector("v1", "broken", {}), vector("v2", "sound", 1)]
    report = answered(adapters, *vectors, monkeypatch=monkeypatch)
    assert (report["passed"], report["failed"]) == (1, 1)
    assert report["failures"][0]["got"] == {"raised": type(error).__name__, "detail": str(error)}


@pytest.mark.parametrize(
    ("document", "faults"),
    [
        ([], [("wrong_type", "")]),
        ({}, [("unknown_format", "")]),
        ({"game": "faro", "vectors": []}, [("unknown_format", "")]),
        ({"kinds": {}}, [("wrong_type", "/vectors")]),
        ({"kinds": {}, "vectors": [3, {}]}, [("wrong_type", "/vectors/0")] + [("missing_key", "/vectors/1")] * 3),
        ({"game": "three_card_poker", "vectors": [{"id": "a"}]}, [("missing_key", "/vectors/0")]),
        (
            {"game": "kowah", "ready": [{"id": "a"}], "logs": {}, "legal_moves": []},
            [("missing_key", "/ready/0"), ("wrong_type", "/logs")],
        ),
    ],
)
def test_a_file_that_is_no_vector_file_is_refused_with_all_its_faults(
    document: object, faults: list[tuple[str, str]]
) -> None:
    with pytest.raises(FileRefused) as refused:
        run_document(document)
    assert [(v.code, v.pointer) for v in refused.value.violations] == faults


def test_a_wrong_expected_figure_in_a_shared_file_is_reported() -> None:
    document = shared("three-card.json")
    document["vectors"][0]["expected"]["total_net"] += 1
    report = run_document(document)
    assert [failure["id"] for failure in report.failures] == [document["vectors"][0]["id"]]
    assert report.passed == SIZES["three-card.json"] - 1
    assert not report.clean
