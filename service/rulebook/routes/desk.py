"""The desk that the rulebook's operations are declared at."""

from typing import Final

from service.core.operations import Desk

desk: Final = Desk("rulebook", "Rulesets, paytables and schedules: versions that never change once published.")
