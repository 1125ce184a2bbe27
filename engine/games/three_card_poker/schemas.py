"""The shapes of a record, of the terms and of a holding, as JSON Schema 2020-12 data.

They say what ``parse`` accepts, but for what a schema cannot: cards and seats that repeat, and how the keys of
one round must agree, which ``parse`` and ``validate`` refuse.
"""

from collections.abc import Mapping
from typing import Final

from engine.cards import CODES
from engine.games.three_card_poker.record import (
    BETS,
    CURRENCY_PATTERN,
    DECIDED_BY_RULE,
    DECIDED_BY_RULING,
    DECISIONS,
    LONGEST_REASON,
    MOST_CARDS,
    RULINGS,
    SEATS,
)

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_CARD: Final = {"type": "string", "enum": list(CODES)}
_CARDS: Final = {"type": "array", "items": _CARD, "maxItems": MOST_CARDS}
_MINOR: Final = {"type": "string", "pattern": r"^(0|[1-9]\d{0,14})$", "description": "minor units of the currency"}
_SEAT: Final = {"type": "string", "pattern": r"^(?!house$)[A-Za-z0-9][A-Za-z0-9_-]{0,15}$"}

_POSITION: Final = {
    "type": "object",
    "additionalProperties": False,
    "required": ["seat", "cards", "decision", "bets"],
    "properties": {
        "seat": _SEAT,
        "cards": {**_CARDS, "description": "three cards; another number only where the hand or round is void"},
        "decision": {"enum": list(DECISIONS), "description": "none where there is no ante"},
        "blind": {"type": "boolean", "description": "the play bet was staked before the cards were seen"},
        "bets": {
            "type": "object",
            "additionalProperties": False,
            "properties": dict.fromkeys(BETS, _MINOR),
            "description": 'absent or "0" is not placed; play is exactly the ante where the decision is play',
        },
    },
}
_IRREGULARITY: Final = {
    "type": "object",
    "additionalProperties": False,
    "required": ["kind", "reason"],
    "properties": {
        "kind": {
            "enum": [*DECIDED_BY_RULE, *DECIDED_BY_RULING],
            "description": "the ruleset decides misdeal and exposed_cards; the others need a ruling",
        },
        "seat": {**_SEAT, "description": "absent: the dealer's hand, the deck or the whole round"},
        "ruling": {"enum": list(RULINGS), "description": "what a supervisor ruled"},
        "cards": {**_CARDS, "description": "exposed_cards only: the cards that were face up"},
        "reason": {"type": "string", "minLength": 1, "maxLength": LONGEST_REASON},
    },
}

RECORD_SCHEMA: Final[Mapping[str, object]] = {
    "$schema": _DIALECT,
    "title": "Three Card Poker round",
    "description": "One to seven positions against one dealer's hand",
    "type": "object",
    "additionalProperties": False,
    "required": ["dealer", "seats"],
    "properties": {
        "dealer": {**_CARDS, "description": "three cards; another number only where the round is void"},
        "seats": {"type": "array", "minItems": SEATS[0], "maxItems": SEATS[1], "items": _POSITION},
        "irregularities": {"type": "array", "items": _IRREGULARITY},
        "progressive": {
            "type": "object",
            "additionalProperties": False,
            "required": ["meter_minor"],
            "properties": {
                "meter_minor": {**_MINOR, "description": "the meter when bets closed"},
                "verified": {"type": "boolean", "description": "a supervisor verified the hand that takes the meter"},
            },
            "description": "needed where a progressive bet was placed",
        },
    },
}

TERMS_SCHEMA: Final[Mapping[str, object]] = {
    "$schema": _DIALECT,
    "title": "Three Card Poker terms",
    "type": "object",
    "additionalProperties": False,
    "required": ["currency"],
    "properties": {"currency": {"type": "string", "pattern": CURRENCY_PATTERN}},
}

HOLDING_SCHEMA: Final[Mapping[str, object]] = {
    "$schema": _DIALECT,
    "title": "Three Card Poker holding",
    "type": "object",
    "additionalProperties": False,
    "required": ["cards"],
    "properties": {"cards": {"type": "array", "items": _CARD, "minItems": 3, "maxItems": 3, "uniqueItems": True}},
}
