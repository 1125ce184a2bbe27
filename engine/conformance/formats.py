"""The formats of vector files: how each is recognised by its header, and where its vectors stand."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.conformance import Adapter, chinese_poker, kowah, open_face, setting, three_card, three_card_figures
from engine.validation import Reader


@dataclass(frozen=True, slots=True)
class Case:
    """One vector: what it is called, the adapter that it asks for, its data and its right answer."""

    id: str
    kind: str
    vector: Mapping[str, object]
    expected: object


Cases = Iterator[Case]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of vector files.

    ``recognises`` looks at the header alone. ``cases(document, reader)`` yields the vectors and notes in the
    reader what is none. ``lists`` are the keys of the document that hold vectors; all others are its header.
    ``exact`` forbids an answer any key that is not expected.
    """

    name: str
    recognises: Callable[[Mapping[str, object]], bool]
    lists: tuple[str, ...]
    cases: Callable[[Mapping[str, object], Reader], Cases]
    adapters: Mapping[str, Adapter]
    exact: bool

    def header(self, document: Mapping[str, object]) -> Mapping[str, object]:
        """The document without its vectors."""
        return {key: value for key, value in document.items() if key not in self.lists}


def _listed(document: Mapping[str, object], reader: Reader, key: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The objects of one list of vectors, each with its pointer."""
    for index, vector in enumerate(reader.sequence(document.get(key), f"/{key}") or ()):
        if isinstance(vector, Mapping):
            yield f"/{key}/{index}", vector
        else:
            reader.refuse("wrong_type", f"/{key}/{index}", "a vector is an object")


def _case(pointer: str, vector: Mapping[str, object], reader: Reader, kind: object, answer: str = "expected") -> Cases:
    """The vector as a case, if it has an id, a kind and an answer."""
    faults = len(reader.violations)
    if not isinstance(vector.get("id"), str):
        reader.refuse("missing_key", pointer, "an 'id' that is a text is missing")
    if not isinstance(kind, str):
        reader.refuse("missing_key", pointer, "a 'kind' that is a text is missing")
    if answer not in vector:
        reader.refuse("missing_key", pointer, f"{answer!r} is missing")
    if len(reader.violations) == faults:
        yield Case(str(vector["id"]), str(kind), vector, vector[answer])


def _kinds(document: Mapping[str, object], reader: Reader) -> Cases:
    for pointer, vector in _listed(document, reader, "vectors"):
        yield from _case(pointer, vector, reader, vector.get("kind"))


def _one_kind(kind: str) -> Callable[[Mapping[str, object], Reader], Cases]:
    def cases(document: Mapping[str, object], reader: Reader) -> Cases:
        for pointer, vector in _listed(document, reader, "vectors"):
            yield from _case(pointer, vector, reader, kind)

    return cases


def _kowah(document: Mapping[str, object], reader: Reader) -> Cases:
    for key, answer in (("ready", "waits"), ("logs", "expected"), ("legal_moves", "expected")):
        for pointer, vector in _listed(document, reader, key):
            yield from _case(pointer, vector, reader, key, answer)


def _figures(document: Mapping[str, object], _reader: Reader) -> Cases:
    """Each section of exact figures is one vector, called and asked for by its name."""
    for section, figures in document.items():
        yield Case(section, section, {"id": section}, figures)


FORMATS: Final = (
    Format(
        "chinese-poker",
        lambda head: "kinds" in head,
        ("vectors",),
        _kinds,
        {**chinese_poker.ADAPTERS, **open_face.CHINESE_POKER_ADAPTERS, **setting.ADAPTERS},
        exact=False,
    ),
    Format(
        "open-face",
        lambda head: "forms" in head and "log" in head,
        ("vectors",),
        _one_kind("log"),
        open_face.ADAPTERS,
        exact=True,
    ),
    Format(
        "three-card",
        lambda head: head.get("game") == "three_card_poker",
        ("vectors",),
        _one_kind("settle"),
        three_card.ADAPTERS,
        exact=True,
    ),
    Format(
        "three-card-expected",
        lambda head: "ante_bonus_tables" in head,
        (),
        _figures,
        three_card_figures.ADAPTERS,
        exact=True,
    ),
    Format(
        "kowah",
        lambda head: head.get("game") == "kowah",
        ("ready", "logs", "legal_moves"),
        _kowah,
        kowah.ADAPTERS,
        exact=True,
    ),
)
"""The formats that are read; a format without adapters is skipped vector by vector, by name."""
