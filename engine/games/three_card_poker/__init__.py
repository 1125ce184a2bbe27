"""Three Card Poker: one to seven positions, each alone against one dealer's hand.

Ante and play against the dealer, the ante bonus, pair plus, 6 Card Bonus, Prime and a progressive on own cards,
under every switch of the rules reference. The five verbs of a game, its schemas and its clauses.
"""

from engine.games.three_card_poker.checks import needs, validate
from engine.games.three_card_poker.clauses import CLAUSES
from engine.games.three_card_poker.payment import settle
from engine.games.three_card_poker.rating import rate
from engine.games.three_card_poker.record import SEATS, parse, parse_holding
from engine.games.three_card_poker.rules import NAME, load_rules
from engine.games.three_card_poker.schemas import HOLDING_SCHEMA, RECORD_SCHEMA, TERMS_SCHEMA
from engine.games.three_card_poker.verdict import judge

TITLE = "Three Card Poker"

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
