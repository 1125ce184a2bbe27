"""Adapters of the Three Card Poker vectors: one player's bets against one dealer's hand.

A vector carries its paytables and may override the file's ``default_rules``; what a vector cannot say (chip
unit, cap, misdeal) stands here, in its simplest lawful form. Amounts are integers in the vectors and text in
the engine.
"""

from collections.abc import Mapping
from typing import Final

from engine.conformance import Adapter
from engine.errors import RecordRefused
from engine.games import three_card_poker as game
from engine.games.three_card_poker.limits import LIMITED, NONE
from engine.games.three_card_poker.rules import SCHEDULES
from engine.rulesets import OFF
from engine.settlement import Settlement

_SEAT: Final = "1"
_TERMS: Final = {"currency": "XXX"}
_UNSAID: Final[Mapping[str, object]] = {
    "pair_plus_without_ante": True,
    "pair_plus_contested": "no",
    "progressive_on_fold": "settle",
    "six_card_needs_ante": True,
    "chip_unit_minor": "1",
    "commission_per": "round",
    "payout_cap": NONE,
    "misdeal": "void_round",
    "exposed_cards_allowed": 1,
}


def settle_vector(vector: Mapping[str, object], header: Mapping[str, object]) -> object:
    """``{"error": code}``, or each bet's outcome and net, ``total_net`` and ``returned`` in minor units."""
    rules = game.load_rules(_ruleset(vector, header))
    try:
        played = game.parse(_record(vector), _TERMS)
        violations = game.validate(played, rules)
    except RecordRefused as refusal:
        violations = refusal.violations
    if violations:
        return {"error": violations[0].code}
    return _answer(game.settle(game.judge(played, rules), played.bets, rules))


def _answer(settlement: Settlement) -> dict[str, object]:
    answer: dict[str, object] = {
        line.item: {"outcome": line.outcome, "net": line.net_minor} for line in settlement.lines
    }
    return {**answer, "total_net": settlement.nets[_SEAT], "returned": settlement.returned[_SEAT]}


def _record(vector: Mapping[str, object]) -> dict[str, object]:
    bets = _mapping(vector["bets"])
    seat = {
        "seat": _SEAT,
        "cards": vector["player"],
        "decision": vector["decision"],
        "bets": {bet: str(stake) for bet, stake in bets.items()},
    }
    return {"dealer": vector["dealer"], "seats": [seat]}


def _ruleset(vector: Mapping[str, object], header: Mapping[str, object]) -> dict[str, object]:
    said = {**_mapping(header["default_rules"]), **_mapping(vector.get("rules", {}))}
    low, high = said.pop("min_bet"), said.pop("max_bet")
    limit = {"min_minor": str(low), "max_minor": NONE if high is None else str(high), "step_minor": "1"}
    tables = _mapping(vector["paytable"])
    unknown = {name: table for name, table in tables.items() if name not in SCHEDULES}
    return {
        "format": 1,
        "game": game.NAME,
        "key": "vector",
        "title": "The rules of one vector",
        "sources": ["the vector"],
        "switches": {**_UNSAID, **said, "limits": dict.fromkeys(LIMITED, limit)},
        "schedules": {**unknown, **{name: tables.get(name) or OFF for name in SCHEDULES}},
    }


def _mapping(value: object) -> dict[str, object]:
    if not isinstance(value, Mapping):
        raise TypeError(f"an object is needed, not {value!r}")
    return dict(value)


ADAPTERS: Final[Mapping[str, Adapter]] = {"settle": settle_vector}
