"""A second opinion on hands, slow and obvious: count the ranks, order the groups, compare tuples.

Cards are codes ("Td"). Nothing here is shared with the engine or with ``ranking_by_comparison``.
Larger tuples are better hands. A missing rank loses against any rank, as tuples of Python compare.
"""

from collections import Counter

ORDER = "23456789TJQKA"
HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
WHEEL = [14, 5, 4, 3, 2]

Worth = tuple[int, tuple[float, ...]]


def numbers(hand: list[str]) -> list[int]:
    """The ranks of the cards, 2 to 14, high to low."""
    return sorted((ORDER.index(card[0]) + 2 for card in hand), reverse=True)


def groups(ranks: list[int]) -> tuple[list[int], tuple[int, ...]]:
    """Sizes of the groups of equal ranks, largest first, and the ranks in that order."""
    ordered = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    return [size for _, size in ordered], tuple(rank for rank, _ in ordered)


def five(hand: list[str], wheel_second: bool) -> Worth:
    """Worth of a five-card hand."""
    ranks = numbers(hand)
    flush = len({card[1] for card in hand}) == 1
    top: float = 0
    if ranks == WHEEL:
        top = 13.5 if wheel_second else 5
    elif ranks == list(range(ranks[0], ranks[0] - 5, -1)):
        top = ranks[0]
    if top:
        return (STRAIGHT_FLUSH if flush else STRAIGHT), (top,)
    if flush:
        return FLUSH, tuple(ranks)
    sizes, order = groups(ranks)
    names = {5: HIGH, 4: PAIR, 3: TRIPS if sizes[0] == 3 else TWO_PAIR, 2: QUADS if sizes[0] == 4 else FULL_HOUSE}
    return names[len(sizes)], order


def front(hand: list[str]) -> Worth:
    """Worth of a front of Chinese poker: suits and sequences do not count."""
    sizes, order = groups(numbers(hand))
    return {3: HIGH, 2: PAIR, 1: TRIPS}[len(sizes)], order


def three_card_poker(hand: list[str]) -> Worth:
    """Worth of a Three Card Poker hand: 0 high, 1 pair, 2 flush, 3 straight, 4 trips, 5 straight flush."""
    ranks = numbers(hand)
    flush = len({card[1] for card in hand}) == 1
    top = 3 if ranks == [14, 3, 2] else ranks[0] if ranks == [ranks[0], ranks[0] - 1, ranks[0] - 2] else 0
    if top:
        return (5 if flush else 3), (top,)
    if flush:
        return 2, tuple(ranks)
    sizes, order = groups(ranks)
    return {3: 0, 2: 1, 1: 4}[len(sizes)], order


def badness_deuce_to_seven(hand: list[str]) -> Worth:
    """The hand as a high hand in which the ace is high only; at deuce-to-seven the smaller is the better one."""
    if numbers(hand) == WHEEL:
        flush = len({card[1] for card in hand}) == 1
        return (FLUSH if flush else HIGH), tuple(WHEEL)
    return five(hand, wheel_second=False)


def badness_low_front(hand: list[str], ace_low: bool) -> Worth:
    """The front as a high front, aces counting 1 if they are low; the smaller is the better one."""
    ranks = sorted((1 if ace_low and rank == 14 else rank for rank in numbers(hand)), reverse=True)
    sizes, order = groups(ranks)
    return {3: HIGH, 2: PAIR, 1: TRIPS}[len(sizes)], order
