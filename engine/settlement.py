"""What a round is worth: lines that each say why, and nets that must agree with them.

A line is one transfer between two sides. ``net_minor`` is what ``seat`` gains from ``against``, in integer
minor units, so the two sides of a line cancel. A settlement is built from the lines *and* from nets that
the game computed on its own way (units times stake, bet by bet); where the two disagree it refuses itself.

Lines that two sides settle at one stake may be handed over together, as an Account. Its pieces hold all that the
lines say, reasons included, and are summed and checked like lines; only the form of lines is left for later, because
who needs the nets alone, or the plain data, never reads them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.errors import BrokenInvariant

HOUSE: Final = "house"
"""The side that is nobody's seat: the dealer's bank, and where fees and breakage go."""

Fact = str | int | bool | None | tuple["Fact", ...]


class Reason(NamedTuple):
    """Why a line is worth what it is, as data.

    ``clause`` names the rule (a key of the game's ``CLAUSES``); ``facts`` are the names and values that the
    clause's sentence needs: the two hands compared, the multiplier, the penalty.
    """

    clause: str
    facts: tuple[tuple[str, Fact], ...] = ()


class Line(NamedTuple):
    """One transfer of a settlement.

    ``item`` is what is settled (``front``, ``scoop``, ``natural``, ``ante``, ``pair_plus``, ...), ``outcome``
    is ``win | lose | push | none | forfeit | charged`` from ``seat``'s side. ``units`` is an exact number as
    text (``"3"``, ``"1/2"``) where the game counts units, else ``""``. ``stake_minor`` is what was at risk
    and ``net_minor`` what ``seat`` gains from ``against`` (the stake that comes back is not in it).
    """

    seat: str
    against: str
    item: str
    outcome: str
    units: str
    stake_minor: int
    net_minor: int
    reason: Reason


class Account(NamedTuple):
    """Lines between the same two sides at the same stake: what a pair of hands comes to.

    Each of ``pieces`` stands for one line: the item, its whole units from ``seat``'s side, and the reason. The line's
    outcome is the sign of its units, and it moves them times ``stake_minor``.
    """

    seat: str
    against: str
    stake_minor: int
    pieces: tuple[tuple[str, int, Reason], ...]


_new: Final = tuple.__new__  # half the cost of a NamedTuple's own constructor
_OUTCOMES: Final = ("push", "win", "lose")
"""Of units that are 0, positive, negative."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of a round: immutable, zero-sum, explained.

    ``entries`` are the lines in their order, some of them together in an account; ``lines`` are all of them, apart.
    ``nets`` holds every seat and the house; ``returned`` is what goes back to each seat's rail, its
    surviving stakes included (for games without stakes on the layout it is the net where positive).
    ``marks`` are game facts that later rounds or reports need (state of each seat, home run, ...).
    """

    game: str
    entries: tuple[Line | Account, ...]
    nets: Mapping[str, int]
    returned: Mapping[str, int]
    marks: Mapping[str, object]

    @classmethod
    def of(
        cls,
        game: str,
        entries: Iterable[Line | Account],
        nets: Mapping[str, int],
        returned: Mapping[str, int],
        marks: Mapping[str, object],
    ) -> "Settlement":
        """A settlement, refused with BrokenInvariant where it contradicts itself.

        Lines and nets must agree and sum to zero, no line pays a side from itself, and what is returned goes to a
        side that has a net and is not negative.
        """
        kept = tuple(entries)
        summed = dict.fromkeys(nets, 0)
        try:
            for entry in kept:
                if isinstance(entry, Account):
                    seat, against, stake, pieces = entry
                    moved = 0
                    for _, units, _ in pieces:
                        moved += units * stake
                else:
                    seat, against, _, _, _, _, moved, _ = entry
                if seat == against:
                    raise BrokenInvariant(f"a line pays {seat!r} from itself")
                summed[seat] += moved
                summed[against] -= moved
        except KeyError as error:
            raise BrokenInvariant(f"a line names {error.args[0]!r}, which has no net") from None
        if summed != nets:
            raise BrokenInvariant(f"lines sum to {summed}, the nets are {dict(nets)}")
        if sum(nets.values()) != 0:
            raise BrokenInvariant(f"nets sum to {sum(nets.values())}, not to zero")
        for side, amount in returned.items():
            if side not in nets or amount < 0:
                raise BrokenInvariant(f"{amount} cannot be returned to {side!r}")
        return cls(game, kept, nets, returned, marks)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line, in the order of settling; those of accounts are made anew at each call."""
        lines: list[Line] = []
        for entry in self.entries:
            lines += _account_lines(entry) if isinstance(entry, Account) else (entry,)
        return tuple(lines)

    def as_data(self) -> dict[str, object]:
        """Plain JSON data, money as text: the form that is stored, hashed and compared by the audit."""
        lines: list[dict[str, object]] = []
        for entry in self.entries:
            lines += _account_data(entry) if isinstance(entry, Account) else (_line_data(entry),)
        return {
            "game": self.game,
            "lines": lines,
            "nets": {seat: str(net) for seat, net in self.nets.items()},
            "returned": {seat: str(amount) for seat, amount in self.returned.items()},
            "marks": dict(self.marks),
        }


def _line_data(line: Line) -> dict[str, object]:
    seat, against, item, outcome, units, stake_minor, net_minor, (clause, facts) = line
    return {
        "seat": seat,
        "against": against,
        "item": item,
        "outcome": outcome,
        "units": units,
        "stake_minor": str(stake_minor),
        "net_minor": str(net_minor),
        "reason": {"clause": clause, "facts": {name: _plain(value) for name, value in facts}},
    }


def _account_lines(account: Account) -> list[Line]:
    seat, against, stake, pieces = account
    lines: list[Line] = []
    for item, units, reason in pieces:
        outcome = _OUTCOMES[(units > 0) - (units < 0)]
        lines.append(_new(Line, (seat, against, item, outcome, str(units), stake, units * stake, reason)))
    return lines


def _account_data(account: Account) -> list[dict[str, object]]:
    """The data of an account's lines, without making them first: an audit asks for nothing else."""
    seat, against, stake_minor, pieces = account
    stake = str(stake_minor)
    lines: list[dict[str, object]] = []
    for item, units, (clause, facts) in pieces:
        told: dict[str, object] = {}
        for name, value in facts:
            told[name] = value if type(value) is not tuple else _plain(value)
        lines.append(
            {
                "seat": seat,
                "against": against,
                "item": item,
                "outcome": _OUTCOMES[(units > 0) - (units < 0)],
                "units": str(units),
                "stake_minor": stake,
                "net_minor": str(units * stake_minor),
                "reason": {"clause": clause, "facts": told},
            }
        )
    return lines


def _plain(value: Fact) -> object:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
