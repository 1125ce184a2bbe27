"""K1: what is stored is what the recorded cards, decisions, bets and the pinned version settle to."""

from collections.abc import Iterator

from engine.checks.facts import RoundFacts, Trouble
from engine.checks.findings import Finding, as_differences, on_round
from engine.evidence import canonical_bytes, differences


def find(facts: RoundFacts) -> Iterator[Finding]:
    """The stored settlement against the one settled again, place by place; or why it could not be settled again.

    A version that cannot be read is one finding of its own (``engine.checks.rulesets``), not one for each round.
    """
    if isinstance(facts.replayed, Trouble):
        trouble = facts.replayed
        if trouble.code != "ruleset_unreadable":
            yield on_round(trouble.code, facts.place, trouble.message, as_differences(trouble.violations))
        return
    if facts.settlement is None or facts.settlement.data is facts.replayed_data:
        return
    if facts.settlement.data is None:
        yield on_round("settlement_unreadable", facts.place, "the stored settlement is no JSON object")
        return
    found = differences(facts.settlement.data, facts.replayed_data)
    if found:
        amounts = ", ".join(f"{seat} {net}" for seat, net in facts.replayed.nets.items())
        yield on_round("settlement_differs", facts.place, f"settled again the nets are {amounts}", found)
    elif facts.settlement.text.encode() != canonical_bytes(facts.replayed_data):
        message = "the stored text is spelled otherwise than canonical JSON, so that readers may take it for two things"
        yield on_round("settlement_differs", facts.place, message)
