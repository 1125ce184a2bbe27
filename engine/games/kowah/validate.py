"""What keeps a round from being settled: the first illegal event of its log, and all that is wrong with its money.

Of the log one violation is named, the first one in the order that ``replay`` documents, or ``unfinished`` where the log
is legal so far and nobody has won yet. Then come ``missing_unit`` (no unit was agreed on and the house plays for
money), ``not_whole_chips`` and ``stake_too_large``. A unit that nothing is played for is left alone.
"""

from engine.errors import Violation
from engine.games.kowah.record import TERMS_POINTER, Round
from engine.games.kowah.replay import replay
from engine.games.kowah.rules import Rules
from engine.games.kowah.switches import NONE
from engine.money import MAX_MINOR
from engine.validation import Reader


def validate(played: Round, rules: Rules) -> tuple[Violation, ...]:
    """Every violation of a round, in the documented order; none means that it settles."""
    reader = Reader()
    state = replay(played, rules)
    if isinstance(state, Violation):
        reader.violations.append(state)
    elif state.result is None:
        reader.refuse("unfinished", "/events", f"the round goes on: it is the turn of {state.active}")
    if rules.stake != NONE:
        _check_unit(played.bets.unit_minor, rules, reader)
    return tuple(reader.violations)


def _check_unit(unit_minor: int | None, rules: Rules, reader: Reader) -> None:
    if unit_minor is None:
        reader.refuse("missing_unit", TERMS_POINTER, "wins are paid in units: 'unit_minor' says what one is worth")
        return
    pointer = f"{TERMS_POINTER}/unit_minor"
    if unit_minor % rules.chip_unit_minor:
        detail = f"{unit_minor} is not a multiple of the smallest chip, {rules.chip_unit_minor}"
        reader.refuse("not_whole_chips", pointer, detail)
    most = max(rules.multipliers.values()) * (rules.seats - 1) * unit_minor + rules.fee.amount_minor
    if most > MAX_MINOR:
        reader.refuse("stake_too_large", pointer, "a round could win more than can be written")
