"""Strict JSON: what two readers could read differently is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.evidence import canonical_bytes
from service.core.errors import Refusal
from service.core.strict_json import MAX_DEPTH, read_json, write_canonical_json, write_json


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"{'a': 1}",
        b'{"a": 1, "a": 2}',
        b'{"a": {"b": 1, "b": 1}}',
        b"[NaN]",
        b"[Infinity]",
        b"[-Infinity]",
        b"[1e999]",
        b'["a\\u0000b"]',
        b'["\\ud800"]',
        b'{"\\udfff": 1}',
        b"\xff\xfe",
        b"[" + b"9" * 5000 + b"]",
        b"[1] [2]",
    ],
)
def test_text_that_is_not_strict_json_is_refused(text: bytes) -> None:
    with pytest.raises(Refusal) as refused:
        read_json(text)
    assert refused.value.code == "invalid_json"


def test_a_duplicate_key_is_named() -> None:
    with pytest.raises(Refusal, match="'seat' stands twice"):
        read_json(b'{"seat": "1", "card": "Td", "seat": "2"}')


@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 100_000])
def test_nesting_beyond_the_limit_is_refused_whatever_its_depth(levels: int) -> None:
    with pytest.raises(Refusal) as refused:
        read_json(b"[" * levels + b"]" * levels)
    assert refused.value.code == "json_too_deep"


def test_nesting_up_to_the_limit_is_read() -> None:
    value = read_json(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)
    for _ in range(MAX_DEPTH - 1):
        [value] = value
    assert value == []


def test_what_is_written_is_read_back() -> None:
    value = {"seat": "1", "cards": ["Td", "9c"], "net": "-1250", "emoji": "♠", "none": None, "flag": True, "n": 7}
    assert read_json(write_json(value)) == value


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=300, deadline=None)
@given(PLAIN)
def test_canonical_json_is_spelled_as_the_engine_spells_it(value: object) -> None:
    assert write_canonical_json(value) == canonical_bytes(value)
