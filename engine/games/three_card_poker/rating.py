"""What three cards are worth before anything else is known: for the check on the tablet and for training."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.games.three_card_poker.hands import HAND_NAMES, Colours, colours, hand_class
from engine.games.three_card_poker.paytables import OWN_THREE, FixedPrize, MeterShare, Pay
from engine.games.three_card_poker.record import Holding
from engine.games.three_card_poker.rules import Rules
from engine.ranking import strength_three, value_of

Q64: Final = 12 << 16 | 6 << 12 | 4 << 8
"""The least strength worth playing under the standard rules (section 8: proved hand by hand)."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A hand valued: its category and ranks, its paytable class, what each table would pay, and Q-6-4's advice.

    ``pays`` maps each table in use that own cards decide to its odds as text, ``"none"`` where nothing is paid.
    """

    category: str
    ranks: tuple[int, ...]
    hand: str
    pays: Mapping[str, str]
    q64_plays: bool

    def as_data(self) -> dict[str, object]:
        """Plain JSON data."""
        return {
            "category": self.category,
            "ranks": list(self.ranks),
            "hand": self.hand,
            "pays": dict(self.pays),
            "q64_plays": self.q64_plays,
        }


def rate(holding: Holding, rules: Rules) -> Rating:
    """Rate three distinct cards under a ruleset."""
    strength = strength_three(*holding.cards)
    hand = hand_class(strength, holding.cards)
    pays: dict[str, Pay | None] = {}
    if rules.ante_bonus is not None:
        pays["ante_bonus"] = rules.ante_bonus.pays[hand]
    if rules.pair_plus is not None:
        pays["pair_plus"] = rules.pair_plus.pays[hand]
    if rules.prime is not None:
        pays["prime"] = rules.prime.pays[min(colours(holding.cards, ()), Colours.THREE)]
    if rules.progressive is not None and rules.progressive.on == OWN_THREE:
        pays["progressive"] = rules.progressive.table.pays[hand]
    category = strength >> 20
    return Rating(
        HAND_NAMES[category],
        value_of(strength).ranks,
        HAND_NAMES[hand],
        {bet: _pay_text(pay) for bet, pay in pays.items()},
        strength >= Q64,
    )


def _pay_text(pay: Pay | None) -> str:
    if pay is None:
        return "none"
    if isinstance(pay, FixedPrize):
        return f"{pay.minor} minor units"
    if isinstance(pay, MeterShare):
        return f"{Fraction(pay.basis_points, 100)} % of the meter"
    return str(pay)
