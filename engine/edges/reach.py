"""What deals a hand can come to, as far as any bet can tell: kinds of deals, and the hands that differ in them.

None of it depends on what a table pays, so it is found once in a process and serves every paytable.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from engine.edges.deals import COLOUR_RENAMINGS, HANDS, PLAYED_CONTESTS, Ints, contests, deals, suit_patterns
from engine.edges.side import colour_classes, reds
from engine.edges.six import six_classes, six_classes_of
from engine.games.three_card_poker.hands import Colours, HandClass, SixClass
from engine.games.three_card_poker.rules import Contest


class Kind(NamedTuple):
    """All that bets on a hand that is played look at, but for its own class."""

    contest: Contest
    beats: bool
    six: SixClass
    colours: Colours


KINDS: Final = tuple(Kind(*one) for one in product(PLAYED_CONTESTS, (False, True), SixClass, Colours))


class Reach(NamedTuple):
    """What a hand can come to, each thing by itself: its class, the contests, colours and best of six it meets."""

    own: HandClass
    contests: tuple[Contest, ...]
    colours: tuple[Colours, ...]
    sixes: tuple[SixClass, ...]


@cache
def hands_apart(qualifies_from: int, looks_at_six: bool) -> tuple[tuple[Reach, tuple[int, ...]], ...]:
    """Hands by their reach; of those that are also alike up to suits of one colour, the first only.

    Such renaming changes nothing that a bet looks at but the suit of royal flushes, and which of those are reached is
    a part of the reach. Without a look at six cards their best is NOTHING.
    """
    six = six_classes() if looks_at_six else np.ones((HANDS, 1), dtype=np.int64)
    parts = [contests(qualifies_from) > 0, colour_classes() > 0, six > 0]
    rows = np.concatenate([deals().hand_class[:, None], *parts], axis=1, dtype=np.int64)
    found, kind = np.unique(rows, axis=0, return_inverse=True)
    _, sizes, pattern = suit_patterns(COLOUR_RENAMINGS)
    _, first = np.unique(kind.ravel() * len(sizes) + pattern, return_index=True)
    first.sort()
    alike = [first[kind.ravel()[first] == one].tolist() for one in range(len(found))]
    listed = zip(map(_reach, found.tolist()), map(tuple, alike), strict=True)
    return tuple(sorted(listed, key=lambda one: one[1]))


def _reach(row: Sequence[int]) -> Reach:
    """The names of what a row marks: class, four contests, three colours, and classes of six cards."""
    met, shades, sixes = row[1:5], row[5:8], row[8:]
    return Reach(
        HandClass(row[0]),
        tuple(one for one, can in zip(PLAYED_CONTESTS, met, strict=True) if can),
        tuple(one for one in Colours if shades[one]),
        tuple(SixClass(one) for one, can in enumerate(sixes) if can),
    )


@lru_cache(maxsize=4096)
def kinds_of(hand: int, qualifies_from: int, looks_at_six: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Every kind of deal that a hand can come to (an index of KINDS), and the first dealer's hand that brings each."""
    table, bits, red = deals(), _bits(), reds()
    dealers = np.flatnonzero(bits & bits[hand] == 0)
    place, own_place = table.place[dealers], table.place[hand]
    side = 1 + (own_place >= place) + (own_place > place)  # lower, equal and higher, as in PLAYED_CONTESTS
    contest = np.where(table.strength[dealers] < qualifies_from, 0, side)
    six = six_classes_of(hand)[dealers] if looks_at_six else 0
    shade = np.where(red[dealers] == red[hand], Colours.SIX, Colours.THREE) if red[hand] in (0, 3) else Colours.MIXED
    codes = ((contest * 2 + (side == 3)) * len(SixClass) + six) * len(Colours) + shade
    kinds, first = np.unique(codes.astype(np.uint16), return_index=True)
    return tuple(kinds.tolist()), tuple(dealers[first].tolist())


@cache
def _bits() -> Ints:
    """Each hand as a set of cards: one bit a card."""
    bits: Ints = np.left_shift(1, deals().cards).sum(axis=1)
    return bits
