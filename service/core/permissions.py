"""Roles, and what each may do. Deny by default: what is not in ``MATRIX`` is not permitted."""

from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """The one role that a key acts in."""

    DEVICE = "device"
    DEALER = "dealer"
    FLOOR = "floor"
    CASHIER = "cashier"
    AUDITOR = "auditor"
    MAKER = "paytable_maker"
    APPROVER = "paytable_approver"
    ADMIN = "admin"


class Permission(StrEnum):
    """One kind of action or reading. Every operation names exactly one."""

    READ_FLOOR = "read tables, gaming days and sessions"
    MANAGE_TABLES = "create and change tables"
    MANAGE_SESSIONS = "open and close sessions"
    CHECK_ARRANGEMENT = "check an arrangement before the reveal"
    POST_ROUND = "post a dealt round"
    APPEND_EVENT = "open a round and append events to it"
    UNDO_EVENT = "undo the last event of an open round, and void an open round"
    READ_ROUNDS = "read rounds, settlements and balances"
    READ_PAYABLE = "read what is payable"
    READ_RULES = "read rulesets, paytables and schedules"
    READ_EDGES = "read what rules cost, published or drafted"
    RUN_AUDIT = "run audits"
    READ_AUDIT = "read jobs and findings"
    MANAGE_STAFF = "manage people, devices and their keys"
    READ_STAFF = "read people, devices and their keys"
    READ_SELF = "read who the key belongs to"


_ALL: Final = frozenset(Role)
_TABLE: Final = frozenset({Role.DEVICE, Role.DEALER, Role.FLOOR})
_RULES: Final = frozenset({Role.MAKER, Role.APPROVER})

MATRIX: Final[dict[Permission, frozenset[Role]]] = {
    Permission.READ_FLOOR: _ALL,
    Permission.MANAGE_TABLES: frozenset({Role.FLOOR}),
    Permission.MANAGE_SESSIONS: frozenset({Role.FLOOR}),
    Permission.CHECK_ARRANGEMENT: _TABLE,
    Permission.POST_ROUND: _TABLE,
    Permission.APPEND_EVENT: _TABLE,
    Permission.UNDO_EVENT: frozenset({Role.FLOOR}),
    Permission.READ_ROUNDS: _TABLE | {Role.CASHIER, Role.AUDITOR} | _RULES,
    Permission.READ_PAYABLE: frozenset({Role.FLOOR, Role.CASHIER, Role.AUDITOR}),
    Permission.READ_RULES: _ALL,
    Permission.READ_EDGES: _RULES | {Role.AUDITOR, Role.FLOOR},
    Permission.RUN_AUDIT: frozenset({Role.AUDITOR}),
    Permission.READ_AUDIT: frozenset({Role.AUDITOR, Role.FLOOR}),
    Permission.MANAGE_STAFF: frozenset({Role.ADMIN}),
    Permission.READ_STAFF: frozenset({Role.ADMIN, Role.AUDITOR}),
    Permission.READ_SELF: _ALL,
}
