"""The switches of open-face Chinese poker: every name, and what values it may take. None has a default.

``ofc`` is the form (``forms.FORMS``), ``jokers`` how many the deck holds. Of Chinese poker's switches those stand here
that mean something at this table. ``royalty_mult`` multiplies every royalty; ``royalty_levels`` puts a multiplier for
each blind level in its place, ``royalty_base_pot_minor`` the pot over a base pot, rounded down and at least 1.

``fl_entry`` to ``fl_super`` govern Fantasyland; no more seats can play than the deck serves where all of them are in it
(fourteen cards each serve three seats, not four). ``fl_button`` says what the button does before a hand in which
somebody plays it. ``super_bowl_from`` is the run of Fantasylands that is a Super Bowl, ``super_bowl_mult`` how many
times the pairs of such a seat count. ``loss_limit_units`` is the most a player can lose in a match, in units of the
session. ``timeout`` is what becomes of a move that was not made in time: ``fill`` sets its cards by rule, ``foul``
besides fouls the hand. ``match_hands`` is the length of a match: one hand for each seat, Fantasyland hands apart.
"""

from collections.abc import Mapping
from typing import Final

from engine.games.fouls import FOUL_SWITCHES
from engine.games.methods import PAIR_SWITCHES
from engine.games.open_face_chinese.forms import FORMS, JOKERS
from engine.games.payment import MONEY_SWITCHES, chips, levels_up_to
from engine.games.rows import ROW_SWITCHES, Tie, Variant
from engine.games.royalties import ROYALTY_SWITCHES
from engine.rulesets import Check, any_of, integer, one_of

NONE: Final = "none"
MOST_ROYALTY_MULT: Final = 100

_NOT_HERE: Final = ("middle_over_back", "low_front_ace", "low_front_qualifier", "variant", "tie")
_YES_OR_NO: Final = one_of(True, False)

OPEN_FACE_ROW_SWITCHES: Final[Mapping[str, Check]] = {
    "variant": one_of(Variant.HIGH.value, Variant.MIDDLE_LOW.value),
    "tie": one_of(Tie.NONE.value, Tie.HALF.value, Tie.SUIT.value),
    **{name: check for name, check in ROW_SWITCHES.items() if name not in _NOT_HERE},
}
"""Row switches that open-face leaves open: no front plays low, nobody holds the bank, and cards once set never move."""

SWITCHES: Final[Mapping[str, Check]] = {
    "ofc": one_of(*FORMS),
    "jokers": integer(0, len(JOKERS)),
    **OPEN_FACE_ROW_SWITCHES,
    **PAIR_SWITCHES,
    **FOUL_SWITCHES,
    "royalty_when": ROYALTY_SWITCHES["royalty_when"],
    "royalty_mult": integer(1, MOST_ROYALTY_MULT),
    "royalty_levels": any_of(one_of(NONE), levels_up_to(MOST_ROYALTY_MULT)),
    "royalty_base_pot_minor": any_of(one_of(NONE), chips),
    "fl_entry": one_of("QQ", "KK", "AA"),
    "fl_cards": one_of("13", "14", "progressive"),
    "fl_stay_front_trips": _YES_OR_NO,
    "fl_stay_middle": one_of("off", "full_house"),
    "fl_stay_back_quads": _YES_OR_NO,
    "fl_stay_cards": one_of("base", "same"),
    "fl_low_wheel_enters": _YES_OR_NO,
    "fl_super": _YES_OR_NO,
    "fl_button": one_of("stays", "moves"),
    "super_bowl_from": integer(1, 100),
    "super_bowl_mult": integer(1, 100),
    "loss_limit_units": any_of(one_of(NONE), integer(1, 1_000_000)),
    "timeout": one_of(NONE, "foul", "fill"),
    "match_hands": one_of("one_each", "open"),
    **MONEY_SWITCHES,
}
"""Every switch of the game with its check."""
