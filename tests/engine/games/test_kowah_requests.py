"""Several Kowah events in one request: what of them can be told to their sender before any of them has happened."""

from typing import Any

import pytest

from engine.catalogue import GAMES, begin_round
from engine.errors import Violation
from engine.games.kowah.rules import Rules
from support.kowah import CODES, DEAL, READY, TERMS, event, record, rules

CHEKI = rules()
COVERED = rules(public_pair=False)
BOTH = {**DEAL, "B": "C1 S1 M1 C3 S3 M3 RF RF"}
"""A waits for C2 and B, as soon as it has thrown what it drew, for RF."""
BOTH_DECLARED = (*READY, "B draws OT", "B throws OT", "B declares RF")


def told(
    log: tuple[str, ...], request: str, viewer: str | None, under: Rules = CHEKI, **more: Any
) -> tuple[str, str] | None:
    """Code and pointer of what ``viewer`` is told of a request after a log; None where he can see no fault in it."""
    growth, found = GAMES["kowah"].growth, record(*log, **more)
    assert growth is not None
    state = begin_round(GAMES["kowah"], growth.header_of(found), TERMS, under)
    for one in found["events"]:
        state = growth.apply(state, growth.read_event(one), under)
        assert not isinstance(state, Violation), state
    fault = growth.told(state, [growth.read_event(event(text)) for text in request.split(", ")], viewer, under)
    return None if fault is None else (fault.code, fault.pointer)


@pytest.mark.parametrize("viewer", ["A", None])
def test_a_whole_turn_with_its_declaration_goes_in_one_request(viewer: str | None) -> None:
    assert told((), "A draws C2, A throws M9, A declares C2", viewer) is None
    deal = {**DEAL, "A": "C5 S5 M5 C7 S7 C2 C2 M9"}
    assert told((), "A draws M7, A throws M9, A declares C2", viewer, deal=deal) is None


def test_a_declaration_in_a_request_counts_for_what_follows_it() -> None:
    assert told(READY[:2], "A declares C2, A declares C2", None) == ("already_declared", "/1")
    turn = "B draws OT, B throws OT, C draws WF, C throws WF"
    assert told(READY[:2], f"A declares C2, {turn}, A takes WF", None) == ("locked_must_draw", "/5")
    assert told(READY[:2], f"{turn}, A takes WF", None) is None


def test_whether_a_declaration_is_true_is_supposed_by_whoever_does_not_see_the_hand() -> None:
    for pair in ("C7", "WF"):
        assert told(READY[:2], f"A declares {pair}, B draws OT, B throws OT", None) is None
        assert told(READY[:2], f"A declares {pair}, B draws OT, B throws OT", "A") == ("bad_wait", "/0")


def test_that_all_copies_of_a_card_are_gone_is_told_to_nobody() -> None:
    """A was dealt a C2 and B two, and A has drawn the fourth: nobody sees that none is left."""
    deal = {**DEAL, "A": "C5 S5 M5 C7 S7 M7 C2 M9", "B": "C2 C2 C4 C6 C8 C9 S1 S3"}
    log = ("A draws C2", "A throws M9")
    for viewer in ("B", None):
        assert told(log, "B draws C2, B throws S1", viewer, deal=deal) is None


def test_a_fault_that_can_be_seen_is_told_by_its_code_whatever_follows() -> None:
    assert told(READY[:2], "C draws OT, C throws OT", None) == ("not_your_turn", "/0")
    assert told(READY, "C draws OT, C throws OT", None, COVERED) == ("not_your_turn", "/0")


def test_while_a_pair_lies_covered_nothing_follows_a_draw_or_a_throw_of_whoever_cannot_see_it() -> None:
    assert told(READY, "B draws OT, B throws OT", "B", COVERED) == ("must_be_last", "/0")
    assert told(READY, "B draws OT, B throws OT", None, COVERED) == ("must_be_last", "/0")
    assert told((*READY, "B draws OT"), "B throws OT, C draws WF", None, COVERED) == ("must_be_last", "/0")
    assert told(READY, "B draws OT, B throws OT", "B", CHEKI) is None


def test_a_discard_that_is_taken_brings_nothing_hidden_to_light() -> None:
    assert told(READY, "B takes M9, B throws M9", "B", COVERED) is None


def test_the_own_pair_is_not_hidden_and_that_of_somebody_else_is() -> None:
    """C has thrown what it drew, and A is to draw: alone it knows the only pair, beside B's it does not."""
    turn = ("C draws WF", "C throws WF")
    alone = (*READY, "B draws OT", "B throws OT", *turn)
    assert told(alone, "A draws S2, A throws S2", "A", COVERED, deal=BOTH) is None
    both = (*BOTH_DECLARED, *turn)
    assert told(both, "A draws S2, A throws S2", "A", COVERED, deal=BOTH) == ("must_be_last", "/0")


def test_of_a_stock_that_was_told_a_draw_alone_is_hidden() -> None:
    pack = CODES * 4
    for code in " ".join(DEAL.values()).split():
        pack.remove(code)
    pack.remove("C2")
    stock = ["C2", *pack]
    log = ("A draws C2",)
    assert told(log, "A throws M9, A declares C2", "A", stock=stock) is None
    assert told(log, "A throws M9, A declares C2, B draws", None, stock=stock) is None
    assert told(READY, "B draws, B throws S1", "B", stock=stock) == ("must_be_last", "/0")
