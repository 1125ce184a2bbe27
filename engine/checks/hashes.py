"""K1: evidence and settlement still have the hashes that were written beside them."""

import hashlib
from collections.abc import Iterator

from engine.checks.facts import RoundFacts
from engine.checks.findings import Finding, on_round
from engine.evidence import FORMAT, canonical_bytes


def evidence_bytes(game: str, ruleset_text: str, terms_text: str, record_text: str) -> bytes:
    """Canonical bytes of a portable round file, joined from the canonical texts of its parts.

    The same as ``canonical_bytes`` of the parts read and put together, without reading any.
    """
    name = canonical_bytes(game).decode()
    return (
        f'{{"context":{{}},"format":{FORMAT},"game":{name},"record":{record_text},'
        f'"ruleset":{ruleset_text},"terms":{terms_text}}}'
    ).encode("utf-8", "surrogatepass")


def find(facts: RoundFacts) -> Iterator[Finding]:
    """A hash that is not the text's. Under an altered version the evidence of every round differs: not told again."""
    if facts.ruleset is not None and facts.ruleset.intact:
        ruleset = facts.ruleset
        held = evidence_bytes(ruleset.game.name, ruleset.text, facts.session.terms_text, facts.record_text)
        yield from _compare("evidence_hash_differs", facts, facts.evidence_sha256, held)
    if facts.settlement is not None:
        held = facts.settlement.text.encode("utf-8", "surrogatepass")
        yield from _compare("settlement_hash_differs", facts, facts.settlement.sha256, held)


def _compare(code: str, facts: RoundFacts, recorded: str, held: bytes) -> Iterator[Finding]:
    computed = hashlib.sha256(held).hexdigest()
    if computed != recorded:
        place = {"pointer": "", "recorded": recorded, "computed": computed}
        yield on_round(code, facts.place, "the SHA-256 of the stored text is another", [place])
