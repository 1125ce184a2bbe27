"""The switches of Chinese poker: every name, and what values it may take.

They are the switches of the rules reference (docs/rules.md), plus those of money and of the table. Each is read
in one place; none has a default.
"""

from collections.abc import Mapping
from typing import Final

from engine.games.chinese_poker.fees import fee_check
from engine.games.chinese_poker.naturals import NATURAL_SWITCHES
from engine.games.methods import PAIR_SWITCHES
from engine.games.rows import ROW_SWITCHES
from engine.games.royalties import ROYALTY_SWITCHES, find_units
from engine.money import Rounding, find_minor
from engine.rulesets import Check, any_of, integer, one_of

OPEN: Final = "open"
SHORT_STACKS: Final = ("sequential", "pro_rata", "uncapped")
_LENGTHS: Final = (3, 6, 10, 20, OPEN)


def _units(value: object) -> object:
    """Check of a switch that is a number of units."""
    units = find_units(value)
    if not units:
        raise ValueError("a number of units above 0 is needed")
    return units


def _chips(value: object) -> object:
    minor = find_minor(value)
    if minor is None or minor < 1:
        raise ValueError('minor units above 0 are needed, as text, for example "100"')
    return minor


def _schedule(value: object) -> object:
    levels = tuple(value) if isinstance(value, list | tuple) else ()
    if levels and all(type(level) is int and 1 <= level <= 1_000_000 for level in levels):
        return levels
    raise ValueError("a list of stakes from 1 to 1000000 is needed")


def _lengths(value: object) -> object:
    lengths = tuple(value) if isinstance(value, list | tuple) else ()
    lawful = all(type(length) in (int, str) and length in _LENGTHS for length in lengths)
    if lengths and lawful and len(set(lengths)) == len(lengths):
        return lengths
    raise ValueError("a list of some of 3, 6, 10, 20 and 'open' is needed")


_OR_NONE: Final = any_of(one_of("none"), _units)

SWITCHES: Final[Mapping[str, Check]] = {
    **ROW_SWITCHES,
    **PAIR_SWITCHES,
    "home_run_mult": one_of(1, 2),
    "home_run_min": integer(1, 3),
    "compare": one_of("all_pairs", "banker"),
    "foul_pays": any_of(one_of("scoop", "rows"), _units),
    "foul_pays_royalties": one_of(True, False),
    "surrender": _OR_NONE,
    "absent_pays": _OR_NONE,
    "absent_later": one_of("none", "foul"),
    "exposed_pays": _OR_NONE,
    "missed_turn_pays": _OR_NONE,
    "timeout": one_of("none", "foul", "fill"),
    **NATURAL_SWITCHES,
    **ROYALTY_SWITCHES,
    "three_player": one_of("aside13", "fourteen"),
    "match_rounds": _lengths,
    "stake": integer(1, 1_000_000),
    "stake_schedule": any_of(one_of("none"), _schedule),
    "hands_per_level": integer(1, 1_000),
    "short_stack": one_of(*SHORT_STACKS),
    "win_cap": one_of(True, False),
    "chip_unit_minor": _chips,
    "rounding": one_of(*(rule.value for rule in Rounding)),
    "fee": fee_check,
}
"""Every switch of the game with its check. A ruleset holds each of them; none has a default.

``surrender``, ``absent_pays`` (away before the first card), ``exposed_pays`` (a card shown out of turn) and
``missed_turn_pays`` are units to each opponent, or "none" where the house does not know the case; ``absent_later`` and
``timeout`` likewise. ``stake`` is how many times the session's unit one unit of the game costs; with a
``stake_schedule`` the levels take its place. ``match_rounds`` lists the lengths the house offers. Payments are whole
multiples of ``chip_unit_minor``, and ``rounding`` says what half a unit does.
"""
