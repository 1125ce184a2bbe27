"""What a seat has thrown is not betrayed by what others are told of its choices: which of them are lost already."""

import pytest

from support.growing import Record, put_up, taken
from support.house import House
from support.play import refused

SEATS = ["A", "B"]
DEALT = ["3c", "9s", "2d"]


def move(seat: str, **lists: str) -> Record:
    return {"seat": seat, **{place: cards.split() for place, cards in lists.items()}}


def until_the_fourth_street(one: str, other: str) -> list[Record]:
    """A has queens in front and one king in the middle; B shows the second king, A has thrown ``one`` and ``other``."""
    return [
        move("A", dealt="Qh Qd 2c Kh 7d", front="Qh Qd 2c", middle="Kh 7d"),
        move("B", dealt="Kd Td Tc 8h 8d", back="Kd Td Tc 8h 8d"),
        move("A", dealt=f"5s 9h {one}", middle="5s", back="9h", discard=one),
        move("B", dealt="3d 3h 4d", middle="3d 3h", discard="4d"),
        move("A", dealt=f"9d 9c {other}", back="9d 9c", discard=other),
        move("B", dealt="6d 6h 7c", front="6d 6h", discard="7c"),
    ]


@pytest.mark.parametrize(("throws", "own"), [(("Kc", "Ks"), True), (("4h", "4s"), False)])
def test_whether_a_placement_is_lost_is_told_to_others_as_if_they_had_not_seen_the_throws(
    house: House, throws: tuple[str, str], own: bool
) -> None:
    """With 3c in the middle only another king saves the hand: A alone knows whether there is one left."""
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    hand = table.opened(1, {"seats": SEATS, "button": "B"})
    for one in until_the_fourth_street(*throws):
        taken(table.append(hand, one, who=one["seat"]))
    told: dict[str, list[bool]] = {}
    for who in ("A", "table", "dealer", "floor"):
        answer = taken(table.post(f"/v1/open-rounds/{hand}/choices", {"seat": "A", "dealt": DEALT}, who))
        told[who] = [
            choice["certain_foul"]
            for choice in answer["choices"]
            if (choice["middle"], choice["back"]) == (["3c"], ["9s"])
        ]
    assert told == {"A": [own], "table": [False], "dealer": [False], "floor": [False]}
    refused(table.post(f"/v1/open-rounds/{hand}/choices", {"seat": "A", "dealt": DEALT}, "B"), "wrong_seat")
