"""Publishing what ``seeds/`` holds: TOML files in, versions out, all of them or none.

``rulesets/<key>.toml`` are ruleset documents whose schedules may be named; every other folder (but ``demo/``) holds
schedules: ``format = 1``, ``kind``, ``key``, ``title``, ``sources``, ``game`` and the ``schedule`` itself. A schedule
is read by its game within one of the game's rulesets, so that none is published which no game could play. A file
becomes version 1, the next version when its content changed, and no version when it did not.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Row

from engine.catalogue import GAMES
from engine.errors import RulesetRefused, Violation
from engine.evidence import canonical_bytes, digest
from service.core.database import reading
from service.core.uow import Database, UnitOfWork
from service.rulebook import store
from service.rulebook.usecases import Library, check_schedule, published_library, read_ruleset

RULESETS: Final = "rulesets"
_NOT_RULES: Final = ("demo",)
_NOTHING: Final[Library] = {}


@dataclass(frozen=True, slots=True)
class SeedFault:
    """One thing wrong in one file."""

    file: Path
    violation: Violation

    def __str__(self) -> str:
        return f"{self.file}: {self.violation.code} at {self.violation.pointer or '/'}: {self.violation.detail}"


class SeedsRefused(Exception):
    """Seeds that were not published, any of them, with every fault of every file."""

    def __init__(self, faults: Iterable[SeedFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


@dataclass(frozen=True, slots=True)
class Seed:
    """A document that is ready to be published."""

    kind: str
    key: str
    game: str
    title: str
    document: Mapping[str, object]

    @property
    def name(self) -> tuple[str, str]:
        """Kind and key, by which its versions are told from others."""
        return self.kind, self.key


@dataclass(frozen=True, slots=True)
class Seeded:
    """What became of a seed: the version that now stands for it, and whether it is new."""

    kind: str
    key: str
    version: int
    is_new: bool


def load_seeds(database: Database, seeds_dir: Path, by: str) -> tuple[Seeded, ...]:
    """Publish what ``seeds_dir`` holds, in one transaction. Raises SeedsRefused, having written nothing.

    A ruleset may name a schedule that is published already; a file of the folder by that name goes before it.
    """
    with reading(database.engine) as connection:
        seeds = read_seeds(seeds_dir, published_library(connection))
    return database.transact(lambda uow: _publish_all(uow, seeds, by))


def outdated(connection: Connection, seeds: Iterable[Seed]) -> tuple[Seed, ...]:
    """The seeds whose content is not the newest published version."""
    latest = store.latest_versions(connection)
    published = {name: row.sha256 for name, row in latest.items()}
    return tuple(seed for seed in seeds if published.get(seed.name) != digest(seed.document))


def read_seeds(seeds_dir: Path, published: Library = _NOTHING) -> tuple[Seed, ...]:
    """All documents of a folder, schedules first, read and checked. Raises SeedsRefused with every fault."""
    faults: list[SeedFault] = []
    schedules = _read_all(_schedule_files(seeds_dir), _read_schedule, faults)
    faults += _twice(schedules)
    library = {kind: dict(schedules) for kind, schedules in published.items()}
    for seed in schedules.values():
        library.setdefault(seed.kind, {})[seed.key] = seed.document
    paths = sorted((seeds_dir / RULESETS).glob("*.toml"))
    rulesets = _read_all(paths, lambda path: _read_ruleset(path, library), faults)
    if not paths:
        faults.append(SeedFault(seeds_dir / RULESETS, Violation("missing_file", "", "no ruleset stands here")))
    if not faults:
        played = list(rulesets.values())
        _read_all(schedules, lambda path: _played_schedule(schedules[path], played), faults)
    if faults:
        raise SeedsRefused(faults)
    return (*schedules.values(), *rulesets.values())


def _schedule_files(seeds_dir: Path) -> list[Path]:
    return [path for path in sorted(seeds_dir.glob("*/*.toml")) if path.parent.name not in (RULESETS, *_NOT_RULES)]


def _read_all(paths: Iterable[Path], read: Callable[[Path], Seed], faults: list[SeedFault]) -> dict[Path, Seed]:
    """What could be read, by file; what could not goes to ``faults``."""
    seeds: dict[Path, Seed] = {}
    for path in paths:
        try:
            seeds[path] = read(path)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            faults.append(SeedFault(path, Violation("invalid_toml", "", str(error))))
        except RulesetRefused as refused:
            faults.extend(SeedFault(path, violation) for violation in refused.violations)
    return seeds


def _read_ruleset(path: Path, library: Library) -> Seed:
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        ruleset = read_ruleset(document, library)
    except RulesetRefused as refused:
        raise RulesetRefused(_with_schedule(fault, document) for fault in refused.violations) from None
    key, title = str(ruleset.document["key"]), str(ruleset.document["title"])
    _require_file_name(path, key)
    return Seed(store.RULESET, key, ruleset.game, title, ruleset.document)


def _with_schedule(fault: Violation, document: Mapping[str, Any]) -> Violation:
    """The same fault, and the name of the schedule where it stands in one that was named."""
    place, schedules = fault.pointer.split("/"), document.get("schedules")
    if len(place) < 4 or place[1] != "schedules" or not isinstance(schedules, Mapping):
        return fault
    name = schedules.get(place[2])
    return fault._replace(detail=f"{fault.detail} ({place[2]} {name!r})") if isinstance(name, str) else fault


def _read_schedule(path: Path) -> Seed:
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    check_schedule(document)
    kind, key, game, title = (str(document[name]) for name in ("kind", "key", "game", "title"))
    _require_file_name(path, key)
    return Seed(kind, key, game, title, document)


def _played_schedule(seed: Seed, rulesets: Iterable[Seed]) -> Seed:
    """The schedule, once one of its game's rulesets can be read with it.

    Raises RulesetRefused where none can, with the faults of the nearest miss.
    """
    refusals: list[tuple[Violation, ...]] = []
    for host in rulesets:
        if host.game != seed.game or seed.kind not in _schedules(host):
            continue
        schedules = {**_schedules(host), seed.kind: seed.document["schedule"]}
        try:
            GAMES[host.game].load_rules({**host.document, "schedules": schedules})
        except RulesetRefused as refused:
            refusals.append(refused.violations)
        else:
            return seed
    if not refusals:
        raise RulesetRefused([Violation("wrong_value", "/kind", f"no ruleset of {seed.game} has a {seed.kind}")])
    place = f"/schedules/{seed.kind}"
    raise RulesetRefused(
        fault._replace(pointer="/schedule" + fault.pointer.removeprefix(place))
        if fault.pointer.startswith(place)
        else fault._replace(pointer="", detail=f"no ruleset of its game takes it: {fault.detail}")
        for fault in min(refusals, key=len)
    )


def _schedules(host: Seed) -> Mapping[str, object]:
    schedules = host.document["schedules"]
    assert isinstance(schedules, Mapping), "a ruleset that its game has read has schedules"
    return schedules


def _require_file_name(path: Path, key: str) -> None:
    if key != path.stem:
        raise RulesetRefused([Violation("wrong_value", "/key", f"the file is named {path.stem!r}, the key {key!r}")])


def _twice(schedules: Mapping[Path, Seed]) -> list[SeedFault]:
    first: dict[tuple[str, str], Path] = {}
    faults = []
    for path, seed in schedules.items():
        if first.setdefault(seed.name, path) != path:
            detail = f"the {seed.kind} schedule {seed.key!r} stands in {first[seed.name]} already"
            faults.append(SeedFault(path, Violation("duplicate_key", "/key", detail)))
    return faults


def _publish_all(uow: UnitOfWork, seeds: Iterable[Seed], by: str) -> tuple[Seeded, ...]:
    store.lock_rulebook(uow.connection)
    latest = store.latest_versions(uow.connection)
    return tuple(_publish(uow, seed, latest.get(seed.name), by) for seed in seeds)


def _publish(uow: UnitOfWork, seed: Seed, latest: Row[Any] | None, by: str) -> Seeded:
    sha256 = digest(seed.document)
    if latest is not None and latest.sha256 == sha256:
        return Seeded(seed.kind, seed.key, latest.version, is_new=False)
    if latest is None:
        entry = {"kind": seed.kind, "entry_key": seed.key, "game": seed.game, "created_us": uow.now_us}
        entry_id, version = store.insert_entry(uow.connection, dict(entry)), 1
    else:
        entry_id, version = latest.entry_id, latest.version + 1
    row = {
        "entry_id": entry_id,
        "version": version,
        "title": seed.title,
        "document": canonical_bytes(seed.document).decode(),
        "sha256": sha256,
        "published_us": uow.now_us,
        "published_by": by,
    }
    store.insert_version(uow.connection, row)
    return Seeded(seed.kind, seed.key, version, is_new=True)
