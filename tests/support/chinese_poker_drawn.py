"""Strategies for Chinese poker: lawful rulesets of any house, and lawful records for them."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from support.chinese_poker import PRESETS, claimed, deal, document, library, record, rows_of, vectors

SWITCHES: dict[str, list[Any]] = {
    "wheel": ["low", "second"],
    "order": ["ge", "strict"],
    "middle_over_back": ["foul", "swap"],
    "tie": ["none", "half", "suit", "banker"],
    "suit_order": ["cdhs", "sdhc", "hscd"],
    "low_front_ace": ["high", "low"],
    "low_front_qualifier": ["unpaired", "none"],
    "low_middle_qualifier": ["none", "ten"],
    "method": ["plain", "1-2", "1-4", "2-4", "1-6", "double", "triple"],
    "overall_on": ["two_rows", "net_rows", "net_total"],
    "lost_row": ["deduct", "ignore"],
    "scoop_multiplies": ["rows", "all"],
    "home_run_mult": [1, 2],
    "home_run_min": [1, 2, 3],
    "compare": ["all_pairs", "banker"],
    "foul_pays": ["scoop", "rows", 4, "7/2"],
    "foul_pays_royalties": [True, False],
    "natural_vs_natural": ["higher", "cancel", "difference"],
    "royalty_when": ["win", "always"],
    "royalty_mode": ["add", "replace"],
    "royalty_mult": [1, 3],
}
HALF_ROYALTIES = {"front": {"pair": "1/2", "trips_A": 5}, "middle": {"flush": "5/2"}, "back": {"royal_flush": 9}}
HIGH_ROYALTIES = ["seed", "american", "hk", "pusoy", "vocus"]
LOW_FRONT_ROYALTIES = {"front": {"low_5": 1, "low_9": "1/2"}, "middle": {"straight": 1}, "back": {"flush": 2}}


@st.composite
def flat_switches(draw: st.DrawFn) -> dict[str, Any]:
    """Any lawful combination of the switches that score; ``surrender`` is offered, claims are declared."""
    drawn = {name: draw(st.sampled_from(options)) for name, options in SWITCHES.items()}
    variants = ["high", "high", "front_low"] + ["middle_low"] * (drawn["middle_over_back"] == "foul")
    return {**drawn, "variant": draw(st.sampled_from(variants)), "surrender": 3, "natural_claim": "declared"}


@st.composite
def royalties_for(draw: st.DrawFn, variant: str) -> Any:
    """A royalty schedule that the variant can pay."""
    if variant == "middle_low":
        return vectors()["royalties"]["ofc27"]
    if variant == "front_low":
        return LOW_FRONT_ROYALTIES
    own: dict[str, Any] = {"half": HALF_ROYALTIES, "ofc": vectors()["royalties"]["ofc"]}
    named = draw(st.sampled_from([*HIGH_ROYALTIES, *own]))
    return own[named] if named in own else library()["royalties"][named]["schedule"]


@st.composite
def rulesets(draw: st.DrawFn) -> dict[str, Any]:
    """A complete ruleset: a preset as it is, or any combination of switches with any schedules."""
    if draw(st.booleans()):
        return document(draw(st.sampled_from(PRESETS)))
    switches = draw(flat_switches())
    naturals = draw(st.sampled_from(sorted(library()["naturals"])))
    schedules = {
        "royalties": draw(royalties_for(switches["variant"])),
        "naturals": library()["naturals"][naturals]["schedule"],
    }
    return document("western24", schedules, **switches)


@st.composite
def deals(draw: st.DrawFn, least: int = 2) -> list[list[str]]:
    """Hands of thirteen for two to four seats, front, middle, back in this order."""
    number = draw(st.integers(least, 4))
    return deal(number, Random(draw(st.integers(0, 2**32))), legal=draw(st.sampled_from([0.5, 0.9, 1.0])))


@st.composite
def records(draw: st.DrawFn, ruleset: dict[str, Any]) -> dict[str, Any]:
    """A lawful record for a ruleset: rows, now and then a surrender, a claim (true or not) or a banker."""
    offered = ruleset["switches"]["surrender"] != "none"
    names = [name for name, _ in ruleset["schedules"]["naturals"]]
    seats = []
    for index, hand in enumerate(draw(deals()), 1):
        form = draw(st.sampled_from(["rows"] * 6 + ["surrender"] * offered + ["claim"] * bool(names)))
        if form == "rows":
            seats.append(rows_of(str(index), hand))
        elif form == "surrender":
            seats.append({"seat": str(index), "surrender": True})
        else:
            seats.append(claimed(str(index), draw(st.sampled_from(names)), " ".join(hand)))
    banked = ruleset["switches"]["compare"] == "banker" or ruleset["switches"]["tie"] == "banker"
    return record(*seats, **({"banker": draw(st.sampled_from([seat["seat"] for seat in seats]))} if banked else {}))
