"""What an operation of the API is: declared once, from which routes, access checks and documents follow."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from marshmallow import Schema
from sqlalchemy import Connection

from service.core.auth import Principal
from service.core.paging import Cursors
from service.core.permissions import Permission
from service.core.settings import Settings
from service.core.uow import Database, UnitOfWork


@dataclass(frozen=True, slots=True)
class Services:
    """What a process has: its settings, its database, its cursors, and how it wakes the job runner."""

    settings: Settings
    database: Database
    cursors: Cursors
    wake_jobs: Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Call:
    """One request as a handler sees it: who, and what was asked, already read and checked."""

    services: Services
    caller: Principal | None
    path: Mapping[str, Any]
    query: Mapping[str, Any]
    body: Any
    connection: Connection

    @property
    def principal(self) -> Principal:
        """Who calls; only public operations have no caller, and they do not ask."""
        assert self.caller is not None
        return self.caller


@dataclass(frozen=True, slots=True)
class WriteCall(Call):
    """A request that writes, inside its one transaction."""

    uow: UnitOfWork


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation as declared by its desk. ``permission`` None means public, and is written out as such.

    ``writes`` is whether it runs in a transaction under an Idempotency-Key; what does not write runs in a
    read-only snapshot, whatever its method.
    """

    desk: str
    method: str
    path: str
    name: str
    summary: str
    description: str
    permission: Permission | None
    query: Schema | None
    body: Schema | None
    answer: Schema | None
    status: int
    problems: tuple[str, ...]
    request_example: Mapping[str, Any] | None
    answer_example: Mapping[str, Any] | None
    handler: Callable[[Any], Mapping[str, Any]]
    writes: bool


ALWAYS: Final = ("not_found", "method_not_allowed", "busy", "storage_unusable", "internal_error")
AUTHENTICATED: Final = ("missing_key", "unknown_key", "revoked_key", "not_permitted")
WITH_BODY: Final = (
    "invalid_json",
    "json_too_deep",
    "wrong_content_type",
    "length_required",
    "body_too_large",
    "invalid_request",
)
WRITING: Final = (
    "missing_idempotency_key",
    "bad_idempotency_key",
    "idempotency_key_reused",
    "request_in_flight",
    "storage_full",
)


class Desk:
    """Collects the operations of one desk."""

    def __init__(self, name: str, about: str) -> None:
        self.name = name
        self.about = about
        self.operations: list[Operation] = []

    def get(
        self,
        path: str,
        *,
        permission: Permission | None,
        answer: type[Schema],
        query: type[Schema] | None = None,
        problems: tuple[str, ...] = (),
        example: Mapping[str, Any] | None = None,
    ) -> Callable[[Callable[[Call], Mapping[str, Any]]], Callable[[Call], Mapping[str, Any]]]:
        """Declare a read. The handler's docstring gives summary (first line) and description."""
        said = (*(AUTHENTICATED if permission else ()), "invalid_request", *problems, *ALWAYS)
        return self._declare("GET", path, permission, query, None, answer, 200, said, None, example, writes=False)

    def check(
        self,
        path: str,
        *,
        permission: Permission,
        body: type[Schema],
        answer: type[Schema],
        problems: tuple[str, ...] = (),
        request: Mapping[str, Any] | None = None,
        example: Mapping[str, Any] | None = None,
    ) -> Callable[[Callable[[Call], Mapping[str, Any]]], Callable[[Call], Mapping[str, Any]]]:
        """Declare a question too long for an address: a POST that writes nothing and needs no Idempotency-Key."""
        said = (*AUTHENTICATED, *WITH_BODY, *problems, *ALWAYS)
        return self._declare("POST", path, permission, None, body, answer, 200, said, request, example, writes=False)

    def post(
        self,
        path: str,
        *,
        permission: Permission,
        body: type[Schema],
        answer: type[Schema],
        status: int = 201,
        problems: tuple[str, ...] = (),
        request: Mapping[str, Any] | None = None,
        example: Mapping[str, Any] | None = None,
    ) -> Callable[[Callable[[WriteCall], Mapping[str, Any]]], Callable[[WriteCall], Mapping[str, Any]]]:
        """Declare a write: one transaction, one Idempotency-Key, the same bytes for a retry."""
        said = (*AUTHENTICATED, *WITH_BODY, *WRITING, *problems, *ALWAYS)
        return self._declare("POST", path, permission, None, body, answer, status, said, request, example, writes=True)

    def _declare(  # noqa: PLR0913, PLR0917  (the parts of an operation, each given once above)
        self,
        method: str,
        path: str,
        permission: Permission | None,
        query: type[Schema] | None,
        body: type[Schema] | None,
        answer: type[Schema],
        status: int,
        problems: tuple[str, ...],
        request_example: Mapping[str, Any] | None,
        answer_example: Mapping[str, Any] | None,
        *,
        writes: bool,
    ) -> Callable[[Any], Any]:
        def declare(handler: Any) -> Any:
            summary, _, rest = (handler.__doc__ or "").strip().partition("\n")
            self.operations.append(
                Operation(
                    self.name,
                    method,
                    path,
                    handler.__name__,
                    summary.rstrip("."),
                    " ".join(rest.split()),
                    permission,
                    query() if query else None,
                    body() if body else None,
                    answer(),
                    status,
                    tuple(dict.fromkeys(problems)),
                    request_example,
                    answer_example,
                    handler,
                    writes,
                )
            )
            return handler

        return declare
