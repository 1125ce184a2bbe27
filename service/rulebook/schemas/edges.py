"""What questions for edges take and give. The figures are the engine's report, told here to the API's description."""

from typing import Any, Final

from marshmallow import fields

from service.core.fields import MAX_INT, Body, Document, Flag, ListOf, Money, Nested, QueryWhole, Text, Whole
from service.rulebook.schemas.rules import NAME_PATTERN

_DIGITS: Final = 2000
"""Fractions have as many digits as a table's odds bring: a few dozen for any that was ever posted."""


class EdgeQuery(Body):
    """At which amounts to count what depends on one; without them the report says what it takes."""

    stake_minor = Money(1, metadata={"description": "6 Card stake at which fixed prizes are counted."})
    meter_minor = Money(0, metadata={"description": "Progressive meter; a paytable alone counts it in stakes."})


class DraftEdgeIn(EdgeQuery):
    """A ruleset or paytable document that need not be published, with the same amounts."""

    document = Document(required=True)


class DifferenceQuery(Body):
    """Which version a ruleset's version is compared with; of the same ruleset unless another is named."""

    from_version = QueryWhole(0, MAX_INT, required=True)
    from_key = Text(1, 64, NAME_PATTERN)


class ExactOut(Body):
    """An exact number, and the same to some decimal places."""

    exact = Text(1, _DIGITS, r"^-?[0-9]+(/[0-9]+)?$", required=True)
    decimal = Text(1, _DIGITS, r"^-?[0-9]+\.[0-9]+$", required=True)


def _exact() -> Nested:
    return Nested(ExactOut, required=True)


def _map_of(inner: fields.Field[Any]) -> fields.Dict:
    return fields.Dict(keys=Text(), values=inner, required=True)


def _figures(*, required: bool) -> dict[str, fields.Field[Any]]:
    """One bet over all deals, per unit staked; nets in units of the bet, and how many deals come to each."""
    exact = ("house_edge", "player_return", "element_of_risk", "mean_wager", "variance")
    frequencies = ("hit_frequency", "push_frequency", "loss_frequency")
    return {
        **{name: Nested(ExactOut, required=required) for name in (*exact, *frequencies)},
        "standard_deviation": Text(1, _DIGITS, required=required),
        "net_histogram": fields.Dict(keys=Text(1, _DIGITS), values=Whole(), required=required),
        "net_sum": Text(1, _DIGITS, required=required),
        "deals": Whole(required=required),
    }


_NEEDED: Final = {"description": "Alone: fixed prizes have no figures without stake_minor."}
FiguresOut: Final = Body.from_dict(_figures(required=True), name="FiguresOut")
SixCardOut: Final = Body.from_dict(
    {"stake_needed": Flag(metadata=_NEEDED), **_figures(required=False)}, name="SixCardOut"
)
MeterFiguresOut: Final = Body.from_dict(
    {"meter_minor": Money(0, required=True), **_figures(required=True)}, name="MeterFiguresOut"
)


class ProgressiveOut(Body):
    """A progressive per stake: the return of its fixed lines, what the meter adds, from which meter players gain."""

    fixed_return = _exact()
    return_per_meter_unit = _exact()
    meter_hit_frequency = _exact()
    break_even_meter_units = Nested(ExactOut, required=True, allow_none=True)
    stake_minor = Money(1, required=True)
    break_even_meter_minor = Text(required=True, allow_none=True)
    buddy_return = fields.Dict(keys=Text(), values=Nested(ExactOut, allow_none=True))
    at_meter = Nested(MeterFiguresOut)


class BetsOut(Body):
    """The bets of a table; one that it does not offer is left out."""

    ante = Nested(FiguresOut, metadata={"description": "Ante, play and ante bonus under the best strategy, per ante."})
    pair_plus = Nested(FiguresOut)
    six_card = Nested(SixCardOut)
    prime = Nested(FiguresOut)
    progressive = Nested(ProgressiveOut)


class HandOut(Body):
    """A kind of hand and its ranks, highest first."""

    category = Text(required=True)
    ranks = ListOf(Whole(), required=True)


class BestStrategyOut(Body):
    """The hands of 22,100 that are worth more played than folded."""

    hands_played = Whole(required=True)
    hands_folded = Whole(required=True)
    lowest_played = Nested(HandOut, required=True, allow_none=True)
    is_cut_off = Flag(required=True, metadata={"description": "Whether every hand from the lowest up is played."})
    indifferent_hands = Whole(required=True)


class NamedStrategyOut(Body):
    """A strategy that players use, and what it gives away against the best, in antes a round."""

    hands_played = Whole(required=True)
    house_edge = _exact()
    element_of_risk = _exact()
    loss_to_best = _exact()


class StrategiesOut(Body):
    """How the ante is best played, and how it is played."""

    best = Nested(BestStrategyOut, required=True)
    named = _map_of(Nested(NamedStrategyOut))


class RoundSpreadOut(Body):
    """The sum of the nets of so many positions facing one dealer's hand, in antes."""

    mean_net = _exact()
    variance = _exact()
    standard_deviation = Text(required=True)


class SpreadOut(Body):
    """How the nets of positions that bet alike spread and hang together, by the number of positions."""

    mean_net = _exact()
    variance = _exact()
    covariance = _exact()
    correlation = Nested(ExactOut, required=True, allow_none=True)
    rounds = _map_of(Nested(RoundSpreadOut))


class SpreadsOut(Body):
    """Positions that bet an ante, and positions that bet a pair plus of the same size beside it."""

    ante = Nested(SpreadOut, required=True)
    ante_and_equal_pair_plus = Nested(SpreadOut)


class LiabilityOut(Body):
    """The most that one position can win at the highest stakes and with which deal, or why there is no such figure."""

    position_net_minor = Money()
    round_bound_minor = Money()
    positions = Whole()
    stakes = fields.Dict(keys=Text(), values=Money())
    hand = ListOf(Text())
    dealer = ListOf(Text())
    unlimited_bets = ListOf(Text(), metadata={"description": "Bets without a highest stake."})
    fractional_payout = Text(metadata={"description": "What the ruleset refuses to pay at the highest stakes."})


class CountOut(Body):
    """So many of so many."""

    count = Whole(required=True)
    of = Whole(required=True)


class CountsOut(Body):
    """How many of so many hands or deals are of each class."""

    of = Whole(required=True)
    counts = _map_of(Whole())


class FrequenciesOut(Body):
    """Exactly how often each class is dealt: what dealt cards are tested against."""

    any_hand = Nested(CountsOut, required=True)
    dealer_qualifies = Nested(CountOut, required=True)
    hand_if_played = Nested(CountsOut, required=True)
    dealer_if_played = Nested(CountsOut, required=True)
    dealer_if_folded = Nested(CountsOut, required=True)
    dealer_qualifies_if_played = Nested(CountOut, required=True)


class EdgeOut(Body):
    """What a ruleset costs, or a paytable alone under the usual switches, which then has no more than its bet."""

    kind = Text(required=True, metadata={"description": "`ruleset`, or the kind of the paytable."})
    game = Text(required=True)
    key = Text(required=True)
    title = Text(required=True)
    version = Whole(required=True, allow_none=True, metadata={"description": "null: a document that was sent."})
    sha256 = Text(required=True, metadata={"description": "Of the complete document that the figures follow from."})
    stake_minor = Money(1, required=True, allow_none=True)
    meter_minor = Money(0, required=True, allow_none=True)
    switches = Document(required=True, metadata={"description": "Under which the figures hold."})
    bets = Nested(BetsOut, required=True)
    strategy = Nested(StrategiesOut, required=True, allow_none=True)
    spread = Nested(SpreadsOut, required=True, allow_none=True)
    liability = Nested(LiabilityOut, required=True, allow_none=True)
    frequencies = Nested(FrequenciesOut, required=True, allow_none=True)
    not_counted = ListOf(
        Text(), required=True, allow_none=True, metadata={"description": "Switches left out, as they depend on stakes."}
    )


class ComparedOut(Body):
    """A version that was compared."""

    key = Text(required=True)
    version = Whole(required=True)
    sha256 = Text(required=True)


class ChangeOut(Body):
    """The house edge of a bet in two versions; null where a version lacks the bet."""

    before = Nested(ExactOut, required=True, allow_none=True)
    after = Nested(ExactOut, required=True, allow_none=True)
    change = Nested(ExactOut, required=True, allow_none=True)


class DifferenceOut(Body):
    """What changes from one version to another, bet by bet; a progressive is compared without its meter."""

    game = Text(required=True)
    before = Nested(ComparedOut, required=True)
    after = Nested(ComparedOut, required=True)
    bets = _map_of(Nested(ChangeOut))
