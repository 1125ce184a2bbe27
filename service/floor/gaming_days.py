"""Which gaming day a moment belongs to.

A property's gaming day begins when its wall clock first reaches the rollover, and lasts till the next one does.
It follows the time of play, never the time of posting. Where the clock is put forward or back within it, it has
23 or 25 hours.
"""

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DAY: Final = timedelta(days=1)


def gaming_date_of(moment_us: int, time_zone: str, rollover_min: int) -> str:
    """The gaming date (``2026-11-30``) of a moment in UTC microseconds.

    ``rollover_min`` is the wall time at which a gaming day begins, in minutes after midnight. A wall time that a
    change of the clock skips is reached at the change; one that comes twice has been reached the first time.
    """
    moment = _EPOCH + timedelta(microseconds=moment_us)
    local = moment.astimezone(ZoneInfo(time_zone))
    rollover = timedelta(minutes=rollover_min)
    begun = (local.replace(tzinfo=None) - rollover).date()
    if local.fold:  # the clock shows this time again: what began when it showed it first has not ended
        after = begun + _DAY
        start = datetime(after.year, after.month, after.day, tzinfo=local.tzinfo) + rollover
        if start.replace(fold=0).astimezone(UTC) <= moment:
            begun = after
    return begun.isoformat()
