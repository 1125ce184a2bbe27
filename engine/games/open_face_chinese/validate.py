"""What keeps a hand from being settled: the first illegal event of its log, and all that is wrong with its money.

Of the log one violation is named, the first one in the order that ``replay`` documents, or ``unfinished`` where the log
is legal so far and boards are open. Then come, all of them, ``unknown_seat``, ``missing_hand``, ``missing_pot``,
``missing_match_net``, ``missing_stack``, ``not_whole_chips``, ``stacks_too_large``, ``half_unit``, ``stake_too_large``.
A foul is none of these: it is settled.

A stake that rises is judged at every level from this hand on, and stacks by their sum: whatever a lawful hand leaves to
the next one can be played and paid.
"""

from collections.abc import Mapping
from typing import Final

from engine.errors import Violation
from engine.games.open_face_chinese.record import TERMS_POINTER, Bets, Round
from engine.games.open_face_chinese.replay import replay
from engine.games.open_face_chinese.rules import Rules
from engine.games.open_face_chinese.settle import loss_limit_minor
from engine.games.payment import levels_from
from engine.money import MAX_MINOR, Rounding
from engine.tables import Needs
from engine.validation import Reader, escape

SEATS: Final = (2, 4)
_MOST_OPPONENTS: Final = 3


def validate(played: Round, rules: Rules) -> tuple[Violation, ...]:
    """Every violation of a round, in the documented order; none means that it settles."""
    reader = Reader()
    state = replay(played, rules)
    if isinstance(state, Violation):
        reader.violations.append(state)
    elif not state.over:
        reader.refuse("unfinished", "/moves", f"the hand goes on: it is the turn of {state.next_seat}")
    _check_seats(played, reader)
    _check_named(played, rules, reader)
    _check_amounts(played, rules, reader)
    _check_stake(played, rules, reader)
    return tuple(reader.violations)


def _per_seat(played: Round) -> dict[str, Mapping[str, int]]:
    """The objects of the record that have a key for each seat, but for Fantasyland, which is the log's."""
    named = {"fantasyland_runs": played.runs, "match_nets": played.bets.match_nets, "stacks": played.bets.stacks}
    return {key: table for key, table in named.items() if table is not None}


def _check_seats(played: Round, reader: Reader) -> None:
    for key, table in _per_seat(played).items():
        for seat in table:
            if seat not in played.seats:
                reader.refuse("unknown_seat", f"/{key}/{escape(seat)}", f"nobody sits at {seat}")


def _check_named(played: Round, rules: Rules, reader: Reader) -> None:
    """Whatever this ruleset settles by must be in the record."""
    bets = played.bets
    if bets.hand is None and (len(rules.stake.levels) > 1 or len(rules.scale.levels) > 1):
        reader.refuse("missing_hand", "", "stake or royalties rise: the number of the hand in its match is needed")
    elif bets.hand is None and rules.loss_limit is not None and rules.one_hand_each:
        reader.refuse("missing_hand", "", "losses of a match of so many hands are limited: which hand of it is this?")
    if bets.pot_minor is None and rules.scale.base_pot_minor is not None:
        reader.refuse("missing_pot", "", "royalties follow the pot, which is needed as pot_minor")
    if bets.match_nets is None and rules.loss_limit is not None:
        reader.refuse("missing_match_net", "", "losses of a match are limited: what has each seat won or lost so far?")
    for key, code in (("match_nets", "missing_match_net"), ("stacks", "missing_stack")):
        table = _per_seat(played).get(key)
        for seat in played.seats if table is not None else ():
            if seat not in (table or {}):
                reader.refuse(code, f"/{key}", f"the figure of seat {seat} is needed")


def _check_amounts(played: Round, rules: Rules, reader: Reader) -> None:
    chip = rules.money.chip_unit_minor
    for key in ("match_nets", "stacks"):
        for seat, minor in _per_seat(played).get(key, {}).items():
            if minor % chip:
                detail = f"{minor} is not a multiple of the smallest chip, {chip}"
                reader.refuse("not_whole_chips", f"/{key}/{escape(seat)}", detail)
    if sum((played.bets.stacks or {}).values()) > MAX_MINOR:
        reader.refuse("stacks_too_large", "/stacks", "one seat could win more chips than can be written")


def _check_stake(played: Round, rules: Rules, reader: Reader) -> None:
    bets, chip, pointer = played.bets, rules.money.chip_unit_minor, f"{TERMS_POINTER}/unit_minor"
    hand, parts = bets.hand or 1, rules.denominator * chip
    stakes = [level * bets.unit_minor for level in levels_from(hand, rules.stake.hands_per_level, rules.stake.levels)]
    uneven = [stake for stake in stakes if stake % chip]
    split = [stake for stake in stakes if rules.money.rounding is Rounding.REJECT and stake % parts]
    if uneven or (loss_limit_minor(bets, rules) or 0) % chip:
        detail = f"a unit of {(*uneven, *stakes)[0]}, or the loss limit, is not a multiple of the smallest chip, {chip}"
        reader.refuse("not_whole_chips", pointer, detail)
    elif split:
        detail = f"this ruleset splits the unit {rules.denominator} ways and rounds nothing; {split[0]} does not divide"
        reader.refuse("half_unit", pointer, detail)
    if _is_too_large(max(stakes), _most_mult(bets, rules), rules):
        by_pot = rules.scale.base_pot_minor is not None and not _is_too_large(max(stakes), 1, rules)
        at = "/pot_minor" if by_pot else pointer
        reader.refuse("stake_too_large", at, "a hand could win more than can be written")


def _is_too_large(stake: int, mult: int, rules: Rules) -> bool:
    return stake * rules.most_units(mult) * _MOST_OPPONENTS > MAX_MINOR


def _most_mult(bets: Bets, rules: Rules) -> int:
    """How many times royalties can count in this hand or, where they follow the level, in a later one of its match."""
    scale, hand = rules.scale, bets.hand or 1
    if scale.levels:
        return max(levels_from(hand, scale.hands_per_level, scale.levels))
    return scale.of_hand(hand, bets.pot_minor or 0)


def needs(rules: Rules) -> Needs:
    """The fewest seats of the form, and what a unit is worth."""
    return Needs(rules.form.seats[0], unit=True)
