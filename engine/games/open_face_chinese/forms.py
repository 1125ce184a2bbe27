"""How the cards of an open-face hand come: streets, seats, and the deck (rules/chinese-poker section 10).

Progressive and 2-7 Pineapple are dealt as Pineapple; what parts them from it is in other switches.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.cards import CODES

JOKERS: Final = ("X1", "X2")
"""Codes of the jokers, in the order in which a house takes them into the deck."""

PLACED: Final = 13
"""Cards on a complete board: three in front, five in the middle, five in the back."""


class Street(NamedTuple):
    """Cards dealt to each seat on a street, and how many of these it throws away face down; the others it sets."""

    dealt: int
    thrown: int


class Form(NamedTuple):
    """The fewest and the most seats, and the streets."""

    seats: tuple[int, int]
    streets: tuple[Street, ...]

    @property
    def cards_each(self) -> int:
        """Cards that a seat outside Fantasyland is dealt in all."""
        return sum(street.dealt for street in self.streets)


FORMS: Final[Mapping[str, Form]] = {
    "classic": Form((2, 4), (Street(5, 0), *(Street(1, 0),) * 8)),
    "turbo": Form((2, 4), (Street(5, 0), Street(4, 0), Street(4, 0))),
    "pineapple": Form((2, 3), (Street(5, 0), *(Street(3, 1),) * 4)),
}
"""The switch ``ofc``."""


def deck_of(jokers: int) -> frozenset[str]:
    """The codes of the 52 cards and of so many jokers."""
    return frozenset((*CODES, *JOKERS[:jokers]))


class StreetPlan(NamedTuple):
    """What so many seats are dealt where nobody is in Fantasyland; ``undealt`` is negative where the deck runs out."""

    streets: tuple[int, ...]
    dealt_each: int
    placed_each: int
    thrown_each: int
    undealt: int


def street_plan(form: Form, players: int, jokers: int) -> StreetPlan | None:
    """The plan for a number of seats; None where the form does not seat so many."""
    if not form.seats[0] <= players <= form.seats[1]:
        return None
    each = form.cards_each
    thrown = sum(street.thrown for street in form.streets)
    streets = tuple(street.dealt for street in form.streets)
    return StreetPlan(streets, each, each - thrown, thrown, len(deck_of(jokers)) - players * each)
