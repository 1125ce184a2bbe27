"""K1: the rows by seat, from which players are paid, say what the settlement says."""

from collections.abc import Iterator, Mapping

from engine.checks.facts import RoundFacts, Trouble
from engine.checks.findings import Finding, on_round
from engine.evidence import differences
from engine.money import find_minor


def find(facts: RoundFacts) -> Iterator[Finding]:
    """Net and returned amount of every seat and the house against the round settled again.

    Where it could not be settled again, against the stored settlement: rows must not contradict even that.
    """
    if facts.settlement is None:
        return
    expected: dict[str, tuple[int | None, int | None]]
    replayed = facts.replayed
    if not isinstance(replayed, Trouble):
        returned = {**dict.fromkeys(replayed.nets, 0), **replayed.returned}
        expected = {seat: (net, returned[seat]) for seat, net in replayed.nets.items()}
        source = "the round settled again"
    elif facts.settlement.data is not None:
        expected, source = _said_by(facts.settlement.data), "the stored settlement"
    else:
        return
    stored = {spot.seat: (spot.net_minor, spot.returned_minor) for spot in facts.spots}
    if stored != expected:
        places = differences(_plain(stored), _plain(expected))
        yield on_round("spot_results_differ", facts.place, f"the rows by seat differ from {source}", places)


def _said_by(data: Mapping[str, object]) -> dict[str, tuple[int | None, int | None]]:
    """Net and returned amount by seat of a stored settlement; None for what is no amount."""
    nets, returned = data.get("nets"), data.get("returned")
    if not isinstance(nets, Mapping) or not isinstance(returned, Mapping):
        return {}
    back = {**dict.fromkeys(nets, "0"), **returned}
    return {seat: (find_minor(net), find_minor(back[seat])) for seat, net in nets.items()}


def _plain(rows: Mapping[str, tuple[int | None, int | None]]) -> dict[str, object]:
    return {
        seat: {
            "net_minor": None if net is None else str(net),
            "returned_minor": None if returned is None else str(returned),
        }
        for seat, (net, returned) in rows.items()
    }
