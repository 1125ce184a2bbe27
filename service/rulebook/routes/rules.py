"""Published versions of rulesets, paytables and other schedules over HTTP, and the check of a document."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Row

from engine.errors import RulesetRefused
from service.core.lists import ListQuery, answer_list
from service.core.operations import Call
from service.core.permissions import Permission
from service.rulebook import store, usecases
from service.rulebook.routes.desk import desk
from service.rulebook.schemas import examples
from service.rulebook.schemas import rules as schemas


@desk.get(
    "/v1/rulesets",
    permission=Permission.READ_RULES,
    query=schemas.RulesetQuery,
    answer=schemas.RulesetsOut,
    problems=("invalid_cursor",),
    example={"items": [examples.RULESET], "next_cursor": None},
)
def list_rulesets(call: Call) -> Mapping[str, Any]:
    """List rulesets by key, each with its newest version."""
    game = call.query.get("game")
    return answer_list(
        call, "rulesets", lambda page: store.list_rulesets(call.connection, game, page), schemas.show_ruleset
    )


@desk.get(
    "/v1/rulesets/{key}",
    permission=Permission.READ_RULES,
    query=ListQuery,
    answer=schemas.RulesetsOut,
    problems=("invalid_cursor",),
    example={"items": [examples.RULESET], "next_cursor": None},
)
def list_ruleset_versions(call: Call) -> Mapping[str, Any]:
    """List the versions of a ruleset in the order of their publication."""
    newest = usecases.require_ruleset(call.connection, call.path["key"], None)
    return _list_versions(call, newest.entry_id, schemas.show_ruleset)


@desk.get(
    "/v1/rulesets/{key}/versions/{version}",
    permission=Permission.READ_RULES,
    answer=schemas.RulesetDocumentOut,
    example={**examples.RULESET, "sources": examples.STANDARD["sources"], "document": examples.STANDARD},
)
def read_ruleset_version(call: Call) -> Mapping[str, Any]:
    """Read a version of a ruleset whole: every switch, every schedule spelled out, and its sources.

    The document alone decides a settlement; ``sha256`` is taken over its canonical bytes.
    """
    row = usecases.require_ruleset(call.connection, call.path["key"], call.path["version"])
    return {**schemas.show_ruleset(row), **schemas.show_document(row)}


@desk.get(
    "/v1/paytables",
    permission=Permission.READ_RULES,
    query=schemas.ScheduleQuery,
    answer=schemas.SchedulesOut,
    problems=("invalid_cursor",),
    example={"items": [examples.SCHEDULE], "next_cursor": None},
)
def list_paytables(call: Call) -> Mapping[str, Any]:
    """List paytables and all other schedules (royalties, naturals, ...) by kind and key."""
    kind, game = call.query.get("kind"), call.query.get("game")
    return answer_list(
        call, "paytables", lambda page: store.list_schedules(call.connection, kind, game, page), schemas.show_schedule
    )


@desk.get(
    "/v1/paytables/{kind}/{key}",
    permission=Permission.READ_RULES,
    query=ListQuery,
    answer=schemas.SchedulesOut,
    problems=("invalid_cursor",),
    example={"items": [examples.SCHEDULE], "next_cursor": None},
)
def list_paytable_versions(call: Call) -> Mapping[str, Any]:
    """List the versions of a paytable or another schedule in the order of their publication."""
    newest = usecases.require_schedule(call.connection, call.path["kind"], call.path["key"], None)
    return _list_versions(call, newest.entry_id, schemas.show_schedule)


@desk.get(
    "/v1/paytables/{kind}/{key}/versions/{version}",
    permission=Permission.READ_RULES,
    answer=schemas.ScheduleDocumentOut,
    example={**examples.SCHEDULE, "sources": examples.PAYTABLE["sources"], "document": examples.PAYTABLE},
)
def read_paytable_version(call: Call) -> Mapping[str, Any]:
    """Read a version of a paytable or another schedule whole, with its sources."""
    row = usecases.require_schedule(call.connection, call.path["kind"], call.path["key"], call.path["version"])
    return {**schemas.show_schedule(row), **schemas.show_document(row)}


@desk.check(
    "/v1/rulesets/validation",
    permission=Permission.READ_RULES,
    body=schemas.DocumentIn,
    answer=schemas.ValidationOut,
    request={"document": examples.FAULTY},
    example={"valid": False, "faults": [examples.FAULT], "document": None, "sha256": None},
)
def validate_ruleset(call: Call) -> Mapping[str, Any]:
    """Read a ruleset document as if it were to be published, and name every fault. Writes nothing.

    Schedules may be named by key; the newest published ones are put in their places. The answer is the complete
    document and its hash, or the faults with pointers into the document that was sent.
    """
    try:
        ruleset = usecases.read_ruleset(call.body["document"], usecases.published_library(call.connection))
    except RulesetRefused as refused:
        faults = [violation._asdict() for violation in refused.violations]
        return {"valid": False, "faults": faults, "document": None, "sha256": None}
    return {"valid": True, "faults": [], "document": ruleset.document, "sha256": ruleset.sha256}


def _list_versions(call: Call, entry_id: int, show: Callable[[Row[Any]], Mapping[str, Any]]) -> Mapping[str, Any]:
    name = f"versions of {entry_id}"
    return answer_list(call, name, lambda page: store.list_versions(call.connection, entry_id, page), show)
