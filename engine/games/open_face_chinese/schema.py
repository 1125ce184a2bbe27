"""The shapes of records, terms and holdings as JSON Schema (draft 2020-12), as plain data.

``parse`` and ``parse_holding`` accept exactly what these describe; a test holds the two together.
"""

from collections.abc import Mapping
from typing import Final

from engine.games.open_face_chinese.record import (
    CURRENCY_PATTERN,
    LISTS,
    LONGEST_CODE,
    MOST_COUNT,
)
from engine.games.rows import ROWS
from engine.settlement import HOUSE
from engine.validation import SEAT_PATTERN

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_SEAT: Final = {"type": "string", "pattern": SEAT_PATTERN, "not": {"const": HOUSE}}
_CODES: Final = {"type": "array", "items": {"type": "string", "maxLength": LONGEST_CODE}}
_MONEY: Final = {"type": "string", "pattern": "^(0|[1-9][0-9]{0,14})$"}
_SIGNED_MONEY: Final = {"type": "string", "pattern": "^(0|-?[1-9][0-9]{0,14})$"}
_STAKE: Final = {"type": "string", "pattern": "^[1-9][0-9]{0,14}$"}

_PLACES: Final = {
    "dealt": "the cards dealt for this move, in dealing order",
    "front": "of these, the cards set in front",
    "middle": "in the middle",
    "back": "in the back",
    "discard": "thrown away face down",
}


def _of_seats(values: Mapping[str, object], description: str) -> dict[str, object]:
    return {
        "type": "object",
        "propertyNames": _SEAT,
        "additionalProperties": values,
        "description": description,
    }


def _whole(least: int, most: int) -> dict[str, object]:
    return {"type": "integer", "minimum": least, "maximum": most}


MOVE_SCHEMA: Final[Mapping[str, object]] = {
    "type": "object",
    "properties": {
        "seat": _SEAT,
        **{key: {**_CODES, "description": _PLACES[key]} for key in LISTS},
        "timeout": {
            "const": True,
            "description": "time ran out: rows as far as they were set; the other cards go where the rule puts them",
        },
    },
    "required": ["seat"],
    "additionalProperties": False,
}
"""One move; an empty list may be left out."""

RECORD_SCHEMA: Final[Mapping[str, object]] = {
    "$schema": _DRAFT,
    "title": "A hand of open-face Chinese poker, move by move",
    "type": "object",
    "properties": {
        "seats": {"type": "array", "items": _SEAT, "description": "the seats that play, clockwise"},
        "button": {**_SEAT, "description": "the seat with the button; the seat on its left acts first"},
        "fantasyland": _of_seats(_whole(0, MOST_COUNT), "seats that play this hand in Fantasyland, and their cards"),
        "fantasyland_runs": _of_seats(_whole(0, MOST_COUNT), "Fantasyland hands in a row just before; not named is 0"),
        "moves": {"type": "array", "items": MOVE_SCHEMA, "description": "in the order in which they were made"},
        "hand": {**_whole(1, MOST_COUNT), "description": "the n-th hand of its match"},
        "pot_minor": {**_MONEY, "description": "the pot that royalties follow, where the ruleset says so"},
        "stacks": _of_seats(_MONEY, "minor units in front of each seat before the hand"),
        "match_nets": _of_seats(_SIGNED_MONEY, "what each seat has won or lost in the match before the hand"),
    },
    "required": ["seats", "button", "moves"],
    "additionalProperties": False,
}

TERMS_SCHEMA: Final[Mapping[str, object]] = {
    "$schema": _DRAFT,
    "title": "Terms of a session of open-face Chinese poker",
    "type": "object",
    "properties": {
        "currency": {"type": "string", "pattern": CURRENCY_PATTERN},
        "unit_minor": {**_STAKE, "description": "what one unit costs, in minor units"},
    },
    "required": ["currency", "unit_minor"],
    "additionalProperties": False,
}

HOLDING_SCHEMA: Final[Mapping[str, object]] = {
    "$schema": _DRAFT,
    "title": "A complete board before it is shown",
    "type": "object",
    "properties": {
        **{key: {"type": "array"} for key in (*ROWS, "dealt")},
        "fantasyland": {**_whole(0, MOST_COUNT), "description": "cards dealt in Fantasyland, 0 or absent outside it"},
    },
    "required": list(ROWS),
    "additionalProperties": False,
}
