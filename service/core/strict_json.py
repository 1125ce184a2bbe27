"""Strict JSON in, fast JSON out.

The standard reader takes the last of two equal keys in silence, and NaN, Infinity, NUL and lone surrogates
with it; none of these may reach a record that is hashed and settled.
"""

import json
from collections import Counter
from collections.abc import Mapping
from math import isfinite
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
        value = json.loads(text, object_pairs_hook=_no_duplicates, parse_float=_finite, parse_constant=_no_constant)
    except RecursionError:
        raise Refusal("json_too_deep", f"More than {MAX_DEPTH} levels of nesting.") from None
    except UnicodeDecodeError:
        raise Refusal("invalid_json", "The body is not UTF-8.") from None
    except ValueError as error:
        raise Refusal("invalid_json", str(error) or "The body is not JSON.") from None
    if isinstance(value, dict | list):
        _check_nesting(value, 1)
    if "\\u" in text:  # only an escape can bring NUL or half a character into what was decoded as UTF-8
        _check_texts(value)
    return value


def write_json(value: object) -> bytes:
    """Compact JSON bytes; the order of keys is the order in which they were put in."""
    return orjson.dumps(value)


def write_canonical_json(value: object) -> bytes:
    """The bytes of ``engine.evidence.canonical_bytes`` at a tenth of the cost.

    For data that the engine made, or read and found lawful: a float, which has no place in it, would pass here.
    """
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def _no_duplicates(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise _Unreadable(f"the key {twice!r} stands twice in one object")
    return found


def _no_constant(name: str) -> NoReturn:
    raise _Unreadable(f"{name} is not a JSON number")


def _check_nesting(value: Any, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise Refusal("json_too_deep", f"More than {MAX_DEPTH} levels of nesting.")
    for item in value.values() if isinstance(value, dict) else value:
        if isinstance(item, dict | list):
            _check_nesting(item, depth + 1)


def _check_texts(value: Any) -> None:
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_text(key)
            _check_texts(item)
    elif isinstance(value, list):
        for item in value:
            _check_texts(item)


def _check_text(text: str) -> None:
    if "\x00" in text:
        raise Refusal("invalid_json", "A text holds a NUL character.")
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise Refusal("invalid_json", "A text holds a lone surrogate.")


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise _Unreadable(f"{text[:20]} is too large a number")
    return number
