"""Sessions and rounds as tablets post them, with results worked out by hand."""

from collections.abc import Mapping
from typing import Any, Final

from support.house import House

PLAYED_AT: Final = "2026-11-30T11:58:07.250000Z"
UNIT: Final = "500"
PLAYERS: Final = [{"seat": "1", "player": "P-1001"}, {"seat": "2", "player": None}]

SCOOP: Final[Mapping[str, Any]] = {
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
}
"""Seat 1 wins all three rows and no royalties are held: three units and one overall under western24 (2-4)."""

SCOOP_NETS: Final = {"1": "2000", "2": "-2000"}

FOUL: Final[Mapping[str, Any]] = {
    "seats": [
        {
            "seat": "1",
            "front": ["Qc", "Qd", "Qh"],
            "middle": ["9s", "9h", "8c", "5d", "2s"],
            "back": ["Ac", "Jc", "8s", "6c", "3c"],
        },
        SCOOP["seats"][1],
    ]
}
"""Seat 1's trips in front stand over a pair: a foul, which under western24 pays as if scooped, four units."""

FOUL_NETS: Final = {"1": "-2000", "2": "2000"}

CASINO: Final[Mapping[str, Any]] = {
    "dealer": ["Qc", "7d", "2h"],
    "seats": [
        {
            "seat": "1",
            "cards": ["Ac", "Kc", "9c"],
            "decision": "play",
            "bets": {"ante": "1000", "play": "1000", "pair_plus": "1000"},
        },
        {"seat": "2", "cards": ["3c", "8d", "9h"], "decision": "fold", "bets": {"ante": "1000"}},
    ],
}
"""The dealer qualifies with queen high. Seat 1's flush wins ante and play and pays 4 to 1 on pair plus (tcp_us)."""

CASINO_NETS: Final = {"1": "6000", "2": "-1000"}


def open_session(house: House, table_id: int = 1, who: str = "floor", **changed: Any) -> int:
    """Open a session at a table and return its id: western24 at five euros a unit, or tcp_us at table 2."""
    body: dict[str, Any] = {"table_id": table_id, "seats": PLAYERS, "ruleset": {"key": "western24", "version": 1}}
    if table_id == 2:
        body["ruleset"] = {"key": "tcp_us"}
    else:
        body["unit_minor"] = UNIT
    response = house.post("/v1/sessions", body | changed, who=who)
    assert response.status_code == 201, response.data
    return int(response.get_json()["id"])


def round_of(number: int, record: Mapping[str, Any] = SCOOP, played_at: str = PLAYED_AT) -> dict[str, Any]:
    """The body of a round."""
    return {"number": number, "played_at": played_at, "record": record}


def post_round(
    house: House, session_id: int, number: int, record: Mapping[str, Any] = SCOOP, who: str = "floor"
) -> dict[str, Any]:
    """Post a round that is taken, and return the answer."""
    response = house.post(f"/v1/sessions/{session_id}/rounds", round_of(number, record), who=who)
    assert response.status_code == 201, response.data
    answer: dict[str, Any] = response.get_json()
    return answer


def walk(house: House, path: str, who: str = "floor", limit: int = 3) -> list[dict[str, Any]]:
    """All items of a list, page by page."""
    items: list[dict[str, Any]] = []
    mark = "&" if "?" in path else "?"
    cursor = ""
    while True:
        response = house.get(f"{path}{mark}limit={limit}{cursor}", who=who)
        assert response.status_code == 200, response.data
        page = response.get_json()
        assert len(page["items"]) <= limit
        items += page["items"]
        if page["next_cursor"] is None:
            return items
        cursor = f"&cursor={page['next_cursor']}"


def refused(response: Any, code: str, *pointers: str) -> dict[str, Any]:
    """Hold a response to be the problem of a code that names exactly these places, and return its body."""
    body: dict[str, Any] = response.get_json()
    assert body["code"] == code, body
    assert response.mimetype == "application/problem+json"
    assert response.status_code == body["status"]
    if pointers:
        assert [error["pointer"] for error in body["errors"]] == list(pointers), body
    return body
