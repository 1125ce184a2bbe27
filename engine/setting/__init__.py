"""The best setting of thirteen cards, exact over all legal settings, and the house way.

It serves arrangement hints, the house way and hands that ran out of time. ``set_hand`` is the whole of it:
72,072 settings, three objectives, every switch of a ruleset that bears on rows.
"""

from engine.setting.choice import HOUSE_ODDS, HOUSE_WAY, Objective, Setting, house_way, set_hand
from engine.setting.opponents import RANDOM_ROWS, Bank, Opponents, RowOdds

__all__ = [
    "HOUSE_ODDS",
    "HOUSE_WAY",
    "RANDOM_ROWS",
    "Bank",
    "Objective",
    "Opponents",
    "RowOdds",
    "Setting",
    "house_way",
    "set_hand",
]
