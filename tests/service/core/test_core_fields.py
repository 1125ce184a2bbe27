"""Field types: strict where the library is lenient, one code and one pointer for each fault."""

from typing import Any

import pytest
from marshmallow import ValidationError

from service.core import fields
from service.core.fields import violations


class Inner(fields.Body):
    seat = fields.Seat(required=True)
    amount = fields.Money(required=True, least=1)


class Outer(fields.Body):
    number = fields.Whole(1, 100, required=True)
    name = fields.Text(1, 5)
    reason = fields.Words(1, 20)
    flag = fields.Flag()
    at = fields.Moment()
    day = fields.Day()
    kind = fields.Choice(["a", "b"])
    record = fields.Document()
    seats = fields.ListOf(fields.Nested(Inner), 0, 2)


def faults(data: Any) -> set[tuple[str, str]]:
    with pytest.raises(ValidationError) as refused:
        Outer().load(data)
    return {(v.code, v.pointer) for v in violations(refused.value.messages)}


@pytest.mark.parametrize("number", [5.0, 5.5, "5", "1_000", True, None, [], 10**400])
def test_a_number_that_is_not_a_json_whole_number_in_bounds_is_refused(number: object) -> None:
    assert {pointer for _, pointer in faults({"number": number})} == {"/number"}


@pytest.mark.parametrize("amount", ["1.0", "1e3", "01", "-0", " 5", "5 ", "1_000", 5, None, "９", "1" * 16, "-1", "0"])
def test_an_amount_that_is_not_plain_minor_units_in_bounds_is_refused(amount: object) -> None:
    found = faults({"number": 1, "seats": [{"seat": "1", "amount": amount}]})
    assert {pointer for _, pointer in found} == {"/seats/0/amount"}


@pytest.mark.parametrize("text", ["", "toolong", "a\x07", "a\nb", 7])
def test_a_text_out_of_bounds_or_with_control_characters_is_refused(text: object) -> None:
    assert {pointer for _, pointer in faults({"number": 1, "name": text})} == {"/name"}


@pytest.mark.parametrize("text", ["", " ", "     ", "...", "\u2800", "\u3164 \u115f", "\u0301", 7])
def test_words_in_which_there_is_nothing_to_read_are_refused(text: object) -> None:
    assert {pointer for _, pointer in faults({"number": 1, "reason": text})} == {"/reason"}


@pytest.mark.parametrize("text", ["a misdeal", "5", " x ", "Ärger", "\u8aa4\u767c"])
def test_words_of_any_language_are_taken_as_they_are(text: str) -> None:
    assert Outer().load({"number": 1, "reason": text})["reason"] == text


@pytest.mark.parametrize(
    "moment",
    ["2026-11-30", "2026-11-30T02:36:53", "2026-13-01T00:00:00Z", "2026-11-30T25:00:00Z", "yesterday", 5,
     "2026-11-30T02:36:53+24:00", "0001-01-01T00:00:00+14:00"],
)  # fmt: skip
def test_a_moment_without_offset_or_outside_the_calendar_is_refused(moment: object) -> None:
    assert faults({"number": 1, "at": moment}) == {("wrong_time", "/at")}


@pytest.mark.parametrize("day", ["2026-11-31", "20261130", "2026-W01-1", 20261130])
def test_a_day_that_is_no_plain_date_is_refused(day: object) -> None:
    assert faults({"number": 1, "day": day}) == {("wrong_date", "/day")}


def test_a_moment_is_read_to_the_microsecond_in_utc() -> None:
    loaded = Outer().load({"number": 1, "at": "1970-01-01T02:00:00.000001+02:00"})
    assert loaded["at"] == 1


def test_every_fault_is_reported_at_once_with_its_pointer() -> None:
    found = faults({"number": 0, "flag": "yes", "kind": "c", "record": [], "odd/key": 1, "seats": [{}, {}, {}]})
    assert found == {
        ("wrong_value", "/number"),
        ("wrong_type", "/flag"),
        ("wrong_value", "/kind"),
        ("wrong_type", "/record"),
        ("unknown_key", "/odd~1key"),
        *((("missing_key", f"/seats/{n}/{key}")) for n in range(3) for key in ("seat", "amount")),
    }


def test_a_body_that_is_no_object_is_refused_as_a_whole() -> None:
    assert faults([1]) == {("wrong_type", "")}
