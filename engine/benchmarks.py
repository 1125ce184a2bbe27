"""Measurements, each a ratio against a named peer in the same run: interleaved rounds, medians.

The one room of the engine that reads a clock. Peers come with the ``bench`` extra and are imported only here.
"""

import gc
import importlib
import sys
import time
import tomllib
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations, islice
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from engine.cards import DECK, Card, card_code, card_codes
from engine.catalogue import find_game, settle_round
from engine.edges import edge_report
from engine.edges.deals import DEALS
from engine.edges.report import standard_ruleset
from engine.games import chinese_poker
from engine.ranking import Wheel, rank_five, strength_five
from engine.rulesets import OFF, expand
from engine.setting import HOUSE_ODDS, Bank, Objective, Opponents, Setting, set_hand
from engine.settlement import Settlement
from engine.yardsticks import AnteCounter, Hand, arranged, best_rows, decks, rank, score_round

HANDS: Final = 20_000
ROUNDS: Final = 40
SETTINGS: Final = 8
SEEDS: Final = Path(__file__).parents[1] / "seeds"
_SEATS: Final = ("1", "2", "3", "4")
_TERMS: Final = {"currency": "EUR", "unit_minor": "1"}
_BONUS: Final = {"straight": 1, "trips": 4, "straight_flush": 5}
_BONUS_BY_CATEGORY: Final = {3: 1, 4: 4, 5: 5}
_PAIR_PLUS: Final = {"straight_flush": 40, "trips": 30, "straight": 6, "flush": 3, "pair": 1}


class PeerMissing(RuntimeError):
    """A peer to measure against is not installed."""


class Contender(NamedTuple):
    """One way to do the work: ``run`` does all of it once, ``answers`` tells what it finds."""

    run: Callable[[], object]
    answers: Callable[[], list[Any]]


class Target(NamedTuple):
    """``of`` has at least ``least`` times the speed of ``to``; None where nothing is promised."""

    of: str
    to: str
    least: float | None


def bench_ranking(rounds: int) -> dict[str, object]:
    """One checked call per five-card hand, against treys (which checks nothing) and pokerkit.

    Every contender first ranks all hands, and must part and join them as ours does, before any is timed.
    """
    hands = _hands(HANDS)
    contenders = {
        "rank_five": _ours(hands),
        "strength_five": _ours_unchecked(hands),
        "treys_five": _treys(hands),
        "pokerkit": _pokerkit(hands),
    }
    _must_agree(contenders, _dense)
    targets = (Target("rank_five", "treys_five", 0.75), Target("rank_five", "pokerkit", 4.0))
    return {"benchmark": "ranking", "hands": HANDS} | _measure(contenders, targets, rounds, HANDS)


def bench_edges(rounds: int) -> dict[str, object]:
    """Exact edges over 407,170,400 deals, warm: the report of one ante bonus, and that of a whole ruleset.

    Against counting the same edge of ante, play and bonus, and nothing else, in plain Python. The ruleset's report
    has all bets, four more strategies, and the spread of rounds of up to seven positions, twice.
    """
    counter = AnteCounter()
    contenders = {
        "paytable": _report({"kind": "ante_bonus", "key": "standard", "schedule": _BONUS}),
        "ruleset": _report(standard_ruleset({"ante_bonus": _BONUS, "pair_plus": _PAIR_PLUS})),
        "plain_python": Contender(lambda: counter.edge(_BONUS_BY_CATEGORY), lambda: _counted(counter)),
    }
    _must_agree(contenders)
    targets = (Target("paytable", "plain_python", 10.0), Target("ruleset", "plain_python", 0.25))
    return {"benchmark": "edges", "deals": DEALS} | _measure(contenders, targets, rounds, 1)


def bench_settlement(rounds: int) -> dict[str, object]:
    """One round of Chinese poker with four players, every point explained: from parsed cards, and from the record.

    Against a loop that ranks and compares the rows in plain Python and says nothing but each player's units.
    """
    game = find_game(chinese_poker.NAME)
    rules = game.load_rules(_seeded_ruleset("western24"))
    hands = arranged(ROUNDS)
    records = [{"seats": [_seat(*one) for one in enumerate(players)]} for players in hands]
    parsed = [chinese_poker.parse(record, _TERMS) for record in records]
    contenders = {
        "judge_and_settle": _each(lambda played: _nets(_settled(played, rules)), parsed),
        "parse_validate_settle": _each(lambda record: _nets(settle_round(game, record, _TERMS, rules)), records),
        "plain_loop": _each(score_round, hands),
    }
    _must_agree(contenders)
    targets = tuple(
        Target(of, "plain_loop", least) for of, least in (("judge_and_settle", 6.0), ("parse_validate_settle", None))
    )
    return {"benchmark": "settlement", "rounds_settled": ROUNDS} | _measure(contenders, targets, rounds, ROUNDS)


def bench_setting(rounds: int) -> dict[str, object]:
    """The best setting of thirteen cards for each objective, over all legal settings, royalties paid.

    Against ranking every subset once and going through all 72,072 settings, strongest back first, in plain Python.
    """
    rules = chinese_poker.load_rules(_seeded_ruleset("eastern"))
    hands = [deck[:13] for deck in decks(SETTINGS)]
    find = partial(set_hand, rules=rules, opponents=Opponents(3, HOUSE_ODDS[rules.rows.variant], Bank.NOBODY))
    contenders = {one.value: _each(partial(find, objective=one), hands) for one in Objective}
    contenders["plain_python"] = _each(best_rows, hands)
    _must_agree({one: contenders[one] for one in ("back_first", "plain_python")}, _ranked)
    leasts = {"back_first": 300.0, "royalties_first": 50.0, "expected_units": 25.0}
    targets = [Target(of, "plain_python", least) for of, least in leasts.items()]
    return {"benchmark": "setting", "hands": SETTINGS} | _measure(contenders, targets, rounds, SETTINGS)


BENCHMARKS: Final[Mapping[str, Callable[[int], dict[str, object]]]] = {
    "ranking": bench_ranking,
    "edges": bench_edges,
    "settlement": bench_settlement,
    "setting": bench_setting,
}


def _hands(number: int) -> list[tuple[Card, ...]]:
    """Hands spread evenly over all 2,598,960, in an order that no cache can guess; the same ones every time."""
    spread = islice(combinations(DECK, 5), 0, None, 2_598_960 // number)
    return sorted(islice(spread, number), key=lambda hand: zlib.crc32(bytes(hand)))


def _measure(
    contenders: Mapping[str, Contender], targets: Sequence[Target], rounds: int, number: int
) -> dict[str, object]:
    """Nanoseconds per item (medians) and, for each target, the median over rounds of the ratio of speeds."""
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, contender in contenders.items():
            seconds[name].append(_timed(contender.run))
    return {
        "rounds": rounds,
        "python": sys.version.split()[0],
        "ns": {name: round(median(times) / number * 1e9, 1) for name, times in seconds.items()},
        "ratios": [_ratio(target, seconds) for target in targets],
    }


def _ratio(target: Target, seconds: Mapping[str, Sequence[float]]) -> dict[str, object]:
    of, to, least = target
    ratio = median(theirs / own for theirs, own in zip(seconds[to], seconds[of], strict=True))
    met = None if least is None else ratio >= least
    return {"of": of, "to": to, "median": round(ratio, 3), "target": least, "met": met}


def _timed(run: Callable[[], object]) -> float:
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        run()
        return time.perf_counter() - start
    finally:
        gc.enable()


def _ours(hands: list[tuple[Card, ...]]) -> Contender:
    low = Wheel.LOW

    def run() -> None:
        for hand in hands:
            rank_five(hand, low)

    return Contender(run, lambda: [rank_five(hand, low) for hand in hands])


def _ours_unchecked(hands: list[tuple[Card, ...]]) -> Contender:
    low = Wheel.LOW

    def run() -> None:
        for a, b, c, d, e in hands:
            strength_five(a, b, c, d, e, low)

    return Contender(run, lambda: [strength_five(a, b, c, d, e, low) for a, b, c, d, e in hands])


def _treys(hands: list[tuple[Card, ...]]) -> Contender:
    treys = _peer("treys")
    five = treys.Evaluator()._five
    theirs = [[treys.Card.new(card_code(card)) for card in hand] for hand in hands]

    def run() -> None:
        for hand in theirs:
            five(hand)

    return Contender(run, lambda: [-five(hand) for hand in theirs])


def _pokerkit(hands: list[tuple[Card, ...]]) -> Contender:
    pokerkit = _peer("pokerkit")
    entry = pokerkit.StandardLookup().get_entry
    theirs = [tuple(pokerkit.Card.parse("".join(map(card_code, hand)))) for hand in hands]

    def run() -> None:
        for hand in theirs:
            entry(hand)

    return Contender(run, lambda: [entry(hand).index for hand in theirs])


def _report(document: Mapping[str, object]) -> Contender:
    """The edge and the histogram of the ante out of a report."""

    def answers() -> list[Any]:
        report: Any = edge_report(document)
        ante = report["bets"]["ante"]
        return [ante["house_edge"]["exact"], {int(net): deals for net, deals in ante["net_histogram"].items()}]

    return Contender(lambda: edge_report(document), answers)


def _counted(counter: AnteCounter) -> list[Any]:
    found = counter.edge(_BONUS_BY_CATEGORY)
    return [str(found.house_edge), found.histogram]


def _each(answer: Callable[[Any], Any], asked: Sequence[Any]) -> Contender:
    def run() -> None:
        for one in asked:
            answer(one)

    return Contender(run, lambda: [answer(one) for one in asked])


def _ranked(found: Sequence[Setting | tuple[Any, ...]]) -> list[Any]:
    """Back, middle and front as the yardstick ranks them."""
    return [tuple(map(rank, (one.back, one.middle, one.front))) if isinstance(one, Setting) else one for one in found]


def _settled(played: Any, rules: Any) -> Settlement:
    return chinese_poker.settle(chinese_poker.judge(played, rules), played.bets, rules)


def _nets(settlement: Settlement) -> list[int]:
    nets = settlement.nets
    return [nets[seat] for seat in _SEATS]


def _seat(number: int, hand: Hand) -> dict[str, object]:
    front, middle, back = (card_codes(row) for row in hand)
    return {"seat": _SEATS[number], "front": front, "middle": middle, "back": back}


def _seeded_ruleset(key: str) -> dict[str, object]:
    """A ruleset of ``seeds/``, made complete: its schedules stand in folders of their kinds."""
    document = _seed("rulesets", key)
    named = {kind: name for kind, name in document["schedules"].items() if name != OFF}
    return expand(document, {kind: {name: _seed(kind, name)} for kind, name in named.items()})


def _seed(folder: str, key: str) -> dict[str, Any]:
    return tomllib.loads((SEEDS / folder / f"{key}.toml").read_text(encoding="utf-8"))


def _peer(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise PeerMissing(f"{name} is not installed; it comes with the extra: pip install 'pitbook[bench]'") from None


def _must_agree(contenders: Mapping[str, Contender], read: Callable[[list[Any]], list[Any]] = list) -> None:
    """Refuse to time contenders that find different things; ``read`` says what of an answer counts."""
    found = {name: read(contender.answers()) for name, contender in contenders.items()}
    first, *others = found
    for other in others:
        if found[other] != found[first]:
            raise AssertionError(f"{other} finds something else than {first}")


def _dense(ranks: list[Any]) -> list[int]:
    """Ranks as places in the order of the distinct ones."""
    places = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
    return [places[rank] for rank in ranks]
