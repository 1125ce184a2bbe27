"""What went wrong at the table, and what the rules or a supervisor make of it (rules reference section 11)."""

from typing import Any

import pytest

from support.three_card import by_bet, codes, record, rules_with, seat, settle

STANDARD = rules_with()
HAND_ALONE = rules_with({"misdeal": "void_hand"})
TWO = (seat("As Ah 6c", name="1", ante=1000, pair_plus=200), seat("Ks 9d 4c", name="2", ante=1000))
FOUR_CARDS = seat("7s 5h 2d 3d", "none", name="3", ante=1000, pair_plus=50)


def note(kind: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "reason": "as the supervisor wrote", **more}


def test_a_misdeal_voids_the_round_and_returns_every_bet() -> None:
    settlement = settle(record("Kc 9h 4d", *TWO, FOUR_CARDS, irregularities=[note("misdeal", seat="3")]), STANDARD)
    assert set(settlement.nets.values()) == {0}
    assert dict(settlement.returned) == {"1": 2200, "2": 2000, "3": 1050}
    assert {(line.outcome, line.reason.clause) for line in settlement.lines} == {("push", "void_round")}


def test_a_misdeal_voids_its_hand_alone_where_the_table_says_so() -> None:
    settlement = settle(record("Kc 9h 4d", *TWO, FOUR_CARDS, irregularities=[note("misdeal", seat="3")]), HAND_ALONE)
    assert dict(settlement.nets) == {"1": 2200, "2": 0, "3": 0, "house": -2200}
    assert by_bet(settlement, "3") == {"ante": ("push", 0), "pair_plus": ("push", 0)}
    assert settlement.returned["3"] == 1050


@pytest.mark.parametrize("rules", [STANDARD, HAND_ALONE])
def test_a_misdealt_dealer_voids_the_round_under_either_rule(rules: Any) -> None:
    settlement = settle(record("Kc 9h", *TWO, irregularities=[note("misdeal")]), rules)
    assert set(settlement.nets.values()) == {0}


def test_a_card_seen_twice_is_no_matter_in_a_void_round() -> None:
    settlement = settle(record("As 9h 4d", *TWO, irregularities=[note("misdeal")]), STANDARD)
    assert settlement.returned["1"] == 2200


def test_one_face_up_card_lets_the_round_go_on() -> None:
    settlement = settle(record("Kc 9h 4d", *TWO, irregularities=[note("exposed_cards", cards=["Ks"])]), STANDARD)
    assert settlement.nets["1"] == 2200
    assert settlement.marks["irregularities"] == [
        {"kind": "exposed_cards", "seat": None, "ruling": None, "cards": ["Ks"], "reason": "as the supervisor wrote"}
    ]


def test_more_face_up_cards_than_allowed_void_the_round() -> None:
    shown = [note("exposed_cards", cards=["Ks"]), note("exposed_cards", cards=["As"], seat="1")]
    assert set(settle(record("Kc 9h 4d", *TWO, irregularities=shown), STANDARD).nets.values()) == {0}
    tolerant = rules_with({"exposed_cards_allowed": 2})
    assert settle(record("Kc 9h 4d", *TWO, irregularities=shown), tolerant).nets["1"] == 2200


def test_abandoned_bets_are_lost_where_the_supervisor_ruled_so() -> None:
    left = note("abandoned", seat="1", ruling="forfeit")
    seats = ({**TWO[0], "decision": "none", "bets": {"ante": "1000", "pair_plus": "200"}}, TWO[1])
    settlement = settle(record("Kc 9h 4d", *seats, irregularities=[left]), STANDARD)
    assert by_bet(settlement, "1") == {"ante": ("forfeit", -1000), "pair_plus": ("forfeit", -200)}
    assert settlement.returned["1"] == 0


def test_a_ruling_that_the_hand_stands_settles_it() -> None:
    stands = note("dealer_shown_early", ruling="stands")
    assert settle(record("Kc 9h 4d", *TWO, irregularities=[stands]), STANDARD).nets["1"] == 2200


def test_a_ruling_can_void_a_hand_or_the_round() -> None:
    late = note("late_play", seat="1", ruling="void_hand")
    assert dict(settle(record("Kc 9h 4d", *TWO, irregularities=[late]), STANDARD).returned) == {"1": 2200, "2": 2000}
    whole = note("dealer_shown_early", ruling="void_round")
    assert set(settle(record("Kc 9h 4d", *TWO, irregularities=[whole]), STANDARD).nets.values()) == {0}


@pytest.mark.parametrize(
    ("irregularity", "code", "pointer"),
    [
        (note("late_play", seat="1"), "ruling_required", "/irregularities/0"),
        (note("misdeal", ruling="stands"), "ruling_not_allowed", "/irregularities/0/ruling"),
        (note("abandoned", ruling="forfeit"), "seat_required", "/irregularities/0"),
        (note("misdeal", seat="9"), "unknown_seat", "/irregularities/0/seat"),
        (note("exposed_cards"), "cards_required", "/irregularities/0"),
        (note("misdeal", cards=["As"]), "cards_not_allowed", "/irregularities/0/cards"),
        (note("earthquake"), "wrong_value", "/irregularities/0/kind"),
        ({**note("misdeal"), "reason": ""}, "wrong_value", "/irregularities/0/reason"),
    ],
)
def test_an_irregularity_that_decides_nothing_is_refused(irregularity: object, code: str, pointer: str) -> None:
    assert codes(record("Kc 9h 4d", *TWO, irregularities=[irregularity]), STANDARD) == [(code, pointer)]


def test_what_went_wrong_undeclared_is_refused() -> None:
    assert codes(record("Kc 9h 4d", *TWO, FOUR_CARDS), STANDARD)[0] == ("wrong_card_count", "/seats/2/cards")


def test_a_card_of_a_void_hand_that_stands_elsewhere_too_is_refused() -> None:
    twice = {**FOUR_CARDS, "cards": ["As", "5h", "2d", "3d"]}
    misdealt = record("Kc 9h 4d", *TWO, twice, irregularities=[note("misdeal", seat="3")])
    assert codes(misdealt, HAND_ALONE) == [("duplicate_card", "/seats/2/cards/0")]
