"""Every clause that a settlement of Kowah gives as a reason, as a sentence with the names of its facts.

The numbers in brackets are sections of the rules reference. Translations keep the keys and the names in braces.
"""

from collections.abc import Mapping
from typing import Final

from engine.games.fees import FEE_CLAUSES
from engine.games.kowah.cards import NAMES

_WINS: Final = {
    "self_draw": "Seat {winner} waited for {wait} and drew {card} itself",
    "opponent_draw": "Seat {winner} waited for {wait} and seat {source} drew {card}",
    "discard": "Seat {winner} waited for {wait} and seat {source} threw {card}",
}

CLAUSES: Final[Mapping[str, str]] = {
    **{
        means: f"{told}: won from seat {{payer}} {{multiplier}}-fold, no money is played for. [6]"
        for means, told in _WINS.items()
    },
    **{
        f"{means}_paid": f"{told}: seat {{payer}} pays seat {{payee}} {{multiplier}}-fold, of {{unit_minor}}. [6, 9]"
        for means, told in _WINS.items()
    },
    "drawn_final_draw": "The last card of the stock was drawn and nobody won: the round is drawn. [7]",
    "drawn_final_discard": "After the last card of the stock its drawer discarded and nobody won: a drawn round. [7]",
    **FEE_CLAUSES,
}

_ENGLISH: Final = {code: f"{names.english} ({code})" for code, names in NAMES.items()}
WORDS: Final[Mapping[str, Mapping[str, str]]] = {"card": _ENGLISH, "wait": _ENGLISH}
"""Facts that are cards, by name: how a card is called where a sentence names it."""
