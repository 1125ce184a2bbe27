"""K5: a round is recorded and settled in one transaction, on the gaming day in which it was played."""

from collections.abc import Iterator

from engine.checks.facts import RoundFacts
from engine.checks.findings import Finding, on_round
from engine.evidence import differences


def find(facts: RoundFacts) -> Iterator[Finding]:
    """A time of play in another gaming day, and a settlement at another moment than the round's."""
    gaming_date, recorded_us = facts.filing[3], facts.history.recorded_us
    places = differences(facts.history.played_on, gaming_date, "/played_on")
    if facts.settlement is not None:
        places += differences(facts.settlement.settled_us, recorded_us, "/settled_us")
    if places:
        yield on_round("times_differ", facts.place, "its times are not those of one round of its gaming day", places)
