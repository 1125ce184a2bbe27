"""How the cards go round: two, three or four hands of thirteen, and the fourteen-card form."""

from typing import Final, NamedTuple

from engine.errors import RecordRefused, Violation
from engine.games.chinese_poker.rules import Rules

_DECK: Final = 52
_HAND: Final = 13
_SEATS: Final = (2, 4)


class DealPlan(NamedTuple):
    """Cards for each seat, in seat order, and how many stay out of play face down."""

    dealt: tuple[int, ...]
    undealt: int


def deal_plan(players: int, extra_seat: int | None, rules: Rules) -> DealPlan:
    """Cards per seat and the undealt rest.

    Three players leave a packet of thirteen; under "fourteen" the seat with index ``extra_seat`` gets one card more
    and throws one away before setting, which leaves twelve. Raises RecordRefused: ``wrong_seat_count``,
    ``missing_extra_seat``, ``unknown_seat``, ``unexpected_extra_seat``.
    """
    fourteen = rules.fourteen and players == 3
    if not _SEATS[0] <= players <= _SEATS[1]:
        raise RecordRefused([Violation("wrong_seat_count", "/players", "two to four hands are dealt")])
    if fourteen and extra_seat is None:
        raise RecordRefused([Violation("missing_extra_seat", "/extra_seat", "which seat gets fourteen cards?")])
    if not fourteen and extra_seat is not None:
        raise RecordRefused([Violation("unexpected_extra_seat", "/extra_seat", "every seat gets thirteen cards")])
    if extra_seat is not None and not 0 <= extra_seat < players:
        raise RecordRefused([Violation("unknown_seat", "/extra_seat", "there is no such seat")])
    dealt = tuple(_HAND + (seat == extra_seat) for seat in range(players))
    return DealPlan(dealt, _DECK - sum(dealt))
