"""Runs vector files: which format a file has, what its vectors expect, and whether the engine agrees.

Two figures agree where their values do; text never agrees with a number, nor a boolean with one. Lists agree item
for item. An object agrees **key for key on what is expected**: every key that ``expected`` holds must be there and
agree, at every depth; a key that only the engine's answer has is not looked at, so that an acceptance case may
name no more than it is about. Formats that say that absence means something (``three-card.json``: a bet that was
not placed; ``open-face.json``: equal key for key) are compared **exactly**: no further key either.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.conformance import Adapter, NotCovered
from engine.conformance.formats import FORMATS, Case, Format
from engine.errors import EngineError, FileRefused, Violation
from engine.validation import Reader


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the vectors of one file."""

    passed: int
    failures: tuple[Mapping[str, object], ...]
    skips: tuple[Mapping[str, object], ...]

    @property
    def clean(self) -> bool:
        """Nothing failed and nothing was skipped."""
        return not self.failures and not self.skips

    def as_data(self, file: str) -> dict[str, object]:
        """The report of a file as plain JSON data."""
        return {
            "file": file,
            "passed": self.passed,
            "failed": len(self.failures),
            "skipped": len(self.skips),
            "failures": list(self.failures),
            "skips": list(self.skips),
        }


_ADAPTER_FAULTS: Final = (
    EngineError,
    LookupError,
    TypeError,
    ValueError,
    ArithmeticError,
    AttributeError,
    AssertionError,
)
"""What a malformed vector can raise in an adapter: it fails that vector, by name, and the others still run."""


def run_document(document: object) -> Report:
    """Run every vector of a file's data. Raises FileRefused where it is no vector file that is known here."""
    form, header, cases = _opened(document)
    passed = 0
    failures: list[Mapping[str, object]] = []
    skips: list[Mapping[str, object]] = []
    for case in cases:
        try:
            got = _adapter(form, case)(case.vector, header)
        except NotCovered as reason:
            skips.append({"id": case.id, "kind": case.kind, "why": str(reason)})
        except _ADAPTER_FAULTS as error:
            raised = {"raised": type(error).__name__, "detail": str(error)}
            failures.append({"id": case.id, "expected": case.expected, "got": raised})
        else:
            if agrees(case.expected, got, exact=form.exact):
                passed += 1
            else:
                failures.append({"id": case.id, "expected": case.expected, "got": got})
    return Report(passed, tuple(failures), tuple(skips))


def agrees(expected: object, got: object, *, exact: bool) -> bool:
    """Whether an answer is the expected one, as the head of this module says."""
    if isinstance(expected, Mapping):
        if not isinstance(got, Mapping) or (exact and got.keys() != expected.keys()):
            return False
        return all(key in got and agrees(value, got[key], exact=exact) for key, value in expected.items())
    if isinstance(expected, list):
        if not isinstance(got, list | tuple) or len(got) != len(expected):
            return False
        return all(agrees(one, other, exact=exact) for one, other in zip(expected, got, strict=True))
    return isinstance(expected, bool) == isinstance(got, bool) and expected == got


def _adapter(form: Format, case: Case) -> Adapter:
    try:
        return form.adapters[case.kind]
    except KeyError:
        raise NotCovered(f"nothing here answers vectors of the kind {case.kind!r}") from None


def _opened(document: object) -> tuple[Format, Mapping[str, object], list[Case]]:
    if not isinstance(document, Mapping):
        raise FileRefused([Violation("wrong_type", "", "a vector file is an object")])
    form = next((form for form in FORMATS if form.recognises(document)), None)
    if form is None:
        known = ", ".join(form.name for form in FORMATS)
        raise FileRefused([Violation("unknown_format", "", f"the header is none of {known}")])
    reader = Reader()
    cases = list(form.cases(document, reader))
    if reader.violations:
        raise FileRefused(reader.violations)
    return form, form.header(document), cases
