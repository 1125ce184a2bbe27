"""The only arithmetic of the engine that rounds.

Amounts are integer minor units. Odds and units are exact fractions until ``round_minor`` turns them into
money by one named rule; what rounding leaves over is returned as breakage and never lost.
"""

import re
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

MAX_MINOR: Final = 999_999_999_999_999
"""Largest amount that is read, fifteen digits: beyond any table limit, within every consumer's integers."""

_MINOR: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_EXACT: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,6}|/[1-9][0-9]{0,8})?")


class Rounding(StrEnum):
    """How a fraction of a minor unit (or of a chip) becomes money."""

    DOWN = "down"
    HALF_UP = "half_up"
    REJECT = "reject"


class FractionalPayout(ArithmeticError):
    """A payout is not a whole number of units and the rule is to refuse it."""


class Rounded(NamedTuple):
    """A payout in minor units, and the exact part that rounding took from (or gave to) the payee."""

    minor: int
    breakage: Fraction


def find_minor(text: object) -> int | None:
    """Minor units of ``"-1250"``; None for anything that is not exactly such a string."""
    if isinstance(text, str) and _MINOR.fullmatch(text) and text != "-0":
        return int(text)
    return None


def find_exact(value: object) -> Fraction | None:
    """An exact number of ``5``, ``"12.5"`` or ``"1/2"``; None for floats and everything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and _EXACT.fullmatch(value):
        return Fraction(value)
    return None


def exact_text(value: Fraction | int) -> str:
    """``"3"`` or ``"25/2"``: the form in which exact numbers are stored."""
    return str(value)


def round_minor(exact: Fraction | int, rule: Rounding, unit_minor: int = 1) -> Rounded:
    """Turn a non-negative exact payout into money, to a multiple of ``unit_minor``.

    Raises FractionalPayout under ``reject`` where the payout is not such a multiple, ValueError for a negative
    payout (what a seat loses is its stake, which is money already).
    """
    if exact < 0:
        raise ValueError(f"{exact} is no payout")
    if isinstance(exact, int) and unit_minor == 1:
        return Rounded(exact, Fraction(0))
    units, rest = divmod(Fraction(exact), unit_minor)
    if rest and rule is Rounding.REJECT:
        raise FractionalPayout(f"{exact} is not a multiple of {unit_minor}")
    if rest and rule is Rounding.HALF_UP and 2 * rest >= unit_minor:
        units += 1
    minor = int(units) * unit_minor
    return Rounded(minor, Fraction(exact) - minor)
