"""What the house takes from players who play against each other: a fee or a commission.

``{"take": "fixed", "per": "round" | "pot" | "win", "amount_minor": "100"}`` or
``{"take": "percent", "per": "pot" | "win", "rate": "1/20", "cap_minor": "500" | "none", "rounding": "down"}``, where
rounding is "down" or "half_up". Per round each seat that is present pays, whatever it wins. The pot is what the winners
of a round take together: the house takes once from it, and the winners bear that in proportion. Per win each winner
pays from his own. No fee exceeds the win it is taken from. Side bets are no part of a pot or a win.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.money import Rounding, exact_text, find_exact, find_minor, round_minor
from engine.settlement import HOUSE, Fact, Line, Reason
from engine.validation import Reader

_FIXED_KEYS: Final = {"take", "per", "amount_minor"}
_PERCENT_KEYS: Final = {"take", "per", "rate", "cap_minor", "rounding"}


@dataclass(frozen=True, slots=True)
class Fee:
    """A fixed ``amount_minor`` or a ``rate`` (the other is 0) of a round, pot or win; ``per`` is "none" for no fee."""

    per: str
    amount_minor: int
    rate: Fraction
    cap_minor: int | None
    rounding: Rounding


_MOST: Final = 10**12
_NO_FEE: Final = Fee("none", 0, Fraction(0), None, Rounding.DOWN)


def fee_check(value: object) -> object:
    """Check of the switch ``fee``: "none" or one of the two tables."""
    if value == "none":
        return _NO_FEE
    if isinstance(value, Mapping) and value.get("take") == "fixed" and set(value) == _FIXED_KEYS:
        return _fixed(value)
    if isinstance(value, Mapping) and value.get("take") == "percent" and set(value) == _PERCENT_KEYS:
        return _percent(value)
    raise ValueError("'none', a table {take = fixed, per, amount_minor} or {take = percent, per, rate, ...} is needed")


def _fixed(table: Mapping[str, object]) -> Fee:
    amount = find_minor(table["amount_minor"])
    if table["per"] not in ("round", "pot", "win"):
        raise ValueError("a fixed fee per round, pot or win is needed")
    if amount is None or not 1 <= amount <= _MOST:
        raise ValueError(f"amount_minor from 1 to {_MOST}, as text, is needed")
    return Fee(str(table["per"]), amount, Fraction(0), None, Rounding.DOWN)


def _percent(table: Mapping[str, object]) -> Fee:
    rate = find_exact(table["rate"])
    if table["per"] not in ("pot", "win"):
        raise ValueError("a commission per pot or win is needed")
    if rate is None or not 0 < rate <= 1:
        raise ValueError('a rate above 0 and up to 1 is needed, as text, for example "1/20"')
    cap = None if table["cap_minor"] == "none" else find_minor(table["cap_minor"])
    if table["cap_minor"] != "none" and (cap is None or cap < 1):
        raise ValueError('cap_minor as text above 0, or "none", is needed')
    if table["rounding"] not in (Rounding.DOWN.value, Rounding.HALF_UP.value):
        raise ValueError("rounding down or half_up is needed")
    return Fee(str(table["per"]), 0, rate, cap, Rounding(str(table["rounding"])))


def most_taken(fee: Fee, seats: int, won_minor: int) -> int:
    """A bound of what the house takes in one round from so many seats that win so much together."""
    return fee.amount_minor * seats + (won_minor if fee.rate else 0)


def refuse_broken_chips(switches: Mapping[str, object], reader: Reader) -> None:
    """``contradiction`` where a fee would break the smallest chip: its amount and its cap are multiples of it."""
    fee, chip_unit_minor = switches.get("fee"), switches.get("chip_unit_minor")
    if not isinstance(fee, Fee) or not isinstance(chip_unit_minor, int):
        return  # told already
    if fee.amount_minor % chip_unit_minor or (fee.cap_minor or 0) % chip_unit_minor:
        detail = f"the amount and the cap of a fee are multiples of the smallest chip, {chip_unit_minor}"
        reader.refuse("contradiction", "/switches/fee", detail)


def fee_lines(
    fee: Fee,
    nets: Mapping[str, int],
    present: Sequence[str],
    chip_unit_minor: int,
    left: Mapping[str, int] | None = None,
) -> list[Line]:
    """One line for each seat that pays, from its net before fees. Whole chips throughout, where the nets are.

    ``left`` is what each seat has before it when all debts are paid, and can pay at most; None where that is not known.
    """
    if fee.per == "none":
        return []
    if fee.per == "round":
        return [_of_round(seat, fee.amount_minor, left) for seat in present]
    won = {seat: net for seat, net in nets.items() if net > 0}
    if fee.per == "win":
        return [_taken(seat, win, fee, chip_unit_minor) for seat, win in won.items()]
    return _from_pot(won, fee, chip_unit_minor)


def _of_round(seat: str, amount_minor: int, left: Mapping[str, int] | None) -> Line:
    if left is None or left[seat] >= amount_minor:
        return _line(seat, "fee_per_round", amount_minor, 0, ())
    return _line(seat, "fee_per_round_cut", left[seat], 0, (("due_minor", str(amount_minor)),))


def _from_pot(won: Mapping[str, int], fee: Fee, chip_unit_minor: int) -> list[Line]:
    """One fee of the whole pot, borne in proportion to the wins in whole chips; odd chips one each in seat order."""
    pot = sum(won.values())
    if not pot:
        return []
    whole = _taken("", pot, fee, chip_unit_minor)
    due = -whole.net_minor
    shares = {seat: due * win // pot // chip_unit_minor * chip_unit_minor for seat, win in won.items()}
    for seat in list(shares)[: (due - sum(shares.values())) // chip_unit_minor]:
        shares[seat] += chip_unit_minor
    clause = "fee_per_pot" if fee.amount_minor else "commission_per_pot"
    facts = (*whole.reason.facts, ("pot_fee_minor", str(due)))
    return [_line(seat, clause, share, won[seat], facts) for seat, share in shares.items()]


def _taken(seat: str, win: int, fee: Fee, chip_unit_minor: int) -> Line:
    """What is taken from one win: the fixed amount, or the rounded and capped part of it, never more than the win."""
    if fee.amount_minor:
        return _line(seat, "fee_per_win", min(fee.amount_minor, win), win, (("win_minor", str(win)),))
    exact = fee.rate * win
    rounded = round_minor(exact, fee.rounding, chip_unit_minor)
    capped = min(rounded.minor, win, rounded.minor if fee.cap_minor is None else fee.cap_minor)
    facts: tuple[tuple[str, Fact], ...] = (
        ("win_minor", str(win)),
        ("rate", exact_text(fee.rate)),
        ("exact_minor", exact_text(exact)),
        ("rounding", fee.rounding.value),
        ("breakage_minor", exact_text(rounded.breakage)),
        ("capped", capped < rounded.minor),
    )
    return _line(seat, "commission_per_win", capped, win, facts)


def _line(seat: str, clause: str, minor: int, stake: int, facts: tuple[tuple[str, Fact], ...]) -> Line:
    facts = (*facts, ("fee_minor", str(minor)))
    return Line(seat, HOUSE, "fee", "charged", "", stake, -minor, Reason(clause, facts))


FEE_CLAUSES: Final[Mapping[str, str]] = {
    "fee_per_round": "Fee of {fee_minor} for the round.",
    "fee_per_round_cut": "Fee of {due_minor} for the round, of which the {fee_minor} that are left are paid.",
    "fee_per_pot": "Share of {fee_minor} in the fee of {pot_fee_minor} on the pot of {win_minor}.",
    "commission_per_pot": "Share of {fee_minor} in the commission of {pot_fee_minor} on the pot of {win_minor}: "
    "{rate} of it, exactly {exact_minor}, rounded {rounding}.",
    "fee_per_win": "Fee of {fee_minor} on a win of {win_minor}.",
    "commission_per_win": "Commission of {fee_minor}: {rate} of a win of {win_minor}, exactly {exact_minor}, "
    "rounded {rounding}.",
}
"""Sentences of the clauses that fees give as reasons."""
