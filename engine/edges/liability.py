"""The most that one position can win in a round at given stakes, and the cards with which it does.

Bets that look at the same cards cannot all win their most at once, so the deal itself is searched for: every
hand is bounded by the best line of each table that it can reach, and hands are tried from the highest bound down
until no bound is above the best deal found. A hand is tried against all dealer's hands at once, by the few kinds of
deal that bets can tell apart. What the best deal pays is then settled by the game, with its rounding, cap and
commission.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from engine.cards import Card, card_codes
from engine.edges.ante import bets_won
from engine.edges.deals import deals
from engine.edges.figures import Exact
from engine.edges.reach import KINDS, Reach, hands_apart, kinds_of
from engine.errors import BrokenInvariant
from engine.games import three_card_poker as game
from engine.games.three_card_poker.hands import Colours, HandClass, SixClass
from engine.games.three_card_poker.limits import LIMITED
from engine.games.three_card_poker.paytables import BEST_OF_SIX, FixedPrize, MeterShare, Pay
from engine.games.three_card_poker.record import BETS, Stakes
from engine.games.three_card_poker.rules import Contest, Rules

_BASIS: Final = 10_000
_SEAT: Final = "1"
_NEVER: Final = frozenset((one, Colours.SIX) for one in (SixClass.TRIPS, SixClass.FULL_HOUSE, SixClass.QUADS))
"""What no six cards are: those of one colour are of two suits and hold no rank thrice."""


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
    best, *indices = _best_deal(wins)
    hand, dealer = (tuple(Card(card) for card in deals().cards[one].tolist()) for one in indices)
    return Liability(_settled(wins, hand, dealer), best, stakes, hand, dealer)


@dataclass(frozen=True, slots=True)
class _Wins:
    """What parts of a deal that is played win, exactly, before rounding, cap and commission."""

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


def _best_deal(wins: _Wins) -> tuple[Exact, int, int]:
    """The most that any deal wins, and its hand and dealer's hand by index."""
    qualifies_from, looks_at_six = wins.rules.qualifies_from, wins.looks_at_six
    worth = cache(lambda own, kind: _worth(wins, own, kind))
    bounded = [(_bound(wins, reach), reach.own, hands) for reach, hands in hands_apart(qualifies_from, looks_at_six)]
    best: tuple[Exact, int, int] | None = None
    for bound, own, hands in sorted(bounded, key=lambda one: -one[0]):
        for hand in hands:
            if best is not None and bound <= best[0]:
                return best
            kinds, dealers = kinds_of(hand, qualifies_from, looks_at_six)
            won = [worth(own, kind) for kind in kinds]
            most = max(won)
            if best is None or most > best[0]:
                best = most, hand, min(dealer for dealer, one in zip(dealers, won, strict=True) if one == most)
    if best is None:
        raise BrokenInvariant("there is no hand")
    return best


def _worth(wins: _Wins, own: HandClass, number: int) -> Exact:
    """What a deal of one of KINDS wins with a hand of a class."""
    kind = KINDS[number]
    return (
        wins.main(own, kind.contest) + wins.own(own, beats=kind.beats) + wins.six(kind.six) + wins.prime(kind.colours)
    )


def _bound(wins: _Wins, reach: Reach) -> Exact:
    """The most that a hand could win if each bet met its best dealer's hand of those that it can reach."""
    together = (pair for pair in product(reach.sixes, reach.colours) if pair not in _NEVER)
    return (
        max(wins.main(reach.own, one) for one in reach.contests)
        + wins.own(reach.own, beats=True)
        + max(wins.six(six) + wins.prime(colours) for six, colours in together)
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
