"""Rulesets, paytables and other schedules over HTTP: published versions, and the check of a document."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy import Row

from engine.errors import RulesetRefused
from service.core.lists import ListQuery, answer_list
from service.core.operations import Call, Desk
from service.core.permissions import Permission
from service.rulebook import schemas, store, usecases

desk: Final = Desk("rulebook", "Rulesets, paytables and schedules: versions that never change once published.")

_PUBLISHED: Final = {
    "version": 1,
    "sha256": "3bc5aef9bb08c1962650af429ca8cb7fd50478863cd81e88d5ec3d89a0bb0c33",
    "published_at": "2026-11-30T02:36:53.000000Z",
    "published_by": "system:seed",
}
_STANDARD: Final[dict[str, Any]] = {
    "format": 1,
    "game": "three_card_poker",
    "key": "tcp_standard",
    "title": "Three Card Poker, standard",
    "sources": ["the house's own rules page", "pagat.com, banking games, Three Card Poker"],
    "switches": {
        "dealer_qualifies": "Q",
        "ante_when_not_qualified": "win",
        "tie": "push",
        "pair_plus_on_fold": "settle",
        "pair_plus_without_ante": True,
        "pair_plus_contested": "no",
        "ante_bonus_on_loss": True,
        "ante_bonus_on_fold": False,
        "six_card_on_fold": "settle",
        "six_card_needs_ante": True,
        "prime_on_fold": "settle",
        "progressive_on_fold": "settle",
        "rounding": "down",
        "chip_unit_minor": "1",
        "commission_bp": 0,
        "commission_per": "round",
        "payout_cap": "none",
        "misdeal": "void_round",
        "exposed_cards_allowed": 1,
        "limits": {"ante": "none", "pair_plus": "none", "six_card": "none", "prime": "none", "progressive": "none"},
    },
    "schedules": {
        "ante_bonus": {"straight": 1, "trips": 4, "straight_flush": 5},
        "pair_plus": {"straight_flush": 40, "trips": 30, "straight": 6, "flush": 3, "pair": 1},
        "six_card": "off",
        "prime": "off",
        "progressive": "off",
    },
}
_RULESET: Final = {
    "key": "tcp_standard",
    "game": "three_card_poker",
    "title": "Three Card Poker, standard",
    **_PUBLISHED,
    "ruleset_version_id": 1,
}
_PAYTABLE: Final[dict[str, Any]] = {
    "format": 1,
    "game": "three_card_poker",
    "kind": "ante_bonus",
    "key": "ante_bonus_1_4_5",
    "title": "Ante bonus 1-4-5",
    "sources": ["wizardofodds.com, Three Card Poker, ante bonus"],
    "schedule": {"straight": 1, "trips": 4, "straight_flush": 5},
}
_SCHEDULE: Final = {name: _PAYTABLE[name] for name in ("kind", "key", "game", "title")} | _PUBLISHED
_FAULTY: Final = {**_STANDARD, "schedules": {**_STANDARD["schedules"], "prime": "prime_9_9"}}
_FAULT: Final = {
    "pointer": "/schedules/prime",
    "code": "unknown_schedule",
    "detail": "no prime schedule is named 'prime_9_9'",
}


@desk.get(
    "/v1/rulesets",
    permission=Permission.READ_RULES,
    query=schemas.RulesetQuery,
    answer=schemas.RulesetsOut,
    problems=("invalid_cursor",),
    example={"items": [_RULESET], "next_cursor": None},
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
    example={"items": [_RULESET], "next_cursor": None},
)
def list_ruleset_versions(call: Call) -> Mapping[str, Any]:
    """List the versions of a ruleset in the order of their publication."""
    newest = usecases.require_ruleset(call.connection, call.path["key"], None)
    return _list_versions(call, newest.entry_id, schemas.show_ruleset)


@desk.get(
    "/v1/rulesets/{key}/versions/{version}",
    permission=Permission.READ_RULES,
    answer=schemas.RulesetDocumentOut,
    example={**_RULESET, "sources": _STANDARD["sources"], "document": _STANDARD},
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
    example={"items": [_SCHEDULE], "next_cursor": None},
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
    example={"items": [_SCHEDULE], "next_cursor": None},
)
def list_paytable_versions(call: Call) -> Mapping[str, Any]:
    """List the versions of a paytable or another schedule in the order of their publication."""
    newest = usecases.require_schedule(call.connection, call.path["kind"], call.path["key"], None)
    return _list_versions(call, newest.entry_id, schemas.show_schedule)


@desk.get(
    "/v1/paytables/{kind}/{key}/versions/{version}",
    permission=Permission.READ_RULES,
    answer=schemas.ScheduleDocumentOut,
    example={**_SCHEDULE, "sources": _PAYTABLE["sources"], "document": _PAYTABLE},
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
    request={"document": _FAULTY},
    example={"valid": False, "faults": [_FAULT], "document": None, "sha256": None},
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
