"""Examples of requests and answers, shown in the API's description.

They belong together: one round of Chinese poker at one table, from the opening of the session to the balance. A test
plays it and holds every figure here against what comes out.
"""

from typing import Any, Final

TABLE: Final = {"id": 1, "code": "CP-01", "game": "chinese_poker", "pit": "1", "seats": 4}
TABLE_REQUEST: Final = {key: value for key, value in TABLE.items() if key != "id"}
DAY: Final = {"gaming_date": "2026-11-30", "opened_at": "2026-11-30T12:00:00.000000Z", "closed_at": None}
DAY_CLOSED: Final = {**DAY, "closed_at": "2026-12-01T04:31:07.000000Z"}

RULESET: Final = {"key": "western24", "version": 1}
SESSION_REQUEST: Final = {
    "table_id": 1,
    "ruleset": RULESET,
    "unit_minor": "500",
    "seats": [{"seat": "1", "player": "P-1001"}, {"seat": "2", "player": None}],
}
SESSION: Final = {
    "id": 1,
    "table_id": 1,
    "gaming_date": "2026-11-30",
    "game": "chinese_poker",
    "ruleset": RULESET,
    "currency": "EUR",
    "unit_minor": "500",
    "seats": SESSION_REQUEST["seats"],
    "opened_at": "2026-11-30T12:00:00.000000Z",
    "opened_by": "person:floor",
    "closed_at": None,
    "closed_by": None,
}
SESSION_CLOSED: Final = {**SESSION, "closed_at": "2026-11-30T21:40:00.000000Z", "closed_by": "person:floor"}

ARRANGEMENT_REQUEST: Final = {
    "session_id": 1,
    "holding": {
        "front": ["Kc", "Kd", "Ah"],
        "middle": ["Ks", "Kh", "Qc", "7d", "3s"],
        "back": ["2c", "2d", "2h", "2s", "9c"],
    },
}
ARRANGEMENT: Final = {
    "game": "chinese_poker",
    "ruleset": RULESET,
    "legal": False,
    "reasons": ["front_over_middle"],
    "rating": {
        "legal": False,
        "reasons": ["front_over_middle"],
        "faults": [],
        "rows": {
            "front": {"category": "pair", "ranks": [13, 14], "hand": "pair K A", "royalty": "0"},
            "middle": {"category": "pair", "ranks": [13, 12, 7, 3], "hand": "pair K Q 7 3", "royalty": "0"},
            "back": {"category": "quads", "ranks": [2, 9], "hand": "quads 2 9", "royalty": "0"},
        },
        "royalty_total": "0",
        "swapped": False,
        "naturals": [],
        "natural": None,
        "natural_units": "0",
    },
}

ROUND_REQUEST: Final = {
    "number": 17,
    "played_at": "2026-11-30T08:15:42.500000Z",
    "record": {
        "seats": [
            {
                "seat": "1",
                "front": ["Qc", "Qd", "4h"],
                "middle": ["9s", "9h", "9c", "5d", "2s"],
                "back": ["Ac", "Jc", "8c", "6c", "3c"],
            },
            {
                "seat": "2",
                "front": ["Kh", "8d", "2d"],
                "middle": ["Ts", "Th", "4c", "4d", "7s"],
                "back": ["Js", "Jh", "Jd", "6h", "5s"],
            },
        ]
    },
}
ROUND: Final = {
    "id": 1,
    "session_id": 1,
    "table_id": 1,
    "gaming_date": "2026-11-30",
    "number": 17,
    "seq": 1,
    "played_at": "2026-11-30T08:15:42.500000Z",
    "recorded_at": "2026-11-30T12:00:00.000000Z",
    "recorded_by": "device:tablet-1",
    "evidence_sha256": "4535d3d832188393b4b0826a7a724b76987733e64a06f3eeacd30987e0e5bf1f",
}


def _row_won(row: str, hand: str, against_hand: str) -> dict[str, Any]:
    facts = {"row": row, "hand": hand, "against_hand": against_hand}
    return _line(row, "row_won", facts, f"{hand} beats {against_hand} in the {row}. [3]")


def _line(item: str, clause: str, facts: dict[str, str], why: str) -> dict[str, Any]:
    return {
        "seat": "1",
        "against": "2",
        "item": item,
        "outcome": "win",
        "units": "1",
        "stake_minor": "500",
        "net_minor": "500",
        "reason": {"clause": clause, "facts": facts},
        "why": why,
    }


SEATS: Final[list[dict[str, Any]]] = [
    {"seat": "1", "player": "P-1001", "net_minor": "2000", "returned_minor": "2000"},
    {"seat": "2", "player": None, "net_minor": "-2000", "returned_minor": "0"},
]
SETTLEMENT: Final = {
    "id": 1,
    "round_id": 1,
    "game": "chinese_poker",
    "ruleset": RULESET,
    "currency": "EUR",
    "settled_at": "2026-11-30T12:00:00.000000Z",
    "seats": SEATS,
    "house_net_minor": "0",
    "lines": [
        _row_won("front", "pair Q 4", "high K 8 2"),
        _row_won("middle", "trips 9 5 2", "two_pair T 4 7"),
        _row_won("back", "flush A J 8 6 3", "trips J 6 5"),
        _line("overall", "overall", {}, "Overall point for the greater number of rows. [3]"),
    ],
    "marks": {
        "state": {"1": "live", "2": "live"},
        "royalties": {"1": "0", "2": "0"},
        "pairs": [{"a": "1", "b": "2", "rows": [1, 1, 1], "units": "4"}],
        "home_run": [],
        "stake_minor": "500",
    },
    "sha256": "8682444dc1439b19468fbf4aa1d194afbd0a665c7d5fb4bf1ff7d37cdcd87497",
}
ROUND_SETTLED: Final = {"round": ROUND, "settlement": SETTLEMENT}
ROUND_DETAIL: Final = {"round": {**ROUND, "record": ROUND_REQUEST["record"]}, "settlement": SETTLEMENT}
EVIDENCE: Final = {
    "format": 1,
    "game": "chinese_poker",
    "ruleset": {"format": 1, "game": "chinese_poker", "key": "western24", "...": "complete in a real answer"},
    "terms": {"currency": "EUR", "unit_minor": "500"},
    "record": ROUND_REQUEST["record"],
    "context": {"table_id": 1, "gaming_date": "2026-11-30", "number": ROUND_REQUEST["number"]},
    "settlement": {"game": "chinese_poker", "...": "as it is stored"},
}
SETTLEMENT_DETAIL: Final = {**SETTLEMENT, "round": ROUND}
SPOT_RESULT: Final = {
    "settlement_id": 1,
    "round_id": 1,
    "round_number": 17,
    "session_id": 1,
    "table_id": 1,
    "gaming_date": "2026-11-30",
    "seq": 1,
    **SEATS[0],
    "currency": "EUR",
    "ruleset": RULESET,
}
BALANCE: Final = {
    "session_id": 1,
    "currency": "EUR",
    "rounds": 1,
    "seats": SEATS,
    "house_net_minor": "0",
    "items": [
        {
            "round_id": 1,
            "number": 17,
            "seq": 1,
            "played_at": "2026-11-30T08:15:42.500000Z",
            "sides": [
                {"seat": "1", "net_minor": "2000", "balance_minor": "2000"},
                {"seat": "2", "net_minor": "-2000", "balance_minor": "-2000"},
                {"seat": "house", "net_minor": "0", "balance_minor": "0"},
            ],
        }
    ],
    "next_cursor": None,
}


def page_of(item: object) -> dict[str, Any]:
    """A page that holds one item and is the last."""
    return {"items": [item], "next_cursor": None}
