"""Jobs as the audit shows them, and what they found."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, func, insert, select

from service.audit.models import findings
from service.core.jobs_models import jobs
from service.core.lists import Slice, read_slice
from service.core.paging import Page
from service.floor.models import gaming_tables

JOB: Final = (
    jobs.c.id,
    jobs.c.kind,
    jobs.c.params,
    jobs.c.state,
    jobs.c.attempts,
    jobs.c.done,
    jobs.c.total,
    jobs.c.result,
    jobs.c.error,
    jobs.c.created_us,
    jobs.c.created_by,
    jobs.c.started_us,
    jobs.c.finished_us,
)


def read_keys(connection: Connection, job_id: int) -> set[str]:
    """Keys of the findings that a job has written already."""
    return set(connection.execute(select(findings.c.finding_key).where(findings.c.job_id == job_id)).scalars())


def add_findings(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write findings."""
    connection.execute(insert(findings), rows)


def count_findings(connection: Connection, job_id: int) -> Sequence[Row[Any]]:
    """How many findings a job has of each code, table by table."""
    return connection.execute(
        select(findings.c.table_id, findings.c.code, func.count().label("times"))
        .where(findings.c.job_id == job_id)
        .group_by(findings.c.table_id, findings.c.code)
        .order_by(findings.c.table_id, findings.c.code)
    ).all()


def list_findings(connection: Connection, job_id: int, page: Page) -> Slice[Row[Any]]:
    """The findings of a job in the order in which they were found."""
    wanted = (
        select(*findings.c, gaming_tables.c.code.label("table_code"))
        .join_from(findings, gaming_tables, findings.c.table_id == gaming_tables.c.id, isouter=True)
        .where(findings.c.job_id == job_id)
    )
    return read_slice(connection, wanted, [findings.c.id], page)


def list_jobs(connection: Connection, property_id: int, page: Page) -> Slice[Row[Any]]:
    """The jobs of a property, the oldest first."""
    return read_slice(connection, select(*JOB).where(jobs.c.property_id == property_id), [jobs.c.id], page)


def find_job(connection: Connection, property_id: int, job_id: int) -> Row[Any] | None:
    """A job of a property."""
    wanted: Select[Any] = select(*JOB).where(jobs.c.id == job_id, jobs.c.property_id == property_id)
    return connection.execute(wanted).one_or_none()
