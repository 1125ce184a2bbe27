"""The most that one position can win in a round at given stakes, and the cards with which it does.

Bets that look at the same cards cannot all win their most at once, so the deal itself is searched for: every
hand is bounded by the best line of each table that it can reach, and hands are tried from the highest bound down
until no bound is above the best deal found. What that deal pays is then settled by the game, with its rounding,
cap and commission.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

import numpy as np

from engine.cards import DECK, Card, card_codes
from engine.edges.ante import bets_won
from engine.edges.deals import HANDS, PLAYED_CONTESTS, contests, deals
from engine.edges.figures import Exact
from engine.edges.side import colour_classes
from engine.edges.six import six_classes
from engine.edges.spread import dealer_patterns
from engine.errors import BrokenInvariant
from engine.games import three_card_poker as game
from engine.games.three_card_poker.hands import Colours, HandClass, SixClass, colours, hand_class, six_class
from engine.games.three_card_poker.limits import LIMITED
from engine.games.three_card_poker.paytables import BEST_OF_SIX, FixedPrize, MeterShare, Pay
from engine.games.three_card_poker.record import BETS, Stakes
from engine.games.three_card_poker.rules import Contest, Rules
from engine.ranking import strength_three

_BASIS: Final = 10_000
_SEAT: Final = "1"
_CONTEST: Final[Mapping[int, Contest]] = {-1: Contest.LOWER, 0: Contest.EQUAL, 1: Contest.HIGHER}


class UnlimitedBets(ValueError):
    """Bets without a highest stake have no largest liability; ``bets`` names them."""

    def __init__(self, bets: tuple[str, ...]) -> None:
        self.bets = bets
        super().__init__(f"no highest stake is set for {', '.join(bets)}")


@dataclass(frozen=True, slots=True)
class Liability:
    """The largest net win of one position, minor units, with its stakes and the deal that brings it.

    ``uncut`` is the exact win before rounding, payout cap and commission.
    """

    net_minor: int
    uncut: Exact
    stakes: Stakes
    hand: tuple[Card, ...]
    dealer: tuple[Card, ...]

    def as_data(self, positions: int) -> dict[str, object]:
        """Plain JSON data; the bound for a round is so many positions, which cannot all hold that hand."""
        return {
            "position_net_minor": str(self.net_minor),
            "round_bound_minor": str(positions * self.net_minor),
            "positions": positions,
            "stakes": {bet: str(stake) for bet, stake in zip(BETS, self.stakes, strict=True) if stake},
            "hand": card_codes(self.hand),
            "dealer": card_codes(self.dealer),
        }


def highest_stakes(rules: Rules) -> Stakes:
    """Every bet that the table offers at its highest. Raises UnlimitedBets where one has no limit."""
    offered = tuple(bet for bet in LIMITED if rules.offers(bet))
    unlimited = tuple(bet for bet in offered if (limit := rules.limits[bet]) is None or limit.max_minor is None)
    if rules.pair_plus_ratio is not None:
        unlimited = tuple(bet for bet in unlimited if bet != "pair_plus")
    if unlimited:
        raise UnlimitedBets(unlimited)
    most = {bet: limit.max_minor or 0 for bet in offered if (limit := rules.limits[bet]) is not None}
    if rules.pair_plus_ratio is not None and rules.offers("pair_plus"):
        most["pair_plus"] = int(most["ante"] * rules.pair_plus_ratio)
    return Stakes(most["ante"], most["ante"], *(most[bet] if rules.offers(bet) else 0 for bet in BETS[2:]))


def largest_liability(rules: Rules, stakes: Stakes, meter_minor: int) -> Liability:
    """The most that one position that plays its hand can win at these stakes and this progressive meter."""
    wins = _Wins(rules, stakes, meter_minor)
    best, hand, dealer = max(_improving(wins), key=lambda one: one[0])
    return Liability(_settled(wins, hand, dealer), best, stakes, hand, dealer)


@dataclass(frozen=True, slots=True)
class _Wins:
    """What parts of a deal win, exactly, before rounding, cap and commission."""

    rules: Rules
    stakes: Stakes
    meter_minor: int

    def main(self, hand: HandClass, contest: Contest) -> Exact:
        """Ante, play and ante bonus."""
        return self.stakes.ante * sum(bets_won(hand, contest, self.rules))

    def own(self, hand: HandClass, *, beats: bool) -> Exact:
        """Pair plus, and a progressive on own cards."""
        won: Exact = 0
        if self.rules.pair_plus is not None:
            pay = self.rules.pair_plus.pays[hand]
            returned = pay is not None and self.rules.pair_plus_contested and not beats
            won += 0 if returned else _to_one(self.stakes.pair_plus, pay)
        if self.rules.progressive is not None and self.rules.progressive.on != BEST_OF_SIX:
            won += self._for_one(self.rules.progressive.table.pays[hand])
        return won

    def six(self, six: SixClass) -> Exact:
        """6 Card Bonus, and a progressive on six cards."""
        won: Exact = 0
        if self.rules.six_card is not None:
            won += _to_one(self.stakes.six_card, self.rules.six_card.pays[six])
        if self.rules.progressive is not None and self.rules.progressive.on == BEST_OF_SIX:
            won += self._for_one(self.rules.progressive.table.pays[six])
        return won

    def prime(self, shade: Colours) -> Exact:
        """Prime."""
        return 0 if self.rules.prime is None else _to_one(self.stakes.prime, self.rules.prime.pays[shade])

    def deal(self, hand: Sequence[Card], dealer: Sequence[Card]) -> Exact:
        """All bets of one deal that is played."""
        own, other = strength_three(*hand), strength_three(*dealer)
        contest = (
            Contest.NOT_QUALIFIED if other < self.rules.qualifies_from else _CONTEST[(own > other) - (own < other)]
        )
        cards = hand_class(own, hand)
        six = self.six(six_class((*hand, *dealer))) if self.looks_at_six else 0
        return self.main(cards, contest) + self.own(cards, beats=own > other) + six + self.prime(colours(hand, dealer))

    @property
    def looks_at_six(self) -> bool:
        """Whether any bet counts the best five of six."""
        progressive = self.rules.progressive
        return self.rules.six_card is not None or (progressive is not None and progressive.on == BEST_OF_SIX)

    def _for_one(self, pay: Pay | None) -> Exact:
        stake = self.stakes.progressive
        if isinstance(pay, MeterShare):
            return Fraction(self.meter_minor * pay.basis_points, _BASIS) - stake
        return _to_one(stake, pay) - (stake if pay is not None else 0)


def _to_one(stake: int, pay: Pay | None) -> Exact:
    if isinstance(pay, MeterShare):
        raise BrokenInvariant("a meter pays for 1, not to 1")
    if isinstance(pay, FixedPrize):
        return pay.minor if stake else 0
    return -stake if pay is None else stake * pay


def _improving(wins: _Wins) -> Iterator[tuple[Exact, tuple[Card, ...], tuple[Card, ...]]]:
    """Deals that win more and more; the last is the best of all, because no hand left has a higher bound."""
    best: Exact | None = None
    for bound, hand in _bounded(wins):
        if best is not None and bound <= best:
            return
        for dealer in combinations([card for card in DECK if card not in hand], 3):
            won = wins.deal(hand, dealer)
            if best is None or won > best:
                best = won
                yield won, hand, dealer
                if won == bound:
                    break


def _bounded(wins: _Wins) -> list[tuple[Exact, tuple[Card, ...]]]:
    """All hands with the most that their cards could win if each bet met its best dealer's hand, highest first."""
    table = deals()
    columns = [table.hand_class[:, None], contests(wins.rules.qualifies_from) > 0, colour_classes() > 0]
    if wins.looks_at_six:
        columns.append(six_classes() > 0)
    kinds, back = np.unique(np.concatenate(columns, axis=1, dtype=np.int64), axis=0, return_inverse=True)
    bounds = [_bound(wins, row) for row in kinds.tolist()]
    kind_of = back.ravel().tolist()
    # Where no table names a suit, hands that differ by their suits alone win the same.
    hands = range(HANDS) if _names_suits(wins.rules) else dealer_patterns(False)[0].tolist()
    listed = [(bounds[kind_of[hand]], tuple(Card(card) for card in table.cards[hand].tolist())) for hand in hands]
    return sorted(listed, key=lambda one: -one[0])


def _names_suits(rules: Rules) -> bool:
    """Whether any table pays a class of one suit apart from the same class of another."""
    own = (rules.ante_bonus, rules.pair_plus)
    tables = [*own, rules.six_card, rules.progressive.table if rules.progressive else None]
    names = ("mini_royal_spades", "royal_flush_spades", "six_card_royal_diamonds")
    return any(name in table.lines for table in tables if table is not None for name in names)


def _bound(wins: _Wins, row: Sequence[int]) -> Exact:
    """The bound of a kind of hand: its class, then what it can reach of contests, colours and (if asked) six cards."""
    hand = HandClass(row[0])
    reached_contests = [one for one, can in zip(PLAYED_CONTESTS, row[1:5], strict=True) if can]
    shades = [one for one, can in zip(Colours, row[5:8], strict=True) if can]
    sixes = [one for one, can in zip(SixClass, row[8:], strict=True) if can] if wins.looks_at_six else []
    return (
        max(wins.main(hand, one) for one in reached_contests)
        + wins.own(hand, beats=True)
        + max(wins.prime(one) for one in shades)
        + max((wins.six(one) for one in sixes), default=0)
    )


def _settled(wins: _Wins, hand: Sequence[Card], dealer: Sequence[Card]) -> int:
    """What the game itself pays for the deal: rounded, capped and charged."""
    bets = {bet: str(stake) for bet, stake in zip(BETS, wins.stakes, strict=True)}
    seat = {"seat": _SEAT, "cards": card_codes(hand), "decision": "play", "bets": bets}
    record: dict[str, object] = {"dealer": card_codes(dealer), "seats": [seat]}
    if wins.stakes.progressive:
        record["progressive"] = {"meter_minor": str(wins.meter_minor), "verified": True}
    played = game.parse(record, {"currency": "XXX"})
    return game.settle(game.judge(played, wins.rules), played.bets, wins.rules).nets[_SEAT]
