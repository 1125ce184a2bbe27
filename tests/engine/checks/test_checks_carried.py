"""What the rounds of a session leave to each other, checked along the session."""

from collections.abc import Mapping
from typing import Any

from engine.catalogue import GAMES, settle_round
from engine.checks import carried
from engine.checks.carried import Chain
from engine.checks.facts import RoundFacts, RulesetFacts
from engine.checks.findings import RoundPlace
from support import open_face
from support.growing import open_face_hand

GAME = GAMES["open_face_chinese"]
GROWTH = GAME.growth
RULES = open_face.rules("ofc_pineapple")
PLACE = RoundPlace("P1", "OF-01", "2026-11-30", 2)
START = {"seats": ["A", "B"], "button": "B"}
assert GROWTH is not None


class Facts:
    """As much of a round's facts as the chain looks at."""

    def __init__(self, record: object, settlement: Mapping[str, Any] | None) -> None:
        self.record = record
        self.replayed_data = settlement
        self.ruleset = RulesetFacts("", True, GAME, RULES)


def behind(chain: Chain, record: object, settlement: Mapping[str, Any] | None, most: int = 1000) -> Chain:
    facts: Any = Facts(record, settlement)
    known: RoundFacts = facts
    assert GROWTH is not None
    return carried.behind(chain, known, GROWTH, most)


def played(seed: int, header: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    record = {**open_face_hand(seed, dict(header)), **header}
    return record, settle_round(GAME, record, {"currency": "EUR", "unit_minor": "100"}, RULES).as_data()


def next_header(settlement: Mapping[str, Any]) -> dict[str, Any]:
    left = settlement["marks"]["next_hand"]
    return {"seats": ["A", "B"], "button": left["button"], "fantasyland": left["fantasyland"], "hand": 2}


def found(said: object, chain: Chain) -> list[str]:
    assert GROWTH is not None
    return [
        str(place["pointer"])
        for one in carried.find(PLACE, said, chain, GROWTH, RULES)
        for place in one.differences
        if one.code == "not_carried"
    ]


def test_a_round_that_goes_on_from_the_one_before_is_silent_and_one_with_another_button_is_not() -> None:
    record, settlement = played(2, {**START, "hand": 1})
    chain = behind((), record, settlement)
    header = next_header(settlement)
    assert found(header, chain) == []
    other = "A" if header["button"] == "B" else "B"
    assert found({**header, "button": other}, chain) == ["/button"]
    assert found({**header, "hand": 7}, chain) == ["/hand"]


def test_the_first_round_of_a_session_says_for_itself_where_it_stands() -> None:
    assert found({**START, "hand": 40}, ()) == []


def test_behind_a_round_that_cannot_be_settled_nothing_is_held_until_a_match_begins_anew() -> None:
    record, settlement = played(2, {**START, "hand": 1})
    chain = behind((), record, None)
    assert found({**START, "button": "A", "hand": 9}, chain) == []
    assert found({**START, "button": "A", "hand": 9}, behind(chain, record, settlement)) != []


def test_only_so_many_rounds_are_kept_as_bear_on_the_next_one() -> None:
    record, settlement = played(2, {**START, "hand": 1})
    chain: Chain = ()
    for hand in (1, 2, 3):
        chain = behind(chain, {**record, "hand": hand}, settlement)
        assert len(chain) == hand
    assert len(behind(chain, {**record, "hand": 4}, settlement, most=2)) == 2
    assert len(behind(chain, {**record, "hand": 1}, settlement)) == 1


def test_what_is_no_object_is_left_to_other_checks() -> None:
    record, settlement = played(2, {**START, "hand": 1})
    assert found(None, behind((), record, settlement)) == []
