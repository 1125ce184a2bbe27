"""What the rounds of one audit have in common, read when it is first met: sessions, ruleset versions, authors."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from sqlalchemy import Connection, Row

from engine.catalogue import find_game
from engine.checks.facts import Author, RulesetFacts, SessionFacts
from engine.checks.findings import Finding, finding
from engine.checks.rulesets import StoredVersion, is_intact
from engine.checks.rulesets import find as find_in_version
from engine.errors import RulesetRefused, Violation
from service.audit.facts.texts import find_data
from service.audit.store import authors as author_store
from service.audit.store import sessions as store

_GONE: Final = SessionFacts((0, 0, ""), 0, "null", {})
"""Stands for a session that is not there any more: nothing agrees with it."""


class Book:
    """The sessions, ruleset versions and authors of one property's audit."""

    def __init__(self, property_id: int) -> None:
        self._property_id = property_id
        self._sessions: dict[int, SessionFacts] = {}
        self._terms: dict[int, object] = {}
        self._rulesets: dict[int, RulesetFacts | None] = {_GONE.ruleset_version_id: None}
        self._authors: dict[str, Author] = {}

    def learn(self, connection: Connection, session_ids: Collection[int]) -> tuple[list[Row[Any]], list[Finding]]:
        """Read what is not known yet of some sessions: the rows, and what is wrong with their versions."""
        unseen = set(session_ids) - self._sessions.keys()
        if not unseen:
            return [], []
        players = store.read_players(connection, unseen)
        self._sessions |= dict.fromkeys(unseen, _GONE)
        rows = list(store.read_sessions(connection, unseen))
        for row in rows:
            filing = (row.property_id, row.table_id, row.gaming_date)
            self._sessions[row.id] = SessionFacts(filing, row.ruleset_version_id, row.terms, players[row.id])
            self._terms[row.id] = find_data(row.terms)
        pinned = {self._sessions[session_id].ruleset_version_id for session_id in unseen} - self._rulesets.keys()
        versions = list(store.read_versions(connection, pinned))
        return [*rows, *versions], list(self._learn_versions(versions, pinned))

    def _learn_versions(self, rows: Collection[Row[Any]], version_ids: set[int]) -> Iterator[Finding]:
        self._rulesets |= dict.fromkeys(version_ids)
        for version_id in sorted(version_ids - {row.id for row in rows}):
            message = f"the version with the id {version_id}, to which sessions are pinned, is gone"
            yield finding("ruleset_unreadable", ("ruleset", "id", version_id), message)
        for row in rows:
            stored = StoredVersion(row.entry_key, row.version, row.document, row.sha256, _read_ruleset(row))
            self._rulesets[row.id] = stored.read if isinstance(stored.read, RulesetFacts) else None
            yield from find_in_version(stored)

    def learn_authors(self, connection: Connection, labels: Collection[str]) -> None:
        """Read whom of these the property has, as far as that is not known yet."""
        unseen = set(labels) - self._authors.keys()
        if unseen:
            self._authors |= author_store.read_authors(connection, self._property_id, unseen)

    @property
    def authors(self) -> Mapping[str, Author]:
        """Everybody whom the property has of those who were met."""
        return self._authors

    def session(self, session_id: int) -> SessionFacts:
        """A session that was learnt."""
        return self._sessions[session_id]

    def terms(self, session_id: int) -> object:
        """The data of a session's terms, None where they are no JSON or the session is gone."""
        return self._terms.get(session_id)

    def ruleset(self, session_id: int) -> RulesetFacts | None:
        """The rules of a session that was learnt, None where they cannot be read."""
        return self._rulesets[self._sessions[session_id].ruleset_version_id]


def _read_ruleset(row: Row[Any]) -> RulesetFacts | RulesetRefused:
    document = find_data(row.document)
    if not isinstance(document, Mapping):
        return RulesetRefused([Violation("wrong_type", "", "an object is needed here")])
    try:
        game = find_game(document.get("game"))
        return RulesetFacts(row.document, is_intact(row.document, row.sha256), game, game.load_rules(document))
    except RulesetRefused as refused:
        return refused
