"""One board by itself: fouls, royalties, jokers, and what it earns in Fantasyland."""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RecordRefused
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.boards import read_rows
from engine.games.open_face_chinese.holding import Rating
from engine.games.open_face_chinese.rules import Rules
from support import open_face_by_hand as by_hand
from support import ranking_by_groups as ranking
from support.chinese_poker_by_hand import is_foul, worth
from support.open_face import ROWS, board, document, rules

PINEAPPLE = rules("ofc_pineapple")
LEGAL = ("Qh Qd 5c", "Kh Kc 3d 3s 2c", "9h 9d 9c 7s 7h")


def rate(rows: tuple[str, str, str], under: Rules = PINEAPPLE, **more: Any) -> Rating:
    cards = board(*rows)
    return game.rate(game.parse_holding({**{row: cards[row] for row in ROWS}, **more}), under)


def test_a_legal_board_is_told_row_by_row() -> None:
    rating = rate(LEGAL)
    assert rating.as_data() == {
        "legal": True,
        "reasons": [],
        "faults": [],
        "rows": {
            "front": {"category": "pair", "ranks": [12, 5], "hand": "pair Q 5", "royalty": "7"},
            "middle": {"category": "two_pair", "ranks": [13, 3, 2], "hand": "two_pair K 3 2", "royalty": "0"},
            "back": {"category": "full_house", "ranks": [9, 7], "hand": "full_house 9 7", "royalty": "6"},
        },
        "royalty_total": "13",
        "fantasyland": {"next_cards": 14, "reasons": ["front_pair_Q"]},
    }


def test_royalties_of_a_board_count_as_often_as_the_ruleset_says() -> None:
    rating = rate(LEGAL, rules("ofc_pineapple", royalty_mult=3))
    assert (rating.rows["front"].royalty, rating.royalty_total) == (21, 39)


@pytest.mark.parametrize(
    ("rows", "preset", "reasons"),
    [
        (("Ah Ad 5c", "Kh Kc 3d 4s 2c", "9h 9d 9c 7s 7h"), "ofc_pineapple", ["front_over_middle"]),
        (("Qh Jd 5c", "Kh Kc Kd 3s 2c", "9h 9d 8c 7s 7h"), "ofc_pineapple", ["middle_over_back"]),
        (("Ah Ad 5c", "Kh Kc Kd 3s 2c", "9h 9d 8c 7s 7h"), "ofc_pineapple", ["middle_over_back"]),
        (("Kh Kd 2c", "Jh 6c 4d 3s 2d", "Ac As 5h 5d 3h"), "ofc_27", ["middle_not_qualified"]),
        (("Ah Ad 2c", "9h 7c 4d 3s 2d", "Kc Ks 5h 5d 3h"), "ofc_27", []),
        (("Ah Ad 2c", "Jh 7c 4d 3s 2d", "Kc Ks 5h 7d 3h"), "ofc_27", ["front_over_back", "middle_not_qualified"]),
    ],
)
def test_every_fault_of_a_board_is_named(rows: tuple[str, str, str], preset: str, reasons: list[str]) -> None:
    rating = rate(rows, rules(preset))
    assert list(rating.reasons) == reasons
    assert rating.legal is not bool(reasons)
    assert rating.royalty_total == 0 or rating.legal


def test_entry_errors_are_told_all_at_once_and_the_board_is_not_ranked() -> None:
    rows = ("Qh Qh 5c 6c", "Kh Kc 3d 3s xx", "9h 9d 9c 7s 7h")
    rating = rate(rows, dealt=["Qh", "5c"], fantasyland=13)
    assert [fault.code for fault in rating.faults][:5] == [
        "bad_card",
        "wrong_row_size",
        "wrong_card_count",
        "duplicate_card",
        "card_not_dealt",
    ]
    assert rating.faults[-1].code == "fantasyland_cards"
    assert (rating.legal, dict(rating.rows), rating.royalty_total) == (False, {}, 0)


def test_the_cards_of_a_hand_outside_fantasyland_are_those_of_its_streets() -> None:
    placed = [code for row in board(*LEGAL).values() for code in row]
    assert rate(LEGAL, dealt=[*placed, "2h", "3h", "4h", "5h"]).legal
    assert rate(LEGAL, dealt=[*placed, "2h"]).reasons == ("wrong_card_count",)
    assert rate(LEGAL, dealt=[*placed, "2h"], fantasyland=14).legal


def test_what_is_no_holding_is_refused() -> None:
    with pytest.raises(RecordRefused) as refused:
        game.parse_holding({"front": "Qh", "middle": [], "fantasyland": True})
    assert [(fault.code, fault.pointer) for fault in refused.value.violations] == [
        ("missing_key", ""),
        ("wrong_type", "/front"),
        ("wrong_value", "/fantasyland"),
    ]


STAYING = {
    "front_trips": ("3h 3d 3c", "Kh Kc Kd 8s 2c", "9h 9d 9c 7s 7h"),
    "middle_full_house": ("Qh Qd 5c", "Kh Kc Kd 3s 3c", "Ah Ad Ac 7s 7h"),
    "back_quads": ("Qh Qd 5c", "Kh Kc 3d 3s 2c", "7h 7d 7c 7s Ah"),
}


@pytest.mark.parametrize("reason", STAYING)
@pytest.mark.parametrize("known", [True, False])
def test_a_seat_stays_in_fantasyland_for_each_reason_that_the_house_knows(reason: str, known: bool) -> None:
    under = rules(
        "ofc_classic",
        fl_stay_front_trips=known,
        fl_stay_back_quads=known,
        fl_stay_middle="full_house" if known else "off",
    )
    earned = rate(STAYING[reason], under, fantasyland=13).fantasyland
    assert earned == ((13, (reason,)) if known else (0, ()))


def test_a_straight_flush_stays_like_quads_in_back_and_a_full_house_in_the_middle() -> None:
    rows = ("Qh Qd 5c", "2h 3h 4h 5h 6h", "7s 8s 9s Ts Js")
    earned = rate(rows, rules("ofc_classic"), fantasyland=13).fantasyland
    assert earned == (13, ("middle_full_house", "back_quads"))


def test_a_middle_that_plays_low_never_keeps_a_seat_in() -> None:
    under = rules("ofc_27", low_middle_qualifier="none", fl_stay_middle="full_house")
    assert rate(("Qh Qd 5c", "Kh Kc Kd 3s 3c", "Ah Ad Ac 7s 7h"), under, fantasyland=14).fantasyland == (0, ())


@pytest.mark.parametrize(
    ("front", "cards"), [("Jh Jd 5c", 0), ("Qh Qd 5c", 14), ("Kh Ks 5c", 15), ("Ah As 5c", 16), ("2h 2d 2s", 17)]
)
def test_the_progressive_ladder(front: str, cards: int) -> None:
    rows = (front, "7h 7c 7d 3s 4c", "9h 9d 9c 8s 8h")
    assert rate(rows, rules("ofc_progressive")).fantasyland.cards == cards


@pytest.mark.parametrize(("entry", "fronts"), [("QQ", "QKA"), ("KK", "KA"), ("AA", "A")])
def test_the_lowest_pair_that_enters_is_a_switch(entry: str, fronts: str) -> None:
    under = rules("ofc_pineapple", fl_entry=entry)
    entering = [
        rank
        for rank in "TJQKA"
        if rate((f"{rank}h {rank}d 5c", "7h 7c 7d 3s 4c", "9h 9d 9c 8s 8h"), under).fantasyland.cards
    ]
    assert entering == list(fronts)


@pytest.mark.parametrize(
    ("front", "middle", "earned"),
    [
        ("Kh Kd 2c", "7h 5c 4d 3s 2d", (15, ("front_pair_K", "middle_wheel"))),
        ("Qh Qd 2c", "7h 5c 4d 3s 2d", (14, ("middle_wheel",))),
        ("8h 8d 8c", "7h 5c 4d 3s 2d", (15, ("front_trips", "middle_wheel"))),
        ("Kh Kd 2c", "7h 6c 4d 3s 2d", (14, ("front_pair_K",))),
        ("Qh Qd 2c", "8h 5c 4d 3s 2d", (0, ())),
    ],
)
def test_deuce_to_seven_has_two_conditions_and_both_earn_one_card_more(
    front: str, middle: str, earned: tuple[int, tuple[str, ...]]
) -> None:
    assert rate((front, middle, "Ac As Ah 6d 6h"), rules("ofc_27")).fantasyland == earned


def test_a_low_of_one_suit_is_a_flush_and_no_low() -> None:
    under = rules("ofc_27", low_middle_qualifier="none")
    assert rate(("Qh Jd 2c", "7d 5d 4d 3d 2d", "Ac As Ah 6c 6h"), under).fantasyland == (0, ())


def test_every_number_of_cards_that_is_earned_can_be_dealt() -> None:
    for cards in ("13", "14", "progressive"):
        for extra in (False, True):
            under = rules("ofc_27", fl_cards=cards, fl_super=extra, fl_entry="QQ")
            fronts = ("Qh Qd 2c", "Kh Kd 2c", "Ah Ad 2c", "8h 8d 8c", "Qh Jd 2c")
            earned = {rate((front, "7h 5c 4d 3s 2d", "Ks Kc As 6d 6h"), under).fantasyland for front in fronts}
            assert {fantasyland.cards for fantasyland in earned if fantasyland.cards} <= under.granted


# Jokers.


@pytest.mark.parametrize(
    ("rows", "hands"),
    [
        (("Qh Qd 5c", "Kh Kc 3d 3s 2c", "9h 9d 9c X1 7h"), ("pair Q 5", "two_pair K 3 2", "quads 9 7")),
        (("Qh Qd 9s", "Kh Kc 3d 3s 2c", "9h 9d 9c X1 7h"), ("pair Q 9", "two_pair K 3 2", "full_house 9 7")),
        (("Qh Qd X1", "Kh Kc 3d 3s 2c", "9h 9d 9c 7s 7h"), ("pair Q A", "two_pair K 3 2", "full_house 9 7")),
        (("Qh Qd X1", "Kh Kc Kd 3s 2c", "9h 9d 9c 7s 7h"), ("trips Q", "trips K 3 2", "full_house 9 7")),
        (("Qh Jd 5c", "Kh Kc 3d 3s X1", "9h 9d 8c 7s 7h"), ("high Q J 5", None, None)),
        (("Qh Jd 5c", "Th Tc 3d 4s X1", "9h 9d 9c 8s X2"), ("high Q J 5", "trips T 4 3", "quads 9 8")),
        (("Qh Jd 5c", "4d 5d 6d 7d X1", "9h Th Jh Qd X2"), ("high Q J 5", "straight 8", "straight K")),
    ],
)
def test_jokers_are_read_from_the_back_as_well_as_they_may(
    rows: tuple[str, str, str], hands: tuple[str | None, ...]
) -> None:
    rating = rate(rows, rules("ofc_progressive", jokers=2))
    assert rating.legal is (None not in hands)
    assert all(hand is None or rated.hand == hand for hand, rated in zip(hands, rating.rows.values(), strict=True))


def readings(rows: dict[str, list[str]]) -> Iterator[dict[str, list[str]]]:
    """The rows with each joker as every card that is not on the board."""
    held = [code for row in ROWS for code in rows[row]]
    wild = [code for code in held if code.startswith("X")]
    for cards in permutations(sorted(by_hand.DECK.difference(held)), len(wild)):
        become = dict(zip(wild, cards, strict=True))
        yield {row: [become.get(code, code) for code in rows[row]] for row in ROWS}


def best_reading(rows: dict[str, list[str]], switches: dict[str, Any]) -> dict[str, list[str]] | None:
    """Back first, then a middle that fits it, then a front that fits both, one after the other; None for a foul."""
    left = list(readings(rows))
    top = max(worth("back", reading["back"], switches) for reading in left)
    left = [reading for reading in left if worth("back", reading["back"], switches) == top]
    in_order = {**switches, "variant": "front_low", "low_front_qualifier": "none"}
    low = switches["variant"] == "middle_low"
    left = [
        reading
        for reading in left
        if (not is_foul({**reading, "front": ["2c", "3d", "4h"]}, switches) if low else not is_foul(reading, in_order))
    ]
    if left:
        top = max(worth("middle", reading["middle"], switches) for reading in left)
        left = [reading for reading in left if worth("middle", reading["middle"], switches) == top]
    left = [reading for reading in left if not is_foul(reading, switches)]
    return max(left, key=lambda reading: worth("front", reading["front"], switches), default=None)


@given(st.integers(0, 2**32), st.sampled_from(["ofc_pineapple", "ofc_27"]), st.integers(1, 2))
@settings(deadline=None, max_examples=25)
def test_random_boards_with_jokers_are_read_as_the_second_opinion_reads_them(
    seed: int, preset: str, jokers: int
) -> None:
    random = Random(seed)
    cards = random.sample(sorted(by_hand.DECK), 13 - jokers) + ["X1", "X2"][:jokers]
    random.shuffle(cards)
    rows = {"front": cards[:3], "middle": cards[3:8], "back": cards[8:]}
    house = document(preset, jokers=2)
    switches = by_hand.flat(house)
    read = read_rows((rows["front"], rows["middle"], rows["back"]), game.load_rules(house).rows)
    best = best_reading(rows, switches)
    assert bool(read.faults) is (best is None)
    if best is not None:
        rating = rate((" ".join(best["front"]), " ".join(best["middle"]), " ".join(best["back"])), rules(preset))
        assert [rated.hand for rated in rating.rows.values()] == [
            rated.hand
            for rated in rate(tuple(" ".join(rows[row]) for row in ROWS), rules(preset, jokers=2)).rows.values()  # type: ignore[arg-type]
        ]


@given(st.integers(0, 2**32))
@settings(deadline=None, max_examples=60)
def test_the_front_is_ranked_as_the_second_opinion_ranks_it(seed: int) -> None:
    cards = Random(seed).sample(sorted(by_hand.DECK), 13)
    front, middle, back = cards[:3], cards[3:8], cards[8:]
    legal = ranking.front(front) <= ranking.five(middle, False) <= ranking.five(back, False)
    assert (not read_rows((front, middle, back), PINEAPPLE.rows).faults) is legal
