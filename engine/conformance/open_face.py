"""The vectors of Open-Face: whole hands as logs, and the Open-Face kinds that stand among those of Chinese poker.

A vector's ruleset is flat: header defaults, then the preset, then its own keys, with royalties named in the header or
spelled out. It becomes a complete ruleset document here, so that ``load_rules`` judges it like a house's own. Switches
of the closed game in it do not concern these kinds and are left aside. The form of a log decides the streets; its
streets, as the header tells them, are looked for among those that the engine deals.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from engine.conformance import Adapter, NotCovered
from engine.errors import RecordRefused, Violation
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.fantasyland import next_run
from engine.games.open_face_chinese.forms import FORMS, JOKERS, street_plan
from engine.games.open_face_chinese.judge import Verdict, judged
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.state import State
from engine.games.open_face_chinese.switches import SWITCHES
from engine.games.rows import ROWS

_BESIDE_THE_VECTORS: Final[Mapping[str, object]] = {
    "jokers": 0,
    "suit_order": "cdhs",
    "overall_on": "two_rows",
    "lost_row": "deduct",
    "scoop_multiplies": "rows",
    "royalty_levels": "none",
    "royalty_base_pot_minor": "none",
    "fl_button": "stays",
    "super_bowl_mult": 1,
    "loss_limit_units": "none",
    "timeout": "none",
    "match_hands": "open",
    "stake": 1,
    "stake_schedule": "none",
    "hands_per_level": 1,
    "short_stack": "uncapped",
    "win_cap": False,
    "chip_unit_minor": "1",
    "rounding": "reject",
    "fee": "none",
}
"""Values of the switches that the vector formats do not know: none of their cases touches them."""

_TERMS: Final = {"currency": "XXX", "unit_minor": "1"}
_CARD_LISTS: Final = ("dealt", *ROWS, "discard")


def rules_of(ruleset: Mapping[str, Any], header: Mapping[str, Any], **fixed: object) -> Rules:
    """The engine's rules for the flat ruleset of a vector. Raises RulesetRefused like any other document."""
    preset = header["presets"][ruleset["preset"]] if "preset" in ruleset else {}
    own = {name: value for name, value in ruleset.items() if name != "preset"}
    flat = {**_BESIDE_THE_VECTORS, **header["defaults"], **preset, **own, **fixed}
    # A name that the header does not know either is passed on, so that it is refused and not overlooked.
    names = [name for name in flat if name in SWITCHES or name not in {*header["defaults"], "royalties"}]
    royalties = flat["royalties"]
    if isinstance(royalties, str):
        royalties = "off" if royalties == "none" else header["royalties"][royalties]
    return game.load_rules(
        {
            "format": 1,
            "game": game.NAME,
            "key": "vector",
            "title": "ruleset of a vector",
            "sources": ["vector file"],
            "switches": {name: "none" if flat[name] is None else flat[name] for name in names},
            "schedules": {"royalties": royalties},
        }
    )


def log(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """A whole log: illegal at an event, in progress, or settled."""
    told = vector["log"]
    form = header["forms"].get(told["form"])
    if form is None:
        return {"status": "illegal", "index": -1, "reason": "unknown_form"}
    rules = rules_of({"preset": form["preset"], **told["ruleset"]}, header, ofc=_dealt_as(told["form"], form))
    played = game.parse(_record(told), _TERMS)
    state = game.replay(played, rules)
    if isinstance(state, Violation):
        return _illegal(state)
    if not state.over:
        return {"status": "in_progress", **game.progress(state)}
    verdict = judged(played, state, rules.scale.of_hand(None, None), rules)
    answer = _settled(verdict)
    if "fantasyland_runs" in told:
        answer["super_bowl"] = {hand.seat: {"run": hand.run, "super_bowl": hand.super_bowl} for hand in verdict.hands}
    return answer


def _dealt_as(name: str, form: Mapping[str, Any]) -> str:
    """The switch ``ofc`` that deals what the header says of a form."""
    for ofc, known in FORMS.items():
        if form["seats"] == list(known.seats) and form["streets"] == [list(street) for street in known.streets]:
            return ofc
    raise NotCovered(f"the streets of {name!r} are none that are dealt here")


def _record(told: Mapping[str, Any]) -> dict[str, object]:
    """The log as a record. What is no text among the cards of a move becomes its text, which is no card either."""
    moves = [{key: _entries(key, value) for key, value in move.items()} for move in told["moves"]]
    named = ("seats", "button", "fantasyland", "fantasyland_runs")
    return {**{key: told[key] for key in named if key in told}, "moves": moves}


def _entries(key: str, value: Any) -> object:
    return [str(entry) for entry in value] if key in _CARD_LISTS else value


def _illegal(violation: Violation) -> dict[str, object]:
    """A violation of one move points at ``/moves/<index>``; everything else is the deal's."""
    _, place, *index = violation.pointer.split("/") if violation.pointer else ("", "")
    return {
        "status": "illegal",
        "index": int(index[0]) if place == "moves" else -1,
        "reason": violation.code,
    }


def _settled(verdict: Verdict) -> dict[str, object]:
    hands = verdict.hands
    net = dict.fromkeys((hand.seat for hand in hands), Fraction(0))
    for pair in verdict.pairs:
        net[pair.a] += pair.units
        net[pair.b] -= pair.units
    return {
        "status": "settled",
        "boards": {hand.seat: _board(verdict.state, hand.seat) for hand in hands},
        "state": {hand.seat: "foul" if hand.faults else "live" for hand in hands},
        "faults": {hand.seat: list(hand.faults) for hand in hands},
        "royalties": {hand.seat: _with_total(hand.board.royalties) for hand in hands},
        "pairs": [
            {"a": pair.a, "b": pair.b, "rows": pair.rows and list(pair.rows), "units": _number(pair.units)}
            for pair in verdict.pairs
        ],
        "net": {seat: _number(units) for seat, units in net.items()},
        "fantasyland": {
            hand.seat: {"next_cards": hand.fantasyland.cards, "reasons": list(hand.fantasyland.reasons)}
            for hand in hands
        },
    }


def _board(state: State, seat: str) -> dict[str, object]:
    board = state.boards[seat]
    rows = dict(zip(ROWS, board.rows, strict=True))
    return {**{row: list(codes) for row, codes in rows.items()}, "discard": list(board.thrown)}


def _with_total(royalties: Sequence[Fraction | int]) -> dict[str, object]:
    rows = dict(zip(ROWS, royalties, strict=True))
    return {row: _number(units) for row, units in (*rows.items(), ("total", sum(royalties)))}


def fantasyland(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """One board, outside Fantasyland or inside it: cards of the next hand, 0 for none, and the reasons."""
    rules, asked = rules_of(vector["ruleset"], header), vector["input"]
    cards = asked.get("cards_now", rules.fantasyland.base) if asked["in_fantasyland"] else 0
    holding = {row: asked[row] for row in ROWS}
    earned = game.rate(game.parse_holding({**holding, "fantasyland": cards}), rules).fantasyland
    return {"next_cards": earned.cards, "reasons": list(earned.reasons)}


def streets(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """The dealing plan for a number of players, or that the form does not seat so many."""
    rules = rules_of(vector["ruleset"], header)
    plan = street_plan(rules.form, vector["input"]["players"], rules.jokers)
    if plan is None:
        return {"error": "players"}
    return {
        "streets": list(plan.streets),
        "dealt_each": plan.dealt_each,
        "placed_each": plan.placed_each,
        "discarded_each": plan.thrown_each,
        "undealt": plan.undealt,
    }


def super_bowl(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """Whether each hand of a seat is a Super Bowl, from whether each one was a Fantasyland."""
    least, run, flags = rules_of(vector["ruleset"], header).super_bowl.least_run, 0, []
    for in_fantasyland in vector["input"]["fantasyland_hands"]:
        run = next_run(run, in_fantasyland)
        flags.append(run >= least)
    return {"super_bowl": flags}


def jokers(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """Three rows with jokers: what each is read as, or null where the board fouls."""
    rules = rules_of(vector["ruleset"], header, jokers=len(JOKERS))
    rating = game.rate(game.parse_holding(vector["input"]), rules)
    if rating.faults:
        raise RecordRefused(rating.faults)
    if not rating.legal:
        return {"resolved": None}
    categories = {row: rated.category for row, rated in rating.rows.items()}
    return {"resolved": {**categories, **{f"{row}_ranks": list(rated.ranks) for row, rated in rating.rows.items()}}}


def _number(exact: Fraction | int) -> int | float:
    """Exact units as the vectors write them: 3, 0.5."""
    return exact.numerator if exact.denominator == 1 else float(exact)


ADAPTERS: Final[Mapping[str, Adapter]] = {"log": log}
"""The vectors of ``open-face.json``."""

CHINESE_POKER_ADAPTERS: Final[Mapping[str, Adapter]] = {
    "fantasyland": fantasyland,
    "streets": streets,
    "super_bowl": super_bowl,
    "jokers": jokers,
}
"""The Open-Face kinds of ``chinese-poker.json``."""
