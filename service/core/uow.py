"""One transaction, one commit site."""

import random
import threading
import time
from collections.abc import Callable
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from service.core.clock import Clock, now_us
from service.core.errors import Refusal

T = TypeVar("T")
ATTEMPTS: Final = 4
WRITER_WAIT_S: Final = 10
_PASSING_SQLSTATES: Final = frozenset({"40001", "40P01", "55P03", "57P01", "57P02", "57P03"})


class UnitOfWork:
    """One business transaction: its connection, its moment, and what is to be done once it is committed."""

    def __init__(self, connection: Connection, moment_us: int) -> None:
        self.connection = connection
        self.now_us = moment_us
        self.after_commit: list[Callable[[], None]] = []


class Database:
    """Runs work in transactions. On SQLite one writer at a time enters, in order of arrival."""

    def __init__(self, engine: Engine, clock: Clock = now_us) -> None:
        self.engine = engine
        self.clock = clock
        self._one_writer = threading.Lock() if engine.dialect.name == "sqlite" else None

    def transact(self, work: Callable[[UnitOfWork], T]) -> T:
        """Run ``work`` in one transaction and commit it.

        Passing faults (busy, deadlock, lost connection) are tried again with jitter, then refused as ``busy``.
        ``work`` must be safe to run again from the start: it is, where an idempotency or natural key stands in
        the same transaction, because a commit whose answer was lost is then found again.
        """
        for attempt in range(ATTEMPTS):
            try:
                return self._once(work)
            except DBAPIError as error:
                last = attempt == ATTEMPTS - 1 or has_waited(error)
                if not is_passing(error) or last:
                    if is_passing(error):
                        raise Refusal("busy", "The database did not take the write in time.", (), 1) from error
                    raise
                time.sleep(random.uniform(0.02, 0.08) * (attempt + 1))  # noqa: S311  (jitter, not a secret)
        raise AssertionError("unreachable")

    def _once(self, work: Callable[[UnitOfWork], T]) -> T:
        if self._one_writer is None:
            return self._in_transaction(work)
        if not self._one_writer.acquire(timeout=WRITER_WAIT_S):
            raise Refusal("busy", "Other writers took too long.", (), 1)
        try:
            return self._in_transaction(work)
        finally:
            self._one_writer.release()

    def _in_transaction(self, work: Callable[[UnitOfWork], T]) -> T:
        with self.engine.connect().execution_options(pitbook_write=True) as connection:
            transaction = connection.begin()
            uow = UnitOfWork(connection, self.clock())
            try:
                result = work(uow)
                transaction.commit()
            finally:
                if transaction.is_active:
                    transaction.rollback()
        for step in uow.after_commit:
            step()
        return result


_FULL: Final = ("database or disk is full", "53100", "No space left")
_UNUSABLE: Final = ("readonly database", "disk I/O error", "unable to open database", "25006", "58030")


def storage_problem(error: DBAPIError) -> str | None:
    """The problem code of a database that has no space left or cannot be used, None for any other fault."""
    said = f"{getattr(error.orig, 'sqlstate', None)} {error.orig}"
    for code, words in (("storage_full", _FULL), ("storage_unusable", _UNUSABLE)):
        if any(word in said for word in words):
            return code
    return None


def has_waited(error: DBAPIError) -> bool:
    """Whether a lock was waited for as long as we let anybody wait: to try again would only hold up a thread."""
    return getattr(error.orig, "sqlstate", None) == "55P03" or "database is locked" in str(error.orig)


def is_passing(error: DBAPIError) -> bool:
    """Whether a database error may be gone at the next try."""
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return state in _PASSING_SQLSTATES or str(state).startswith("08")
    if error.connection_invalidated or isinstance(error, InterfaceError):
        return True
    return isinstance(error, OperationalError) and any(
        word in str(error.orig) for word in ("locked", "busy", "connection", "closed", "consuming input failed")
    )
