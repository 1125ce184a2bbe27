"""The best legal setting of thirteen cards for one of three objectives, and the house way."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from engine.cards import Card
from engine.games.chinese_poker.rules import Rules
from engine.games.rows import Variant
from engine.games.royalties import Units
from engine.ranking import Strength
from engine.setting.legal import Settings
from engine.setting.opponents import Bank, Opponents, RowOdds
from engine.setting.ordered import back_first, royalties_first
from engine.setting.ranked import Ranked, rank_subsets
from engine.setting.subsets import FIVES, THREES, thirteen_of
from engine.setting.tables import row_tables
from engine.setting.valued import most_units


class Objective(StrEnum):
    """What the best setting is best at.

    ``back_first``: the strongest back, then middle, then front. ``royalties_first``: the most royalties of the three
    rows in all, then as ``back_first``. ``expected_units``: the most units to be expected against random opponents
    (``engine.setting.expected``), then as ``back_first``.
    """

    ROYALTIES_FIRST = "royalties_first"
    BACK_FIRST = "back_first"
    EXPECTED_UNITS = "expected_units"


@dataclass(frozen=True, slots=True)
class Setting:
    """A legal setting: the rows' cards (high to low), strengths and royalties, each front, middle, back.

    ``value`` is what the objective made most of, exactly: the strength of the back, royalties in all, or units.
    """

    front: tuple[Card, ...]
    middle: tuple[Card, ...]
    back: tuple[Card, ...]
    strengths: tuple[Strength, Strength, Strength]
    royalties: tuple[Units, Units, Units]
    objective: Objective
    value: Units


def set_hand(
    cards: Sequence[Card], rules: Rules, objective: Objective, opponents: Opponents | None = None
) -> Setting | None:
    """The best of all legal settings of thirteen cards, or None where a qualifier makes every setting a foul.

    Exact: no legal setting has a larger value. Settings of equal value and equal rows differ in suits alone; which
    of these is answered depends neither on the order of ``cards`` nor, where suits do not rank, on the naming of
    suits (but that suits in which the hand holds the same ranks are interchangeable). Raises ValueError unless
    these are thirteen distinct cards, and where units are to be expected and ``opponents`` are not known.
    """
    ranked = rank_subsets(thirteen_of(cards), row_tables(rules.rows, rules.royalties))
    best, value = _OBJECTIVES[objective](ranked, rules, opponents)
    return _setting(ranked, best, objective, value) if best.back.size else None


HOUSE_WAY: Final = "2026.1"
"""Version of the house way. What it answers for a hand under a ruleset never changes within a version."""

HOUSE_ODDS: Final[Mapping[Variant, RowOdds]] = {
    Variant.HIGH: RowOdds(front=6, middle=15, back=700),
    Variant.MIDDLE_LOW: RowOdds(front=12, middle=36, back=450),
    Variant.FRONT_LOW: RowOdds(front=48, middle=18, back=450),
}
"""Odds of the rows of opponents who set well, by variant; docs/decisions/0010-expected-units.md says how they were
found."""


def house_way(cards: Sequence[Card], rules: Rules) -> Setting | None:
    """How the house sets thirteen cards: most expected units against three opponents who set well.

    Where everybody settles with the banker, the hand is taken to be a player's. None where every setting is a foul.
    """
    bank = Bank.THEIRS if rules.to_banker else Bank.NOBODY
    opponents = Opponents(3, HOUSE_ODDS[rules.rows.variant], bank)
    return set_hand(cards, rules, Objective.EXPECTED_UNITS, opponents)


def _by_royalties(ranked: Ranked, rules: Rules, _: Opponents | None) -> tuple[Settings, Units]:
    best = royalties_first(ranked, rules.rows)
    total = sum(int(royalty) for row in best.facts(ranked.royalties) for royalty in row)
    return best, _units(total, ranked.tables.parts)


def _by_back(ranked: Ranked, rules: Rules, _: Opponents | None) -> tuple[Settings, Units]:
    best = back_first(ranked, rules.rows)
    return best, max(map(int, ranked.tables.rows[2].strengths.take(ranked.hand.fives.take(best.back))), default=0)


def _by_units(ranked: Ranked, rules: Rules, opponents: Opponents | None) -> tuple[Settings, Units]:
    if opponents is None:
        raise ValueError("units can only be expected against known opponents")
    return most_units(ranked, rules, opponents)


_OBJECTIVES: Final[Mapping[Objective, Callable[[Ranked, Rules, Opponents | None], tuple[Settings, Units]]]] = {
    Objective.ROYALTIES_FIRST: _by_royalties,
    Objective.BACK_FIRST: _by_back,
    Objective.EXPECTED_UNITS: _by_units,
}


def _setting(ranked: Ranked, best: Settings, objective: Objective, value: Units) -> Setting:
    hand, tables = ranked.hand, ranked.tables
    front, middle, back = (
        tuple(hand.cards[number] for number in subset[::-1])
        for subset in (THREES[best.front[0]], FIVES[best.middle[0]], FIVES[best.back[0]])
    )
    cells = (hand.threes[best.front[0]], hand.fives[best.middle[0]], hand.fives[best.back[0]])
    at = list(zip(tables.rows, cells, strict=True))
    in_front, in_middle, behind = (Strength(int(table.strengths[cell])) for table, cell in at)
    royalties = [_units(int(table.royalties[cell]), tables.parts) for table, cell in at]
    return Setting(
        front,
        middle,
        back,
        strengths=(in_front, in_middle, behind),
        royalties=(royalties[0], royalties[1], royalties[2]),
        objective=objective,
        value=value,
    )


def _units(parts: int, in_one: int) -> Units:
    units = Fraction(parts, in_one)
    return units.numerator if units.denominator == 1 else units
