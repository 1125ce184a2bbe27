"""Kowah (Cheki): two triples and a pair of Chinese money cards, drawn and thrown, replayed from the log."""

from typing import Final

from engine.games.kowah.clauses import CLAUSES, WORDS
from engine.games.kowah.holding import parse_holding, rate
from engine.games.kowah.judge import judge
from engine.games.kowah.moves import legal_moves
from engine.games.kowah.record import parse, parse_event
from engine.games.kowah.replay import apply, replay, start
from engine.games.kowah.rules import NAME, load_rules, needs
from engine.games.kowah.schema import EVENT_SCHEMA, HOLDING_SCHEMA, RECORD_SCHEMA, TERMS_SCHEMA
from engine.games.kowah.settle import settle, told_result
from engine.games.kowah.switches import SEATS
from engine.games.kowah.validate import validate
from engine.games.kowah.view import progress, public_event, public_view

TITLE: Final = "Kowah"

__all__ = [
    "CLAUSES",
    "EVENT_SCHEMA",
    "HOLDING_SCHEMA",
    "NAME",
    "RECORD_SCHEMA",
    "SEATS",
    "TERMS_SCHEMA",
    "TITLE",
    "WORDS",
    "apply",
    "judge",
    "legal_moves",
    "load_rules",
    "needs",
    "parse",
    "parse_event",
    "parse_holding",
    "progress",
    "public_event",
    "public_view",
    "rate",
    "replay",
    "settle",
    "start",
    "told_result",
    "validate",
]
