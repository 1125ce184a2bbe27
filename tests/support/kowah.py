"""Kowah for tests: vectors, the seeded ruleset with changes, short logs, results."""

import copy
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.errors import RecordRefused, Violation
from engine.games import kowah as game
from engine.games.kowah.rules import Rules
from engine.games.kowah.state import State
from engine.settlement import Settlement
from engine.strict_json import read_with_fractions
from support.processes import ROOT

TERMS = {"currency": "EUR"}
PAID = {"currency": "EUR", "unit_minor": "500"}
CODES = [*(f"{suit}{rank}" for suit in "CSM" for rank in range(1, 10)), "OT", "RF", "WF"]

Record = dict[str, Any]


@cache
def vectors() -> dict[str, Any]:
    """The shared vector file of Kowah."""
    document = read_with_fractions((ROOT / "tests" / "vectors" / "kowah.json").read_bytes())
    assert isinstance(document, dict)
    return document


@cache
def seed() -> dict[str, Any]:
    """The ruleset as it stands in seeds."""
    return tomllib.loads((ROOT / "seeds" / "rulesets" / "kowah_cheki.toml").read_text("utf-8"))


def document(**switches: Any) -> dict[str, Any]:
    """A complete ruleset document: the seeded one with some switches changed; a copy of its own."""
    made = copy.deepcopy(seed())
    made["switches"].update(copy.deepcopy(switches))
    return made


def rules(**switches: Any) -> Rules:
    """The rules of such a document."""
    return game.load_rules(document(**switches))


DEAL = {
    "A": "C5 S5 M5 C7 S7 M7 C2 M9",
    "B": "C1 C3 C4 C6 C8 C9 S1 S3",
    "C": "S4 S6 S8 S9 M1 M3 M4 M6",
}
"""A draws C2, throws M9 and is ready: it waits for C2. The others hold nothing of use to it."""


def event(text: str) -> Record:
    """The event of ``"A draws C2"``, ``"A throws M9"``, ``"B takes"``, ``"B takes M9"`` or ``"A declares C2"``."""
    seat, verb, *card = text.split()
    word = {"draws": "draw", "throws": "discard", "takes": "take", "declares": "declare"}.get(verb, verb)
    key = "wait" if word == "declare" else "card"
    return {"event": word, "seat": seat, **({key: card[0]} if card else {})}


def record(*events: str, deal: Mapping[str, str] = DEAL, first: str = "A", **more: Any) -> Record:
    """A log of events told as ``event`` reads them."""
    seats = [{"seat": seat, "dealt": cards.split()} for seat, cards in deal.items()]
    return {"seats": seats, "first": first, "events": [event(text) for text in events], **more}


READY = ("A draws C2", "A throws M9", "A declares C2")


def replayed(found: Record, under: Rules) -> State | Violation:
    """The state after a log, or its first violation."""
    return game.replay(game.parse(found, TERMS), under)


def state_of(found: Record, under: Rules) -> State:
    """The state after a log; an AssertionError names what is illegal."""
    state = replayed(found, under)
    assert not isinstance(state, Violation), state
    return state


def first_fault(found: Record, under: Rules) -> tuple[str, str] | None:
    """Code and pointer of the first violation of a log; None where it is legal."""
    state = replayed(found, under)
    return (state.code, state.pointer) if isinstance(state, Violation) else None


def settle(found: Record, under: Rules, terms: Mapping[str, str] = TERMS) -> Settlement:
    """All five verbs; RecordRefused where the round has violations."""
    played = game.parse(found, terms)
    violations = game.validate(played, under)
    if violations:
        raise RecordRefused(violations)
    return game.settle(game.judge(played, under), played.bets, under)


def codes(found: Record, under: Rules, terms: Mapping[str, Any] = TERMS) -> list[tuple[str, str]]:
    """(code, pointer) of all that is wrong with a record, from parse or else from validate."""
    try:
        violations = game.validate(game.parse(found, terms), under)
    except RecordRefused as refusal:
        violations = refusal.violations
    return [(violation.code, violation.pointer) for violation in violations]


def kowah_file() -> Record:
    """A round file in which A wins 3 times 500 from each of two: net 3000."""
    return {
        "format": 1,
        "game": "kowah",
        "ruleset": document(stake="all_pay"),
        "terms": dict(PAID),
        "record": record(*READY, "B draws S2", "B throws S2", "C draws M2", "C throws M2", "A draws C2"),
    }
