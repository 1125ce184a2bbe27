"""From every settled round of a growing game play can go on, whoever stays, leaves or comes new to the table."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalogue import GAMES, Game, begin_round, settle_round
from engine.errors import RecordRefused
from engine.games.open_face_chinese.record import MOST_COUNT
from engine.games.open_face_chinese.rules import Rules
from engine.growing import Earlier, Growth
from engine.money import MAX_MINOR
from support import kowah, open_face
from support.kowah_simulator import random_deal, random_round
from support.open_face_simulator import random_record

Record = dict[str, Any]


class Settled(NamedTuple):
    """Rounds of one session, the newest last, and headers that may follow them, as a table would begin them."""

    game: Game
    terms: Record
    rules: Any
    earlier: Sequence[Earlier]
    headers: Sequence[Record]


def growth_of(game: Game) -> Growth:
    assert game.growth is not None
    return game.growth


def open_face_sessions(random: Random) -> Iterator[Settled]:
    """A session under any switches that bear on the next hand; what its first header says may be as much as can be."""
    game = GAMES["open_face_chinese"]
    house = _open_face_house(random)
    under = game.load_rules(house)
    seats = _seats_of(under, random)
    header: Record = {"seats": seats, "button": random.choice(seats), **_figures(seats, under, random)}
    earlier: list[Earlier] = []
    for _ in range(3):
        header = growth_of(game).completed(earlier, header, under)
        record = random_record(random, house["switches"]["ofc"], under, 0.9, header)
        settlement = settle_round(game, record, open_face.TERMS, under)
        earlier.append(Earlier(header, settlement.marks))
        following = [
            _open_face_header(header, marks_of(earlier), staying, under, random) for staying in _may_play(earlier)
        ]
        following = [made for made in following if 2 <= len(made["seats"]) <= _most_seats(under)]
        yield Settled(game, open_face.TERMS, under, tuple(earlier), following)
        header = random.choice(following)


def marks_of(earlier: Sequence[Earlier]) -> Any:
    return earlier[-1].marks


def _open_face_house(random: Random) -> Record:
    preset = random.choice(open_face.PRESETS)
    switches = {
        "fl_cards": random.choice(["13", "14", "progressive"]),
        "fl_entry": "QQ",
        "fl_button": random.choice(["stays", "moves"]),
        "fl_stay_cards": random.choice(["base", "same"]),
        "fl_super": preset == "ofc_27" and random.choice([True, False]),
        "match_hands": random.choice(["one_each", "open"]),
        "loss_limit_units": random.choice(["none", 5, 100]),
        "stake_schedule": random.choice(["none", [1, 2, 3]]),
        "short_stack": random.choice(["sequential", "pro_rata"]),
        "fee": random.choice(["none", {"take": "fixed", "per": "round", "amount_minor": "3"}]),
    }
    return open_face.document(preset, **switches)


def _most_seats(under: Rules) -> int:
    return min(under.form.seats[1], len(under.deck) // under.most_cards_each)


def _seats_of(under: Rules, random: Random) -> list[str]:
    return random.sample("ABCD", random.randint(2, _most_seats(under)))


def _figures(seats: list[str], under: Rules, random: Random) -> Record:
    """What a first header may say besides; every figure may be as large as it can be."""
    figures: Record = {"hand": random.choice([1, 2, MOST_COUNT])}
    figures["fantasyland_runs"] = {seat: random.choice([0, 2, MOST_COUNT]) for seat in seats}
    figures["fantasyland"] = {seat: max(under.granted) for seat in seats if random.random() < 0.3}
    if random.random() < 0.6:
        most = random.choice([600, 5_000, MAX_MINOR // len(seats)])
        figures["stacks"] = {seat: str(random.choice([1, most])) for seat in seats}
    if under.loss_limit is not None or random.random() < 0.3:
        figures["match_nets"] = {seat: str(random.choice([0, 300, -300, MAX_MINOR])) for seat in seats}
    return figures


def _may_play(earlier: Sequence[Earlier]) -> Iterator[list[str]]:
    """Every choice of the seats of the last hand: who is in Fantasyland stays, but for one that has no chips left."""
    header, marks = earlier[-1]
    bound = set(marks["next_hand"]["fantasyland"]) - set(marks.get("busted", ()))
    for number in range(len(header["seats"]) + 1):
        for staying in combinations(header["seats"], number):
            if bound <= set(staying):
                yield list(staying)


def _open_face_header(last: Record, marks: Any, staying: list[str], under: Rules, random: Random) -> Record:
    """Those who stay in their order, from any of them on, and newcomers anywhere; new stacks are told, and no more."""
    turn = random.randrange(len(staying)) if staying else 0
    seats = staying[turn:] + staying[:turn]
    free = _most_seats(under) - len(seats)
    new = sorted({*"ABCDEFGH"}.difference(last["seats"]))
    for name in random.sample(new, random.randint(min(free, max(0, 2 - len(seats))), free)):
        seats.insert(random.randint(0, len(seats)), name)
    header: Record = {"seats": seats}
    if "stacks" in marks:
        had = {seat: stack for seat, stack in marks["stacks"].items() if seat in seats}
        bought = {seat: "700" for seat in seats if seat not in had or (had[seat] == "0" and random.random() < 0.7)}
        room = MAX_MINOR - sum(map(int, had.values()))
        header["stacks"] = {**had, **(bought if room > 3_000 else dict.fromkeys(bought, "0"))}
    if not staying:
        header["button"] = seats[0]
    return header


def kowah_sessions(random: Random) -> Iterator[Settled]:
    """A round under each way to choose the dealer, and deals to any of its seats and newcomers."""
    game = GAMES["kowah"]
    house = kowah.document(
        first=random.choice(["winner_deals", "left_of_dealer", "random"]),
        direction=random.choice(["ascending", "descending"]),
    )
    under = game.load_rules(house)
    record = random_round(random, house["switches"], under, told=False)
    settlement = settle_round(game, record, kowah.TERMS, under)
    earlier = (Earlier(growth_of(game).header_of(record), settlement.marks),)
    names = [entry["seat"] for entry in record["seats"]]
    choices = [list(staying) for number in range(len(names) + 1) for staying in combinations(names, number)]
    following = [_kowah_header(house, settlement.marks, staying, random) for staying in choices]
    yield Settled(game, kowah.TERMS, under, earlier, following)


def _kowah_header(house: Record, marks: Any, staying: list[str], random: Random) -> Record:
    """A deal to those who stay and to as many newcomers as are wanted; who deals is told where that is not due."""
    dealt, _ = random_deal(random, house["switches"], told=False)
    names = staying + ["X", "Y", "Z"][: len(dealt["seats"]) - len(staying)]
    random.shuffle(names)
    become = {entry["seat"]: name for entry, name in zip(dealt["seats"], names, strict=True)}
    header: Record = {"seats": [{**entry, "seat": become[entry["seat"]]} for entry in dealt["seats"]]}
    if marks["next_dealer"] is None or not staying:
        header |= {key: become[dealt[key]] for key in ("dealer", "first") if key in dealt}
    return header


SESSIONS: dict[str, Callable[[Random], Iterator[Settled]]] = {
    "open-face": open_face_sessions,
    "kowah": kowah_sessions,
}
"""How sessions of a growing game go on at random."""


@pytest.mark.parametrize("name", SESSIONS)
@given(seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=30)
def test_what_a_settled_round_leaves_can_be_begun_whoever_of_those_who_may_plays_on(name: str, seed: int) -> None:
    """What is written into a header is never what the deal or the money then refuses, and a whole record may say it."""
    for settled in SESSIONS[name](Random(seed)):
        growth = growth_of(settled.game)
        assert settled.headers
        for header in settled.headers:
            complete = growth.completed(settled.earlier, header, settled.rules)
            begin_round(settled.game, complete, settled.terms, settled.rules)
            assert growth.not_carried(settled.earlier, complete, settled.rules) == ()


@given(seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=10)
def test_a_figure_that_is_due_is_refused_when_it_is_changed(seed: int) -> None:
    """The law above would hold too if nothing were carried: every figure that is must be said as it is."""
    for settled in open_face_sessions(Random(seed)):
        growth = growth_of(settled.game)
        due = growth.carried(settled.earlier, settled.headers[0], settled.rules).due
        assert {"button", "hand", "fantasyland"} & due.keys()
        for key, other in (("hand", 77), ("button", "Z"), ("fantasyland", {"Z": 14}), ("fantasyland_runs", {"Z": 3})):
            if key in due:
                with pytest.raises(RecordRefused):
                    growth.completed(settled.earlier, {**settled.headers[0], key: other}, settled.rules)
