"""Exact edges over HTTP: of published versions, of documents that are not published, and between two versions."""

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import RulesetRefused
from service.core.errors import Refusal
from service.core.operations import Call
from service.core.permissions import Permission
from service.rulebook import edges, usecases
from service.rulebook.edges import Subject
from service.rulebook.routes.desk import desk
from service.rulebook.schemas import edges as schemas
from service.rulebook.schemas import examples

_OF_RULESETS: Final = ("strategy", "spread", "liability", "frequencies", "not_counted")
"""Parts that a report on a paytable alone does not have."""


@desk.get(
    "/v1/rulesets/{key}/versions/{version}/edge",
    permission=Permission.READ_EDGES,
    query=schemas.EdgeQuery,
    answer=schemas.EdgeOut,
    problems=("no_edges", "edges_busy"),
    example=examples.RULESET_EDGE,
)
def read_ruleset_edge(call: Call) -> Mapping[str, Any]:
    """Say exactly what a version of a ruleset costs.

    Over all 407,170,400 deals of a position: return, edge, variance and net histogram of every bet; the best strategy
    hand by hand and what others lose to it; the spread of rounds of one to seven positions that face one dealer's hand;
    the largest liability at the ruleset's limits; how often each hand is dealt.
    """
    row = usecases.require_ruleset(call.connection, call.path["key"], call.path["version"])
    return _answer(call, edges.of_version(row), call.query)


@desk.get(
    "/v1/rulesets/{key}/versions/{version}/edge/difference",
    permission=Permission.READ_EDGES,
    query=schemas.DifferenceQuery,
    answer=schemas.DifferenceOut,
    problems=("unknown_ruleset", "no_edges", "edges_busy"),
    example=examples.EDGE_DIFFERENCE,
)
def read_edge_difference(call: Call) -> Mapping[str, Any]:
    """Say for every bet what changes from another version of a ruleset to this one.

    Each edge is under the best strategy of its own version. Fixed prizes are taken at the lowest stake.
    """
    after = usecases.require_ruleset(call.connection, call.path["key"], call.path["version"])
    from_key = call.query.get("from_key", call.path["key"])
    old = edges.compared_version(call.connection, from_key, call.query["from_version"])
    new = edges.of_version(after)
    _end_snapshot(call)
    return {
        "game": new.game,
        "before": {"key": old.key, "version": old.version, "sha256": old.sha256},
        "after": {"key": new.key, "version": new.version, "sha256": new.sha256},
        "bets": edges.difference(old, new),
    }


@desk.get(
    "/v1/paytables/{kind}/{key}/versions/{version}/edge",
    permission=Permission.READ_EDGES,
    query=schemas.EdgeQuery,
    answer=schemas.EdgeOut,
    problems=("no_edges", "edges_busy"),
    example=examples.PAYTABLE_EDGE,
)
def read_paytable_edge(call: Call) -> Mapping[str, Any]:
    """Say exactly what a version of a paytable costs under the usual switches, which stand in the answer."""
    row = usecases.require_schedule(call.connection, call.path["kind"], call.path["key"], call.path["version"])
    return _answer(call, edges.of_version(row), call.query)


@desk.check(
    "/v1/edges",
    permission=Permission.READ_EDGES,
    body=schemas.DraftEdgeIn,
    answer=schemas.EdgeOut,
    problems=("ruleset_refused", "no_edges", "edges_busy"),
    request=examples.DRAFT_EDGE_REQUEST,
    example=examples.DRAFT_EDGE,
)
def price_document(call: Call) -> Mapping[str, Any]:
    """Say exactly what a ruleset or a paytable would cost, before it is published. Writes nothing.

    A ruleset may name schedules by key; the newest published ones are put in their places. A paytable is a schedule
    document: `format`, `kind`, `key`, `title`, `sources`, `game`, `schedule`. Every fault is named with its place.
    """
    try:
        subject = edges.of_draft(call.body["document"], usecases.published_library(call.connection))
        return _answer(call, subject, call.body)
    except RulesetRefused as refused:
        places = (fault._replace(pointer="/document" + fault.pointer) for fault in refused.violations)
        raise Refusal("ruleset_refused", "The document is not complete and lawful.", places) from None


def _answer(call: Call, subject: Subject, amounts: Mapping[str, Any]) -> Mapping[str, Any]:
    _end_snapshot(call)
    stake_minor, meter_minor = amounts.get("stake_minor"), amounts.get("meter_minor")
    report = edges.report(subject, stake_minor, meter_minor)
    return {
        "kind": subject.kind,
        "game": subject.game,
        "key": subject.key,
        "title": subject.title,
        "version": subject.version,
        "sha256": subject.sha256,
        "stake_minor": None if stake_minor is None else str(stake_minor),
        "meter_minor": None if meter_minor is None else str(meter_minor),
        "switches": report["switches"] if "switches" in report else subject.document["switches"],
        "bets": report["bets"],
        **{part: report.get(part) for part in _OF_RULESETS},
    }


def _end_snapshot(call: Call) -> None:
    """All that is needed was read, and computing may take seconds.

    A snapshot held so long keeps SQLite's log from being written back, and PostgreSQL's dead rows from being cleared.
    """
    call.connection.rollback()
