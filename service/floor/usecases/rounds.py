"""Rounds: what was dealt comes in, what it is worth goes out, in one transaction."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import orjson
from sqlalchemy import Connection, Row

from engine.catalogue import GAMES, settle_round
from engine.checks.hashes import evidence_bytes
from engine.errors import RecordRefused, Violation
from engine.evidence import RoundFile
from engine.settlement import HOUSE, Settlement
from service.core.auth import Principal
from service.core.errors import Refusal
from service.core.strict_json import write_canonical_json
from service.core.uow import UnitOfWork
from service.floor.gaming_days import gaming_date_of
from service.floor.store import places
from service.floor.store import rounds as store
from service.floor.store import settlements as results
from service.floor.store.places import Place
from service.floor.store.rounds import Spot
from service.floor.usecases import carrying
from service.floor.usecases.limits import require_countable
from service.floor.usecases.sessions import require_table
from service.rulebook.usecases import Published, published


@dataclass(frozen=True, slots=True)
class RecordRound:
    """Record one deal of a session and settle it. ``record`` is the game's own document."""

    session_id: int
    number: int
    played_us: int
    record: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A round and what it is worth: ``round`` and ``settlement`` are what is stored of each, by column."""

    round: Mapping[str, Any]
    settlement: Mapping[str, Any]
    body: Mapping[str, Any]
    spots: tuple[Spot, ...]
    terms: Mapping[str, str]
    ruleset: Published


def record_round(command: RecordRound, principal: Principal, uow: UnitOfWork) -> Recorded:
    """Judge, settle and store one round.

    An open session lies in an open gaming day, for a day is not closed before its sessions. Raises Refusal
    ``not_found``, ``wrong_table``, ``wrong_seat``, ``session_closed``, ``outside_session``, ``record_refused``,
    ``seat_not_in_session`` or ``round_number_used``; where rounds of the game grow, ``round_open`` or ``not_carried``.
    """
    place = find_place(command.session_id, principal, uow.connection)
    require_no_seat(principal)
    seq = take_seq(place, uow)
    require_gaming_day(command.played_us, place)
    ruleset = published(uow.connection, place.ruleset_version_id)
    settlement = _settle(command, place, ruleset)
    growth = GAMES[ruleset.game].growth
    if growth is not None:
        carrying.require_free(uow.connection, place, command.number)
        carrying.require_carried(uow.connection, place, growth, command.record, ruleset.rules)
    return _store(command, place, seq, settlement, principal, uow)


def record_grown(command: RecordRound, place: Place, principal: Principal, uow: UnitOfWork) -> Recorded:
    """Settle and store a round whose events are all there. Raises Refusal ``session_closed``.

    It was opened and has grown under the rules: were anything wrong with its record, that would be our own fault.
    """
    seq = take_seq(place, uow)
    ruleset = published(uow.connection, place.ruleset_version_id)
    settlement = settle_round(GAMES[ruleset.game], command.record, place.terms, ruleset.rules)
    return _store(command, place, seq, settlement, principal, uow)


def _store(
    command: RecordRound, place: Place, seq: int, settlement: Settlement, principal: Principal, uow: UnitOfWork
) -> Recorded:
    require_countable(settlement)
    ruleset = published(uow.connection, place.ruleset_version_id)
    body = settlement.as_data()
    played = _played(command, principal, uow, place, ruleset) | {"seq": seq}
    worth = _worth(body, ruleset, uow)
    spots = tuple(_spots(settlement, place))
    written = store.add_round(uow.connection, played, worth, spots)
    if written is None:
        raise _number_used(command, place, uow)
    round_id, settlement_id = written
    stored = {**worth, "id": settlement_id, "round_id": round_id}
    return Recorded({**played, "id": round_id}, stored, body, spots, place.terms, ruleset)


def find_place(session_id: int, principal: Principal, connection: Connection) -> Place:
    """Where the caller records. Raises Refusal ``not_found`` or ``wrong_table``."""
    place = places.find_place(connection, session_id)
    if place is None or place.property_id != principal.property_id:
        raise Refusal("not_found", "No such session.")
    require_table(principal, place.table_id)
    return place


def require_no_seat(principal: Principal) -> None:
    """Raise Refusal ``wrong_seat`` where the caller plays a seat, so that what concerns all of them is not for it."""
    if principal.seat is not None:
        raise Refusal("wrong_seat", f"{principal.label} plays seat {principal.seat} and nothing else.")


def take_seq(place: Place, uow: UnitOfWork) -> int:
    """The next number of what is recorded at the table, held till the end. Raises Refusal ``session_closed``."""
    seq = places.next_seq(uow.connection, place)
    if seq is None:
        raise Refusal("session_closed", "Rounds are recorded in an open session only.")
    return seq


def require_gaming_day(played_us: int, place: Place) -> None:
    """Raise Refusal ``outside_session`` for a time of play in another gaming day than the session's."""
    played_on = gaming_date_of(played_us, place.time_zone, place.rollover_min)
    if played_on != place.gaming_date:
        detail = f"this is in the gaming day {played_on}, the session is in {place.gaming_date}"
        raise Refusal(
            "outside_session", "Not played in this session.", [Violation("wrong_value", "/played_at", detail)]
        )


def _settle(command: RecordRound, place: Place, ruleset: Published) -> Settlement:
    try:
        settlement = settle_round(GAMES[ruleset.game], command.record, place.terms, ruleset.rules)
    except RecordRefused as refused:
        faults = within("/record", refused.violations)
        raise Refusal(
            "record_refused", "The record was read, but no such round can have been played.", faults
        ) from None
    require_seated(command.record, "/record", place)
    return settlement


def within(place: str, violations: Iterable[Violation]) -> list[Violation]:
    """Violations of a part of a request, with pointers into the whole of it.

    What is wrong beside a term of the session, which the request does not hold, is told of the part as a whole.
    """
    return [_placed(violation, place) for violation in violations]


def _placed(violation: Violation, place: str) -> Violation:
    root, _, term = violation.pointer.removeprefix("/").partition("/")
    if root == "terms":
        return violation._replace(pointer=place, detail=f"by the session's {term}: {violation.detail}")
    return violation._replace(pointer=place + violation.pointer)


def require_seated(record: Mapping[str, Any], pointer: str, place: Place) -> None:
    """Raise Refusal ``seat_not_in_session`` where a lawful record names a seat that the session has not.

    ``seats`` are names, or objects that name a seat each.
    """
    named = [
        (f"{pointer}/seats/{index}", entry)
        if isinstance(entry, str)
        else (f"{pointer}/seats/{index}/seat", entry["seat"])
        for index, entry in enumerate(record["seats"])
    ]
    strangers = [
        Violation("seat_not_in_session", where, f"seat {seat!r} is not in the session")
        for where, seat in named
        if seat not in place.players
    ]
    if strangers:
        raise Refusal("seat_not_in_session", "Not everybody is seated.", strangers)


def _played(
    command: RecordRound, principal: Principal, uow: UnitOfWork, place: Place, ruleset: Published
) -> dict[str, Any]:
    record = write_canonical_json(command.record).decode()
    evidence_file = evidence_bytes(ruleset.game, ruleset.text, place.terms_text, record)
    return {
        "property_id": principal.property_id,
        "table_id": place.table_id,
        "session_id": command.session_id,
        "gaming_date": place.gaming_date,
        "number": command.number,
        "played_us": command.played_us,
        "recorded_us": uow.now_us,
        "recorded_by": principal.label,
        "record": record,
        "evidence_sha256": hashlib.sha256(evidence_file).hexdigest(),
    }


def _worth(body: Mapping[str, Any], ruleset: Published, uow: UnitOfWork) -> dict[str, Any]:
    text = write_canonical_json(body)
    return {
        "ruleset_version_id": ruleset.id,
        "body": text.decode(),
        "sha256": hashlib.sha256(text).hexdigest(),
        "settled_us": uow.now_us,
    }


def _spots(settlement: Settlement, place: Place) -> Iterable[Spot]:
    for seat, net_minor in settlement.nets.items():
        if seat == HOUSE:
            yield Spot(seat, None, net_minor, 0)
        else:
            yield Spot(seat, place.players[seat], net_minor, settlement.returned[seat])


def _number_used(command: RecordRound, place: Place, uow: UnitOfWork) -> Refusal:
    earlier = store.find_number(uow.connection, place.table_id, place.gaming_date, command.number)
    return carrying.number_used(command.number, place, f"recorded as round id {earlier}")


def find_round(connection: Connection, principal: Principal, round_id: int) -> Recorded:
    """A round that the caller may see, with its settlement. Raises Refusal ``not_found``."""
    row = store.find_round(connection, principal, round_id)
    if row is None:
        raise Refusal("not_found", "No such round.")
    return _recorded(connection, row)


def find_record(connection: Connection, principal: Principal, round_id: int) -> Recorded:
    """The same with its record to be read. Raises Refusal ``not_found`` or ``wrong_seat``.

    A record holds what was never shown, a hand that was folded or a card that was thrown: it is for no seat's device.
    """
    recorded = find_round(connection, principal, round_id)
    require_no_seat(principal)
    return recorded


def find_settlement(connection: Connection, principal: Principal, settlement_id: int) -> Recorded:
    """A settlement that the caller may see, with its round. Raises Refusal ``not_found``.

    Where hands may stay unseen to the end, as one that was folded, the device of a seat is given that seat's lines
    only, and no marks. When a round that grew is over its boards or its winning hand lie open.
    """
    round_id = results.find_round_id(connection, principal, settlement_id)
    if round_id is None:
        raise Refusal("not_found", "No such settlement.")
    recorded = find_round(connection, principal, round_id)
    if principal.seat is None or GAMES[recorded.ruleset.game].growth is not None:
        return recorded
    return replace(recorded, body=own_part(recorded.body, principal.seat))


def own_part(body: Mapping[str, Any], seat: str) -> dict[str, Any]:
    """What a settlement says of one seat: the lines that it is a side of; marks are about everybody."""
    lines = [line for line in body["lines"] if seat in (line["seat"], line["against"])]
    return {**body, "lines": lines, "marks": {}}


def _recorded(connection: Connection, row: Row[Any]) -> Recorded:
    settlement = {
        "id": row.settlement_id,
        "round_id": row.id,
        "ruleset_version_id": row.ruleset_version_id,
        "sha256": row.sha256,
        "settled_us": row.settled_us,
    }
    return Recorded(
        dict(row._mapping),
        settlement,
        orjson.loads(row.body),
        tuple(results.spots_of(connection, row.settlement_id)),
        orjson.loads(row.terms),
        published(connection, row.ruleset_version_id),
    )


def evidence(recorded: Recorded) -> dict[str, object]:
    """The portable round file of a round: complete, so that anyone can settle it again without us."""
    played = recorded.round
    context = {
        "round_id": played["id"],
        "session_id": played["session_id"],
        "table_id": played["table_id"],
        "gaming_date": played["gaming_date"],
        "number": played["number"],
        "seq": played["seq"],
        "recorded_by": played["recorded_by"],
        "ruleset_version": recorded.ruleset.version,
        "ruleset_sha256": recorded.ruleset.sha256,
        "evidence_sha256": played["evidence_sha256"],
        "settlement_sha256": recorded.settlement["sha256"],
    }
    record = orjson.loads(played["record"])
    file = RoundFile(recorded.ruleset.game, recorded.ruleset.document, recorded.terms, record, recorded.body, context)
    return file.as_data()
