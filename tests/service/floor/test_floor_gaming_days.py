"""Which gaming day a moment belongs to, by the wall clock of the property."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from service.core.clock import find_us
from service.floor.gaming_days import gaming_date_of
from support.house import House

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
STEP = timedelta(minutes=15)
ZONES = [
    ("Europe/Vienna", 360),
    ("America/New_York", 150),  # 02:30, which comes twice in autumn and never in spring
    ("Australia/Lord_Howe", 105),  # 01:45, and a change of the clock by half an hour
    ("America/Havana", 0),  # midnight, which the change of the clock skips and repeats
    ("Asia/Macau", 540),
]


def us(text: str) -> int:
    moment = find_us(text)
    assert moment is not None
    return moment


def walked(zone: str, rollover_min: int, first: datetime, last: datetime) -> Iterator[tuple[datetime, str]]:
    """Every quarter of an hour with its gaming date, found by watching the wall clock from before.

    The clock on the wall is UTC plus the zone's offset. A day begins when it shows more than it ever did, past a
    further rollover; so a clock that is put back changes nothing.
    """
    moment, furthest = first - timedelta(days=2), datetime.min  # noqa: DTZ901  (a wall clock has no zone)
    while moment <= last:
        offset = moment.astimezone(ZoneInfo(zone)).utcoffset()
        assert offset is not None
        furthest = max(furthest, moment.replace(tzinfo=None) + offset)
        if moment >= first:
            yield moment, (furthest - timedelta(minutes=rollover_min)).date().isoformat()
        moment += STEP


@pytest.mark.parametrize(("zone", "rollover_min"), ZONES)
def test_every_hour_of_three_years_falls_into_the_day_that_watching_the_wall_clock_gives(
    zone: str, rollover_min: int
) -> None:
    first, last = datetime(2025, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC)
    wrong = [
        (moment, expected)
        for moment, expected in walked(zone, rollover_min, first, last)
        if moment.minute == 0
        and gaming_date_of((moment - EPOCH) // timedelta(microseconds=1), zone, rollover_min) != expected
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("zone", "rollover_min", "gaming_date", "hours"),
    [
        ("Europe/Paris", 360, "2026-03-28", 23),
        ("Europe/Paris", 360, "2026-10-24", 25),
        ("Europe/Paris", 360, "2026-06-01", 24),
        ("America/New_York", 0, "2026-03-08", 23),
        ("America/New_York", 0, "2026-11-01", 25),
        ("Asia/Macau", 360, "2026-03-28", 24),
    ],
)
def test_a_gaming_day_has_as_many_hours_as_the_wall_clock_gives_it(
    zone: str, rollover_min: int, gaming_date: str, hours: int
) -> None:
    start = datetime.combine(date.fromisoformat(gaming_date) - timedelta(days=1), datetime.min.time(), UTC)
    moments = [start + n * timedelta(minutes=30) for n in range(4 * 48)]
    inside = [
        m
        for m in moments
        if gaming_date_of((m - EPOCH) // timedelta(microseconds=1), zone, rollover_min) == gaming_date
    ]
    assert len(inside) == 2 * hours


@pytest.mark.parametrize(
    ("moment", "gaming_date"),
    [
        ("2026-11-01T05:29:59.999999Z", "2026-10-31"),  # 01:29 EDT
        ("2026-11-01T05:30:00Z", "2026-11-01"),  # 01:30 EDT, the first time that the clock shows the rollover
        ("2026-11-01T06:00:00Z", "2026-11-01"),  # 01:00 EST, shown again: the day has begun and does not end
        ("2026-11-01T06:30:00Z", "2026-11-01"),  # 01:30 EST, the second time
    ],
)
def test_a_rollover_that_the_clock_shows_twice_is_reached_the_first_time(moment: str, gaming_date: str) -> None:
    assert gaming_date_of(us(moment), "America/New_York", 90) == gaming_date


@pytest.mark.parametrize(
    ("moment", "gaming_date"),
    [
        ("2026-03-08T06:59:59.999999Z", "2026-03-07"),  # 01:59:59 EST
        ("2026-03-08T07:00:00Z", "2026-03-08"),  # 03:00 EDT: the clock went past 02:30
    ],
)
def test_a_rollover_that_the_clock_skips_is_reached_at_the_change(moment: str, gaming_date: str) -> None:
    assert gaming_date_of(us(moment), "America/New_York", 150) == gaming_date


def test_the_same_moment_is_another_gaming_day_elsewhere() -> None:
    moment = us("2026-11-30T05:30:00Z")
    assert gaming_date_of(moment, "Europe/Paris", 360) == "2026-11-30"
    assert gaming_date_of(moment, "America/New_York", 360) == "2026-11-29"


def test_an_address_with_a_nul_is_not_found(house: House) -> None:
    for path in ("/v1/gaming-days/%00", "/v1/gaming-days/2026-11-30%00"):
        assert house.get(path).status_code == 404
