"""Arrangements: one holding judged before the reveal. Nothing is written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from engine.catalogue import GAMES
from engine.errors import RecordRefused
from service.core.auth import Principal
from service.core.errors import Refusal
from service.floor.store import sessions as store
from service.floor.usecases.rounds import within
from service.floor.usecases.sessions import require_published
from service.rulebook.usecases import Published, published


@dataclass(frozen=True, slots=True)
class CheckArrangement:
    """A holding, and the rules to judge it by: those of a session, else those of a ruleset version."""

    holding: Mapping[str, object]
    session_id: int | None
    ruleset_key: str | None
    ruleset_version: int | None


@dataclass(frozen=True, slots=True)
class Judged:
    """What a holding is worth by itself. ``rating`` is the game's own document; a foul is an outcome, not an error."""

    ruleset: Published
    legal: bool
    reasons: tuple[str, ...]
    rating: Mapping[str, Any]


def check_arrangement(command: CheckArrangement, principal: Principal, connection: Connection) -> Judged:
    """Rate a holding. Raises Refusal ``unknown_session``, ``unknown_ruleset`` or ``arrangement_refused``."""
    ruleset = _ruleset(command, principal, connection)
    game = GAMES[ruleset.game]
    try:
        rating = game.rate(game.parse_holding(command.holding), ruleset.rules).as_data()
    except RecordRefused as refused:
        faults = within("/holding", refused.violations)
        raise Refusal("arrangement_refused", f"This is no holding of {game.title}.", faults) from None
    # Where a game knows no foul, whatever could be read is legal, and its rating does not speak of it.
    return Judged(ruleset, rating.get("legal", True), tuple(rating.get("reasons", ())), rating)


def _ruleset(command: CheckArrangement, principal: Principal, connection: Connection) -> Published:
    if command.session_id is None:
        assert command.ruleset_key is not None
        return require_published(connection, command.ruleset_key, command.ruleset_version)
    session = store.find_session(connection, principal, command.session_id)
    if session is None:
        raise Refusal("unknown_session", f"There is no session {command.session_id} here.")
    return published(connection, session.ruleset_version_id)
