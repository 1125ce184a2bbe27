"""Exact figures of a bet from the histogram of its results: edge, risk, spread, frequencies. Fractions throughout."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from engine.errors import BrokenInvariant

Exact = int | Fraction


@dataclass(frozen=True, slots=True)
class Figures:
    """A bet's results: ``histogram`` maps the net, in units of the bet, to the number of equally likely deals.

    ``mean_wager`` is what is staked on average, in the same units: 1 for a bet that is never raised.
    """

    histogram: Mapping[Fraction, int]
    total: int
    mean_wager: Fraction

    @classmethod
    def of(cls, results: Iterable[tuple[Exact, int]], total: int, mean_wager: Exact = 1) -> "Figures":
        """Figures of (net, deals) pairs, equal nets joined. Raises BrokenInvariant unless they are ``total`` deals."""
        histogram: dict[Fraction, int] = {}
        for net, deals in results:
            if deals:
                histogram[Fraction(net)] = histogram.setdefault(Fraction(net), 0) + deals
        if sum(histogram.values()) != total:
            raise BrokenInvariant(f"results of {sum(histogram.values())} deals, of {total}")
        return cls(dict(sorted(histogram.items())), total, Fraction(mean_wager))

    @property
    def net_sum(self) -> Fraction:
        """The sum of the nets over all deals."""
        return sum((net * deals for net, deals in self.histogram.items()), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of one unit of the bet, on average; below 0 in the player's favour."""
        return -self.net_sum / self.total

    @property
    def player_return(self) -> Fraction:
        """What comes back of what was staked, stakes included: 1 - edge / mean wager."""
        return 1 - self.element_of_risk

    @property
    def element_of_risk(self) -> Fraction:
        """The edge per unit of all that was staked."""
        return self.house_edge / self.mean_wager

    @property
    def variance(self) -> Fraction:
        """Of the net, in square units of the bet."""
        squares = sum((net * net * deals for net, deals in self.histogram.items()), Fraction(0))
        return squares / self.total - self.house_edge**2

    @property
    def hit_frequency(self) -> Fraction:
        """How often the net is above 0."""
        return Fraction(sum(deals for net, deals in self.histogram.items() if net > 0), self.total)

    @property
    def push_frequency(self) -> Fraction:
        """How often the net is exactly 0."""
        return Fraction(sum(deals for net, deals in self.histogram.items() if net == 0), self.total)

    @property
    def loss_frequency(self) -> Fraction:
        """How often the net is below 0."""
        return 1 - self.hit_frequency - self.push_frequency

    def as_data(self) -> dict[str, object]:
        """Plain JSON data: exact fractions as text with a decimal beside each."""
        exact = ("house_edge", "player_return", "element_of_risk", "mean_wager", "variance")
        frequencies = ("hit_frequency", "push_frequency", "loss_frequency")
        return {
            **{name: fraction_data(getattr(self, name)) for name in (*exact, *frequencies)},
            "standard_deviation": root_text(self.variance),
            "net_histogram": {str(net): deals for net, deals in self.histogram.items()},
            "net_sum": str(self.net_sum),
            "deals": self.total,
        }


def fraction_data(value: Fraction, places: int = 8) -> dict[str, str]:
    """``{"exact": "686689/20358520", "decimal": "0.03372981"}``."""
    return {"exact": str(value), "decimal": decimal_text(value, places)}


def decimal_text(value: Fraction, places: int) -> str:
    """A fraction to some decimal places, halves to even, without any float."""
    scaled = round(value * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{places}d}"


def root_text(value: Fraction, places: int = 6) -> str:
    """The square root of a fraction to some decimal places, rounded to the nearest."""
    # 2 r + 1 <= 2 s sqrt(v) holds iff the root is nearer to r + 1: an integer root of 4 s^2 v decides it.
    doubled = isqrt(4 * 10 ** (2 * places) * value.numerator // value.denominator)
    return decimal_text(Fraction((doubled + 1) // 2, 10**places), places)
