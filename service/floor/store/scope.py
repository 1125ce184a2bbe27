"""Whose rows a query may see."""

from sqlalchemy import ColumnElement, Table

from service.core.auth import Principal


def visible(principal: Principal, table: Table) -> list[ColumnElement[bool]]:
    """Conditions on a table with ``property_id`` and ``table_id``: the caller's property, and the one gaming table
    that a device is bound to.
    """
    conditions = [table.c.property_id == principal.property_id]
    if principal.table_id is not None:
        conditions.append(table.c.table_id == principal.table_id)
    return conditions
