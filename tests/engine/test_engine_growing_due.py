"""What a growing round says of the one before it: of nothing nothing is written, and a refusal names what is due."""

from typing import Any

import pytest

from engine.catalogue import GAMES
from engine.errors import RecordRefused
from engine.growing import Earlier, Growth
from support import open_face

PINEAPPLE = open_face.rules("ofc_pineapple")
LAST = {"seats": ["A", "B"], "button": "A", "hand": 1}


def growth() -> Growth:
    found = GAMES["open_face_chinese"].growth
    assert found is not None
    return found


def left(**fantasyland: int) -> list[Earlier]:
    told = {"button": "B", "fantasyland": fantasyland, "fantasyland_runs": {}}
    return [Earlier(LAST, {"next_hand": told, "counts_for_match": True})]


def test_an_object_that_would_be_empty_is_not_written_into_a_header() -> None:
    assert growth().completed(left(), {}, PINEAPPLE) == {"seats": ["A", "B"], "button": "B", "hand": 2}
    told = growth().completed(left(), {"fantasyland": {}}, PINEAPPLE)
    assert told == {"seats": ["A", "B"], "button": "B", "hand": 2, "fantasyland": {}}


@pytest.mark.parametrize(
    ("earlier", "header", "pointer", "detail"),
    [
        (left(), {"button": "A"}, "/button", "button: the round before left B"),
        (left(), {"hand": 7}, "/hand", "hand: the round before left 2"),
        (left(), {"fantasyland": {"A": 14}}, "/fantasyland", "fantasyland: the round before left nothing"),
        (
            left(A=14, B=15),
            {"fantasyland": {"A": 14}},
            "/fantasyland",
            "fantasyland: the round before left A: 14, B: 15",
        ),
    ],
)
def test_what_is_not_carried_over_is_told_with_what_is_due(
    earlier: list[Earlier], header: dict[str, Any], pointer: str, detail: str
) -> None:
    with pytest.raises(RecordRefused) as refused:
        growth().completed(earlier, header, PINEAPPLE)
    assert refused.value.violations == (("not_carried", pointer, detail),)
    whole = growth().completed(earlier, {}, PINEAPPLE) | header
    assert growth().not_carried(earlier, whole, PINEAPPLE) == (("not_carried", pointer, detail),)
