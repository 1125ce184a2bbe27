"""Money: awards rounded, capped, charged with commission, and laid out as lines that must sum to the nets.

The one order of operations (rules/three-card-poker sections 3, 10): each award is rounded to the chip unit;
then the payout cap of the seat or the round cuts what winning bets pay, each seat in proportion and rounded
down; then commission is taken from a positive net (of the round, or of each bet). The progressive is paid from
its meter and is outside the cap. What rounding took or gave stands on the line as ``breakage``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from engine.cards import card_codes
from engine.games.three_card_poker.awards import Award, awards, table_of
from engine.games.three_card_poker.hands import HAND_NAMES
from engine.games.three_card_poker.record import Bets
from engine.games.three_card_poker.rules import CONTEST_NAMES, NAME, Rules
from engine.games.three_card_poker.verdict import Facts, Verdict
from engine.money import round_minor
from engine.settlement import HOUSE, Line, Reason, Settlement

OUTSIDE_CAP: Final = frozenset(("progressive", "progressive_buddy"))
_BASIS: Final = 10_000


class _Paid(NamedTuple):
    """A position's awards as money: the lines, what winning bets pay within the cap, what comes back in all."""

    lines: list[Line]
    capped_minor: int
    returned_minor: int
    staked_minor: int


def settle(verdict: Verdict, bets: Bets, rules: Rules) -> Settlement:
    """The settlement of a judged round. Raises FractionalPayout under ``reject``; ``validate`` reports it before."""
    table = table_of(verdict, bets, rules)
    paid = {seat.seat: _pay(seat.seat, awards(seat, bets.stakes[seat.seat], table), rules) for seat in verdict.seats}
    cuts = cap_cuts({seat: one.capped_minor for seat, one in paid.items()}, rules) if rules.payout_cap else {}
    lines: list[Line] = []
    nets: dict[str, int] = {}
    returned: dict[str, int] = {}
    for seat, one in paid.items():
        lines.extend(one.lines)
        back = one.returned_minor
        cut = cuts.get(seat, 0)
        if cut:
            lines.append(_cut_line(seat, one.capped_minor, cut, rules))
            back -= cut
        bases = _commission_bases(one.lines, cut, back - one.staked_minor, rules) if rules.commission_bp else ()
        if charge := _commission(seat, bases, rules):
            lines.append(charge)
            back += charge.net_minor
        returned[seat] = back
        nets[seat] = back - one.staked_minor
    nets[HOUSE] = -sum(nets.values())
    return Settlement.of(NAME, lines, nets, returned, _marks(verdict, bets, lines))


def cap_cuts(won: Mapping[str, int], rules: Rules) -> dict[str, int]:
    """What the aggregate payout cap takes from each seat's winnings; seats that lose nothing are left out.

    Over a cap per round every seat keeps its proportion, rounded down to chips, so that the cap is never passed.
    """
    cap = rules.payout_cap
    if cap is None:
        return {}
    total = sum(won.values())
    kept: dict[str, int] = {}
    for seat, amount in won.items():
        due = min(amount, cap.minor) if cap.per == "seat" else amount * min(total, cap.minor) // (total or 1)
        kept[seat] = amount if due == amount else due // rules.chip_unit_minor * rules.chip_unit_minor
    return {seat: won[seat] - kept[seat] for seat in won if won[seat] != kept[seat]}


def _pay(seat: str, earned: Iterable[Award], rules: Rules) -> _Paid:
    unit = rules.chip_unit_minor
    lines: list[Line] = []
    capped = returned = staked = 0
    for item, outcome, stake, exact, consumed, clause, facts in earned:
        if unit == 1 and isinstance(exact, int):
            paid, reason = exact, Reason(clause, facts)
        else:
            paid, reason = _rounded(exact, clause, facts, rules)
        lines.append(Line(seat, HOUSE, item, outcome, "", stake, paid - stake if consumed else paid, reason))
        returned += paid if consumed else stake + paid
        staked += stake
        if item not in OUTSIDE_CAP:
            capped += paid
    return _Paid(lines, capped, returned, staked)


def _rounded(exact: int | Fraction, clause: str, facts: Facts, rules: Rules) -> tuple[int, Reason]:
    """An award in whole chips, and its reason with what rounding took (or, below 0, gave)."""
    paid, breakage = round_minor(exact, rules.rounding, rules.chip_unit_minor)
    return paid, Reason(clause, (*facts, ("breakage", str(breakage))) if breakage else facts)


def _cut_line(seat: str, winnings: int, cut: int, rules: Rules) -> Line:
    cap = rules.payout_cap
    facts: Facts = (
        ("cap_minor", str(cap.minor if cap else 0)),
        ("per", cap.per if cap else ""),
        ("winnings_minor", str(winnings)),
    )
    return Line(seat, HOUSE, "payout_cap", "charged", "", 0, -cut, Reason("payout_cap", facts))


def _commission_bases(lines: Sequence[Line], cut: int, net_minor: int, rules: Rules) -> list[int]:
    """What commission is taken from: the net of the round, or each winning bet.

    Winning bets that the payout cap has cut are charged together, on what is left of them.
    """
    if not rules.commission_per_bet:
        return [net_minor] if net_minor > 0 else []
    bases = [line.net_minor for line in lines if line.net_minor > 0]
    return [sum(bases) - cut] if cut else bases


def _commission(seat: str, bases: Sequence[int], rules: Rules) -> Line | None:
    """One line for all bases, each rounded by itself and never charged more than it won; None without a base."""
    if not bases:
        return None
    exact = [Fraction(base * rules.commission_bp, _BASIS) for base in bases]
    charged = sum(
        min(base, round_minor(due, rules.rounding, rules.chip_unit_minor).minor)
        for base, due in zip(bases, exact, strict=True)
    )
    clause = "commission_bet" if rules.commission_per_bet else "commission_round"
    facts: Facts = (
        ("rate_bp", rules.commission_bp),
        ("base_minor", str(sum(bases))),
        ("breakage", str(sum(exact) - charged)),
    )
    return Line(seat, HOUSE, "commission", "charged", "", 0, -charged, Reason(clause, facts))


def fractional_awards(verdict: Verdict, bets: Bets, rules: Rules) -> Iterator[tuple[str, Award]]:
    """Every (seat, award) that is no whole number of chip units; ``reject`` refuses them."""
    table = table_of(verdict, bets, rules)
    for seat in verdict.seats:
        for award in awards(seat, bets.stakes[seat.seat], table):
            if award.paid % rules.chip_unit_minor:
                yield seat.seat, award


def winnings(verdict: Verdict, bets: Bets, rules: Rules) -> dict[str, int]:
    """What each position's winning bets pay before any cap, the progressive not counted."""
    table = table_of(verdict, bets, rules)
    return {
        seat.seat: _pay(seat.seat, awards(seat, bets.stakes[seat.seat], table), rules).capped_minor
        for seat in verdict.seats
    }


def _marks(verdict: Verdict, bets: Bets, lines: Sequence[Line]) -> dict[str, object]:
    """What registers and later tests need: hands, contests, what the meter paid, what went wrong."""
    marks: dict[str, object] = {
        "dealer_hand": HAND_NAMES[verdict.dealer_hand],
        "dealer_qualifies": verdict.dealer_qualifies,
        "seats": {
            seat.seat: {
                "hand": HAND_NAMES[seat.hand],
                "contest": CONTEST_NAMES[seat.contest] if seat.contest is not None else None,
                "ruling": seat.ruling.fate.value if seat.ruling is not None else None,
            }
            for seat in verdict.seats
        },
    }
    if verdict.irregularities:
        marks["irregularities"] = [
            {
                "kind": one.kind,
                "seat": one.seat,
                "ruling": one.ruling,
                "cards": card_codes(one.cards),
                "reason": one.reason,
            }
            for one in verdict.irregularities
        ]
    if bets.meter is not None:
        hits = [line for line in lines if line.reason.clause == "progressive_meter"]
        marks["meter_paid_minor"] = str(sum(line.stake_minor + line.net_minor for line in hits))
    return marks
