"""The shapes of records, events, terms and holdings as JSON Schema (draft 2020-12), as plain data.

``parse``, ``parse_event`` and ``parse_holding`` accept exactly what these describe; a test holds them together.
"""

from collections.abc import Mapping
from typing import Final

from engine.games.kowah.record import CARD_KEYS, CURRENCY_PATTERN, LONGEST_WORD
from engine.settlement import HOUSE
from engine.validation import SEAT_PATTERN

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_SEAT: Final = {"type": "string", "pattern": SEAT_PATTERN, "not": {"const": HOUSE}}
_WORD: Final = {"type": "string", "maxLength": LONGEST_WORD}
_CODE: Final = {**_WORD, "description": "C1..C9 coins, S1..S9 strings, M1..M9 myriads, OT, RF, WF honours"}
_CODES: Final = {"type": "array", "items": _CODE}


def _keys_of(event: str) -> dict[str, object]:
    """What one kind of event must name, and what it cannot."""
    needed, allowed = CARD_KEYS[event]
    strange = [key for key in ("card", "wait") if key not in (*needed, *allowed)]
    return {
        "if": {"properties": {"event": {"const": event}}, "required": ["event"]},
        "then": {"required": list(needed), "properties": dict.fromkeys(strange, False)},
    }


EVENT_SCHEMA: Final[Mapping[str, object]] = {
    "type": "object",
    "properties": {
        "event": {**_WORD, "description": "draw, take, discard or declare"},
        "seat": _SEAT,
        "card": {
            **_CODE,
            "description": "drawn, thrown or taken; a take, and a draw from a told stock, need not name it",
        },
        "wait": {**_CODE, "description": "declare: the card of the exposed pair"},
    },
    "required": ["event", "seat"],
    "additionalProperties": False,
    "allOf": [_keys_of(event) for event in CARD_KEYS],
}
"""One event."""

RECORD_SCHEMA: Final[Mapping[str, object]] = {
    "$schema": _DRAFT,
    "title": "A round of Kowah, event by event",
    "type": "object",
    "properties": {
        "seats": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"seat": _SEAT, "dealt": _CODES},
                "required": ["seat", "dealt"],
                "additionalProperties": False,
            },
            "description": "the seats that play, in their order along the table, and the cards dealt to each",
        },
        "first": {**_SEAT, "description": "the seat that begins"},
        "dealer": {**_SEAT, "description": "who dealt; needed where the first seat follows from it"},
        "stock": {**_CODES, "description": "the whole stock after the deal, top card first, if its order is known"},
        "events": {"type": "array", "items": EVENT_SCHEMA, "description": "in the order in which they happened"},
    },
    "required": ["seats", "first", "events"],
    "additionalProperties": False,
}

TERMS_SCHEMA: Final[Mapping[str, object]] = {
    "$schema": _DRAFT,
    "title": "Terms of a session of Kowah",
    "type": "object",
    "properties": {
        "currency": {"type": "string", "pattern": CURRENCY_PATTERN},
        "unit_minor": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,14}$",
            "description": "what one unit costs, in minor units; needed where the ruleset plays for money",
        },
    },
    "required": ["currency"],
    "additionalProperties": False,
}

HOLDING_SCHEMA: Final[Mapping[str, object]] = {
    "$schema": _DRAFT,
    "title": "One hand of Kowah, of the size that is dealt or with one card more",
    "type": "object",
    "properties": {"cards": _CODES},
    "required": ["cards"],
    "additionalProperties": False,
}
