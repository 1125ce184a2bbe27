"""What keeps a recorded round from being settled, all of it at once (rules/three-card-poker sections 10 and 11).

Precedence of the codes, each group in the order of the record:

1. irregularities: ``unknown_seat``, ``seat_required``, ``ruling_required``, ``ruling_not_allowed``,
   ``cards_required``, ``cards_not_allowed``. A round that they void needs nothing else.
2. cards: ``wrong_card_count`` (not of a position that is void or forfeit), then ``duplicate_card``.
3. each live position: ``no_bet``, ``bet_not_offered``, ``decision_required``, ``decision_without_ante``,
   ``play_must_equal_ante``, ``blind_without_play``, ``bet_needs_ante``, ``pair_plus_ratio``, then of each bet
   ``below_min``, ``above_max``, ``not_a_step``.
4. the progressive: ``meter_required``, ``meter_not_verified``.
5. money, only where nothing above was found: ``fractional_payout``, ``payout_cap_exceeded``.
"""

from collections.abc import Iterator
from typing import Final

from engine.cards import Card
from engine.errors import Violation
from engine.games.three_card_poker.awards import table_of
from engine.games.three_card_poker.limits import LIMITED
from engine.games.three_card_poker.payment import fractional_awards, settle, winnings
from engine.games.three_card_poker.record import BETS, DECIDED_BY_RULE, SEATS, Irregularity, Position, Round, Stakes
from engine.games.three_card_poker.rules import Rules
from engine.games.three_card_poker.verdict import Fates, fates, judge
from engine.money import FractionalPayout, Rounding
from engine.tables import Needs
from engine.validation import Reader

_BET_OF_ITEM: Final = {"ante_bonus": "ante", "progressive_buddy": "progressive"}


def validate(played: Round, rules: Rules) -> tuple[Violation, ...]:
    """Every violation of a round, in the documented precedence; empty where it can be settled."""
    reader = Reader()
    _check_irregularities(played, reader)
    fate = fates(played, rules)
    if reader.violations or fate.whole is not None:
        return tuple(reader.violations)
    _check_cards(played, fate, reader)
    for index, position in enumerate(played.positions):
        if position.seat not in fate.seats:
            _check_position(index, position, played.bets.stakes[position.seat], rules, reader)
    if not reader.violations:
        _check_meter(played, rules, reader)
    if not reader.violations:
        _check_money(played, rules, reader)
    return tuple(reader.violations)


def _check_irregularities(played: Round, reader: Reader) -> None:
    seats = {position.seat for position in played.positions}
    for index, one in enumerate(played.irregularities):
        pointer = f"/irregularities/{index}"
        if one.seat is not None and one.seat not in seats:
            reader.refuse("unknown_seat", f"{pointer}/seat", f"no position {one.seat!r} is in this record")
        if one.seat is None and one.ruling in ("void_hand", "forfeit"):
            reader.refuse("seat_required", pointer, f"the ruling {one.ruling} needs the seat that it is about")
        _check_ruling(one, pointer, reader)


def _check_ruling(one: Irregularity, pointer: str, reader: Reader) -> None:
    """The ruleset decides misdeals and exposed cards; a supervisor must rule on the rest (section 11)."""
    by_rule = one.kind in DECIDED_BY_RULE
    if by_rule and one.ruling is not None:
        reader.refuse("ruling_not_allowed", f"{pointer}/ruling", f"the ruleset decides what {one.kind} does")
    if not by_rule and one.ruling is None:
        reader.refuse("ruling_required", pointer, f"{one.kind} cannot be settled without a supervisor's ruling")
    if one.kind == "exposed_cards" and not one.cards:
        reader.refuse("cards_required", pointer, "the cards that were face up are needed")
    if one.kind != "exposed_cards" and one.cards:
        reader.refuse("cards_not_allowed", f"{pointer}/cards", "cards belong to exposed_cards only")


def _check_cards(played: Round, fate: Fates, reader: Reader) -> None:
    """Three cards to each hand, each card of the deck once; a position that is void may have any number."""
    _check_count("/dealer", played.dealer, reader)
    for index, position in enumerate(played.positions):
        if position.seat not in fate.seats:
            _check_count(f"/seats/{index}/cards", position.cards, reader)
    total = len(played.dealer) + sum(len(position.cards) for position in played.positions)
    if len({*played.dealer, *(card for position in played.positions for card in position.cards)}) != total:
        reader.distinct(_placed(played))


def _check_count(pointer: str, cards: tuple[Card, ...], reader: Reader) -> None:
    if len(cards) != 3:
        reader.refuse("wrong_card_count", pointer, f"three cards are needed, not {len(cards)}")


def _placed(played: Round) -> Iterator[tuple[str, Card]]:
    yield from ((f"/dealer/{index}", card) for index, card in enumerate(played.dealer))
    for number, position in enumerate(played.positions):
        yield from ((f"/seats/{number}/cards/{index}", card) for index, card in enumerate(position.cards))


def _check_position(index: int, position: Position, stakes: Stakes, rules: Rules, reader: Reader) -> None:
    """Bets and decision of one live position."""
    pointer = f"/seats/{index}"
    if not any(stakes):
        reader.refuse("no_bet", f"{pointer}/bets", "nothing was bet at this position")
        return
    for bet, stake in zip(BETS, stakes, strict=True):
        if stake and not rules.offers(bet):
            reader.refuse("bet_not_offered", f"{pointer}/bets/{bet}", f"this table has no {bet} bet")
    _check_decision(pointer, position, stakes, reader)
    _check_needs(pointer, stakes, rules, reader)
    for bet in LIMITED:
        _check_limit(f"{pointer}/bets/{bet}", getattr(stakes, bet), bet, rules, reader)


def _check_decision(pointer: str, position: Position, stakes: Stakes, reader: Reader) -> None:
    """One decision iff there is an ante; the play bet is the ante exactly iff it was to play (sections 2, 3)."""
    decision = position.decision
    if stakes.ante and decision == "none":
        reader.refuse("decision_required", f"{pointer}/decision", "an ante needs the decision play or fold")
    if not stakes.ante and decision != "none":
        reader.refuse("decision_without_ante", f"{pointer}/decision", f"there is no ante to {decision}")
    if stakes.play != (stakes.ante if decision == "play" else 0):
        needed = "exactly the ante" if decision == "play" else "nothing"
        reader.refuse("play_must_equal_ante", f"{pointer}/bets/play", f"the play bet must be {needed}")
    if position.blind and decision != "play":
        reader.refuse("blind_without_play", f"{pointer}/blind", "blind marks a play bet that was staked unseen")


def _check_needs(pointer: str, stakes: Stakes, rules: Rules, reader: Reader) -> None:
    """Which bets need an ante or a pair plus beside them, and the size of a pair plus tied to the ante (section 2)."""
    either = bool(stakes.ante or stakes.pair_plus)
    needs = (
        ("pair_plus", bool(stakes.ante) or not rules.pair_plus_needs_ante, "an ante"),
        ("six_card", bool(stakes.ante) or not rules.six_card_needs_ante, "an ante"),
        ("prime", either, "an ante or a pair plus"),
        ("progressive", either, "an ante or a pair plus"),
    )
    for bet, met, needed in needs:
        if getattr(stakes, bet) and not met:
            reader.refuse("bet_needs_ante", f"{pointer}/bets/{bet}", f"{bet} needs {needed} beside it")
    ratio = rules.pair_plus_ratio
    if ratio is not None and stakes.ante and stakes.pair_plus and stakes.pair_plus != stakes.ante * ratio:
        reader.refuse("pair_plus_ratio", f"{pointer}/bets/pair_plus", f"pair plus must be {ratio} of the ante")


def _check_limit(pointer: str, stake: int, bet: str, rules: Rules, reader: Reader) -> None:
    limit = rules.limits[bet]
    if not stake or limit is None:
        return
    if stake < limit.min_minor:
        reader.refuse("below_min", pointer, f"{stake} is less than the lowest bet {limit.min_minor}")
    if limit.max_minor is not None and stake > limit.max_minor:
        reader.refuse("above_max", pointer, f"{stake} is more than the highest bet {limit.max_minor}")
    if stake % limit.step_minor:
        reader.refuse("not_a_step", pointer, f"{stake} is not a multiple of {limit.step_minor}")


def _check_meter(played: Round, rules: Rules, reader: Reader) -> None:
    """A progressive bet needs the meter as it stood; a share of it may need a verified hand first (section 7)."""
    if not any(stakes.progressive for stakes in played.bets.stakes.values()):
        return
    meter = played.bets.meter
    if meter is None:
        reader.refuse("meter_required", "", "a progressive bet needs 'progressive' with the meter of this round")
    elif rules.progressive is not None and rules.progressive.verify_meter and not meter.verified:
        jackpot = table_of(judge(played, rules), played.bets, rules).jackpot
        for seat in jackpot.hits if jackpot is not None else ():
            reader.refuse("meter_not_verified", "/progressive", f"seat {seat} takes the meter: verify the hand first")


def _check_money(played: Round, rules: Rules, reader: Reader) -> None:
    """Under ``reject`` no award or commission may be a fraction of a chip; a cap may refuse instead of cutting."""
    cap = rules.payout_cap
    refuses_cap = cap is not None and cap.over == "refuse"
    if rules.rounding is not Rounding.REJECT and not refuses_cap:
        return
    verdict = judge(played, rules)
    if rules.rounding is Rounding.REJECT:
        index = {position.seat: number for number, position in enumerate(played.positions)}
        for seat, award in fractional_awards(verdict, played.bets, rules):
            pointer = f"/seats/{index[seat]}/bets/{_BET_OF_ITEM.get(award.item, award.item)}"
            detail = f"{award.item} would pay {award.paid}, no multiple of {rules.chip_unit_minor}"
            reader.refuse("fractional_payout", pointer, detail)
        if not reader.violations:
            _check_commission(played, rules, reader)
    if refuses_cap and cap is not None and not reader.violations:
        won = winnings(verdict, played.bets, rules)
        over = won if cap.per == "seat" else {"the round": sum(won.values())}
        for who, amount in over.items():
            if amount > cap.minor:
                reader.refuse("payout_cap_exceeded", "", f"{who} would win {amount}, over the cap of {cap.minor}")


def _check_commission(played: Round, rules: Rules, reader: Reader) -> None:
    """Awards are whole; what may still be a fraction is the commission."""
    try:
        settle(judge(played, rules), played.bets, rules)
    except FractionalPayout as error:
        reader.refuse("fractional_payout", "", f"the commission cannot be charged: {error}")


def needs(_: Rules) -> Needs:
    """One seat; bets are money, and nothing is counted in units."""
    return Needs(SEATS[0], unit=False)
