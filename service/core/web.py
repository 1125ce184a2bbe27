"""From HTTP to a handler and back: the same manners for every operation.

Order of checks: request id, key (401), permission (403), query (422), body as strict JSON (400, 413, 415), schema
(422), Idempotency-Key (400), then the transaction.
"""

import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import structlog
from flask import Flask, Response, g, request
from marshmallow import ValidationError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge

from service.core import idempotency
from service.core.auth import Authenticator, Principal, authorize
from service.core.clock import elapsed_s
from service.core.database import reading
from service.core.errors import Refusal
from service.core.fields import MAX_ID, MAX_INT, violations
from service.core.operations import Call, Operation, Services, WriteCall
from service.core.strict_json import read_json, write_json
from service.core.uow import UnitOfWork, is_passing, storage_problem

STORAGE_RETRY_S: Final = 30
MAX_BODY_BYTES: Final = 64 * 1024
MOST_ERRORS: Final = 200
"""More than a person mends at once: a body of faults must not be answered by one many times its size."""

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_log: Final = structlog.get_logger("pitbook.http")


def mount(app: Flask, operations: Iterable[Operation], services: Services, authenticator: Authenticator) -> None:
    """Give every operation its route, and every failure its problem."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.url_map.merge_slashes = False
    app.before_request(_start)
    app.after_request(_finish)
    for operation in operations:
        view = _view(operation, services, authenticator)
        app.add_url_rule(_rule(operation.path), operation.name, view, methods=[operation.method])
    app.register_error_handler(Refusal, problem)
    app.register_error_handler(DBAPIError, _database_problem)
    app.register_error_handler(NoConnection, _crowded_problem)
    app.register_error_handler(HTTPException, _http_problem)
    app.register_error_handler(Exception, _unexpected_problem)


def _rule(path: str) -> str:
    rule = re.sub(r"\{(\w+_id)\}", rf"<int(max={MAX_ID}):\1>", path)
    rule = re.sub(r"\{(version)\}", rf"<int(max={MAX_INT}):\1>", rule)
    return re.sub(r"\{(\w+)\}", r"<\1>", rule)


def _view(operation: Operation, services: Services, authenticator: Authenticator) -> Callable[..., Response]:
    answer = _write if operation.writes else _read

    def view(**path: Any) -> Response:
        if any("\x00" in part for part in path.values() if isinstance(part, str)):
            raise Refusal("not_found", "No such address.")
        return answer(operation, services, _principal(operation, authenticator), path)

    return view


def _principal(operation: Operation, authenticator: Authenticator) -> Principal | None:
    if operation.permission is None:
        return None
    principal = authenticator.principal(request.headers.get("Authorization"))
    authorize(principal, operation.permission)
    g.principal = principal.label
    return principal


def _read(operation: Operation, services: Services, principal: Principal | None, path: Mapping[str, Any]) -> Response:
    query = _query(operation)
    body = None if operation.body is None else _body(operation, _raw_body())
    with reading(services.database.engine) as connection:
        call = Call(services, principal, path, query, body, connection)
        return _json(operation.status, write_json(operation.handler(call)))


def _write(operation: Operation, services: Services, principal: Principal | None, path: Mapping[str, Any]) -> Response:
    assert principal is not None, "an operation that writes is never public"
    _query(operation)
    raw = _raw_body()
    body = _body(operation, raw)
    header = request.headers.get("Idempotency-Key")
    intent = idempotency.read_intent(header, principal, operation.method, request.path, raw)

    def work(uow: UnitOfWork) -> idempotency.Answer:
        earlier = idempotency.begin(uow, intent)
        if earlier is not None:
            return earlier
        call = WriteCall(services, principal, path, {}, body, uow.connection, uow)
        fresh = idempotency.Answer(operation.status, write_json(operation.handler(call)))
        idempotency.finish(uow, intent, fresh)
        return fresh

    answer = services.database.transact(work)
    response = _json(answer.status, answer.body)
    if answer.replayed:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def _raw_body() -> bytes:
    """The body as it was sent; one in chunks has no length that could be held to the limit before it is read."""
    if request.content_length is None:
        raise Refusal("length_required", "The body has no Content-Length.")
    return request.get_data(cache=False)


def _body(operation: Operation, raw: bytes) -> Any:
    if request.mimetype != "application/json":
        raise Refusal("wrong_content_type", "The Content-Type is not application/json.")
    assert operation.body is not None
    data = read_json(raw)
    try:
        return operation.body.load(data)
    except ValidationError as error:
        raise Refusal(
            "invalid_request", "The body was read, but not all of it fits.", violations(error.messages)
        ) from None


def _query(operation: Operation) -> Mapping[str, Any]:
    given = {key: values[-1] for key, values in request.args.lists()}
    repeated = [key for key, values in request.args.lists() if len(values) > 1]
    messages: dict[str, Any] = {key: ["wrong_value|This may stand once only."] for key in repeated}
    if operation.query is None:
        messages |= {key: ["unknown_key|This parameter is not read here."] for key in given}
    loaded: Mapping[str, Any] = {}
    try:
        loaded = operation.query.load(given) if operation.query is not None else {}
    except ValidationError as error:
        messages |= dict(error.messages_dict)
    if messages:
        raise Refusal("invalid_request", "The query was read, but not all of it fits.", violations(messages))
    return loaded


def _json(status: int, body: bytes) -> Response:
    return Response(body, status, mimetype="application/json")


def problem(refusal: Refusal) -> Response:
    """A refusal as problem+json (RFC 9457), with every place named, up to ``MOST_ERRORS``."""
    kind = refusal.kind
    g.problem = refusal.code
    named = refusal.errors[:MOST_ERRORS]
    body = {
        "type": f"/problems/{refusal.code}",
        "title": kind.title,
        "status": kind.status,
        "detail": refusal.detail,
        "code": refusal.code,
        "advice": kind.advice,
        "errors": [{"pointer": e.pointer, "code": e.code, "detail": e.detail} for e in named],
        "more_errors": len(refusal.errors) - len(named),
    }
    response = Response(write_json(body), kind.status, mimetype="application/problem+json")
    if refusal.retry_after_s is not None:
        response.headers["Retry-After"] = str(refusal.retry_after_s)
    if kind.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _database_problem(error: DBAPIError) -> Response:
    code = storage_problem(error)
    if code is not None:
        _log.error("storage", request_id=g.get("request_id"), exc_info=error)
        return problem(Refusal(code, "The database refused what was asked of it.", (), STORAGE_RETRY_S))
    if is_passing(error):
        return problem(Refusal("busy", "The database did not answer in time.", (), 1))
    return _unexpected_problem(error)


def _crowded_problem(_: NoConnection) -> Response:
    return problem(Refusal("busy", "All connections to the database are in use.", (), 1))


def _http_problem(error: HTTPException) -> Response:
    if isinstance(error, MethodNotAllowed):
        response = problem(Refusal("method_not_allowed", f"{request.method} is not taken here."))
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
        return response
    if isinstance(error, RequestEntityTooLarge):
        return problem(Refusal("body_too_large", f"More than {MAX_BODY_BYTES} bytes were sent."))
    if isinstance(error, NotFound):
        return problem(Refusal("not_found", "No such address."))
    if error.code is not None and error.code < 500:
        return problem(Refusal("invalid_json", "The request could not be read."))
    return _unexpected_problem(error)


def _unexpected_problem(error: Exception) -> Response:
    _log.error("unexpected", request_id=g.get("request_id"), exc_info=error)
    return problem(Refusal("internal_error", f"Request {g.get('request_id')} failed."))


def _start() -> None:
    sent = request.headers.get("X-Request-Id", "")
    g.request_id = sent if _REQUEST_ID.fullmatch(sent) else secrets.token_urlsafe(12)
    g.started_s = elapsed_s()


def _finish(response: Response) -> Response:
    response.headers["X-Request-Id"] = g.request_id
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    _log.info(
        "request",
        request_id=g.request_id,
        method=request.method,
        path=request.path,
        status=response.status_code,
        principal=g.get("principal"),
        problem=g.get("problem"),
        duration_ms=round((elapsed_s() - g.started_s) * 1000, 2),
    )
    return response
