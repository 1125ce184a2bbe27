"""How often each kind of hand is dealt, exactly: what dealt cards are tested against.

The classes are parts: a mini royal is not counted as a straight flush, nor the one of spades as a mini royal.
Folded hands are often not recorded; then a dealer's hand must be tested against what it is where the position
played, which differs, because the cards played are gone from the dealer's deck.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.edges.ante import Strategy
from engine.edges.deals import DEALERS, DEALS, HANDS, Ints, contests, dealer_classes, deals
from engine.games.three_card_poker.hands import HandClass
from engine.games.three_card_poker.rules import Contest


@dataclass(frozen=True, slots=True)
class Frequencies:
    """Counts by class: of 22,100 hands (``dealt``, ``played``), and of deals (``dealer_if_played``, ``..._folded``).

    ``qualifying`` counts the dealer's hands of 22,100 that qualify, ``qualifying_if_played`` the deals.
    """

    dealt: Mapping[HandClass, int]
    qualifying: int
    played: Mapping[HandClass, int]
    dealer_if_played: Mapping[HandClass, int]
    dealer_if_folded: Mapping[HandClass, int]
    qualifying_if_played: int

    def as_data(self) -> dict[str, object]:
        """Plain JSON data, each count with the total that it is of."""
        played = sum(self.played.values())
        return {
            "any_hand": _part(self.dealt, HANDS),
            "dealer_qualifies": {"count": self.qualifying, "of": HANDS},
            "hand_if_played": _part(self.played, played),
            "dealer_if_played": _part(self.dealer_if_played, played * DEALERS),
            "dealer_if_folded": _part(self.dealer_if_folded, DEALS - played * DEALERS),
            "dealer_qualifies_if_played": {"count": self.qualifying_if_played, "of": played * DEALERS},
        }


def frequencies(qualifies_from: int, strategy: Strategy) -> Frequencies:
    """The counts under a qualification and a strategy."""
    table, of_dealer = deals(), dealer_classes()
    played = strategy.played
    missed = contests(qualifies_from)[played, Contest.NOT_QUALIFIED - 1].sum()
    return Frequencies(
        _by_class(np.bincount(table.hand_class, minlength=len(HandClass))),
        int((table.strength >= qualifies_from).sum()),
        _by_class(np.bincount(table.hand_class[played], minlength=len(HandClass))),
        _by_class(of_dealer[played].sum(axis=0)),
        _by_class(of_dealer[~played].sum(axis=0)),
        strategy.hands_played * DEALERS - int(missed),
    )


def _by_class(counts: Ints) -> dict[HandClass, int]:
    return {hand: int(number) for hand, number in zip(HandClass, counts, strict=True)}


def _part(counts: Mapping[HandClass, int], total: int) -> dict[str, object]:
    return {"of": total, "counts": {hand.name.lower(): number for hand, number in counts.items()}}
