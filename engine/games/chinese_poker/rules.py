"""A house's Chinese poker, read from a complete ruleset document.

What the verbs need is worked out once, here. A document is refused with every fault at once (``RulesetRefused``):
the envelope alone, if that is wrong; else the switches in their order, the schedules, and contradictions between
lawful switches (``contradiction``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final

from engine.games.chinese_poker.naturals import Naturals, Worth, naturals_of, read_naturals
from engine.games.chinese_poker.side_bets import SideBets, read_side_bets
from engine.games.chinese_poker.switches import SWITCHES
from engine.games.fouls import FoulRules, foul_rules
from engine.games.methods import PairRules, pair_rules
from engine.games.payment import MoneyRules, StakeRules, money_rules, refuse_money_contradictions, stake_rules
from engine.games.rows import ROW_SWITCHES, RowRules, Variant, row_rules
from engine.games.royalties import Royalties, Units, read_royalties, royalties_of
from engine.rulesets import read_document, read_switches, refuse_if_any
from engine.validation import Reader

NAME: Final = "chinese_poker"
SCHEDULES: Final = ("royalties", "naturals", "side_bets")


@dataclass(frozen=True, slots=True)
class Dead:
    """Units that hands which are not played pay to each opponent, None where the house does not offer it."""

    surrender: Units | None
    absent: Units | None
    missed_turn: Units | None


@dataclass(frozen=True, slots=True)
class Rules:
    """A house's complete Chinese poker.

    ``most_units`` bounds what one pair can move; ``denominator`` is into how many parts the figures split a unit.
    """

    key: str
    rows: RowRules
    royalties: Royalties
    pairs: PairRules
    naturals: Naturals
    foul: FoulRules
    dead: Dead
    absent_later: bool
    exposed: Units | None
    timeout: str
    to_banker: bool
    home_run_mult: int
    home_run_min: int
    fourteen: bool
    match_rounds: tuple[int | str, ...]
    stake: StakeRules
    money: MoneyRules
    side_bets: SideBets
    most_units: Units
    denominator: int


def load_rules(document: Mapping[str, object]) -> Rules:
    """Rules of a complete ruleset document. Raises RulesetRefused naming every fault.

    Where a switch is refused, the schedules are still read, as far as they do not depend on it.
    """
    reader = Reader()
    found = read_document(document, NAME, reader)
    refuse_if_any(reader)
    assert found is not None
    switches = read_switches(found.switches, SWITCHES, reader)
    schedules = reader.mapping(found.schedules, "/schedules", SCHEDULES)
    assert schedules is not None
    rows = row_rules(switches) if switches.keys() >= ROW_SWITCHES.keys() else None
    entries = naturals = side_bets = None
    if "royalties" in schedules:
        entries = read_royalties(schedules["royalties"], "/schedules/royalties", rows, reader)
    if "naturals" in schedules:
        naturals = read_naturals(schedules["naturals"], "/schedules/naturals", reader)
    if "side_bets" in schedules:
        side_bets = read_side_bets(schedules["side_bets"], "/schedules/side_bets", reader)
    _refuse_contradictions(switches, reader)
    refuse_if_any(reader)
    assert rows is not None
    assert entries is not None
    assert naturals is not None
    assert side_bets is not None
    return _assemble(found.key, switches, rows, royalties_of(entries, switches), naturals, side_bets)


_CONTRADICTIONS: Final[tuple[tuple[Mapping[str, object], str], ...]] = (
    (
        {"middle_over_back": "swap", "variant": Variant.MIDDLE_LOW},
        "a middle that plays low has no order against the back, so there is nothing to swap",
    ),
    (
        {"natural_vs_natural": "first_announced", "natural_claim": "auto"},
        "naturals that are found in the cards are not announced by anybody",
    ),
)
"""Switches that are lawful each and cannot stand together; named at the first of them."""


def _refuse_contradictions(switches: Mapping[str, object], reader: Reader) -> None:
    for values, detail in _CONTRADICTIONS:
        if all(switches.get(name) == value for name, value in values.items()):
            reader.refuse("contradiction", f"/switches/{next(iter(values))}", detail)
    refuse_money_contradictions(switches, reader)


def _assemble(
    key: str,
    switches: Mapping[str, object],
    rows: RowRules,
    royalties: Royalties,
    naturals: Mapping[str, Worth],
    side_bets: SideBets,
) -> Rules:
    pairs = pair_rules(switches, rows.tie, royalties.always)
    ready = naturals_of(naturals, switches, pairs.scoop_units)
    foul = foul_rules(switches, pairs)
    dead = Dead(
        _or_none(switches["surrender"]), _or_none(switches["absent_pays"]), _or_none(switches["missed_turn_pays"])
    )
    exposed = _or_none(switches["exposed_pays"])
    home_run_mult = _whole(switches["home_run_mult"])
    fixed = (foul.units, dead.surrender, dead.absent, dead.missed_turn, exposed, *ready.units.values())
    figures = [units for units in fixed if units is not None]
    played = (4 + 3 + sum(royalties.most)) * pairs.scoop_mult
    return Rules(
        key=key,
        rows=rows,
        royalties=royalties,
        pairs=pairs,
        naturals=ready,
        foul=foul,
        dead=dead,
        absent_later=switches["absent_later"] == "foul",
        exposed=exposed,
        timeout=str(switches["timeout"]),
        to_banker=switches["compare"] == "banker",
        home_run_mult=home_run_mult,
        home_run_min=_whole(switches["home_run_min"]),
        fourteen=switches["three_player"] == "fourteen",
        match_rounds=_match_rounds(switches["match_rounds"]),
        stake=stake_rules(switches),
        money=money_rules(switches),
        side_bets=side_bets,
        most_units=(max(played, *figures) + sum(royalties.most)) * home_run_mult + 2 * (exposed or 0),
        denominator=lcm(*(Fraction(units).denominator for units in (*figures, *royalties.all_units()))),
    )


def _match_rounds(value: object) -> tuple[int | str, ...]:
    assert isinstance(value, tuple)
    return value


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


def _units(value: object) -> Units:
    assert isinstance(value, int | Fraction)
    return value


def _or_none(value: object) -> Units | None:
    return None if value == "none" else _units(value)
