"""Every preset of Chinese poker plays a session over the API, and its settlement reads right.

The expected units are those of the shared vectors, or worked out by hand beside the case.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from support.house import House

VECTORS = Path(__file__).parents[2] / "vectors" / "chinese-poker.json"
UNIT_MINOR = 250
TRIPS_IN_FRONT_SCOOP = "cp-s-052"
"""Front trips, and all three rows won, for whoever has no vector of their own."""


def vector(name: str) -> dict[str, Any]:
    return next(case for case in json.loads(VECTORS.read_text())["vectors"] if case["id"] == name)


CASES = {
    "seed_fr": ("cp-s-066", None),
    "seed_de": ("cp-s-065", None),
    "western24": ("cp-s-064", None),
    "eastern": ("cp-s-067", None),
    "fujian": ("cp-s-068", None),
    "pusoy": ("cp-s-059", None),
    "hk": (TRIPS_IN_FRONT_SCOOP, {"A": 8, "B": -8}),  # (1 + 1 + 1) x 2 rows, + 2: trips are worth 3 instead of 1
    "thai_pusoy": (TRIPS_IN_FRONT_SCOOP, {"A": 18, "B": -18}),  # (1 + 1 + 1 + 3) x 3: all is tripled
}


@pytest.mark.parametrize("preset", CASES)
def test_a_session_under_each_preset_settles_as_worked_out_and_says_why(house: House, preset: str) -> None:
    name, by_hand = CASES[preset]
    case = vector(name)
    nets = by_hand or case["expected"]["net"]
    seats = [{"seat": player["id"], "player": f"P-{player['id']}"} for player in case["input"]["players"]]
    session = house.post(
        "/v1/sessions",
        {"table_id": 1, "ruleset": {"key": preset}, "unit_minor": str(UNIT_MINOR), "seats": seats},
    ).get_json()
    record = {"seats": [as_seat(player) for player in case["input"]["players"]]}
    answer = house.post(
        f"/v1/sessions/{session['id']}/rounds",
        {"number": 1, "played_at": "2026-11-30T12:00:00Z", "record": record},
        "device-1",
    )
    assert answer.status_code == 201, answer.get_json()
    settlement = answer.get_json()["settlement"]
    assert {spot["seat"]: int(spot["net_minor"]) for spot in settlement["seats"]} == {
        seat: units * UNIT_MINOR for seat, units in nets.items()
    }
    assert_reads_right(settlement)


def as_seat(player: Mapping[str, Any]) -> dict[str, Any]:
    return {"seat": player["id"], **{key: value for key, value in player.items() if key != "id"}}


def assert_reads_right(settlement: Mapping[str, Any]) -> None:
    """Lines add up to the nets seat by seat, and every sentence is whole."""
    sums = {spot["seat"]: 0 for spot in settlement["seats"]} | {"house": 0}
    for line in settlement["lines"]:
        sums[line["seat"]] += int(line["net_minor"])
        sums[line["against"]] -= int(line["net_minor"])
        assert line["why"][0].isupper() or line["why"][0].islower()
        assert line["why"].endswith((".", "]"))
        assert not set("{}") & set(line["why"])
    assert sums.pop("house") == int(settlement["house_net_minor"])
    assert sums == {spot["seat"]: int(spot["net_minor"]) for spot in settlement["seats"]}
