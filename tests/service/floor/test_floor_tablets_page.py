"""What the page for whoever writes a tablet says is sent as it stands there, and answered as it says."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from support.growing import GrowingTable, put_up, taken
from support.house import House
from support.play import PLAYED_AT
from support.processes import ROOT

PAGE = (ROOT / "docs" / "tablets.md").read_text(encoding="utf-8")


class Block(NamedTuple):
    """One block of JSON, where the page says it goes (None: it is what is answered)."""

    path: str | None
    body: dict[str, Any]


def blocks(heading: str) -> Iterator[Block]:
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    for before, kind, text in re.findall(r"(.*?)```json( answer)?\n(.*?)```", section, re.DOTALL):
        paths = re.findall(r"`POST (/v1/[^`]+)`", before)
        yield Block(None if kind else paths[-1], json.loads(text.replace("NOW", PLAYED_AT)))


def sent(table: GrowingTable, told: list[Block]) -> list[dict[str, Any]]:
    """The answers to blocks that are sent one after the other; what is said to be answered is held against them."""
    answers: list[dict[str, Any]] = []
    open_round_id = 0
    for path, body in told:
        if path is None:
            assert body.items() <= answers[-1].items()
            continue
        where = path.format(session_id=table.session_id, open_round_id=open_round_id)
        answers.append(taken(table.post(where, body)))
        open_round_id = answers[-1].get("id", open_round_id)
    return answers


def test_the_open_face_hand_of_the_page_is_opened_moved_and_asked_about(house: House) -> None:
    opened, moved, asked = sent(
        put_up(house, "OF-01", "ofc_classic", ["1", "2"]), list(blocks("A round that grows: Open-Face"))
    )
    assert opened["header"]["hand"] == 1
    assert moved["open_round"]["view"]["next_seat"] == "2"
    assert asked["choices"]


def test_the_kowah_round_of_the_page_is_won_as_it_says(house: House) -> None:
    table = put_up(house, "KW-01", "kowah_cheki", ["A", "B", "C"], None)
    told = list(blocks("A round that grows: Kowah"))
    assert [block.path is None for block in told] == [False, False, False, True]
    assert sent(table, told)[-1]["open_round"]["state"] == "settled"


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`(?:POST|GET) (/v1/[^`]+)`", PAGE))))
def test_every_address_of_the_page_is_one_of_the_api(house: House, path: str) -> None:
    rules = {re.sub(r"<[^>]*?(\w+)>", r"{\1}", rule.rule) for rule in house.app.url_map.iter_rules()}
    assert path in rules
