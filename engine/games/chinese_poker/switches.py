"""The switches of Chinese poker: every name, and what values it may take.

They are the switches of the rules reference (docs/rules.md), plus those of money and of the table. Each is read
in one place; none has a default.
"""

from collections.abc import Mapping
from typing import Final

from engine.games.chinese_poker.naturals import NATURAL_SWITCHES
from engine.games.fouls import FOUL_SWITCHES, positive_units
from engine.games.methods import PAIR_SWITCHES
from engine.games.payment import MONEY_SWITCHES
from engine.games.rows import ROW_SWITCHES
from engine.games.royalties import ROYALTY_SWITCHES
from engine.rulesets import Check, any_of, integer, one_of

OPEN: Final = "open"
_LENGTHS: Final = (3, 6, 10, 20, OPEN)


def _lengths(value: object) -> object:
    lengths = tuple(value) if isinstance(value, list | tuple) else ()
    lawful = all(type(length) in (int, str) and length in _LENGTHS for length in lengths)
    if lengths and lawful and len(set(lengths)) == len(lengths):
        return lengths
    raise ValueError("a list of some of 3, 6, 10, 20 and 'open' is needed")


_OR_NONE: Final = any_of(one_of("none"), positive_units)

SWITCHES: Final[Mapping[str, Check]] = {
    **ROW_SWITCHES,
    **PAIR_SWITCHES,
    "home_run_mult": one_of(1, 2),
    "home_run_min": integer(1, 3),
    "compare": one_of("all_pairs", "banker"),
    **FOUL_SWITCHES,
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
    **MONEY_SWITCHES,
}
"""Every switch of the game with its check. A ruleset holds each of them; none has a default.

``surrender``, ``absent_pays`` (away before the first card), ``exposed_pays`` (a card shown out of turn) and
``missed_turn_pays`` are units to each opponent, or "none" where the house does not know the case; ``absent_later`` and
``timeout`` likewise. ``stake`` is how many times the session's unit one unit of the game costs; with a
``stake_schedule`` the levels take its place. ``match_rounds`` lists the lengths the house offers. Payments are whole
multiples of ``chip_unit_minor``, and ``rounding`` says what half a unit does.
"""
