"""The checks of one round: silent on clean facts, loud on each planted fault, and only where it was planted."""

import copy
import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalogue import GAMES, find_game
from engine.checks import rounds
from engine.checks.facts import (
    Author,
    History,
    RoundFacts,
    RulesetFacts,
    SessionFacts,
    Spot,
    StoredSettlement,
    Trouble,
    replay,
)
from engine.checks.findings import FINDINGS, MOST_DIFFERENCES, Finding, RoundPlace, Severity, merged, on_round
from engine.checks.hashes import evidence_bytes
from engine.evidence import RoundFile, canonical_bytes
from engine.settlement import Settlement
from support.plain_data import places
from support.round_files import three_card_file

FILE = three_card_file()
PLACE = RoundPlace("P1", "TC-01", "2026-11-30", 7)
FILING = (1, 2, 3, "2026-11-30", 19)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def spelled(data: object) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def ruleset() -> RulesetFacts:
    game = find_game(FILE["game"])
    return RulesetFacts(spelled(FILE["ruleset"]), True, game, game.load_rules(FILE["ruleset"]))


RULESET = ruleset()


def facts_of(record: Any, **changes: Any) -> RoundFacts:
    """The facts of a round that was recorded as ``record`` and settled as the rules say: seat 1 wins 500."""
    replayed = replay(RULESET, record, FILE["terms"])
    data = replayed.as_data() if isinstance(replayed, Settlement) else None
    body = spelled(data)
    clean = RoundFacts(
        place=PLACE,
        filing=FILING,
        history=History(5, "2026-11-30", 9, "device:tablet-2", Author(2, None)),
        record=record,
        record_text=spelled(record),
        evidence_sha256=sha256(spelled({**FILE, "record": record, "context": {}})),
        session=SessionFacts((1, 2, "2026-11-30"), 11, spelled(FILE["terms"]), {"1": "P-1001"}),
        ruleset=RULESET,
        settlement=StoredSettlement(body, sha256(body), data, 11, 9),
        spots=(Spot("1", 500, 3000, "P-1001", FILING), Spot("house", -500, 0, None, FILING)),
        replayed=replayed,
        replayed_data=data,
    )
    return clean._replace(**changes)


CLEAN = facts_of(FILE["record"])


def find(facts: RoundFacts) -> list[Finding]:
    return list(rounds.find(facts))


def codes(facts: RoundFacts) -> set[str]:
    return {finding.code for finding in find(facts)}


def altered_body(change: Callable[[dict[str, Any]], object], keep_hash: bool) -> RoundFacts:
    """The clean round with a stored settlement that was changed, with or without its hash."""
    assert CLEAN.settlement is not None
    data = json.loads(CLEAN.settlement.text)
    change(data)
    text = spelled(data)
    stored = CLEAN.settlement._replace(text=text, data=data)
    return CLEAN._replace(settlement=stored if keep_hash else stored._replace(sha256=sha256(text)))


def with_spot(index: int, **changes: Any) -> RoundFacts:
    spots = list(CLEAN.spots)
    spots[index] = spots[index]._replace(**changes)
    return CLEAN._replace(spots=tuple(spots))


def with_record(record: Any) -> RoundFacts:
    """The clean round whose record was changed afterwards, its evidence hash left alone."""
    replayed = replay(RULESET, record, FILE["terms"])
    data = replayed.as_data() if isinstance(replayed, Settlement) else None
    return CLEAN._replace(record=record, record_text=spelled(record), replayed=replayed, replayed_data=data)


def with_history(**changes: Any) -> RoundFacts:
    return CLEAN._replace(history=CLEAN.history._replace(**changes))


def with_settlement(**changes: Any) -> RoundFacts:
    assert CLEAN.settlement is not None
    return CLEAN._replace(settlement=CLEAN.settlement._replace(**changes))


def changed_record(change: Callable[[Any], object]) -> Any:
    record = copy.deepcopy(FILE["record"])
    change(record)
    return record


def move_net(data: dict[str, Any]) -> None:
    data["nets"]["1"] = "600"


PLANTED: dict[str, tuple[RoundFacts, set[str]]] = {
    "an altered net": (
        altered_body(move_net, keep_hash=True),
        {"settlement_differs", "not_zero_sum", "settlement_hash_differs"},
    ),
    "an altered net under a new hash": (
        altered_body(move_net, keep_hash=False),
        {"settlement_differs", "not_zero_sum"},
    ),
    "an altered reason": (
        altered_body(lambda data: data["lines"][0]["reason"].update(clause="gift"), keep_hash=False),
        {"settlement_differs"},
    ),
    "a net that is no amount": (
        altered_body(lambda data: data.update(nets="gone"), keep_hash=False),
        {"settlement_differs", "not_zero_sum"},
    ),
    "a settlement that is no JSON object": (
        with_settlement(text="[]", data=None, sha256=sha256("[]")),
        {"settlement_unreadable"},
    ),
    "a settlement with a space in it": (
        with_settlement(text=" " + spelled(CLEAN.replayed_data), data=json.loads(spelled(CLEAN.replayed_data))),
        {"settlement_differs", "settlement_hash_differs"},
    ),
    "another settlement hash": (with_settlement(sha256="0" * 64), {"settlement_hash_differs"}),
    "an altered seat row": (with_spot(0, net_minor=600), {"spot_results_differ", "not_zero_sum"}),
    "an altered returned amount": (with_spot(0, returned_minor=3001), {"spot_results_differ"}),
    "a seat row too few": (CLEAN._replace(spots=CLEAN.spots[:1]), {"spot_results_differ", "not_zero_sum"}),
    "two seat rows altered alike": (
        CLEAN._replace(spots=(CLEAN.spots[0]._replace(net_minor=600), CLEAN.spots[1]._replace(net_minor=-600))),
        {"spot_results_differ"},
    ),
    "a seat row under another player": (with_spot(0, player="P-2002"), {"filed_elsewhere"}),
    "a seat row under another day": (with_spot(0, filing=(1, 2, 3, "2026-11-29", 19)), {"filed_elsewhere"}),
    "a round under another table than its session's": (
        CLEAN._replace(session=CLEAN.session._replace(filing=(1, 4, "2026-11-30"))),
        {"filed_elsewhere"},
    ),
    "an altered bet": (
        with_record(changed_record(lambda record: record["seats"][0]["bets"].update(ante="2000", play="2000"))),
        {"settlement_differs", "spot_results_differ", "evidence_hash_differs"},
    ),
    "an altered card that changes no amount": (
        with_record(changed_record(lambda record: record["seats"][0]["cards"].__setitem__(2, "4c"))),
        {"settlement_differs", "evidence_hash_differs"},
    ),
    "a card that stands twice": (
        with_record(changed_record(lambda record: record["dealer"].__setitem__(0, "Ks"))),
        {"duplicate_card", "evidence_hash_differs"},
    ),
    "a record that the rules refuse": (
        with_record(changed_record(lambda record: record.pop("dealer"))),
        {"record_refused", "evidence_hash_differs"},
    ),
    "a record that is no object": (with_record(["gone"]), {"record_unreadable", "evidence_hash_differs"}),
    "another evidence hash": (CLEAN._replace(evidence_sha256="0" * 64), {"evidence_hash_differs"}),
    "other terms of the session": (
        CLEAN._replace(session=CLEAN.session._replace(terms_text='{"currency":"USD"}')),
        {"evidence_hash_differs"},
    ),
    "no settlement": (CLEAN._replace(settlement=None, spots=()), {"settlement_missing"}),
    "a settlement under another version": (with_settlement(ruleset_version_id=12), {"ruleset_switched"}),
    "a time of play in another gaming day": (with_history(played_on="2026-11-29"), {"times_differ"}),
    "a time of play that no calendar has": (with_history(played_on=None), {"times_differ"}),
    "a settlement at another moment": (with_settlement(settled_us=8), {"times_differ"}),
    "an author whom the property has not": (with_history(author=None), {"author_impossible"}),
    "the device of another table": (with_history(author=Author(3, None)), {"author_impossible"}),
    "the device of a seat, of a round recorded whole": (with_history(author=Author(2, "1")), {"author_impossible"}),
    "an engine that contradicts itself": (
        CLEAN._replace(replayed=Trouble("engine_contradiction", "nets sum to 3"), replayed_data=None),
        {"engine_contradiction"},
    ),
}


def test_the_round_that_everything_is_planted_in_is_settled_as_worked_out_by_hand() -> None:
    assert isinstance(CLEAN.replayed, Settlement)
    assert dict(CLEAN.replayed.nets) == {"1": 500, "house": -500}


def test_every_check_is_silent_on_a_clean_round() -> None:
    assert find(CLEAN) == []


@pytest.mark.parametrize("fault", PLANTED)
def test_each_planted_fault_is_told_and_nothing_else(fault: str) -> None:
    facts, expected = PLANTED[fault]
    assert codes(facts) == expected


@pytest.mark.parametrize("fault", PLANTED)
def test_every_finding_names_its_round_and_says_what_to_do(fault: str) -> None:
    for finding in find(PLANTED[fault][0]):
        assert finding.subject == ("round", "P1", "TC-01", "2026-11-30", 7)
        assert finding.message
        assert finding.kind.advice
        assert finding.kind.severity in Severity


def test_a_difference_is_pointed_at_with_what_is_stored_and_what_comes_out() -> None:
    (finding,) = [one for one in find(altered_body(move_net, keep_hash=True)) if one.code == "settlement_differs"]
    assert finding.differences == ({"pointer": "/nets/1", "recorded": "600", "computed": "500"},)
    assert finding.differences_total == 1


def test_an_altered_seat_row_is_pointed_at() -> None:
    (finding,) = [one for one in find(with_spot(0, net_minor=600)) if one.code == "spot_results_differ"]
    assert finding.differences == ({"pointer": "/1/net_minor", "recorded": "600", "computed": "500"},)


def test_a_refused_record_is_told_with_every_violation() -> None:
    (finding,) = [one for one in find(PLANTED["a card that stands twice"][0]) if one.code == "duplicate_card"]
    assert [place["pointer"] for place in finding.differences] == ["/seats/0/cards/0"]
    assert finding.differences[0]["code"] == "duplicate_card"


def test_a_finding_names_twenty_places_and_counts_the_rest() -> None:
    finding = on_round("settlement_differs", PLACE, "many", [{"pointer": f"/{n}"} for n in range(50)])
    assert len(finding.differences) == MOST_DIFFERENCES == 20
    assert finding.differences_total == 50


def test_rows_must_not_contradict_the_stored_settlement_even_where_the_round_cannot_be_settled_again() -> None:
    facts = PLANTED["a record that the rules refuse"][0]
    assert "spot_results_differ" not in codes(facts)
    assert "spot_results_differ" in codes(facts._replace(spots=with_spot(0, net_minor=1).spots))


def test_under_a_version_that_cannot_be_read_the_round_itself_is_not_blamed() -> None:
    trouble = replay(None, FILE["record"], FILE["terms"])
    assert isinstance(trouble, Trouble)
    assert find(CLEAN._replace(ruleset=None, replayed=trouble, replayed_data=None)) == []


def test_under_an_altered_version_the_evidence_is_not_blamed_again() -> None:
    facts = CLEAN._replace(ruleset=RULESET._replace(intact=False, text="{}"))
    assert find(facts) == []


def test_the_key_of_a_finding_names_the_fault_and_not_the_run() -> None:
    finding = on_round("settlement_differs", PLACE, "as told today", [{"pointer": "/nets/1"}])
    told_otherwise = on_round("settlement_differs", PLACE, "as told tomorrow")
    natural = ["K1", "settlement_differs", "round", "P1", "TC-01", "2026-11-30", 7]
    assert finding.key == told_otherwise.key == sha256(spelled(natural))
    assert finding.key != on_round("not_zero_sum", PLACE, "").key
    assert finding.key != on_round("settlement_differs", PLACE._replace(number=8), "").key


def test_a_person_and_with_the_last_event_the_device_of_a_seat_may_record_a_round() -> None:
    assert find(with_history(author=Author(None, None))) == []
    assert find(with_history(author=Author(2, "1"), is_grown=True)) == []


def test_two_faults_of_one_kind_are_one_finding_with_all_differences() -> None:
    first = on_round("log_differs", PLACE, "the number is another", [{"pointer": "/number"}])
    second = on_round("log_differs", PLACE, "an event is another", [{"pointer": "/entries/2"}])
    other = on_round("not_zero_sum", PLACE, "3 too much")
    (both, alone) = merged([first, other, second, first])
    assert [place["pointer"] for place in both.differences] == ["/number", "/entries/2", "/number"]
    assert both.message == "the number is another; an event is another"
    assert (both.key, both.differences_total, alone) == (first.key, 3, other)


def test_every_code_has_a_title_and_advice() -> None:
    assert all(kind.title and kind.advice and kind.check.startswith("K") for kind in FINDINGS.values())


TEXTS = st.text(st.characters(blacklist_categories=["Cs"]), max_size=8)
DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=10,
)
OBJECTS = st.dictionaries(TEXTS, DATA, max_size=4)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(GAMES)), OBJECTS, OBJECTS, OBJECTS)
def test_evidence_joined_from_texts_is_the_canonical_spelling_of_the_round_file(
    game: str, ruleset: dict[str, object], terms: dict[str, object], record: dict[str, object]
) -> None:
    texts = [canonical_bytes(part).decode() for part in (ruleset, terms, record)]
    file = RoundFile(game, ruleset, terms, record, None, {})
    assert evidence_bytes(game, *texts) == canonical_bytes(file.as_data())


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_record_damaged_anywhere_is_a_finding_or_a_settlement_and_never_a_crash(data: st.DataObject) -> None:
    record = copy.deepcopy(FILE["record"])
    place = data.draw(st.sampled_from([one for one in places(record) if one]))
    parent = record
    for key in place[:-1]:
        parent = parent[key]
    parent[place[-1]] = data.draw(DATA)
    facts = with_record(record)
    if record == FILE["record"]:
        assert find(facts) == []
    else:
        assert "evidence_hash_differs" in codes(facts)


@settings(max_examples=60, deadline=None)
@given(DATA, DATA)
def test_whatever_stands_for_record_and_terms_it_is_told_as_trouble(record: object, terms: object) -> None:
    trouble = replay(RULESET, record, terms)
    assert isinstance(trouble, Trouble)
    assert trouble.code in FINDINGS
