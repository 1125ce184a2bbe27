"""Publishing seeds: complete or not at all, once for each content, and never what no game could play."""

import shutil
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import orjson
import pytest
from sqlalchemy import select

from engine.catalogue import GAMES
from engine.evidence import canonical_bytes, digest
from service.core.database import make_engine
from service.core.places import SEEDS
from service.core.settings import Settings
from service.core.uow import Database
from service.rulebook.models import rulebook_entries, rulebook_versions
from service.rulebook.seeding import Seeded, SeedsRefused, load_seeds, outdated, read_seeds
from service.rulebook.usecases import find_published, published

STANDARD = Path("rulesets/tcp_standard.toml")
PAIR_PLUS = Path("paytables/pair_plus_40_30_6_3_1.toml")
UNUSED = Path("paytables/pair_plus_30_30_5_5_1.toml")


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    engine = make_engine(Settings(database_url=database_url))
    yield Database(engine)
    engine.dispose()


@pytest.fixture
def seeds(tmp_path: Path) -> Path:
    """A copy of the seeds that a test may spoil."""
    return Path(shutil.copytree(SEEDS, tmp_path / "seeds"))


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def versions(database: Database) -> list[tuple[str, str, int]]:
    """All that is published: kind, key, version."""
    wanted = select(rulebook_entries.c.kind, rulebook_entries.c.entry_key, rulebook_versions.c.version)
    with database.engine.connect() as connection:
        rows = connection.execute(wanted.join(rulebook_versions).order_by(rulebook_versions.c.id))
        return [(row.kind, row.entry_key, row.version) for row in rows]


def faults(seeds: Path) -> list[tuple[str, str, str]]:
    """File, code and pointer of every fault."""
    with pytest.raises(SeedsRefused) as refused:
        read_seeds(seeds)
    return [(fault.file.name, fault.violation.code, fault.violation.pointer) for fault in refused.value.faults]


def test_everything_in_seeds_is_published_as_version_one_and_can_be_played(database: Database) -> None:
    seeded = load_seeds(database, SEEDS, "system:seed")
    files = [path.stem for path in SEEDS.glob("*/*.toml") if path.parent.name != "demo"]
    assert sorted(one.key for one in seeded) == sorted(files)
    assert {(one.version, one.is_new) for one in seeded} == {(1, True)}
    with database.engine.connect() as connection:
        for path in sorted((SEEDS / "rulesets").glob("*.toml")):
            found = find_published(connection, path.stem, None)
            assert found is not None
            assert (found.key, found.version, found.title) == (path.stem, 1, str(found.document["title"]))
            assert found.game in GAMES
            assert found.rules == GAMES[found.game].load_rules(found.document)


def test_a_published_document_is_complete_and_its_hash_is_that_of_its_bytes(database: Database) -> None:
    load_seeds(database, SEEDS, "system:seed")
    with database.engine.connect() as connection:
        rows = connection.execute(select(rulebook_versions)).all()
        standard = find_published(connection, "tcp_standard", 1)
    for row in rows:
        document = orjson.loads(row.document)
        assert canonical_bytes(document).decode() == row.document
        assert digest(document) == row.sha256
    assert standard is not None
    assert standard.document["schedules"]["pair_plus"] == tomllib.loads((SEEDS / PAIR_PLUS).read_text())["schedule"]  # type: ignore[index]


def test_seeding_again_publishes_nothing(database: Database) -> None:
    first = load_seeds(database, SEEDS, "system:seed")
    before = versions(database)
    again = load_seeds(database, SEEDS, "system:seed")
    assert again == tuple(Seeded(one.kind, one.key, 1, is_new=False) for one in first)
    assert versions(database) == before


def test_two_who_seed_at_once_publish_each_document_once(database: Database) -> None:
    with ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda _: load_seeds(database, SEEDS, "system:seed"), range(2)))
    assert len(versions(database)) == len(runs[0])
    assert [sum(one.is_new for one in run) for run in runs].count(0) == 1


def test_a_changed_schedule_is_the_next_version_as_is_every_ruleset_that_names_it(
    database: Database, seeds: Path
) -> None:
    load_seeds(database, seeds, "system:seed")
    before = versions(database)
    edit(seeds / PAIR_PLUS, "flush = 3", "flush = 5")
    load_seeds(database, seeds, "person:maker")
    naming = {
        ("ruleset", path.stem, 2)
        for path in (seeds / "rulesets").glob("*.toml")
        if f'"{PAIR_PLUS.stem}"' in path.read_text(encoding="utf-8")
    }
    assert set(versions(database)) - set(before) == {("pair_plus", PAIR_PLUS.stem, 2), *naming}
    assert ("ruleset", "tcp_standard", 2) in naming


def test_an_earlier_version_stays_as_it_was_and_is_still_found(database: Database, seeds: Path) -> None:
    load_seeds(database, seeds, "system:seed")
    with database.engine.connect() as connection:
        first = find_published(connection, "tcp_standard", 1)
    edit(seeds / PAIR_PLUS, "flush = 3", "flush = 5")
    load_seeds(database, seeds, "system:seed")
    with database.engine.connect() as connection:
        assert find_published(connection, "tcp_standard", 1) == first
        newest = find_published(connection, "tcp_standard", None)
        assert newest is not None
        assert newest.version == 2
        assert newest.document["schedules"]["pair_plus"]["flush"] == 5  # type: ignore[index]
        assert published(connection, newest.id) is newest


def test_what_is_not_published_is_not_found(database: Database) -> None:
    load_seeds(database, SEEDS, "system:seed")
    with database.engine.connect() as connection:
        assert find_published(connection, "tcp_standard", 2) is None
        assert find_published(connection, "no_such_rules", None) is None
        assert find_published(connection, "no\x00such", None) is None
        assert find_published(connection, PAIR_PLUS.stem, None) is None
        with pytest.raises(LookupError):
            published(connection, 10_000)


def test_versions_of_one_database_are_not_taken_for_those_of_another(database: Database, tmp_path: Path) -> None:
    from service.core.migrate import upgrade

    url = f"sqlite:///{tmp_path / 'other.db'}"
    upgrade(url)
    other = Database(make_engine(Settings(database_url=url)))
    load_seeds(database, SEEDS, "system:seed")
    with other.engine.connect() as connection, pytest.raises(LookupError):
        published(connection, versions(database).index(("ruleset", "tcp_standard", 1)) + 1)
    other.engine.dispose()


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (PAIR_PLUS, "flush = 3", "flush = 3.5", ("wrong_type", "/schedule/flush")),
        (UNUSED, "\nflush = 5", "\nflash = 5", ("unknown_category", "/schedule/flash")),
        (UNUSED, "\nflush = 5", "\nflush = -5", ("wrong_odds", "/schedule/flush")),
        (PAIR_PLUS, "format = 1", "format = 2", ("unknown_format", "/format")),
        (PAIR_PLUS, 'kind = "pair_plus"', 'kind = "ruleset"', ("wrong_value", "/kind")),
        (UNUSED, 'kind = "pair_plus"', 'kind = "side_show"', ("wrong_value", "/kind")),
        (PAIR_PLUS, 'key = "pair_plus_40_30_6_3_1"', 'key = "pair_plus_40"', ("wrong_value", "/key")),
        (PAIR_PLUS, "title =", "name =", ("missing_key", "")),
        (PAIR_PLUS, 'game = "three_card_poker"', 'game = "whist"', ("wrong_value", "/game")),
        (PAIR_PLUS, 'game = "three_card_poker"', "", ("missing_key", "")),
        (STANDARD, 'game = "three_card_poker"', 'game = "whist"', ("unknown_game", "/game")),
        (STANDARD, '"pair_plus_40_30_6_3_1"', '"pair_plus_1_2_3"', ("unknown_schedule", "/schedules/pair_plus")),
        (STANDARD, 'key = "tcp_standard"', 'key = "tcp"', ("wrong_value", "/key")),
        (STANDARD, "format = 1", "format = 1\nformat = 1", ("invalid_toml", "")),
        (STANDARD, "[switches]", "[switches]\nno_such_switch = true", ("unknown_key", "/switches/no_such_switch")),
    ],
)
def test_a_broken_seed_is_refused_with_its_file_and_place(
    seeds: Path, file: Path, old: str, new: str, expected: tuple[str, str]
) -> None:
    edit(seeds / file, old, new)
    assert (file.name, *expected) in faults(seeds)


def test_every_fault_of_every_file_is_named_at_once_and_nothing_is_written(database: Database, seeds: Path) -> None:
    edit(seeds / UNUSED, "format = 1", "format = 7")
    edit(seeds / STANDARD, "[switches]", "[switches]\nfirst_fault = 1\nsecond_fault = 2")
    with pytest.raises(SeedsRefused) as refused:
        load_seeds(database, seeds, "system:seed")
    said = str(refused.value)
    assert f"{seeds / UNUSED}: unknown_format at /format" in said
    assert f"{seeds / STANDARD}: unknown_key at /switches/first_fault" in said
    assert f"{seeds / STANDARD}: unknown_key at /switches/second_fault" in said
    assert versions(database) == []


def test_a_fault_in_a_named_schedule_names_the_schedule(seeds: Path) -> None:
    edit(seeds / PAIR_PLUS, "flush = 3", "flash = 3")
    with pytest.raises(SeedsRefused) as refused:
        read_seeds(seeds)
    found = next(fault for fault in refused.value.faults if fault.violation.pointer == "/schedules/pair_plus/flash")
    assert found.violation.detail.endswith("(pair_plus 'pair_plus_40_30_6_3_1')")


def test_a_file_that_is_no_utf8_is_named(seeds: Path) -> None:
    (seeds / STANDARD).write_bytes(b"\xff\xfe")
    assert ("tcp_standard.toml", "invalid_toml", "") in faults(seeds)


def test_one_schedule_in_two_folders_is_refused(seeds: Path) -> None:
    shutil.copy(seeds / PAIR_PLUS, seeds / "royalties" / PAIR_PLUS.name)
    assert (PAIR_PLUS.name, "duplicate_key", "/key") in faults(seeds)


def test_a_folder_without_rulesets_is_refused(tmp_path: Path) -> None:
    assert faults(tmp_path) == [("rulesets", "missing_file", "")]


def test_seeds_that_differ_from_what_is_published_are_told(database: Database, seeds: Path) -> None:
    with database.engine.connect() as connection:
        assert len(outdated(connection, read_seeds(seeds))) == len(read_seeds(seeds))
    load_seeds(database, seeds, "system:seed")
    edit(seeds / STANDARD, "title = ", "title = 'New' #")
    with database.engine.connect() as connection:
        assert [seed.name for seed in outdated(connection, read_seeds(seeds))] == [("ruleset", "tcp_standard")]


def test_a_ruleset_of_another_folder_may_name_what_is_published_already(
    database: Database, seeds: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own" / "rulesets" / "our_ofc.toml"
    own.parent.mkdir(parents=True)
    shutil.copy(seeds / "rulesets" / "ofc_pineapple.toml", own)
    edit(own, 'key = "ofc_pineapple"', 'key = "our_ofc"')
    with pytest.raises(SeedsRefused, match="unknown_schedule"):
        load_seeds(database, tmp_path / "own", "system:seed")
    load_seeds(database, seeds, "system:seed")
    assert load_seeds(database, tmp_path / "own", "system:seed") == (Seeded("ruleset", "our_ofc", 1, is_new=True),)
