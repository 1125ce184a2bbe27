"""What the operations of the cage take and give."""

from collections.abc import Mapping
from typing import Any, Final

from service.cage.store import BY, Group, Sums
from service.core.fields import Body, Choice, Day, ListOf, Money, Nested, QueryWhole, Seat, Text, Whole
from service.core.lists import ListQuery


class PayableQuery(ListQuery):
    """Whose results to sum up."""

    gaming_date = Day(required=True)
    by = Choice(BY, load_default=BY[0], metadata={"description": "What one line is about."})
    table_id = QueryWhole()
    player = Text(1, 64)


class SumsOut(Body):
    """Results added up."""

    net_minor = Money(required=True, metadata={"description": "Positive is owed to patrons, negative by them."})
    returned_minor = Money(0, required=True, metadata={"description": "What went back to the rail, stakes included."})
    rounds = Whole(required=True)


class GroupOut(SumsOut):
    """The sums of one table, seat or player; what the line is not about is null. A null player is nobody named."""

    table_id = Whole(required=True, allow_none=True)
    table_code = Text(1, 32, required=True, allow_none=True)
    seat = Seat(required=True, allow_none=True)
    player = Text(1, 64, required=True, allow_none=True)


class PayableOut(Body):
    """What a gaming day comes to: in all, and line by line."""

    gaming_date = Day(required=True)
    by = Choice(BY, required=True)
    currency = Text(3, 3, required=True)
    totals = Nested(SumsOut, required=True, metadata={"description": "Of all lines, not only of this page."})
    items = ListOf(Nested(GroupOut), required=True)
    next_cursor = Text(1, 1000, required=True, allow_none=True)


PAYABLE: Final = {
    "gaming_date": "2026-11-30",
    "by": "seat",
    "currency": "EUR",
    "totals": {"net_minor": "500", "returned_minor": "500", "rounds": 1},
    "items": [
        {
            "table_id": 1,
            "table_code": "CP-01",
            "seat": "1",
            "player": None,
            "net_minor": "500",
            "returned_minor": "500",
            "rounds": 1,
        }
    ],
    "next_cursor": None,
}


def show_sums(sums: Sums) -> dict[str, Any]:
    """Sums as they are answered."""
    return {
        "net_minor": str(sums.net_minor),
        "returned_minor": str(sums.returned_minor),
        "rounds": sums.rounds,
    }


def show_group(group: Group) -> Mapping[str, Any]:
    """One line as it is answered."""
    about = {
        "table_id": group.table_id,
        "table_code": group.table_code,
        "seat": group.seat,
        "player": group.player,
    }
    return {**about, **show_sums(group.sums)}
