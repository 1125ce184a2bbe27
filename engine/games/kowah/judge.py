"""What a complete log comes to: who won, how, and what it counts; or that the round was drawn."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import BrokenInvariant, Violation
from engine.games.kowah.cards import pips
from engine.games.kowah.record import Round
from engine.games.kowah.replay import replay
from engine.games.kowah.rules import Rules
from engine.games.kowah.state import Result, State


@dataclass(frozen=True, slots=True)
class Verdict:
    """A round judged: the state it ended in, its result, and each seat's pips where the house counts them."""

    played: Round
    state: State
    result: Result
    points: Mapping[str, int] | None


def judge(played: Round, rules: Rules) -> Verdict:
    """Apply the rules to a validated round. Raises BrokenInvariant where it is illegal or unfinished."""
    state = replay(played, rules)
    if isinstance(state, Violation) or state.result is None:
        raise BrokenInvariant("only a round that was found complete is judged")
    return Verdict(played, state, state.result, points_of(state) if rules.points else None)


def points_of(state: State) -> dict[str, int]:
    """The pips of each hand as it stands (section 9): 1 to 9, an honour 1."""
    return {seat: sum(map(pips, state.hands[seat])) for seat in state.table.seats}
