"""The shapes of records, terms and holdings as JSON Schema (draft 2020-12), as plain data.

``parse`` and ``parse_holding`` accept exactly what these describe; a test holds the two together.
"""

from collections.abc import Mapping
from typing import Final

from engine.games.chinese_poker.naturals import NATURALS
from engine.games.chinese_poker.record import CURRENCY_PATTERN, FORM_KEYS, MAX_HAND, Form
from engine.games.chinese_poker.side_bets import SIDE_BETS
from engine.settlement import HOUSE
from engine.validation import SEAT_PATTERN

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_CARD: Final = {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$"}
_CARDS: Final = {"type": "array", "items": _CARD}
_SEAT: Final = {"type": "string", "pattern": SEAT_PATTERN, "not": {"const": HOUSE}}
_MONEY: Final = {"type": "string", "pattern": "^(0|[1-9][0-9]{0,14})$"}
_STAKE: Final = {"type": "string", "pattern": "^[1-9][0-9]{0,14}$"}
_TRUE: Final = {"const": True}

_PROPERTIES: Final[Mapping[str, object]] = {
    "seat": _SEAT,
    "front": _CARDS | {"description": "three cards"},
    "middle": _CARDS | {"description": "five cards"},
    "back": _CARDS | {"description": "five cards"},
    "natural": {"enum": list(NATURALS), "description": "the natural that is claimed instead of setting rows"},
    "cards": _CARDS | {"description": "the thirteen cards of a claimed natural"},
    "surrender": _TRUE,
    "missed_turn": _TRUE,
    "timeout": _TRUE | {"description": "time ran out; rows as far as they were set, dealt in dealing order"},
    "absent": {"enum": ["before", "later"], "description": "before: no card was dealt yet"},
    "dealt": _CARDS | {"description": "all cards that the seat received, in dealing order"},
    "thrown": _CARD | {"description": "the card thrown away by the seat that got fourteen"},
    "exposed": _TRUE | {"description": "a card was exposed out of turn"},
    "side_bets": {
        "type": "object",
        "properties": dict.fromkeys(SIDE_BETS, _STAKE),
        "additionalProperties": False,
        "description": "stakes against the house, in minor units",
    },
}


def _form(form: Form) -> dict[str, object]:
    required, optional = FORM_KEYS[form]
    return {
        "type": "object",
        "title": form.name.lower(),
        "properties": {key: _PROPERTIES[key] for key in (*required, *optional)},
        "required": list(required),
        "additionalProperties": False,
    }


RECORD_SCHEMA: Final[Mapping[str, object]] = {
    "$schema": _DRAFT,
    "title": "A round of Chinese poker",
    "type": "object",
    "properties": {
        "seats": {
            "type": "array",
            "items": {"anyOf": [_form(form) for form in Form]},
            "description": "two to four seats, clockwise",
        },
        "banker": _SEAT | {"description": "the seat that holds the bank"},
        "announced": {
            "type": "array",
            "items": _SEAT,
            "description": "seats in the order of their announcements",
        },
        "hand": {
            "type": "integer",
            "minimum": 1,
            "maximum": MAX_HAND,
            "description": "the n-th hand of its match",
        },
        "stacks": {
            "type": "object",
            "propertyNames": _SEAT,
            "additionalProperties": _MONEY,
            "description": "minor units in front of each seat before the hand",
        },
        "button": _SEAT | {"description": "the seat with the button; payment starts on its left"},
    },
    "required": ["seats"],
    "additionalProperties": False,
}

TERMS_SCHEMA: Final[Mapping[str, object]] = {
    "$schema": _DRAFT,
    "title": "Terms of a session of Chinese poker",
    "type": "object",
    "properties": {
        "currency": {"type": "string", "pattern": CURRENCY_PATTERN},
        "unit_minor": _STAKE | {"description": "what one unit costs, in minor units"},
    },
    "required": ["currency", "unit_minor"],
    "additionalProperties": False,
}

_ROWS: Final = ("front", "middle", "back")


def _holding(keys: tuple[str, ...], entries: Mapping[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": dict.fromkeys((*keys, "dealt"), entries),
        "required": list(keys),
        "additionalProperties": False,
    }


HOLDING_SCHEMA: Final[Mapping[str, object]] = {
    "$schema": _DRAFT,
    "title": "Thirteen cards before the reveal, set in rows or not",
    "anyOf": [_holding(keys, {"type": "array"}) for keys in (_ROWS, ("cards",))],
}
