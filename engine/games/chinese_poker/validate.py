"""What keeps a record from being settled, all of it at once.

Codes come in this order: ``wrong_row_size`` and ``wrong_card_count``, ``duplicate_card``, ``card_not_dealt``; then
``wrong_seat_count``, ``duplicate_seat``, ``unknown_seat``, ``missing_banker``; of the money ``missing_hand``,
``missing_stack``, ``missing_button``, ``not_whole_chips``, ``half_unit``, ``stake_too_large``; seat by seat
``not_offered``, the side bets' ``stake_too_large`` and ``not_whole_chips``, ``missing_dealt``, ``missing_cards``; at
last ``unexpected_thrown``, ``missing_thrown``, ``missing_announcement``. A foul is none of these: it is settled.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from engine.cards import Card, card_code
from engine.errors import Violation
from engine.games.chinese_poker.record import TERMS_POINTER, Form, Round, Seat
from engine.games.chinese_poker.rules import Rules
from engine.games.chinese_poker.side_bets import NATURAL
from engine.games.payment import stake_of
from engine.games.rows import ROWS, SIZES, Tie
from engine.money import MAX_MINOR, Rounding
from engine.tables import Needs
from engine.validation import Reader

SEATS: Final = (2, 4)
HAND: Final = 13
_ARRANGED: Final = Form.ARRANGED  # named once: a member is slow to reach in its enum
_FRONT, _MIDDLE, _BACK = (SIZES[row] for row in ROWS)
_MOST_OPPONENTS: Final = 3
_ROOM: Final = MAX_MINOR // 16
"""A twelfth of what side bets (three a seat) may move at most, so that no sum of a round outgrows what is written."""


def validate(played: Round, rules: Rules) -> tuple[Violation, ...]:
    """Every violation of a record, in the documented order; none means that it settles."""
    reader = Reader()
    plain = _is_plain(played.seats) and not rules.fourteen
    if not plain:
        _check_cards(played, reader)
    _check_seats(played, rules, reader)
    _check_bets(played, rules, reader)
    if not plain:
        _check_claims(played, rules, reader)
    return tuple(reader.violations)


def _is_plain(seats: tuple[Seat, ...]) -> bool:
    """Whether every seat set its rows in full and told nothing else, no card standing twice, as in most rounds.

    Then ``_check_cards`` finds nothing, nor does ``_check_claims`` where no seat has a card to throw away.
    """
    cards: set[Card] = set()
    for _, form, _, (front, middle, back), claimed, dealt, thrown, exposed, side_bets in seats:
        if form is not _ARRANGED or claimed or dealt is not None or thrown is not None or exposed or side_bets:
            return False
        if len(front) != _FRONT or len(middle) != _MIDDLE or len(back) != _BACK:
            return False
        cards.update(front, middle, back)
    return len(cards) == HAND * len(seats)


def _check_cards(played: Round, reader: Reader) -> None:
    for index, seat in enumerate(played.seats):
        _check_counts(seat, f"/seats/{index}", reader)
    _check_duplicates(played, reader)
    for index, seat in enumerate(played.seats):
        _check_dealt(seat, f"/seats/{index}", reader)


def _check_claims(played: Round, rules: Rules, reader: Reader) -> None:
    for index, seat in enumerate(played.seats):
        _check_claim(seat, f"/seats/{index}", rules, reader)
    _check_thrown(played, rules, reader)
    _check_announced(played, rules, reader)


def seat_cards(seat: Seat, pointer: str) -> Iterator[tuple[str, Card]]:
    """Every card that an entry places, with its pointer; the dealt list is not among them."""
    named = (*zip(ROWS, seat.rows, strict=True), ("cards", seat.cards))
    for key, cards in named:
        for index, card in enumerate(cards):
            yield f"{pointer}/{key}/{index}", card
    if seat.thrown is not None:
        yield f"{pointer}/thrown", seat.thrown


def check_row_sizes(rows: tuple[tuple[Card, ...], ...], pointer: str, reader: Reader, at_most: bool) -> None:
    """``wrong_row_size`` of each row; rows that were not finished in time may be short (``at_most``)."""
    for row, cards in zip(ROWS, rows, strict=True):
        size = SIZES[row]
        if len(cards) > size or (len(cards) < size and not at_most):
            detail = f"the {row} holds {len(cards)} cards, not {'more than ' if at_most else ''}{size}"
            reader.refuse("wrong_row_size", f"{pointer}/{row}", detail)


def _check_counts(seat: Seat, pointer: str, reader: Reader) -> None:
    if seat.form in (Form.ARRANGED, Form.TIMEOUT):
        check_row_sizes(seat.rows, pointer, reader, at_most=seat.form is Form.TIMEOUT)
    if seat.form is Form.NATURAL and len(seat.cards) != HAND:
        detail = f"a natural is claimed with {HAND} cards, not {len(seat.cards)}"
        reader.refuse("wrong_card_count", f"{pointer}/cards", detail)
    dealt = HAND + (seat.thrown is not None)
    if seat.dealt is not None and len(seat.dealt) != dealt:
        detail = f"this seat was dealt {dealt} cards, not {len(seat.dealt)}"
        reader.refuse("wrong_card_count", f"{pointer}/dealt", detail)


def _check_duplicates(played: Round, reader: Reader) -> None:
    """No card at two places, among the cards as placed and among the cards as dealt."""
    placed = [list(seat_cards(seat, f"/seats/{index}")) for index, seat in enumerate(played.seats)]
    reader.distinct(chain.from_iterable(placed))
    if all(seat.dealt is None for seat in played.seats):
        return
    held = Reader()
    held.distinct(
        chain.from_iterable(
            placed[index]
            if seat.dealt is None
            else ((f"/seats/{index}/dealt/{place}", card) for place, card in enumerate(seat.dealt))
            for index, seat in enumerate(played.seats)
        )
    )
    known = {violation.pointer for violation in reader.violations}
    reader.violations += [violation for violation in held.violations if violation.pointer not in known]


def _check_dealt(seat: Seat, pointer: str, reader: Reader) -> None:
    if seat.dealt is None:
        return
    for where, card in seat_cards(seat, pointer):
        if card not in seat.dealt:
            reader.refuse("card_not_dealt", where, f"{card_code(card)} is not among the cards dealt to this seat")


def _check_seats(played: Round, rules: Rules, reader: Reader) -> None:
    names = [seat.name for seat in played.seats]
    if not SEATS[0] <= len(names) <= SEATS[1]:
        detail = f"{SEATS[0]} to {SEATS[1]} seats play, not {len(names)}"
        reader.refuse("wrong_seat_count", "/seats", detail)
    for index, name in enumerate(names):
        if name in names[:index]:
            reader.refuse("duplicate_seat", f"/seats/{index}/seat", f"seat {name} stands above already")
    for pointer, name in _named_seats(played):
        if name not in names:
            reader.refuse("unknown_seat", pointer, f"nobody sits at {name}")
    if played.banker is None and (rules.to_banker or rules.rows.tie is Tie.BANKER):
        reader.refuse("missing_banker", "", "this ruleset needs to know which seat holds the bank")


def _named_seats(played: Round) -> Iterator[tuple[str, str]]:
    """Every seat that the record names beside its entries, with its pointer."""
    if played.banker is not None:
        yield "/banker", played.banker
    if played.bets.button is not None:
        yield "/button", played.bets.button
    for index, name in enumerate(played.announced):
        yield f"/announced/{index}", name
    for name in played.bets.stacks or ():
        yield f"/stacks/{name}", name


def _check_bets(played: Round, rules: Rules, reader: Reader) -> None:
    bets, chip = played.bets, rules.money.chip_unit_minor
    if bets.hand is None and len(rules.stake.levels) > 1:
        reader.refuse("missing_hand", "", "the stake rises: the number of the hand in its match is needed")
    if bets.stacks is not None:
        _check_stacks(played, bets.stacks, rules, reader)
    stake = stake_of(bets.hand or 1, rules.stake) * bets.unit_minor
    if stake % chip:
        detail = f"a unit of {stake} is not a multiple of the smallest chip, {chip}"
        reader.refuse("not_whole_chips", f"{TERMS_POINTER}/unit_minor", detail)
    elif rules.money.rounding is Rounding.REJECT and stake % (rules.denominator * chip):
        detail = f"this ruleset splits the unit {rules.denominator} ways and rounds nothing; {stake} does not divide"
        reader.refuse("half_unit", f"{TERMS_POINTER}/unit_minor", detail)
    if stake * rules.most_units * _MOST_OPPONENTS > 4 * _ROOM:
        reader.refuse("stake_too_large", f"{TERMS_POINTER}/unit_minor", "a hand could win more than can be written")


def _check_stacks(played: Round, stacks: Mapping[str, int], rules: Rules, reader: Reader) -> None:
    for seat in played.seats:
        if seat.name not in stacks:
            reader.refuse("missing_stack", "/stacks", f"the stack of seat {seat.name} is needed")
    if played.bets.button is None and rules.money.short_stack != "uncapped":
        reader.refuse("missing_button", "", "short stacks are settled from the left of the button: where is it?")
    if sum(stacks.values()) > MAX_MINOR:
        reader.refuse("stake_too_large", "/stacks", "all stacks together are more than can be written")
    for name, stack in stacks.items():
        if stack % rules.money.chip_unit_minor:
            detail = f"{stack} is not a multiple of the smallest chip, {rules.money.chip_unit_minor}"
            reader.refuse("not_whole_chips", f"/stacks/{name}", detail)


def _check_claim(seat: Seat, pointer: str, rules: Rules, reader: Reader) -> None:
    """The house must know the case that a seat claims, and hold what it needs to settle it."""
    if not _offered(seat, rules):
        what = f"{seat.form.value} {seat.word}".strip()
        reader.refuse("not_offered", f"{pointer}/{seat.form.value}", f"this ruleset knows no {what}")
    if seat.exposed and rules.exposed is None:
        reader.refuse("not_offered", f"{pointer}/exposed", "this ruleset has no penalty for an exposed card")
    for bet, stake in seat.side_bets.items():
        if bet not in rules.side_bets.offered:
            reader.refuse("not_offered", f"{pointer}/side_bets/{bet}", f"this ruleset does not take {bet}")
        elif stake * rules.side_bets.most > _ROOM:
            reader.refuse("stake_too_large", f"{pointer}/side_bets/{bet}", "the bet could win more than can be written")
        elif stake % rules.money.chip_unit_minor:
            detail = f"{stake} is not a multiple of the smallest chip, {rules.money.chip_unit_minor}"
            reader.refuse("not_whole_chips", f"{pointer}/side_bets/{bet}", detail)
    filled = seat.form is Form.TIMEOUT and rules.timeout == "fill"
    if filled and seat.dealt is None:
        reader.refuse("missing_dealt", pointer, "a hand that is filled after its time needs its cards in dealing order")
    if NATURAL in seat.side_bets and seat.dealt is None and seat.form not in (Form.ARRANGED, Form.NATURAL):
        reader.refuse("missing_cards", pointer, "a bet on a natural is settled on thirteen cards: dealt is needed")


def _offered(seat: Seat, rules: Rules) -> bool:
    match seat.form:
        case Form.NATURAL:
            return seat.word in rules.naturals.units
        case Form.SURRENDER:
            return rules.dead.surrender is not None
        case Form.MISSED_TURN:
            return rules.dead.missed_turn is not None
        case Form.TIMEOUT:
            return rules.timeout != "none"
        case Form.ABSENT:
            return rules.absent_later if seat.word == "later" else rules.dead.absent is not None
        case Form.ARRANGED:
            return True


def _check_thrown(played: Round, rules: Rules, reader: Reader) -> None:
    """Under "fourteen" exactly one of three seats threw a card away; otherwise nobody did."""
    throwing = [index for index, seat in enumerate(played.seats) if seat.thrown is not None]
    expected = 1 if rules.fourteen and len(played.seats) == 3 else 0
    for index in throwing[expected:]:
        reader.refuse("unexpected_thrown", f"/seats/{index}/thrown", "no card is thrown away here under this ruleset")
    if len(throwing) < expected:
        reader.refuse("missing_thrown", "/seats", "one of three seats gets fourteen cards: which did it throw?")


def _check_announced(played: Round, rules: Rules, reader: Reader) -> None:
    """Where the first announced natural wins, the order of all claims must be known."""
    claims = [seat.name for seat in played.seats if seat.form is Form.NATURAL]
    if rules.naturals.versus == "first_announced" and len(claims) > 1:
        for name in claims:
            if name not in played.announced:
                reader.refuse("missing_announcement", "/announced", f"seat {name} claims a natural: when?")


def needs(_: Rules) -> Needs:
    """Two hands at least, and what a unit is worth."""
    return Needs(SEATS[0], unit=True)
