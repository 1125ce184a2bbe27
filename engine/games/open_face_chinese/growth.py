"""How an open-face hand grows move by move, and what each hand of a session leaves to the next.

Carried over are the button, Fantasyland and its runs; the number of the hand in its match, which the stake level
follows, and what each seat has won or lost in the match, where the records tell these. A match lies within a session.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import RecordRefused, Violation
from engine.games.open_face_chinese.match import match_over
from engine.games.open_face_chinese.placements import placements
from engine.games.open_face_chinese.record import parse_move
from engine.games.open_face_chinese.replay import apply, open_hand
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.schema import MOVE_SCHEMA
from engine.games.open_face_chinese.state import State
from engine.games.open_face_chinese.view import public_view
from engine.growing import Carried, Earlier, Growth


def _choices(
    state: State, seat: str, dealt: Sequence[str], viewer: str | None, rules: Rules
) -> Sequence[Mapping[str, Any]]:
    """Every legal placement, and whether it is already a certain foul, as ``viewer`` can tell.

    Somebody else does not know what the seat has thrown.
    """
    if seat != viewer and seat in state.boards:
        state = state._replace(boards={**state.boards, seat: state.boards[seat]._replace(thrown=())})
    found = placements(state, seat, dealt, rules)
    if isinstance(found, Violation):
        raise RecordRefused([found._replace(pointer="")])
    return [placement.as_data() for placement in found]


def _span(header: Mapping[str, Any]) -> int:
    """A match lies behind the last so many hands; of one that does not count them only the last one is known."""
    return int(header["hand"]) if "hand" in header else 1


def _carried(earlier: Sequence[Earlier], header: Mapping[str, Any], rules: Rules) -> Carried:
    if not earlier:
        seats = _seats(header)
        nets = {} if rules.loss_limit is None else {"match_nets": dict.fromkeys(seats, "0")}
        return Carried({}, {"hand": 1, **nets})
    last, marks = earlier[-1]
    staying = [seat for seat in last["seats"] if seat not in marks.get("busted", ())]
    seats = _seats({"seats": staying, **header})
    left = marks["next_hand"]
    over = _is_match_over(earlier, rules)
    due = {
        **_button(last["seats"], left["button"], seats),
        "fantasyland": {seat: cards for seat, cards in left["fantasyland"].items() if seat in staying},
        "fantasyland_runs": {seat: run for seat, run in left["fantasyland_runs"].items() if seat in seats},
        **({"hand": 1 if over else last["hand"] + 1} if "hand" in last else {}),
        **_match_nets(marks, seats, over),
    }
    stacks = {"stacks": _of(marks["stacks"], seats)} if "stacks" in marks else {}
    return Carried(due, {"seats": staying, **stacks})


def _seats(header: Mapping[str, Any]) -> tuple[str, ...]:
    """The seats of a header, as far as it names any; ``parse`` will say what is wrong with the others."""
    named = header.get("seats")
    return tuple(seat for seat in named if isinstance(seat, str)) if isinstance(named, list | tuple) else ()


def _button(before: Sequence[str], due: str, seats: Sequence[str]) -> dict[str, str]:
    """The button; where its seat sits out, the next one clockwise that plays has it."""
    place = before.index(due)
    return next(({"button": seat} for seat in (*before[place:], *before[:place]) if seat in seats), {})


def _is_match_over(earlier: Sequence[Earlier], rules: Rules) -> bool:
    """Whether a match is over. Hands of it before the session are taken for hands that count."""
    last, marks = earlier[-1]
    unknown = max(_span(last) - len(earlier), 0)
    counted = [True] * unknown + [bool(hand.marks["counts_for_match"]) for hand in earlier]
    return match_over(counted, len(last["seats"]), bool(marks["next_hand"]["fantasyland"]), rules)


def _match_nets(marks: Mapping[str, Any], seats: Sequence[str], over: bool) -> dict[str, object]:
    """What each seat has won or lost in its match so far; whoever comes new to the table has neither."""
    if "match_nets" not in marks:
        return {}
    begun = dict.fromkeys(seats, "0")
    return {"match_nets": begun if over else {**begun, **_of(marks["match_nets"], seats)}}


def _of(table: Mapping[str, Any], seats: Sequence[str]) -> dict[str, Any]:
    return {seat: value for seat, value in table.items() if seat in seats}


GROWTH: Final = Growth(
    events_key="moves",
    event_schema=MOVE_SCHEMA,
    public_keys=("seats", "button", "fantasyland", "fantasyland_runs", "hand", "pot_minor", "stacks", "match_nets"),
    read_event=parse_move,
    start=open_hand,
    apply=apply,
    is_over=lambda state: bool(state.over),
    view=public_view,
    choices=_choices,
    announced=lambda _: None,
    span=_span,
    carried=_carried,
)
"""Everything of an open-face header lies open: the cards come with the moves."""
