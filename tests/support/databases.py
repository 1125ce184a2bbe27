"""Freshly migrated databases of both kinds, each a copy of a template that is migrated once in a test run."""

import itertools
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import make_url

from support.postgres import PostgresServer

KINDS: Final = ("sqlite", "postgresql")


class Databases:
    """Makes and drops databases. The PostgreSQL server is asked for only when a test wants that kind."""

    def __init__(self, folder: Path, postgres: Callable[[], PostgresServer], migrate: Callable[[str], None]) -> None:
        self._folder = folder
        self._postgres = postgres
        self._migrate = migrate
        self._prefix = f"pitbook_test_{secrets.token_hex(4)}"
        self._numbers = itertools.count(1)
        self._templates: dict[str, str] = {}

    def make(self, kind: str) -> str:
        """The SQLAlchemy address of a migrated and otherwise empty database, nobody else's."""
        return self._copy(kind, self._template(kind), f"{self._prefix}_{next(self._numbers)}")

    def drop(self, url: str) -> None:
        """Remove a database made here and whoever is connected to it."""
        parsed = make_url(url)
        assert parsed.database is not None
        if parsed.get_backend_name() == "postgresql":
            self._postgres().drop_database(parsed.database)
            return
        for suffix in ("", "-wal", "-shm"):
            Path(parsed.database + suffix).unlink(missing_ok=True)

    def _template(self, kind: str) -> str:
        if kind not in self._templates:
            url = self._empty(kind, f"{self._prefix}_template")
            self._templates[kind] = url
            self._migrate(url)
        return self._templates[kind]

    def _empty(self, kind: str, name: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{self._folder / name}.db"
        if kind == "postgresql":
            return self._postgres().create_database(name)
        raise ValueError(f"{kind!r} is not one of {', '.join(KINDS)}")

    def _copy(self, kind: str, template_url: str, name: str) -> str:
        template = make_url(template_url).database
        assert template is not None
        if kind == "postgresql":
            return self._postgres().create_database(name, template)
        path = self._folder / f"{name}.db"
        with closing(sqlite3.connect(template)) as source, closing(sqlite3.connect(path)) as target:
            source.backup(target)
        return f"sqlite:///{path}"
