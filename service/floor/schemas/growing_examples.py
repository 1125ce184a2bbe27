"""Examples of a round that grows: the first moves of an open-face hand, as the table's tablet sends them.

A test plays them and holds every word here against what comes out.
"""

from collections.abc import Mapping
from typing import Any, Final

_MOVES: Final[list[dict[str, Any]]] = [
    {"seat": "1", "dealt": ["Ks", "2c", "Kd", "7d", "9h"], "front": ["Ks", "Kd"], "middle": ["2c", "7d", "9h"]},
    {"seat": "2", "dealt": ["Qs", "Qh", "4c", "5c", "8s"], "middle": ["4c", "5c"], "back": ["Qs", "Qh", "8s"]},
]
_EMPTY: Final[dict[str, Any]] = {
    "front": [],
    "middle": [],
    "back": [],
    "discard": None,
    "thrown": 0,
    "face_down": False,
    "timed_out": False,
}
_OPEN: Final = {"front": 3, "middle": 5, "back": 5}

OPENING: Final = {
    "number": 4,
    "played_at": "2026-11-30T11:58:07.250000Z",
    "header": {"seats": ["1", "2"], "button": "2"},
}
LISTED: Final[dict[str, Any]] = {
    "id": 1,
    "session_id": 1,
    "table_id": 5,
    "gaming_date": "2026-11-30",
    "number": 4,
    "state": "open",
    "played_at": "2026-11-30T11:58:07.250000Z",
    "opened_at": "2026-11-30T12:00:00.000000Z",
    "opened_by": "device:tablet-of-01",
    "closed_at": None,
    "last_place": 0,
    "round_id": None,
}
_VIEW: Final[dict[str, Any]] = {
    "next_seat": "1",
    "street": 1,
    "fantasyland_waiting": [],
    "open": {"1": _OPEN, "2": _OPEN},
    "seats": ["1", "2"],
    "turn_order": ["1", "2"],
    "over": False,
    "moves": 0,
    "fantasyland": {},
    "boards": {"1": _EMPTY, "2": _EMPTY},
}
OPENED: Final[dict[str, Any]] = {
    **LISTED,
    "header": {"seats": ["1", "2"], "button": "2", "hand": 1},
    "view": _VIEW,
}

EVENTS: Final = {"events": _MOVES, "after": 0}


def _after(move: Mapping[str, Any], board: Mapping[str, Any]) -> dict[str, Any]:
    return {**board, **{row: move[row] for row in ("front", "middle", "back") if row in move}}


_BOARDS: Final = {move["seat"]: _after(move, _EMPTY) for move in _MOVES}
_AFTER_ONE: Final = {
    **_VIEW,
    "next_seat": "2",
    "open": {"1": {"front": 1, "middle": 2, "back": 5}, "2": _OPEN},
    "moves": 1,
    "boards": {"1": _BOARDS["1"], "2": _EMPTY},
}
_AFTER_TWO: Final = {
    **_AFTER_ONE,
    "next_seat": "1",
    "street": 2,
    "open": {"1": {"front": 1, "middle": 2, "back": 5}, "2": {"front": 3, "middle": 3, "back": 2}},
    "moves": 2,
    "boards": _BOARDS,
}
STANDING: Final[dict[str, Any]] = {**OPENED, "last_place": 2, "view": _AFTER_TWO}
_NOTHING_ELSE: Final = {"announced": None, "round": None, "settlement": None}
APPENDED: Final[dict[str, Any]] = {"open_round": STANDING, **_NOTHING_ELSE}

CHOICES_REQUEST: Final = {"seat": "1", "dealt": ["Kh"]}
CHOICES: Final = {
    "choices": [
        {"front": ["Kh"], "middle": [], "back": [], "discard": [], "certain_foul": True},
        {"front": [], "middle": ["Kh"], "back": [], "discard": [], "certain_foul": False},
        {"front": [], "middle": [], "back": ["Kh"], "discard": [], "certain_foul": False},
    ]
}
ENTRY: Final = {
    "place": 1,
    "kind": "event",
    "seat": "1",
    "recorded_at": "2026-11-30T12:00:00.000000Z",
    "recorded_by": "device:tablet-of-01",
    "event": {"seat": "1", "front": ["Ks", "Kd"], "middle": ["2c", "7d", "9h"]},
    "reason": None,
}
UNDO: Final = {"place": 2, "reason": "the eight of seat 2 fell off its board and was set back wrongly"}
_UNDONE: Final = {**STANDING, "last_place": 3, "view": _AFTER_ONE}
UNDONE: Final = {"open_round": _UNDONE, **_NOTHING_ELSE}
VOIDING: Final = {"reason": "a card was found on the floor: misdeal"}
VOIDED: Final[dict[str, Any]] = {
    **_UNDONE,
    "state": "void",
    "closed_at": "2026-11-30T12:00:00.000000Z",
    "last_place": 4,
}
