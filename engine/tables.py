"""What a table must bring so that rounds can be played and paid there under a house's rules."""

from typing import NamedTuple


class Needs(NamedTuple):
    """How many seats play at least, and whether it must be said what a unit is worth."""

    least_seats: int
    unit: bool
