"""Who won what from whom, in units: every pair in the order of rules/chinese-poker section 7, then home runs.

1. A dead hand pays its units to each opponent that plays, and nothing to a foul or another dead hand.
2. Two naturals: the house's rule. 3. One natural: its value. 4. Two fouls: nothing; one foul: the penalty and the
other hand's royalties. 5. Rows, overall, scoop, royalties. Then a home run doubles each pair of the hand that made it,
and at last a card exposed out of turn costs its penalty, which nothing multiplies.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from engine.games.chinese_poker.hands import Hand, State, judge_hand
from engine.games.chinese_poker.record import Round
from engine.games.chinese_poker.rules import Rules
from engine.games.fouls import foul_score
from engine.games.methods import Piece
from engine.games.pairs import Score, score_pair
from engine.games.payment import Pair
from engine.games.royalties import Units
from engine.settlement import Reason

_new: Final = tuple.__new__  # half the cost of a NamedTuple's own constructor, for the pairs every round has
_LIVE: Final = State.LIVE  # named once: a member is slow to reach in its enum, and every pair asks for it twice


class Verdict(NamedTuple):
    """A round judged: each hand by itself, each pair from its first seat's side, and who made a home run."""

    played: Round
    hands: tuple[Hand, ...]
    pairs: tuple[Pair, ...]
    home_runs: tuple[str, ...]


def judge(played: Round, rules: Rules) -> Verdict:
    """Apply the rules to a validated round."""
    hands = tuple([judge_hand(seat, rules) for seat in played.seats])
    pairs = [_settle_pair(a, b, played, rules) for a, b in _opponents(hands, played.banker, rules)]
    home_runs: tuple[str, ...] = ()
    if rules.home_run_mult > 1:
        scoopers = scooped_all(pairs)
        home_runs = tuple(hand.seat for hand in hands if scoopers.get(hand.seat, 0) >= rules.home_run_min)
        pairs = [_with_home_run(pair, home_runs, rules) for pair in pairs]
    if rules.exposed is not None and any(hand.exposed for hand in hands):
        by_seat = {hand.seat: hand for hand in hands}
        pairs = [_with_exposed(pair, by_seat[pair.a], by_seat[pair.b], rules) for pair in pairs]
    return _new(Verdict, (played, hands, tuple(pairs), home_runs))


def _opponents(hands: tuple[Hand, ...], banker: str | None, rules: Rules) -> list[tuple[Hand, Hand]]:
    """The pairs that settle, in seat order: all of them, or those against the banker."""
    pairs = list(combinations(hands, 2))
    if rules.to_banker:
        return [(a, b) for a, b in pairs if banker in (a.seat, b.seat)]
    return pairs


def _settle_pair(a: Hand, b: Hand, played: Round, rules: Rules) -> Pair:
    if a.state is _LIVE and b.state is _LIVE:
        assert a.board is not None
        assert b.board is not None
        banker = 0 if played.banker is None else (a.seat == played.banker) - (b.seat == played.banker)
        rows, units, pieces, scoop = score_pair(a.board, b.board, rules.pairs, banker)
        return _new(Pair, (a.seat, b.seat, rows, units, pieces, scoop))
    settle = _UNPLAYED.get((a.state, b.state))
    if settle is not None:
        return Pair(a.seat, b.seat, *settle(a, b, played, rules))
    return Pair(a.seat, b.seat, *_mirrored(_UNPLAYED[(b.state, a.state)](b, a, played, rules)))


def _dead_pays(a: Hand, _: Hand, __: Round, ___: Rules) -> Score:
    reason = Reason(a.word, (("seat", a.seat), ("units", str(a.units))))
    return None, -a.units, [(a.word, -a.units, reason)], 0


def _nothing(a: Hand, b: Hand, _: Round, __: Rules) -> Score:
    """Between hands that foul or are dead nothing moves."""
    reason = Reason("nothing_moves", (("state", a.label), ("against_state", b.label)))
    item = a.word if a.state is State.DEAD else "foul"
    return None, 0, [(item, 0, reason)], 0


def _natural_pays(a: Hand, b: Hand, _: Round, __: Rules) -> Score:
    reason = Reason("natural", (("natural", a.word), ("units", str(a.units)), ("against_state", b.label)))
    return None, a.units, [("natural", a.units, reason)], 0


def _foul_pays(a: Hand, b: Hand, _: Round, rules: Rules) -> Score:
    assert b.board is not None
    return foul_score(a.seat, a.faults, b.board, rules.foul)


def _two_naturals(a: Hand, b: Hand, played: Round, rules: Rules) -> Score:
    versus = rules.naturals.versus
    units = 0 if a.word == b.word else _VERSUS[versus](a, b, played, rules)
    facts = (("natural", a.word), ("against_natural", b.word), ("units", str(abs(units))))
    clause = "natural_same" if a.word == b.word else f"natural_{versus}"
    return None, units, [("natural", units, Reason(clause, facts))], 0


def _higher(a: Hand, b: Hand, _: Round, rules: Rules) -> Units:
    places = rules.naturals.places
    return a.units if places[a.word] < places[b.word] else -b.units


def _cancel(_: Hand, __: Hand, ___: Round, ____: Rules) -> Units:
    return 0


def _difference(a: Hand, b: Hand, _: Round, __: Rules) -> Units:
    return a.units - b.units


def _first_announced(a: Hand, b: Hand, played: Round, _: Rules) -> Units:
    announced = played.announced
    return a.units if announced.index(a.seat) < announced.index(b.seat) else -b.units


_VERSUS: Final[Mapping[str, Callable[[Hand, Hand, Round, Rules], Units]]] = {
    "higher": _higher,
    "cancel": _cancel,
    "difference": _difference,
    "first_announced": _first_announced,
}

_UNPLAYED: Final[Mapping[tuple[State, State], Callable[[Hand, Hand, Round, Rules], Score]]] = {
    (State.DEAD, State.LIVE): _dead_pays,
    (State.DEAD, State.NATURAL): _dead_pays,
    (State.DEAD, State.FOUL): _nothing,
    (State.DEAD, State.DEAD): _nothing,
    (State.NATURAL, State.NATURAL): _two_naturals,
    (State.NATURAL, State.LIVE): _natural_pays,
    (State.NATURAL, State.FOUL): _natural_pays,
    (State.FOUL, State.FOUL): _nothing,
    (State.FOUL, State.LIVE): _foul_pays,
}
"""What a pair comes to whose rows are not compared; the other order of two states is its mirror."""


def _mirrored(score: Score) -> Score:
    _, total, pieces, scoop = score
    return None, -total, [(item, -units, reason) for item, units, reason in pieces], -scoop


def scooped_all(pairs: Iterable[Pair]) -> dict[str, int]:
    """Seats that scooped every opponent they settled with, and how many those were."""
    scooped: dict[str, int] = {}
    spoiled: set[str] = set()
    for pair in pairs:
        for seat, side in ((pair.a, 1), (pair.b, -1)):
            if pair.scoop == side:
                scooped[seat] = scooped.get(seat, 0) + 1
            else:
                spoiled.add(seat)
    return {seat: number for seat, number in scooped.items() if seat not in spoiled}


def _with_home_run(pair: Pair, home_runs: tuple[str, ...], rules: Rules) -> Pair:
    seat = pair.a if pair.a in home_runs else pair.b
    if seat not in home_runs:
        return pair
    more = (rules.home_run_mult - 1) * pair.units
    facts = (("seat", seat), ("mult", rules.home_run_mult), ("units", str(abs(pair.units))))
    pieces: list[Piece] = [*pair.pieces, ("home_run", more, Reason("home_run", facts))]
    return pair._replace(units=pair.units * rules.home_run_mult, pieces=pieces)


def _with_exposed(pair: Pair, a: Hand, b: Hand, rules: Rules) -> Pair:
    """A card exposed out of turn costs its penalty against each opponent whose hand is not dead."""
    if rules.exposed is None:
        return pair
    pieces, units = list(pair.pieces), pair.units
    for payer, payee, side in ((a, b, -1), (b, a, 1)):
        if payer.exposed and payee.state is not State.DEAD:
            reason = Reason("exposed", (("seat", payer.seat), ("units", str(rules.exposed))))
            pieces.append(("exposed", side * rules.exposed, reason))
            units += side * rules.exposed
    return pair._replace(units=units, pieces=pieces)
