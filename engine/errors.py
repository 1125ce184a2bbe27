"""Everything the engine can refuse, in one tree.

EngineError
├── RecordRefused     a round record that cannot be settled as it stands (card twice, unknown key, ...)
├── RulesetRefused    a ruleset document that is not complete and lawful
├── FileRefused       a portable file that is not in a format this engine reads
└── BrokenInvariant   our own fault: the engine contradicted itself

A foul, a push, a dealer who does not qualify are outcomes of the rules, never errors.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Violation(NamedTuple):
    """One thing wrong with an input: a stable code, where it is, and what to do about it.

    ``pointer`` is an RFC 6901 JSON pointer into the document that was read; ``""`` is the whole of it.
    """

    code: str
    pointer: str
    detail: str


class EngineError(Exception):
    """Base of all that the engine raises."""


class _Refused(EngineError):
    """A document refused with every violation found in it, in documented order."""

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations: tuple[Violation, ...] = tuple(violations)
        super().__init__("; ".join(f"{v.code} at {v.pointer or '/'}: {v.detail}" for v in self.violations))


class RecordRefused(_Refused):
    """A round record that cannot be settled as it stands."""


class RulesetRefused(_Refused):
    """A ruleset, paytable or schedule document that is not complete and lawful."""


class FileRefused(_Refused):
    """A portable file whose envelope cannot be read."""


class BrokenInvariant(EngineError):
    """The engine contradicted itself, for example by lines that do not sum to zero."""
