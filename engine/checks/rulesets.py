"""K10: a ruleset version is, byte for byte, the document that was published, and can still be read."""

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from engine.checks.facts import RulesetFacts
from engine.checks.findings import Finding, as_differences, finding
from engine.errors import RulesetRefused


class StoredVersion(NamedTuple):
    """A ruleset version as stored, and what reading it gave."""

    key: str
    version: int
    text: str
    sha256: str
    read: RulesetFacts | RulesetRefused


def is_intact(text: str, sha256: str) -> bool:
    """Whether a document still has the hash that was written beside it."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() == sha256


def find(stored: StoredVersion) -> Iterator[Finding]:
    """A document with another hash, and one that no game can read."""
    subject = ("ruleset", stored.key, stored.version)
    if not is_intact(stored.text, stored.sha256):
        message = (
            f"version {stored.version} of {stored.key} was altered after it was published; its rounds were settled "
            "again under the document as it stands now"
        )
        yield finding("ruleset_altered", subject, message)
    if isinstance(stored.read, RulesetRefused):
        message = f"version {stored.version} of {stored.key} cannot be read"
        yield finding("ruleset_unreadable", subject, message, as_differences(stored.read.violations))
