"""The vectors of Kowah: ready hands, whole logs, and what may be done next.

A vector names the switches that it is about, over the header's ``default_rules``; what the format cannot say (seats,
pack, money) stands here as the rules reference has it. Seats are numbers in the vectors and names in the engine.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.conformance import Adapter
from engine.errors import Violation
from engine.games import kowah as game
from engine.games.kowah.cards import card_code
from engine.games.kowah.record import CARD_KEYS, DECLARE, LONGEST_WORD
from engine.games.kowah.rules import Rules
from engine.games.kowah.state import Drawn, State, Win

_BESIDE_THE_VECTORS: Final[Mapping[str, object]] = {
    "seats": 3,
    "teams": "none",
    "copies": 4,
    "hand_size": 8,
    "first": "random",
    "direction": "ascending",
    "pair": "identical",
    "final_match": "exact",
    "honour_groups": "own_kind",
    "points": "off",
    "public_pair": True,
    "opponent_draw": True,
    "multipliers": {"self_draw": 3, "opponent_draw": 1, "discard": 2},
    "take_cap": "none",
    "stake": "none",
    "chip_unit_minor": "1",
    "fee": "none",
}
"""Values of the switches that the vector format leaves out."""

_TERMS: Final = {"currency": "XXX"}
_NO_SUCH: Final = "?"


def rules_of(switches: Mapping[str, Any], header: Mapping[str, Any]) -> Rules:
    """The engine's rules for the switches of a vector. Raises RulesetRefused like any other document."""
    return game.load_rules(
        {
            "format": 1,
            "game": game.NAME,
            "key": "vector",
            "title": "ruleset of a vector",
            "sources": ["vector file"],
            "switches": {**_BESIDE_THE_VECTORS, **header["default_rules"], **switches},
            "schedules": {},
        }
    )


def ready(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """The waits of a hand, in deck order; none where it is not ready."""
    shape = {"shape": vector["shape"]} if "shape" in vector else {}
    rules = rules_of({**vector.get("rules", {}), **shape}, header)
    return list(game.rate(game.parse_holding({"cards": _codes(vector["hand"])}), rules).waits)


def log(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """A whole log: illegal at an event, in progress, won or drawn."""
    state = _replayed(vector, _rules_of_log(vector, header))
    if isinstance(state, Violation):
        return _illegal(state)
    if isinstance(state.result, Win):
        result = state.result
        return {
            "status": "win",
            "winner": int(result.winner),
            "by": result.by.value,
            "multiplier": result.multiplier,
            "card": card_code(result.card),
            "index": result.event,
        }
    if isinstance(state.result, Drawn):
        return {"status": "drawn", "index": state.result.event}
    told = game.progress(state)
    return {
        "status": "in_progress",
        "seat": int(state.active),
        "phase": told["phase"],
        "stock_left": told["stock_left"],
        "public_draws": told["public_draws"],
        "waits": [None if wait is None else card_code(wait) for wait in map(state.exposed.get, state.table.seats)],
    }


def legal_moves(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """``[event, seat, card]`` of everything that may be done after a log; the card of a draw is null."""
    rules = _rules_of_log(vector, header)
    state = _replayed(vector, rules)
    if isinstance(state, Violation):
        return _illegal(state)
    return [[move.event, int(move.seat), move.card] for move in game.legal_moves(state, rules)]


def _rules_of_log(vector: Mapping[str, Any], header: Mapping[str, Any]) -> Rules:
    """The switches stand in the log, or beside it."""
    return rules_of({**vector.get("rules", {}), **vector["log"].get("rules", {})}, header)


def _replayed(vector: Mapping[str, Any], rules: Rules) -> State | Violation:
    return game.replay(game.parse(_record(vector["log"]), _TERMS), rules)


def _record(told: Mapping[str, Any]) -> dict[str, object]:
    """The log as a record. What no record can hold becomes a word that means nothing either."""
    stock = {"stock": _codes(told["stock"])} if told.get("stock") is not None else {}
    return {
        "seats": [{"seat": str(seat), "dealt": _codes(hand)} for seat, hand in enumerate(told["hands"])],
        "first": _seat(told["first"]),
        "events": [_event(event) for event in told["events"]],
        **stock,
    }


def _event(told: Mapping[str, Any]) -> dict[str, object]:
    """An event with the one card that its kind names; where that is missing, one that is none."""
    word = _word(told.get("t"))
    code = told.get("wait" if word == DECLARE else "c")
    needed, allowed = CARD_KEYS.get(word, ((), ("card",)))
    if code is None and needed:
        code = _NO_SUCH
    named = {} if code is None else {(*needed, *allowed)[0]: _word(code)}
    return {"event": word, "seat": _seat(told["p"]), **named}


def _word(value: object) -> str:
    """A code or the name of an event; one that is too long to be either is none."""
    word = str(value)
    return word if len(word) <= LONGEST_WORD else _NO_SUCH


def _seat(number: object) -> str:
    """The seat of a number; somebody whom no table seats where it is none."""
    return str(number) if isinstance(number, int) and number >= 0 else "nobody"


def _codes(codes: list[object]) -> list[str]:
    return [_word(code) for code in codes]


def _illegal(violation: Violation) -> dict[str, object]:
    """A violation of one event points at ``/events/<index>``; everything else is the deal's."""
    _, place, *index = violation.pointer.split("/") if violation.pointer else ("", "")
    return {
        "status": "illegal",
        "index": int(index[0]) if place == "events" else -1,
        "reason": violation.code,
    }


ADAPTERS: Final[Mapping[str, Adapter]] = {"ready": ready, "logs": log, "legal_moves": legal_moves}
"""The vectors of ``kowah.json``."""
