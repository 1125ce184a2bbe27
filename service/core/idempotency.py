"""One intent, one effect, the same bytes.

The key is inserted first inside the one business transaction, so a second request with it waits for the first
and then finds its answer. Only answers of committed work are kept: a refusal has written nothing, and a retry
of it is judged anew.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects.postgresql import insert  # its ON CONFLICT is spelled alike for both databases
from sqlalchemy.exc import OperationalError

from service.core.auth import Principal
from service.core.errors import Refusal
from service.core.models import idempotency_keys as keys
from service.core.uow import UnitOfWork

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)
_LOCK_NOT_AVAILABLE: Final = "55P03"
_CLAIM: Final = insert(keys).on_conflict_do_nothing().returning(keys.c.created_us)
_OF_INTENT: Final = (keys.c.principal_key_id == bindparam("principal"), keys.c.idempotency_key == bindparam("key"))
_EARLIER: Final = select(keys.c.fingerprint, keys.c.status, keys.c.body).where(*_OF_INTENT)
_KEEP: Final = update(keys).where(*_OF_INTENT).values(status=bindparam("status"), body=bindparam("body"))


@dataclass(frozen=True, slots=True)
class Intent:
    """What a caller means by one key: the key, who sent it and a fingerprint of the whole request."""

    principal_key_id: int
    key: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished answer: status and exact bytes."""

    status: int
    body: bytes
    replayed: bool = False


def read_intent(header: str | None, principal: Principal, method: str, path: str, body: bytes) -> Intent:
    """The intent of a request. Raises Refusal ``missing_idempotency_key`` or ``bad_idempotency_key``."""
    if header is None:
        raise Refusal("missing_idempotency_key", "The Idempotency-Key header is missing.")
    if not _KEY.fullmatch(header):
        raise Refusal("bad_idempotency_key", "The Idempotency-Key is not 16 to 64 letters, digits, '-' or '_'.")
    hashed = hashlib.sha256()
    for part in (method.encode(), path.encode(), str(principal.key_id).encode(), body):
        hashed.update(len(part).to_bytes(8, "big") + part)
    return Intent(principal.key_id, header, hashed.hexdigest())


def begin(uow: UnitOfWork, intent: Intent) -> Answer | None:
    """Claim the key in this transaction, or return the answer that an earlier request was given.

    Raises Refusal ``idempotency_key_reused`` for another request under the same key and ``request_in_flight``
    where the first one has not ended within the lock timeout.
    """
    row = {
        "principal_key_id": intent.principal_key_id,
        "idempotency_key": intent.key,
        "fingerprint": intent.fingerprint,
        "created_us": uow.now_us,
    }
    try:
        claimed = uow.connection.execute(_CLAIM, row).one_or_none() is not None
    except OperationalError as error:
        if getattr(error.orig, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
            raise Refusal("request_in_flight", "The first request has not ended yet.", (), 1) from error
        raise
    return None if claimed else _earlier(uow, intent)


def finish(uow: UnitOfWork, intent: Intent, answer: Answer) -> None:
    """Keep the answer beside the effect, in the same transaction."""
    uow.connection.execute(_KEEP, _of(intent) | {"status": answer.status, "body": answer.body})


def _of(intent: Intent) -> dict[str, object]:
    return {"principal": intent.principal_key_id, "key": intent.key}


def _earlier(uow: UnitOfWork, intent: Intent) -> Answer:
    found = uow.connection.execute(_EARLIER, _of(intent)).one()
    if found.fingerprint != intent.fingerprint:
        raise Refusal("idempotency_key_reused", "The key was used for a request with another address or body.")
    return Answer(found.status, found.body, replayed=True)
