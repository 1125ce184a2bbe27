"""The rules of a Three Card Poker table: every switch of rules/three-card-poker section 9, and the paytables.

``load_rules`` reads a complete ruleset document; nothing has a default. Where the house has no limit, no cap,
no bet, the document says so with the words ``none`` and ``off``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import Final, NamedTuple

from engine.games.three_card_poker.limits import LIMITED, Limits, PayoutCap, check_fixed_stake, read_cap, read_limits
from engine.games.three_card_poker.paytables import Paytable, Progressive, read_paytable, read_progressive
from engine.money import Rounding, find_exact, find_minor
from engine.ranking import ThreeCategory
from engine.rulesets import Check, any_of, integer, one_of, read_document, read_switches, refuse_if_any
from engine.validation import Reader

NAME: Final = "three_card_poker"
SCHEDULES: Final = ("ante_bonus", "pair_plus", "six_card", "prime", "progressive")


class Contest(IntEnum):
    """How an ante stands against the dealer's hand (section 4)."""

    FOLD = 0
    NOT_QUALIFIED = 1
    LOWER = 2
    EQUAL = 3
    HIGHER = 4


CONTEST_NAMES: Final[tuple[str, ...]] = tuple(one.name.lower() for one in Contest)


class MainResult(NamedTuple):
    """What a contest is worth: antes won on ante and on play (None: no play bet), and the clause of each."""

    ante: int
    play: int | None
    ante_clause: str
    play_clause: str


@dataclass(frozen=True, slots=True)
class Rules:
    """A lawful ruleset, compiled: ``qualifies_from`` is the least strength of a qualifying dealer's hand,
    ``main`` is indexed by Contest. ``pair_plus_ratio`` is the exact size a pair plus must have in antes.
    """

    key: str
    qualifies_from: int
    main: tuple[MainResult, ...]
    forfeited_on_fold: frozenset[str]
    pair_plus_needs_ante: bool
    pair_plus_ratio: Fraction | None
    pair_plus_contested: bool
    ante_bonus_contests: frozenset[Contest]
    six_card_needs_ante: bool
    rounding: Rounding
    chip_unit_minor: int
    commission_bp: int
    commission_per_bet: bool
    limits: Mapping[str, Limits | None]
    payout_cap: PayoutCap | None
    misdeal_voids_round: bool
    exposed_cards_allowed: int
    ante_bonus: Paytable | None
    pair_plus: Paytable | None
    six_card: Paytable | None
    prime: Paytable | None
    progressive: Progressive | None

    def offers(self, bet: str) -> bool:
        """Whether the table takes a bet: ante and play always, the others where they have a paytable."""
        return bet in ("ante", "play") or getattr(self, bet) is not None


_QUALIFIES_FROM: Final[Mapping[str, int]] = {
    "always": 0,
    "J": 11 << 16,
    "Q": 12 << 16,
    "Q64": 12 << 16 | 6 << 12 | 4 << 8,
    "K": 13 << 16,
    "A": 14 << 16,
    "pair": ThreeCategory.PAIR << 20,
}
_NOT_QUALIFIED: Final[Mapping[str, MainResult]] = {
    "win": MainResult(1, 0, "ante_not_qualified_wins", "play_not_qualified"),
    "push": MainResult(0, 0, "ante_not_qualified_pushes", "play_not_qualified"),
}
_EQUAL: Final[Mapping[str, MainResult]] = {
    "push": MainResult(0, 0, "ante_equal_pushes", "play_equal_pushes"),
    "player": MainResult(1, 1, "ante_equal_wins", "play_equal_wins"),
}


def _ratio(value: object) -> object:
    ratio = find_exact(value) if isinstance(value, str) else None
    if ratio is None or ratio <= 0:
        raise ValueError("a positive exact ratio to the ante as text, for example '1' or '1/2', is needed")
    return ratio


def _unit(value: object) -> object:
    minor = find_minor(value)
    if minor is None or minor < 1:
        raise ValueError("a positive amount in minor units is needed, as text")
    return minor


def _read_later(value: object) -> object:
    return value


_CHECKS: Final[Mapping[str, Check]] = {
    "dealer_qualifies": one_of(*_QUALIFIES_FROM),
    "ante_when_not_qualified": one_of(*_NOT_QUALIFIED),
    "tie": one_of(*_EQUAL),
    "pair_plus_on_fold": one_of("settle", "forfeit"),
    "pair_plus_without_ante": any_of(one_of(True, False), _ratio),
    "pair_plus_contested": one_of("no", "must_beat_dealer"),
    "ante_bonus_on_loss": one_of(True, False),
    "ante_bonus_on_fold": one_of(True, False),
    "six_card_on_fold": one_of("settle", "forfeit"),
    "six_card_needs_ante": one_of(True, False),
    "prime_on_fold": one_of("settle", "forfeit"),
    "progressive_on_fold": one_of("settle", "forfeit"),
    "rounding": one_of(*(rule.value for rule in Rounding)),
    "chip_unit_minor": _unit,
    "commission_bp": integer(0, 10_000),
    "commission_per": one_of("round", "bet"),
    "limits": _read_later,
    "payout_cap": _read_later,
    "misdeal": one_of("void_round", "void_hand"),
    "exposed_cards_allowed": integer(0, 24),
}
SWITCHES: Final = tuple(_CHECKS)


def load_rules(document: Mapping[str, object]) -> Rules:
    """The rules of a complete ruleset document. Raises RulesetRefused with every fault in it."""
    reader = Reader()
    envelope = read_document(document, NAME, reader)
    if envelope is None:
        refuse_if_any(reader)
        raise AssertionError("a document without faults has an envelope")
    switches = read_switches(envelope.switches, _CHECKS, reader)
    limits = read_limits(switches.get("limits"), reader) if "limits" in switches else {}
    cap = read_cap(switches["payout_cap"], reader) if "payout_cap" in switches else None
    schedules = reader.mapping(envelope.schedules, "/schedules", SCHEDULES)
    tables = {
        kind: read_paytable(kind, envelope.schedules[kind], f"/schedules/{kind}", reader)
        for kind in SCHEDULES[:-1]
        if kind in (schedules or {})
    }
    progressive = None
    if "progressive" in envelope.schedules:
        progressive = read_progressive(envelope.schedules["progressive"], "/schedules/progressive", reader)
        check_fixed_stake(envelope.schedules["progressive"], limits, reader)
    refuse_if_any(reader)
    return _compile(envelope.key, switches, limits, cap, tables, progressive)


def _compile(
    key: str,
    switches: Mapping[str, object],
    limits: Mapping[str, Limits | None],
    cap: PayoutCap | None,
    tables: Mapping[str, Paytable | None],
    progressive: Progressive | None,
) -> Rules:
    """Rules of switches that were all read and found lawful; each switch is read here and nowhere else."""
    without_ante = switches["pair_plus_without_ante"]
    return Rules(
        key=key,
        qualifies_from=_QUALIFIES_FROM[str(switches["dealer_qualifies"])],
        main=_main_results(str(switches["ante_when_not_qualified"]), str(switches["tie"])),
        forfeited_on_fold=frozenset(
            bet for bet in LIMITED if bet != "ante" and switches[f"{bet}_on_fold"] == "forfeit"
        ),
        pair_plus_needs_ante=without_ante is not True,
        pair_plus_ratio=without_ante if isinstance(without_ante, Fraction) else None,
        pair_plus_contested=switches["pair_plus_contested"] == "must_beat_dealer",
        ante_bonus_contests=_bonus_contests(
            on_fold=switches["ante_bonus_on_fold"] is True, on_loss=switches["ante_bonus_on_loss"] is True
        ),
        six_card_needs_ante=switches["six_card_needs_ante"] is True,
        rounding=Rounding(str(switches["rounding"])),
        chip_unit_minor=int(str(switches["chip_unit_minor"])),
        commission_bp=int(str(switches["commission_bp"])),
        commission_per_bet=switches["commission_per"] == "bet",
        limits=limits,
        payout_cap=cap,
        misdeal_voids_round=switches["misdeal"] == "void_round",
        exposed_cards_allowed=int(str(switches["exposed_cards_allowed"])),
        ante_bonus=tables["ante_bonus"],
        pair_plus=tables["pair_plus"],
        six_card=tables["six_card"],
        prime=tables["prime"],
        progressive=progressive,
    )


def _main_results(not_qualified: str, tie: str) -> tuple[MainResult, ...]:
    """The settlement matrix of section 4, in the order of Contest."""
    return (
        MainResult(-1, None, "ante_fold", ""),
        _NOT_QUALIFIED[not_qualified],
        MainResult(-1, -1, "ante_lower", "play_lower"),
        _EQUAL[tie],
        MainResult(1, 1, "ante_higher", "play_higher"),
    )


def _bonus_contests(*, on_fold: bool, on_loss: bool) -> frozenset[Contest]:
    """Against which results the ante bonus is paid: always on a win, a tie and a dealer who does not qualify."""
    refused = {Contest.FOLD} if not on_fold else set()
    return frozenset(set(Contest) - refused - (set() if on_loss else {Contest.LOWER}))
