"""What rulebook operations take and give."""

from typing import Any, Final

import orjson
from sqlalchemy import Row

from service.core.clock import format_us
from service.core.fields import Body, Document, Flag, ListOf, Moment, Nested, Text, Whole
from service.core.lists import ListQuery, list_of

NAME_PATTERN: Final = r"^[a-z0-9][a-z0-9_.-]{0,63}$"


class RulesetQuery(ListQuery):
    """Filters of the list of rulesets."""

    game = Text(1, 32, NAME_PATTERN)


class ScheduleQuery(ListQuery):
    """Filters of the list of schedules."""

    kind = Text(1, 32, NAME_PATTERN)
    game = Text(1, 32, NAME_PATTERN)


class DocumentIn(Body):
    """A ruleset document to be read, complete or with schedules named by key."""

    document = Document(required=True)


class RulesetOut(Body):
    """A ruleset and its newest version."""

    key = Text(required=True)
    game = Text(required=True)
    title = Text(required=True)
    version = Whole(required=True)
    ruleset_version_id = Whole(required=True)
    sha256 = Text(required=True)
    published_at = Moment(required=True)
    published_by = Text(required=True)


class RulesetDocumentOut(RulesetOut):
    """A version of a ruleset with all that decides a settlement."""

    sources = ListOf(Text(), required=True)
    document = Document(required=True)


class ScheduleOut(Body):
    """A paytable or another schedule, and its newest version."""

    kind = Text(required=True)
    key = Text(required=True)
    game = Text(required=True)
    title = Text(required=True)
    version = Whole(required=True)
    sha256 = Text(required=True)
    published_at = Moment(required=True)
    published_by = Text(required=True)


class ScheduleDocumentOut(ScheduleOut):
    """A version of a schedule, spelled out."""

    sources = ListOf(Text(), required=True)
    document = Document(required=True)


class FaultOut(Body):
    """One fault of a document; the pointer leads into the document."""

    pointer = Text(0, 1000, required=True)
    code = Text(required=True)
    detail = Text(1, 1000, required=True)


class ValidationOut(Body):
    """Whether a document could be published, with every fault or the complete document."""

    valid = Flag(required=True)
    faults = ListOf(Nested(FaultOut), required=True)
    document = Document(required=True, allow_none=True)
    sha256 = Text(required=True, allow_none=True)


RulesetsOut: Final = list_of(RulesetOut, "RulesetsOut")
SchedulesOut: Final = list_of(ScheduleOut, "SchedulesOut")


def show_ruleset(row: Row[Any]) -> dict[str, Any]:
    """A version of a ruleset without its document."""
    return {
        "key": row.entry_key,
        "game": row.game,
        "title": row.title,
        "version": row.version,
        "ruleset_version_id": row.id,
        "sha256": row.sha256,
        "published_at": format_us(row.published_us),
        "published_by": row.published_by,
    }


def show_schedule(row: Row[Any]) -> dict[str, Any]:
    """A version of a schedule without its document."""
    shown = {"kind": row.kind, **show_ruleset(row)}
    del shown["ruleset_version_id"]
    return shown


def show_document(row: Row[Any]) -> dict[str, Any]:
    """The document of a version, and its sources at hand."""
    document = orjson.loads(row.document)
    return {"sources": document["sources"], "document": document}
