"""Field types of the API: strict where marshmallow is lenient, and with a code for every refusal.

Messages are ``code|detail``; ``violations`` turns marshmallow's nested messages into pointers.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from engine.errors import Violation
from engine.money import MAX_MINOR, find_minor
from engine.validation import SEAT_PATTERN, escape
from service.core.clock import find_us

MAX_ID: Final = 2**63 - 1
MAX_INT: Final = 2**31 - 1
_MOMENTS_END_US: Final = 253_370_764_800_000_000
"""The year 9999: later moments leave the calendar when they are moved to another zone."""
_COMMON: Final = {
    "required": "missing_key|This key is missing.",
    "null": "wrong_type|null is not taken here.",
    "validator_failed": "wrong_value|This value is not taken here.",
}


class Body(Schema):
    """Base of every schema: unknown keys are refused."""

    class Meta:  # noqa: D106  (marshmallow's own declaration)
        unknown = RAISE

    error_messages = {  # noqa: RUF012  (marshmallow's own declaration)
        "unknown": "unknown_key|This key is not read here.",
        "type": "wrong_type|An object is needed here.",
    }


class _Coded(fields.Field[Any]):
    default_error_messages = dict(_COMMON)  # noqa: RUF012


class Text(_Coded, fields.String):
    """A text of bounded length without control characters."""

    default_error_messages = {  # noqa: RUF012
        **_COMMON,
        "invalid": "wrong_type|A text is needed.",
        "invalid_utf8": "wrong_type|Not UTF-8.",
    }

    def __init__(self, least: int = 1, most: int = 200, pattern: str | None = None, **kwargs: Any) -> None:
        checks: list[Any] = [
            validate.Length(least, most, error=f"wrong_value|{least} to {most} characters are needed.")
        ]
        if pattern is not None:
            checks.append(validate.Regexp(pattern, error=f"wrong_value|The form {_literal(pattern)} is needed."))
        super().__init__(validate=checks, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not text.isprintable():
            raise ValidationError("wrong_value|Control characters are not taken.")
        return text


_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters of Unicode that are drawn as nothing."""


class Words(Text):
    """A text that people are to read: there is at least one letter or digit in it that can be seen."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not any(char.isalnum() and char not in _BLANK_LETTERS for char in text):
            raise ValidationError("wrong_value|Say it in words: there is nothing to read in this.")
        return text


def _literal(pattern: str) -> str:
    """A pattern for a message that marshmallow will format: its braces stand for themselves."""
    return pattern.replace("{", "{{").replace("}", "}}")


class Choice(_Coded, fields.String):
    """One of some words."""

    default_error_messages = {**_COMMON, "invalid": "wrong_type|A text is needed."}  # noqa: RUF012

    def __init__(self, options: Iterable[str], **kwargs: Any) -> None:
        words = [str(option) for option in options]
        super().__init__(
            validate=validate.OneOf(words, error=f"wrong_value|One of {', '.join(words)} is needed."), **kwargs
        )


class Whole(_Coded, fields.Integer):
    """A JSON whole number within bounds; no text, no fraction, no boolean."""

    default_error_messages = {**_COMMON, "invalid": "wrong_type|A whole number is needed."}  # noqa: RUF012

    def __init__(self, least: int = 0, most: int = MAX_ID, **kwargs: Any) -> None:
        bounds = validate.Range(least, most, error=f"wrong_value|A number from {least} to {most} is needed.")
        super().__init__(strict=True, validate=bounds, **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid")
        return value


class QueryWhole(Whole):
    """A whole number in a query string: plain digits."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, str) or not value.isascii() or not value.isdigit() or len(value) > 19:
            raise self.make_error("invalid")
        return int(value)


class Flag(_Coded, fields.Boolean):
    """true or false, nothing that looks like them."""

    default_error_messages = {**_COMMON, "invalid": "wrong_type|true or false is needed."}  # noqa: RUF012

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Money(_Coded):
    """Integer minor units as text; an int inside."""

    default_error_messages = {**_COMMON, "invalid": 'wrong_money|Minor units are needed, as text, for example "1250".'}  # noqa: RUF012

    def __init__(self, least: int = -MAX_MINOR, **kwargs: Any) -> None:
        bounds = validate.Range(least, MAX_MINOR, error=f"wrong_value|At least {least} is needed.")
        super().__init__(validate=bounds, **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        amount = find_minor(value)
        if amount is None:
            raise self.make_error("invalid")
        return amount


class Moment(_Coded):
    """An RFC 3339 time with an offset, of the years 1970 to 9998; UTC microseconds inside."""

    default_error_messages = {  # noqa: RUF012
        **_COMMON,
        "invalid": 'wrong_time|A time with an offset is needed, for example "2026-11-30T02:36:53.000000Z".',
    }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        moment_us = find_us(value)
        if moment_us is None or not 0 <= moment_us < _MOMENTS_END_US:
            raise self.make_error("invalid")
        return moment_us


class Day(_Coded):
    """A date, ``2026-11-30``; kept as text."""

    default_error_messages = {**_COMMON, "invalid": 'wrong_date|A date is needed, for example "2026-11-30".'}  # noqa: RUF012

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            if isinstance(value, str) and date.fromisoformat(value).isoformat() == value:
                return value
        except ValueError:
            pass
        raise self.make_error("invalid")


class Seat(Text):
    """A seat's name."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(1, 16, SEAT_PATTERN, **kwargs)


class Nested(fields.Nested):
    """An object inside an object."""

    default_error_messages = {**_COMMON, "type": "wrong_type|An object is needed here."}  # noqa: RUF012


class ListOf(fields.List[Any]):
    """A list of bounded length."""

    default_error_messages = {**_COMMON, "invalid": "wrong_type|A list is needed."}  # noqa: RUF012

    def __init__(self, inner: fields.Field[Any], least: int = 0, most: int = 500, **kwargs: Any) -> None:
        bounds = validate.Length(least, most, error=f"wrong_value|{least} to {most} entries are needed.")
        super().__init__(inner, validate=bounds, **kwargs)


class Document(_Coded):
    """An object that the engine reads itself and refuses with its own codes."""

    default_error_messages = {**_COMMON, "invalid": "wrong_type|An object is needed here."}  # noqa: RUF012

    def __init__(self, kind: str | None = None, **kwargs: Any) -> None:
        """``kind`` names what sort of the engine's documents it is (``Record``, ``Holding``), for the description."""
        super().__init__(**kwargs)
        self.kind = kind

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, Mapping):
            raise self.make_error("invalid")
        return value


def violations(messages: Any, pointer: str = "") -> Iterator[Violation]:
    """Marshmallow's nested messages as coded violations, each with its pointer."""
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            yield from violations(inner, pointer if key == "_schema" else f"{pointer}/{escape(str(key))}")
    else:
        for message in messages if isinstance(messages, list) else [messages]:
            code, _, detail = str(message).partition("|")
            yield Violation(code, pointer, detail) if detail else Violation("wrong_value", pointer, code)
