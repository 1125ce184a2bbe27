"""Ruleset documents: their envelope, their switches, and the schedules that are put into them."""

from typing import Any

import pytest

from engine.errors import RulesetRefused
from engine.rulesets import Check, any_of, expand, integer, one_of, read_document, read_switches, refuse_if_any
from engine.validation import Reader

SWITCHES: dict[str, Check] = {
    "wheel": one_of("low", "second"),
    "home_run_mult": one_of(1, 2),
    "win_cap": one_of(True, False),
    "surrender": any_of(one_of(None), integer(1, 6)),
}
LAWFUL = {"wheel": "low", "home_run_mult": 1, "win_cap": True, "surrender": None}


def document(**changes: Any) -> dict[str, Any]:
    lawful = {
        "format": 1,
        "game": "chinese_poker",
        "key": "hk",
        "title": "Hong Kong",
        "sources": ["house rules, page 3"],
        "switches": {},
        "schedules": {},
    }
    return {**lawful, **changes}


def faults(data: object) -> list[tuple[str, str]]:
    reader = Reader()
    assert read_document(data, "chinese_poker", reader) is None
    return [(violation.code, violation.pointer) for violation in reader.violations]


def switch_faults(switches: dict[str, object]) -> list[tuple[str, str]]:
    reader = Reader()
    read_switches(switches, SWITCHES, reader)
    return [(violation.code, violation.pointer) for violation in reader.violations]


def test_a_lawful_document_is_read() -> None:
    reader = Reader()
    found = read_document(document(switches={"a": 1}, schedules={"b": {}}), "chinese_poker", reader)
    assert found is not None
    assert (found.key, found.sources, found.switches, found.schedules) == (
        "hk",
        ("house rules, page 3",),
        {"a": 1},
        {"b": {}},
    )
    assert reader.violations == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"format": 2}, ("unknown_format", "/format")),
        ({"format": True}, ("unknown_format", "/format")),
        ({"game": "three_card_poker"}, ("wrong_game", "/game")),
        ({"key": ""}, ("wrong_value", "/key")),
        ({"key": "../hk"}, ("wrong_value", "/key")),
        ({"key": "hk\n"}, ("wrong_value", "/key")),
        ({"title": ""}, ("wrong_type", "/title")),
        ({"sources": []}, ("missing_source", "/sources")),
        ({"sources": [""]}, ("missing_source", "/sources")),
        ({"sources": "a book"}, ("wrong_type", "/sources")),
        ({"switches": []}, ("wrong_type", "/switches")),
        ({"schedules": None}, ("wrong_type", "/schedules")),
        ({"colour": "red"}, ("unknown_key", "/colour")),
    ],
)
def test_each_fault_of_an_envelope_has_its_code_and_place(change: dict[str, Any], fault: tuple[str, str]) -> None:
    assert faults(document(**change)) == [fault]


def test_all_faults_of_an_envelope_are_told_at_once() -> None:
    assert faults(document(format=0, game="faro", title=3, extra=1)) == [
        ("unknown_key", "/extra"),
        ("unknown_format", "/format"),
        ("wrong_game", "/game"),
        ("wrong_type", "/title"),
    ]


def test_every_key_that_is_missing_is_told() -> None:
    assert faults({}) == [("missing_key", "")] * 7


def test_switches_are_read_when_each_is_there_and_lawful() -> None:
    reader = Reader()
    assert read_switches(LAWFUL, SWITCHES, reader) == LAWFUL
    assert reader.violations == []


def test_unknown_missing_and_unlawful_switches_are_told_at_once() -> None:
    assert switch_faults({"wheel": "high", "home_run_mult": 1, "surrender": 7, "jokers": 2}) == [
        ("unknown_key", "/switches/jokers"),
        ("missing_key", "/switches"),
        ("wrong_value", "/switches/wheel"),
        ("wrong_value", "/switches/surrender"),
    ]


@pytest.mark.parametrize(
    "change", [{"home_run_mult": True}, {"home_run_mult": 1.0}, {"win_cap": 1}, {"surrender": "3"}, {"surrender": True}]
)
def test_a_value_of_another_type_is_unlawful_even_where_python_calls_it_equal(change: dict[str, object]) -> None:
    assert switch_faults({**LAWFUL, **change}) == [("wrong_value", f"/switches/{next(iter(change))}")]


LIBRARY = {"royalties": {"american": {"key": "american", "schedule": {"front": {"trips": "3"}}}}}


def test_a_named_schedule_is_put_in_its_place_and_the_rest_is_kept() -> None:
    named = document(schedules={"royalties": "american", "naturals": [["dragon", "13"]]})
    assert expand(named, LIBRARY) == document(
        schedules={"royalties": {"front": {"trips": "3"}}, "naturals": [["dragon", "13"]]}
    )


def test_expanding_a_complete_document_changes_nothing() -> None:
    once = expand(document(schedules={"royalties": "american"}), LIBRARY)
    assert expand(once, LIBRARY) == once


def test_a_schedule_that_is_off_is_no_name() -> None:
    assert expand(document(schedules={"royalties": "off"}), LIBRARY) == document(schedules={"royalties": "off"})


def test_every_schedule_that_is_unknown_is_told() -> None:
    with pytest.raises(RulesetRefused) as refused:
        expand(document(schedules={"royalties": "martian", "naturals": "seed_de"}), LIBRARY)
    assert [(v.code, v.pointer) for v in refused.value.violations] == [
        ("unknown_schedule", "/schedules/royalties"),
        ("unknown_schedule", "/schedules/naturals"),
    ]


@pytest.mark.parametrize("schedules", [None, [], "american"])
def test_expanding_does_not_mend_schedules_that_are_none(schedules: object) -> None:
    assert expand(document(schedules=schedules), LIBRARY)["schedules"] == schedules
    assert "schedules" not in expand({"format": 1}, LIBRARY)


def test_a_reader_with_faults_refuses_and_one_without_does_not() -> None:
    reader = Reader()
    refuse_if_any(reader)
    reader.refuse("wrong_value", "/switches/wheel", "no")
    with pytest.raises(RulesetRefused, match="wrong_value at /switches/wheel: no"):
        refuse_if_any(reader)
