"""The reader of plain data: every violation at once, each with its pointer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK, card_codes, parse_cards
from engine.validation import Reader, escape


def found(reader: Reader) -> list[tuple[str, str]]:
    return [(violation.code, violation.pointer) for violation in reader.violations]


def test_a_sound_object_is_returned_as_it_is() -> None:
    reader, record = Reader(), {"a": 1, "c": 2}
    assert reader.mapping(record, "", ["a"], ["b", "c"]) is record
    assert found(reader) == []


def test_unknown_and_missing_keys_are_all_named() -> None:
    reader = Reader()
    reader.mapping({"x": 1, "a/b~c": 2}, "/seats/0", ["front", "back"])
    assert found(reader) == [
        ("unknown_key", "/seats/0/x"),
        ("unknown_key", "/seats/0/a~1b~0c"),
        ("missing_key", "/seats/0"),
        ("missing_key", "/seats/0"),
    ]
    assert ["'front'" in v.detail or "'back'" in v.detail for v in reader.violations[2:]] == [True, True]


@pytest.mark.parametrize("value", [None, [], "text", 3, True])
def test_what_is_no_object_is_refused_as_one(value: object) -> None:
    reader = Reader()
    assert reader.mapping(value, "/x", ["a"]) is None
    assert found(reader) == [("wrong_type", "/x")]


@pytest.mark.parametrize("value", [None, {}, "text", 3])
def test_what_is_no_list_is_refused_as_one(value: object) -> None:
    reader = Reader()
    assert reader.sequence(value, "/x") is None
    assert found(reader) == [("wrong_type", "/x")]


@given(st.lists(st.sampled_from(DECK), max_size=13))
@settings(deadline=None)
def test_cards_are_read_in_their_order(cards: list[int]) -> None:
    reader = Reader()
    assert reader.cards(card_codes(cards), "/front") == tuple(cards)  # type: ignore[arg-type]
    assert found(reader) == []


def test_each_entry_that_is_no_card_is_named() -> None:
    reader = Reader()
    assert reader.cards(["Td", "10d", 7, "9c", None], "/front") is None
    assert found(reader) == [("bad_card", "/front/1"), ("bad_card", "/front/2"), ("bad_card", "/front/4")]


def test_each_card_that_stands_a_second_time_is_named_with_its_first_place() -> None:
    reader = Reader()
    ace, king = parse_cards("As Kd")
    reader.distinct([("/a/0", ace), ("/a/1", king), ("/b/0", ace), ("/b/1", ace)])
    assert found(reader) == [("duplicate_card", "/b/0"), ("duplicate_card", "/b/1")]
    assert all("As stands at /a/0 already" in violation.detail for violation in reader.violations)


@pytest.mark.parametrize(
    ("value", "least", "amount", "code"),
    [
        ("1250", 0, 1250, None),
        ("0", 0, 0, None),
        ("0", 1, None, "wrong_value"),
        ("-5", 0, None, "wrong_value"),
        ("-5", -10, -5, None),
        (1250, 0, None, "wrong_money"),
        ("12.50", 0, None, "wrong_money"),
    ],
)
def test_an_amount_is_text_and_not_less_than_it_may_be(
    value: object, least: int, amount: int | None, code: str | None
) -> None:
    reader = Reader()
    assert reader.minor(value, "/bets/ante", least) == amount
    assert found(reader) == ([(code, "/bets/ante")] if code else [])


def test_a_choice_is_one_of_its_words() -> None:
    reader = Reader()
    assert reader.choice("fold", "/decision", ["play", "fold"]) == "fold"
    assert reader.choice("check", "/decision", ["play", "fold"]) is None
    assert reader.choice(None, "/decision", ["play", "fold"]) is None
    assert found(reader) == [("wrong_value", "/decision")] * 2


def test_faults_of_several_readings_are_kept_in_their_order() -> None:
    reader = Reader()
    reader.cards(["xx"], "/front")
    reader.mapping(None, "/back", [])
    reader.refuse("foul_play", "", "and so on")
    assert found(reader) == [("bad_card", "/front/0"), ("wrong_type", "/back"), ("foul_play", "")]


@given(st.text())
@settings(deadline=None)
def test_an_escaped_key_is_read_back_by_the_rules_of_json_pointers(key: str) -> None:
    assert "/" not in escape(key)
    assert escape(key).replace("~1", "/").replace("~0", "~") == key
