"""The one place that asks what time it is, and the one spelling of a moment.

Moments are UTC microseconds since 1970 as integers (``*_us``), in the database and in the code; the API
spells them ``2026-11-30T02:36:53.000000Z``.
"""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

Clock = Callable[[], int]
"""Returns now, in UTC microseconds."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_RFC3339: Final = re.compile(
    r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)", re.ASCII
)


def now_us() -> int:
    """Now, in UTC microseconds."""
    return time.time_ns() // 1000


def format_us(moment_us: int) -> str:
    """A moment as RFC 3339 text with microseconds."""
    moment = _EPOCH + timedelta(microseconds=moment_us)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def find_us(text: object) -> int | None:
    """The moment of an RFC 3339 text with an offset (``Z`` or ``+02:00``), None for anything else."""
    if not isinstance(text, str) or not _RFC3339.fullmatch(text):
        return None
    try:
        moment = datetime.fromisoformat(text.upper())
        since = moment.astimezone(UTC) - _EPOCH
    except (ValueError, OverflowError):
        return None
    return since // timedelta(microseconds=1)


def elapsed_s() -> float:
    """A monotonic reading in seconds, for leases and caches within one process; never stored."""
    return time.monotonic()


def wait_s(seconds: float) -> None:
    """Let some time pass."""
    time.sleep(seconds)
