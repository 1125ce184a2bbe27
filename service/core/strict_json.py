"""Strict JSON in, fast JSON out.

The standard reader takes the last of two equal keys in silence, and NaN, Infinity, NUL and lone surrogates
with it; none of these may reach a record that is hashed and settled.
"""

import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

import orjson

from service.core.errors import Refusal

MAX_DEPTH: Final = 16


class _Unreadable(ValueError):
    """Why a text is not strict JSON."""


def read_json(body: bytes) -> Any:
    """The value of a JSON text. Raises Refusal ``invalid_json`` or ``json_too_deep``."""
    try:
        text = body.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except RecursionError:
        raise Refusal("json_too_deep", f"More than {MAX_DEPTH} levels of nesting.") from None
    except UnicodeDecodeError:
        raise Refusal("invalid_json", "The body is not UTF-8.") from None
    except ValueError as error:
        raise Refusal("invalid_json", str(error) or "The body is not JSON.") from None
    _check(value, 1)
    return value


def write_json(value: object) -> bytes:
    """Compact JSON bytes; the order of keys is the order in which they were put in."""
    return orjson.dumps(value)


def _no_duplicates(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for index, (key, _) in enumerate(pairs) if key in dict(pairs[:index]))
        raise _Unreadable(f"the key {twice!r} stands twice in one object")
    return found


def _no_constant(name: str) -> NoReturn:
    raise _Unreadable(f"{name} is not a JSON number")


def _check(value: Any, depth: int) -> None:
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, dict | list):
        if depth > MAX_DEPTH:
            raise Refusal("json_too_deep", f"More than {MAX_DEPTH} levels of nesting.")
        for key in value if isinstance(value, dict) else ():
            _check_text(key)
        for item in value.values() if isinstance(value, dict) else value:
            _check(item, depth + 1)
    elif isinstance(value, float) and value in (float("inf"), float("-inf")):
        raise Refusal("invalid_json", "A number is too large to be read.")


def _check_text(text: str) -> None:
    if "\x00" in text:
        raise Refusal("invalid_json", "A text holds a NUL character.")
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise Refusal("invalid_json", "A text holds a lone surrogate.")
