"""Strategies for the best setting: thirteen cards of many shapes, rulesets of any house, tables."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.cards import DECK, Card
from engine.setting import Bank, Opponents, RowOdds
from support.chinese_poker import document, vectors
from support.chinese_poker_drawn import HALF_ROYALTIES, LOW_FRONT_ROYALTIES, flat_switches


@st.composite
def hands(draw: st.DrawFn) -> list[Card]:
    """Thirteen cards: of the whole deck, of few ranks (many pairs and more), or of few suits (many flushes)."""
    random = Random(draw(st.integers(0, 2**32)))
    shape = draw(st.sampled_from(["deck", "deck", "ranks", "suits"]))
    if shape == "ranks":
        ranks = random.sample(range(13), draw(st.integers(4, 7)))
        return random.sample([card for card in DECK if card >> 2 in ranks], 13)
    if shape == "suits":
        suits = random.sample(range(4), draw(st.integers(1, 2)))
        return random.sample([card for card in DECK if card & 3 in suits], 13)
    return random.sample(DECK, 13)


@st.composite
def rulesets(draw: st.DrawFn) -> dict[str, Any]:
    """A complete ruleset with any lawful combination of switches, and royalties that its variant can pay."""
    switches = draw(flat_switches())
    schedules = vectors()["royalties"]
    royalties = {
        "high": draw(
            st.sampled_from([*(schedules[name] for name in ("none", "american", "seed", "ofc")), HALF_ROYALTIES])
        ),
        "middle_low": schedules["ofc27"],
        "front_low": LOW_FRONT_ROYALTIES,
    }
    return document("western24", {"royalties": royalties[switches["variant"]]}, **switches)


@st.composite
def tables(draw: st.DrawFn, ruleset: dict[str, Any]) -> Opponents:
    """Opponents for a ruleset: somebody holds the bank where hands settle with the banker."""
    banked = ruleset["switches"]["compare"] == "banker"
    bank = draw(st.sampled_from([Bank.OURS, Bank.THEIRS] if banked else list(Bank)))
    odds = RowOdds(*(draw(st.sampled_from(some)) for some in ([1, 4], [1, 18], [1, 450])))
    return Opponents(draw(st.integers(1, 3)), odds, bank)
