"""Ready hands, decided by counting (rules/kowah sections 3, 4 and 9).

A hand is ready where it splits into triples and one pair. Triples are made within a *group*: the three suits of a rank,
or one honour. So every group must hold a multiple of three cards but one, which holds two more: the pair is in it. No
order of the cards is ever tried, and the work does not grow with the pack.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.games.kowah.cards import HONOURS, KINDS, RANKS, Card, find_card, of_rank

Group = tuple[Card, ...]


class Block(NamedTuple):
    """A group, or several that share a triple: one of each card in ``mixed``. ``kinds`` are all their cards."""

    groups: tuple[Group, ...]
    kinds: Group
    mixed: Group


class SetRules(NamedTuple):
    """How sets are made. ``group_of`` tells each card's group by number.

    ``strict``: a triple of the pair's group must make 2 + 2 + 1 with it. ``identical_pair``: the pair is two copies of
    one card, not only two cards of one group.
    """

    blocks: tuple[Block, ...]
    group_of: tuple[int, ...]
    strict: bool
    identical_pair: bool


def _honour(code: str) -> Card:
    card = find_card(code)
    assert card is not None
    return card


def _block(*groups: Group, mixed: Group = ()) -> Block:
    return Block(groups, tuple(card for group in groups for card in group), mixed)


_ORDINARY: Final = tuple(of_rank(rank) for rank in RANKS)
_HONOURS: Final[tuple[Group, ...]] = tuple((_honour(code),) for code in HONOURS)
_ALONE: Final = tuple(_block(group) for group in (*_ORDINARY, *_HONOURS))
_ONES_WITH_HONOURS: Final = _block((*_ORDINARY[0], *(card for group in _HONOURS for card in group)))
_KING_CHINESE_KEY: Final = _block(
    _ORDINARY[0], _HONOURS[0], _HONOURS[1], mixed=(_ORDINARY[0][2], *_HONOURS[0], *_HONOURS[1])
)

HONOUR_GROUPS: Final[Mapping[str, tuple[Block, ...]]] = {
    "own_kind": _ALONE,
    "with_ones": (_ONES_WITH_HONOURS, *_ALONE[1:9]),
    "king_chinese_key": (_KING_CHINESE_KEY, *_ALONE[1:9], _ALONE[-1]),
}
"""The switch ``honour_groups``: only with their own kind; with the ones, as the Malay names have it ("yu"); or besides
their own kind in the mixed set of Bali, Old Thousand (king), one of myriads (Chinese) and Red Flower (key)."""


def set_rules(honour_groups: str, *, strict: bool, identical_pair: bool) -> SetRules:
    """The rules for a value of ``honour_groups``."""
    blocks = HONOUR_GROUPS[honour_groups]
    groups = [group for block in blocks for group in block.groups]
    group_of = {card: number for number, group in enumerate(groups) for card in group}
    return SetRules(blocks, tuple(group_of[card] for card in KINDS), strict, identical_pair)


def counted(cards: Sequence[Card]) -> list[int]:
    """How many of each kind there are."""
    counts = [0] * len(KINDS)
    for card in cards:
        counts[card] += 1
    return counts


def waits(cards: Sequence[Card], rules: SetRules) -> tuple[Card, ...]:
    """The cards of a hand that can be exposed as its pair, in deck order; none where it is not ready.

    Where the pair must be identical each names one pair, and its third copy is waited for. Otherwise each is one card
    of the pair.
    """
    counts = counted(cards)
    found: tuple[Card, ...] = ()
    for block in rules.blocks:
        rest = _number(counts, block.kinds) % 3
        if rest == 0 and is_complete(counts, block):
            continue
        if rest != 2 or found:
            return ()
        found = pairs_of(counts, block, rules)
        if not found:
            return ()
    return found


def is_complete(counts: Sequence[int], block: Block) -> bool:
    """Whether the cards of a block are triples and nothing else."""
    if not block.mixed:
        return _number(counts, block.kinds) % 3 == 0
    return any(_all_triples(left, block.groups) for left in _without_mixed(counts, block))


def pairs_of(counts: Sequence[int], block: Block, rules: SetRules) -> tuple[Card, ...]:
    """The cards that can be the pair where all others of the block are triples, in deck order."""
    found: set[Card] = set()
    for left in _without_mixed(counts, block):
        for group in block.groups:
            others = [other for other in block.groups if other is not group]
            if _number(left, group) % 3 == 2 and _all_triples(left, others):
                found.update(card for card in group if _may_be_pair(card, left, group, rules))
    return tuple(sorted(found))


def _without_mixed(counts: Sequence[int], block: Block) -> Iterator[Sequence[int]]:
    """The counts after none, one, two ... mixed triples have been set aside."""
    yield counts
    left = list(counts)
    while block.mixed and all(left[card] for card in block.mixed):
        for card in block.mixed:
            left[card] -= 1
        yield tuple(left)


def _all_triples(counts: Sequence[int], groups: Sequence[Group]) -> bool:
    return all(_number(counts, group) % 3 == 0 for group in groups)


def _number(counts: Sequence[int], kinds: Group) -> int:
    return sum([counts[card] for card in kinds])


def _may_be_pair(card: Card, counts: Sequence[int], group: Group, rules: SetRules) -> bool:
    if not rules.identical_pair:
        return counts[card] > 0
    if counts[card] < 2:
        return False
    triples = (_number(counts, group) - 2) // 3
    if triples == 0 or not rules.strict:
        return True
    # 2 + 2 + 1 with the pair: no triple holds the pair's card, and each is two of one card and one of another.
    return counts[card] == 2 and _splits([counts[other] for other in group if other != card], triples)


def _splits(counts: Sequence[int], triples: int) -> bool:
    """Whether cards of some kinds, three for each triple, split into triples of two alike and one other.

    No triple takes three of a kind, so none has more than two for each; and every triple needs two alike. That is
    enough: a kind of ``n`` cards is the two of ``d`` triples and the one of ``n - 2 d`` others, so ``n - d`` may not
    pass ``triples``, and the ``d`` of all kinds must sum to it. From ``n - triples`` (if positive) up to ``n // 2``
    each ``d`` is free, and where no kind passes two for each triple the least of them never sum to too many.
    """
    return max(counts) <= 2 * triples and sum(count // 2 for count in counts) >= triples
