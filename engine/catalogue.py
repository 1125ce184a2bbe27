"""The only list of games, and the five verbs run in their order.

Each game is a package under ``engine/games`` that offers the same names; ``GAMES`` binds them here and
nowhere else. The games never import each other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType, ModuleType
from typing import Any, Final

from engine.errors import RecordRefused, RulesetRefused, Violation
from engine.evidence import RoundFile
from engine.games import chinese_poker, kowah, open_face_chinese, three_card_poker
from engine.games.kowah.growth import GROWTH as KOWAH_GROWTH
from engine.games.open_face_chinese.growth import GROWTH as OPEN_FACE_GROWTH
from engine.growing import Growth
from engine.settlement import Settlement
from engine.tables import Needs


@dataclass(frozen=True, slots=True)
class Game:
    """A game's verbs and facts. The types of Rules, Round, Rating and Verdict are the game's own.

    ``parse(record, terms) -> Round`` raises RecordRefused for what is no record at all; the Round it returns is
    the claim as read and may still be illegal. ``needs(rules)`` is what a session must bring.
    ``validate(round, rules)`` names every violation that keeps it
    from being settled. ``rate(holding, rules)`` values one holding (an arrangement before the reveal).
    ``judge(round, rules) -> Verdict`` applies the rules, ``settle(verdict, bets, rules)`` the money. ``growth`` says
    how a round comes about event by event; None where it is recorded in one piece. ``clauses`` and ``words`` are for
    ``engine.sentences``.
    """

    name: str
    title: str
    seats: tuple[int, int]
    load_rules: Callable[[Mapping[str, object]], Any]
    parse: Callable[[Mapping[str, object], Mapping[str, object]], Any]
    needs: Callable[[Any], Needs]
    validate: Callable[[Any, Any], tuple[Violation, ...]]
    rate: Callable[[Any, Any], Any]
    judge: Callable[[Any, Any], Any]
    settle: Callable[[Any, Any, Any], Settlement]
    parse_holding: Callable[[Mapping[str, object]], Any]
    record_schema: Mapping[str, object]
    terms_schema: Mapping[str, object]
    holding_schema: Mapping[str, object]
    clauses: Mapping[str, str]
    words: Mapping[str, Mapping[str, str]]
    growth: Growth | None


def _bound(package: ModuleType, growth: Growth | None = None) -> Game:
    """A game package as a value; AttributeError at import where it lacks one of the names that games offer.

    Only a game whose cards need it has ``WORDS``.
    """
    return Game(
        name=package.NAME,
        title=package.TITLE,
        seats=package.SEATS,
        load_rules=package.load_rules,
        needs=package.needs,
        parse=package.parse,
        validate=package.validate,
        rate=package.rate,
        judge=package.judge,
        settle=package.settle,
        parse_holding=package.parse_holding,
        record_schema=package.RECORD_SCHEMA,
        terms_schema=package.TERMS_SCHEMA,
        holding_schema=package.HOLDING_SCHEMA,
        clauses=package.CLAUSES,
        words=getattr(package, "WORDS", {}),
        growth=growth,
    )


_BOUND: Final = (
    _bound(chinese_poker),
    _bound(kowah, KOWAH_GROWTH),
    _bound(open_face_chinese, OPEN_FACE_GROWTH),
    _bound(three_card_poker),
)
GAMES: Final[Mapping[str, Game]] = MappingProxyType({game.name: game for game in _BOUND})


def find_game(name: object, pointer: str = "/game") -> Game:
    """The game of a name. Raises RulesetRefused (``unknown_game``) where there is none."""
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        known = ", ".join(sorted(GAMES))
        raise RulesetRefused([Violation("unknown_game", pointer, f"{name!r} is not one of {known}")])
    return game


def settle_round(game: Game, record: Mapping[str, object], terms: Mapping[str, object], rules: Any) -> Settlement:
    """Run the five verbs over one record. Raises RecordRefused with every violation."""
    played = game.parse(record, terms)
    violations = game.validate(played, rules)
    if violations:
        raise RecordRefused(violations)
    return game.settle(game.judge(played, rules), played.bets, rules)


def begin_round(game: Game, header: Mapping[str, object], terms: Mapping[str, object], rules: Any) -> Any:
    """The state of a growing round before its first event.

    Raises RecordRefused with everything that would keep it from being settled, whatever its events: a round that could
    not be paid at its end is not begun.
    """
    growth = game.growth
    assert growth is not None, "only a round that grows is begun"
    if growth.events_key in header:
        detail = "a round is begun without events"
        raise RecordRefused([Violation("unknown_key", f"/{growth.events_key}", detail)])
    played = game.parse(growth.record_of(header, ()), terms)
    faults = [fault for fault in game.validate(played, rules) if fault.code != UNFINISHED]
    if faults:
        raise RecordRefused(faults)
    return growth.start(played, rules)


UNFINISHED: Final = "unfinished"
"""The one violation of a record that is lawful as far as it goes."""


def settle_file(file: RoundFile) -> Settlement:
    """Settle a portable round file by the ruleset that stands in it.

    Raises RulesetRefused or RecordRefused, the pointers into the file.
    """
    game = find_game(file.game)
    try:
        rules = game.load_rules(file.ruleset)
    except RulesetRefused as refusal:
        raise RulesetRefused(_placed(violation, "/ruleset") for violation in refusal.violations) from None
    try:
        return settle_round(game, file.record, file.terms, rules)
    except RecordRefused as refusal:
        # A game names its terms as /terms already: they stand beside the record, here as in a session.
        raise RecordRefused(
            v if v.pointer.split("/")[1:2] == ["terms"] else _placed(v, "/record") for v in refusal.violations
        ) from None


def _placed(violation: Violation, place: str) -> Violation:
    """A violation in a part of a file, with its pointer into the whole."""
    return violation._replace(pointer=place + violation.pointer)
