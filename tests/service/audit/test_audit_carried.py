"""What each round of a session leaves to the next, altered together with all that follows from it."""

import json
from random import Random
from typing import Any

import pytest

from engine.catalogue import GAMES
from support import kowah, open_face
from support.forging import (
    START,
    change_opened,
    found,
    give_header,
    play_day,
    play_hand,
    read_header,
    settle_anew,
    spelled,
)
from support.growing import GrowingTable, kowah_round, open_face_hand, publish, put_up, taken
from support.house import House
from support.kowah_simulator import random_round
from support.tampering import behind_the_api


def play_three(house: House, **switches: Any) -> GrowingTable:
    publish(house, open_face.document("ofc_pineapple", match_hands="open", **switches) | {"key": "of_x"})
    table = put_up(house, "OF-01", "of_x", ["A", "B"])
    for number in (1, 2, 3):
        play_hand(table, number, START if number == 1 else None)
    assert found(house) == set()
    return table


def test_a_hand_of_another_stake_level_is_found(house: House) -> None:
    play_three(house, stake_schedule=[1, 10], hands_per_level=1)
    with behind_the_api(house.database.engine) as connection:
        give_header(connection, 3, hand=1)
    assert ("not_carried", 3) in found(house)


def test_other_nets_of_the_match_are_found(house: House) -> None:
    play_three(house, loss_limit_units=8, short_stack="sequential")
    with behind_the_api(house.database.engine) as connection:
        give_header(connection, 3, match_nets={"A": "99900", "B": "99900"})
    assert ("not_carried", 3) in found(house)


def test_the_number_of_a_hand_is_found(house: House) -> None:
    play_day(house)
    with behind_the_api(house.database.engine) as connection:
        give_header(connection, 5, hand=40)
    assert found(house) == {("not_carried", 5)}


@pytest.mark.parametrize("number", [2, 4])
def test_the_header_of_a_voided_round_goes_on_from_the_rounds_before_it_too(house: House, number: int) -> None:
    play_day(house)
    with behind_the_api(house.database.engine) as connection:
        header = read_header(connection, number)
        change_opened(connection, number, header=spelled({**header, "hand": 40}))
    assert ("not_carried", number) in found(house)


def test_the_header_of_an_open_round_does_as_well(house: House) -> None:
    table = play_day(house)
    header = taken(table.open(6))["header"]
    assert found(house) == set()
    with behind_the_api(house.database.engine) as connection:
        change_opened(connection, 6, header=spelled({**header, "hand": 40}))
    assert found(house) == {("not_carried", 6)}


def test_a_round_recorded_in_one_piece_goes_on_like_one_that_grew(house: House) -> None:
    table = put_up(house, "OF-01", "ofc_pineapple", ["A", "B"])
    first = {**open_face_hand(2, START), **START, "hand": 1}
    taken(table.post_whole(1, first))
    opened = taken(table.open(2))
    taken(table.void(opened["id"]))
    header = opened["header"]
    taken(table.post_whole(3, {**open_face_hand(3, header), **header}))
    assert found(house) == set()
    with behind_the_api(house.database.engine) as connection:
        other = {**header, "fantasyland": {"B": 14}}
        settle_anew(connection, 3, {**open_face_hand(3, other), **other})
    assert ("not_carried", 3) in found(house)


def test_another_dealer_than_the_winner_is_found(house: House) -> None:
    document = kowah.document(first="winner_deals") | {"key": "kowah_x"}
    publish(house, document)
    rules = GAMES["kowah"].load_rules(document)
    table = put_up(house, "KW-01", "kowah_x", [entry["seat"] for entry in kowah_round(1)["seats"]], None)

    def dealt_by(dealer: str | None, other: bool) -> dict[str, Any]:
        for seed in range(500):
            record = json.loads(json.dumps(random_round(Random(seed), document["switches"], rules, told=False)))
            if dealer is None or (record["dealer"] == dealer) != other:
                return dict(record)
        raise AssertionError("no such deal among five hundred")

    answer = taken(table.post_whole(1, dealt_by(None, other=False)))
    dealer = answer["settlement"]["marks"]["next_dealer"]
    taken(table.post_whole(2, dealt_by(dealer, other=False)))
    assert found(house) == set()
    with behind_the_api(house.database.engine) as connection:
        settle_anew(connection, 2, dealt_by(dealer, other=True))
    assert found(house) == {("not_carried", 2)}
