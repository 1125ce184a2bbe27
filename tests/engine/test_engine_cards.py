"""Cards and their codes."""

import pytest

from engine.cards import CODES, DECK, card_code, card_codes, find_card, find_cards, parse_cards, rank_of, suit_of


def test_the_deck_has_52_cards_with_52_codes() -> None:
    assert len(set(DECK)) == len(set(CODES)) == 52
    assert (CODES[0], CODES[33], CODES[51]) == ("2c", "Td", "As")


def test_every_code_is_read_back_as_its_card() -> None:
    assert [find_card(card_code(card)) for card in DECK] == list(DECK)
    assert find_cards(map(card_code, DECK)) == DECK


@pytest.mark.parametrize(
    "code", ["10d", "td", "TD", "T", "", "Td ", " Td", "1d", "Tx", "X1", "Td", "Tđ", None, 33, ["T", "d"], b"Td"]
)
def test_what_is_not_exactly_a_code_is_no_card(code: object) -> None:
    assert (find_card(code) is None) is (code != "Td")
    assert (find_cards(["9c", code]) is None) is (code != "Td")


def test_ranks_run_from_2_to_14_and_suits_from_clubs_to_spades() -> None:
    cards = parse_cards("2c Td Qh As")
    assert [rank_of(card) for card in cards] == [2, 10, 12, 14]
    assert [suit_of(card) for card in cards] == [0, 1, 2, 3]


def test_cards_are_parsed_from_a_text_or_a_list_and_spelled_in_their_order() -> None:
    assert card_codes(parse_cards("Td 9c")) == ["Td", "9c"]
    assert parse_cards(["Td", "9c"]) == parse_cards("Td 9c")
    assert parse_cards("") == ()


def test_parsing_names_the_code_that_is_no_card() -> None:
    with pytest.raises(KeyError, match="10d"):
        parse_cards("9c 10d")
