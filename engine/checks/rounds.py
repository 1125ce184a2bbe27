"""Every check of a single round, in the order in which findings are told."""

from collections.abc import Callable, Iterator
from typing import Final

from engine.checks import authors, conservation, filing, hashes, recompute, spots, times
from engine.checks.facts import RoundFacts
from engine.checks.findings import Finding

ROUND_CHECKS: Final[tuple[Callable[[RoundFacts], Iterator[Finding]], ...]] = (
    recompute.find,
    spots.find,
    conservation.find,
    hashes.find,
    filing.find,
    times.find,
    authors.find,
)


def find(facts: RoundFacts) -> Iterator[Finding]:
    """All that is wrong with one round."""
    for check in ROUND_CHECKS:
        yield from check(facts)
