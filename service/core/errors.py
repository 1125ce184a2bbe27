"""What the service refuses, and the one table from code to status and title.

Refusal(code, detail, errors) is raised anywhere below the routes; the web layer turns it into an RFC 9457
problem by ``PROBLEMS``. A code that is not in the table cannot be raised.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.errors import Violation


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """What a problem code means to a caller: HTTP status, a title, and what to do next."""

    status: int
    title: str
    advice: str


PROBLEMS: Final[dict[str, ProblemKind]] = {
    "invalid_json": ProblemKind(400, "The body is not strict JSON", "Send one JSON object in UTF-8."),
    "json_too_deep": ProblemKind(400, "The body is nested too deeply", "At most 16 levels are read."),
    "wrong_content_type": ProblemKind(415, "The body is not JSON", "Send Content-Type: application/json."),
    "length_required": ProblemKind(411, "The body's length is not known", "Send Content-Length, not chunks."),
    "body_too_large": ProblemKind(413, "The body is too large", "At most 64 KiB are read."),
    "missing_idempotency_key": ProblemKind(
        400, "This request needs an Idempotency-Key", "Send 16 to 64 characters, new for each intent, same for a retry."
    ),
    "bad_idempotency_key": ProblemKind(
        400, "The Idempotency-Key is not usable", "Send 16 to 64 letters, digits, '-' or '_'."
    ),
    "idempotency_key_reused": ProblemKind(
        422, "This Idempotency-Key belongs to another request", "Use a new key for a new intent."
    ),
    "request_in_flight": ProblemKind(
        409, "The same request is being worked on", "Wait as Retry-After says, then repeat it unchanged."
    ),
    "missing_key": ProblemKind(401, "No key was sent", "Send Authorization: Bearer and the key."),
    "unknown_key": ProblemKind(401, "This key is not known", "Check the key, or ask an administrator for a new one."),
    "revoked_key": ProblemKind(401, "This key was revoked", "Ask an administrator for a new one."),
    "not_permitted": ProblemKind(403, "This role may not do this", "Ask someone whose role may."),
    "wrong_table": ProblemKind(403, "This device belongs to another table", "Use the table's own device."),
    "wrong_seat": ProblemKind(
        403, "This device plays one seat", "Use the table's own device, or the device of the seat that it is about."
    ),
    "not_found": ProblemKind(404, "There is nothing here", "Check the address."),
    "method_not_allowed": ProblemKind(405, "This address does not take this method", "See the Allow header."),
    "invalid_request": ProblemKind(422, "The request does not say what is needed", "Mend each place that is named."),
    "invalid_cursor": ProblemKind(422, "The cursor does not belong to this list", "Start again without a cursor."),
    "record_refused": ProblemKind(
        422, "The round cannot be settled as recorded", "Correct each place that is named and post it again."
    ),
    "not_growing": ProblemKind(
        422, "A round of this game is recorded in one piece", "Post it to /v1/sessions/{session_id}/rounds."
    ),
    "header_refused": ProblemKind(
        422, "Such a round cannot be played", "Correct each place that is named and open it again."
    ),
    "not_carried": ProblemKind(
        422,
        "The round does not go on from the one before it",
        "Leave out what is named, or say what the round before left.",
    ),
    "event_refused": ProblemKind(
        422, "The event is not possible here", "Nothing was appended; correct what is named and send all of it again."
    ),
    "events_moved_on": ProblemKind(
        409, "Others have moved since", "Read the round as it stands now, then decide anew."
    ),
    "log_full": ProblemKind(
        409,
        "The log of the round is full",
        "No round is played so long: void it, and deal again under the next number.",
    ),
    "nothing_to_undo": ProblemKind(
        409, "The last entry is no event", "An event is undone before the next one only; void the round instead."
    ),
    "round_open": ProblemKind(409, "A round of the session is open", "Play it to its end, or void it."),
    "round_not_open": ProblemKind(409, "The round is settled or void", "Read it; another deal takes the next number."),
    "ruleset_refused": ProblemKind(422, "The ruleset is not complete and lawful", "Mend each place that is named."),
    "no_edges": ProblemKind(422, "This game has no edges", "Edges are known of Three Card Poker."),
    "edges_busy": ProblemKind(503, "Edges are being computed for others", "Ask again as Retry-After says."),
    "unknown_ruleset": ProblemKind(422, "No such ruleset version is published", "See GET /v1/rulesets."),
    "ruleset_for_other_game": ProblemKind(
        422, "The ruleset is for another game than the table", "Choose a ruleset of the table's game."
    ),
    "unknown_table": ProblemKind(422, "No such table here", "See GET /v1/tables."),
    "unknown_session": ProblemKind(422, "No such session here", "See GET /v1/sessions."),
    "arrangement_refused": ProblemKind(
        422, "The arrangement cannot be read", "Correct each place that is named and ask again."
    ),
    "code_taken": ProblemKind(409, "This code is in use already", "Choose another code."),
    "too_many_keys": ProblemKind(409, "The device has two live keys", "Revoke one of them first."),
    "holder_inactive": ProblemKind(409, "This person or device is not active any more", "Register a new one."),
    "session_open": ProblemKind(409, "The table has an open session", "Close it first."),
    "session_closed": ProblemKind(409, "The session is closed", "Open a new session at the table."),
    "sessions_open": ProblemKind(409, "Sessions of the gaming day are open", "Close them first."),
    "gaming_day_closed": ProblemKind(409, "The gaming day is closed", "Play on in a session of the open gaming day."),
    "outside_session": ProblemKind(
        422, "The time of play is not in this session's gaming day", "Check the device's clock and the session."
    ),
    "seat_not_in_session": ProblemKind(422, "A seat is not part of the session", "Post only seated positions."),
    "round_number_used": ProblemKind(
        409, "This round number is recorded already", "Read the recorded round; another deal takes the next number."
    ),
    "busy": ProblemKind(503, "The database is busy", "Repeat the request as Retry-After says."),
    "storage_full": ProblemKind(
        507, "The database has no space left", "Free space; nothing was written. Then repeat it."
    ),
    "storage_unusable": ProblemKind(
        503, "The database cannot be read or written", "Have its disk and rights checked, then repeat the request."
    ),
    "internal_error": ProblemKind(500, "Something is wrong on our side", "Report the request id; nothing was written."),
}


class Refusal(Exception):
    """A request refused for a coded reason; ``errors`` point at the places, ``detail`` says what happened."""

    def __init__(
        self, code: str, detail: str, errors: Iterable[Violation] = (), retry_after_s: int | None = None
    ) -> None:
        if code not in PROBLEMS:
            raise LookupError(f"{code!r} is not in the table of problems")
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.errors = tuple(errors)
        self.retry_after_s = retry_after_s

    @property
    def kind(self) -> ProblemKind:
        """Status, title and advice of this problem."""
        return PROBLEMS[self.code]
