"""Who is calling: a key in the Authorization header, looked up by its SHA-256.

The desk that keeps the keys (``staff``) gives the look-up; ``core`` knows only this interface. A found key is
remembered for half a second per process, so that a revocation holds everywhere within one second.
"""

import hashlib
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from service.core.clock import elapsed_s
from service.core.errors import Refusal
from service.core.permissions import MATRIX, Permission, Role

KEY_PREFIX: Final = "pbk_"
REMEMBER_S: Final = 0.5
_MOST_REMEMBERED: Final = 4096


@dataclass(frozen=True, slots=True)
class Principal:
    """Who acts: a person or a device, in one role, at one property.

    ``table_id`` is the one table that a device (or a dealer's key) is bound to; None means every table of the
    property. ``seat`` is the one seat there that a device plays; None means that it plays none.
    """

    key_id: int
    kind: str
    name: str
    role: Role
    property_id: int
    table_id: int | None
    seat: str | None = None

    @property
    def label(self) -> str:
        """How the principal is named in records, for example ``device:pit1-t01``."""
        return f"{self.kind}:{self.name}"


KeyLookup = Callable[[str], Principal | None]
"""SHA-256 of a key, in hexadecimal -> its principal; None if unknown. Raises Refusal ``revoked_key``."""


def new_key() -> str:
    """A fresh key of 32 random bytes; shown once, never stored."""
    return KEY_PREFIX + secrets.token_urlsafe(32)


def key_sha256(key: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


class Authenticator:
    """Turns an Authorization header into a principal."""

    def __init__(self, lookup: KeyLookup) -> None:
        self._lookup = lookup
        self._remembered: dict[str, tuple[float, Principal]] = {}
        self._lock = threading.Lock()

    def principal(self, header: str | None) -> Principal:
        """The caller. Raises Refusal ``missing_key``, ``unknown_key`` or ``revoked_key``."""
        scheme, _, key = (header or "").partition(" ")
        if scheme.lower() != "bearer" or not key.strip():
            raise Refusal("missing_key", "The Authorization header does not hold a Bearer key.")
        digest = key_sha256(key.strip())
        now_s = elapsed_s()
        kept = self._remembered.get(digest)
        if kept is not None and now_s - kept[0] < REMEMBER_S:
            return kept[1]
        found = self._lookup(digest)
        if found is None:
            raise Refusal("unknown_key", "No such key was issued.")
        with self._lock:
            if len(self._remembered) >= _MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[digest] = (now_s, found)
        return found


def authorize(principal: Principal, permission: Permission) -> None:
    """Raise Refusal ``not_permitted`` unless the principal's role may."""
    if principal.role not in MATRIX[permission]:
        may = ", ".join(sorted(MATRIX[permission]))
        raise Refusal("not_permitted", f"The role {principal.role} may not {permission}; these may: {may}.")
