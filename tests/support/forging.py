"""Forging rounds that grew, behind the API's back: logs written anew, rounds taken away, records settled again."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from engine.catalogue import GAMES, settle_round
from engine.checks.hashes import evidence_bytes
from service.floor.models import open_rounds, round_events, rounds, sessions, settlements, spot_results
from service.rulebook.usecases import published
from support.audited_day import read_findings, run_audit
from support.growing import GrowingTable, open_face_hand, put_up, taken
from support.house import House

START: dict[str, Any] = {"seats": ["A", "B"], "button": "B"}
Found = set[tuple[str, int | None]]


def spelled(data: object) -> str:
    """The canonical spelling, also of what none of ours would spell."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def found(house: House) -> Found:
    """Code and round number of all that a fresh audit finds."""
    return {(finding["code"], finding["number"]) for finding in read_findings(house, run_audit(house)["id"])}


def play_hand(table: GrowingTable, number: int, header: Mapping[str, Any] | None = None) -> None:
    """A whole hand by the table's tablet."""
    opened = taken(table.open(number, header))
    moves = open_face_hand(number, opened["header"])["moves"]
    assert taken(table.append(opened["id"], *moves))["settlement"]


def play_day(house: House) -> GrowingTable:
    """Number 1 is played with an undo, each move by its seat; 2 voided at once, 3 played, 4 voided later, 5 played."""
    table = put_up(house, "OF-01", "ofc_pineapple", ["A", "B"])
    hand = taken(table.open(1, START))
    moves = open_face_hand(2, hand["header"])["moves"]
    taken(table.append(hand["id"], moves[0], who=moves[0]["seat"]))
    taken(table.undo(hand["id"], 1))
    for move in moves:
        taken(table.append(hand["id"], move, who=move["seat"]))
    taken(table.void(table.opened(2)))
    play_hand(table, 3)
    hand = taken(table.open(4))
    taken(table.append(hand["id"], *open_face_hand(4, hand["header"])["moves"][:3]))
    taken(table.void(hand["id"]))
    play_hand(table, 5)
    return table


def opened_id(connection: Connection, number: int) -> int:
    """The id of the round that was opened under a number."""
    return int(connection.execute(select(open_rounds.c.id).where(open_rounds.c.number == number)).scalar_one())


def round_id(connection: Connection, number: int) -> int:
    """The id of the round that was recorded under a number."""
    return int(connection.execute(select(rounds.c.id).where(rounds.c.number == number)).scalar_one())


def settlement_id(connection: Connection, number: int) -> int:
    """The id of the settlement of a number."""
    of_round = settlements.c.round_id == round_id(connection, number)
    return int(connection.execute(select(settlements.c.id).where(of_round)).scalar_one())


def change_opened(connection: Connection, number: int, **values: Any) -> None:
    """Change the row of an opened round."""
    connection.execute(update(open_rounds).where(open_rounds.c.number == number).values(values))


def change_entry(connection: Connection, number: int, place: int, **values: Any) -> None:
    """Change an entry of a log."""
    at = (round_events.c.open_round_id == opened_id(connection, number), round_events.c.place == place)
    connection.execute(update(round_events).where(*at).values(values))


def read_header(connection: Connection, number: int) -> dict[str, Any]:
    """The header of an opened round."""
    stored = connection.execute(select(open_rounds.c.header).where(open_rounds.c.number == number)).scalar_one()
    return dict(json.loads(stored))


def read_log(connection: Connection, number: int) -> list[dict[str, Any]]:
    """The entries of a log in order."""
    ours = round_events.c.open_round_id == opened_id(connection, number)
    rows = connection.execute(select(round_events).where(ours).order_by(round_events.c.place))
    return [dict(row._mapping) for row in rows]


def write_log(connection: Connection, number: int, entries: Sequence[Mapping[str, Any]]) -> None:
    """Put other entries in the place of a log."""
    open_round_id = opened_id(connection, number)
    connection.execute(delete(round_events).where(round_events.c.open_round_id == open_round_id))
    for place, entry in enumerate(entries, 1):
        row = {**entry, "open_round_id": open_round_id, "place": place}
        connection.execute(insert(round_events).values(row))
    change_opened(connection, number, last_place=len(entries))


def forget_opened(connection: Connection, number: int) -> dict[str, Any]:
    """Take an opened round away with its log; what its row was."""
    row = connection.execute(select(open_rounds).where(open_rounds.c.number == number)).one()
    connection.execute(delete(round_events).where(round_events.c.open_round_id == row.id))
    connection.execute(delete(open_rounds).where(open_rounds.c.id == row.id))
    return dict(row._mapping)


def forget_round(connection: Connection, number: int) -> int:
    """Take a round away with all that it is worth, its log left, which is open again; its sequence number."""
    gone, settlement = round_id(connection, number), settlement_id(connection, number)
    seq = connection.execute(select(rounds.c.seq).where(rounds.c.id == gone)).scalar_one()
    connection.execute(delete(spot_results).where(spot_results.c.settlement_id == settlement))
    connection.execute(delete(settlements).where(settlements.c.id == settlement))
    change_opened(connection, number, state="open", closed_us=None, round_id=None)
    connection.execute(delete(rounds).where(rounds.c.id == gone))
    return int(seq)


def settle_anew(connection: Connection, number: int, record: Mapping[str, Any]) -> None:
    """Make a round one of another record, with every hash and amount as if it had always been that one."""
    wanted = select(rounds.c.id, sessions.c.terms, sessions.c.ruleset_version_id)
    of_number = wanted.join_from(rounds, sessions, rounds.c.session_id == sessions.c.id)
    row = connection.execute(of_number.where(rounds.c.number == number)).one()
    ruleset = published(connection, row.ruleset_version_id)
    settled = settle_round(GAMES[ruleset.game], record, json.loads(row.terms), ruleset.rules)
    text, body = spelled(record), spelled(settled.as_data())
    evidence = hashlib.sha256(evidence_bytes(ruleset.game, ruleset.text, row.terms, text)).hexdigest()
    changed = update(rounds).where(rounds.c.id == row.id).values(record=text, evidence_sha256=evidence)
    connection.execute(changed)
    worth = {"body": body, "sha256": hashlib.sha256(body.encode()).hexdigest()}
    connection.execute(update(settlements).where(settlements.c.round_id == row.id).values(worth))
    ours = spot_results.c.settlement_id == settlement_id(connection, number)
    for seat, net_minor in settled.nets.items():
        amounts = {"net_minor": net_minor, "returned_minor": {"house": 0, **settled.returned}[seat]}
        connection.execute(update(spot_results).where(ours, spot_results.c.seat == seat).values(amounts))


def give_header(connection: Connection, number: int, **changes: Any) -> None:
    """Change what a grown round was opened with, and make its record and all that it is worth follow."""
    header = {**read_header(connection, number), **changes}
    change_opened(connection, number, header=spelled(header))
    moves = [json.loads(entry["body"]) for entry in read_log(connection, number) if entry["kind"] == "event"]
    settle_anew(connection, number, {**header, "moves": moves})
