"""Fantasyland: who enters, who stays, with how many cards, and the run that makes a Super Bowl.

Only a legal board enters or stays (rules/chinese-poker section 10). Outside, trips in front enter, a pair in front
that is high enough, and in 2-7 the best low in the middle; inside, a seat stays by trips in front, a full house in the
middle or quads in the back, as far as the house knows these.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.cards import RANKS
from engine.games.open_face_chinese.record import MOST_COUNT
from engine.games.rows import row_category
from engine.ranking import Category, Strength, value_of

_ENTRY_RANKS: Final = {"QQ": 12, "KK": 13, "AA": 14}
_PROGRESSIVE: Final = "progressive"
_BASE: Final = {"13": 13, "14": 14, _PROGRESSIVE: 14}
_LADDER: Final = {12: 14, 13: 15, 14: 16}
"""The progressive ladder by the rank of the pair in front."""
_TRIPS_CARDS: Final = 17
_LOW_WHEEL: Final = 0x075432


class Fantasyland(NamedTuple):
    """A seat's Fantasyland in the next hand: how many cards (0 for none), and why."""

    cards: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FantasylandRules:
    """When and how Fantasyland is granted. ``entry_rank`` is the lowest pair in front that enters."""

    entry_rank: int
    progressive: bool
    base: int
    stay_front_trips: bool
    stay_middle_full_house: bool
    stay_back_quads: bool
    stay_same: bool
    low_wheel_enters: bool
    super_grant: bool
    button_stays: bool

    @property
    def granted(self) -> frozenset[int]:
        """The numbers of cards that a hand in Fantasyland can be dealt."""
        most = _TRIPS_CARDS if self.progressive else self.base
        return frozenset(range(self.base, most + 1 + self.super_grant))

    def entry(self, strengths: tuple[Strength, Strength, Strength]) -> Fantasyland:
        """What a legal board outside Fantasyland enters with. Both conditions at once earn one card more."""
        front, middle, _ = strengths
        cards, reason = self._front_entry(front)
        if not (self.low_wheel_enters and abs(middle) == _LOW_WHEEL):
            return Fantasyland(cards, (reason,) if cards else ())
        if not cards:
            return Fantasyland(self.base, ("middle_wheel",))
        return Fantasyland(cards + self.super_grant, (reason, "middle_wheel"))

    def _front_entry(self, front: Strength) -> tuple[int, str]:
        category, rank = row_category(front), value_of(front).ranks[0]
        if category is Category.TRIPS:
            return (_TRIPS_CARDS if self.progressive else self.base), "front_trips"
        if category is Category.PAIR and rank >= self.entry_rank:
            return (_LADDER[rank] if self.progressive else self.base), f"front_pair_{RANKS[rank - 2]}"
        return 0, ""

    def stay(self, strengths: tuple[Strength, Strength, Strength], cards_now: int, middle_low: bool) -> Fantasyland:
        """Whether a legal board in Fantasyland stays there; a middle that plays low never keeps a seat in."""
        front, middle, back = map(row_category, strengths)
        held = {
            "front_trips": self.stay_front_trips and front is Category.TRIPS,
            "middle_full_house": self.stay_middle_full_house and not middle_low and middle >= Category.FULL_HOUSE,
            "back_quads": self.stay_back_quads and back >= Category.QUADS,
        }
        reasons = tuple(reason for reason, holds in held.items() if holds)
        cards = cards_now if self.stay_same else self.base
        return Fantasyland(cards if reasons else 0, reasons)


def fantasyland_rules(switches: Mapping[str, object]) -> FantasylandRules:
    """FantasylandRules of checked switches."""
    return FantasylandRules(
        entry_rank=_ENTRY_RANKS[str(switches["fl_entry"])],
        progressive=switches["fl_cards"] == _PROGRESSIVE,
        base=_BASE[str(switches["fl_cards"])],
        stay_front_trips=bool(switches["fl_stay_front_trips"]),
        stay_middle_full_house=switches["fl_stay_middle"] == "full_house",
        stay_back_quads=bool(switches["fl_stay_back_quads"]),
        stay_same=switches["fl_stay_cards"] == "same",
        low_wheel_enters=bool(switches["fl_low_wheel_enters"]),
        super_grant=bool(switches["fl_super"]),
        button_stays=switches["fl_button"] == "stays",
    )


def next_run(run: int, in_fantasyland: bool) -> int:
    """Fantasyland hands in a row after a hand: a seat outside it has none, a fouled one inside still played it.

    A run is counted as far as a record can say it.
    """
    return min(run + 1, MOST_COUNT) if in_fantasyland else 0
