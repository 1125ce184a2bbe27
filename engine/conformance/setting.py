"""The vectors of the best setting (``solve``): thirteen cards and an objective -> the three rows of the best setting.

``expected_units`` takes ``opponents`` beside the objective, ``{"count": 3, "odds": [6, 15, 700], "bank": "nobody"}``
with the odds of front, middle and back. A hand that has no legal setting is answered by ``{"error":
"no_legal_setting"}``.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.cards import parse_cards
from engine.conformance import Adapter
from engine.conformance.chinese_poker import rules_of
from engine.games.rows import ROWS
from engine.ranking import Category, value_of
from engine.setting import Bank, Objective, Opponents, RowOdds, set_hand


def solve(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """Category and ranks of the rows of the best setting."""
    asked = vector["input"]
    rules = rules_of(vector["ruleset"], header)
    opponents = _opponents(asked["opponents"]) if "opponents" in asked else None
    found = set_hand(parse_cards(asked["cards"]), rules, Objective(asked["objective"]), opponents)
    if found is None:
        return {"error": "no_legal_setting"}
    values = zip(ROWS, map(value_of, found.strengths), strict=True)
    return {row: {"category": Category(value.category).word, "ranks": list(value.ranks)} for row, value in values}


def _opponents(asked: Mapping[str, Any]) -> Opponents:
    return Opponents(asked["count"], RowOdds(*asked["odds"]), Bank(asked["bank"]))


ADAPTERS: Final[Mapping[str, Adapter]] = {"solve": solve}
