"""Three Card Poker as the tests speak of it: seeded rulesets with changes, short records, results by bet."""

import copy
import json
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.errors import RecordRefused
from engine.games import three_card_poker as game
from engine.games.three_card_poker.rules import Rules
from engine.rulesets import expand
from engine.settlement import Settlement
from support.processes import ROOT

TERMS = {"currency": "EUR"}
VECTORS = ROOT / "tests" / "vectors"


def vectors(name: str) -> dict[str, Any]:
    """A vector file as data."""
    loaded: dict[str, Any] = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return loaded


@cache
def paytable_files() -> dict[str, dict[str, dict[str, Any]]]:
    """kind -> key -> the seeded paytable document."""
    library: dict[str, dict[str, dict[str, Any]]] = {}
    for path in sorted((ROOT / "seeds" / "paytables").glob("*.toml")):
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        library.setdefault(document["kind"], {})[document["key"]] = document
    return library


def ruleset_keys() -> list[str]:
    """The keys of the seeded Three Card Poker rulesets."""
    return sorted(path.stem for path in (ROOT / "seeds" / "rulesets").glob("tcp_*.toml"))


@cache
def _expanded(key: str) -> dict[str, Any]:
    text = (ROOT / "seeds" / "rulesets" / f"{key}.toml").read_text(encoding="utf-8")
    return expand(tomllib.loads(text), paytable_files())


def document(
    switches: Mapping[str, Any] | None = None, schedules: Mapping[str, Any] | None = None, key: str = "tcp_standard"
) -> dict[str, Any]:
    """A complete ruleset document: a seeded one with some switches and schedules changed; a copy of its own."""
    made: dict[str, Any] = copy.deepcopy(_expanded(key))
    made["switches"].update(copy.deepcopy(dict(switches or {})))
    made["schedules"].update(copy.deepcopy(dict(schedules or {})))
    return made


def rules_with(
    switches: Mapping[str, Any] | None = None, schedules: Mapping[str, Any] | None = None, key: str = "tcp_standard"
) -> Rules:
    """The rules of ``document`` with the same changes."""
    return game.load_rules(document(switches, schedules, key))


def seeded(kind: str, key: str) -> Any:
    """The schedule of a seeded paytable."""
    return copy.deepcopy(paytable_files()[kind][f"{kind}_{key}"]["schedule"])


def fixed_stake(minor: int) -> dict[str, str]:
    """The limits of a bet that has one stake."""
    return {"min_minor": str(minor), "max_minor": str(minor), "step_minor": "1"}


def limits(**bets: dict[str, str]) -> dict[str, Any]:
    """The limits switch: of each bet named, and none of the others."""
    return {
        "limits": {
            "ante": "none",
            "pair_plus": "none",
            "six_card": "none",
            "prime": "none",
            "progressive": "none",
            **bets,
        }
    }


def seat(cards: str, decision: str = "play", name: str = "1", **bets: int) -> dict[str, Any]:
    """A position; the play bet is the ante where the decision is play and none is given."""
    if decision == "play":
        bets.setdefault("play", bets["ante"])
    return {
        "seat": name,
        "cards": cards.split(),
        "decision": decision,
        "bets": {bet: str(stake) for bet, stake in bets.items()},
    }


def record(dealer: str, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A round's record."""
    return {"dealer": dealer.split(), "seats": list(seats), **more}


def settle(round_record: Mapping[str, Any], rules: Rules) -> Settlement:
    """The settlement of a record; RecordRefused where it has violations."""
    played = game.parse(round_record, TERMS)
    violations = game.validate(played, rules)
    if violations:
        raise RecordRefused(violations)
    return game.settle(game.judge(played, rules), played.bets, rules)


def by_bet(settlement: Settlement, name: str = "1") -> dict[str, tuple[str, int]]:
    """Outcome and net of each line of a seat."""
    return {line.item: (line.outcome, line.net_minor) for line in settlement.lines if line.seat == name}


def codes(round_record: Mapping[str, Any], rules: Rules) -> list[tuple[str, str]]:
    """(code, pointer) of everything that is wrong with a record, from parse or else from validate."""
    try:
        violations = game.validate(game.parse(round_record, TERMS), rules)
    except RecordRefused as refusal:
        violations = refusal.violations
    return [(violation.code, violation.pointer) for violation in violations]
