"""What the rules make of a round's cards and decisions, before any money: hands, contests, and what became void.

Each hand is ranked once. Misdeals and exposed cards follow the ruleset, the other irregularities the ruling
that was recorded with them (rules/three-card-poker sections 3, 4 and 11).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from engine.cards import CODES, Card
from engine.games.three_card_poker.hands import (
    HAND_NAMES,
    Colours,
    HandClass,
    SixClass,
    colours,
    hand_class,
    six_class,
)
from engine.games.three_card_poker.paytables import BEST_OF_SIX
from engine.games.three_card_poker.record import Irregularity, Position, Round
from engine.games.three_card_poker.rules import Contest, Rules
from engine.ranking import Strength, strength_three
from engine.settlement import Fact

Facts = tuple[tuple[str, Fact], ...]


class Fate(StrEnum):
    """What becomes of all bets of a position that does not settle on its cards; also the clause of its lines."""

    VOID_ROUND = "void_round"
    VOID_HAND = "void_hand"
    FORFEIT = "forfeit_hand"


class Ruling(NamedTuple):
    """A fate and the irregularity that brought it."""

    fate: Fate
    kind: str
    reason: str


class Fates(NamedTuple):
    """``whole`` voids the round; else ``seats`` names the positions that do not settle on their cards."""

    whole: Ruling | None
    seats: Mapping[str, Ruling]


class SeatVerdict(NamedTuple):
    """One position as judged. ``contest`` is None without an ante, ``six`` and ``colours`` where no bet asks."""

    seat: str
    ruling: Ruling | None
    hand: HandClass
    contest: Contest | None
    beats_dealer: bool
    six: SixClass | None
    colours: Colours | None
    facts: Facts


@dataclass(frozen=True, slots=True)
class Verdict:
    """A round as judged: the dealer's hand, the positions in record order, and what went wrong, for the register."""

    dealer_hand: HandClass
    dealer_qualifies: bool
    dealer_facts: Facts
    seats: tuple[SeatVerdict, ...]
    irregularities: tuple[Irregularity, ...]


_BLIND: Final[Facts] = (("blind", True),)
_NO_FATES: Final = Fates(None, {})
_FATE_OF_RULING: Final = {"void_hand": Fate.VOID_HAND, "forfeit": Fate.FORFEIT}


def fates(played: Round, rules: Rules) -> Fates:
    """What the irregularities do: void the round, or void or forfeit single positions (section 11).

    More face-up cards than the ruleset allows, counted over the round, void it. A misdealt dealer's hand always
    does; a misdealt position does, or is void alone, as the ruleset says.
    """
    if not played.irregularities:
        return _NO_FATES
    shown = sum(len(one.cards) for one in played.irregularities if one.kind == "exposed_cards")
    seats: dict[str, Ruling] = {}
    for one in played.irregularities:
        misdealt = one.kind == "misdeal"
        if (
            one.ruling == "void_round"
            or (one.kind == "exposed_cards" and shown > rules.exposed_cards_allowed)
            or (misdealt and (one.seat is None or rules.misdeal_voids_round))
        ):
            return Fates(Ruling(Fate.VOID_ROUND, one.kind, one.reason), {})
        fate = Fate.VOID_HAND if misdealt else _FATE_OF_RULING.get(one.ruling or "")
        if fate is not None and one.seat is not None:
            seats.setdefault(one.seat, Ruling(fate, one.kind, one.reason))
    return Fates(None, seats)


def judge(played: Round, rules: Rules) -> Verdict:
    """Judge a round that ``validate`` let pass."""
    fate = fates(played, rules)
    if fate.whole is not None:
        seats = tuple(_dead(position, fate.whole) for position in played.positions)
        return Verdict(HandClass.HIGH_CARD, False, _cards_fact("dealer", played.dealer), seats, played.irregularities)
    dealer = strength_three(*played.dealer)
    dealer_class = hand_class(dealer, played.dealer)
    facts = (*_cards_fact("dealer", played.dealer), ("dealer_hand", HAND_NAMES[dealer_class]))
    return Verdict(
        dealer_class,
        dealer >= rules.qualifies_from,
        facts,
        tuple(
            _dead(position, fate.seats[position.seat])
            if position.seat in fate.seats
            else _judge_seat(position, dealer, played, rules)
            for position in played.positions
        ),
        played.irregularities,
    )


def _judge_seat(position: Position, dealer: Strength, played: Round, rules: Rules) -> SeatVerdict:
    own = position.cards
    strength = strength_three(*own)
    hand = hand_class(strength, own)
    stakes = played.bets.stakes[position.seat]
    six = stakes.six_card or (stakes.progressive and rules.progressive and rules.progressive.on == BEST_OF_SIX)
    return SeatVerdict(
        position.seat,
        None,
        hand,
        _contest(position.decision, strength, dealer, rules) if stakes.ante else None,
        strength > dealer,
        six_class((*own, *played.dealer)) if six else None,
        colours(own, played.dealer) if stakes.prime else None,
        (*_cards_fact("player", own), ("player_hand", HAND_NAMES[hand]), *(_BLIND if position.blind else ())),
    )


def _contest(decision: str, strength: Strength, dealer: Strength, rules: Rules) -> Contest:
    """Section 4. Hands are never compared where the dealer does not qualify."""
    if decision == "fold":
        return Contest.FOLD
    if dealer < rules.qualifies_from:
        return Contest.NOT_QUALIFIED
    if strength == dealer:
        return Contest.EQUAL
    return Contest.HIGHER if strength > dealer else Contest.LOWER


def _dead(position: Position, ruling: Ruling) -> SeatVerdict:
    """A position that settles without its cards, which may be too many or too few."""
    return SeatVerdict(
        position.seat, ruling, HandClass.HIGH_CARD, None, False, None, None, _cards_fact("player", position.cards)
    )


def _cards_fact(name: str, cards: tuple[Card, ...]) -> Facts:
    return ((name, " ".join([CODES[card] for card in cards])),)
