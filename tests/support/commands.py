"""Commands run on a database, in this process, and what they left there."""

import socket
from collections.abc import Callable
from typing import Any

from click.testing import CliRunner, Result
from sqlalchemy import create_engine, text

from service.__main__ import commands

Run = Callable[..., Result]


def runner(url: str) -> Run:
    def run(*arguments: str, **environ: str) -> Result:
        result = CliRunner().invoke(commands, arguments, env=environment(url, **environ))
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
        return result

    return run


def environment(url: str, **more: str) -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "PITBOOK_DATABASE_URL": url, **more}


def rows(url: str, query: str) -> list[Any]:
    engine = create_engine(url)
    with engine.connect() as connection:
        found = [tuple(row) for row in connection.execute(text(query))]
    engine.dispose()
    return found


def change(url: str, *statements: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
