"""Measurements, each a ratio against a named peer in the same run: interleaved rounds, medians.

The one room of the engine that reads a clock. Peers come with the ``bench`` extra and are imported only here.
"""

import gc
import importlib
import sys
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, islice
from statistics import median
from typing import Any, Final, NamedTuple

from engine.cards import DECK, Card, card_code
from engine.ranking import Wheel, rank_five, strength_five

HANDS: Final = 20_000


class PeerMissing(RuntimeError):
    """A peer to measure against is not installed."""


class Contender(NamedTuple):
    """One way to do the work: ``run`` does all of it once, ``order`` tells which hand it ranks higher."""

    run: Callable[[], None]
    ranks: Callable[[], list[Any]]


class Target(NamedTuple):
    """At least ``least`` times the speed of ``peer``."""

    peer: str
    least: float


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
    _must_agree(contenders)
    targets = (Target("treys_five", 0.75), Target("pokerkit", 4.0))
    return {"benchmark": "ranking", "hands": HANDS} | _measure(contenders, "rank_five", targets, rounds, HANDS)


BENCHMARKS: Final[Mapping[str, Callable[[int], dict[str, object]]]] = {"ranking": bench_ranking}


def _hands(number: int) -> list[tuple[Card, ...]]:
    """Hands spread evenly over all 2,598,960, in an order that no cache can guess; the same ones every time."""
    spread = islice(combinations(DECK, 5), 0, None, 2_598_960 // number)
    return sorted(islice(spread, number), key=lambda hand: zlib.crc32(bytes(hand)))


def _measure(
    contenders: Mapping[str, Contender], ours: str, targets: Sequence[Target], rounds: int, number: int
) -> dict[str, object]:
    """Nanoseconds per item (medians) and, against each peer, the median over rounds of the ratio of speeds."""
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, contender in contenders.items():
            seconds[name].append(_timed(contender.run))
    ratios = {
        target.peer: median(peer / own for peer, own in zip(seconds[target.peer], seconds[ours], strict=True))
        for target in targets
    }
    return {
        "rounds": rounds,
        "python": sys.version.split()[0],
        "ns": {name: round(median(times) / number * 1e9, 1) for name, times in seconds.items()},
        "ratios": [
            {
                "of": ours,
                "to": target.peer,
                "median": round(ratios[target.peer], 3),
                "target": target.least,
                "met": ratios[target.peer] >= target.least,
            }
            for target in targets
        ],
    }


def _timed(run: Callable[[], None]) -> float:
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


def _peer(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise PeerMissing(f"{name} is not installed; it comes with the extra: pip install 'pitbook[bench]'") from None


def _must_agree(contenders: Mapping[str, Contender]) -> None:
    """Refuse to time contenders that order the hands differently."""
    orders = {name: _dense(contender.ranks()) for name, contender in contenders.items()}
    first, *others = orders
    for other in others:
        if orders[other] != orders[first]:
            raise AssertionError(f"{other} ranks the hands in another order than {first}")


def _dense(ranks: list[Any]) -> list[int]:
    """Ranks as places in the order of the distinct ones."""
    places = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
    return [places[rank] for rank in ranks]
