"""The vectors of Chinese poker: closed hands and matches. Open-Face kinds are covered beside the Open-Face game.

A vector's ruleset is flat: header defaults, then the preset, then its own keys, with royalties and naturals named in
the header or spelled out. It becomes a complete ruleset document here, so that ``load_rules`` judges it like a
house's own. Open-Face switches in it do not concern these kinds and are left aside.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from engine.cards import Card, parse_cards
from engine.conformance import Adapter
from engine.errors import RecordRefused
from engine.games import chinese_poker as game
from engine.games.chinese_poker.deal import deal_plan
from engine.games.chinese_poker.match import standing
from engine.games.chinese_poker.rules import Rules
from engine.games.chinese_poker.side_bets import (
    FRONT_PAIR,
    NATURAL,
    SCOOP_ALL,
    Outcome,
    front_pair_outcome,
    natural_outcome,
    scoop_all_outcome,
)
from engine.games.chinese_poker.switches import SWITCHES
from engine.games.rows import ROWS, RowRules, compare_rows, rank_row, row_category, row_key
from engine.games.stacks import Debt, pay_debts
from engine.ranking import Strength
from engine.settlement import HOUSE, Settlement

_BESIDE_THE_VECTORS: Final[Mapping[str, object]] = {
    "middle_over_back": "foul",
    "absent_pays": "none",
    "absent_later": "none",
    "exposed_pays": "none",
    "missed_turn_pays": "none",
    "timeout": "none",
    "match_rounds": ["open"],
    "chip_unit_minor": "1",
    "rounding": "reject",
    "fee": "none",
}
"""Values of the switches that the vector format does not know: none of its cases touches them."""


_SCHEDULES: Final = ("royalties", "naturals", "side_bets")
_ONE_UNIT: Final[Mapping[str, object]] = {"stake": 1, "stake_schedule": None}


def rules_of(ruleset: Mapping[str, Any], header: Mapping[str, Any]) -> Rules:
    """The engine's rules for the flat ruleset of a vector. Raises RulesetRefused like any other document."""
    preset = header["presets"][ruleset["preset"]] if "preset" in ruleset else {}
    own = {name: value for name, value in ruleset.items() if name != "preset"}
    flat = {**_BESIDE_THE_VECTORS, **header["defaults"], **preset, **own}
    # A name that the header does not know either is passed on, so that it is refused and not overlooked.
    names = [name for name in flat if name in SWITCHES or name not in {*header["defaults"], *_SCHEDULES}]
    royalties, naturals = (_named(flat[kind], header[kind]) for kind in ("royalties", "naturals"))
    return game.load_rules(
        {
            "format": 1,
            "game": game.NAME,
            "key": "vector",
            "title": "ruleset of a vector",
            "sources": ["vector file"],
            "switches": {name: "none" if flat[name] is None else _exact(flat[name]) for name in names},
            "schedules": {
                "royalties": _exact(royalties),
                "naturals": _exact(naturals),
                "side_bets": flat["side_bets"],
            },
        }
    )


def _named(schedule: object, table: Mapping[str, object]) -> object:
    return table[schedule] if isinstance(schedule, str) else schedule


def _exact(value: object) -> object:
    """A value of a vector as documents write it: a number with a fraction becomes text."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {name: _exact(inner) for name, inner in value.items()}
    return [_exact(inner) for inner in value] if isinstance(value, list) else value


def _vector_rules(vector: Mapping[str, Any], header: Mapping[str, Any], **fixed: object) -> Rules:
    return rules_of({**vector["ruleset"], **fixed}, header)


def compare(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """Row ``a`` against row ``b``: who wins, and the category of each."""
    rules, asked = _vector_rules(vector, header).rows, vector["input"]
    a, b = (_ranked(asked[side], asked["row"], rules) for side in ("a", "b"))
    winner = ("tie", "a", "b")[compare_rows(row_key(*a, rules), row_key(*b, rules))]
    return {"winner": winner, "a": row_category(a[1]).word, "b": row_category(b[1]).word}


def _ranked(codes: Sequence[str], row: str, rules: RowRules) -> tuple[tuple[Card, ...], Strength]:
    cards = parse_cards(codes)
    return cards, rank_row(row, cards, rules)


def validate(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """Three rows, with the thirteen cards dealt or without: legal, and the sorted reasons where not."""
    rating = game.rate(game.parse_holding(vector["input"]), _vector_rules(vector, header))
    return {"legal": rating.legal, "reasons": list(rating.reasons)}


def naturals(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """Every natural that thirteen cards hold, the best one that is paid, and its units."""
    rating = game.rate(game.parse_holding(vector["input"]), _vector_rules(vector, header))
    return {"all": list(rating.naturals), "best": rating.natural, "units": _number(rating.natural_units)}


def royalty(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """Royalty units of each row; none of a fouled hand."""
    rating = game.rate(game.parse_holding(vector["input"]), _vector_rules(vector, header))
    rows = {row: _number(rated.royalty) for row, rated in rating.rows.items()} or dict.fromkeys(ROWS, 0)
    return {**rows, "total": _number(rating.royalty_total), "legal": rating.legal}


def method_matrix(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """Two hands under several rulesets: results of the rows, and the first one's units under each."""
    pairs = []
    for ruleset in vector["input"]["rulesets"]:
        settlement = _settled(vector["input"], rules_of({**vector["ruleset"], **ruleset, **_ONE_UNIT}, header))
        pairs.append(_pairs(settlement)[0])
    return {"rows": pairs[0]["rows"], "units": [pair["units"] for pair in pairs]}


def settle(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """A whole round: state and royalties of each hand, every pair, home runs, nets; or the first code of a refusal."""
    rules = _vector_rules(vector, header, **_ONE_UNIT)
    try:
        settlement = _settled(vector["input"], rules)
    except RecordRefused as refusal:
        return {"error": refusal.violations[0].code}
    royalties = _mapping(settlement.marks["royalties"])
    return {
        "state": settlement.marks["state"],
        "royalties": {seat: _number(Fraction(units)) for seat, units in royalties.items()},
        "pairs": _pairs(settlement),
        "home_run": settlement.marks["home_run"],
        "net": {
            seat: _number(Fraction(net, rules.denominator)) for seat, net in settlement.nets.items() if seat != HOUSE
        },
    }


def _settled(asked: Mapping[str, Any], rules: Rules) -> Settlement:
    """Settle a vector's players at a stake of as many minor units as the ruleset splits a unit into."""
    seats = [{"seat" if key == "id" else key: value for key, value in player.items()} for player in asked["players"]]
    record = {"seats": seats} | {key: value for key, value in asked.items() if key not in ("players", "rulesets")}
    played = game.parse(record, {"currency": "XXX", "unit_minor": str(rules.denominator)})
    violations = game.validate(played, rules)
    if violations:
        raise RecordRefused(violations)
    return game.settle(game.judge(played, rules), played.bets, rules)


def _pairs(settlement: Settlement) -> list[dict[str, Any]]:
    """The pairs of a settlement with their figures as numbers."""
    marked = settlement.marks["pairs"]
    assert isinstance(marked, list)
    pairs = []
    for pair in marked:
        pairs.append({**pair, "units": _number(Fraction(pair["units"]))})
        if "row_points" in pair:
            pairs[-1]["row_points"] = [[_number(Fraction(point)) for point in points] for points in pair["row_points"]]
    return pairs


def deal(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """Cards for each seat and the undealt rest."""
    try:
        plan = deal_plan(vector["input"]["players"], vector["input"].get("extra_seat"), _vector_rules(vector, header))
    except RecordRefused as refusal:
        return {"error": refusal.violations[0].code}
    return {"dealt": list(plan.dealt), "undealt": plan.undealt}


def stacks(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """What moves between short stacks: ``[loser, winner, chips]``, stacks after it, seats without chips."""
    money, asked = _vector_rules(vector, header).money, vector["input"]
    debts = [Debt(winner, loser, chips) for winner, loser, chips in asked["owed"]]
    paid = pay_debts(asked["seats"], asked["stacks"], debts, money.short_stack, money.win_cap, money.chip_unit_minor)
    moved = [[move.loser, move.winner, move.chips] for move in paid.moves]
    return {"moved": moved, "stacks": paid.stacks, "busted": list(paid.busted)}


def match(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """Stakes, totals and winners of units round by round."""
    so_far = standing(vector["input"]["rounds"], _vector_rules(vector, header).stake)
    return {"stakes": list(so_far.stakes), "totals": so_far.totals, "winners": list(so_far.winners)}


def side_bets(vector: Mapping[str, Any], header: Mapping[str, Any]) -> object:
    """Profit or loss of each side bet of one player."""
    rules, asked = _vector_rules(vector, header), vector["input"]
    rows = {row: asked["player"][row] for row in ROWS}
    rating = game.rate(game.parse_holding(rows), rules)
    front = row_category(rank_row("front", parse_cards(rows["front"]), rules.rows))
    outcomes = {
        FRONT_PAIR: front_pair_outcome(rules.side_bets, front, not rating.legal),
        NATURAL: natural_outcome(rules.side_bets, rating.naturals),
        SCOOP_ALL: scoop_all_outcome(rules.side_bets, asked.get("scooped_all", False)),
    }
    return {"results": {bet: _profit(outcomes[bet], stake) for bet, stake in asked["bets"].items()}}


def _profit(outcome: Outcome, stake: int) -> int:
    if outcome.odds is None:
        return 0
    return stake * outcome.odds if outcome.odds else -stake


def _mapping(value: object) -> Mapping[str, Any]:
    assert isinstance(value, Mapping)
    return value


def _number(exact: Fraction | int) -> int | float:
    """Exact units as the vectors write them: 3, 0.5."""
    return exact.numerator if exact.denominator == 1 else float(exact)


ADAPTERS: Final[Mapping[str, Adapter]] = {
    "compare": compare,
    "validate": validate,
    "naturals": naturals,
    "method_matrix": method_matrix,
    "settle": settle,
    "royalty": royalty,
    "deal": deal,
    "stacks": stacks,
    "match": match,
    "side_bets": side_bets,
}
"""Kind of vector -> what the engine answers."""
