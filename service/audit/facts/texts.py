"""Stored JSON texts: read, and held against their one canonical spelling."""

import orjson

from engine.evidence import canonical_bytes


def find_data(text: str) -> object:
    """The data of a stored JSON text, None where it is none (``null`` is no data either)."""
    try:
        return orjson.loads(text)
    except ValueError:
        return None


def is_canonical(data: object, text: str) -> bool:
    """Whether a text is the canonical spelling of data: by the fast writer, which agrees with ours on plain data."""
    raw = text.encode("utf-8", "surrogatepass")
    try:
        return orjson.dumps(data, option=orjson.OPT_SORT_KEYS) == raw or canonical_bytes(data) == raw
    except (TypeError, ValueError, RecursionError):
        return False


def find_canonical(text: str) -> object:
    """The data of a stored JSON text, None where it is none or not in its canonical spelling."""
    data = find_data(text)
    return data if data is not None and is_canonical(data, text) else None
