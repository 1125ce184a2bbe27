"""A stored log followed entry by entry: what of it stands at the end, and whether the rules let it come about."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.catalogue import begin_round
from engine.checks.facts import RulesetFacts
from engine.errors import RecordRefused, Violation

EVENT: Final = "event"
UNDO: Final = "undo"
VOID: Final = "void"
MOST_REASON: Final = 200


class Entry(NamedTuple):
    """One stored entry of a log: its number from 1, its kind, under whose seat it is kept, when and by whom.

    ``data`` is that of its text, None where that is no canonical JSON.
    """

    place: int
    kind: str
    seat: str | None
    data: object
    recorded_us: int
    recorded_by: str


def standing(entries: Sequence[Entry], state: str) -> tuple[list[Any] | None, list[Violation]]:
    """The events that no undo took away (None: it cannot be told), and what is wrong with the order of the entries."""
    stand: list[Entry] = []
    faults: list[Violation] = []
    before: Entry | None = None
    for entry in entries:
        if entry.kind == EVENT:
            stand.append(entry)
        elif entry.kind == UNDO:
            undone = stand.pop() if stand and before is not None and before.kind == EVENT else None
            if undone is None:
                return None, [*faults, _at(entry, "nothing_to_undo", "no event stands right before it")]
            if undone.seat != entry.seat:
                faults.append(_at(entry, "wrong_seat", f"the event that it undoes is of seat {undone.seat}"))
        elif state != VOID or entry is not entries[-1]:
            return None, [*faults, _at(entry, "voided_within", "only the last entry of a voided round voids it")]
        elif entry.seat is not None:
            faults.append(_at(entry, "wrong_seat", "a voiding is of no seat"))
        before = entry
    if state == VOID and (not entries or entries[-1].kind != VOID):
        faults.append(Violation("voiding_missing", "/entries", "a voided round ends with the entry that voids it"))
    return [entry.data for entry in stand], faults


def begun(header: object, terms: object, ruleset: RulesetFacts) -> Any | list[Violation]:
    """The state before the first event, or why no such round can have been opened."""
    if not isinstance(header, Mapping) or not isinstance(terms, Mapping):
        return [Violation("not_canonical", "/header", "the header or the session's terms are no canonical JSON object")]
    try:
        return begin_round(ruleset.game, header, terms, ruleset.rules)
    except RecordRefused as refused:
        return [fault._replace(pointer=f"/header{fault.pointer}") for fault in refused.violations]


def followed(start: Any, entries: Sequence[Entry], state: str, ruleset: RulesetFacts) -> list[Violation]:
    """What the rules do not let happen from a state on; nothing is judged behind the first such entry.

    At its end a round is over if and only if it is settled.
    """
    growth = ruleset.game.growth
    assert growth is not None, "only a round that grows has a log"
    states = [start]
    for entry in entries:
        if growth.is_over(states[-1]):
            return [_at(entry, "behind_the_end", "the round was over before it")]
        if entry.kind == EVENT:
            after = _after(states[-1], entry, ruleset)
            if isinstance(after, Violation):
                return [after]
            states.append(after)
        elif not _gives_reason(entry.data):
            return [_at(entry, "reason_missing", f"an undo or a voiding says why, in up to {MOST_REASON} characters")]
        elif entry.kind == UNDO and len(states) > 1:
            states.pop()
    if growth.is_over(states[-1]) != (state == "settled"):
        detail = "the round is over by its log" if growth.is_over(states[-1]) else "the round is not over by its log"
        return [Violation("wrong_state", "/state", f"{detail}, and its row says {state}")]
    return []


def _gives_reason(data: object) -> bool:
    reason = data.get("reason") if isinstance(data, Mapping) and len(data) == 1 else None
    return isinstance(reason, str) and len(reason.strip()) > 0 and len(reason) <= MOST_REASON


def _after(state: Any, entry: Entry, ruleset: RulesetFacts) -> Any | Violation:
    """The state after an event, or why it cannot have been taken."""
    growth = ruleset.game.growth
    assert growth is not None, "only a round that grows has events"
    try:
        event = growth.read_event(entry.data)
    except RecordRefused as refused:
        first = refused.violations[0]
        return _at(entry, first.code, first.detail)
    if event.seat != entry.seat:
        return _at(entry, "wrong_seat", f"the event is of seat {event.seat}, and kept under {entry.seat}")
    found = growth.apply(state, event, ruleset.rules)
    return _at(entry, found.code, found.detail) if isinstance(found, Violation) else found


def _at(entry: Entry, code: str, detail: str) -> Violation:
    return Violation(code, f"/entries/{entry.place}", detail)
