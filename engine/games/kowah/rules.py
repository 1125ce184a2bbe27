"""A house's Kowah, read from a complete ruleset document.

What the verbs need is worked out once, here. A document is refused with every fault at once (``RulesetRefused``):
the envelope alone, if that is wrong; else the switches in their order, then contradictions between lawful switches
(``contradiction``). Kowah has no schedules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.games.fees import Fee, refuse_broken_chips
from engine.games.kowah.cards import KINDS, Card
from engine.games.kowah.sets import SetRules, set_rules
from engine.games.kowah.switches import NONE, SWITCHES, Means
from engine.rulesets import read_document, read_switches, refuse_if_any
from engine.tables import Needs
from engine.validation import Reader

NAME: Final = "kowah"


@dataclass(frozen=True, slots=True)
class Rules:
    """A house's complete Kowah.

    ``step`` is 1 where turns follow the seats of the record and -1 where they go the other way; ``take_cap`` is None
    without a cap. ``dealer_named`` says that the first seat follows from a dealer, ``winner_deals`` that the winner of
    a round deals the next one.
    """

    key: str
    seats: int
    teams: bool
    copies: int
    hand_size: int
    dealer_named: bool
    winner_deals: bool
    step: int
    sets: SetRules
    match_by_group: bool
    points: bool
    public_pair: bool
    opponent_draw: bool
    multipliers: Mapping[Means, int]
    return_taken_card: bool
    drawing_turns: int
    must_declare: bool
    discard_after_last_draw: bool
    take_cap: int | None
    stake: str
    chip_unit_minor: int
    fee: Fee

    @property
    def stock_size(self) -> int:
        """Cards in the stock after the deal."""
        return len(KINDS) * self.copies - self.seats * self.hand_size

    def completes(self, card: Card, wait: Card) -> bool:
        """Whether a card makes the triple of an exposed pair (section 6)."""
        group_of = self.sets.group_of
        return group_of[card] == group_of[wait] if self.match_by_group else card == wait


def load_rules(document: Mapping[str, object]) -> Rules:
    """Rules of a complete ruleset document. Raises RulesetRefused naming every fault."""
    reader = Reader()
    found = read_document(document, NAME, reader)
    refuse_if_any(reader)
    assert found is not None
    switches = read_switches(found.switches, SWITCHES, reader)
    reader.mapping(found.schedules, "/schedules", ())
    if switches.keys() == SWITCHES.keys():
        for name, contradicts, detail in _CONTRADICTIONS:
            if contradicts(switches):
                reader.refuse("contradiction", f"/switches/{name}", detail)
    refuse_broken_chips(switches, reader)
    refuse_if_any(reader)
    return _assemble(found.key, switches)


def _all_of_a_kind(switches: Mapping[str, object]) -> bool:
    copies, hand_size = switches["copies"], switches["hand_size"]
    return switches["return_taken_card"] is False and _whole(copies) > _whole(hand_size)


def _fee_without_stake(switches: Mapping[str, object]) -> bool:
    fee = switches["fee"]
    assert isinstance(fee, Fee)
    return switches["stake"] == NONE and fee.per in ("pot", "win")


_CONTRADICTIONS: Final[tuple[tuple[str, Callable[[Mapping[str, object]], bool], str], ...]] = (
    (
        "teams",
        lambda switches: switches["teams"] == "two" and switches["seats"] not in (4, 6),
        "two teams need four or six seats",
    ),
    (
        "pair",
        lambda switches: switches["pair"] == "rank" and switches["final_match"] == "exact",
        "a pair that is not identical has no third identical card: final_match is rank beside it",
    ),
    (
        "shape",
        lambda switches: switches["pair"] == "rank" and switches["shape"] == "strict",
        "the 2+2+1 split is about an identical pair: shape is free beside pair = rank",
    ),
    (
        "return_taken_card",
        _all_of_a_kind,
        "a hand could hold nothing but copies of the card it took, and then throw none of them",
    ),
    ("fee", _fee_without_stake, "nothing is won without a stake: no fee can be taken from a win or a pot"),
)
"""Where it is told, when switches contradict each other, and why."""


def _assemble(key: str, switches: Mapping[str, object]) -> Rules:
    """Rules of switches that were all found lawful; each switch is read here and nowhere else."""
    multipliers, fee = switches["multipliers"], switches["fee"]
    assert isinstance(multipliers, dict)
    assert isinstance(fee, Fee)
    seats = _whole(switches["seats"])
    return Rules(
        key=key,
        seats=seats,
        teams=switches["teams"] == "two",
        copies=_whole(switches["copies"]),
        hand_size=_whole(switches["hand_size"]),
        dealer_named=switches["first"] != "random",
        winner_deals=switches["first"] == "winner_deals",
        step=1 if switches["direction"] == "ascending" else -1,
        sets=set_rules(
            str(switches["honour_groups"]),
            strict=switches["shape"] == "strict",
            identical_pair=switches["pair"] == "identical",
        ),
        match_by_group=switches["final_match"] == "rank",
        points=switches["points"] == "pips",
        public_pair=switches["public_pair"] is True,
        opponent_draw=switches["opponent_draw"] is True,
        multipliers=multipliers,
        return_taken_card=switches["return_taken_card"] is True,
        drawing_turns=1 if switches["first_turn_draw"] == "round" else seats,
        must_declare=switches["declare"] == "mandatory",
        discard_after_last_draw=switches["exhaustion"] == "final_discard",
        take_cap=None if switches["take_cap"] == NONE else _whole(switches["take_cap"]),
        stake=str(switches["stake"]),
        chip_unit_minor=_whole(switches["chip_unit_minor"]),
        fee=fee,
    )


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


def needs(rules: Rules) -> Needs:
    """As many seats as play, and what a unit is worth where there is a stake."""
    return Needs(rules.seats, unit=rules.stake != NONE)
