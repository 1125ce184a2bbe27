"""What holds for the repository as a whole: portable text, locked packages, a Makefile and an image that agree."""

import json
import re
import subprocess
import tomllib
from collections import Counter
from configparser import ConfigParser
from pathlib import Path

import pytest

from support.processes import ROOT
from support.sources import project_files, text_files

# Spelled so that this file does not contain what it looks for.
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:work|tmp|root|home|Users|var/folders|opt/wheels)/")
PACKAGE_HOSTS = re.compile(
    r"pypi\.(?:org|python)|python[h]osted|registry\.n[p]mjs|(?:extra-)?index[-_]ur[l]|find-lin[k]s"
)
UNFINISHED = re.compile(r"\b(?:TO[D]O|FI[X]ME|HA[C]K)\b")
BLANKET = re.compile(r"#\s*noq[a](?!:)|#\s*type:\s*ignor[e](?!\[)")
NAME = re.compile(r"^([a-z0-9][a-z0-9.-]*)(?:\[[^\]]*\])?==(\S+)", re.MULTILINE)


def lines_with(pattern: re.Pattern[str], *suffixes: str) -> list[str]:
    return [
        f"{name}:{number} {line.strip()[:120]}"
        for name, text in text_files()
        if not suffixes or name.endswith(suffixes)
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def locked(name: str) -> dict[str, set[str]]:
    """The versions that a lock file names for each package (more than one where Pythons differ)."""
    versions: dict[str, set[str]] = {}
    for package, version in NAME.findall((ROOT / name).read_text(encoding="utf-8")):
        versions.setdefault(package, set()).add(version)
    return versions


def project() -> dict[str, list[str]]:
    """The dependencies that pyproject.toml names, by extra; the service's own under the empty name."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {"": table["dependencies"], **table["optional-dependencies"]}
    return {
        extra: [re.split(r"[^a-z0-9-]", requirement.lower())[0] for requirement in requirements]
        for extra, requirements in named.items()
    }


def test_no_file_names_a_path_of_one_machine() -> None:
    assert lines_with(MACHINE_PATHS) == []


def test_no_file_names_a_package_host() -> None:
    assert lines_with(PACKAGE_HOSTS) == []


def test_nothing_is_left_unfinished() -> None:
    assert lines_with(UNFINISHED, ".py", ".toml", ".md", ".html", ".js", ".css", "Makefile", "Dockerfile") == []


def test_every_silenced_warning_is_named() -> None:
    assert lines_with(BLANKET, ".py") == []


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (MACHINE_PATHS, "see /" + "home/ann/pitbook"),
        (MACHINE_PATHS, 'Path("/' + 'tmp/x")'),
        (PACKAGE_HOSTS, "https://" + "pypi" + ".org/simple"),
        (PACKAGE_HOSTS, "--extra-" + "index" + "-url https://example.org"),
        (UNFINISHED, "# TO" + "DO: later"),
        (BLANKET, "x = 1  # noq" + "a"),
        (BLANKET, "x = 1  # type: " + "ignore"),
    ],
)
def test_each_pattern_finds_a_planted_fault(pattern: re.Pattern[str], line: str) -> None:
    assert pattern.search(line)


def test_test_files_have_names_of_their_own_and_no_packages() -> None:
    names = Counter(Path(name).name for name in project_files() if name.startswith("tests/") and name.endswith(".py"))
    assert names["__init__.py"] == 0
    assert [name for name, count in names.items() if count > 1 and name != "conftest.py"] == []


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock", "requirements-uv.lock"])
def test_every_locked_package_has_one_exact_version_and_hashes(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    entries = [entry for entry in re.split(r"\n(?=\S)", text.strip()) if entry]
    assert entries
    assert [entry for entry in entries if not NAME.match(entry) or "--hash=sha256:" not in entry] == []


def test_the_locks_hold_what_the_project_names_and_agree() -> None:
    runtime, development, named = locked("requirements.lock"), locked("requirements-dev.lock"), project()
    assert [package for package in named[""] if package not in runtime] == []
    assert [package for extra in named.values() for package in extra if package not in development] == []
    assert {package: versions for package, versions in runtime.items() if development.get(package) != versions} == {}


def test_every_desk_stands_under_the_contract_of_desks() -> None:
    contracts = ConfigParser()
    contracts.read(ROOT / ".importlinter")
    under_contract = contracts["importlinter:contract:desks"]["containers"].split()
    not_desks = {"core", "demo", "bench", "commands"}
    packages = {Path(name).parts[1] for name in project_files() if re.fullmatch(r"service/\w+/__init__\.py", name)}
    assert sorted(under_contract) == sorted(f"service.{package}" for package in packages - not_desks)


def test_make_help_lists_every_target() -> None:
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    listed = set(re.findall(r"^  make (\S+) ", shown, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert listed == set(re.findall(r"^\.PHONY: (\S+)$", makefile, re.MULTILINE))
    assert {"run", "demo", "test", "check", "lint", "lock", "openapi", "bench", "clean", "venv"} <= listed


def test_ci_runs_the_gate_that_make_check_runs() -> None:
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert "set -euo pipefail" in script
    assert script.index("step lint") < script.index("make test")
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions in order: the word and its arguments, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word.upper(), rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def final_stage() -> dict[str, str]:
    """The last stage's instructions; of one that stands twice the last, which is the one that counts."""
    steps = instructions()
    last = max(index for index, (word, _) in enumerate(steps) if word == "FROM")
    return dict(steps[last:])


def test_the_image_is_built_from_an_exact_python_in_two_stages() -> None:
    bases = [rest.split()[0] for word, rest in instructions() if word == "FROM"]
    assert len(bases) == 2
    assert all(re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+", base) for base in bases)


def test_the_image_installs_the_lock_with_its_hashes() -> None:
    assert ("COPY", "requirements.lock .") in instructions()
    assert any("--require-hashes" in rest and "requirements.lock" in rest for _, rest in instructions())


def test_the_image_runs_the_service_as_nobody_special() -> None:
    stage = final_stage()
    assert stage["USER"] not in ("0", "root")
    assert json.loads(stage["ENTRYPOINT"]) == ["python", "-m", "service"]
    assert json.loads(stage["CMD"]) == ["serve"]
    assert "/health/ready" in stage["HEALTHCHECK"]


def test_the_image_copies_only_what_stands_in_the_repository_and_is_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    copied = [rest.split()[:-1] for word, rest in instructions() if word == "COPY" and not rest.startswith("--from")]
    for source in (name for sources in copied for name in sources):
        assert (ROOT / source).exists(), source
        assert f"!{source}\n" in ignored, source
