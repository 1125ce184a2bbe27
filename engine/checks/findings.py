"""What a check can find: the table of codes with severity and advice, and a finding itself.

Severities and what to do follow the table of discrepancies of an operator's reconciliation: a settlement that does
not come out again, or money that does not sum to zero, is critical with no tolerance.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from engine.checks.spelling import plain, text
from engine.errors import Violation
from engine.evidence import digest

MOST_DIFFERENCES: Final = 20
"""A finding names this many places at most, and how many there are."""


class Severity(StrEnum):
    """How bad a finding is, worst first."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class FindingKind(NamedTuple):
    """What a code means to the auditor: the check it belongs to, how bad it is, a title, what to do next."""

    check: str
    severity: Severity
    title: str
    advice: str


_HOLD = "Hold payments of this round, settle it again from the record and correct it by a reversal and a new entry."
_WHO = "Find out who wrote to the database past the service, and restore the row from a backup."
_RECORD = "Compare the record with the table's video and its paper; the round cannot be paid until it is settled."
_VERSION = "Withdraw the version, restore its document from the seeds or a backup, and audit its rounds again."

FINDINGS: Final[Mapping[str, FindingKind]] = {
    "settlement_differs": FindingKind("K1", Severity.CRITICAL, "The stored settlement does not come out again", _HOLD),
    "record_unreadable": FindingKind("K1", Severity.CRITICAL, "The stored record or terms are no plain JSON", _RECORD),
    "record_refused": FindingKind("K1", Severity.CRITICAL, "The stored record cannot be settled any more", _RECORD),
    "engine_contradiction": FindingKind(
        "K1", Severity.CRITICAL, "The engine contradicts itself on this round", "Report it with the round's evidence."
    ),
    "settlement_unreadable": FindingKind("K1", Severity.CRITICAL, "The stored settlement cannot be read", _HOLD),
    "spot_results_differ": FindingKind(
        "K1", Severity.CRITICAL, "The results by seat are not those of the settlement", _HOLD
    ),
    "evidence_hash_differs": FindingKind(
        "K1", Severity.CRITICAL, "What was recorded has another hash than when it was recorded", _WHO
    ),
    "settlement_hash_differs": FindingKind(
        "K1", Severity.CRITICAL, "The stored settlement has another hash than when it was settled", _WHO
    ),
    "log_differs": FindingKind(
        "K1", Severity.CRITICAL, "The round's log cannot have been written so, or does not make its record", _WHO
    ),
    "not_carried": FindingKind(
        "K1", Severity.CRITICAL, "The round does not go on from what the round before it left", _HOLD
    ),
    "not_checked": FindingKind(
        "K1",
        Severity.CRITICAL,
        "What is stored is so odd that checking it ended in an error",
        "Find out who wrote to the database past the service, and report it with the service's log.",
    ),
    "not_zero_sum": FindingKind("K2", Severity.CRITICAL, "The amounts of the round do not sum to zero", _HOLD),
    "duplicate_card": FindingKind(
        "K3",
        Severity.CRITICAL,
        "A card stands twice in one round",
        "Stop the table and check its deck; then: " + _RECORD,
    ),
    "number_gap": FindingKind(
        "K5",
        Severity.MEDIUM,
        "Round numbers are missing",
        "Let the table's device send what it holds; where rounds grow, open and void a number that was never dealt.",
    ),
    "sequence_gap": FindingKind("K5", Severity.CRITICAL, "Something that was recorded at a table is gone", _WHO),
    "round_left_open": FindingKind(
        "K5", Severity.HIGH, "A round is open though its session or gaming day is closed", _WHO
    ),
    "settlement_missing": FindingKind("K5", Severity.HIGH, "The round has no settlement", _WHO),
    "settlement_without_round": FindingKind("K5", Severity.CRITICAL, "A settlement belongs to no round", _WHO),
    "round_beyond_sequence": FindingKind(
        "K5", Severity.CRITICAL, "A round has a sequence number that its table never gave out", _WHO
    ),
    "number_twice": FindingKind("K5", Severity.CRITICAL, "Two rounds of a gaming day have one number", _WHO),
    "sequence_twice": FindingKind("K5", Severity.CRITICAL, "Two rounds of a table have one sequence number", _WHO),
    "sessions_interleaved": FindingKind(
        "K5", Severity.CRITICAL, "A round stands in the sequence where its session was not open", _WHO
    ),
    "log_without_round": FindingKind("K5", Severity.CRITICAL, "Events are those of no round that was opened", _WHO),
    "times_differ": FindingKind("K5", Severity.HIGH, "The times of a round contradict each other", _WHO),
    "payable_differs": FindingKind(
        "K6",
        Severity.CRITICAL,
        "What is payable is not what the rounds come to",
        "Pay nothing of this table's day until the rows by seat that no round has are gone. " + _WHO,
    ),
    "filed_elsewhere": FindingKind(
        "K5", Severity.CRITICAL, "A row is filed under another day, table, session or player than its round", _WHO
    ),
    "ruleset_switched": FindingKind(
        "K10", Severity.CRITICAL, "The round was settled under another version than its session's", _HOLD
    ),
    "ruleset_altered": FindingKind(
        "K10", Severity.CRITICAL, "A ruleset version is not the document that was published", _VERSION
    ),
    "ruleset_unreadable": FindingKind(
        "K10", Severity.CRITICAL, "A ruleset version cannot be read; its rounds were not settled again", _VERSION
    ),
    "author_impossible": FindingKind(
        "K12", Severity.HIGH, "Something was recorded by somebody who cannot have recorded it", _WHO
    ),
    "guard_missing": FindingKind(
        "K14",
        Severity.CRITICAL,
        "The database no longer refuses to change what is settled",
        "Find out who removed the guard or hollowed it, restore it from the migration, and audit every day since.",
    ),
}
"""Every code that an audit can report."""


class RoundPlace(NamedTuple):
    """The natural key of a round."""

    property: str
    table: str
    gaming_date: str
    number: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found.

    ``subject`` is the natural key of what it was found on; ``differences`` name places, each with what stands there
    (``recorded``) and what should (``computed``), or a violation (``code``, ``detail``). All of it is plain data.
    """

    code: str
    subject: tuple[str | int, ...]
    message: str
    differences: tuple[Mapping[str, object], ...] = ()
    differences_total: int = 0

    @property
    def kind(self) -> FindingKind:
        """Check, severity, title and advice."""
        return FINDINGS[self.code]

    @property
    def key(self) -> str:
        """The same for the same fault in every run: SHA-256 over check, subject and kind of difference."""
        return digest([self.kind.check, self.code, *self.subject])


def finding(
    code: str, subject: Sequence[object], message: str, differences: Sequence[Mapping[str, object]] = ()
) -> Finding:
    """A finding on whatever has this natural key. Any value may stand in it: it is spelled as plain data."""
    key = tuple(part if type(part) is int else text(str(part)) for part in subject)
    told = tuple({name: plain(value) for name, value in place.items()} for place in differences[:MOST_DIFFERENCES])
    return Finding(code, key, text(message), told, len(differences))


def on_round(code: str, place: RoundPlace, message: str, differences: Sequence[Mapping[str, object]] = ()) -> Finding:
    """A finding on one round."""
    return finding(code, ("round", *place), message, differences)


def merged(found: Iterable[Finding]) -> list[Finding]:
    """The findings with those of one key in one, so that the second fault of a kind is told beside the first."""
    by_key: dict[str, Finding] = {}
    for one in found:
        first = by_key.get(one.key)
        by_key[one.key] = one if first is None else _joined(first, one)
    return list(by_key.values())


def _joined(first: Finding, second: Finding) -> Finding:
    message = first.message if second.message in first.message else text(f"{first.message}; {second.message}")
    told = (*first.differences, *second.differences)[:MOST_DIFFERENCES]
    total = first.differences_total + second.differences_total
    return replace(first, message=message, differences=told, differences_total=total)


def as_differences(violations: Iterable[Violation]) -> list[Mapping[str, object]]:
    """Violations in the form of differences."""
    return [{"pointer": v.pointer, "code": v.code, "detail": v.detail} for v in violations]
