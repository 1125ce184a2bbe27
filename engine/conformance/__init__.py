"""Vector files: worked cases with the right answer, run against the engine.

A module beside this one covers the vectors of one game. It exports ``ADAPTERS``, a mapping of kind -> ``Adapter``;
``engine.conformance.runner`` binds these to the file formats. A vector of a kind without an adapter is reported
as skipped, and so is one whose adapter raises ``NotCovered``.
"""

from collections.abc import Callable, Mapping

Adapter = Callable[[Mapping[str, object], Mapping[str, object]], object]
"""``adapter(vector, header) -> got``: what the engine answers to a vector, as plain JSON data shaped like its
``expected``. ``header`` is the whole file without its vectors (presets, schedules, defaults). A refusal that the
vector expects (``{"error": code}``) is an answer, too; an EngineError that escapes is a failure."""


class NotCovered(Exception):
    """A vector asks for something that this engine does not offer; the message says what."""
