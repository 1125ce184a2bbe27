"""Every clause that a settlement of open-face gives as a reason, as a sentence with the names of its facts.

The sentence is spoken from the side of a line's ``seat``; the numbers in brackets are sections of the rules reference.
Translations keep the keys and the names in braces.
"""

from collections.abc import Mapping
from typing import Final

from engine.games.fees import FEE_CLAUSES
from engine.games.fouls import FOUL_CLAUSES
from engine.games.open_face_chinese.settle import SETTLE_CLAUSES
from engine.games.pairs import PAIR_CLAUSES
from engine.games.payment import PAYMENT_CLAUSES

_SCALED: Final = {
    "by_rule": "counted {mult} times: {units}. [6, 10]",
    "by_level": "counted {mult} times at level {level}: {units}. [10]",
    "by_pot": "counted {mult} times by the pot of {pot_minor} over {base_pot_minor}: {units}. [10]",
}
_ROYALTIES: Final = {
    "royalty": "{hand} in the {row} earns a royalty of {royalty}",
    "royalty_against": "{hand} in the other hand's {row} earns a royalty of {royalty}",
    "foul_royalty": "The fouled hand pays the royalty of {royalty} for {hand} in the {row}",
}

CLAUSES: Final[Mapping[str, str]] = {
    **PAIR_CLAUSES,
    **FOUL_CLAUSES,
    **{
        f"{clause}_{by}": f"{royalty}, {counted}"
        for clause, royalty in _ROYALTIES.items()
        for by, counted in _SCALED.items()
    },
    "both_fouled": "Both hands fouled ({faults}; {against_faults}): nothing moves. [4, 10]",
    "super_bowl": "Super Bowl of {seats}: the {units} units of this pair count {mult} times. [10]",
    **PAYMENT_CLAUSES,
    **SETTLE_CLAUSES,
    **FEE_CLAUSES,
}
