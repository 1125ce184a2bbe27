"""Fees in whole chips, and one that takes the last chip; the button where nobody plays the Fantasyland that is due."""

from typing import Any

import pytest

from engine.catalogue import GAMES
from engine.errors import RulesetRefused
from engine.growing import Earlier
from engine.settlement import HOUSE
from support import chinese_poker, open_face
from support.open_face import board, lines, rules, settled

A = board("Qh Qd 5c", "Kh Kc 3d 3s 2c", "9h 9d 9c 7s 7h")
B = board("6h 6d Ac", "Jh Jc Jd 4s 2d", "Ts 8s 6s 5s Qs")
"""B owes A 700 at 100 a unit."""


def fixed(per: str, amount_minor: str) -> dict[str, str]:
    return {"take": "fixed", "per": per, "amount_minor": amount_minor}


def percent(cap_minor: str) -> dict[str, str]:
    return {"take": "percent", "per": "win", "rate": "1/20", "cap_minor": cap_minor, "rounding": "down"}


@pytest.mark.parametrize(
    ("fee", "sound"),
    [
        (fixed("round", "200"), True),
        (fixed("round", "150"), False),
        (fixed("win", "50"), False),
        (percent("300"), True),
        (percent("none"), True),
        (percent("250"), False),
    ],
)
def test_a_fee_that_would_break_the_smallest_chip_is_refused_with_the_ruleset(fee: dict[str, str], sound: bool) -> None:
    switches: dict[str, Any] = {"fee": fee, "chip_unit_minor": "100"}
    for game, document in (
        ("open_face_chinese", open_face.document("ofc_pineapple", **switches)),
        ("chinese_poker", chinese_poker.document("western24", **switches)),
    ):
        if sound:
            GAMES[game].load_rules(document)
            continue
        with pytest.raises(RulesetRefused) as refused:
            GAMES[game].load_rules(document)
        assert [(one.code, one.pointer) for one in refused.value.violations] == [("contradiction", "/switches/fee")]


@pytest.mark.parametrize(("left", "clause", "paid"), [(100, "fee_per_round", 100), (99, "fee_per_round_cut", 99)])
def test_a_fee_that_takes_the_last_chip_is_not_cut(left: int, clause: str, paid: int) -> None:
    """B has 700 to pay and so much more; the fee for the round is 100."""
    under = rules("ofc_pineapple", fee=fixed("round", "100"))
    settlement = settled({"A": A, "B": B}, under, stacks={"A": "5000", "B": str(700 + left)})
    (charged,) = [line for line in lines(settlement, "fee") if line.seat == "B"]
    assert (charged.reason.clause, charged.net_minor) == (clause, -paid)
    assert settlement.nets == {"A": 600, "B": -700 - paid, HOUSE: 100 + paid}


def test_the_button_moves_on_where_whoever_is_due_fantasyland_has_no_chips_left() -> None:
    """It would have stayed with A for C's Fantasyland; where C is broke the seat on the left of A has it."""
    growth = GAMES["open_face_chinese"].growth
    assert growth is not None
    left = {"button": "A", "fantasyland": {"C": 14}, "fantasyland_runs": {}}
    last = {"seats": ["A", "B", "C"], "button": "A", "hand": 1}
    for stacks, button in (({"A": "5", "B": "5", "C": "0"}, "B"), ({"A": "5", "B": "0", "C": "5"}, "A")):
        busted = [seat for seat, stack in stacks.items() if stack == "0"]
        marks = {"next_hand": left, "counts_for_match": True, "stacks": stacks, "busted": busted}
        assert growth.carried([Earlier(last, marks)], {}, rules("ofc_pineapple")).due["button"] == button
