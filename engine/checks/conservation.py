"""K2: what the seats and the house win and lose in a round sums to zero."""

from collections.abc import Iterator, Mapping

from engine.checks.facts import RoundFacts
from engine.checks.findings import Finding, on_round
from engine.money import find_minor


def find(facts: RoundFacts) -> Iterator[Finding]:
    """The stored nets and the stored rows by seat, each on its own: one of them may have been altered."""
    if facts.settlement is None:
        return
    places: list[dict[str, object]] = []
    over = sum(spot.net_minor for spot in facts.spots)
    if over:
        places.append({"pointer": "/spots", "recorded": str(over), "computed": "0"})
    if facts.settlement.data is not None and facts.settlement.data is not facts.replayed_data:
        over_nets = _sum_of_nets(facts.settlement.data.get("nets"))
        if over_nets != "0":
            places.append({"pointer": "/nets", "recorded": over_nets, "computed": "0"})
    if places:
        yield on_round("not_zero_sum", facts.place, "money appeared or went", places)


def _sum_of_nets(nets: object) -> str | None:
    """The sum as text, None where an entry is no amount. What is settled again sums to zero by construction."""
    if not isinstance(nets, Mapping):
        return None
    amounts = [find_minor(net) for net in nets.values()]
    return None if None in amounts else str(sum(amount for amount in amounts if amount is not None))
