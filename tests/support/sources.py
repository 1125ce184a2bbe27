"""The project's own files as the architecture tests read them: listed once, parsed once."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from support.processes import ROOT


@dataclass(frozen=True, slots=True)
class Source:
    """A Python file: its path below the root (with slashes), its text and its syntax tree."""

    path: str
    text: str
    tree: ast.Module


def parse(path: str, text: str) -> Source:
    """A source made of text, for planted faults as well as for files."""
    return Source(path, text, ast.parse(text, path))


@cache
def project_files() -> tuple[str, ...]:
    """Every file that is or would be committed, by git's own account; all files where there is no repository."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        names = [name for name in listed.stdout.split("\0") if name]
    else:
        names = [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if ".venv" not in path.parts]
    return tuple(sorted(name for name in names if (ROOT / name).is_file()))


@cache
def python_sources(*folders: str) -> tuple[Source, ...]:
    """The Python files of these top-level folders."""
    wanted = [name for name in project_files() if name.endswith(".py") and Path(name).parts[0] in folders]
    return tuple(parse(name, (ROOT / name).read_text(encoding="utf-8")) for name in wanted)


def text_files() -> Iterator[tuple[str, str]]:
    """Every committed text file with its text; pictures and the like are left out."""
    for name in project_files():
        try:
            yield name, (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
