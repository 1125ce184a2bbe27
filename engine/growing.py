"""Rounds that grow event by event, one mechanism for all games that are played so.

The record of such a round is a *header* (who sits, who was dealt what, what the round before left behind) and a list of
events under one key. A round that is still open is its header and the events so far; replaying them gives its state.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.errors import RecordRefused, Violation
from engine.validation import escape

Document = Mapping[str, Any]
"""Plain JSON data: an object."""


class Earlier(NamedTuple):
    """A settled round of the same session: its record without the events, and the marks of its settlement."""

    header: Document
    marks: Document


class Carried(NamedTuple):
    """What earlier rounds say of the next header, by key.

    ``due`` it must say (a key that is left out says an empty object), ``usual`` is written in where it says nothing.
    """

    due: Document
    usual: Document


@dataclass(frozen=True, slots=True)
class Growth:
    """How a round of one game grows. The types of Round, Event, State and Rules are the game's own.

    ``events_key`` is where the record has its events, ``public_keys`` the keys of a header that everybody at the table
    may read. ``read_event(data)`` raises RecordRefused for what is no event; an Event has a ``seat``. ``start(round,
    rules)`` is the state before the first event, ``apply(state, event, rules)`` the one after the next; each gives a
    Violation where the rules forbid it.

    ``view(state, viewer)`` is what a seat may see, or (None) somebody who plays none, with whose turn it is;
    ``shown(state, event, viewer)`` what he may see of an event, ``state`` being the one just after it.
    ``told(state, events, viewer, rules)`` is why these events cannot follow one after the other, as ``viewer`` can tell
    by himself: a Violation that points at ``/<index>`` and depends on nothing that he cannot see; None where as far as
    he can see they can. It also refuses what would follow an event that brings something hidden to light, which must
    come last. ``unseen`` is the code and detail by which he is told that for hidden cards they cannot all the same.
    ``choices(state, seat, dealt, viewer, rules)`` is what ``seat`` may do now, having been dealt these cards, as far as
    ``viewer`` may know it; it raises RecordRefused, by the same reasons, where he can tell that the seat can be dealt
    no such cards. ``announced(state)`` is what the last event brought about by itself, None for nothing.

    ``most_minor(unit_minor, header, rules)`` bounds every amount of a round of such a header, in minor units, and with
    an empty one of every round; pots that a header names are counted with it alone.

    ``span(header, rules)`` says how many of the last rounds, the one of this header among them, bear on the next one,
    and ``carried(earlier, header, rules)`` what these, the newest last, say of the next header. ``left_out(due,
    header)`` refuses, at ``/seats``, a header without a seat that must play.
    """

    events_key: str
    event_schema: Document
    public_keys: tuple[str, ...]
    read_event: Callable[[object], Any]
    start: Callable[[Any, Any], Any]
    apply: Callable[[Any, Any, Any], Any]
    is_over: Callable[[Any], bool]
    view: Callable[[Any, str | None], Document]
    shown: Callable[[Any, Any, str | None], Document]
    told: Callable[[Any, Sequence[Any], str | None, Any], Violation | None]
    unseen: tuple[str, str]
    choices: Callable[[Any, str, Sequence[str], str | None, Any], Sequence[Document]]
    announced: Callable[[Any], Document | None]
    most_minor: Callable[[int | None, Document, Any], int]
    span: Callable[[Document, Any], int]
    carried: Callable[[Sequence[Earlier], Document, Any], Carried]
    left_out: Callable[[Document, Document], Sequence[Violation]]

    def header_of(self, record: Document) -> dict[str, Any]:
        """A record without its events."""
        return {key: value for key, value in record.items() if key != self.events_key}

    def record_of(self, header: Document, events: Sequence[object]) -> dict[str, Any]:
        """The record of a header and its events."""
        return {**header, self.events_key: list(events)}

    def completed(self, earlier: Sequence[Earlier], header: Document, rules: Any) -> dict[str, Any]:
        """A header with what is carried over written in. Raises RecordRefused (``not_carried``) where it differs."""
        carried = self.carried(earlier, header, rules)
        filled = {key: value for key, value in carried.due.items() if value != {}}
        complete = {**carried.usual, **filled, **header}
        faults = (*self.left_out(carried.due, complete), *_differences(carried.due, complete))
        if faults:
            raise RecordRefused(faults)
        return complete

    def not_carried(self, earlier: Sequence[Earlier], record: Document, rules: Any) -> tuple[Violation, ...]:
        """Where a whole record says otherwise than what earlier rounds left to it."""
        due = self.carried(earlier, record, rules).due
        return (*self.left_out(due, record), *_differences(due, record))


def _differences(due: Document, said: Document) -> Iterator[Violation]:
    for key, value in due.items():
        if _told(said.get(key, {})) != _told(value):
            detail = f"{key.replace('_', ' ')}: the round before left {_shown(value)}"
            yield Violation("not_carried", f"/{escape(key)}", detail)


def _told(value: object) -> object:
    """A table of numbers without its zeros: a seat that is not named has none."""
    if not isinstance(value, Mapping):
        return value
    return {key: number for key, number in value.items() if number != 0}


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {entry}" for key, entry in value.items()) or "nothing"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
