"""The switches of Kowah: every name, and what values it may take. None has a default (rules/kowah section 9).

``seats``, ``copies`` and ``hand_size`` size the game; ``teams`` seats partners alternately. ``first`` says who begins:
a seat drawn by lot, the one after a dealer drawn by lot, or the one after the last winner, who deals; ``direction`` is
that of the turns along the seats of the record. ``pair``, ``final_match``, ``shape`` and ``honour_groups`` say what a
ready hand is and what completes it.

``points`` tells the pips of the final hands. ``public_pair`` shows the exposed pair, ``opponent_draw`` lets a card win
that another seat draws, ``multipliers`` is what each way of winning counts. ``return_taken_card`` lets a taken card be
thrown at once; ``first_turn_draw`` binds the first turn of the round or of each seat to the stock; ``declare`` is free
or must follow as soon as a hand is ready; ``exhaustion`` ends a round with the last draw or with the discard after it;
``take_cap`` is how many discards may be taken in a row before somebody must draw.

``stake`` is who pays the winner the session's unit times the multiplier: nobody, every opponent, or, but for a card
that the winner drew, only the seat whose card it was. ``chip_unit_minor`` and ``fee`` are the house's.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from engine.games.fees import fee_check
from engine.games.kowah.sets import HONOUR_GROUPS
from engine.games.payment import chips
from engine.rulesets import Check, any_of, integer, one_of

NONE: Final = "none"
SEATS: Final = (2, 6)
MOST_MULTIPLIER: Final = 100


class Means(StrEnum):
    """How a round is won (section 6)."""

    SELF_DRAW = "self_draw"
    OPPONENT_DRAW = "opponent_draw"
    DISCARD = "discard"


def _multipliers(value: object) -> object:
    table = value if isinstance(value, Mapping) else {}
    named = [means.value for means in Means]
    counts = [table.get(means) for means in named]
    if len(table) == len(named) and all(type(count) is int and 1 <= count <= MOST_MULTIPLIER for count in counts):
        return dict(zip(Means, counts, strict=True))
    raise ValueError(f"a table of {', '.join(named)}, each a whole number from 1 to {MOST_MULTIPLIER}, is needed")


_YES_OR_NO: Final = one_of(True, False)

SWITCHES: Final[Mapping[str, Check]] = {
    "seats": integer(*SEATS),
    "teams": one_of(NONE, "two"),
    "copies": integer(3, 8),
    "hand_size": one_of(5, 8, 11, 14),
    "first": one_of("random", "left_of_dealer", "winner_deals"),
    "direction": one_of("ascending", "descending"),
    "pair": one_of("identical", "rank"),
    "final_match": one_of("exact", "rank"),
    "shape": one_of("strict", "free"),
    "honour_groups": one_of(*HONOUR_GROUPS),
    "points": one_of("off", "pips"),
    "public_pair": _YES_OR_NO,
    "opponent_draw": _YES_OR_NO,
    "multipliers": _multipliers,
    "return_taken_card": _YES_OR_NO,
    "first_turn_draw": one_of("round", "seat"),
    "declare": one_of("optional", "mandatory"),
    "exhaustion": one_of("final_draw", "final_discard"),
    "take_cap": any_of(one_of(NONE), integer(1, 1_000)),
    "stake": one_of(NONE, "all_pay", "feeder_pays"),
    "chip_unit_minor": chips,
    "fee": fee_check,
}
"""Every switch of the game with its check."""
