"""Random rounds of Kowah: simple bots that play to the end, and logs that somebody tampered with."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from engine.errors import Violation
from engine.games import kowah as game
from engine.games.kowah.record import Event
from engine.games.kowah.rules import Rules
from engine.games.kowah.state import State
from support.kowah import CODES, TERMS, Record

NAMES = ("A", "B", "C", "D", "E", "F")
LONGEST = 5_000


def random_deal(random: Random, switches: dict[str, Any], told: bool) -> tuple[Record, list[str]]:
    """A record without events, its stock told or not, and that stock."""
    pack = CODES * switches["copies"]
    random.shuffle(pack)
    names = list(NAMES[: switches["seats"]])
    seats = [{"seat": name, "dealt": [pack.pop() for _ in range(switches["hand_size"])]} for name in names]
    record: Record = {"seats": seats, "first": random.choice(names), "events": []}
    if switches["first"] != "random":
        step = 1 if switches["direction"] == "ascending" else -1
        record["dealer"] = names[(names.index(record["first"]) - step) % len(names)]
    if told:
        record["stock"] = list(pack)
    return record, pack


def random_round(random: Random, switches: dict[str, Any], under: Rules, told: bool = True) -> Record:
    """A complete round of bots that keep what they have several of and declare as soon as they can, or nearly so."""
    record, stock = random_deal(random, switches, told)
    state = game.start(game.parse(record, TERMS), under)
    eagerness = random.choice([0.0, 0.3, 0.8])
    while True:
        assert not isinstance(state, Violation), state
        if state.result is not None:
            return record
        assert state.events < LONGEST, "a round of bots does not end"
        move = _chosen(state, game.legal_moves(state, under), eagerness, random)
        if move.event == "draw":
            move = move._replace(card=stock[state.drawn])
        record["events"].append(move.as_data())
        state = game.apply(state, move, under)


def _chosen(state: State, moves: tuple[Event, ...], eagerness: float, random: Random) -> Event:
    by_word: dict[str, list[Event]] = {}
    for move in moves:
        by_word.setdefault(move.event, []).append(move)
    if "discard" in by_word:
        return min(by_word["discard"], key=lambda move: (_worth(state, move), random.random()))
    if "declare" in by_word and ("draw" not in by_word or random.random() < 0.9):
        return random.choice(by_word["declare"])
    if "take" in by_word and random.random() < eagerness:
        return by_word["take"][0]
    return by_word["draw"][0]


def _worth(state: State, move: Event) -> int:
    """How many cards of its rank the seat holds, copies counted twice: what a bot keeps."""
    hand = [CODES[card] for card in state.hands[move.seat]]
    assert move.card is not None
    return sum(code[1] == move.card[1] for code in hand) + 2 * hand.count(move.card)


def _altered_card(record: Record, random: Random) -> None:
    """The card of one event is another one, or none that exists."""
    named = [event for event in record["events"] if "card" in event or "wait" in event]
    event = random.choice(named)
    event["wait" if "wait" in event else "card"] = random.choice([*CODES, "WS", "C0", ""])


def _altered_word(record: Record, random: Random) -> None:
    """One event is of another kind."""
    event = random.choice(record["events"])
    word = random.choice(["draw", "take", "discard", "declare", "pass"])
    card = event.pop("wait", None) or event.pop("card", None) or random.choice(CODES)
    event.pop("card", None)
    event.update({"event": word, ("wait" if word == "declare" else "card"): card})


def _altered_seat(record: Record, random: Random) -> None:
    random.choice(record["events"])["seat"] = random.choice([*(seat["seat"] for seat in record["seats"]), "X"])


def _altered_deal(record: Record, random: Random) -> None:
    cards = random.choice(record["seats"])["dealt"]
    cards[random.randrange(len(cards))] = random.choice([*CODES, "GS", "10"])


def _altered_first(record: Record, random: Random) -> None:
    record["first"] = random.choice([*(seat["seat"] for seat in record["seats"]), "X"])


def _altered_stock(record: Record, random: Random) -> None:
    """Two cards of the stock change places, or one is another card, or one is missing."""
    stock = record.get("stock")
    if not stock:
        return
    a, b = random.randrange(len(stock)), random.randrange(len(stock))
    action = random.choice(["swap", "change", "drop"])
    if action == "swap":
        stock[a], stock[b] = stock[b], stock[a]
    elif action == "change":
        stock[a] = random.choice(CODES)
    else:
        del stock[a]


def _unnamed(record: Record, random: Random) -> None:
    """A draw or take that names its card no longer does."""
    may = [event for event in record["events"] if event["event"] in ("draw", "take")]
    random.choice(may).pop("card", None)


def _dropped(record: Record, random: Random) -> None:
    del record["events"][random.randrange(len(record["events"]))]


def _cut_short(record: Record, random: Random) -> None:
    del record["events"][random.randrange(len(record["events"])) :]


def _doubled(record: Record, random: Random) -> None:
    events = record["events"]
    place = random.randrange(len(events))
    events.insert(random.choice([place, place + 1, len(events)]), copy.deepcopy(events[place]))


def _swapped(record: Record, random: Random) -> None:
    events = record["events"]
    if len(events) > 1:
        a = random.randrange(len(events) - 1)
        b = random.choice([a + 1, random.randrange(len(events))])
        events[a], events[b] = events[b], events[a]


TAMPERING: dict[str, Callable[[Record, Random], None]] = {
    "altered card": _altered_card,
    "altered word": _altered_word,
    "altered seat": _altered_seat,
    "altered deal": _altered_deal,
    "altered first seat": _altered_first,
    "altered stock": _altered_stock,
    "unnamed card": _unnamed,
    "dropped event": _dropped,
    "cut short": _cut_short,
    "doubled event": _doubled,
    "swapped events": _swapped,
}


def tampered(record: Record, how: str, random: Random) -> Record:
    """A copy of a record, changed in one way."""
    changed = copy.deepcopy(record)
    TAMPERING[how](changed, random)
    return changed
