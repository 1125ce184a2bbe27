"""How many of all deals are ready: counted exactly, block by block of the pack, without dealing any of them.

A multiset of cards stands for a product of binomials of deals. Blocks are independent (``sets``), so the counts of two
blocks multiply where their cards add up; a ready hand is complete in all blocks but one.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from math import comb, prod
from typing import NamedTuple

from engine.games.kowah.cards import KINDS, Card
from engine.games.kowah.rules import Rules
from engine.games.kowah.sets import Block, is_complete, pairs_of


class Count(NamedTuple):
    """How many different hands, as multisets of kinds, and how many deals of the pack make one of them."""

    hands: int
    deals: int


class _Part(NamedTuple):
    """So many cards, and the waits of the pair among them; 0 while there is no pair."""

    cards: int
    waits: int


def ready_deals(rules: Rules) -> dict[int, Count]:
    """Number of waits -> ready hands of the size that is dealt, under these rules."""
    parts: dict[_Part, Count] = {_Part(0, 0): Count(1, 1)}
    for block in rules.sets.blocks:
        parts = _joined(parts, _parts_of(block, rules), rules.hand_size)
    ready = {part.waits: count for part, count in parts.items() if part.cards == rules.hand_size and part.waits}
    return dict(sorted(ready.items()))


def all_deals(rules: Rules) -> int:
    """All hands of the size that is dealt, as sets of single cards."""
    return comb(len(KINDS) * rules.copies, rules.hand_size)


def _joined(left: Mapping[_Part, Count], right: Mapping[_Part, Count], most: int) -> dict[_Part, Count]:
    joined: dict[_Part, Count] = {}
    for one, other in product(left, right):
        if one.cards + other.cards <= most and not (one.waits and other.waits):
            part = _Part(one.cards + other.cards, one.waits + other.waits)
            hands, deals = left[one].hands * right[other].hands, left[one].deals * right[other].deals
            joined[part] = _sum(joined.get(part), Count(hands, deals))
    return joined


def _parts_of(block: Block, rules: Rules) -> dict[_Part, Count]:
    """What one block can hold that a ready hand may have in it."""
    parts: dict[_Part, Count] = {}
    for held in _holdings(block.kinds, rules.copies, rules.hand_size):
        counts = [0] * len(KINDS)
        for card, count in held.items():
            counts[card] = count
        cards = sum(held.values())
        pairs = pairs_of(counts, block, rules.sets) if cards % 3 == 2 else ()
        if pairs or (cards % 3 == 0 and is_complete(counts, block)):
            deals = prod(comb(rules.copies, count) for count in held.values())
            part = _Part(cards, len(pairs))
            parts[part] = _sum(parts.get(part), Count(1, deals))
    return parts


def _holdings(kinds: tuple[Card, ...], copies: int, most: int) -> Iterator[dict[Card, int]]:
    """Every way to hold up to ``most`` cards of some kinds."""
    for counts in product(range(min(copies, most) + 1), repeat=len(kinds)):
        if sum(counts) <= most:
            yield dict(zip(kinds, counts, strict=True))


def _sum(one: Count | None, other: Count) -> Count:
    return other if one is None else Count(one.hands + other.hands, one.deals + other.deals)
