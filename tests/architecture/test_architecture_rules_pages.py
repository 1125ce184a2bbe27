"""The pages of rules say what the code does: every switch, every refusal in its order, every card by its names."""

import re
from collections.abc import Iterable

import pytest

from engine.games import chinese_poker, kowah, open_face_chinese, three_card_poker
from engine.games.chinese_poker.switches import SWITCHES as CHINESE_POKER
from engine.games.kowah import deal, legality
from engine.games.kowah.cards import NAMES
from engine.games.kowah.switches import SWITCHES as KOWAH
from engine.games.open_face_chinese.replay import DEAL_CHECKS, MOVE_CHECKS
from engine.games.open_face_chinese.switches import SWITCHES as OPEN_FACE
from engine.games.three_card_poker.rules import SWITCHES as THREE_CARD_POKER
from support.processes import ROOT

PAGES = {
    chinese_poker.NAME: ("chinese-poker", CHINESE_POKER),
    kowah.NAME: ("kowah", KOWAH),
    open_face_chinese.NAME: ("chinese-poker", OPEN_FACE),
    three_card_poker.NAME: ("three-card-poker", THREE_CARD_POKER),
}


def page(name: str) -> str:
    return (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")


def section(text: str, title: str) -> str:
    """The part of a page under a heading, its lesser headings included."""
    level = title.partition(" ")[0]
    return re.split(rf"^#{{1,{len(level)}}} ", text.partition(f"\n{title}")[2], flags=re.MULTILINE)[0]


def codes(checks: Iterable[tuple[str, object]]) -> list[str]:
    return [code for code, _ in checks]


def in_order(named: list[str], text: str) -> bool:
    """Whether codes stand in a text, each in backticks, in this order and with no other code between them."""
    return ", ".join(named) in ", ".join(re.findall(r"`([a-z_]+)`", text))


@pytest.mark.parametrize("game", PAGES)
def test_every_switch_stands_on_the_page_of_its_game(game: str) -> None:
    name, switches = PAGES[game]
    named = set(re.findall(r"`(\w+)`", page(name)))
    assert set(switches) - named == set()


def test_illegal_events_of_open_face_stand_on_its_page_in_their_order() -> None:
    text = section(page("chinese-poker"), "### Illegal moves")
    assert in_order(codes(DEAL_CHECKS), text)
    assert in_order(codes(MOVE_CHECKS), text)


def test_illegal_events_of_kowah_stand_on_its_page_in_their_order() -> None:
    text = section(page("kowah"), "## 8. Illegal events")
    for checks in (deal.DEAL_CHECKS, legality.EVENT_CHECKS, legality.DECLARE_CHECKS, legality.PLAY_CHECKS):
        assert in_order(codes(checks), text)


def test_every_money_card_stands_on_the_page_under_all_its_names() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page("kowah").splitlines() if "|" in line]
    told = {row[0].strip("`"): row[1:] for row in rows if len(row) == 6}
    assert {code: told.get(code) for code in NAMES} == {
        code: [name or "" for name in names] for code, names in NAMES.items()
    }
