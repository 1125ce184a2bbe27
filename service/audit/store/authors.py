"""Who may have recorded something: the people and devices of a property."""

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, select

from engine.checks.facts import Author
from service.staff.models import devices, people


def read_authors(connection: Connection, property_id: int, labels: Collection[str]) -> Mapping[str, Author]:
    """Label (``device:pit1-t01``) -> author, of those whom the property has, whether they are active or not.

    A label that nobody can have, it being no text of ASCII, is not asked for: not every driver takes it.
    """
    named: dict[str, list[str]] = {"device": [], "person": []}
    for label in labels:
        kind, _, name = label.partition(":") if isinstance(label, str) and label.isascii() else ("", "", "")
        if kind in named:
            named[kind].append(name)
    of_device = select(devices.c.name, devices.c.table_id, devices.c.seat).where(
        devices.c.property_id == property_id, devices.c.name.in_(named["device"])
    )
    of_person = select(people.c.login).where(people.c.property_id == property_id, people.c.login.in_(named["person"]))
    authors = {f"device:{name}": Author(table_id, seat) for name, table_id, seat in connection.execute(of_device)}
    return authors | {f"person:{login}": Author(None, None) for login in connection.execute(of_person).scalars()}
