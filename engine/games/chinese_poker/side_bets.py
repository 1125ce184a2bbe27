"""Hong Kong side bets: against the house, apart from the pairs (rules/chinese-poker section 8).

``{"front_pair": {"pair": 1, "trips": 10}, "natural": {"dragon": 200}, "scoop_all": 20}``: odds to one, each bet
optional. ``front_pair`` wins on the front as it was set and loses on a foul; ``natural`` wins on the thirteen cards,
however they were arranged, at the best odds they hold; ``scoop_all`` wins where every opponent was scooped. A bet
whose subject never came to be (a front that was not set because a natural was declared instead) goes back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.games.chinese_poker.naturals import NATURALS
from engine.ranking import Category
from engine.rulesets import OFF
from engine.validation import Reader

FRONT_PAIR: Final = "front_pair"
NATURAL: Final = "natural"
SCOOP_ALL: Final = "scoop_all"
SIDE_BETS: Final = (FRONT_PAIR, NATURAL, SCOOP_ALL)
_MOST_ODDS: Final = 10_000
_FRONTS: Final = (Category.PAIR.word, Category.TRIPS.word)


@dataclass(frozen=True, slots=True)
class SideBets:
    """Odds to one of each side bet that the house offers; what is not offered has no odds at all."""

    front_pair: Mapping[str, int]
    natural: Mapping[str, int]
    scoop_all: int

    @property
    def offered(self) -> tuple[str, ...]:
        """Names of the bets that the house takes."""
        odds = zip(SIDE_BETS, (self.front_pair, self.natural, self.scoop_all), strict=True)
        return tuple(name for name, offered in odds if offered)

    @property
    def most(self) -> int:
        """The longest odds."""
        return max((0, *self.front_pair.values(), *self.natural.values(), self.scoop_all))


class Outcome(NamedTuple):
    """How a side bet ended: ``odds`` to one where it won, 0 where it lost, None where it goes back; and on what."""

    odds: int | None
    on: str


def read_side_bets(schedule: object, pointer: str, reader: Reader) -> SideBets | None:
    """Read a schedule; every fault is noted in ``reader``, and None is answered where there was one."""
    before = len(reader.violations)
    found = {} if schedule == OFF else reader.mapping(schedule, pointer, (), SIDE_BETS)
    if found is None:
        return None
    front = _read_odds(found.get(FRONT_PAIR, {}), f"{pointer}/{FRONT_PAIR}", _FRONTS, reader)
    natural = _read_odds(found.get(NATURAL, {}), f"{pointer}/{NATURAL}", tuple(NATURALS), reader)
    scoop = _find_odds(found[SCOOP_ALL], f"{pointer}/{SCOOP_ALL}", reader) if SCOOP_ALL in found else 0
    return SideBets(front, natural, scoop) if len(reader.violations) == before else None


def _read_odds(table: object, pointer: str, names: tuple[str, ...], reader: Reader) -> dict[str, int]:
    found = reader.mapping(table, pointer, (), names) or {}
    return {name: _find_odds(found[name], f"{pointer}/{name}", reader) for name in names if name in found}


def _find_odds(value: object, pointer: str, reader: Reader) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= _MOST_ODDS:
        return value
    reader.refuse("wrong_value", pointer, f"whole odds to one from 1 to {_MOST_ODDS} are needed, not {value!r}")
    return 0


def front_pair_outcome(bets: SideBets, front: Category | None, fouled: bool) -> Outcome:
    """``front`` is the category of the front as set, None where none was; a foul loses whatever the front."""
    if fouled:
        return Outcome(0, "foul")
    if front is None:
        return Outcome(None, "none")
    return Outcome(bets.front_pair.get(front.word, 0), front.word)


def natural_outcome(bets: SideBets, held: tuple[str, ...]) -> Outcome:
    """``held`` are all naturals of the thirteen cards; the best odds among them are paid."""
    odds, name = max(((bets.natural[name], name) for name in held if name in bets.natural), default=(0, "none"))
    return Outcome(odds, name)


def scoop_all_outcome(bets: SideBets, scooped_all: bool) -> Outcome:
    """``scooped_all``: every opponent was scooped or fouled, and there was one."""
    return Outcome(bets.scoop_all if scooped_all else 0, "scoop" if scooped_all else "none")


SIDE_BET_CLAUSES: Final[Mapping[str, str]] = {
    "side_bet_won": "Side bet {bet} wins on {on} at {odds} to 1. [8]",
    "side_bet_lost": "Side bet {bet} loses ({on}). [8]",
    "side_bet_back": "Side bet {bet} goes back: there was no front. [8]",
}
"""Sentences of the clauses that side bets give as reasons."""
