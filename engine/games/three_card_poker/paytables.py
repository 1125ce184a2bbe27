"""Paytables of Three Card Poker: the one object that settles bets and from which their edge is computed.

Five kinds (rules/three-card-poker sections 5 to 7). A pay is "to 1": an exact number of stakes won on top of
the stake, which comes back. ``progressive`` alone pays "for 1": the stake is in the figure. A table that is not
in use is the word ``off``. Lines that a table may leave out fall back to the next one it has, for example a
mini royal without its own line is paid as a straight flush.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from engine.games.three_card_poker.hands import COLOUR_NAMES, HAND_NAMES, SIX_NAMES
from engine.money import find_exact
from engine.rulesets import OFF
from engine.validation import Reader, escape

MOST_ODDS: Final = 1_000_000
"""Largest odds and meter share base that are read: beyond any table, a slip of the pen below it."""


class FixedPrize(NamedTuple):
    """A line that pays one amount whatever the stake, to 1: the stake comes back on top."""

    minor: int


class MeterShare(NamedTuple):
    """A line that pays a share of the progressive meter, for 1, in basis points."""

    basis_points: int


Pay = int | Fraction | FixedPrize | MeterShare


@dataclass(frozen=True, slots=True)
class Paytable:
    """A table as settled: ``pays[class]`` is the pay of a hand class, None where it wins nothing.

    ``lines`` is the table as written; ``classes`` names what ``pays`` is indexed by; ``for_one`` tells whether
    pays include the stake.
    """

    kind: str
    lines: Mapping[str, Pay]
    classes: tuple[str, ...]
    pays: tuple[Pay | None, ...]
    for_one: bool = False


@dataclass(frozen=True, slots=True)
class Progressive:
    """A progressive: its table, on which cards it counts, what others at the table get, who looks first.

    ``buddy`` is paid once, for 1, to every other bettor of a round in which the meter is hit; None for nothing.
    With ``verify_meter`` a share of the meter is paid only after a supervisor verified the hand.
    """

    on: str
    table: Paytable
    buddy: int | Fraction | None
    verify_meter: bool


class _Kind(NamedTuple):
    """What a kind of table may say: its classes, the lines it must have and may have, and what they may pay."""

    classes: tuple[str, ...]
    required: tuple[str, ...]
    optional: tuple[str, ...]
    special: str = ""


_ROYALS: Final = ("mini_royal", "mini_royal_spades")
_SIX_LINES: Final = ("royal_flush", "straight_flush", "quads", "full_house", "flush", "straight", "trips")
_SIX_ROYALS: Final = ("royal_flush_spades", "six_card_royal", "six_card_royal_diamonds")
OWN_THREE: Final = "own_three"
BEST_OF_SIX: Final = "best_of_six"

KINDS: Final[Mapping[str, _Kind]] = {
    "ante_bonus": _Kind(HAND_NAMES, ("straight", "trips", "straight_flush"), ("pair", "flush", *_ROYALS)),
    "pair_plus": _Kind(HAND_NAMES, ("pair", "flush", "straight", "trips", "straight_flush"), _ROYALS),
    "six_card": _Kind(SIX_NAMES, _SIX_LINES, ("two_pair", *_SIX_ROYALS), "fixed_minor"),
    "prime": _Kind(COLOUR_NAMES, ("three", "six"), ()),
}
_PROGRESSIVES: Final[Mapping[str, _Kind]] = {
    OWN_THREE: _Kind(HAND_NAMES, ("straight_flush",), ("pair", "flush", "straight", "trips", *_ROYALS), "meter_bp"),
    BEST_OF_SIX: _Kind(SIX_NAMES, ("royal_flush",), (*_SIX_LINES[1:], "two_pair", *_SIX_ROYALS), "meter_bp"),
}
_FALLBACK: Final[Mapping[str, tuple[str, ...]]] = {
    "mini_royal": ("straight_flush",),
    "mini_royal_spades": ("mini_royal", "straight_flush"),
    "royal_flush_spades": ("royal_flush",),
    "six_card_royal": ("royal_flush",),
    "six_card_royal_spades": ("six_card_royal", "royal_flush_spades", "royal_flush"),
    "six_card_royal_diamonds": ("six_card_royal", "royal_flush"),
}
_EVERY_NAME: Final = frozenset((*HAND_NAMES, *SIX_NAMES, *COLOUR_NAMES))


def read_paytable(kind: str, value: object, pointer: str, reader: Reader) -> Paytable | None:
    """Read a table of ``ante_bonus``, ``pair_plus``, ``six_card`` or ``prime``; None for ``off`` or when refused."""
    if value == OFF:
        return None
    return _read_lines(kind, KINDS[kind], value, pointer, reader)


def read_progressive(value: object, pointer: str, reader: Reader) -> Progressive | None:
    """Read a progressive: ``{"on", "pays", "buddy", "verify_meter"}``; None for ``off`` or when refused."""
    if value == OFF:
        return None
    found = reader.mapping(value, pointer, ("on", "pays", "buddy", "verify_meter"))
    if found is None or any(key not in found for key in ("on", "pays", "buddy", "verify_meter")):
        return None
    buddy = None if found["buddy"] == "none" else _read_odds(found["buddy"], f"{pointer}/buddy", reader)
    verify = found["verify_meter"]
    if not isinstance(verify, bool):
        reader.refuse("wrong_type", f"{pointer}/verify_meter", "true or false is needed")
    on = reader.choice(found["on"], f"{pointer}/on", _PROGRESSIVES)
    if on is None:
        return None
    table = _read_lines("progressive", _PROGRESSIVES[on], found["pays"], f"{pointer}/pays", reader, for_one=True)
    if table is not None and not any(isinstance(pay, MeterShare) for pay in table.lines.values()):
        reader.refuse("no_meter", f"{pointer}/pays", "no line pays a share of the meter")
    return None if table is None or not isinstance(verify, bool) else Progressive(on, table, buddy, verify)


def _read_lines(
    kind: str, shape: _Kind, value: object, pointer: str, reader: Reader, *, for_one: bool = False
) -> Paytable | None:
    """Every line of a table; notes ``unknown_category``, ``cannot_occur``, ``missing_category`` and bad pays."""
    before = len(reader.violations)
    if not isinstance(value, Mapping):
        reader.refuse("wrong_type", pointer, f"a table is needed here, or the word {OFF!r}")
        return None
    lines: dict[str, Pay] = {}
    for name, pay in value.items():
        at = f"{pointer}/{escape(str(name))}"
        if name in shape.required or name in shape.optional:
            read = _read_pay(pay, at, shape.special, reader)
            if read is not None:
                lines[name] = read
        elif name in _EVERY_NAME:
            reader.refuse("cannot_occur", at, f"{name!r} wins nothing or cannot occur in a {kind} table")
        else:
            reader.refuse("unknown_category", at, f"{name!r} is no category of a {kind} table")
    for name in shape.required:
        if name not in value:
            reader.refuse("missing_category", pointer, f"the table has no line for {name!r}")
    if len(reader.violations) > before:
        return None
    return Paytable(kind, lines, shape.classes, tuple(_resolve(name, lines) for name in shape.classes), for_one)


def _resolve(name: str, lines: Mapping[str, Pay]) -> Pay | None:
    """What a class is paid: its own line, or the first of its fallbacks that the table has, or nothing."""
    return next((lines[line] for line in (name, *_FALLBACK.get(name, ())) if line in lines), None)


def _read_pay(value: object, pointer: str, special: str, reader: Reader) -> Pay | None:
    """One pay: exact odds, or the special form of the kind (``{"fixed_minor": "..."}`` or ``{"meter_bp": n}``)."""
    if not isinstance(value, Mapping):
        return _read_odds(value, pointer, reader)
    if not special:
        reader.refuse("wrong_odds", pointer, "exact odds are needed here, a whole number or text such as '12.5'")
        return None
    found = reader.mapping(value, pointer, (special,))
    if found is None or special not in found:
        return None
    return _SPECIAL[special](found[special], f"{pointer}/{special}", reader)


def _read_prize(value: object, pointer: str, reader: Reader) -> Pay | None:
    minor = reader.minor(value, pointer, 1)
    return None if minor is None else FixedPrize(minor)


def _read_share(value: object, pointer: str, reader: Reader) -> Pay | None:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 10_000:
        return MeterShare(value)
    reader.refuse("wrong_value", pointer, "basis points from 1 to 10000 are needed")
    return None


_SPECIAL: Final = {"fixed_minor": _read_prize, "meter_bp": _read_share}


def _read_odds(value: object, pointer: str, reader: Reader) -> int | Fraction | None:
    """Exact odds from 0 to a million; a whole number stays an int, because most settle without fractions."""
    odds = find_exact(value)
    if odds is None or not 0 <= odds <= MOST_ODDS:
        reader.refuse("wrong_odds", pointer, f"exact odds from 0 to {MOST_ODDS} are needed, a whole number or text")
        return None
    return int(odds) if odds.denominator == 1 else odds
