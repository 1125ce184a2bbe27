"""Laws that every Kowah log obeys, over random rounds and over logs that somebody tampered with."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RecordRefused, Violation
from engine.games import kowah as game
from engine.games.kowah.cards import card_code
from engine.games.kowah.record import Event
from engine.games.kowah.rules import Rules
from engine.games.kowah.state import Drawn, State, Win
from engine.sentences import explain
from support import kowah_by_hand as by_hand
from support.kowah import CODES, PAID, TERMS, Record, document, replayed, settle
from support.kowah_simulator import TAMPERING, random_round, tampered

OTHERS: dict[str, list[Any]] = {
    "seats": [2, 3, 5],
    "copies": [3, 4, 6],
    "hand_size": [5, 8, 11],
    "first": ["random", "left_of_dealer", "winner_deals"],
    "direction": ["ascending", "descending"],
    "final_match": ["exact", "rank"],
    "shape": ["strict", "free"],
    "honour_groups": ["own_kind", "with_ones", "king_chinese_key"],
    "points": ["off", "pips"],
    "public_pair": [True, False],
    "opponent_draw": [True, False],
    "multipliers": [{"self_draw": a, "opponent_draw": b, "discard": c} for a, b, c in ((3, 1, 2), (1, 5, 7))],
    "return_taken_card": [True, False],
    "first_turn_draw": ["round", "seat"],
    "declare": ["optional", "mandatory"],
    "exhaustion": ["final_draw", "final_discard"],
    "take_cap": ["none", 1, 4],
    "stake": ["none", "all_pay", "feeder_pays"],
}  # fmt: skip
TOGETHER: list[dict[str, Any]] = [
    {},
    {"pair": "rank", "final_match": "rank", "shape": "free"},
    {"seats": 4, "teams": "two"},
    {"seats": 6, "teams": "two", "hand_size": 8},
]


@st.composite
def houses(draw: st.DrawFn) -> dict[str, Any]:
    """A complete ruleset: the seeded one half of the time, else one with any switches that do not contradict."""
    if draw(st.booleans()):
        return document()
    names = draw(st.lists(st.sampled_from(sorted(OTHERS)), max_size=8, unique=True))
    switches = {name: draw(st.sampled_from(OTHERS[name])) for name in names}
    switches |= draw(st.sampled_from(TOGETHER))
    if switches.get("copies") == 6 and switches.get("hand_size") == 5:
        switches["return_taken_card"] = True  # a hand of one kind that took the sixth could throw nothing else
    return document(**switches)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[dict[str, Any], Rules, Record]:
    """A ruleset, its rules, and a random complete round under it, the stock told or not."""
    house = draw(houses())
    under = game.load_rules(house)
    random = Random(draw(st.integers(0, 2**32)))
    return house["switches"], under, random_round(random, house["switches"], under, told=draw(st.booleans()))


def told(found: State | Violation) -> dict[str, Any]:
    """A replay in the words of the second opinion."""
    if isinstance(found, Violation):
        _, place, *index = [*found.pointer.split("/"), ""]
        return {"illegal": (int(index[0]) if place == "events" else -1, found.code)}
    if isinstance(found.result, Win):
        won = found.result
        return {"win": (won.winner, won.by.value, won.multiplier, card_code(won.card), won.source, won.event)}
    if isinstance(found.result, Drawn):
        return {"drawn": found.result.event}
    exposed = {seat: card_code(wait) for seat, wait in found.exposed.items()}
    return {"open": (found.active, found.phase.value, found.stock_left, exposed)}


@given(rounds())
@settings(deadline=None, max_examples=80)
def test_a_round_of_bots_ends_in_a_win_or_drawn_as_the_second_opinion_has_it(
    played: tuple[dict[str, Any], Rules, Record],
) -> None:
    switches, under, record = played
    found = replayed(record, under)
    assert told(found) == by_hand.replay(record, switches)
    assert told(found).keys() & {"win", "drawn"}
    settlement = settle(record, under, PAID)
    assert sum(settlement.nets.values()) == 0
    assert len(explain(game.CLAUSES, settlement)) == 1 + len(settlement.lines)


@pytest.mark.parametrize("how", TAMPERING)
@given(played=rounds(), seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=40)
def test_a_log_that_was_tampered_with_is_refused_at_the_event_or_means_what_it_says(
    how: str, played: tuple[dict[str, Any], Rules, Record], seed: int
) -> None:
    switches, under, record = played
    changed = tampered(record, how, Random(seed))
    found = by_hand.replay(changed, switches)
    assert told(replayed(changed, under)) == found
    codes = [violation.code for violation in game.validate(game.parse(changed, PAID), under)]
    expected = [found["illegal"][1]] if "illegal" in found else ["unfinished"] if "open" in found else []
    assert codes == expected


@given(rounds())
@settings(deadline=None, max_examples=30)
def test_replaying_is_starting_and_applying_one_event_after_the_other(
    played: tuple[dict[str, Any], Rules, Record],
) -> None:
    _, under, record = played
    log = game.parse(record, TERMS)
    state = game.start(log, under)
    for length, event in enumerate(log.events):
        assert isinstance(state, State)
        assert state.events == length
        if length % 17 == 0:
            assert state == replayed({**record, "events": record["events"][:length]}, under)
        state = game.apply(state, event, under)
    assert state == game.replay(log, under)


def all_events(state: State) -> list[Event]:
    """Every event with a card, or a take without, that anybody could claim."""
    seats = state.table.seats
    words = ("draw", "discard", "declare", "take")
    return [Event(word, seat, code) for word in words for seat in seats for code in CODES] + [
        Event("take", seat, None) for seat in seats
    ]


@given(rounds(), st.integers(0, 2**32))
@settings(deadline=None, max_examples=40)
def test_the_legal_moves_are_exactly_the_events_that_are_not_refused(
    played: tuple[dict[str, Any], Rules, Record], seed: int
) -> None:
    _, under, record = played
    length = Random(seed).randint(0, len(record["events"]))
    state = replayed({**record, "events": record["events"][:length]}, under)
    assert isinstance(state, State)
    moves = game.legal_moves(state, under)
    accepted = {event for event in all_events(state) if isinstance(game.apply(state, event, under), State)}
    drawing = {event.seat for event in accepted if event.event == "draw"}
    assert {move.seat for move in moves if move.event == "draw"} == drawing
    assert all(move.card is None for move in moves if move.event == "draw")
    assert {move for move in moves if move.event != "draw"} == {
        event for event in accepted if event.event != "draw" and event.card is not None
    }
    assert len(moves) == len(set(moves))
    assert bool(moves) == (state.result is None)


@given(rounds())
@settings(deadline=None, max_examples=40)
def test_no_card_is_ever_lost_or_made(played: tuple[dict[str, Any], Rules, Record]) -> None:
    _, under, record = played
    log = game.parse(record, TERMS)
    state = game.start(log, under)
    piled = 0
    for event in log.events:
        assert isinstance(state, State)
        piled += (event.event == "discard") - (event.event == "take")
        state = game.apply(state, event, under)
        assert isinstance(state, State)
        held = sum(map(len, state.hands.values()))
        assert held + piled + state.stock_left == 30 * under.copies
        assert max(state.known) <= under.copies
        extra = {seat: len(hand) - under.hand_size for seat, hand in state.hands.items()}
        assert sum(extra.values()) == (state.received is not None)


def seen_by(state: State, viewer: str | None) -> str:
    return str(game.public_view(state, viewer))


def with_other_private_cards(state: State, viewer: str | None, random: Random) -> State:
    """The state with the cards that ``viewer`` may not see exchanged for others, of the same number."""
    hands = {
        seat: hand if seat == viewer else tuple(random.choices(range(len(CODES)), k=len(hand)))
        for seat, hand in state.hands.items()
    }
    received = state.received
    if received is not None and received.drawn and not state.public_draws and state.active != viewer:
        received = received._replace(card=random.randrange(len(CODES)))
    return state._replace(hands=hands, received=received)


@given(rounds(), st.integers(0, 2**32))
@settings(deadline=None, max_examples=60)
def test_what_a_seat_sees_of_a_round_does_not_depend_on_the_private_cards_of_others(
    played: tuple[dict[str, Any], Rules, Record], seed: int
) -> None:
    _, under, record = played
    random = Random(seed)
    length = random.randrange(len(record["events"]))
    state = replayed({**record, "events": record["events"][:length]}, under)
    assert isinstance(state, State)
    for viewer in (*state.table.seats, None):
        assert seen_by(with_other_private_cards(state, viewer, random), viewer) == seen_by(state, viewer)


places = st.sampled_from(["seats", "first", "events", "dealer", "stock", "seat", "dealt", "event", "card", "wait"])
leaves = st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from([*CODES, "A", "house", "draw", "x" * 17, 1.5])
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(places, inner, max_size=4), max_leaves=12
)


@given(anything, anything)
@settings(deadline=None, max_examples=300)
def test_a_record_that_is_none_is_refused_with_codes_and_pointers(record: Any, terms: Any) -> None:
    refused: tuple[Violation, ...] | None = None
    try:
        game.parse(record, terms)
    except RecordRefused as refusal:
        refused = refusal.violations
    assert refused is None or all(one.code and one.detail and one.pointer[:1] in ("", "/") for one in refused)


@given(rounds(), st.data())
@settings(deadline=None, max_examples=100)
def test_a_record_with_junk_somewhere_is_refused_or_judged(
    played: tuple[dict[str, Any], Rules, Record], data: st.DataObject
) -> None:
    _, under, record = played
    around: Any = data.draw(st.sampled_from([record, *record["seats"], *record["events"][:6]]))
    around[data.draw(st.sampled_from(sorted(around)))] = data.draw(anything)
    refused: tuple[Violation, ...] = ()
    try:
        refused = game.validate(game.parse(record, PAID), under)
    except RecordRefused as refusal:
        refused = refusal.violations
    if not refused:
        assert sum(settle(record, under, PAID).nets.values()) == 0
