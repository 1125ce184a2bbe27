"""Every natural of the table: what holds it and what just misses it."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine.cards import DECK, card_codes, parse_cards
from engine.games.chinese_poker.naturals import NATURALS
from engine.games.chinese_poker.rules import Rules
from support.chinese_poker import arranged, claimed, library, record, rules, settle, units
from support.ranking_by_groups import ORDER

ALL: list[list[Any]] = [[name, place] for place, name in enumerate(NATURALS, 1)]


def with_all(**switches: Any) -> Rules:
    return rules("pusoy", {"naturals": ALL}, **switches)


def held(cards: str, **switches: Any) -> set[str]:
    return set(with_all(**switches).naturals.held(parse_cards(cards)))


CLEAN = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
MIXED = "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac"


@pytest.mark.parametrize(
    ("name", "switches", "holds", "misses"),
    [
        ("clean_dragon", {}, CLEAN, MIXED),
        ("dragon", {}, MIXED, "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Kc"),
        ("twelve_royals", {}, "Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ac Ad", "Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ac 9d"),
        (
            "twelve_royals",
            {"twelve_royals": "twelve"},
            "Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ac 9d",
            "Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh 9c 9d",
        ),
        (
            "three_straight_flushes",
            {},
            "Ac 2c 3c 4h 5h 6h 7h 8h Ts Js Qs Ks As",
            "Ac 2c 3c 4h 5h 6h 7h 8h Ts Js Qs Kd As",
        ),
        (
            "three_straight_flushes",
            {},
            "2h 3h 4h 5h 6h 7h 8h 9h Tc Jc Qc Kc Ac",
            "2h 3h 4h 5h 6h 7h 8h Th Tc Jc Qc Kc Ac",
        ),
        (
            "three_quads",
            {},
            "2c 2d 2h 2s 7c 7d 7h 7s Ac Ad Ah As Kc",
            "2c 2d 2h 2s 7c 7d 7h 7s Ac Ad Ah Ks Kc",
        ),
        ("all_big", {}, "8c 8d 9h 9s Tc Td Jh Js Qc Qd Kh Ks Ac", "7c 8d 9h 9s Tc Td Jh Js Qc Qd Kh Ks Ac"),
        (
            "all_big",
            {"big_small": "hk"},
            "5c 6d 7h 9s Tc Td Jh Js Qc Qd Kh Ks Ac",
            "4c 6d 7h 9s Tc Td Jh Js Qc Qd Kh Ks Ac",
        ),
        ("all_small", {}, "2c 2d 3h 3s 4c 4d 5h 5s 6c 6d 7h 7s 8c", "2c 2d 3h 3s 4c 4d 5h 5s 6c 6d 7h 7s 9c"),
        (
            "all_small",
            {"big_small": "hk"},
            "Ac 2d 3h 3s 4c 4d 5h 5s 6c 6d 7h 7s Tc",
            "Ac 2d 3h 3s 4c 4d 5h 5s 6c 6d 7h 7s Jc",
        ),
        ("same_color", {}, "2h 3d 4h 5h 6d 9h 9d Th Jh Qh Qd Kh Ah", "2h 3d 4h 5h 6d 9h 9d Th Jh Qh Qd Kh As"),
        ("twelve_color", {}, "2h 3d 4h 5h 6d 9h 9d Th Jh Qh Qd Kh As", "2h 3d 4h 5h 6d 9h 9d Th Jh Qh Qd Kh Ah"),
        ("four_triples", {}, "2c 2d 2h 5c 5d 5h 9c 9d 9h Kc Kd Kh Ks", "2c 2d 2h 2s 5c 5d 5h 5s 9c 9d 9h Kc Kd"),
        ("five_pairs_trips", {}, "9c 9d 9h 2c 2d 4h 4s 6c 6d Jh Js Kc Kd", "9c 9d 9h 9s 2c 2d 4h 4s 6c 6d Jh Js Kc"),
        ("six_pairs", {}, "9c 9d 9h 2c 2d 4h 4s 6c 6d Jh Js Kc Kd", "9c 9d 9h 9s 2c 2d 4h 4s 6c 6d Jh Js Ac"),
        (
            "six_pairs",
            {"six_pairs": "loose"},
            "9c 9d 9h 9s 2c 2d 4h 4s 6c 6d Jh Js Ac",
            "9c 9d 9h 2c 2d 4h 4s 6c 6d Jh Js Qc Ac",
        ),
        (
            "six_pairs",
            {"six_pairs": "exact"},
            "9c 9d 2c 2d 4h 4s 6c 6d Jh Js Kc Kd Ac",
            "9c 9d 9h 2c 2d 4h 4s 6c 6d Jh Js Kc Kd",
        ),
        ("three_straights", {}, "Ac 2d 3h Ad 2s 3c 4h 5s 5c 6d 7h 8s 9c", "Kc Ad 2h 3c 4d 5h 6s 7c 8d 9h Ts Jc 7d"),
        ("three_straights", {}, "Qc Kd Ah 2c 3d 4h 5s 6c 5d 6h 7s 8c 9d", "Qc Kd Ah 2c 3d 4h 5s 6c 5d 6h 7s 8c Td"),
        ("three_flushes", {}, "2s 3s 5s 6s 8s 9s Ts Js Qs As 4h 7h 9h", "2s 3s 5s 6s 8s 9s Ts Js Qs 4h 7h 9h Jh"),
        ("three_flushes", {}, "2s 3s 5s 2d 3d 5d 6d 8d 2h 3h 5h 6h 8h", "2s 3s 5s 6s 2d 3d 5d 6d 8d 2h 3h 5h 6h"),
    ],
)
def test_a_natural_is_held_or_just_missed(name: str, switches: dict[str, Any], holds: str, misses: str) -> None:
    assert name in held(holds, **switches)
    assert name not in held(misses, **switches)


def test_a_clean_dragon_holds_five_other_naturals() -> None:
    others = {"dragon", "three_flushes", "three_straights", "three_straight_flushes", "same_color"}
    assert held(CLEAN) == {"clean_dragon"} | others


RUNS = {size: ["A" + ORDER[: size - 1]] + [ORDER[at : at + size] for at in range(14 - size)] for size in (3, 5)}


def splits_into_straights(cards: list[str], sizes: tuple[int, ...] = (3, 5, 5), suited: bool = False) -> bool:
    """By brute force: take one straight away, then try the rest."""
    if not sizes:
        return True
    for run in RUNS[sizes[0]]:
        for suit in "cdhs" if suited else "-":
            taken = []
            for rank in run:
                fits = [c for c in cards if c[0] == rank and c not in taken and (not suited or c[1] == suit)]
                taken += fits[:1]
            rest = [card for card in cards if card not in taken]
            if len(taken) == len(run) and splits_into_straights(rest, sizes[1:], suited):
                return True
    return False


def test_brute_force_agrees_on_straights_of_hands_made_of_them_or_nearly() -> None:
    random, rules_ = Random(5), with_all()
    found = {True: 0, False: 0}
    for _ in range(400):
        deck = card_codes(DECK)
        hand: list[str] = []
        for size in (3, 5, 5):
            for rank in random.choice(RUNS[size]):
                left = [card for card in deck if card[0] == rank and card not in hand]
                hand += [random.choice(left)] if left else []
        hand = hand if len(hand) == 13 else random.sample(deck, 13)
        if random.random() < 0.5:
            hand[random.randrange(13)] = random.choice([card for card in deck if card not in hand])
        expected = splits_into_straights(hand)
        assert ("three_straights" in rules_.naturals.held(parse_cards(hand))) == expected
        found[expected] += 1
    assert min(found.values()) > 50


def test_brute_force_agrees_on_suited_straights() -> None:
    random, rules_ = Random(6), with_all()
    found = {True: 0, False: 0}
    for _ in range(400):
        hand: list[str] = []
        for size in (3, 5, 5):
            suits = random.choice("cdhs")
            hand += [rank + suits for rank in random.choice(RUNS[size])]
        if len(set(hand)) < 13:
            continue
        if random.random() < 0.5:
            hand[random.randrange(13)] = random.choice([card for card in card_codes(DECK) if card not in hand])
        expected = splits_into_straights(hand, suited=True)
        assert ("three_straight_flushes" in rules_.naturals.held(parse_cards(hand))) == expected
        found[expected] += 1
    assert min(found.values()) > 50


def test_three_flushes_are_a_split_into_suits_by_brute_force() -> None:
    sizes = {tuple(sorted(counts)) for counts in suit_counts() if splits_into_flushes(counts)}
    assert sizes == {(0, 0, 0, 13), (0, 0, 3, 10), (0, 0, 5, 8), (0, 3, 5, 5)}


def suit_counts() -> list[tuple[int, int, int, int]]:
    return [(a, b, c, 13 - a - b - c) for a in range(14) for b in range(14 - a) for c in range(14 - a - b)]


def splits_into_flushes(counts: tuple[int, ...]) -> bool:
    return any(
        all(
            sum(size for size, at in zip((3, 5, 5), (x, y, z), strict=True) if at == suit) == counts[suit]
            for suit in range(4)
        )
        for x in range(4)
        for y in range(4)
        for z in range(4)
    )


DRAGON = "2h 3c 4d 5s 6h 7c 8d 9c Tc Jd Qc Kh Ad"
SIX_PAIRS = "2c 2d 4h 4s 6c 6d Jh Js Kc Kd 9h 9s Ac"
OTHER_SIX = "3h 3d 5h 5d 7h 7d 8h 8c Th Ts Qh Qs Ah"


@pytest.mark.parametrize(("rule", "expected"), [("higher", "13"), ("cancel", "0"), ("difference", "10")])
def test_a_dragon_meets_six_pairs(rule: str, expected: str) -> None:
    found = record(claimed("1", "dragon", DRAGON), claimed("2", "six_pairs", SIX_PAIRS))
    assert units(settle(found, rules("pusoy", natural_vs_natural=rule)), "1", "2") == expected


def test_the_same_natural_twice_moves_nothing() -> None:
    found = record(claimed("1", "six_pairs", SIX_PAIRS), claimed("2", "six_pairs", OTHER_SIX))
    assert units(settle(found, rules("pusoy")), "1", "2") == "0"


@pytest.mark.parametrize(("announced", "expected"), [(["2", "1"], "-3"), (["1", "2"], "13")])
def test_where_the_first_announced_natural_wins_it_collects_its_own_value(announced: list[str], expected: str) -> None:
    found = record(claimed("1", "dragon", DRAGON), claimed("2", "six_pairs", SIX_PAIRS), announced=announced)
    assert units(settle(found, rules("pusoy", natural_vs_natural="first_announced")), "1", "2") == expected


def test_a_claim_stands_as_declared_even_where_a_better_one_was_held() -> None:
    found = record(claimed("1", "three_flushes", CLEAN), arranged("2", "2c 3c 5d", "7c 7d 8c 9d Tc", "Ac Ad Jc Qs Ks"))
    settlement = settle(found, rules("hk"))
    assert settlement.marks["state"] == {"1": "natural:three_flushes", "2": "live"}
    assert units(settlement, "1", "2") == "3"


def test_a_natural_that_is_found_goes_before_what_was_claimed() -> None:
    found = record(claimed("1", "three_flushes", CLEAN), arranged("2", "2c 3c 5d", "7c 7d 8c 9d Tc", "Ac Ad Jc Qs Ks"))
    settlement = settle(found, rules("fujian"))
    assert settlement.marks["state"] == {"1": "natural:clean_dragon", "2": "live"}


def test_a_claim_of_nothing_is_a_foul_where_naturals_are_found_too() -> None:
    nothing = "2h 3c 4d 5s 6h 7c 8d 9c Tc Jd Qc Kh Kd"
    found = record(claimed("1", "dragon", nothing), arranged("2", "2c 3d 5d", "7h 7d 8c 9d Th", "Ac Ad Jc Qs Ks"))
    assert settle(found, rules("fujian")).marks["state"] == {"1": "foul", "2": "live"}


def test_a_natural_found_in_a_fouled_setting_is_paid_all_the_same() -> None:
    upside_down = arranged("1", "Ah Kh Qh", "2h 3h 4h 5h 6h", "7h 8h 9h Th Jh")
    fouled = arranged("1", "Kc Kd 2c", "4h 4s 2d Ac 9h", "Jh Js 9s 6c 6d")
    other = arranged("2", "Qs Qd 3c", "8s 8c 7c 7d 2s", "5c 5d 5s 3s 3d")
    for hand, natural in ((upside_down, "clean_dragon"), (fouled, "six_pairs")):
        assert settle(record(hand, other), rules("fujian")).marks["state"]["1"] == f"natural:{natural}"  # type: ignore[index]


@pytest.mark.parametrize("method", ["plain", "1-2", "1-4", "2-4", "1-6", "double", "triple"])
def test_a_natural_paid_as_a_scoop_is_worth_the_first_column_of_the_method(method: str) -> None:
    worth = {"plain": 3, "1-2": 3, "1-4": 4, "2-4": 4, "1-6": 6, "double": 6, "triple": 9}
    naturals = [["dragon", "scoop+3"], ["six_pairs", "scoop"]]
    found = rules("seed_de", {"naturals": naturals}, method=method).naturals.units
    assert found == {"dragon": worth[method] + 3, "six_pairs": worth[method]}


@pytest.mark.parametrize("key", sorted(library()["naturals"]))
def test_a_seeded_schedule_lists_what_is_worth_more_before_what_is_worth_less(key: str) -> None:
    found = rules("pusoy", {"naturals": library()["naturals"][key]["schedule"]}).naturals.units
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_the_best_natural_is_the_first_of_the_schedule() -> None:
    cards = parse_cards(CLEAN)
    for names in combinations(["clean_dragon", "three_flushes", "same_color"], 2):
        for order in (names, names[::-1]):
            found = rules("pusoy", {"naturals": [[name, 5] for name in order]}).naturals
            assert found.best(cards) == order[0]
