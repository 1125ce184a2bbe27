"""Cursors: opaque, signed, bound to their list and filter."""

import pytest

from service.core.errors import Refusal
from service.core.paging import Cursors

FILTERS = {"table_id": 7, "player": None}


def test_a_cursor_gives_back_the_sort_key_it_was_made_of() -> None:
    cursors = Cursors(b"secret")
    cursor = cursors.write("rounds", FILTERS, ["2026-11-30", 7, 12])
    assert cursors.page("rounds", FILTERS, 50, cursor).after == ("2026-11-30", 7, 12)


def test_no_cursor_starts_at_the_beginning() -> None:
    assert Cursors(b"secret").page("rounds", FILTERS, 50, None).after is None


@pytest.mark.parametrize(
    ("scope", "filters", "secret"),
    [
        ("settlements", FILTERS, b"secret"),
        ("rounds", {"table_id": 8}, b"secret"),
        ("rounds", {"table_id": 7, "player": "P1"}, b"secret"),
        ("rounds", FILTERS, b"another house"),
    ],
)
def test_a_cursor_of_another_list_filter_or_house_is_refused(scope: str, filters: dict, secret: bytes) -> None:
    cursor = Cursors(b"secret").write("rounds", FILTERS, [1])
    with pytest.raises(Refusal) as refused:
        Cursors(secret).page(scope, filters, 50, cursor)
    assert refused.value.code == "invalid_cursor"


@pytest.mark.parametrize("cursor", ["", "x", "!!!!", "ä", "A" * 400])
def test_a_cursor_that_was_never_given_out_is_refused(cursor: str) -> None:
    with pytest.raises(Refusal) as refused:
        Cursors(b"secret").page("rounds", FILTERS, 50, cursor)
    assert refused.value.code == "invalid_cursor"
