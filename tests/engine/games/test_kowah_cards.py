"""The money cards, and what one hand is by itself."""

from typing import Any

import pytest

from engine.games import kowah as game
from engine.games.kowah.cards import CODES, EXCLUDED, KINDS, NAMES, card_code, find_card, of_rank, pips
from support.kowah import rules


def test_thirty_kinds_are_in_play_in_deck_order() -> None:
    assert CODES[:9] == ("C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9")
    assert CODES[9::9] == ("S1", "M1", "OT")
    assert CODES[-3:] == ("OT", "RF", "WF")
    assert len(CODES) == len(set(CODES)) == 30


def test_a_code_is_read_back_and_nothing_else_is() -> None:
    assert [find_card(code) for code in CODES] == list(KINDS)
    assert [card_code(card) for card in KINDS] == list(CODES)
    for odd in (*EXCLUDED, "C0", "C10", "c1", "1C", "", "Td", 1, None, ["C1"]):
        assert find_card(odd) is None


def test_a_pack_of_four_copies_counts_552_pips() -> None:
    assert 4 * sum(map(pips, KINDS)) == 552
    assert [pips(card) for card in of_rank(7)] == [7, 7, 7]
    assert [pips(card) for card in KINDS[-3:]] == [1, 1, 1]


def test_every_card_of_the_full_pack_has_names_in_four_languages_and_those_in_play_in_malay_too() -> None:
    assert set(NAMES) == {*CODES, *EXCLUDED}
    for place in range(4):
        assert len({names[place] for names in NAMES.values()}) == 33
    malay = {code: names.malay for code, names in NAMES.items()}
    assert len({malay[code] for code in CODES}) == 30
    assert [malay[code] for code in EXCLUDED] == [None, None, None]


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("C2", ("Two of Coins", "Deux de Pièces", "Zwei der Münzen", "二餅", "ji hitam")),
        ("S9", ("Nine of Strings", "Neuf de Cordes", "Neun der Schnüre", "九索", "kau merah")),
        ("M5", ("Five of Myriads", "Cinq de Myriades", "Fünf der Myriaden", "五萬", "go ban")),
        ("OT", ("Old Thousand", "Vieux Mille", "Alte Tausend", "老千", "yu lau chian")),
        ("MO", ("Monk", "Moine", "Mönch", "和尚", None)),
    ],
)
def test_a_card_is_called_by_its_names(code: str, names: tuple[str | None, ...]) -> None:
    assert tuple(NAMES[code]) == names


def rated(cards: str, **switches: Any) -> dict[str, Any]:
    return game.rate(game.parse_holding({"cards": cards.split()}), rules(**switches)).as_data()


def test_a_ready_hand_tells_its_waits() -> None:
    found = rated("C5 C5 S5 S5 M5 C7 S7 M7")
    assert (found["legal"], found["ready"], found["waits"]) == (True, True, ["C5", "S5"])
    assert (found["discards"], found["points"]) == ({}, 46)


def test_a_hand_that_is_not_ready_waits_for_nothing() -> None:
    found = rated("C5 S5 M5 C7 C7 S7 C2 M2")
    assert (found["legal"], found["ready"], found["waits"]) == (True, False, [])


def test_a_hand_with_a_card_too_many_tells_which_discards_make_it_ready() -> None:
    found = rated("C5 S5 M5 C7 S7 M7 C2 C2 M9")
    assert (found["ready"], found["waits"], found["discards"]) == (False, [], {"M9": ["C2"]})
    two = rated("C5 S5 M5 C7 S7 M7 C2 C2 C2")
    assert two["discards"] == {"C2": ["C2"]}


@pytest.mark.parametrize(
    ("cards", "reasons", "pointers"),
    [
        ("C5 S5 M5 C7 C7 S7 M2 M0", ["unknown_card"], ["/cards/7"]),
        ("C5 S5 M5 C7 C7 S7 M2 WS", ["excluded_card"], ["/cards/7"]),
        ("C5 S5 M5", ["wrong_card_count"], ["/cards"]),
        ("C5 S5 M5 C7 C7 S7 M2 M2 M3 M3", ["wrong_card_count"], ["/cards"]),
        ("C5 C5 C5 C5 C5 S7 M2 M2", ["fifth_copy"], ["/cards/4"]),
        ("C5 C5 C5 C5 C5 GS M0", ["excluded_card", "fifth_copy", "unknown_card", "wrong_card_count"],
         ["/cards/6", "/cards/5", "/cards", "/cards/4"]),
    ],
)  # fmt: skip
def test_entries_that_are_no_hand_are_told_all_at_once(cards: str, reasons: list[str], pointers: list[str]) -> None:
    found = rated(cards)
    assert (found["legal"], found["ready"]) == (False, False)
    assert found["reasons"] == reasons
    assert [fault["pointer"] for fault in found["faults"]] == pointers


def test_a_hand_is_of_the_size_that_the_house_deals() -> None:
    assert rated("C5 S5 M5 C7 S7 M7 M1 M1 M1 C2 C2", hand_size=11)["waits"] == ["C2"]
    assert rated("C5 S5 M5 C7 S7 M7 C2 C2", hand_size=11)["reasons"] == ["wrong_card_count"]
