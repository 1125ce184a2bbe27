"""Chinese poker in its closed forms: thirteen cards set in three rows, settled pair by pair."""

from typing import Final

from engine.games.chinese_poker.clauses import CLAUSES
from engine.games.chinese_poker.holding import parse_holding, rate
from engine.games.chinese_poker.judge import judge
from engine.games.chinese_poker.record import parse
from engine.games.chinese_poker.rules import NAME, load_rules
from engine.games.chinese_poker.schema import HOLDING_SCHEMA, RECORD_SCHEMA, TERMS_SCHEMA
from engine.games.chinese_poker.settle import settle
from engine.games.chinese_poker.validate import SEATS, needs, validate

TITLE: Final = "Chinese poker"

__all__ = [
    "CLAUSES",
    "HOLDING_SCHEMA",
    "NAME",
    "RECORD_SCHEMA",
    "SEATS",
    "TERMS_SCHEMA",
    "TITLE",
    "judge",
    "load_rules",
    "needs",
    "parse",
    "parse_holding",
    "rate",
    "settle",
    "validate",
]
