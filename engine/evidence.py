"""The portable round file: everything that settles a round, in bytes that anyone can hash again.

``{"format": 1, "game", "ruleset", "terms", "record"}`` with an optional ``settlement`` and ``context``.
``ruleset`` is complete (no reference to anything outside the file), ``terms`` is what the session fixes for
all its rounds (``currency``, and for games that count units ``unit_minor``), ``record`` is what was dealt,
decided and bet, exactly as it was posted. Canonical bytes are UTF-8 JSON with sorted keys, no spaces, no
escapes beyond JSON's own, and no floats.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.errors import FileRefused
from engine.validation import Reader, escape

FORMAT: Final = 1
_REQUIRED: Final = ("format", "game", "ruleset", "terms", "record")
_OPTIONAL: Final = ("settlement", "context")


@dataclass(frozen=True, slots=True)
class RoundFile:
    """A portable round file as read: plain data, not yet judged by its game."""

    game: str
    ruleset: Mapping[str, object]
    terms: Mapping[str, object]
    record: Mapping[str, object]
    settlement: Mapping[str, object] | None
    context: Mapping[str, object]

    def as_data(self) -> dict[str, object]:
        """The file as plain JSON data."""
        data = {**self.evidence(), "context": self.context}
        if self.settlement is not None:
            data["settlement"] = self.settlement
        return data

    def evidence(self) -> dict[str, object]:
        """What settles the round and nothing else, with an empty context: its digest is the round's evidence hash."""
        return {
            "format": FORMAT,
            "game": self.game,
            "ruleset": self.ruleset,
            "terms": self.terms,
            "record": self.record,
            "context": {},
        }


def read_round_file(data: object) -> RoundFile:
    """Read the envelope of a portable round file. Raises FileRefused with every fault."""
    reader = Reader()
    envelope = reader.mapping(data, "", _REQUIRED, _OPTIONAL)
    if envelope is None or reader.violations:
        raise FileRefused(reader.violations)
    if type(envelope["format"]) is not int or envelope["format"] != FORMAT:
        reader.refuse("unknown_format", "/format", f"this engine reads format {FORMAT}")
    if not isinstance(envelope["game"], str):
        reader.refuse("wrong_type", "/game", "the name of a game is needed")
    parts: dict[str, Mapping[str, object]] = {}
    for key in ("ruleset", "terms", "record", "context", "settlement"):
        value = envelope.get(key, {} if key == "context" else None)
        if isinstance(value, Mapping):
            parts[key] = value
        elif not (key == "settlement" and value is None):
            reader.refuse("wrong_type", f"/{key}", "an object is needed here")
    if reader.violations:
        raise FileRefused(reader.violations)
    return RoundFile(
        str(envelope["game"]),
        parts["ruleset"],
        parts["terms"],
        parts["record"],
        parts.get("settlement"),
        parts["context"],
    )


def canonical_bytes(data: object) -> bytes:
    """The one spelling of plain data that is hashed; a tuple is spelled as a list.

    Raises TypeError for floats, keys that are no text and values that JSON does not know, and UnicodeEncodeError
    (a ValueError) for lone surrogates.
    """
    _refuse_inexact(data)
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def digest(data: object) -> str:
    """SHA-256 of the canonical bytes, in hexadecimal."""
    return hashlib.sha256(canonical_bytes(data)).hexdigest()


def _refuse_inexact(data: object) -> None:
    if isinstance(data, str):  # most values are, and asking first is what makes this cheap
        return
    if isinstance(data, float):
        raise TypeError("a float has no place in a round file")
    if isinstance(data, Mapping):
        for key, value in data.items():
            if not isinstance(key, str):
                raise TypeError(f"a key is a text, not {key!r}")
            _refuse_inexact(value)
    elif isinstance(data, list | tuple):
        for value in data:
            _refuse_inexact(value)


def differences(recorded: object, computed: object, pointer: str = "") -> list[dict[str, object]]:
    """Where two pieces of plain data differ: ``{"pointer", "recorded", "computed"}`` each, in the order read.

    Where one side has no such place, its key is left out. A tuple equals a list of the same items; a boolean
    never equals a number.
    """
    if isinstance(recorded, Mapping) and isinstance(computed, Mapping):
        return _of_places(dict(recorded), dict(computed), pointer)
    if isinstance(recorded, list | tuple) and isinstance(computed, list | tuple):
        return _of_places(_numbered(recorded), _numbered(computed), pointer)
    if recorded == computed and isinstance(recorded, bool) == isinstance(computed, bool):
        return []
    return [{"pointer": pointer, "recorded": recorded, "computed": computed}]


def _of_places(recorded: dict[str, object], computed: dict[str, object], pointer: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for key in recorded | computed:
        place = f"{pointer}/{escape(key)}"
        if key in recorded and key in computed:
            found += differences(recorded[key], computed[key], place)
        elif key in recorded:
            found.append({"pointer": place, "recorded": recorded[key]})
        else:
            found.append({"pointer": place, "computed": computed[key]})
    return found


def _numbered(items: list[object] | tuple[object, ...]) -> dict[str, object]:
    return {str(index): item for index, item in enumerate(items)}
