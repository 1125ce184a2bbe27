"""The desk that the floor's operations are declared at."""

from typing import Final

from service.core.operations import Desk

desk: Final = Desk("floor", "Tables, gaming days, sessions, rounds and what they are worth.")
