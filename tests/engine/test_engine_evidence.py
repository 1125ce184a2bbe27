"""The portable round file: strict reading, canonical bytes, comparison."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import FileRefused
from engine.evidence import canonical_bytes, differences, digest, read_round_file
from engine.strict_json import MAX_DEPTH, read_exact, read_with_fractions

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


def round_file(**changes: Any) -> dict[str, Any]:
    sound = {"format": 1, "game": "faro", "ruleset": {"r": 1}, "terms": {"t": 1}, "record": {"c": 1}}
    return {**sound, **changes}


def faults(read: Any, data: object) -> list[tuple[str, str]]:
    with pytest.raises(FileRefused) as refused:
        read(data)
    return [(violation.code, violation.pointer) for violation in refused.value.violations]


def test_a_round_file_is_read_and_spelled_again() -> None:
    file = read_round_file(round_file(settlement={"s": 1}, context={"table": "T1"}))
    assert file.as_data() == round_file(settlement={"s": 1}, context={"table": "T1"})
    assert read_round_file(file.as_data()) == file


def test_a_file_without_settlement_and_context_has_none_and_an_empty_one() -> None:
    file = read_round_file(round_file())
    assert (file.settlement, file.context) == (None, {})


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([], [("wrong_type", "")]),
        ({}, [("missing_key", "")] * 5),
        (round_file(extra=1), [("unknown_key", "/extra")]),
        (round_file(format=2), [("unknown_format", "/format")]),
        (round_file(format=True), [("unknown_format", "/format")]),
        (round_file(format=1.0), [("unknown_format", "/format")]),
        (round_file(game=7, record=[]), [("wrong_type", "/game"), ("wrong_type", "/record")]),
        (round_file(settlement=[], context="x"), [("wrong_type", "/context"), ("wrong_type", "/settlement")]),
    ],
)
def test_every_fault_of_an_envelope_is_told(data: object, expected: list[tuple[str, str]]) -> None:
    assert faults(read_round_file, data) == expected


def test_canonical_bytes_are_sorted_unspaced_utf8() -> None:
    assert canonical_bytes({"b": [1, None, True], "a": {"é": "x\n"}}) == b'{"a":{"\xc3\xa9":"x\\n"},"b":[1,null,true]}'


def test_the_digest_is_that_of_the_published_sha256_example() -> None:
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


@given(plain)
@settings(deadline=None)
def test_canonical_bytes_read_back_as_the_same_data_and_bytes(data: object) -> None:
    raw = canonical_bytes(data)
    assert read_exact(raw) == data
    assert canonical_bytes(read_exact(raw)) == raw


@given(st.dictionaries(texts, plain, max_size=5))
@settings(deadline=None)
def test_the_order_of_keys_does_not_change_the_bytes(data: dict[str, object]) -> None:
    assert canonical_bytes(dict(reversed(data.items()))) == canonical_bytes(data)


@pytest.mark.parametrize("value", [1.0, float("nan"), {"a": [0.5]}, {1: "a"}, {"a": {None: 1}}, {"a": {1, 2}}, b"x"])
def test_floats_and_what_json_has_not_are_refused(value: object) -> None:
    with pytest.raises(TypeError):
        canonical_bytes(value)


def test_a_lone_surrogate_has_no_canonical_bytes() -> None:
    with pytest.raises(UnicodeEncodeError):
        canonical_bytes({"a": "\ud800"})


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"", [("bad_json", "")]),
        (b"{} {}", [("bad_json", "")]),
        (b"{'a': 1}", [("bad_json", "")]),
        (b"\xff{}", [("bad_encoding", "")]),
        (b'{"a": 1, "a": 1}', [("duplicate_key", "/a")]),
        (b'{"a/b": [{"~": 1, "~": 2}]}', [("duplicate_key", "/a~1b/0/~0")]),
        (
            b'{"a": NaN, "b": [Infinity, -Infinity]}',
            [("bad_number", "/a"), ("bad_number", "/b/0"), ("bad_number", "/b/1")],
        ),
        (b'{"a": 1.5, "b": 1e3}', [("float_number", "/a"), ("float_number", "/b")]),
        (b"[12345678901234567890]", [("bad_number", "/0")]),
        (b'{"a": "\\u0000", "\\ud800": 1}', [("bad_text", "/\\ud800"), ("bad_text", "/a")]),
        (b'{"a": 1.0, "a": "\\udfff"}', [("duplicate_key", "/a"), ("float_number", "/a"), ("bad_text", "/a")]),
    ],
)
def test_json_that_two_readers_could_take_for_two_things_is_refused(
    raw: bytes, expected: list[tuple[str, str]]
) -> None:
    assert faults(read_exact, raw) == expected


def test_json_may_be_as_deep_as_the_limit_and_no_deeper() -> None:
    assert json.dumps(read_exact(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)) == "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert faults(read_exact, b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1)) == [("too_deep", "/0" * MAX_DEPTH)]
    assert faults(read_exact, b'{"a":' * 100_000) == [("too_deep", "")]


def test_fractions_are_read_only_where_they_are_expected() -> None:
    assert read_with_fractions(b'{"a": [0.5, 1]}') == {"a": [0.5, 1]}
    assert faults(read_with_fractions, b'{"a": 1e999}') == [("bad_number", "/a")]


@given(st.binary(max_size=60) | st.text('{}[]",:0123456789.eE-+truefalsnN \\ud8', max_size=40).map(str.encode))
@settings(deadline=None, max_examples=300)
def test_any_bytes_are_read_or_refused_with_a_code(raw: bytes) -> None:
    refused = None
    try:
        canonical_bytes(read_exact(raw))
    except FileRefused as error:
        refused = error
    assert refused is None or (refused.violations and str(refused).encode())


@given(plain)
@settings(deadline=None)
def test_data_does_not_differ_from_itself(data: object) -> None:
    assert differences(data, data) == []


@given(plain, plain)
@settings(deadline=None)
def test_data_differs_from_data_with_other_bytes(one: object, other: object) -> None:
    assert (differences(one, other) == []) is (canonical_bytes(one) == canonical_bytes(other))


def test_differences_name_the_place_and_both_sides() -> None:
    recorded = {"nets": {"A": "3", "B": "-3"}, "lines": [1, 2, 3], "old": None}
    computed = {"nets": {"A": "4", "B": "-3"}, "lines": [1, 5], "a/b": True}
    assert differences(recorded, computed) == [
        {"pointer": "/nets/A", "recorded": "3", "computed": "4"},
        {"pointer": "/lines/1", "recorded": 2, "computed": 5},
        {"pointer": "/lines/2", "recorded": 3},
        {"pointer": "/old", "recorded": None},
        {"pointer": "/a~1b", "computed": True},
    ]


@pytest.mark.parametrize(("one", "other"), [(1, True), (0, False), ("1", 1), (None, 0), ([], {}), ([], "")])
def test_values_of_different_types_differ(one: object, other: object) -> None:
    assert differences(one, other) == [{"pointer": "", "recorded": one, "computed": other}]


def test_a_tuple_is_the_list_that_it_is_written_as() -> None:
    assert differences(["a", ["b"]], ("a", ("b",))) == []
