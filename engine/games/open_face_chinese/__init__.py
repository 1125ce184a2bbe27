"""Open-face Chinese poker: thirteen cards set street by street, replayed from the log, settled pair by pair."""

from typing import Final

from engine.games.open_face_chinese.clauses import CLAUSES
from engine.games.open_face_chinese.holding import parse_holding, rate
from engine.games.open_face_chinese.judge import judge
from engine.games.open_face_chinese.match import match_over
from engine.games.open_face_chinese.placements import placements
from engine.games.open_face_chinese.record import parse, parse_move
from engine.games.open_face_chinese.replay import apply, open_hand, replay
from engine.games.open_face_chinese.rules import NAME, load_rules
from engine.games.open_face_chinese.schema import HOLDING_SCHEMA, MOVE_SCHEMA, RECORD_SCHEMA, TERMS_SCHEMA
from engine.games.open_face_chinese.settle import settle
from engine.games.open_face_chinese.validate import SEATS, needs, validate
from engine.games.open_face_chinese.view import progress, public_move, public_view

TITLE: Final = "Open-Face Chinese poker"

__all__ = [
    "CLAUSES",
    "HOLDING_SCHEMA",
    "MOVE_SCHEMA",
    "NAME",
    "RECORD_SCHEMA",
    "SEATS",
    "TERMS_SCHEMA",
    "TITLE",
    "apply",
    "judge",
    "load_rules",
    "match_over",
    "needs",
    "open_hand",
    "parse",
    "parse_holding",
    "parse_move",
    "placements",
    "progress",
    "public_move",
    "public_view",
    "rate",
    "replay",
    "settle",
    "validate",
]
