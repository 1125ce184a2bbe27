"""A house's open-face Chinese poker, read from a complete ruleset document.

What the verbs need is worked out once, here. A document is refused with every fault at once (``RulesetRefused``):
the envelope alone, if that is wrong; else the switches in their order, the royalties, and contradictions between
lawful switches (``contradiction``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from engine.games.fouls import FoulRules, foul_rules
from engine.games.methods import PairRules, pair_rules
from engine.games.open_face_chinese.fantasyland import FantasylandRules, fantasyland_rules
from engine.games.open_face_chinese.forms import FORMS, Form, deck_of
from engine.games.open_face_chinese.switches import NONE, OPEN_FACE_ROW_SWITCHES, SWITCHES
from engine.games.payment import MoneyRules, StakeRules, level_of, money_rules, refuse_money_contradictions, stake_rules
from engine.games.rows import RowRules, Variant, row_rules
from engine.games.royalties import RowEntries, Royalties, Units, read_royalties, royalties_of
from engine.rulesets import read_document, read_switches, refuse_if_any
from engine.settlement import Fact
from engine.validation import Reader

NAME: Final = "open_face_chinese"
SCHEDULES: Final = ("royalties",)

_NOT_SWITCHED: Final = {"middle_over_back": "foul", "low_front_ace": "high", "low_front_qualifier": "unpaired"}
"""Row switches of the closed game that open-face does not know, as ``RowRules`` needs them: none of them is read."""


class RoyaltyScale(NamedTuple):
    """How many times royalties count: ``fixed``, or by blind level (``levels``), or by the pot over ``base_pot``."""

    fixed: int
    levels: tuple[int, ...]
    hands_per_level: int
    base_pot_minor: int | None

    def of_hand(self, hand: int | None, pot_minor: int | None) -> int:
        """The multiplier of one hand: its number in the match, from 1, and its pot, where the scale needs them."""
        if self.levels:
            assert hand is not None or len(self.levels) == 1, "validate asks for the hand's number where levels rise"
            return level_of(hand or 1, self.hands_per_level, self.levels)
        if self.base_pot_minor is not None:
            assert pot_minor is not None, "validate asks for the pot where royalties follow it"
            return max(1, pot_minor // self.base_pot_minor)
        return self.fixed

    def told(self, hand: int | None, pot_minor: int | None) -> tuple[str, tuple[tuple[str, Fact], ...]]:
        """By what the multiplier stands, and the facts of it."""
        if self.levels:
            level = min(((hand or 1) - 1) // self.hands_per_level, len(self.levels) - 1) + 1
            return "by_level", (("level", level),)
        if self.base_pot_minor is not None:
            return "by_pot", (("pot_minor", str(pot_minor)), ("base_pot_minor", str(self.base_pot_minor)))
        return "by_rule", ()


class SuperBowl(NamedTuple):
    """The run of Fantasylands that is a Super Bowl, and how many times the pairs of such a seat count."""

    least_run: int
    mult: int


@dataclass(frozen=True, slots=True)
class Rules:
    """A house's complete open-face Chinese poker.

    ``royalties`` are those of the table, before the ``scale``. ``denominator`` is into how many parts the figures split
    a unit. ``loss_limit`` is the most a player can lose in a match, in units of the session, None without a limit.
    """

    key: str
    form: Form
    jokers: int
    deck: frozenset[str]
    rows: RowRules
    royalties: Royalties
    scale: RoyaltyScale
    pairs: PairRules
    foul: FoulRules
    fantasyland: FantasylandRules
    granted: frozenset[int]
    super_bowl: SuperBowl
    loss_limit: int | None
    timeout: str
    one_hand_each: bool
    stake: StakeRules
    money: MoneyRules
    denominator: int

    @property
    def most_cards_each(self) -> int:
        """The most cards that one seat can be dealt in a hand, in Fantasyland or outside it."""
        return max(self.form.cards_each, *self.granted)

    def most_units(self, royalty_mult: int) -> Units:
        """A bound of what one pair can move where royalties count so many times."""
        royalties = sum(self.royalties.most) * royalty_mult
        return (max(4 + 3, self.foul.units) + royalties) * self.pairs.scoop_mult * self.super_bowl.mult


def load_rules(document: Mapping[str, object]) -> Rules:
    """Rules of a complete ruleset document. Raises RulesetRefused naming every fault.

    Where a switch is refused, the royalties are still read, as far as they do not depend on it.
    """
    reader = Reader()
    found = read_document(document, NAME, reader)
    refuse_if_any(reader)
    assert found is not None
    switches = read_switches(found.switches, SWITCHES, reader)
    schedules = reader.mapping(found.schedules, "/schedules", SCHEDULES) or {}
    rows = None
    if switches.keys() >= OPEN_FACE_ROW_SWITCHES.keys():
        rows = row_rules({**_NOT_SWITCHED, **switches})
    entries = None
    if "royalties" in schedules:
        entries = read_royalties(schedules["royalties"], "/schedules/royalties", rows, reader)
    _refuse_contradictions(switches, reader)
    refuse_if_any(reader)
    assert rows is not None
    assert entries is not None
    return _assemble(found.key, switches, rows, entries)


_CONTRADICTIONS: Final[tuple[tuple[tuple[str, object], tuple[str, object], str], ...]] = (
    (("royalty_mult", 1), ("royalty_levels", NONE), "the levels tell the multiplier: 1 stands beside them"),
    (("royalty_mult", 1), ("royalty_base_pot_minor", NONE), "the pot tells the multiplier: 1 stands beside it"),
    (("royalty_levels", NONE), ("royalty_base_pot_minor", NONE), "royalties follow the level or the pot, not both"),
    (
        ("fl_low_wheel_enters", False),
        ("variant", Variant.MIDDLE_LOW.value),
        "7-5-4-3-2 is the best middle only where the middle plays low: elsewhere it is the worst",
    ),
    (("fl_super", False), ("fl_low_wheel_enters", True), "both conditions are met only where there are two of them"),
)
"""Switches of which one must keep the value named here, and why."""


def _refuse_contradictions(switches: Mapping[str, object], reader: Reader) -> None:
    for (first, kept), (second, also_kept), detail in _CONTRADICTIONS:
        if switches.get(first, kept) != kept and switches.get(second, also_kept) != also_kept:
            reader.refuse("contradiction", f"/switches/{first}", detail)
    if switches.get("loss_limit_units", NONE) != NONE and switches.get("short_stack") == "uncapped":
        detail = "what a loss limit leaves is shared out like a short stack: sequential or pro_rata"
        reader.refuse("contradiction", "/switches/loss_limit_units", detail)
    refuse_money_contradictions(switches, reader)


def _assemble(key: str, switches: Mapping[str, object], rows: RowRules, entries: RowEntries) -> Rules:
    unscaled = {"royalty_mode": "add", "royalty_mult": 1, "royalty_when": switches["royalty_when"]}
    royalties = royalties_of(entries, unscaled)
    pairs = pair_rules(switches, rows.tie, royalties.always)
    foul = foul_rules(switches, pairs)
    fantasyland = fantasyland_rules(switches)
    jokers = _whole(switches["jokers"])
    return Rules(
        key=key,
        form=FORMS[str(switches["ofc"])],
        jokers=jokers,
        deck=deck_of(jokers),
        rows=rows,
        royalties=royalties,
        scale=_scale(switches),
        pairs=pairs,
        foul=foul,
        fantasyland=fantasyland,
        granted=fantasyland.granted,
        super_bowl=SuperBowl(_whole(switches["super_bowl_from"]), _whole(switches["super_bowl_mult"])),
        loss_limit=_whole_or_none(switches["loss_limit_units"]),
        timeout=str(switches["timeout"]),
        one_hand_each=switches["match_hands"] == "one_each",
        stake=stake_rules(switches),
        money=money_rules(switches),
        denominator=lcm(*(Fraction(units).denominator for units in (foul.units, *royalties.all_units()))),
    )


def _scale(switches: Mapping[str, object]) -> RoyaltyScale:
    levels = switches["royalty_levels"]
    return RoyaltyScale(
        fixed=_whole(switches["royalty_mult"]),
        levels=levels if isinstance(levels, tuple) else (),
        hands_per_level=_whole(switches["hands_per_level"]),
        base_pot_minor=_whole_or_none(switches["royalty_base_pot_minor"]),
    )


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


def _whole_or_none(value: object) -> int | None:
    return None if value == NONE else _whole(value)
