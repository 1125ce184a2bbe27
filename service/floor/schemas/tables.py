"""Gaming tables and gaming days."""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Row

from engine.catalogue import GAMES
from service.core.clock import format_us
from service.core.fields import Body, Choice, Day, Moment, Text, Whole, Words
from service.core.lists import ListQuery, list_of

CODE_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$"


class ClosingIn(Body):
    """An empty object: the address says it all."""


class TableIn(Body):
    """A table to put on the floor."""

    code = Text(1, 32, CODE_PATTERN, required=True, metadata={"description": "Its name at the property."})
    game = Choice(sorted(GAMES), required=True)
    pit = Words(1, 32, required=True)
    seats = Whole(1, 100, required=True, metadata={"description": "Betting positions, as many as the game allows."})


class TableOut(Body):
    """A gaming table."""

    id = Whole(required=True)
    code = Text(1, 32, required=True)
    game = Choice(sorted(GAMES), required=True)
    pit = Text(1, 32, required=True)
    seats = Whole(required=True)


class DayQuery(ListQuery):
    """Which gaming days to list."""

    since = Day(metadata={"description": "The first gaming date to show."})


class DayOut(Body):
    """A gaming day."""

    gaming_date = Day(required=True)
    opened_at = Moment(required=True, metadata={"description": "When its first session was entered."})
    closed_at = Moment(required=True, allow_none=True)


TablesOut: Final = list_of(TableOut, "TablesOut")
DaysOut: Final = list_of(DayOut, "DaysOut")


def show_table(row: Row[Any]) -> Mapping[str, Any]:
    """A table as it is answered."""
    return {"id": row.id, "code": row.code, "game": row.game, "pit": row.pit, "seats": row.seats}


def show_day(row: Row[Any]) -> Mapping[str, Any]:
    """A gaming day as it is answered."""
    return {
        "gaming_date": row.gaming_date,
        "opened_at": format_us(row.opened_us),
        "closed_at": show_moment(row.closed_us),
    }


def show_moment(moment_us: int | None) -> str | None:
    """A moment that may not have come yet."""
    return None if moment_us is None else format_us(moment_us)
