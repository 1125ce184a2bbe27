"""How much may be bet, and how much may be paid: limits of each bet, and the aggregate payout cap (sections 2, 10)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.rulesets import OFF
from engine.validation import Reader

NONE: Final = "none"
LIMITED: Final = ("ante", "pair_plus", "six_card", "prime", "progressive")
"""The bets that have limits of their own; play is always exactly the ante."""


class Limits(NamedTuple):
    """Lowest and highest stake and the step of a bet, minor units; ``max_minor`` None is no limit."""

    min_minor: int
    max_minor: int | None
    step_minor: int


class PayoutCap(NamedTuple):
    """The most that winning bets pay together, for one seat or the whole round, the progressive not counted."""

    minor: int
    per: str
    over: str


def read_limits(value: object, reader: Reader) -> dict[str, Limits | None]:
    """``{"ante": {"min_minor", "max_minor", "step_minor"} | "none", ...}``, one entry a bet."""
    found = reader.mapping(value, "/switches/limits", LIMITED)
    limits: dict[str, Limits | None] = {}
    for bet in LIMITED if found is not None else ():
        if found is not None and bet in found:
            limits[bet] = None if found[bet] == NONE else _read_limit(found[bet], f"/switches/limits/{bet}", reader)
    return limits


def _read_limit(value: object, pointer: str, reader: Reader) -> Limits | None:
    keys = ("min_minor", "max_minor", "step_minor")
    found = reader.mapping(value, pointer, keys)
    if found is None or any(key not in found for key in keys):
        return None
    low = reader.minor(found["min_minor"], f"{pointer}/min_minor", 1)
    high = None if found["max_minor"] == NONE else reader.minor(found["max_minor"], f"{pointer}/max_minor", 1)
    step = reader.minor(found["step_minor"], f"{pointer}/step_minor", 1)
    if low is None or step is None or (high is None and found["max_minor"] != NONE):
        return None
    if high is not None and low > high:
        reader.refuse("limits_reversed", pointer, f"the lowest bet {low} is above the highest {high}")
    for name, amount in (("min_minor", low), ("max_minor", high)):
        if amount is not None and amount % step:
            reader.refuse("not_a_step", f"{pointer}/{name}", f"{amount} is not a multiple of the step {step}")
    return Limits(low, high, step)


def read_cap(value: object, reader: Reader) -> PayoutCap | None:
    """``"none"`` or ``{"minor", "per": "seat" | "round", "over": "pro_rata" | "refuse"}``."""
    if value == NONE:
        return None
    pointer = "/switches/payout_cap"
    found = reader.mapping(value, pointer, ("minor", "per", "over"))
    if found is None or any(key not in found for key in ("minor", "per", "over")):
        return None
    minor = reader.minor(found["minor"], f"{pointer}/minor", 1)
    per = reader.choice(found["per"], f"{pointer}/per", ("seat", "round"))
    over = reader.choice(found["over"], f"{pointer}/over", ("pro_rata", "refuse"))
    return None if minor is None or per is None or over is None else PayoutCap(minor, per, over)


def check_fixed_stake(schedule: object, limits: Mapping[str, Limits | None], reader: Reader) -> None:
    """A progressive has one stake (section 2): its limits must say which (``stake_not_fixed``)."""
    limit = limits.get("progressive")
    if schedule != OFF and "progressive" in limits and (limit is None or limit.min_minor != limit.max_minor):
        reader.refuse("stake_not_fixed", "/switches/limits/progressive", "lowest and highest stake must be the same")
