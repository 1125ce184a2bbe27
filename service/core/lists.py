"""What every list of the API asks and answers alike: ``limit`` and ``cursor`` in, ``items`` and ``next_cursor`` out.

A list is one walk along one index: ``read_slice`` starts behind the sort key that the cursor holds, reads one row
more than was asked for, and so knows without counting whether there is a next page.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from marshmallow import Schema
from sqlalchemy import ColumnElement, Connection, Row, Select, tuple_

from service.core.fields import Body, ListOf, Nested, QueryWhole, Text
from service.core.operations import Call
from service.core.paging import DEFAULT_LIMIT, MOST_LIMIT, Page

T = TypeVar("T")


class ListQuery(Body):
    """Base of every list's query; a list adds its filters."""

    limit = QueryWhole(1, MOST_LIMIT, load_default=DEFAULT_LIMIT, metadata={"description": "Most rows of one answer."})
    cursor = Text(1, 1000, metadata={"description": "next_cursor of the answer before; the filters stay the same."})


class Slice(NamedTuple, Generic[T]):
    """Some rows of a list in order, and the sort key of the last one if more follow."""

    rows: Sequence[T]
    next_key: tuple[Any, ...] | None

    def map(self, make: Callable[[T], Any]) -> "Slice[Any]":
        """The same slice with something made of each row."""
        return Slice([make(row) for row in self.rows], self.next_key)


def list_of(item: type[Schema], name: str) -> type[Schema]:
    """The schema of a page of such items, under a name of its own in the API's description."""
    about = {"description": "Cursor of the next page; null behind the last one."}
    page = {"items": ListOf(Nested(item), required=True), "next_cursor": Text(allow_none=True, metadata=about)}
    return Body.from_dict(dict(page), name=name)


def read_slice(
    connection: Connection, statement: Select[Any], order: Sequence[ColumnElement[Any]], page: Page
) -> Slice[Row[Any]]:
    """One page of a statement that selects every column of ``order``, a key that no two rows share."""
    if page.after is not None:
        statement = statement.where(tuple_(*order) > page.after)
    rows = connection.execute(statement.order_by(*order).limit(page.limit + 1)).all()
    if len(rows) <= page.limit:
        return Slice(rows, None)
    shown = rows[: page.limit]
    return Slice(shown, tuple(shown[-1]._mapping[column] for column in order))


def answer_list(
    call: Call, name: str, read: Callable[[Page], Slice[T]], show: Callable[[T], Mapping[str, Any]]
) -> dict[str, Any]:
    """The answer of a list operation; its cursors are bound to the list's name, the filters and who may read what."""
    filters = {key: value for key, value in call.query.items() if key not in ("limit", "cursor")}
    bound = {**filters, "at": [call.principal.property_id, call.principal.table_id]}
    found = read(call.services.cursors.page(name, bound, call.query["limit"], call.query.get("cursor")))
    next_cursor = None if found.next_key is None else call.services.cursors.write(name, bound, found.next_key)
    return {"items": [show(row) for row in found.rows], "next_cursor": next_cursor}
