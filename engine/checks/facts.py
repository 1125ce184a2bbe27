"""What is known of a round when it is audited: the stored texts and rows, and the round settled again."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.catalogue import Game, settle_round
from engine.checks.findings import RoundPlace
from engine.errors import BrokenInvariant, RecordRefused, Violation
from engine.settlement import Settlement

Filing = tuple[int, int, int, str, int]
"""Under what a row is filed: property, table, session, gaming date, sequence number."""


class Spot(NamedTuple):
    """One stored row of a seat's result."""

    seat: str
    net_minor: int
    returned_minor: int
    player: str | None
    filing: Filing


class StoredSettlement(NamedTuple):
    """A stored settlement: its text and hash, its data (None: not readable), under which version and when."""

    text: str
    sha256: str
    data: Mapping[str, Any] | None
    ruleset_version_id: int
    settled_us: int


class SessionFacts(NamedTuple):
    """What a session fixes for its rounds. ``filing`` is property, table, gaming date."""

    filing: tuple[int, int, str]
    ruleset_version_id: int
    terms_text: str
    players: Mapping[str, str | None]


class Author(NamedTuple):
    """Who may record: the device of one table (and perhaps of one seat there), or, both None, a person."""

    table_id: int | None
    seat: str | None


class History(NamedTuple):
    """When and by whom a round was recorded.

    ``played_on`` is the gaming date of ``played_us`` (None: no calendar has that moment), ``author`` who
    ``recorded_by`` is (None: nobody of this property), ``is_grown`` whether the round has a log.
    """

    played_us: int
    played_on: str | None
    recorded_us: int
    recorded_by: str
    author: Author | None
    is_grown: bool = False


class Trouble(NamedTuple):
    """Why a round could not be settled again: a finding's code, and each place."""

    code: str
    message: str
    violations: tuple[Violation, ...] = ()


class RulesetFacts(NamedTuple):
    """A ruleset version as it is stored now: whether it still has its hash, and its rules (None: not readable)."""

    text: str
    intact: bool
    game: Game
    rules: Any


class RoundFacts(NamedTuple):
    """All that the checks of one round look at.

    ``record`` is the data of the record's text, None where that is no canonical JSON. ``replayed`` is the round settled
    again from it, or why it could not be; ``replayed_data`` the same as plain data, None with the trouble.
    """

    place: RoundPlace
    filing: Filing
    history: History
    record_text: str
    record: object
    evidence_sha256: str
    session: SessionFacts
    ruleset: RulesetFacts | None
    settlement: StoredSettlement | None
    spots: tuple[Spot, ...]
    replayed: Settlement | Trouble
    replayed_data: Mapping[str, object] | None


def replay(ruleset: RulesetFacts | None, record: object, terms: object) -> Settlement | Trouble:
    """Settle a round again from its recorded data, or say why that is not possible."""
    if ruleset is None:
        return Trouble("ruleset_unreadable", "the rules of its session cannot be read")
    if not isinstance(record, Mapping) or not isinstance(terms, Mapping):
        return Trouble("record_unreadable", "the stored record or the session's terms are no JSON object")
    try:
        return settle_round(ruleset.game, record, terms, ruleset.rules)
    except RecordRefused as refused:
        twice = any(violation.code == "duplicate_card" for violation in refused.violations)
        code = "duplicate_card" if twice else "record_refused"
        return Trouble(code, "the rules refuse the stored record", refused.violations)
    except BrokenInvariant as broken:
        return Trouble("engine_contradiction", str(broken))
