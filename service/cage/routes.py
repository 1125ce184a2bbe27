"""The cage over HTTP."""

from collections.abc import Mapping
from typing import Any, Final

from service.cage import schemas, usecases
from service.cage.store import Group, Payable, PayableFilter
from service.core.lists import Slice, answer_list
from service.core.operations import Call, Desk
from service.core.paging import Page
from service.core.permissions import Permission

desk: Final = Desk("cage", "What is owed to patrons and by them.")


@desk.get(
    "/v1/payable",
    permission=Permission.READ_PAYABLE,
    query=schemas.PayableQuery,
    answer=schemas.PayableOut,
    problems=("invalid_cursor",),
    example=schemas.PAYABLE,
)
def read_payable(call: Call) -> Mapping[str, Any]:
    """Read what a gaming day comes to by table, seat or player, with the totals.

    The house's own side is left out: what patrons win, it owes.
    """
    query = call.query
    asked = PayableFilter(query["gaming_date"], query["by"], query.get("table_id"), query.get("player"))
    found: list[Payable] = []

    def read(page: Page) -> Slice[Group]:
        found.append(usecases.read_payable(call.connection, call.principal, asked, page))
        return found[0].groups

    page = answer_list(call, "payable", read, schemas.show_group)
    payable = found[0]
    head = {"gaming_date": asked.gaming_date, "by": asked.by, "currency": payable.currency}
    return {**head, "totals": schemas.show_sums(payable.totals), **page}
