"""K5, K10: every row of a round is filed where its session says: day, table, player, version.

Lists, balances and payable summaries walk along these copies, so that a row moved to another day, table or player
moves money without touching an amount.
"""

from collections.abc import Iterator

from engine.checks.facts import RoundFacts
from engine.checks.findings import Finding, on_round
from engine.evidence import differences

_NAMES = ("property_id", "table_id", "session_id", "gaming_date", "seq")


def find(facts: RoundFacts) -> Iterator[Finding]:
    """A round, settlement or row by seat that is filed elsewhere, or settled under another version."""
    if facts.settlement is None:
        yield on_round("settlement_missing", facts.place, "a round is settled when it is recorded; this one is not")
    elif facts.settlement.ruleset_version_id != facts.session.ruleset_version_id:
        place = {
            "pointer": "/ruleset_version_id",
            "recorded": facts.settlement.ruleset_version_id,
            "computed": facts.session.ruleset_version_id,
        }
        yield on_round("ruleset_switched", facts.place, "its session is pinned to another version", [place])
    places = list(_places(facts))
    if places:
        yield on_round(
            "filed_elsewhere", facts.place, "lists and balances will not find it where it was played", places
        )


def _places(facts: RoundFacts) -> Iterator[dict[str, object]]:
    property_id, table_id, session_id, gaming_date, seq = facts.filing
    if (property_id, table_id, gaming_date) != facts.session.filing:
        pinned = (facts.session.filing[0], facts.session.filing[1], session_id, facts.session.filing[2], seq)
        yield from differences(_named(facts.filing), _named(pinned), "/round")
    for spot in facts.spots:
        if spot.filing != facts.filing:
            yield from differences(_named(spot.filing), _named(facts.filing), f"/spots/{spot.seat}")
        if spot.player != facts.session.players.get(spot.seat):
            player = {"player": facts.session.players.get(spot.seat)}
            yield from differences({"player": spot.player}, player, f"/spots/{spot.seat}")


def _named(filing: tuple[object, ...]) -> dict[str, object]:
    return dict(zip(_NAMES, filing, strict=True))
