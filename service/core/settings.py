"""The one place that reads the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

DEFAULT_DATABASE_URL = "sqlite:///data/pitbook.db"
LOG_LEVELS = ("debug", "info", "warning", "error")


class SettingsError(Exception):
    """A setting that cannot be used, named with what it should be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a process.

    ``database_url`` is a SQLAlchemy address; SQLite is the embedded default, ``postgresql+psycopg://`` the
    production one. ``broker_url`` switches jobs from the embedded runner to Celery workers. ``processes`` and
    ``threads`` size the server; SQLite always runs one process, because it has one writer. Threads are
    started as they are needed: most of them are there for tablets that stall amid a request.
    """

    database_url: str = DEFAULT_DATABASE_URL
    broker_url: str | None = None
    host: str = "127.0.0.1"
    port: int = 8377
    processes: int = 1
    threads: int = 128
    log_level: str = "info"

    @property
    def is_sqlite(self) -> bool:
        """Whether the embedded database is in use."""
        return self.database_url.startswith("sqlite")

    @property
    def sqlite_path(self) -> Path | None:
        """The embedded database's file, or None on a server database."""
        return Path(self.database_url.removeprefix("sqlite:///")) if self.is_sqlite else None


def read_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Settings from ``PITBOOK_*`` variables. Raises SettingsError for what is not usable."""
    env = os.environ if environ is None else environ
    return Settings(
        database_url=_database_url(env.get("PITBOOK_DATABASE_URL", DEFAULT_DATABASE_URL)),
        broker_url=_broker_url(env.get("PITBOOK_BROKER_URL") or None),
        host=ip_host("PITBOOK_HOST", env.get("PITBOOK_HOST", "127.0.0.1")),
        port=_whole(env, "PITBOOK_PORT", 8377, 0, 65535),
        processes=_whole(env, "PITBOOK_PROCESSES", 1, 1, 64),
        threads=_whole(env, "PITBOOK_THREADS", 128, 1, 256),
        log_level=_word(env, "PITBOOK_LOG_LEVEL", "info", LOG_LEVELS),
    )


def names_database() -> bool:
    """Whether the environment says which database to use."""
    return "PITBOOK_DATABASE_URL" in os.environ


def child_environ(settings: Settings) -> dict[str, str]:
    """The environment of a process of ours that is to work by these settings."""
    stated = {
        "PITBOOK_DATABASE_URL": settings.database_url,
        "PITBOOK_BROKER_URL": settings.broker_url or "",
        "PITBOOK_HOST": settings.host,
        "PITBOOK_PORT": str(settings.port),
        "PITBOOK_PROCESSES": str(settings.processes),
        "PITBOOK_THREADS": str(settings.threads),
        "PITBOOK_LOG_LEVEL": settings.log_level,
    }
    return {**os.environ, **stated}


def _database_url(url: str) -> str:
    for short in ("postgresql://", "postgres://"):
        if url.startswith(short):
            url = "postgresql+psycopg://" + url.removeprefix(short)
    if url.startswith("postgresql+psycopg://"):
        return _with_port("PITBOOK_DATABASE_URL", url)
    if url.startswith("sqlite:///"):
        return url
    raise SettingsError("PITBOOK_DATABASE_URL must start with sqlite:/// or postgresql://")


def _broker_url(url: str | None) -> str | None:
    if url is None or url.startswith("redis+socket://"):
        return url
    if url.startswith(("redis://", "rediss://")):
        return _with_port("PITBOOK_BROKER_URL", url)
    raise SettingsError("PITBOOK_BROKER_URL must start with redis://, rediss:// or redis+socket://")


def ip_host(name: str, host: str) -> str:
    """An address to listen at, checked. Raises SettingsError naming the setting for what is no IP address."""
    try:
        return str(ip_address(host))
    except ValueError:
        raise SettingsError(
            f"{name} must be an IP address: 127.0.0.1 for this machine only, 0.0.0.0 for all, not {host!r}"
        ) from None


def _with_port(name: str, url: str) -> str:
    """The address, whose port, where it names one, is a number. The address is not repeated: it may hold a password."""
    try:
        _ = urlsplit(url).port
    except ValueError as error:
        raise SettingsError(f"{name} is no address that can be read: {error}") from None
    return url


def _whole(env: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = env.get(name, str(default))
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise SettingsError(f"{name} must be a whole number from {least} to {most}, not {text!r}")
    return int(text)


def _word(env: Mapping[str, str], name: str, default: str, words: tuple[str, ...]) -> str:
    word = env.get(name, default)
    if word not in words:
        raise SettingsError(f"{name} must be one of {', '.join(words)}, not {word!r}")
    return word
