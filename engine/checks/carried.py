"""K1: each round of a session goes on from what the rounds before it left: button, Fantasyland, match, dealer.

What is due follows from the rounds alone (``engine.growing.Growth.carried``), so that it holds along a session whether
a round grew or was recorded in one piece, and for the header of a round that was voided or is still open too.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.checks.facts import RoundFacts
from engine.checks.findings import Finding, RoundPlace, as_differences, on_round
from engine.growing import Earlier, Growth

Chain = tuple[Earlier | None, ...]
"""The last rounds of a session that bear on its next one, the newest last; None for one that cannot be settled."""


def find(place: RoundPlace, said: object, chain: Chain, growth: Growth, rules: Any) -> Iterator[Finding]:
    """A record or header that does not go on from the rounds before it. Behind one that is unknown nothing is held."""
    known = [earlier for earlier in chain if earlier is not None]
    if not isinstance(said, Mapping) or len(known) < len(chain):
        return
    faults = growth.not_carried(known, said, rules)
    if faults:
        yield on_round("not_carried", place, "the rounds before it left something else to it", as_differences(faults))


def behind(chain: Chain, facts: RoundFacts, growth: Growth, most: int) -> Chain:
    """The chain behind a round, of so many rounds at ``most`` as the service looks back at."""
    if facts.ruleset is None or facts.replayed_data is None or not isinstance(facts.record, Mapping):
        return (*chain, None)[-most:]
    settled = Earlier(growth.header_of(facts.record), _marks(facts.replayed_data))
    return _last((*chain, settled), min(growth.span(settled.header, facts.ruleset.rules), most))


def _marks(settlement: Mapping[str, Any]) -> Mapping[str, Any]:
    marks: Mapping[str, Any] = settlement["marks"]
    return marks


def _last(chain: Sequence[Earlier | None], count: int) -> Chain:
    return tuple(chain[max(len(chain) - count, 0) :])
