"""From stored rows to the facts that the checks look at: texts read, rounds settled again, each version read once."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

import orjson
from sqlalchemy import Connection, Row

from engine.catalogue import find_game
from engine.checks.facts import (
    RoundFacts,
    RulesetFacts,
    SessionFacts,
    Spot,
    StoredSettlement,
    Trouble,
    replay,
)
from engine.checks.findings import Finding, RoundPlace
from engine.checks.rulesets import StoredVersion, is_intact
from engine.checks.rulesets import find as find_in_version
from engine.errors import RulesetRefused, Violation
from engine.evidence import canonical_bytes
from engine.settlement import Settlement
from service.audit.store import rounds as store
from service.audit.store.scopes import Scope

_GONE: Final = SessionFacts((0, 0, ""), 0, "null", {})
"""Stands for a session that is not there any more: nothing agrees with it."""

_NOT_CANONICAL: Final = Trouble("record_unreadable", "the stored record is not canonical JSON")


class Book:
    """The sessions and ruleset versions of one audit, each read when it is first met."""

    def __init__(self) -> None:
        self._sessions: dict[int, SessionFacts] = {}
        self._terms: dict[int, object] = {}
        self._rulesets: dict[int, RulesetFacts | None] = {_GONE.ruleset_version_id: None}

    def learn(self, connection: Connection, session_ids: Collection[int]) -> list[Finding]:
        """Read what is not known yet of some sessions; returns what is wrong with their versions."""
        unseen = set(session_ids) - self._sessions.keys()
        if not unseen:
            return []
        players = store.read_players(connection, unseen)
        self._sessions |= dict.fromkeys(unseen, _GONE)
        for row in store.read_sessions(connection, unseen):
            filing = (row.property_id, row.table_id, row.gaming_date)
            self._sessions[row.id] = SessionFacts(filing, row.ruleset_version_id, row.terms, players[row.id])
            self._terms[row.id] = find_data(row.terms)
        pinned = {self._sessions[session_id].ruleset_version_id for session_id in unseen}
        return list(self._learn_versions(connection, pinned - self._rulesets.keys()))

    def _learn_versions(self, connection: Connection, version_ids: set[int]) -> Iterator[Finding]:
        self._rulesets |= dict.fromkeys(version_ids)
        rows = store.read_versions(connection, version_ids)
        for version_id in sorted(version_ids - {row.id for row in rows}):
            message = f"the version with the id {version_id}, to which sessions are pinned, is gone"
            yield Finding("ruleset_unreadable", ("ruleset", "id", version_id), message)
        for row in rows:
            stored = StoredVersion(row.entry_key, row.version, row.document, row.sha256, _read_ruleset(row))
            self._rulesets[row.id] = stored.read if isinstance(stored.read, RulesetFacts) else None
            yield from find_in_version(stored)

    def facts(self, scope: Scope, row: Row[Any], spots: Sequence[Row[Any]]) -> RoundFacts:
        """The facts of one round; its session must have been learnt."""
        session = self._sessions[row.session_id]
        ruleset = self._rulesets[session.ruleset_version_id]
        replayed = _replay(ruleset, row.record, self._terms.get(row.session_id))
        data = replayed.as_data() if isinstance(replayed, Settlement) else None
        return RoundFacts(
            RoundPlace(scope.property_code, scope.pin.code, row.gaming_date, row.number),
            (row.property_id, row.table_id, row.session_id, row.gaming_date, row.seq),
            row.record,
            row.evidence_sha256,
            session,
            ruleset,
            _settlement(row, data),
            tuple(_spot(spot) for spot in spots),
            replayed,
            data,
        )


def _spot(row: Sequence[Any]) -> Spot:
    """A row by seat, unpacked at once: there are several for each round."""
    _, seat, net_minor, returned_minor, player, property_id, table_id, session_id, gaming_date, seq = row
    return Spot(seat, net_minor, returned_minor, player, (property_id, table_id, session_id, gaming_date, seq))


def find_data(text: str) -> object:
    """The data of a stored JSON text, None where it is none (``null`` is no data either)."""
    try:
        return orjson.loads(text)
    except ValueError:
        return None


def _replay(ruleset: RulesetFacts | None, text: str, terms: object) -> Settlement | Trouble:
    record = find_data(text)
    if record is not None and not _is_canonical(record, text):
        return _NOT_CANONICAL
    return replay(ruleset, record, terms)


def _settlement(row: Row[Any], replayed: Mapping[str, object] | None) -> StoredSettlement | None:
    """The stored settlement. Where its text is that of the round settled again, its data is the very same object."""
    if row.settlement_id is None:
        return None
    data: object = replayed
    if replayed is None or not _is_canonical(replayed, row.body):
        data = find_data(row.body)
    return StoredSettlement(row.body, row.sha256, data if isinstance(data, Mapping) else None, row.ruleset_version_id)


def _is_canonical(data: object, text: str) -> bool:
    """Whether a text is the canonical spelling of data: by the fast writer, which agrees with ours on plain data."""
    raw = text.encode("utf-8", "surrogatepass")
    try:
        return orjson.dumps(data, option=orjson.OPT_SORT_KEYS) == raw or canonical_bytes(data) == raw
    except (TypeError, ValueError):
        return False


def _read_ruleset(row: Row[Any]) -> RulesetFacts | RulesetRefused:
    document = find_data(row.document)
    if not isinstance(document, Mapping):
        return RulesetRefused([Violation("wrong_type", "", "an object is needed here")])
    try:
        game = find_game(document.get("game"))
        return RulesetFacts(row.document, is_intact(row.document, row.sha256), game, game.load_rules(document))
    except RulesetRefused as refused:
        return refused
