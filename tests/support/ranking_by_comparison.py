"""A third opinion on hands: which of two wins, told as a player would tell it at the table.

A hand is a set of codes. The category is the first of a list of questions that is answered with yes; equal
categories are compared by taking away the largest group, then the next. No number stands for a whole hand.
Nothing here is shared with the engine or with ``ranking_by_groups``.
"""

from collections.abc import Callable, Iterable

LADDER = "A23456789TJQKA"
HIGH_TO_LOW = "AKQJT98765432"


def _letters(hand: Iterable[str]) -> str:
    return "".join(card[0] for card in hand)


def _suited(hand: Iterable[str]) -> bool:
    return len({card[1] for card in hand}) == 1


def _has(letters: str, *sizes: int) -> bool:
    """Whether the hand holds groups of (at least) these sizes, of different ranks."""
    found = sorted((letters.count(letter) for letter in set(letters)), reverse=True)
    return len(found) >= len(sizes) and all(have >= want for have, want in zip(found, sizes, strict=False))


def _steps(letters: str) -> int | None:
    """The lowest rung of the ladder from which all the ranks stand in a row, or None."""
    size = len(letters)
    return next((low for low in range(15 - size) if set(LADDER[low : low + size]) == set(letters)), None)


def _no_group(letters: str) -> bool:
    return len(set(letters)) == len(letters)


FIVE_CARD_QUESTIONS: list[Callable[[list[str]], bool]] = [
    lambda hand: _suited(hand) and _no_group(_letters(hand)) and _steps(_letters(hand)) is not None,
    lambda hand: _has(_letters(hand), 4),
    lambda hand: _has(_letters(hand), 3, 2),
    _suited,
    lambda hand: _no_group(_letters(hand)) and _steps(_letters(hand)) is not None,
    lambda hand: _has(_letters(hand), 3),
    lambda hand: _has(_letters(hand), 2, 2),
    lambda hand: _has(_letters(hand), 2),
    lambda _hand: True,
]
THREE_CARD_QUESTIONS: list[Callable[[list[str]], bool]] = [
    lambda hand: _suited(hand) and _steps(_letters(hand)) is not None,
    lambda hand: _has(_letters(hand), 3),
    lambda hand: _no_group(_letters(hand)) and _steps(_letters(hand)) is not None,
    _suited,
    lambda hand: _has(_letters(hand), 2),
    lambda _hand: True,
]
STRAIGHTS = {id(FIVE_CARD_QUESTIONS): (0, 4), id(THREE_CARD_QUESTIONS): (0, 2)}


def winner(a: list[str], b: list[str], questions: list[Callable[[list[str]], bool]], wheel_second: bool) -> int:
    """1 if a wins, -1 if b wins, 0 if they are equal."""
    first = next(place for place, ask in enumerate(questions) if ask(a))
    second = next(place for place, ask in enumerate(questions) if ask(b))
    if first != second:
        return 1 if first < second else -1
    if first in STRAIGHTS[id(questions)]:
        return _longer_climb(_letters(a), _letters(b), wheel_second)
    return _larger_groups(_letters(a), _letters(b))


def _longer_climb(a: str, b: str, wheel_second: bool) -> int:
    """Which straight reaches higher; a straight from the lowest ace may rank just below the highest one."""
    from_a, from_b = _steps(a), _steps(b)
    assert from_a is not None
    assert from_b is not None
    if from_a == from_b:
        return 0
    if wheel_second and 0 in (from_a, from_b):
        highest = len(LADDER) - len(a)
        return (1 if from_b < highest else -1) if from_a == 0 else (-1 if from_a < highest else 1)
    return 1 if from_a > from_b else -1


def _larger_groups(a: str, b: str) -> int:
    while a:
        lead_a, lead_b = _lead(a), _lead(b)
        if lead_a != lead_b:
            return 1 if HIGH_TO_LOW.index(lead_a) < HIGH_TO_LOW.index(lead_b) else -1
        a, b = a.replace(lead_a, ""), b.replace(lead_b, "")
    return 0


def _lead(letters: str) -> str:
    """The rank that is looked at first: of the largest groups the highest."""
    largest = max(letters.count(letter) for letter in letters)
    return next(letter for letter in HIGH_TO_LOW if letters.count(letter) == largest)
