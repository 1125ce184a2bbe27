"""A second opinion on Chinese poker, slow and obvious, straight from the rules reference sections 2 to 7.

Nothing is shared with the engine: cards are codes, a ruleset is its flat switches with ``royalties`` and ``naturals``,
the methods are the table of section 3 as it is printed. It covers hands whose rows were set, claims, surrenders.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from support import ranking_by_groups as ranking
from support.ranking_by_groups import ORDER

Hand = dict[str, Any]
WORDS = ["high", "pair", "two_pair", "trips", "straight", "flush", "full_house", "quads", "straight_flush"]
ROWS = ("front", "middle", "back")

METHODS = {
    "plain": {(3, 0): 3, (2, 0): 2, (2, 1): 1, (1, 0): 1},
    "1-2": {(3, 0): 3, (2, 0): 3, (2, 1): 2, (1, 0): 1},
    "1-4": {(3, 0): 4, (2, 0): 2, (2, 1): 1, (1, 0): 1},
    "2-4": {(3, 0): 4, (2, 0): 3, (2, 1): 2, (1, 0): 1},
    "1-6": {(3, 0): 6, (2, 0): 2, (2, 1): 1, (1, 0): 1},
    "double": {(3, 0): 6, (2, 0): 2, (2, 1): 1, (1, 0): 1},
    "triple": {(3, 0): 9, (2, 0): 2, (2, 1): 1, (1, 0): 1},
}
"""Won, lost -> units with nothing switched; the rest is 0 or the mirror."""


def worth(row: str, cards: list[str], switches: Mapping[str, Any]) -> tuple[Any, ...]:
    """Something that is larger for the better row."""
    if row == "front":
        if switches["variant"] == "front_low":
            return negated(ranking.badness_low_front(cards, switches["low_front_ace"] == "low"))
        return ranking.front(cards)
    if row == "middle" and switches["variant"] == "middle_low":
        return negated(ranking.badness_deuce_to_seven(cards))
    return ranking.five(cards, switches["wheel"] == "second")


def negated(badness: ranking.Worth) -> tuple[Any, ...]:
    return -badness[0], tuple(-rank for rank in badness[1])


def suited(row: str, cards: list[str], switches: Mapping[str, Any]) -> tuple[Any, ...]:
    """The worth, and behind it the highest suit of the leading rank where suits count."""
    found = worth(row, cards, switches)
    if switches["tie"] != "suit":
        return (found,)
    lead = abs(found[1][0])
    if lead in (13.5, 5) and {card[0] for card in cards} == set("A2345"):
        lead = 5 if abs(found[0]) in (4, 8) else 14
    rank = "A" if lead == 1 else ORDER[int(lead) - 2]
    return found, max(switches["suit_order"].index(card[1]) for card in cards if card[0] == rank)


def is_foul(hand: Hand, switches: Mapping[str, Any]) -> bool:
    """Whether an arrangement breaks the order or a qualifier."""
    front, middle, back = (suited(row, hand[row], switches) for row in ROWS)
    upside_down = middle >= back if switches["order"] == "strict" else middle > back
    if switches["variant"] == "middle_low":
        low = worth("middle", hand["middle"], switches)
        unqualified = switches["low_middle_qualifier"] == "ten" and (low[0] != 0 or -low[1][0] > 10)
        return bool(front[0] > back[0] or unqualified)
    if switches["variant"] == "front_low":
        paired = len({card[0] for card in hand["front"]}) < 3
        return bool(upside_down or (paired and switches["low_front_qualifier"] == "unpaired"))
    return bool(front[0] > middle[0] or upside_down)


def swapped(hand: Hand, switches: Mapping[str, Any]) -> Hand:
    """Where the house swaps, the higher five-card row is the back."""
    upside_down = suited("middle", hand["middle"], switches) > suited("back", hand["back"], switches)
    if switches["middle_over_back"] == "swap" and upside_down:
        return {**hand, "middle": hand["back"], "back": hand["middle"]}
    return hand


def royalty(row: str, cards: list[str], switches: Mapping[str, Any]) -> Fraction:
    """Extra units of one row of a legal hand."""
    found = worth(row, cards, switches)
    category, lead = abs(found[0]), abs(found[1][0])
    table = switches["royalties"][row]
    plays_low = (row, switches["variant"]) in (("front", "front_low"), ("middle", "middle_low"))
    if plays_low:
        names = ["low_75432"] if sorted(card[0] for card in cards) == list("23457") else []
        names = [*names, f"low_{ORDER[int(lead) - 2]}"] if category == 0 else []
    else:
        names = [f"{WORDS[category]}_{ORDER[int(lead) - 2]}", WORDS[category]]
        names = ["royal_flush", *names] if (category, lead) == (8, 14) else names
    for name in names:
        if name in table:
            instead = 1 if switches["royalty_mode"] == "replace" else 0
            return max(Fraction(table[name]) - instead, Fraction(0)) * int(switches["royalty_mult"])
    return Fraction(0)


def table_units(won: int, lost: int, switches: Mapping[str, Any]) -> int:
    """The printed table with its variations, for the side that won at least as many rows."""
    method = switches["method"]
    units = METHODS[method].get((won, lost), 0)
    if switches["overall_on"] == "net_rows" and method in ("1-2", "2-4") and (won, lost) == (1, 0):
        units += 1
    if switches["lost_row"] == "ignore" and (won, lost) == (2, 1):
        units += 1
    return units


def scoop_column(switches: Mapping[str, Any]) -> int:
    return METHODS[switches["method"]][(3, 0)]


def multiplier(switches: Mapping[str, Any]) -> int:
    """What a scoop multiplies royalties by."""
    by = {"double": 2, "triple": 3}.get(switches["method"], 1)
    return by if switches["scoop_multiplies"] == "all" else 1


def live_pair(a: Hand, b: Hand, banker: str | None, switches: Mapping[str, Any]) -> tuple[Fraction, int]:
    """Units of two legal hands, and who scooped."""
    results = []
    for row in ROWS:
        mine, other = suited(row, a[row], switches), suited(row, b[row], switches)
        result = (mine > other) - (mine < other)
        if not result and switches["tie"] == "banker" and banker in (a["seat"], b["seat"]):
            result = 1 if a["seat"] == banker else -1
        results.append(result)
    won, lost = results.count(1), results.count(-1)
    royalties = Fraction(0)
    for row, result in zip(ROWS, results, strict=True):
        ours, theirs = royalty(row, a[row], switches), royalty(row, b[row], switches)
        if switches["royalty_when"] == "always":
            royalties += ours - theirs
        else:
            royalties += ours if result > 0 else -theirs if result < 0 else 0
    base = table_units(won, lost, switches) if won >= lost else -table_units(lost, won, switches)
    if switches["overall_on"] == "net_total" and switches["method"] in ("1-2", "2-4"):
        base = table_units(won, lost, {**switches, "method": "plain"}) if won >= lost else 0
        base = base if won >= lost else -table_units(lost, won, {**switches, "method": "plain"})
        if switches["method"] == "2-4" or 3 not in (won, lost):
            base += (base + royalties > 0) - (base + royalties < 0)
    scoop = 1 if won == 3 else -1 if lost == 3 else 0
    return base + royalties * (multiplier(switches) if scoop else 1), scoop


def natural_units(name: str, switches: Mapping[str, Any]) -> Fraction:
    value = dict(switches["naturals"])[name]
    if isinstance(value, str) and value.startswith("scoop"):
        return Fraction(scoop_column(switches) + int(value[6:] or 0))
    return Fraction(value)


def two_naturals(a: str, b: str, switches: Mapping[str, Any]) -> Fraction:
    rule = switches["natural_vs_natural"]
    if a == b or rule == "cancel":
        return Fraction(0)
    mine, other = natural_units(a, switches), natural_units(b, switches)
    if rule == "difference":
        return mine - other
    order = [name for name, _ in switches["naturals"]]
    return mine if order.index(a) < order.index(b) else -other


def pair(a: Hand, b: Hand, banker: str | None, switches: Mapping[str, Any]) -> tuple[Fraction, int]:
    """Units of any pair by the five steps of section 7 (before home runs), and who scooped."""
    for one, two, sign in ((a, b, 1), (b, a, -1)):
        if one["state"] == "surrender":
            owes = two["state"] in ("live", "natural")
            return -sign * Fraction(switches["surrender"] if owes else 0), 0
    if a["state"] == b["state"] == "natural":
        return two_naturals(a["natural"], b["natural"], switches), 0
    for one, sign in ((a, 1), (b, -1)):
        if one["state"] == "natural":
            return sign * natural_units(one["natural"], switches), 0
    if a["state"] == b["state"] == "foul":
        return Fraction(0), 0
    for one, two, sign in ((a, b, 1), (b, a, -1)):
        if one["state"] == "foul":
            return -sign * foul_units(two, switches), -sign
    return live_pair(a, b, banker, switches)


def foul_units(legal: Hand, switches: Mapping[str, Any]) -> Fraction:
    pays = switches["foul_pays"]
    royalties = sum((royalty(row, legal[row], switches) for row in ROWS), Fraction(0))
    royalties = royalties if switches["foul_pays_royalties"] else Fraction(0)
    if pays == "scoop":
        return scoop_column(switches) + royalties * multiplier(switches)
    return (3 if pays == "rows" else Fraction(pays)) + royalties


def judged(seat: Mapping[str, Any], switches: Mapping[str, Any]) -> Hand:
    """A seat of a record with its state; claims are taken as true."""
    if "surrender" in seat:
        return {**seat, "state": "surrender"}
    if "natural" in seat:
        return {**seat, "state": "natural"}
    hand = swapped(dict(seat), switches)
    return {**hand, "state": "foul" if is_foul(hand, switches) else "live"}


def settle(record: Mapping[str, Any], switches: Mapping[str, Any]) -> dict[tuple[str, str], Fraction]:
    """Units of every pair, home runs included, from the side of the seat that stands first."""
    hands = [judged(seat, switches) for seat in record["seats"]]
    banker = record.get("banker")
    pairs = {}
    for a, b in combinations(hands, 2):
        if switches["compare"] == "all_pairs" or banker in (a["seat"], b["seat"]):
            pairs[a["seat"], b["seat"]] = pair(a, b, banker, switches)
    runs = [hand["seat"] for hand in hands if made_home_run(hand["seat"], pairs, switches)]
    times = switches["home_run_mult"]
    return {seats: units * (times if set(seats) & set(runs) else 1) for seats, (units, _) in pairs.items()}


def made_home_run(
    seat: str, pairs: Mapping[tuple[str, str], tuple[Fraction, int]], switches: Mapping[str, Any]
) -> bool:
    scoops = [scoop if seat == a else -scoop for (a, b), (_, scoop) in pairs.items() if seat in (a, b)]
    return len(scoops) >= switches["home_run_min"] and all(scoop == 1 for scoop in scoops)
