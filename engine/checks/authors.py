"""K12: what was recorded at a table was recorded by somebody who can have been there.

A device belongs to one table for good, and where it plays a seat it speaks for that seat alone. Which roles the keys
of a person had at that moment is not kept, so that any person of the property is taken for possible.
"""

from collections.abc import Iterator

from engine.checks.facts import Author, RoundFacts
from engine.checks.findings import Finding, on_round


def find(facts: RoundFacts) -> Iterator[Finding]:
    """A round by somebody unknown, by the device of another table, or, recorded in one piece, by that of a seat."""
    author = facts.history.author
    seat = None if author is None or not facts.history.is_grown else author.seat
    fault = why_impossible(author, facts.filing[1], seat)
    if fault is not None:
        place = {"pointer": "/recorded_by", "recorded": facts.history.recorded_by, "detail": fault}
        yield on_round("author_impossible", facts.place, "nobody can have recorded it so", [place])


def why_impossible(author: Author | None, table_id: int, seat: str | None) -> str | None:
    """Why an author cannot have acted at a table for a seat (None: for none of them); None where he can."""
    if author is None:
        return "the property has nobody of that name"
    if author.table_id not in (None, table_id):
        return f"that device belongs to table id {author.table_id}"
    if author.seat not in (None, seat):
        return f"that device plays seat {author.seat} and nothing else"
    return None
