"""What the cage owes and is owed, read off the settlements."""

from sqlalchemy import Connection

from service.cage import store
from service.cage.store import Payable, PayableFilter
from service.core.auth import Principal
from service.core.paging import Page


def read_payable(connection: Connection, principal: Principal, asked: PayableFilter, page: Page) -> Payable:
    """What every table, seat or player of a gaming day comes to; the house's own side is left out."""
    return store.read_payable(connection, principal, asked, page)
