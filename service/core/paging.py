"""Keyset cursors: signed, bound to the list and its filter.

A cursor holds the sort key of the last row that was shown. It is opaque to callers and refused when it was
made for another list, another filter or by another installation.
"""

import base64
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from service.core.errors import Refusal

DEFAULT_LIMIT: Final = 50
MOST_LIMIT: Final = 500
_MAC_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Page:
    """What part of a list is asked for: how many rows, after which sort key (None = from the start)."""

    limit: int
    after: tuple[Any, ...] | None


class Cursors:
    """Writes and reads cursors of one installation."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def page(self, scope: str, filters: Mapping[str, object], limit: int, cursor: str | None) -> Page:
        """The page that is asked for. Raises Refusal ``invalid_cursor``."""
        return Page(limit, None if cursor is None else self._read(scope, filters, cursor))

    def write(self, scope: str, filters: Mapping[str, object], sort_key: Sequence[Any]) -> str:
        """The cursor behind a row with this sort key."""
        payload = orjson.dumps(list(sort_key))
        return base64.urlsafe_b64encode(self._mac(scope, filters, payload) + payload).decode().rstrip("=")

    def _read(self, scope: str, filters: Mapping[str, object], cursor: str) -> tuple[Any, ...]:
        try:
            raw = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
        except ValueError:
            raise Refusal("invalid_cursor", "The cursor is not one that was given out.") from None
        mac, payload = raw[:_MAC_BYTES], raw[_MAC_BYTES:]
        if not hmac.compare_digest(mac, self._mac(scope, filters, payload)):
            raise Refusal("invalid_cursor", "The cursor was given out for another list or filter.")
        return tuple(orjson.loads(payload))

    def _mac(self, scope: str, filters: Mapping[str, object], payload: bytes) -> bytes:
        bound = orjson.dumps([scope, {k: v for k, v in filters.items() if v is not None}], option=orjson.OPT_SORT_KEYS)
        return hmac.new(self._secret, bound + b"\x00" + payload, hashlib.sha256).digest()[:_MAC_BYTES]
