"""Open-Face for tests: vectors, seeded rulesets with changes, hands told by their final boards, results."""

import copy
import tomllib
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

from engine.errors import RecordRefused, Violation
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.forms import FORMS, deck_of
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.state import State
from engine.rulesets import expand
from engine.settlement import Line, Settlement
from engine.strict_json import read_with_fractions
from support.processes import ROOT

TERMS = {"currency": "EUR", "unit_minor": "100"}
PRESETS = ("ofc_classic", "ofc_pineapple", "ofc_progressive", "ofc_27")
ROWS = ("front", "middle", "back")

Record = dict[str, Any]
Boards = Mapping[str, Mapping[str, list[str]]]
"""Seat -> front, middle, back and discard, codes each."""


@cache
def vectors() -> dict[str, Any]:
    """The shared vector file of Open-Face."""
    document = read_with_fractions((ROOT / "tests" / "vectors" / "open-face.json").read_bytes())
    assert isinstance(document, dict)
    return document


@cache
def royalty_files() -> dict[str, dict[str, dict[str, Any]]]:
    """The seeded royalty schedules as a library."""
    read = [tomllib.loads(path.read_text("utf-8")) for path in sorted((ROOT / "seeds" / "royalties").glob("*.toml"))]
    return {"royalties": {file["key"]: file for file in read}}


@cache
def seed(preset: str) -> dict[str, Any]:
    """A ruleset as it stands in seeds, complete."""
    return expand(tomllib.loads((ROOT / "seeds" / "rulesets" / f"{preset}.toml").read_text("utf-8")), royalty_files())


def document(preset: str = "ofc_pineapple", royalties: Any = None, **switches: Any) -> dict[str, Any]:
    """A complete ruleset document: a seeded one with some switches, or its royalties, changed; a copy of its own."""
    made = copy.deepcopy(seed(preset))
    made["switches"].update(switches)
    if royalties is not None:
        made["schedules"]["royalties"] = royalties
    return made


def rules(preset: str = "ofc_pineapple", royalties: Any = None, **switches: Any) -> Rules:
    """The rules of such a document."""
    return game.load_rules(document(preset, royalties, **switches))


def board(front: str, middle: str, back: str, discard: str = "") -> dict[str, list[str]]:
    """A board of ``"Td 9c"`` texts."""
    return {"front": front.split(), "middle": middle.split(), "back": back.split(), "discard": discard.split()}


def record_of(boards: Boards, ofc: str, random: Random, button: str | None = None, **more: Any) -> Record:
    """A legal log that ends in these boards, its cards dealt in any order; throws that are not told are drawn.

    Fantasyland moves (``fantasyland`` among ``more``) stand anywhere. The button is the last seat unless it is told.
    """
    grants = more.get("fantasyland", {})
    told = {code for cards in boards.values() for row in cards.values() for code in row}
    spare = sorted(deck_of(0) - told)
    random.shuffle(spare)
    seats = list(boards)
    button = button or seats[-1]
    place = seats.index(button) + 1
    order = seats[place:] + seats[:place]
    hands = {seat: _moves(seat, boards[seat], ofc, grants.get(seat), spare, random) for seat in order}
    players = [seat for seat in order if seat not in grants]
    moves = [hands[seat][n] for n in range(len(FORMS[ofc].streets)) for seat in players]
    for seat in order:
        if seat in grants:
            moves.insert(random.randint(0, len(moves)), hands[seat][0])
    return {"seats": seats, "button": button, "moves": moves, **more}


def _moves(
    seat: str, cards: Mapping[str, list[str]], ofc: str, grant: int | None, spare: list[str], random: Random
) -> list[Record]:
    """The moves of one seat, street by street, or the one of Fantasyland."""
    streets = [(grant, grant - 13)] if grant else [tuple(street) for street in FORMS[ofc].streets]
    placed = [(row, code) for row in ROWS for code in cards[row]]
    random.shuffle(placed)
    thrown = list(cards.get("discard", ()))
    moves = []
    for dealt, throws in streets:
        here = [placed.pop() for _ in range(dealt - throws)]
        here += [("discard", thrown.pop() if thrown else spare.pop()) for _ in range(throws)]
        random.shuffle(here)
        move: Record = {"seat": seat, "dealt": [code for _, code in here]}
        for place, code in here:
            move.setdefault(place, []).append(code)
        moves.append(move)
    return moves


def state_of(record: Record, under: Rules) -> State:
    """The state after a record's moves; an AssertionError names what is illegal."""
    state = game.replay(game.parse(record, TERMS), under)
    assert not isinstance(state, Violation), state
    return state


def settle(record: Record, under: Rules, unit_minor: int = 100) -> Settlement:
    """All five verbs; RecordRefused where the round has violations."""
    played = game.parse(record, {**TERMS, "unit_minor": str(unit_minor)})
    violations = game.validate(played, under)
    if violations:
        raise RecordRefused(violations)
    return game.settle(game.judge(played, under), played.bets, under)


def settled(boards: Boards, under: Rules, ofc: str = "pineapple", **more: Any) -> Settlement:
    """The settlement of a hand that ended in these boards."""
    return settle(record_of(boards, ofc, Random(1), **more), under)


def codes(record: Record, under: Rules) -> list[tuple[str, str]]:
    """(code, pointer) of all that is wrong with a record, from parse or else from validate."""
    try:
        violations = game.validate(game.parse(record, TERMS), under)
    except RecordRefused as refusal:
        violations = refusal.violations
    return [(violation.code, violation.pointer) for violation in violations]


def lines(settlement: Settlement, item: str) -> list[Line]:
    """The lines of one item."""
    return [line for line in settlement.lines if line.item == item]


def mark(settlement: Settlement, name: str) -> Any:
    """One mark of a settlement."""
    return settlement.marks[name]
