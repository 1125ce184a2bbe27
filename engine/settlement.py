"""What a round is worth: lines that each say why, and nets that must agree with them.

A line is one transfer between two sides. ``net_minor`` is what ``seat`` gains from ``against``, in integer
minor units, so the two sides of a line cancel. A settlement is built from the lines *and* from nets that
the game computed on its own way (units times stake, bet by bet); where the two disagree it refuses itself.
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


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of a round: immutable, zero-sum, explained.

    ``nets`` holds every seat and the house; ``returned`` is what goes back to each seat's rail, its
    surviving stakes included (for games without stakes on the layout it is the net where positive).
    ``marks`` are game facts that later rounds or reports need (state of each seat, home run, ...).
    """

    game: str
    lines: tuple[Line, ...]
    nets: Mapping[str, int]
    returned: Mapping[str, int]
    marks: Mapping[str, object]

    @classmethod
    def of(
        cls,
        game: str,
        lines: Iterable[Line],
        nets: Mapping[str, int],
        returned: Mapping[str, int],
        marks: Mapping[str, object],
    ) -> "Settlement":
        """A settlement, refused with BrokenInvariant where it contradicts itself.

        Lines and nets must agree and sum to zero, no line pays a side from itself, and what is returned goes to a
        side that has a net and is not negative.
        """
        kept = tuple(lines)
        summed = dict.fromkeys(nets, 0)
        try:
            for line in kept:
                if line.seat == line.against:
                    raise BrokenInvariant(f"a line pays {line.seat!r} from itself")
                summed[line.seat] += line.net_minor
                summed[line.against] -= line.net_minor
        except KeyError as error:
            raise BrokenInvariant(f"a line names {error.args[0]!r}, which has no net") from None
        if summed != dict(nets):
            raise BrokenInvariant(f"lines sum to {summed}, the nets are {dict(nets)}")
        if sum(nets.values()) != 0:
            raise BrokenInvariant(f"nets sum to {sum(nets.values())}, not to zero")
        for side, amount in returned.items():
            if side not in nets or amount < 0:
                raise BrokenInvariant(f"{amount} cannot be returned to {side!r}")
        return cls(game, kept, nets, returned, marks)

    def as_data(self) -> dict[str, object]:
        """Plain JSON data, money as text: the form that is stored, hashed and compared by the audit."""
        return {
            "game": self.game,
            "lines": [
                {
                    "seat": line.seat,
                    "against": line.against,
                    "item": line.item,
                    "outcome": line.outcome,
                    "units": line.units,
                    "stake_minor": str(line.stake_minor),
                    "net_minor": str(line.net_minor),
                    "reason": {"clause": line.reason.clause, "facts": _facts(line.reason.facts)},
                }
                for line in self.lines
            ],
            "nets": {seat: str(net) for seat, net in self.nets.items()},
            "returned": {seat: str(amount) for seat, amount in self.returned.items()},
            "marks": dict(self.marks),
        }


def _facts(facts: tuple[tuple[str, Fact], ...]) -> dict[str, object]:
    return {name: _plain(value) for name, value in facts}


def _plain(value: Fact) -> object:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
