"""Random Open-Face hands: legal logs of every form, and logs that were tampered with."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from engine.games.open_face_chinese.forms import FORMS
from engine.games.open_face_chinese.rules import Rules
from support import ranking_by_groups as ranking
from support.open_face import Record, record_of
from support.open_face_by_hand import DECK, may_follow

NAMES = ("A", "B", "C", "D")
TRIES = 40


def random_record(random: Random, ofc: str, under: Rules, legal: float = 0.8, start: Record | None = None) -> Record:
    """A complete legal log: any number of seats that the form takes, any of them in Fantasyland.

    ``legal`` is how often a board is looked for that does not foul (at high). ``start`` fixes seats, button, grants and
    runs, as they are carried over from a hand before.
    """
    start = start or _start(random, ofc, under)
    grants = start.get("fantasyland", {})
    deck = sorted(DECK)
    random.shuffle(deck)
    boards = {}
    for seat in start["seats"]:
        if random.random() < 0.3:
            _move_high_cards_up(deck)
        cards = [deck.pop() for _ in range(grants.get(seat, FORMS[ofc].cards_each))]
        random.shuffle(deck)
        boards[seat] = {**_arranged(cards, random, legal), "discard": cards[13:]}
    more = {key: value for key, value in start.items() if key not in ("seats", "button")}
    return record_of(boards, ofc, random, button=start["button"], **more)


def _move_high_cards_up(deck: list[str]) -> None:
    """Eight cards from queen to ace, if they are left: a lucky hand, because by chance Fantasyland is rare."""
    high = [code for code in deck if code[0] in "QKA"][:8]
    deck[:] = [code for code in deck if code not in high] + high


def _start(random: Random, ofc: str, under: Rules) -> Record:
    """Any deal that the deck can serve."""
    least, most = FORMS[ofc].seats
    seats = list(NAMES[: random.randint(least, most)])
    random.shuffle(seats)
    grants = {seat: random.choice(sorted(under.granted)) for seat in seats if random.random() < 0.25}
    while sum(grants.get(seat, FORMS[ofc].cards_each) for seat in seats) > len(DECK):
        grants.popitem()
    start: Record = {"seats": seats, "button": random.choice(seats)}
    if grants or random.random() < 0.5:
        start["fantasyland"] = grants
    if random.random() < 0.5:
        start["fantasyland_runs"] = {seat: random.randint(0, 3) for seat in seats if random.random() < 0.5}
    return start


def _arranged(cards: list[str], random: Random, legal: float) -> dict[str, list[str]]:
    """The first thirteen cards in three rows; of the legal orders that some tries find, the one with the best front."""
    thirteen = cards[:13]
    random.shuffle(thirteen)
    best = {"front": thirteen[:3], "middle": thirteen[3:8], "back": thirteen[8:]}
    if random.random() >= legal:
        return best
    worth: ranking.Worth = (-1, ())
    for _ in range(TRIES):
        random.shuffle(thirteen)
        front, low, high = thirteen[:3], thirteen[3:8], thirteen[8:]
        low, high = sorted((low, high), key=lambda row: ranking.five(row, wheel_second=False))
        if may_follow(front, low) and ranking.front(front) > worth:
            worth, best = ranking.front(front), {"front": front, "middle": low, "back": high}
    return best


def _altered_card(record: Record, random: Random) -> None:
    """One card of one list becomes another one, or no card."""
    move = random.choice(record["moves"])
    place = random.choice([key for key in move if key not in ("seat", "timeout") and move[key]])
    move[place][random.randrange(len(move[place]))] = random.choice([*sorted(DECK), "10d", "td"])


def _altered_everywhere(record: Record, random: Random) -> None:
    """One card of one move is another one, where it was dealt and where it went."""
    move = random.choice(record["moves"])
    old, new = random.choice(move["dealt"]), random.choice(sorted(DECK))
    for place in move.keys() - {"seat"}:
        move[place] = [new if code == old else code for code in move[place]]


def _altered_row(record: Record, random: Random) -> None:
    """One card went somewhere else."""
    move = random.choice(record["moves"])
    source = random.choice([place for place in ("front", "middle", "back", "discard") if move.get(place)])
    code = move[source].pop(random.randrange(len(move[source])))
    move.setdefault(random.choice(["front", "middle", "back", "discard"]), []).append(code)


def _altered_seat(record: Record, random: Random) -> None:
    random.choice(record["moves"])["seat"] = random.choice([*record["seats"], "E"])


def _altered_button(record: Record, random: Random) -> None:
    record["button"] = random.choice([*record["seats"], "E"])


def _altered_grant(record: Record, random: Random) -> None:
    grants = record.setdefault("fantasyland", {})
    seat = random.choice([*record["seats"], "E"])
    if seat in grants and random.random() < 0.5:
        del grants[seat]
    else:
        grants[seat] = random.randint(13, 18)


def _dropped(record: Record, random: Random) -> None:
    record["moves"].pop(random.randrange(len(record["moves"])))


def _dropped_card(record: Record, random: Random) -> None:
    move = random.choice(record["moves"])
    place = random.choice([key for key in move if key != "seat" and move[key]])
    move[place].pop()


def _doubled(record: Record, random: Random) -> None:
    moves = record["moves"]
    moves.insert(random.randint(0, len(moves)), copy.deepcopy(random.choice(moves)))


def _swapped(record: Record, random: Random) -> None:
    moves = record["moves"]
    a, b = random.sample(range(len(moves)), 2) if len(moves) > 1 else (0, 0)
    moves[a], moves[b] = moves[b], moves[a]


TAMPERING: dict[str, Callable[[Record, Random], None]] = {
    "altered card": _altered_card,
    "altered card everywhere": _altered_everywhere,
    "altered row": _altered_row,
    "altered seat": _altered_seat,
    "altered button": _altered_button,
    "altered grant": _altered_grant,
    "dropped move": _dropped,
    "dropped card": _dropped_card,
    "doubled move": _doubled,
    "swapped moves": _swapped,
}
"""What can be done to one event of a log."""


def tampered(record: Record, how: str, random: Random) -> Record:
    """A copy of a log to which one thing was done."""
    changed: dict[str, Any] = copy.deepcopy(record)
    TAMPERING[how](changed, random)
    return changed


def with_jokers(record: Record, jokers: int, random: Random) -> Record:
    """A copy of a log in which so many of the cards dealt were jokers."""
    names = ("X1", "X2")[:jokers]
    dealt = [code for move in record["moves"] for code in move["dealt"]]
    become = dict(zip(random.sample(dealt, jokers), names, strict=True))
    changed: Record = copy.deepcopy(record)
    for move in changed["moves"]:
        for place in move.keys() - {"seat", "timeout"}:
            move[place] = [become.get(code, code) for code in move[place]]
    return changed
