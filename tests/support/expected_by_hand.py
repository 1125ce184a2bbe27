"""A second opinion on expected units: every outcome of three rows, one by one, with its chance.

An opponent's row is a list of (what it is compared by, royalty, chance). Chances are of the number type that they
are made with, fractions or floating point. Nothing is shared with ``engine.setting``.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate, product
from typing import Any

from support.chinese_poker_by_hand import multiplier, table_units

Count = tuple[Any, int, Fraction]
"""What some unseen hands are compared by, how many there are, and the royalty they carry."""
Outcomes = dict[tuple[int, Fraction], Any]
"""(1 won, 0 tied, -1 lost; royalties net) -> chance."""


class Row:
    """An opponent's row: for each royalty, the worths that carry it in order and their chances added up."""

    def __init__(self, hands: Iterable[tuple[Any, Fraction, Any]]) -> None:
        self.hands = list(hands)
        by_royalty: dict[Fraction, list[tuple[Any, Any]]] = defaultdict(list)
        for worth, royalty, chance in self.hands:
            by_royalty[royalty].append((worth, chance))
        self.nothing = self.hands[0][2] * 0
        self.levels = {
            royalty: ([worth for worth, _ in level], [self.nothing, *accumulate(chance for _, chance in level)])
            for royalty, level in by_royalty.items()
        }

    def against(self, worth: Any) -> Iterator[tuple[int, Fraction, Any]]:
        """What becomes of a row of ours: 1, 0, -1; the royalty of the opponent's row; the chance of both."""
        for royalty, (worths, chances) in self.levels.items():
            below, upto = chances[bisect_left(worths, worth)], chances[bisect_right(worths, worth)]
            yield from ((1, royalty, below), (0, royalty, upto - below), (-1, royalty, chances[-1] - upto))


def spread(counts: Iterable[Count], odds: int, number: Callable[[int], Any]) -> Row:
    """An opponent's row, weakest first: ``odds`` times the odds of a random row to beat any hand."""
    ordered = sorted(counts)
    total = sum(count for _, count, _ in ordered)

    def below(count: int) -> Any:
        return number(count) / number(count + odds * (total - count))

    row, passed = [], 0
    for worth, count, royalty in ordered:
        row.append((worth, royalty, below(passed + count) - below(passed)))
        passed += count
    return Row(row)


def best_of(row: Row, number: int) -> Row:
    """The row with the chance of each hand to be the best of some such rows, by one opponent, with no ties."""
    best, below = [], row.nothing
    for worth, royalty, chance in row.hands:
        best.append((worth, royalty, ((below + chance) ** number - below**number) / number))
        below += chance
    return Row(best)


def meet(worth: Any, own: Fraction, row: Row, bank: int, switches: Mapping[str, Any]) -> Outcomes:
    """What can happen to one row of ours; ``bank`` is 1 where we hold the bank and -1 where the opponent does."""
    outcomes: Outcomes = defaultdict(lambda: row.nothing)
    for compared, theirs, chance in row.against(worth):
        result = compared or (bank if switches["tie"] == "banker" else 0)
        if switches["royalty_when"] == "always":
            royalty = own - theirs
        else:
            royalty = own if result > 0 else -theirs if result < 0 else Fraction(0)
        outcomes[result, royalty] += chance
    return {case: chance for case, chance in outcomes.items() if chance}


def pair_units(results: tuple[int, ...], royalties: Fraction, switches: Mapping[str, Any]) -> Fraction:
    """What one pair moves, by the printed table."""
    won, lost = results.count(1), results.count(-1)
    side, high, low = (1, won, lost) if won >= lost else (-1, lost, won)
    on_total = switches["overall_on"] == "net_total" and switches["method"] in ("1-2", "2-4")
    base = Fraction(side * table_units(high, low, {**switches, "method": "plain"} if on_total else switches))
    if on_total and (switches["method"] == "2-4" or 3 not in (won, lost)):
        base += (base + royalties > 0) - (base + royalties < 0)
    return base + royalties * (multiplier(switches) if 3 in (won, lost) else 1)


def expected(rows: list[Outcomes], switches: Mapping[str, Any]) -> Any:
    """The units of one pair to be expected."""
    return sum(
        pair_units(
            tuple(result for (result, _), _ in case), sum((royalty for (_, royalty), _ in case), Fraction(0)), switches
        )
        * case[0][1]
        * case[1][1]
        * case[2][1]
        for case in product(*(row.items() for row in rows))
    )


def only(outcomes: Outcomes, result: int, times: Any = 1) -> Outcomes:
    """The outcomes of one result, each ``times`` as likely."""
    return {case: chance * times for case, chance in outcomes.items() if case[0] == result}


def chance(outcomes: Outcomes, result: int) -> Any:
    """The chance of one result."""
    return sum(chance for case, chance in outcomes.items() if case[0] == result)


class Opposition:
    """Opponents at a table: their rows, how many they are, who holds the bank ("ours", "theirs" or "nobody")."""

    def __init__(self, rows: list[Row], count: int, bank: str, switches: Mapping[str, Any]) -> None:
        to_banker = switches["compare"] == "banker"
        self.switches = switches
        self.rivals = 1 if to_banker and bank == "ours" else count
        self.sides = [1] * count if bank == "ours" else [-1] + [0] * (count - 1) if bank == "theirs" else [0] * count
        if to_banker and bank == "theirs":
            self.sides = [-1]
        self.rows = rows
        self.best = [best_of(row, self.rivals) for row in rows] if switches["home_run_mult"] > 1 else []

    def value(self, own: list[tuple[Any, Fraction]]) -> Any:
        """Expected units of a setting (worth and royalty of each row), home runs included."""
        return sum(self.sides.count(side) * self.pair(own, side) for side in set(self.sides))

    def pair(self, own: list[tuple[Any, Fraction]], side: int) -> Any:
        """Expected units of one pair; the bank is on our side (1), on theirs (-1) or on none."""
        met = [meet(*one, row, side, self.switches) for one, row in zip(own, self.rows, strict=True)]
        total = expected(met, self.switches)
        more = self.switches["home_run_mult"] - 1
        if more and len(self.sides) >= self.switches["home_run_min"]:
            others = [chance(row, 1) ** (len(self.sides) - 1) for row in met]
            runs = [only(row, 1, other) for row, other in zip(met, others, strict=True)]
            total += more * expected(runs, self.switches)
        if more and self.rivals >= self.switches["home_run_min"]:
            best = [meet(*one, row, side, self.switches) for one, row in zip(own, self.best, strict=True)]
            total += more * expected([only(row, -1) for row in best], self.switches)
        return total
