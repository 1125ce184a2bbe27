"""Whatever stands in a database can stand in a finding."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checks.findings import finding
from engine.checks.spelling import MOST_CHARACTERS, MOST_ENTRIES, plain
from engine.evidence import canonical_bytes

ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.integers(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(ODD)
def test_every_value_has_a_canonical_spelling_in_a_finding(value: object) -> None:
    found = finding("settlement_differs", ("round", value), "odd", [{"pointer": "", "recorded": value}])
    assert canonical_bytes(found.differences)
    assert found.key


def test_plain_data_stays_as_it_is() -> None:
    data = {"nets": {"A": "500", "B": "-500"}, "lines": [1, True, None, "é"]}
    assert plain(data) == data


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1.5, "1.5"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        ("\ud800", "\\ud800"),
        ("a\0b", "a\\x00b"),
        (10**400, "about 2 to the power of 1329"),
        ({1: 2}, {"1": 2}),
        (b"\xff", "b'\\xff'"),
    ],
)
def test_what_has_no_exact_spelling_is_shown_as_a_text(value: object, shown: object) -> None:
    assert plain(value) == shown


def test_what_is_too_deep_too_long_or_too_many_is_cut() -> None:
    deep = json.loads("[" * 900 + "]" * 900)
    assert len(json.dumps(plain(deep))) < 100
    assert plain("x" * (MOST_CHARACTERS + 1)) == "x" * MOST_CHARACTERS + "…"
    assert plain(list(range(MOST_ENTRIES + 1))) == [*range(MOST_ENTRIES), "…"]
