"""What can be wrong with a deal, and in which order the seats take their turns (rules/kowah sections 2, 8 and 9)."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from engine.games.kowah.cards import EXCLUDED, find_card
from engine.games.kowah.record import Round
from engine.games.kowah.rules import Rules

Fault = tuple[str, str]
"""Where a deal is wrong, and what to do about it."""

DealCheck = Callable[[Round, Rules], Fault | None]


def turn_order(seats: tuple[str, ...], first: str, rules: Rules) -> tuple[str, ...]:
    """The seats in the order of their turns, ``first`` before all."""
    along = seats[:: rules.step]
    place = along.index(first)
    return (*along[place:], *along[:place])


def _wrong_seats(played: Round, rules: Rules) -> Fault | None:
    if len(played.seats) != rules.seats:
        return "/seats", f"{rules.seats} seats play, not {len(played.seats)}"
    for index, seat in enumerate(played.seats):
        if seat in played.seats[:index]:
            return f"/seats/{index}/seat", f"seat {seat} stands before already"
    for key, name in (("first", played.first), ("dealer", played.dealer)):
        if name is not None and name not in played.seats:
            return f"/{key}", f"nobody sits at {name}"
    return None


def _wrong_hand_size(played: Round, rules: Rules) -> Fault | None:
    for index, cards in enumerate(played.dealt):
        if len(cards) != rules.hand_size:
            return f"/seats/{index}/dealt", f"{rules.hand_size} cards are dealt to a seat, not {len(cards)}"
    return None


def _wrong_stock_size(played: Round, rules: Rules) -> Fault | None:
    if played.stock is None or len(played.stock) == rules.stock_size:
        return None
    return "/stock", f"{rules.stock_size} cards are left in the stock, not {len(played.stock)}"


def _placed(played: Round) -> Iterator[tuple[str, str]]:
    """Every code of the deal with its pointer, the stock last."""
    for number, cards in enumerate(played.dealt):
        yield from ((f"/seats/{number}/dealt/{index}", code) for index, code in enumerate(cards))
    yield from ((f"/stock/{index}", code) for index, code in enumerate(played.stock or ()))


def _unknown_card(played: Round, _: Rules) -> Fault | None:
    for pointer, code in _placed(played):
        if find_card(code) is None and code not in EXCLUDED:
            return pointer, f"{code!r} is no card of the pack"
    return None


def _excluded_card(played: Round, _: Rules) -> Fault | None:
    for pointer, code in _placed(played):
        if code in EXCLUDED:
            return pointer, f"{code} is a bonus card, taken out before play"
    return None


def _fifth_copy(played: Round, rules: Rules) -> Fault | None:
    seen: Counter[str] = Counter()
    for pointer, code in _placed(played):
        if seen[code] == rules.copies:
            return pointer, f"the pack has {rules.copies} copies of {code}, this is one more"
        seen[code] += 1
    return None


def _missing_dealer(played: Round, rules: Rules) -> Fault | None:
    if rules.dealer_named and played.dealer is None:
        return "", "who begins follows from the dealer: name the dealer"
    return None


def _wrong_first(played: Round, rules: Rules) -> Fault | None:
    if not rules.dealer_named or played.dealer is None:
        return None
    due = turn_order(played.seats, played.dealer, rules)[1]
    return None if played.first == due else ("/first", f"{played.dealer} deals, so {due} begins")


DEAL_CHECKS: Final[tuple[tuple[str, DealCheck], ...]] = (
    ("deal_wrong_seats", _wrong_seats),
    ("deal_wrong_hand_size", _wrong_hand_size),
    ("deal_wrong_stock_size", _wrong_stock_size),
    ("unknown_card", _unknown_card),
    ("excluded_card", _excluded_card),
    ("fifth_copy", _fifth_copy),
    ("missing_dealer", _missing_dealer),
    ("wrong_first", _wrong_first),
)
"""In the order in which they are looked for. ``fifth_copy`` is one more than the pack has, whatever ``copies`` says."""
