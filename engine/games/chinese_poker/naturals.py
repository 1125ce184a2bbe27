"""Naturals: thirteen cards that win without being compared row by row (rules/chinese-poker section 5).

A house's schedule is a list of ``[name, units]`` from the highest to the lowest: its order decides which natural a
hand is paid for and which of two naturals is higher. Units are a number, ``"scoop"`` (the 3-0 column of the
method) or ``"scoop+3"``.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from engine.cards import Card
from engine.games.royalties import MAX_UNITS, Units, find_units
from engine.rulesets import OFF, Check, one_of
from engine.validation import Reader

NATURAL_SWITCHES: Final[Mapping[str, Check]] = {
    "natural_claim": one_of("declared", "auto"),
    "natural_vs_natural": one_of("higher", "cancel", "difference", "first_announced"),
    "six_pairs": one_of("distinct", "loose", "exact"),
    "twelve_royals": one_of("all13", "twelve"),
    "big_small": one_of("eight", "hk"),
}

_SCOOP: Final = re.compile(r"scoop(?:\+([1-9][0-9]{0,2}))?")
_ACE: Final = 14
_JACK: Final = 11


class Shape(NamedTuple):
    """Thirteen cards as the tests see them.

    ``ranks`` 2..14 in order, ``groups`` how often each rank occurs, most first, ``suits`` the ranks of each suit in
    order, clubs to spades, and ``sizes`` how many those are.
    """

    ranks: tuple[int, ...]
    groups: tuple[int, ...]
    suits: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]


def shape_of(cards: Sequence[Card]) -> Shape:
    """The shape of thirteen distinct cards."""
    ranks: list[int] = []
    of_suits: tuple[list[int], ...] = ([], [], [], [])
    for card in sorted(cards):
        rank = (card >> 2) + 2
        ranks.append(rank)
        of_suits[card & 3].append(rank)
    groups = sorted(map(ranks.count, set(ranks)), reverse=True)
    suits = tuple(map(tuple, of_suits))
    return Shape(tuple(ranks), tuple(groups), suits, tuple(map(len, suits)))


@dataclass(frozen=True, slots=True)
class Naturals:
    """A house's naturals: their units in the schedule's order, and the switches of claim and comparison.

    ``tests`` holds every natural that is known, listed or not, with the house's reading of the variable ones.
    """

    units: Mapping[str, Units]
    places: Mapping[str, int]
    tests: Mapping[str, Callable[[Shape], bool]]
    auto: bool
    versus: str

    def held(self, cards: Sequence[Card]) -> tuple[str, ...]:
        """Every natural that thirteen cards hold, by name, whether the house pays it or not."""
        shape = shape_of(cards)
        return tuple(sorted(name for name, test in self.tests.items() if test(shape)))

    def holds(self, name: str, cards: Sequence[Card]) -> bool:
        """Whether thirteen cards support one claim."""
        return self.tests[name](shape_of(cards))

    def best(self, cards: Sequence[Card]) -> str | None:
        """The highest natural in the schedule's order that thirteen cards hold, if any."""
        if not self.units:
            return None
        shape = shape_of(cards)
        return next((name for name in self.units if self.tests[name](shape)), None)


class Worth(NamedTuple):
    """What a schedule says a natural is worth: units, on top of the method's scoop where it says so."""

    scoop: bool
    units: Units


def read_naturals(schedule: object, pointer: str, reader: Reader) -> dict[str, Worth]:
    """Read a schedule, highest natural first; every fault is noted in ``reader``.

    Codes: ``wrong_type`` (an entry is not a pair), ``unknown_natural``, ``duplicate_natural``, ``wrong_value``.
    """
    read: dict[str, Worth] = {}
    for index, entry in enumerate(() if schedule == OFF else reader.sequence(schedule, pointer) or ()):
        where = f"{pointer}/{index}"
        if isinstance(entry, str) or not isinstance(entry, Sequence) or len(entry) != 2:
            reader.refuse("wrong_type", where, "a pair [name, units] is needed")
            continue
        name, value = entry
        worth = _find_worth(value)
        if not isinstance(name, str) or name not in NATURALS:
            reader.refuse("unknown_natural", f"{where}/0", f"{name!r} is not one of {', '.join(NATURALS)}")
        elif name in read:
            reader.refuse("duplicate_natural", f"{where}/0", f"{name!r} is listed above already")
        if worth is None:
            detail = f'units up to {MAX_UNITS}, "scoop" or "scoop+n" are needed, not {value!r}'
            reader.refuse("wrong_value", f"{where}/1", detail)
        elif isinstance(name, str):
            read[name] = worth
    return read


def naturals_of(listed: Mapping[str, Worth], switches: Mapping[str, object], scoop_units: int) -> Naturals:
    """Make a schedule ready under switches that ``NATURAL_SWITCHES`` has checked."""
    big_small = _BIG_SMALL[str(switches["big_small"])]
    return Naturals(
        units={name: worth.units + (scoop_units if worth.scoop else 0) for name, worth in listed.items()},
        places={name: place for place, name in enumerate(listed)},
        tests={
            **NATURALS,
            **big_small,
            "six_pairs": _SIX_PAIRS[str(switches["six_pairs"])],
            "twelve_royals": _TWELVE_ROYALS[str(switches["twelve_royals"])],
        },
        auto=switches["natural_claim"] == "auto",
        versus=str(switches["natural_vs_natural"]),
    )


def _find_worth(value: object) -> Worth | None:
    """Worth of a number, ``"scoop"`` or ``"scoop+3"``; None for anything else."""
    scoop = _SCOOP.fullmatch(value) if isinstance(value, str) else None
    if scoop is not None:
        return Worth(True, int(scoop[1] or 0))
    units = find_units(value)
    return Worth(False, units) if units else None


def _runs(size: int) -> list[tuple[int, ...]]:
    """Ranks of every straight of a size; the ace may stand below the deuce, never between king and deuce."""
    tops = range(size + 1, _ACE + 1)
    return [tuple(range(top - size + 1, top + 1)) for top in tops] + [(*range(2, size + 1), _ACE)]


def _splits(parts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Sorted ranks of every choice of one straight of each size in ``parts``."""
    for chosen in product(*(_runs(size) for size in parts)):
        yield tuple(sorted(rank for run in chosen for rank in run))


_THREE_STRAIGHTS: Final = frozenset(_splits((3, 5, 5)))
_SUIT_PARTS: Final = ((), (3,), (5,), (3, 5), (5, 5), (3, 5, 5))
_FLUSH_SIZES: Final = frozenset(sum(parts) for parts in _SUIT_PARTS)
_STRAIGHT_FLUSH_SUITS: Final = frozenset(
    ranks for parts in _SUIT_PARTS for ranks in _splits(parts) if len(set(ranks)) == len(ranks)
)


def _of_one_colour(number: int) -> Callable[[Shape], bool]:
    """Exactly so many cards red, or exactly so many black; diamonds and hearts are suits 1 and 2."""
    return lambda shape: number in (shape.sizes[1] + shape.sizes[2], shape.sizes[0] + shape.sizes[3])


def _small_to_ten(shape: Shape) -> bool:
    """Ace to ten, the ace counting as the lowest card."""
    return all(rank <= 10 or rank == _ACE for rank in shape.ranks)


_SIX_PAIRS: Final[Mapping[str, Callable[[Shape], bool]]] = {
    "distinct": lambda shape: len(shape.groups) >= 6 and shape.groups[5] >= 2,
    "loose": lambda shape: sum(count // 2 for count in shape.groups) == 6,
    "exact": lambda shape: shape.groups == (2, 2, 2, 2, 2, 2, 1),
}
_TWELVE_ROYALS: Final[Mapping[str, Callable[[Shape], bool]]] = {
    "all13": lambda shape: shape.ranks[0] >= _JACK,
    "twelve": lambda shape: shape.ranks[1] >= _JACK,
}
_BIG_SMALL: Final[Mapping[str, Mapping[str, Callable[[Shape], bool]]]] = {
    "eight": {"all_big": lambda shape: shape.ranks[0] >= 8, "all_small": lambda shape: shape.ranks[-1] <= 8},
    "hk": {"all_big": lambda shape: shape.ranks[0] >= 5, "all_small": _small_to_ten},
}

NATURALS: Final[dict[str, Callable[[Shape], bool]]] = {
    "clean_dragon": lambda shape: 13 in shape.sizes,
    "dragon": lambda shape: len(shape.groups) == 13,
    "twelve_royals": _TWELVE_ROYALS["all13"],
    "three_straight_flushes": lambda shape: _STRAIGHT_FLUSH_SUITS.issuperset(shape.suits),
    "three_quads": lambda shape: shape.groups[2] == 4,
    "all_big": _BIG_SMALL["eight"]["all_big"],
    "all_small": _BIG_SMALL["eight"]["all_small"],
    "same_color": _of_one_colour(13),
    "twelve_color": _of_one_colour(12),
    "four_triples": lambda shape: shape.groups[3] >= 3,
    "five_pairs_trips": lambda shape: shape.groups == (3, 2, 2, 2, 2, 2),
    "six_pairs": _SIX_PAIRS["distinct"],
    "three_straights": lambda shape: shape.ranks in _THREE_STRAIGHTS,
    # Suit counts 13, 10-3, 8-5 or 5-5-3: thirteen cards whose suits have these sizes always split into 3, 5 and 5.
    "three_flushes": lambda shape: _FLUSH_SIZES.issuperset(shape.sizes),
}
"""Every natural that a schedule may list, by its name, with its test."""
