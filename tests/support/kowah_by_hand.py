"""A second opinion on Kowah, slow and obvious, straight from the rules reference and the head of the vector file.

Nothing is shared with the engine: hands are taken apart by trying every triple, and a log is walked over plain lists,
one rule after the other in words. ``switches`` are those of a ruleset document.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

SUITS, HONOURS, BONUS = "CSM", ("OT", "RF", "WF"), ("WS", "GS", "MO")
PACK = [f"{suit}{rank}" for suit in SUITS for rank in range(1, 10)] + list(HONOURS)

Switches = Mapping[str, Any]


def group(card: str, switches: Switches) -> str:
    """Cards of one group make triples: a rank, or an honour (which may go with the ones)."""
    if card in HONOURS:
        return "1" if switches["honour_groups"] == "with_ones" else card
    return card[1]


def is_triple(cards: list[str], switches: Switches) -> bool:
    if switches["honour_groups"] == "king_chinese_key" and sorted(cards) == ["M1", "OT", "RF"]:
        return True
    return len({group(card, switches) for card in cards}) == 1


def splits_in_two_two_one(five: list[str]) -> bool:
    return sorted(five.count(card) for card in set(five)) == [1, 2, 2]


def all_in_triples(cards: list[str], pair: list[str], switches: Switches) -> bool:
    """Whether the cards beside the pair are triples, each of which is allowed beside that pair."""
    if not cards:
        return True
    head, rest = cards[0], cards[1:]
    for a, b in combinations(range(len(rest)), 2):
        triple = [head, rest[a], rest[b]]
        if not is_triple(triple, switches):
            continue
        same = {group(card, switches) for card in triple} == {group(pair[0], switches)}
        if switches["shape"] == "strict" and same and not splits_in_two_two_one(pair + triple):
            continue
        left = [card for place, card in enumerate(rest) if place not in (a, b)]
        if all_in_triples(left, pair, switches):
            return True
    return False


def waits(hand: list[str], switches: Switches) -> list[str]:
    """The cards that may be named as the exposed pair, in deck order."""
    found: set[str] = set()
    for a, b in combinations(range(len(hand)), 2):
        pair = [hand[a], hand[b]]
        alike = pair[0] == pair[1]
        if not alike and (switches["pair"] == "identical" or group(pair[0], switches) != group(pair[1], switches)):
            continue
        left = [card for place, card in enumerate(hand) if place not in (a, b)]
        if not found.issuperset(pair) and all_in_triples(left, pair, switches):
            found.update(pair)
    return sorted(found, key=PACK.index)


def replay(record: Mapping[str, Any], switches: Switches) -> dict[str, Any]:
    """``illegal``: (index, reason); or ``win``, ``drawn`` (an index), or ``open`` with how far it has come."""
    fault = wrong_deal(record, switches)
    if fault:
        return {"illegal": (-1, fault)}
    table = _Table(record, switches)
    for index, event in enumerate(record["events"]):
        fault = table.wrong_event(event)
        if fault:
            return {"illegal": (index, fault)}
        table.happen(event, index)
    if table.end:
        return table.end
    return {"open": (table.turn_of(), table.phase, table.left, dict(table.exposed))}


def wrong_deal(record: Mapping[str, Any], switches: Switches) -> str | None:
    return next(_wrong_deal(record, switches), None)


def _wrong_deal(record: Mapping[str, Any], switches: Switches) -> Iterator[str]:
    names = [seat["seat"] for seat in record["seats"]]
    if len(names) != switches["seats"] or len(set(names)) != len(names):
        yield "deal_wrong_seats"
    if record["first"] not in names or record.get("dealer", names[0]) not in names:
        yield "deal_wrong_seats"
    if any(len(seat["dealt"]) != switches["hand_size"] for seat in record["seats"]):
        yield "deal_wrong_hand_size"
    stock_size = 30 * switches["copies"] - switches["seats"] * switches["hand_size"]
    if "stock" in record and len(record["stock"]) != stock_size:
        yield "deal_wrong_stock_size"
    dealt = [card for seat in record["seats"] for card in seat["dealt"]] + list(record.get("stock", ()))
    if any(card not in PACK and card not in BONUS for card in dealt):
        yield "unknown_card"
    if any(card in BONUS for card in dealt):
        yield "excluded_card"
    if any(dealt.count(card) > switches["copies"] for card in PACK):
        yield "fifth_copy"
    if switches["first"] != "random":
        yield from _wrong_dealer(record, names, switches)


def _wrong_dealer(record: Mapping[str, Any], names: list[str], switches: Switches) -> Iterator[str]:
    if "dealer" not in record:
        yield "missing_dealer"
    step = 1 if switches["direction"] == "ascending" else -1
    if record["first"] != names[(names.index(record["dealer"]) + step) % len(names)]:
        yield "wrong_first"


class _Table:
    def __init__(self, record: Mapping[str, Any], switches: Switches) -> None:
        self.switches = switches
        self.names = [seat["seat"] for seat in record["seats"]]
        self.step = 1 if switches["direction"] == "ascending" else -1
        self.first = record["first"]
        self.hands = {seat["seat"]: list(seat["dealt"]) for seat in record["seats"]}
        self.out = [card for hand in self.hands.values() for card in hand]
        self.stock = list(record["stock"]) if "stock" in record else None
        self.left = 30 * switches["copies"] - len(self.out)
        self.exposed: dict[str, str] = {}
        self.phase = "take"
        self.turns_done = 0
        self.pile: list[str] = []
        self.takes_in_a_row = 0
        self.held: tuple[str, str] = ("", "")
        self.end: dict[str, Any] = {}

    def seat_at(self, turn: int) -> str:
        name: str = self.names[(self.names.index(self.first) + turn * self.step) % len(self.names)]
        return name

    def turn_of(self) -> str:
        return self.seat_at(self.turns_done)

    def ready_to_declare(self) -> list[str]:
        if self.phase != "declare":
            return []
        seat = self.seat_at(self.turns_done - 1)
        return [] if seat in self.exposed else waits(self.hands[seat], self.switches)

    def wrong_event(self, event: Mapping[str, Any]) -> str | None:
        return next(self.reasons(event), None)

    def reasons(self, event: Mapping[str, Any]) -> Iterator[str]:
        word, seat = event["event"], event["seat"]
        card = event.get("wait") if word == "declare" else event.get("card")
        if self.end:
            yield "round_over"
        if word not in ("draw", "take", "discard", "declare"):
            yield "unknown_event"
        if card in BONUS:
            yield "excluded_card"
        if (card is not None and card not in PACK) or (word == "draw" and card is None and self.stock is None):
            yield "unknown_card"
        if word == "declare":
            yield from self.reasons_of_declaration(seat, card)
        else:
            yield from self.reasons_of_play(word, seat, card)

    def reasons_of_declaration(self, seat: str, card: str | None) -> Iterator[str]:
        if self.phase != "declare" or seat != self.seat_at(self.turns_done - 1):
            yield "declare_out_of_phase"
        if seat in self.exposed:
            yield "already_declared"
        found = waits(self.hands[seat], self.switches)
        if not found:
            yield "not_ready"
        if card not in found:
            yield "bad_wait"

    def reasons_of_play(self, word: str, seat: str, card: str | None) -> Iterator[str]:
        must_declare = self.switches["declare"] == "mandatory" and self.ready_to_declare()
        if must_declare or seat != self.turn_of():
            yield "not_your_turn"
        if word in ("draw", "take") and self.phase == "discard":
            yield "already_took_card"
        if word == "discard" and self.phase != "discard":
            yield "must_take_first"
        if word == "take":
            yield from self.reasons_of_take(seat, card)
        elif word == "draw":
            if self.stock is not None and card is not None and self.stock[0] != card:
                yield "draw_not_next_stock"
            if card and self.out.count(card) == self.switches["copies"]:
                yield "fifth_copy"
        else:
            yield from self.reasons_of_discard(seat, card)

    def reasons_of_discard(self, seat: str, card: str | None) -> Iterator[str]:
        if card not in self.hands[seat]:
            yield "card_not_in_hand"
        how, received = self.held
        if seat in self.exposed and card != received:
            yield "locked_hand"
        if not self.switches["return_taken_card"] and how == "take" and card == received:
            yield "returned_taken_card"

    def reasons_of_take(self, seat: str, card: str | None) -> Iterator[str]:
        whole_round = self.switches["first_turn_draw"] == "round"
        if self.turns_done < (1 if whole_round else len(self.names)):
            yield "first_turn_must_draw"
        if seat in self.exposed:
            yield "locked_must_draw"
        cap = self.switches["take_cap"]
        if cap != "none" and self.takes_in_a_row == cap:
            yield "take_cap_reached"
        if card not in (None, self.pile[-1]):
            yield "not_last_discard"

    def happen(self, event: Mapping[str, Any], index: int) -> None:
        word, seat = event["event"], event["seat"]
        if word == "declare":
            self.exposed[seat] = event["wait"]
        elif word == "discard":
            self.hands[seat].remove(event["card"])
            self.pile.append(event["card"])
            self.turns_done += 1
            self.phase = "declare"
            self.look_for_winner(list(self.others(seat)), "discard", seat, event["card"], index)
            if self.left == 0 and not self.end:
                self.end = {"drawn": index}
        else:
            self.receive(word, seat, event.get("card"), index)

    def receive(self, word: str, seat: str, card: str | None, index: int) -> None:
        self.phase = "discard"
        if word == "take":
            card = self.pile.pop()
            self.takes_in_a_row += 1
        else:
            top = self.stock.pop(0) if self.stock is not None else card
            card = card or top
            assert card is not None
            self.out.append(card)
            self.left -= 1
            self.takes_in_a_row = 0
            self.look_for_winner([seat], "self_draw", seat, card, index)
            if self.switches["opponent_draw"] and not self.end:
                self.look_for_winner(list(self.others(seat)), "opponent_draw", seat, card, index)
            if self.left == 0 and self.switches["exhaustion"] == "final_draw" and not self.end:
                self.end = {"drawn": index}
        self.held = (word, card)
        self.hands[seat].append(card)

    def others(self, seat: str) -> Iterator[str]:
        """The opponents of a seat in turn order; of two teams every second seat is one."""
        for distance in range(1, len(self.names)):
            if self.switches["teams"] == "none" or distance % 2 == 1:
                yield self.names[(self.names.index(seat) + distance * self.step) % len(self.names)]

    def look_for_winner(self, asked: list[str], by: str, source: str, card: str, index: int) -> None:
        for seat in asked:
            wait = self.exposed.get(seat)
            if wait is None:
                continue
            same_group = group(wait, self.switches) == group(card, self.switches)
            if wait == card or (self.switches["final_match"] == "rank" and same_group):
                times = self.switches["multipliers"][by]
                self.end = {"win": (seat, by, times, card, source, index)}
                return
