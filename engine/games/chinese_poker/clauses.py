"""Every clause that a settlement of Chinese poker gives as a reason, as a sentence with the names of its facts.

The sentence is spoken from the side of a line's ``seat``; the numbers in brackets are sections of the rules reference
of the game. Translations keep the keys and the names in braces.
"""

from collections.abc import Mapping
from typing import Final

from engine.games.chinese_poker.side_bets import SIDE_BET_CLAUSES
from engine.games.fees import FEE_CLAUSES
from engine.games.fouls import FOUL_CLAUSES
from engine.games.pairs import PAIR_CLAUSES
from engine.games.payment import PAYMENT_CLAUSES

CLAUSES: Final[Mapping[str, str]] = {
    **PAIR_CLAUSES,
    **FOUL_CLAUSES,
    "surrender": "Seat {seat} surrendered and pays {units} units, nothing else. [4]",
    "absent": "Seat {seat} was away before the first card and pays {units} units, nothing else. [4]",
    "missed_turn": "Seat {seat} missed its turn and pays {units} units, without royalties. [4]",
    "nothing_moves": "Nothing moves between {state} and {against_state}. [4]",
    "natural": "Natural {natural} collects {units} units from a hand that is {against_state}. [5]",
    "natural_same": "Both hold the natural {natural}: nothing moves. [5]",
    "natural_higher": "Natural {natural} against {against_natural}: the higher one collects its {units} units. [5]",
    "natural_cancel": "Natural {natural} against {against_natural}: they cancel. [5]",
    "natural_difference": "Natural {natural} against {against_natural}: the difference of {units} units is paid. [5]",
    "natural_first_announced": "Natural {natural} against {against_natural}: the first announced collects {units}. [5]",
    "home_run": "Seat {seat} scooped every opponent: the {units} units of this pair count {mult} times. [3]",
    "exposed": "Seat {seat} exposed a card out of turn and pays {units} units. [4]",
    **PAYMENT_CLAUSES,
    **FEE_CLAUSES,
    **SIDE_BET_CLAUSES,
}
