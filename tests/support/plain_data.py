"""Walking plain JSON data, for tests that damage it."""

from collections.abc import Iterator

Place = tuple[str | int, ...]


def places(data: object, at: Place = ()) -> Iterator[Place]:
    """Every place in plain data, the whole of it first."""
    yield at
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield from places(value, (*at, key))
