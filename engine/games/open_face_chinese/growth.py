"""How an open-face hand grows move by move, and what each hand of a session leaves to the next.

Carried over are the order of those who stay, the button, Fantasyland and its runs; the number of the hand in its match,
which the stake level follows, and what each seat has won or lost in the match, where the records tell these. A match
lies within a session. Fantasyland is earned by a board alone (rules/chinese-poker section 10): a seat that has no chips
left may be left out of the next hand, but where it buys in and plays it keeps what it earned.
"""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, Final

from engine.errors import RecordRefused, Violation
from engine.games.fees import most_taken
from engine.games.open_face_chinese.match import match_over
from engine.games.open_face_chinese.placements import placements
from engine.games.open_face_chinese.record import MOST_COUNT, parse_move
from engine.games.open_face_chinese.replay import apply, open_hand
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.schema import MOVE_SCHEMA
from engine.games.open_face_chinese.state import State
from engine.games.open_face_chinese.telling import UNSEEN, as_seen, told
from engine.games.open_face_chinese.view import public_move, public_view
from engine.games.payment import stake_of
from engine.games.stacks import from_the_button
from engine.growing import Carried, Earlier, Growth
from engine.money import MAX_MINOR, find_minor


def _choices(
    state: State, seat: str, dealt: Sequence[str], viewer: str | None, rules: Rules
) -> Sequence[Mapping[str, Any]]:
    """Every legal placement, and whether it is already a certain foul, as ``viewer`` can tell.

    Nothing is recorded, so cards that he does not see count as cards that may still be dealt.
    """
    found = placements(as_seen(state, viewer), seat, dealt, rules)
    if isinstance(found, Violation):
        pointer = "/dealt" if found.code in _OF_THE_CARDS else "/seat"
        raise RecordRefused([found._replace(pointer=pointer)])
    return [placement.as_data() for placement in found]


_OF_THE_CARDS: Final = frozenset({"wrong_card_count", "bad_card", "duplicate_card"})
"""What can be wrong with the cards dealt; anything else is wrong with asking for this seat now."""


def _most_minor(unit_minor: int | None, header: Mapping[str, Any], rules: Rules) -> int:
    """The seat that wins from all others at the highest level, or the level of the header's hand, and the fees."""
    hand, pot_minor = header.get("hand"), find_minor(header.get("pot_minor")) or 0
    seats = len(header.get("seats", ())) or rules.form.seats[1]
    stake = max(rules.stake.levels) if hand is None else stake_of(hand, rules.stake)
    highest = hand is None and rules.scale.levels
    mult = max(rules.scale.levels) if highest else rules.scale.of_hand(hand, pot_minor)
    pair_minor = ceil(stake * (unit_minor or 0) * rules.most_units(mult))
    won_minor = pair_minor * (seats * seats // 4)
    taken_minor = most_taken(rules.money.fee, seats, won_minor)
    return max(pair_minor * (seats - 1) + rules.money.fee.amount_minor, taken_minor)


def _span(header: Mapping[str, Any], rules: Rules) -> int:
    """The hands of a match that may end behind this one: as many as it has had; else none but the last one bears."""
    return int(header["hand"]) if rules.one_hand_each and "hand" in header else 1


def _left_out(due: Mapping[str, Any], header: Mapping[str, Any]) -> tuple[Violation, ...]:
    """Whoever is due Fantasyland plays it in the next hand."""
    seats = _seats(header)
    absent = [seat for seat in due.get("fantasyland", ()) if seats and seat not in seats]
    return tuple(
        Violation("not_carried", "/seats", f"{seat} is due Fantasyland and cannot be left out") for seat in absent
    )


def _carried(earlier: Sequence[Earlier], header: Mapping[str, Any], rules: Rules) -> Carried:
    if not earlier:
        seats = _seats(header)
        nets = {} if rules.loss_limit is None else {"match_nets": dict.fromkeys(seats, "0")}
        return Carried({}, {"hand": 1, **nets})
    last, marks = earlier[-1]
    stacks = {seat: stack for seat, stack in marks.get("stacks", {}).items() if int(stack) > 0}
    staying = [seat for seat in last["seats"] if "stacks" not in marks or seat in stacks]
    seats = _seats({"seats": staying, **header})
    left = marks["next_hand"]
    fantasyland = _of(left["fantasyland"], (*staying, *seats))
    stays = fantasyland or not left["fantasyland"]
    button = left["button"] if stays else from_the_button(last["seats"], last["button"])[0]
    over = _is_match_over(earlier, bool(fantasyland), rules)
    due = {
        **_order(last["seats"], seats),
        **_button(last["seats"], button, seats),
        "fantasyland": fantasyland,
        "fantasyland_runs": _of(left["fantasyland_runs"], seats),
        **({"hand": 1 if over else min(last["hand"] + 1, MOST_COUNT)} if "hand" in last else {}),
        **_match_nets(marks, seats, over, rules),
    }
    brought = {"stacks": _of(stacks, seats)} if "stacks" in marks else {}
    return Carried(due, {"seats": staying, **brought})


def _seats(header: Mapping[str, Any]) -> tuple[str, ...]:
    """The seats of a header, as far as it names any; ``parse`` will say what is wrong with the others."""
    named = header.get("seats")
    return tuple(seat for seat in named if isinstance(seat, str)) if isinstance(named, list | tuple) else ()


def _order(before: Sequence[str], seats: Sequence[str]) -> dict[str, list[str]]:
    """The seats as they must stand, where they stand otherwise: who played before keeps its place round the table.

    A list may begin with any of them, and whoever comes new may sit anywhere. A seat named twice is left to the deal.
    """
    again = [seat for seat in seats if seat in before]
    if not again or len(set(again)) < len(again):
        return {}
    place = before.index(again[0])
    kept = [seat for seat in (*before[place:], *before[:place]) if seat in again]
    if again == kept:
        return {}
    in_order = iter(kept)
    return {"seats": [next(in_order) if seat in before else seat for seat in seats]}


def _button(before: Sequence[str], due: str, seats: Sequence[str]) -> dict[str, str]:
    """The button; where its seat sits out, the next one clockwise that plays has it."""
    place = before.index(due)
    return next(({"button": seat} for seat in (*before[place:], *before[:place]) if seat in seats), {})


def _is_match_over(earlier: Sequence[Earlier], fantasyland_next: bool, rules: Rules) -> bool:
    """Whether a match is over. Hands of it before the session are taken for hands that count."""
    last, _ = earlier[-1]
    unknown = max(_span(last, rules) - len(earlier), 0)
    counted = [True] * unknown + [bool(hand.marks["counts_for_match"]) for hand in earlier]
    return match_over(counted, len(last["seats"]), fantasyland_next, rules)


def _match_nets(marks: Mapping[str, Any], seats: Sequence[str], over: bool, rules: Rules) -> dict[str, object]:
    """What each seat has won or lost in its match so far; whoever comes new to the table has neither.

    A figure too large to be written in a record is carried as the largest one that can be.
    """
    if "match_nets" not in marks:
        return {}
    most = MAX_MINOR // rules.money.chip_unit_minor * rules.money.chip_unit_minor
    nets = {} if over else _of(marks["match_nets"], seats)
    held = {seat: str(max(-most, min(int(net), most))) for seat, net in nets.items()}
    return {"match_nets": {**dict.fromkeys(seats, "0"), **held}}


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
    shown=lambda state, move, viewer: public_move(state, move, viewer).as_data(),
    told=told,
    unseen=UNSEEN,
    choices=_choices,
    announced=lambda _: None,
    most_minor=_most_minor,
    span=_span,
    carried=_carried,
    left_out=_left_out,
)
"""Everything of an open-face header lies open: the cards come with the moves."""
