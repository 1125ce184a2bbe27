"""A sentence for each clause that a settlement line names, to be filled with the facts of its reason.

The numbers in brackets are sections of the rules reference of the game.
"""

from collections.abc import Mapping
from typing import Final

_NOT_QUALIFIED: Final = "The dealer's {dealer} ({dealer_hand}) does not qualify"
_OWN: Final = "The player's {player} ({player_hand})"

CLAUSES: Final[Mapping[str, str]] = {
    "ante_fold": "The player folded {player} ({player_hand}): the ante is lost. [4]",
    "ante_not_qualified_wins": f"{_NOT_QUALIFIED}: the ante wins 1 to 1, hands are not compared. [4]",
    "ante_not_qualified_pushes": f"{_NOT_QUALIFIED}: the ante is returned under the rule of this table. [9]",
    "ante_higher": f"{_OWN} is higher than the dealer's {{dealer}} ({{dealer_hand}}): the ante wins 1 to 1. [4]",
    "ante_equal_pushes": f"{_OWN} equals the dealer's {{dealer}}: the ante is returned. [4]",
    "ante_equal_wins": f"{_OWN} equals the dealer's {{dealer}}: ties pay the player at this table. [9]",
    "ante_lower": f"{_OWN} is lower than the dealer's {{dealer}} ({{dealer_hand}}): the ante is lost. [4]",
    "play_not_qualified": f"{_NOT_QUALIFIED}: the play bet is returned. [4]",
    "play_higher": f"{_OWN} is higher than the dealer's {{dealer}} ({{dealer_hand}}): play wins 1 to 1. [4]",
    "play_equal_pushes": f"{_OWN} equals the dealer's {{dealer}}: the play bet is returned. [4]",
    "play_equal_wins": f"{_OWN} equals the dealer's {{dealer}}: ties pay the player at this table. [9]",
    "play_lower": f"{_OWN} is lower than the dealer's {{dealer}} ({{dealer_hand}}): the play bet is lost. [4]",
    "ante_bonus_paid": f"{_OWN} earns the ante bonus, {{odds}} to 1 on the ante, whatever the dealer holds. [4, 5]",
    "ante_bonus_no_hand": f"{_OWN} earns no ante bonus. [5]",
    "ante_bonus_folded": f"{_OWN} was folded: the ante bonus needs the play bet. [4]",
    "ante_bonus_lost": f"{_OWN} lost to the dealer: this table pays no ante bonus on a losing hand. [9]",
    "pair_plus_paid": f"{_OWN} pays {{odds}} to 1 on pair plus, whatever the dealer holds. [6]",
    "pair_plus_returned": f"{_OWN} returns the pair plus bet. [6]",
    "pair_plus_nothing": f"{_OWN} is below the lowest line of the table: pair plus is lost. [6]",
    "pair_plus_forfeit": f"{_OWN} was folded: pair plus is forfeit at this table. [4, 9]",
    "pair_plus_not_beaten": f"{_OWN} does not beat the dealer's {{dealer}} ({{dealer_hand}}): pair plus returns. [9]",
    "six_card_paid": "{player} and {dealer} make {six_card_hand}: {odds} to 1. [7]",
    "six_card_prize": "{player} and {dealer} make {six_card_hand}: a fixed prize. [7]",
    "six_card_returned": "{player} and {dealer} make {six_card_hand}: the bet is returned. [7]",
    "six_card_nothing": "{player} and {dealer} make {six_card_hand}: the six-card bet is lost. [7]",
    "six_card_forfeit": "{player} ({player_hand}) was folded: the six-card bet is forfeit at this table. [9]",
    "prime_paid": "{player} with the dealer's {dealer} is one colour ({colours} cards): {odds} to 1. [7]",
    "prime_returned": "{player} with the dealer's {dealer} ({colours}): the prime bet is returned. [7]",
    "prime_nothing": "{player} is not of one colour: prime is lost. [7]",
    "prime_forfeit": "{player} ({player_hand}) was folded: prime is forfeit at this table. [9]",
    "progressive_paid": f"{_OWN} pays {{odds}} for 1 on the progressive. [7]",
    "progressive_meter": f"{_OWN} takes {{share_bp}} basis points of the meter of {{meter_minor}} minor units. [7]",
    "progressive_nothing": f"{_OWN} pays nothing on the progressive. [7]",
    "progressive_forfeit": f"{_OWN} was folded: the progressive is forfeit at this table. [9]",
    "progressive_buddy_paid": "The meter was hit at this table ({winners}): {odds} times the stake to the others. [7]",
    "payout_cap": "Winning bets came to {winnings_minor} minor units: cut to the cap of {cap_minor} per {per}. [10]",
    "commission_round": "Commission of {rate_bp} basis points on the net win of {base_minor} minor units. [9]",
    "commission_bet": "Commission of {rate_bp} basis points on winning bets of {base_minor} minor units in all. [9]",
    "void_round": "The round is void ({irregularity}: {reason}): the bet is returned. [11]",
    "void_hand": "The hand is void ({irregularity}: {reason}): the bet is returned. [11]",
    "forfeit_hand": "The hand is forfeit ({irregularity}: {reason}): the bet is lost. [11]",
}
