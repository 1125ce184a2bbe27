"""Hidden cards cannot be found out by trying: whoever cannot tell two rounds apart is refused alike in both.

Each scene is played twice, with other cards where the caller cannot see them, so that what he is shown is the same.
Whatever he then sends that is recorded in neither of them must be answered by the same words in both.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any

import pytest
from werkzeug.test import TestResponse

from engine.catalogue import GAMES, begin_round
from engine.errors import RecordRefused, Violation
from support import kowah, open_face
from support.growing import GrowingTable, Record, publish, put_up, taken
from support.house import House
from support.kowah import CODES

Play = list[tuple[str, Record]]
"""Events with whose tablet sends each."""


@dataclass(frozen=True)
class Scene:
    """Two rounds that ``callers`` cannot tell apart. ``seats`` are tried, with ``cards`` above all others."""

    ruleset: dict[str, Any]
    rounds: tuple[tuple[Record, Play], tuple[Record, Play]]
    callers: tuple[str, ...]
    seats: tuple[str, ...]
    cards: tuple[str, ...]


STRANGERS = ("table", "dealer", "floor")
READY = "C5 S5 M5 C7 S7 M7 C2 M9"
UNREADY = "C5 S5 M5 C7 S7 M1 C2 M9"
OF_B, OF_C = "C1 C3 C4 C6 C8 C9 S1 S3", "S4 S6 S8 S9 M1 M3 M4 M6"


def kowah_header(a: str, b: str = OF_B, c: str = OF_C, top: Sequence[str] = ()) -> Record:
    """A deal; where ``top`` is named the stock is told, and these lie on top of it."""
    seats = [{"seat": seat, "dealt": cards.split()} for seat, cards in (("A", a), ("B", b), ("C", c))]
    header: Record = {"seats": seats, "first": "A"}
    if top:
        pack = CODES * 4
        for code in [*a.split(), *b.split(), *c.split(), *top]:
            pack.remove(code)
        header["stock"] = [*top, *pack]
    return header


def kowah_play(*texts: str) -> Play:
    return [(event["seat"], event) for event in map(kowah.event, texts)]


def kowah_scene(rounds: Any, callers: tuple[str, ...], cards: str, **switches: Any) -> Scene:
    document = kowah.document(**switches) | {"key": "kowah_house"}
    return Scene(document, rounds, callers, ("A", "B", "C"), tuple(cards.split()))


TURN = kowah_play("A draws C2", "A throws M9")
LIGHT = {"front": ["2c", "3d"], "middle": ["7h"], "back": ["Kc", "Kd"]}


def open_face_play(thrown: str) -> Play:
    """B has thrown a card that nobody else has seen, and A is dealt next."""
    first = {"seat": "A", "dealt": ["2c", "3d", "7h", "Kc", "Kd"], **LIGHT}
    second = {"seat": "B", "dealt": ["4c", "4d", "8h", "Qc", "Qd"], "front": ["4c"], "middle": ["4d", "8h"]}
    second["back"] = ["Qc", "Qd"]
    third = {"seat": "A", "dealt": ["Ks", "7c", "Ah"], "middle": ["7c"], "back": ["Ks"], "discard": ["Ah"]}
    fourth = {"seat": "B", "dealt": ["Qs", "8c", thrown], "middle": ["8c"], "back": ["Qs"], "discard": [thrown]}
    return [(move["seat"], move) for move in (first, second, third, fourth)]


def fantasyland_play(*changed: tuple[str, str]) -> Play:
    """A has set a board that lies face down, ``changed`` where the other round has other cards."""
    board = open_face.board("2c 3c 4c", "5d 6d 7d 8d 9h", "Th Jh Qh Ks As", "2d")
    rows = {row: [dict(changed).get(code, code) for code in cards] for row, cards in board.items()}
    return [("A", {"seat": "A", "dealt": [code for cards in rows.values() for code in cards], **rows})]


OFC = open_face.document("ofc_pineapple")
START = {"seats": ["A", "B"], "button": "B", "hand": 1}
INSIDE = {**START, "fantasyland": {"A": 14}}
SCENES = {
    "hands before the first draw": kowah_scene(
        ((kowah_header(READY), []), (kowah_header(OF_C, OF_B, READY), [])), STRANGERS, "C5 M9 S4 M6"
    ),
    "a hand that holds a card too many": kowah_scene(
        ((kowah_header(READY), TURN[:1]), (kowah_header(OF_C, OF_B, READY), kowah_play("A draws M2"))),
        (*STRANGERS, "B"),
        "C5 C2 M2 S4",
    ),
    "whether a hand is ready": kowah_scene(
        ((kowah_header(READY), TURN), (kowah_header(UNREADY), TURN)), (*STRANGERS, "B", "C"), "C2 WF C1"
    ),
    "whether a hand that must be declared is ready": kowah_scene(
        ((kowah_header(READY), TURN), (kowah_header(UNREADY), TURN)),
        (*STRANGERS, "B", "C"),
        "C2 WF C1",
        declare="mandatory",
    ),
    "the top of a stock": kowah_scene(
        ((kowah_header(READY, top=["WF", "OT"]), []), (kowah_header(READY, top=["RF", "OT"]), [])),
        (*STRANGERS, "A"),
        "WF RF OT C5",
    ),
    "the top of a stock for a seat that has declared": kowah_scene(
        tuple(
            (
                kowah_header(READY, top=["C2", "S2", "M2", top, "OT"]),
                kowah_play(
                    *("A draws", "A throws M9", "A declares C2", "B draws", "B throws S2", "C draws", "C throws M2")
                ),
            )
            for top in ("WF", "RF")
        ),
        (*STRANGERS, "A"),
        "WF RF C5 C2",
    ),
    "what a covered pair waits for": kowah_scene(
        tuple(
            (
                kowah_header(f"C5 S5 M5 C7 S7 M7 {wait} M9", OF_B.replace("C1", "C2")),
                kowah_play(f"A draws {wait}", "A throws M9", f"A declares {wait}", "B draws RF"),
            )
            for wait in ("C2", "S3")
        ),
        (*STRANGERS, "B"),
        "C2 S3 C3 RF",
        public_pair=False,
    ),
    "what another seat has thrown": Scene(
        OFC,
        ((START, open_face_play("As")), (START, open_face_play("Jd"))),
        (*STRANGERS, "A"),
        ("A", "B"),
        ("As", "Jd", "Ah", "Kc"),
    ),
    "a board that lies face down": Scene(
        OFC,
        ((INSIDE, fantasyland_play()), (INSIDE, fantasyland_play(("2c", "2s"), ("As", "Ac")))),
        (*STRANGERS, "B"),
        ("A", "B"),
        ("2c", "2s", "As", "Ac", "3s"),
    ),
}


def play_both(house: House, scene: Scene) -> list[tuple[GrowingTable, int]]:
    """The scene at two tables, and the id of each round."""
    publish(house, scene.ruleset | {"key": "kowah_house" if scene.ruleset["game"] == "kowah" else "ofc_house"})
    key = "kowah_house" if scene.ruleset["game"] == "kowah" else "ofc_house"
    found = []
    for code, (header, play) in zip(("G-01", "G-02"), scene.rounds, strict=True):
        table = put_up(house, code, key, scene.seats, None if key == "kowah_house" else "100")
        open_round_id = table.opened(1, header)
        for who, event in play:
            taken(table.append(open_round_id, event, who=who))
        found.append((table, open_round_id))
    return found


def kowah_probes(scene: Scene, random: Random) -> Iterator[list[Record]]:
    """Every single event of some cards, and several at once that begin with one of them."""
    cards = [*scene.cards, *random.sample(CODES, 3)]
    single: list[Record] = []
    for seat in scene.seats:
        single += [{"event": word, "seat": seat} for word in ("draw", "take")]
        single += [
            {"event": word, "seat": seat, "card": card} for word in ("draw", "take", "discard") for card in cards
        ]
        single += [{"event": "declare", "seat": seat, "wait": card} for card in cards]
    discards = [event for event in single if event["event"] == "discard"]
    for discard in discards:
        if discard["card"] in scene.cards:
            yield [discard, {"event": "declare", "seat": discard["seat"], "wait": random.choice(CODES)}]
    yield from ([event] for event in single)
    for event in single:
        yield [event, {"event": "nothing", "seat": event["seat"]}]
    for discard in discards:
        draws = [event for event in single if event["event"] == "draw" and event["seat"] == discard["seat"]]
        yield [random.choice(draws), discard, {"event": "nothing", "seat": discard["seat"]}]
    for _ in range(150):
        first, second, third = random.choices(single, k=3)
        yield [first, {**second, "seat": first["seat"]}]
        yield [first, second, {**third, "seat": random.choice((first["seat"], third["seat"]))}]


def street(seat: str, dealt: list[str]) -> Record:
    """A whole move of three cards."""
    return {"seat": seat, "dealt": dealt, "middle": dealt[:1], "back": dealt[1:2], "discard": dealt[2:]}


def open_face_probes(scene: Scene, random: Random) -> Iterator[list[Record]]:
    """Moves of every number of cards that set all, some or none of them, alone and followed by another one."""
    deck = sorted(open_face.rules("ofc_pineapple").deck)
    moves = []
    for one, other in permutations(scene.cards[:4], 2):
        fresh = random.sample([code for code in deck if code not in scene.cards], 4)
        yield [street(seat, [card, *fresh[n : n + 2]]) for seat, card, n in (("A", one, 0), ("B", other, 2))]
    for _ in range(120):
        count = random.choice((1, 3, 3, 5, 5))
        dealt = list(dict.fromkeys([random.choice(scene.cards), *random.sample(deck, count)]))[:count]
        kept = dealt[: {3: 2}.get(count, count)]
        whole = {"dealt": dealt, "front": kept[:1], "back": kept[1:], "discard": dealt[len(kept) :]}
        placed = random.choice(({"dealt": dealt}, whole, {"dealt": dealt, "back": dealt}, {**whole, "timeout": True}))
        moves.append({"seat": random.choice(scene.seats), **placed})
    yield from ([move] for move in moves)
    for move in moves:
        yield [move, {"seat": move["seat"], "dealt": ["Zz"]}]
        yield [move, {**random.choice(moves), "seat": move["seat"]}]


def outcome(scene: Scene, which: int, events: Sequence[Record]) -> Violation | None:
    """How the engine itself finds some events of one of the rounds: its own fault, None where all of them are taken."""
    game = GAMES[scene.ruleset["game"]]
    growth, rules = game.growth, game.load_rules(scene.ruleset)
    assert growth is not None
    header, play = scene.rounds[which]
    state = begin_round(game, header, open_face.TERMS if game.name != "kowah" else kowah.TERMS, rules)
    for event in [*(event for _, event in play), *events]:
        try:
            state = growth.apply(state, growth.read_event(event), rules)
        except RecordRefused as refused:
            return refused.violations[0]
        if isinstance(state, Violation):
            return state
    return None


def told(response: TestResponse) -> Any:
    """What an answer says, as if both tables had one name."""
    return response.status_code, json.loads(response.text.replace("tablet-g-02", "tablet-g-01"))


@pytest.mark.parametrize("name", SCENES)
def test_two_rounds_that_somebody_cannot_tell_apart_are_not_told_apart_by_what_is_refused(
    house: House, name: str
) -> None:
    scene = SCENES[name]
    worlds = play_both(house, scene)
    probes = list((kowah_probes if scene.ruleset["game"] == "kowah" else open_face_probes)(scene, Random(name)))
    differing = [probe for probe in probes if outcome(scene, 0, probe) != outcome(scene, 1, probe)]
    assert differing, "the hidden cards make a difference to what is tried"
    for caller in scene.callers:
        views = [table.read(open_round_id, caller)["view"] for table, open_round_id in worlds]
        assert views[0] == views[1], "the caller is shown the same"
        few = [*differing[:30], *Random(caller).sample(probes, 12)]
        for probe in few:
            found = [outcome(scene, which, probe) for which in (0, 1)]
            answers = [
                told(table.append(open_round_id, *probe, who=caller))
                for (table, open_round_id), fault in zip(worlds, found, strict=True)
                if fault is not None
            ]
            assert all(status in (422, 403) for status, _ in answers), (probe, answers)
            if len(answers) == 2:
                assert answers[0] == answers[1], (caller, probe)
            elif answers:
                ((_, problem),) = answers
                assert problem["code"] == "wrong_seat" or [fault["code"] for fault in problem["errors"]] in (
                    ["hidden_cards"],
                    ["duplicate_card"],
                    ["must_be_last"],
                ), (caller, probe, problem)


@pytest.mark.parametrize("name", SCENES)
def test_two_rounds_that_somebody_cannot_tell_apart_have_the_same_choices_for_him(house: House, name: str) -> None:
    scene = SCENES[name]
    worlds = play_both(house, scene)
    random = Random(name)
    deck = sorted(open_face.rules("ofc_pineapple").deck)
    hands = [[], *(list(dict.fromkeys([card, *random.sample(deck, 5)])) for card in scene.cards)]
    bodies = [{"seat": seat, "dealt": dealt[:n]} for seat in scene.seats for dealt in hands for n in (3, 5)]
    if scene.ruleset["game"] == "kowah":
        bodies = [{"seat": seat} for seat in scene.seats]
    for caller in scene.callers:
        for body in bodies:
            answers = [
                told(table.post(f"/v1/open-rounds/{open_round_id}/choices", body, caller))
                for table, open_round_id in worlds
            ]
            assert answers[0] == answers[1], (caller, body)
