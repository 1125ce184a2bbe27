"""Changing what is settled behind the API's back, as somebody with the database's own password could."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, text


@contextmanager
def behind_the_api(engine: Engine) -> Iterator[Connection]:
    """A connection on which triggers and foreign keys do not hold; afterwards they stand as before."""
    with engine.connect().execution_options(pitbook_write=True) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET session_replication_role = replica"))
            yield connection
            connection.execute(text("SET session_replication_role = DEFAULT"))
            connection.commit()
            return
        connection.exec_driver_sql("ROLLBACK")  # a pragma for foreign keys is not heard within a transaction
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        found = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
        for name, _ in found:
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        yield connection
        for _, statement in found:
            connection.exec_driver_sql(statement)
        connection.commit()
        connection.exec_driver_sql("PRAGMA foreign_keys=ON")
        connection.rollback()
    engine.dispose()
