"""Every clause that a settlement of Kowah gives as a reason, as a sentence with the names of its facts.

The numbers in brackets are sections of the rules reference. Translations keep the keys and the names in braces.
"""

from collections.abc import Mapping
from typing import Final

from engine.games.fees import FEE_CLAUSES

_WINS: Final = {
    "self_draw": "{winner} waited for {wait} and drew {card} himself",
    "opponent_draw": "{winner} waited for {wait} and {source} drew {card}",
    "discard": "{winner} waited for {wait} and {source} threw {card}",
}

CLAUSES: Final[Mapping[str, str]] = {
    **{
        means: f"{told}: the win counts {{multiplier}} times, no money is played for. [6]"
        for means, told in _WINS.items()
    },
    **{
        f"{means}_paid": f"{told}: {{payer}} pays {{payee}} {{multiplier}} times {{unit_minor}}. [6, 9]"
        for means, told in _WINS.items()
    },
    "drawn_final_draw": "The last card of the stock was drawn and nobody won: the round is drawn. [7]",
    "drawn_final_discard": "After the last card of the stock its drawer discarded and nobody won: a drawn round. [7]",
    **FEE_CLAUSES,
}
