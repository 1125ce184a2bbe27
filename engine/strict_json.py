"""Reading a file's JSON without leniency: what two readers could take for two things is refused.

The standard reader keeps the last of two equal keys in silence and takes NaN, Infinity, NUL and lone surrogates;
a file that is hashed and settled may hold none of these. Faults are FileRefused, all of one file at once:

``bad_encoding`` not UTF-8 · ``bad_json`` no JSON text at all · ``too_deep`` nested more than MAX_DEPTH levels ·
``duplicate_key`` · ``bad_number`` NaN, Infinity, more than MAX_DIGITS digits · ``float_number`` a number with a
fraction or an exponent where only whole numbers are read · ``bad_text`` NUL or a lone surrogate.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from engine.errors import FileRefused, Violation
from engine.validation import escape

MAX_DEPTH: Final = 32
MAX_DIGITS: Final = 18


@dataclass(frozen=True, slots=True)
class _Fault:
    """Stands in the data, while it is read, for a value that is refused."""

    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class _Object:
    """A JSON object as it was written, with keys that may stand in it more than once."""

    pairs: list[tuple[str, object]]


def read_exact(raw: bytes) -> object:
    """Data of a JSON text whose numbers are all whole: round files, rulesets. Raises FileRefused."""
    return _read(raw, lambda text: _Fault("float_number", f"{text} is not a whole number; exact numbers are texts"))


def read_with_fractions(raw: bytes) -> object:
    """Data of a JSON text that may hold fractions, as floats: expected figures of vector files. Raises FileRefused."""
    return _read(raw, _finite)


def _read(raw: bytes, fraction: Callable[[str], object]) -> object:
    try:
        data = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_Object,
            parse_float=fraction,
            parse_int=_whole,
            parse_constant=lambda name: _Fault("bad_number", f"{name} is no number"),
        )
    except UnicodeDecodeError as error:
        raise FileRefused([Violation("bad_encoding", "", f"not UTF-8: byte {error.start}")]) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise FileRefused([Violation("bad_json", "", f"{error.msg} at {where}")]) from None
    except RecursionError:
        raise FileRefused([_too_deep("")]) from None
    violations = list(_faults(data, "", 0))
    if violations:
        raise FileRefused(violations)
    return _plain(data)


def _whole(text: str) -> object:
    return int(text) if len(text) <= MAX_DIGITS else _Fault("bad_number", f"more than {MAX_DIGITS} digits")


def _finite(text: str) -> object:
    return float(text) if isfinite(float(text)) else _Fault("bad_number", f"{text} is too large")


def _too_deep(pointer: str) -> Violation:
    return Violation("too_deep", pointer, f"more than {MAX_DEPTH} levels of nesting")


def _faults(data: object, pointer: str, depth: int) -> Iterator[Violation]:
    if isinstance(data, _Fault):
        yield Violation(data.code, pointer, data.detail)
    elif isinstance(data, str):
        yield from _text_faults(data, pointer)
    elif isinstance(data, _Object | list) and depth == MAX_DEPTH:
        yield _too_deep(pointer)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _faults(item, f"{pointer}/{index}", depth + 1)
    elif isinstance(data, _Object):
        yield from _object_faults(data, pointer, depth)


def _object_faults(data: _Object, pointer: str, depth: int) -> Iterator[Violation]:
    for key, times in Counter(key for key, _ in data.pairs).items():
        yield from _text_faults(key, _below(pointer, key))
        if times > 1:
            yield Violation("duplicate_key", _below(pointer, key), f"{key!r} stands {times} times in one object")
    for key, value in data.pairs:
        yield from _faults(value, _below(pointer, key), depth + 1)


def _below(pointer: str, key: str) -> str:
    """Pointer to a key, spelled so that it can be written even where the key is no text."""
    return f"{pointer}/{escape(key)}".encode("utf-8", "backslashreplace").decode()


def _text_faults(text: str, pointer: str) -> Iterator[Violation]:
    if "\0" in text or (not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text)):
        yield Violation("bad_text", pointer, "a NUL or a lone surrogate is no text")


def _plain(data: object) -> Any:
    if isinstance(data, _Object):
        return {key: _plain(value) for key, value in data.pairs}
    return [_plain(item) for item in data] if isinstance(data, list) else data
