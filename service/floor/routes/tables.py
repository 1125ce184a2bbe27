"""Gaming tables and gaming days over HTTP."""

from collections.abc import Mapping
from typing import Any

from service.core.lists import ListQuery, answer_list
from service.core.operations import Call, WriteCall
from service.core.permissions import Permission
from service.floor.routes.desk import desk
from service.floor.schemas import examples
from service.floor.schemas import tables as schemas
from service.floor.store import tables as store
from service.floor.usecases import tables as usecases


@desk.post(
    "/v1/tables",
    permission=Permission.MANAGE_TABLES,
    body=schemas.TableIn,
    answer=schemas.TableOut,
    problems=("code_taken",),
    request=examples.TABLE_REQUEST,
    example=examples.TABLE,
)
def add_table(call: WriteCall) -> Mapping[str, Any]:
    """Put a table on the floor."""
    return schemas.show_table(usecases.add_table(usecases.AddTable(**call.body), call.principal, call.uow))


@desk.get(
    "/v1/tables",
    permission=Permission.READ_FLOOR,
    query=ListQuery,
    answer=schemas.TablesOut,
    problems=("invalid_cursor",),
    example=examples.page_of(examples.TABLE),
)
def list_tables(call: Call) -> Mapping[str, Any]:
    """List the property's tables by code. A device sees its own."""
    return answer_list(
        call, "tables", lambda page: store.list_tables(call.connection, call.principal, page), schemas.show_table
    )


@desk.get("/v1/tables/{table_id}", permission=Permission.READ_FLOOR, answer=schemas.TableOut, example=examples.TABLE)
def read_table(call: Call) -> Mapping[str, Any]:
    """Say what a table is called, what is played at it and how many sit there."""
    return schemas.show_table(usecases.find_table(call.connection, call.principal, call.path["table_id"]))


@desk.get(
    "/v1/gaming-days",
    permission=Permission.READ_FLOOR,
    query=schemas.DayQuery,
    answer=schemas.DaysOut,
    problems=("invalid_cursor",),
    example=examples.page_of(examples.DAY),
)
def list_gaming_days(call: Call) -> Mapping[str, Any]:
    """List gaming days by date.

    A gaming day is opened by the first session of its date.
    """
    home, since = call.principal.property_id, call.query.get("since")
    return answer_list(
        call, "gaming-days", lambda page: store.list_days(call.connection, home, since, page), schemas.show_day
    )


@desk.get(
    "/v1/gaming-days/{gaming_date}", permission=Permission.READ_FLOOR, answer=schemas.DayOut, example=examples.DAY
)
def read_gaming_day(call: Call) -> Mapping[str, Any]:
    """Say when a gaming day was opened, and whether it is closed."""
    return schemas.show_day(usecases.find_day(call.connection, call.principal, call.path["gaming_date"]))


@desk.post(
    "/v1/gaming-days/{gaming_date}/closing",
    permission=Permission.MANAGE_SESSIONS,
    body=schemas.ClosingIn,
    answer=schemas.DayOut,
    status=200,
    problems=("gaming_day_closed", "sessions_open"),
    request={},
    example=examples.DAY_CLOSED,
)
def close_gaming_day(call: WriteCall) -> Mapping[str, Any]:
    """Close a gaming day for good: nothing more is recorded in it.

    It is refused while sessions of the day are open.
    """
    return schemas.show_day(usecases.close_day(call.path["gaming_date"], call.principal, call.uow))
