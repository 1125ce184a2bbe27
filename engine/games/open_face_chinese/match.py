"""What one hand leaves to the next, and when a match is over (rules/chinese-poker section 10).

A match is one hand for each seat, and besides each hand in which somebody plays Fantasyland. Before such a hand the
button stays where it is, or moves as before any other (``fl_button``).
"""

from collections.abc import Sequence

from engine.games.open_face_chinese.judge import Verdict
from engine.games.open_face_chinese.rules import Rules


def next_hand(verdict: Verdict, rules: Rules) -> dict[str, object]:
    """What the next record of the session must say: ``button``, ``fantasyland`` and ``fantasyland_runs``.

    Seats that have none are not named, as in a record.
    """
    fantasyland = {hand.seat: hand.fantasyland.cards for hand in verdict.hands if hand.fantasyland.cards}
    stays = fantasyland and rules.fantasyland.button_stays
    return {
        "button": verdict.played.button if stays else verdict.state.table.order[0],
        "fantasyland": fantasyland,
        "fantasyland_runs": {hand.seat: hand.run for hand in verdict.hands if hand.run},
    }


def match_over(counted: Sequence[bool], seats: int, fantasyland_next: bool, rules: Rules) -> bool:
    """Whether a match of so many seats is over after these hands.

    ``counted`` says of each hand played whether it counts (the mark ``counts_for_match``); a hand in Fantasyland that
    was won is still played.
    """
    return rules.one_hand_each and sum(counted) >= seats and not fantasyland_next
