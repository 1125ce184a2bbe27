"""A second opinion on Open-Face, slow and obvious, straight from the head of the vector file.

Nothing is shared with the engine's Open-Face: a log is walked over plain lists, one rule after the other in words. What
two boards are worth to each other is asked of the second opinion on Chinese poker.
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from support import chinese_poker_by_hand as closed
from support import ranking_by_groups as ranking

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = {rank + suit for rank in RANKS for suit in SUITS}
STREETS = {
    "classic": [(5, 0)] + [(1, 0)] * 8,
    "turbo": [(5, 0), (4, 0), (4, 0)],
    "pineapple": [(5, 0), (3, 1), (3, 1), (3, 1), (3, 1)],
}
MOST_SEATS = {"classic": 4, "turbo": 4, "pineapple": 3}
ROOM = {"front": 3, "middle": 5, "back": 5}
GRANTS = {"13": [13], "14": [14], "progressive": [14, 15, 16, 17]}


def replay(record: Mapping[str, Any], switches: Mapping[str, Any]) -> dict[str, Any]:
    """``{"illegal": (index, reason)}``, ``{"next": seat}`` or ``{"boards": ...}``."""
    fault = wrong_deal(record, switches)
    if fault:
        return {"illegal": (-1, fault)}
    seats = record["seats"]
    start = seats.index(record["button"])
    order = [seats[(start + step) % len(seats)] for step in range(1, len(seats) + 1)]
    granted = record.get("fantasyland", {})
    to_come = [(seat, street) for street in STREETS[switches["ofc"]] for seat in order if seat not in granted]
    to_set = [seat for seat in order if seat in granted]
    boards: dict[str, dict[str, list[str]]] = {
        seat: {"front": [], "middle": [], "back": [], "discard": []} for seat in seats
    }
    seen: list[str] = []
    for index, move in enumerate(record["moves"]):
        fault = wrong_move(move, boards, to_come, to_set, granted, seen)
        if fault:
            return {"illegal": (index, fault)}
        seen += move["dealt"]
        for place in ("front", "middle", "back", "discard"):
            boards[move["seat"]][place] += move.get(place, [])
        if move["seat"] in granted:
            to_set.remove(move["seat"])
        else:
            to_come.pop(0)
    if to_come or to_set:
        return {"next": to_come[0][0] if to_come else to_set[0]}
    return {"boards": boards}


def wrong_deal(record: Mapping[str, Any], switches: Mapping[str, Any]) -> str | None:
    seats, granted = record["seats"], record.get("fantasyland", {})
    counts = list(GRANTS[switches["fl_cards"]])
    if switches["fl_super"]:
        counts.append(counts[0] + 1)
    each = sum(dealt for dealt, _ in STREETS[switches["ofc"]])
    return first(
        ("wrong_seat_count", lambda: not 2 <= len(seats) <= MOST_SEATS[switches["ofc"]]),
        ("duplicate_seat", lambda: len(set(seats)) < len(seats)),
        ("bad_button", lambda: record["button"] not in seats),
        ("fantasyland_seat", lambda: not set(granted) <= set(seats)),
        ("fantasyland_cards", lambda: not set(granted.values()) <= set(counts)),
        ("too_many_cards", lambda: len(seats) * max(each, *counts) > len(DECK)),
    )


def first(*reasons: tuple[str, Callable[[], bool]]) -> str | None:
    return next((reason for reason, holds in reasons if holds()), None)


def wrong_move(
    move: Mapping[str, Any],
    boards: Mapping[str, Mapping[str, list[str]]],
    to_come: list[tuple[str, tuple[int, int]]],
    to_set: list[str],
    granted: Mapping[str, int],
    seen: list[str],
) -> str | None:
    """The first reason in the order of the vector file."""
    seat, dealt = move["seat"], move.get("dealt", [])
    rows = {row: move.get(row, []) for row in ROOM}
    thrown = move.get("discard", [])
    placed = rows["front"] + rows["middle"] + rows["back"] + thrown
    may_act = seat in to_set or (seat not in granted and to_come[:1] and to_come[0][0] == seat)

    def due() -> tuple[int, int]:
        return (granted[seat], granted[seat] - 13) if seat in granted else to_come[0][1]

    def seen_twice() -> bool:
        twice = len(set(dealt)) < len(dealt) or len(set(placed)) < len(placed)
        return twice or any(code in seen for code in dealt + placed)

    return first(
        ("unknown_seat", lambda: seat not in boards),
        ("hand_over", lambda: not to_come and not to_set),
        ("not_your_turn", lambda: not may_act),
        ("wrong_card_count", lambda: len(dealt) != due()[0]),
        ("bad_card", lambda: any(code not in DECK for code in dealt + placed)),
        ("duplicate_card", seen_twice),
        ("card_not_dealt", lambda: any(code not in dealt for code in placed)),
        ("card_not_placed", lambda: any(code not in placed for code in dealt)),
        ("wrong_discard_count", lambda: len(thrown) != due()[1]),
        ("row_full", lambda: any(len(boards[seat][row]) + len(rows[row]) > ROOM[row] for row in ROOM)),
    )


def nets(boards: Mapping[str, Mapping[str, list[str]]], switches: Mapping[str, Any]) -> dict[str, Any]:
    """Units that each seat wins or loses."""
    hands: list[dict[str, Any]] = [
        {"seat": seat, **cards, "state": "foul" if closed.is_foul(dict(cards), switches) else "live"}
        for seat, cards in boards.items()
    ]
    won: dict[str, Any] = dict.fromkeys(boards, 0)
    for a, b in combinations(hands, 2):
        units, _ = closed.pair(a, b, None, switches)
        won[a["seat"]] += units
        won[b["seat"]] -= units
    return won


def flat(document: Mapping[str, Any]) -> dict[str, Any]:
    """The switches of a complete document as the second opinion on Chinese poker reads them."""
    schedules = document["schedules"]
    return {
        **document["switches"],
        "royalties": schedules["royalties"],
        "royalty_mode": "add",
        "low_front_ace": "high",
        "low_front_qualifier": "unpaired",
        "middle_over_back": "foul",
    }


def may_follow(front: list[str], middle: list[str]) -> bool:
    """Whether a front is no better than a middle that plays high."""
    return ranking.front(front) <= ranking.five(middle, wheel_second=False)
