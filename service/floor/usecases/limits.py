"""How large what a round comes to may be, so that a gaming day of it can be added up in 64 bits."""

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import Violation
from engine.growing import Growth
from engine.settlement import Settlement
from service.core.errors import Refusal

MOST_MINOR: Final = 10**12
"""The largest amount of one result: ten thousand million of a currency with cents."""


def require_countable(settlement: Settlement) -> None:
    """Raise Refusal ``record_refused`` where an amount of a settlement is beyond the limit."""
    amounts = (*settlement.nets.values(), *settlement.returned.values(), *(line.net_minor for line in settlement.lines))
    if max(map(abs, amounts), default=0) > MOST_MINOR:
        detail = f"a result beyond {MOST_MINOR} minor units cannot be kept; the stakes cannot be right"
        fault = Violation("amount_too_large", "/record", detail)
        raise Refusal("record_refused", "The record was read, but its amounts are beyond all limits.", [fault])


def find_excess(
    growth: Growth, unit_minor: int | None, header: Mapping[str, Any], rules: Any, pointer: str
) -> Violation | None:
    """What to refuse, at a pointer, where a round could come to more than can be kept; None where none can.

    A round that grows is found out to be too large only by its last event, when it has been played: so what it can
    come to is held against the limit before the first one.
    """
    most_minor = growth.most_minor(unit_minor, header, rules)
    if most_minor <= MOST_MINOR:
        return None
    detail = f"a round could come to {most_minor} minor units, and none beyond {MOST_MINOR} can be kept"
    return Violation("amount_too_large", pointer, detail)
