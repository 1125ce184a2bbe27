"""Sessions, and arrangements checked before the reveal."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError, validates_schema

from engine.catalogue import GAMES
from engine.rulesets import KEY_PATTERN
from service.core.clock import format_us
from service.core.fields import (
    Body,
    Choice,
    Day,
    Document,
    Flag,
    ListOf,
    Moment,
    Money,
    Nested,
    QueryWhole,
    Seat,
    Text,
    Whole,
    Words,
)
from service.core.lists import ListQuery, list_of
from service.floor.schemas.tables import show_moment
from service.floor.store.sessions import Session


class RulesetIn(Body):
    """A ruleset to play by."""

    key = Text(1, 64, KEY_PATTERN, required=True)
    version = Whole(1, 2**31 - 1, metadata={"description": "Left out: the newest."})


class PinnedRulesetOut(Body):
    """The ruleset version that is played by."""

    key = Text(required=True)
    version = Whole(required=True)


class SeatIn(Body):
    """A seat that is taken; ``player`` where the patron is known."""

    seat = Seat(required=True)
    player = Words(1, 64, allow_none=True, load_default=None)


class SessionIn(Body):
    """Play that begins at a table."""

    table_id = Whole(required=True)
    ruleset = Nested(RulesetIn, required=True)
    unit_minor = Money(1, metadata={"description": "What one unit is worth; for games that count units only."})
    seats = ListOf(Nested(SeatIn), 1, 100, required=True)
    opened_at = Moment(metadata={"description": "When play began, where that is not now. Its gaming day follows it."})


class SeatOut(Body):
    """A seat of a session."""

    seat = Seat(required=True)
    player = Text(1, 64, required=True, allow_none=True)


class SessionOut(Body):
    """A session: who plays what, by which rules, at which stake."""

    id = Whole(required=True)
    table_id = Whole(required=True)
    gaming_date = Day(required=True)
    game = Choice(sorted(GAMES), required=True)
    ruleset = Nested(PinnedRulesetOut, required=True)
    currency = Text(3, 3, required=True)
    unit_minor = Money(1, required=True, allow_none=True)
    seats = ListOf(Nested(SeatOut), required=True)
    opened_at = Moment(required=True)
    opened_by = Text(required=True)
    closed_at = Moment(required=True, allow_none=True)
    closed_by = Text(required=True, allow_none=True)


class SessionQuery(ListQuery):
    """Which sessions to list."""

    table_id = QueryWhole()
    gaming_date = Day()
    open = Choice(["true", "false"])


class ArrangementIn(Body):
    """A holding, and the rules to judge it by: either a session's or a ruleset."""

    session_id = Whole()
    ruleset = Nested(RulesetIn)
    holding = Document("Holding", required=True, metadata={"description": "See the holding schema of the game."})

    @validates_schema
    def name_one_source(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse both and neither."""
        if ("session_id" in data) == ("ruleset" in data):
            raise ValidationError("wrong_value|Either session_id or ruleset is needed, not both.")


class ArrangementOut(Body):
    """What a holding is worth by itself."""

    game = Choice(sorted(GAMES), required=True)
    ruleset = Nested(PinnedRulesetOut, required=True)
    legal = Flag(required=True, metadata={"description": "false: it would be settled as a foul, or cannot be."})
    reasons = ListOf(Text(), required=True, metadata={"description": "Why it is not legal, as codes."})
    rating = Document(required=True, metadata={"description": "The game's own valuation: rows, hands, royalties."})


SessionsOut: Final = list_of(SessionOut, "SessionsOut")


def show_session(session: Session) -> Mapping[str, Any]:
    """A session as it is answered."""
    return {
        "id": session.id,
        "table_id": session.table_id,
        "gaming_date": session.gaming_date,
        "game": session.game,
        "ruleset": {"key": session.ruleset_key, "version": session.ruleset_version},
        "currency": session.terms["currency"],
        "unit_minor": session.terms.get("unit_minor"),
        "seats": [{"seat": taken.seat, "player": taken.player} for taken in session.seats],
        "opened_at": format_us(session.opened_us),
        "opened_by": session.opened_by,
        "closed_at": show_moment(session.closed_us),
        "closed_by": session.closed_by,
    }
