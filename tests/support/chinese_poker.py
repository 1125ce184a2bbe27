"""Chinese poker for tests: vectors, seeded rulesets, records, and hands that are legal more often than chance."""

import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from engine.cards import DECK, card_codes
from engine.games import chinese_poker as game
from engine.games.chinese_poker.rules import Rules
from engine.rulesets import expand
from engine.settlement import Settlement
from engine.strict_json import read_with_fractions
from support import ranking_by_groups

ROOT = Path(__file__).parents[2]
TERMS = {"currency": "EUR", "unit_minor": "100"}
PRESETS = ("seed_fr", "seed_de", "western24", "eastern", "hk", "fujian", "pusoy", "thai_pusoy")
PLAIN = "western24"
"""The preset that tests start from when they change single switches."""

Record = dict[str, Any]


@cache
def vectors() -> dict[str, Any]:
    """The shared vector file."""
    document = read_with_fractions((ROOT / "tests" / "vectors" / "chinese-poker.json").read_bytes())
    assert isinstance(document, dict)
    return document


@cache
def library() -> dict[str, dict[str, dict[str, Any]]]:
    """Every seeded schedule: kind -> key -> file."""
    read = [tomllib.loads(path.read_text()) for kind in ("royalties", "naturals") for path in _files(kind)]
    return {kind: {file["key"]: file for file in read if file["kind"] == kind} for kind in ("royalties", "naturals")}


def _files(folder: str) -> list[Path]:
    return sorted((ROOT / "seeds" / folder).glob("*.toml"))


@cache
def seed(preset: str) -> dict[str, Any]:
    """A ruleset as it stands in seeds, schedules by name."""
    return tomllib.loads((ROOT / "seeds" / "rulesets" / f"{preset}.toml").read_text())


def document(preset: str = PLAIN, schedules: dict[str, Any] | None = None, **switches: Any) -> dict[str, Any]:
    """A complete ruleset: a preset with some switches and schedules changed."""
    complete = expand(seed(preset), library())
    changed = {**complete["switches"], **switches}  # type: ignore[dict-item]
    return {**complete, "switches": changed, "schedules": {**complete["schedules"], **(schedules or {})}}  # type: ignore[dict-item]


def rules(preset: str = PLAIN, schedules: dict[str, Any] | None = None, **switches: Any) -> Rules:
    """Rules of such a ruleset. A switch set to ``...`` is left as the preset has it."""
    return game.load_rules(document(preset, schedules, **switches))


def arranged(seat: str, front: str, middle: str, back: str, **more: Any) -> Record:
    """A seat whose rows were set, cards as ``"Td 9c"``."""
    return {"seat": seat, "front": front.split(), "middle": middle.split(), "back": back.split(), **more}


def claimed(seat: str, natural: str, cards: str, **more: Any) -> Record:
    """A seat that claims a natural."""
    return {"seat": seat, "natural": natural, "cards": cards.split(), **more}


def record(*seats: Record, **more: Any) -> Record:
    """A record of some seats."""
    return {"seats": list(seats), **more}


def settle(found: Record, under: Rules, unit_minor: int = 100) -> Settlement:
    """All five verbs; an AssertionError names the violations of a record that a test takes for lawful."""
    played = game.parse(found, {**TERMS, "unit_minor": str(unit_minor)})
    assert game.validate(played, under) == ()
    return game.settle(game.judge(played, under), played.bets, under)


def units(settlement: Settlement, a: str, b: str) -> str:
    """Units of one pair from ``a``'s side, as the marks have them."""
    for pair in settlement.marks["pairs"]:  # type: ignore[attr-defined]
        if (pair["a"], pair["b"]) == (a, b):
            return str(pair["units"])
    raise AssertionError(f"{a} and {b} did not settle in this order")


def tidy(cards: list[str], random: Random) -> list[str]:
    """The cards in an order that is legal (3, 5, 5) at high, if some tries find one; else as they come."""
    shuffled = list(cards)
    for _ in range(60):
        front, middle, back = shuffled[:3], shuffled[3:8], shuffled[8:]
        low, high = sorted((middle, back), key=lambda row: ranking_by_groups.five(row, wheel_second=False))
        if ranking_by_groups.front(front) <= ranking_by_groups.five(low, wheel_second=False):
            return front + low + high
        random.shuffle(shuffled)
    return shuffled


def deal(number: int, random: Random, legal: float = 0.85) -> list[list[str]]:
    """Thirteen cards for each of some hands in the order front, middle, back; most of them legal."""
    deck = list(DECK)
    random.shuffle(deck)
    hands = [card_codes(deck[13 * index : 13 * index + 13]) for index in range(number)]
    return [tidy(hand, random) if random.random() < legal else hand for hand in hands]


def rows_of(seat: str, cards: list[str], **more: Any) -> Record:
    """A seat that set its cards in their order."""
    return {"seat": seat, "front": cards[:3], "middle": cards[3:8], "back": cards[8:], **more}
