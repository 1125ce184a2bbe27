"""Bet by bet: what a position's stakes earn, exactly, and by which clause (rules/three-card-poker sections 4 to 7).

An award is not rounded, capped or charged yet; ``payment`` does that.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple, TypeVar

from engine.errors import BrokenInvariant
from engine.games.three_card_poker.hands import SIX_NAMES
from engine.games.three_card_poker.paytables import BEST_OF_SIX, FixedPrize, MeterShare, Pay
from engine.games.three_card_poker.record import BETS, Bets, Stakes
from engine.games.three_card_poker.rules import Contest, Rules
from engine.games.three_card_poker.verdict import Facts, Fate, SeatVerdict, Verdict


class Award(NamedTuple):
    """One bet's result: ``paid`` is handed over beside the stake, which is ``consumed`` or comes back.

    ``stake_minor`` is 0 for what is no bet of its own (ante bonus, buddy).
    """

    item: str
    outcome: str
    stake_minor: int
    paid: int | Fraction
    consumed: bool
    clause: str
    facts: Facts


class Jackpot(NamedTuple):
    """The meter and who shares it: ``hits`` maps seats to the basis points that their hands claim."""

    meter_minor: int
    hits: dict[str, int]
    divisor: int


class Table(NamedTuple):
    """What all positions of a round share."""

    rules: Rules
    dealer_facts: Facts
    jackpot: Jackpot | None


_T = TypeVar("_T")
_MAIN_OUTCOME: Final = {1: "win", 0: "push", -1: "lose"}


def table_of(verdict: Verdict, bets: Bets, rules: Rules) -> Table:
    """What the positions share; hits of the meter are found over the whole round, because they pay others too."""
    progressive = rules.progressive
    if progressive is None or bets.meter is None:
        return Table(rules, verdict.dealer_facts, None)
    hits: dict[str, int] = {}
    for seat in verdict.seats:
        pay = _progressive_pay(seat, rules)
        if (
            bets.stakes[seat.seat].progressive
            and isinstance(pay, MeterShare)
            and not _forfeits(seat, "progressive", rules)
        ):
            hits[seat.seat] = pay.basis_points
    # Claims on more than the whole meter share it in proportion: it is never paid twice.
    return Table(rules, verdict.dealer_facts, Jackpot(bets.meter.minor, hits, max(10_000, sum(hits.values()))))


def awards(seat: SeatVerdict, stakes: Stakes, table: Table) -> list[Award]:
    """The awards of one position, in the order ante, play, ante bonus, pair plus, side bets."""
    if seat.ruling is not None:
        return list(_dead_awards(seat, stakes))
    found: list[Award] = []
    if stakes.ante:
        found.extend(_main_awards(seat, stakes, table))
    if stakes.pair_plus:
        found.append(_pair_plus(seat, stakes.pair_plus, table))
    for bet, award in _SIDE_BETS:
        if stake := getattr(stakes, bet):
            found.append(award(seat, stake, table))
    if stakes.progressive and not _forfeits(seat, "progressive", table.rules):
        found.extend(_buddy(seat, stakes.progressive, table))
    return found


def _dead_awards(seat: SeatVerdict, stakes: Stakes) -> Iterator[Award]:
    """Every bet comes back from a void hand and is lost with a forfeited one, whatever the cards (section 11)."""
    ruling = seat.ruling
    if ruling is None:
        raise BrokenInvariant("a live position was settled as a dead one")
    facts: Facts = (*seat.facts, ("irregularity", ruling.kind), ("reason", ruling.reason))
    for bet, stake in zip(BETS, stakes, strict=True):
        if stake and ruling.fate is Fate.FORFEIT:
            yield Award(bet, "forfeit", stake, 0, True, ruling.fate.value, facts)
        elif stake:
            yield Award(bet, "push", stake, 0, False, ruling.fate.value, facts)


def _main_awards(seat: SeatVerdict, stakes: Stakes, table: Table) -> Iterator[Award]:
    """Ante, play and ante bonus. A contest's result in antes comes from the compiled matrix of section 4."""
    if seat.contest is None:
        raise BrokenInvariant(f"seat {seat.seat} has an ante and no contest")
    result = table.rules.main[seat.contest]
    ante = stakes.ante
    facts = seat.facts if seat.contest is Contest.FOLD else seat.facts + table.dealer_facts
    won = result.ante
    yield Award("ante", _MAIN_OUTCOME[won], ante, ante if won > 0 else 0, won < 0, result.ante_clause, facts)
    if result.play is not None:
        won = result.play
        yield Award("play", _MAIN_OUTCOME[won], ante, ante if won > 0 else 0, won < 0, result.play_clause, facts)
    yield _ante_bonus(seat, ante, table.rules)


def _ante_bonus(seat: SeatVerdict, ante: int, rules: Rules) -> Award:
    """Odds on the ante for the own cards alone (section 4); no stake of its own, so never lost."""
    pay = rules.ante_bonus.pays[seat.hand] if rules.ante_bonus is not None else None
    if not pay:
        return Award("ante_bonus", "none", 0, 0, False, "ante_bonus_no_hand", seat.facts)
    if seat.contest not in rules.ante_bonus_contests:
        clause = "ante_bonus_folded" if seat.contest is Contest.FOLD else "ante_bonus_lost"
        return Award("ante_bonus", "none", 0, 0, False, clause, seat.facts)
    facts: Facts = (*seat.facts, ("odds", str(pay)))
    return Award("ante_bonus", "win", 0, ante * _odds(pay), False, "ante_bonus_paid", facts)


def _pair_plus(seat: SeatVerdict, stake: int, table: Table) -> Award:
    """Own cards alone; under the contested switch a paying hand that does not beat the dealer's pushes."""
    rules = table.rules
    if _forfeits(seat, "pair_plus", rules):
        return Award("pair_plus", "forfeit", stake, 0, True, "pair_plus_forfeit", seat.facts)
    paytable = _needed(rules.pair_plus)
    if rules.pair_plus_contested and paytable.pays[seat.hand] is not None and not seat.beats_dealer:
        return Award("pair_plus", "push", stake, 0, False, "pair_plus_not_beaten", seat.facts + table.dealer_facts)
    return _by_table("pair_plus", stake, paytable.pays[seat.hand], seat.facts)


def _six_card(seat: SeatVerdict, stake: int, table: Table) -> Award:
    """The best five of own and dealer's cards, whether or not the position folded (section 7)."""
    facts = seat.facts + table.dealer_facts
    if _forfeits(seat, "six_card", table.rules):
        return Award("six_card", "forfeit", stake, 0, True, "six_card_forfeit", facts)
    six = _needed(seat.six)
    facts = (*facts, ("six_card_hand", SIX_NAMES[six]))
    return _by_table("six_card", stake, _needed(table.rules.six_card).pays[six], facts)


def _prime(seat: SeatVerdict, stake: int, table: Table) -> Award:
    """Three own cards of one colour, better all six, never both (section 7)."""
    facts = seat.facts + table.dealer_facts
    if _forfeits(seat, "prime", table.rules):
        return Award("prime", "forfeit", stake, 0, True, "prime_forfeit", facts)
    shade = _needed(seat.colours)
    return _by_table("prime", stake, _needed(table.rules.prime).pays[shade], (*facts, ("colours", shade.name.lower())))


def _progressive(seat: SeatVerdict, stake: int, table: Table) -> Award:
    """Fixed pays and shares of the meter, for 1 (section 7): the stake is in the figure and never comes back."""
    facts = seat.facts
    if _forfeits(seat, "progressive", table.rules):
        return Award("progressive", "forfeit", stake, 0, True, "progressive_forfeit", facts)
    if _needed(table.rules.progressive).on == BEST_OF_SIX:
        facts = (*facts, *table.dealer_facts, ("six_card_hand", SIX_NAMES[_needed(seat.six)]))
    pay = _progressive_pay(seat, table.rules)
    if isinstance(pay, MeterShare):
        jackpot = _needed(table.jackpot)
        paid = Fraction(jackpot.meter_minor * pay.basis_points, jackpot.divisor)
        facts = (*facts, ("share_bp", pay.basis_points), ("meter_minor", str(jackpot.meter_minor)))
        return Award("progressive", _versus(paid, stake), stake, _whole(paid), True, "progressive_meter", facts)
    if not pay:
        return Award("progressive", "lose", stake, 0, True, "progressive_nothing", facts)
    won = stake * _odds(pay)
    facts = (*facts, ("odds", str(pay)))
    return Award("progressive", _versus(won, stake), stake, won, True, "progressive_paid", facts)


def _buddy(seat: SeatVerdict, stake: int, table: Table) -> Iterator[Award]:
    """One fixed amount to each other bettor of a round in which the meter is hit (section 7)."""
    progressive, jackpot = table.rules.progressive, table.jackpot
    if progressive is None or jackpot is None or not progressive.buddy:
        return
    others = tuple(hit for hit in jackpot.hits if hit != seat.seat)
    if others:
        facts: Facts = (("winners", others), ("odds", str(progressive.buddy)))
        yield Award("progressive_buddy", "win", 0, stake * progressive.buddy, False, "progressive_buddy_paid", facts)


_SIDE_BETS: Final[tuple[tuple[str, Callable[[SeatVerdict, int, Table], Award]], ...]] = (
    ("six_card", _six_card),
    ("prime", _prime),
    ("progressive", _progressive),
)


def _by_table(item: str, stake: int, pay: Pay | None, facts: Facts) -> Award:
    """A bet that a paytable settles "to 1": nothing loses it, odds of 0 return it."""
    if pay is None:
        return Award(item, "lose", stake, 0, True, f"{item}_nothing", facts)
    if isinstance(pay, FixedPrize):
        return Award(item, "win", stake, pay.minor, False, f"{item}_prize", facts)
    odds = _odds(pay)
    outcome, clause = ("win", f"{item}_paid") if odds else ("push", f"{item}_returned")
    return Award(item, outcome, stake, stake * odds, False, clause, (*facts, ("odds", str(odds))))


def _progressive_pay(seat: SeatVerdict, rules: Rules) -> Pay | None:
    progressive = rules.progressive
    if progressive is None or seat.ruling is not None:
        return None
    if progressive.on == BEST_OF_SIX:
        return None if seat.six is None else progressive.table.pays[seat.six]
    return progressive.table.pays[seat.hand]


def _forfeits(seat: SeatVerdict, bet: str, rules: Rules) -> bool:
    return seat.contest is Contest.FOLD and bet in rules.forfeited_on_fold


def _versus(paid: int | Fraction, stake: int) -> str:
    return "win" if paid > stake else "push" if paid == stake else "lose"


def _whole(exact: Fraction) -> int | Fraction:
    return exact.numerator if exact.denominator == 1 else exact


def _odds(pay: Pay) -> int | Fraction:
    if isinstance(pay, FixedPrize | MeterShare):
        raise BrokenInvariant(f"{pay} is no odds")
    return pay


def _needed(value: _T | None) -> _T:
    if value is None:
        raise BrokenInvariant("a bet was let through that this table does not offer")
    return value
