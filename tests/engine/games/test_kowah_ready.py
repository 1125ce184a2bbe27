"""Ready hands: against taking hands apart in every way, and against exact counts of the reference."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.kowah.cards import card_codes, find_card
from engine.games.kowah.frequencies import all_deals, ready_deals
from engine.games.kowah.rules import Rules
from engine.games.kowah.sets import waits
from support import kowah_by_hand as by_hand
from support.kowah import CODES, document, rules

Hand = tuple[str, ...]


def waits_of(hand: Hand | list[str], under: Rules) -> list[str]:
    cards = [card for card in map(find_card, hand) if card is not None]
    assert len(cards) == len(hand)
    return card_codes(waits(cards, under.sets))


def triples() -> list[Hand]:
    """Every triple: three cards of a rank in any suits, three of one honour."""
    ranks = [[f"{suit}{rank}" for suit in "CSM"] for rank in range(1, 10)]
    return [triple for group in [*ranks, ["OT"], ["RF"], ["WF"]] for triple in combinations_with_replacement(group, 3)]


@cache
def built_hands(strict: bool) -> dict[Hand, set[str]]:
    """Every multiset of two triples and an identical pair that four copies allow, with all its waits."""
    found: dict[Hand, set[str]] = {}
    for one, other in combinations_with_replacement(triples(), 2):
        for card in CODES:
            hand = tuple(sorted((*one, *other, card, card)))
            if max(Counter(hand).values()) > 4:
                continue
            beside = [triple for triple in (one, other) if card not in by_hand.HONOURS and triple[0][1:] == card[1:]]
            split = all(by_hand.splits_in_two_two_one([*triple, card, card]) for triple in beside)
            if split or not strict:
                found.setdefault(hand, set()).add(card)
    return found


def deals_of(hand: Hand) -> int:
    return prod(comb(4, count) for count in Counter(hand).values())


@pytest.mark.parametrize(
    ("shape", "hands", "deals"),
    [
        ("strict", {1: 98_148, 2: 2_268}, {1: 255_970_008, 2: 6_890_508}),
        ("free", {1: 104_844, 2: 6_804, 3: 54}, {1: 259_412_184, 2: 9_186_939, 3: 3_564}),
    ],
)
def test_every_ready_hand_is_found_with_its_waits_and_their_number_is_that_of_the_reference(
    shape: str, hands: dict[int, int], deals: dict[int, int]
) -> None:
    under, built = rules(shape=shape), built_hands(shape == "strict")
    assert [hand for hand, pairs in built.items() if set(waits_of(hand, under)) != pairs] == []
    counted_hands = Counter(len(pairs) for pairs in built.values())
    counted_deals: Counter[int] = Counter()
    for hand, pairs in built.items():
        counted_deals[len(pairs)] += deals_of(hand)
    assert dict(counted_hands) == hands
    assert dict(counted_deals) == deals
    assert {number: count._asdict() for number, count in ready_deals(under).items()} == {
        number: {"hands": hands[number], "deals": deals[number]} for number in hands
    }


def test_so_many_of_all_eight_card_deals_are_ready() -> None:
    under = rules()
    assert sum(count.deals for count in ready_deals(under).values()) == 262_860_516
    assert all_deals(under) == comb(120, 8) == 840_261_910_995
    assert sum(count.deals for count in ready_deals(rules(shape="free")).values()) == 268_602_687


def test_no_hand_beside_the_ready_ones_is_called_ready() -> None:
    under, built, random = rules(), built_hands(strict=True), Random(8)
    for hand in random.sample(sorted(built), 3_000):
        near = sorted([*random.sample(hand, 7), random.choice(CODES)])
        if max(Counter(near).values()) <= 4:
            assert bool(waits_of(near, under)) == (tuple(near) in built), near


def test_a_ready_hand_holds_exactly_two_copies_of_each_wait_and_never_more_than_two_waits() -> None:
    built = built_hands(strict=True)
    assert all(hand.count(card) == 2 for hand, pairs in built.items() for card in pairs)
    assert max(map(len, built.values())) == 2


@st.composite
def likely_hands(draw: st.DrawFn) -> tuple[dict[str, Any], list[str]]:
    """Switches and a hand that is ready, or nearly: triples and a pair of few ranks, one card exchanged at times."""
    switches = {
        "hand_size": draw(st.sampled_from([5, 8, 11])),
        "copies": draw(st.sampled_from([4, 6])),
        "shape": draw(st.sampled_from(["strict", "free"])),
        "honour_groups": draw(st.sampled_from(["own_kind", "with_ones", "king_chinese_key"])),
    }
    if draw(st.booleans()):
        switches |= {"pair": "rank", "final_match": "rank", "shape": "free"}
    random = Random(draw(st.integers(0, 2**32)))
    hand = [card for _ in range((switches["hand_size"] - 2) // 3) for card in some_triple(random)]
    card = random.choice([*hand, *CODES])
    hand += [card, random.choice([card, card, "M1", random.choice(hand)])]
    if random.random() < 0.3:
        hand[random.randrange(len(hand))] = random.choice(CODES)
    random.shuffle(hand)
    return document(**switches)["switches"], hand


def some_triple(random: Random) -> list[str]:
    """A triple of the ones, of one of two other ranks, or of honours, mixed in every way that a house may allow."""
    groups = [
        ["C1", "S1", "M1", "OT", "RF", "WF"],
        ["C1", "S1", "M1"],
        ["C2", "S2", "M2"],
        ["C3", "S3"],
        ["OT"],
        ["WF"],
    ]
    if random.random() < 0.2:
        return ["OT", "M1", "RF"]
    return random.choices(random.choice(groups), k=3)


@given(likely_hands())
@settings(deadline=None, max_examples=600)
def test_counting_agrees_with_taking_the_hand_apart_in_every_way(case: tuple[dict[str, Any], list[str]]) -> None:
    switches, hand = case
    if max(Counter(hand).values()) <= switches["copies"]:
        assert waits_of(hand, rules(**switches)) == by_hand.waits(hand, switches)


def small_hands(kinds: list[str], size: int, copies: int) -> Iterator[Hand]:
    return (hand for hand in combinations_with_replacement(kinds, size) if max(Counter(hand).values()) <= copies)


@pytest.mark.parametrize("honour_groups", ["own_kind", "with_ones", "king_chinese_key"])
@pytest.mark.parametrize("shape", ["strict", "free"])
def test_every_hand_of_a_few_kinds_agrees_with_taking_it_apart(honour_groups: str, shape: str) -> None:
    under = rules(honour_groups=honour_groups, shape=shape)
    switches = document(honour_groups=honour_groups, shape=shape)["switches"]
    for hand in small_hands(["C1", "S1", "M1", "OT", "RF"], 8, 4):
        assert waits_of(hand, under) == by_hand.waits(list(hand), switches), hand


def test_five_card_hands_are_counted_as_taking_every_one_apart_counts_them() -> None:
    switches = document(hand_size=5, honour_groups="with_ones")["switches"]
    kinds = ["C1", "S1", "OT", "RF", "C2", "S2", "WF"]
    under = rules(hand_size=5, honour_groups="with_ones")
    assert [
        hand for hand in small_hands(kinds, 5, 4) if waits_of(hand, under) != by_hand.waits(list(hand), switches)
    ] == []


def test_counting_stays_exact_for_a_pack_of_six_copies_and_eleven_cards() -> None:
    """The hardest hands: all eleven cards of one rank, in all ways to spread them over the suits."""
    under, switches = rules(copies=6, hand_size=11), document(copies=6, hand_size=11)["switches"]
    spreads = [(c, s, 11 - c - s) for c in range(7) for s in range(7) if 0 <= 11 - c - s <= 6]
    hands = [["C4"] * c + ["S4"] * s + ["M4"] * m for c, s, m in spreads]
    found = {tuple(hand): waits_of(hand, under) for hand in hands}
    assert found == {tuple(hand): by_hand.waits(hand, switches) for hand in hands}
    assert sum(map(bool, found.values())) > 3
