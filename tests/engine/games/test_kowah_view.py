"""What a seat sees of a round while it grows: private draws and hands stay hidden until they are public."""

from typing import Any

from engine.games import kowah as game
from engine.games.kowah.record import Event
from support.kowah import DEAL, READY, record, rules, state_of

NINE = ["C2", "C5", "C7", "S5", "S7", "M5", "M7", "M9"]


def view(*events: str, viewer: str | None, **switches: Any) -> dict[str, Any]:
    return game.public_view(state_of(record(*events), rules(**switches)), viewer)


def test_a_seat_sees_its_own_hand_and_of_the_others_how_many_cards_they_hold() -> None:
    seen = view(viewer="A")
    assert seen["hands"] == {"A": NINE, "B": None, "C": None}
    assert seen["held"] == {"A": 8, "B": 8, "C": 8}
    assert view(viewer=None)["hands"] == {"A": None, "B": None, "C": None}


def test_before_anybody_declares_a_drawn_card_is_shown_to_its_seat_alone() -> None:
    assert view("A draws C2", viewer="A")["received"] == {"seat": "A", "from": "stock", "card": "C2"}
    for other in ("B", None):
        seen = view("A draws C2", viewer=other)
        assert seen["received"] == {"seat": "A", "from": "stock", "card": None}
        assert "C2" not in str(seen)
        assert seen["held"]["A"] == 9


def test_after_a_declaration_every_drawn_card_is_shown() -> None:
    seen = view(*READY, "B draws OT", viewer="C")
    assert seen["received"] == {"seat": "B", "from": "stock", "card": "OT"}
    assert seen["public_draws"] is True


def test_a_taken_card_was_seen_by_all() -> None:
    assert view(*READY[:2], "B takes", viewer="C")["received"] == {"seat": "B", "from": "discard", "card": "M9"}


def test_a_drawn_card_that_is_kept_is_hidden_again() -> None:
    seen = view("A draws OT", "A throws M9", viewer="B")
    assert (seen["received"], seen["last_discard"]) == (None, "M9")
    assert "OT" not in str(seen)


def test_the_exposed_pair_is_seen_by_all_and_the_rest_of_the_locked_hand_by_nobody_else() -> None:
    seen = view(*READY, viewer="B")
    assert seen["waits"] == {"A": "C2", "B": None, "C": None}
    assert seen["declared"] == ["A"]
    assert seen["hands"]["A"] is None


def test_a_house_may_keep_the_exposed_pair_covered_until_it_wins() -> None:
    assert view(*READY, viewer="B", public_pair=False)["waits"] == {"A": None, "B": None, "C": None}
    assert view(*READY, viewer="B", public_pair=False)["declared"] == ["A"]
    assert view(*READY, viewer="A", public_pair=False)["waits"]["A"] == "C2"
    assert view(*READY, "B draws C2", viewer="C", public_pair=False)["waits"]["A"] == "C2"


def test_an_automatic_win_is_announced_with_the_winning_hand() -> None:
    seen = view(*READY, "B draws C2", viewer="C")
    assert seen["result"] == {
        "status": "win",
        "winner": "A",
        "by": "opponent_draw",
        "multiplier": 1,
        "card": "C2",
        "source": "B",
        "event": 3,
    }
    assert seen["hands"]["A"] == ["C2", "C2", "C5", "C7", "S5", "S7", "M5", "M7"]
    assert seen["hands"]["B"] is None
    assert (seen["phase"], seen["next_seat"]) == ("over", None)


def test_nobody_sees_the_stock_or_what_will_be_drawn() -> None:
    stock = ["WF"] * 4 + ["RF"] * 4 + ["OT"] * 4 + ["M2"] * 4
    left = [*(f"{suit}{rank}" for suit in "CSM" for rank in range(1, 10))] * 4
    for code in [*(code for cards in DEAL.values() for code in cards.split()), *["M2"] * 4]:
        left.remove(code)
    state = state_of(record(stock=[*stock, *left]), rules())
    for viewer in ("A", None):
        seen = game.public_view(state, viewer)
        assert "stock" not in seen
        assert seen["stock_left"] == 96
        assert "WF" not in str(seen)


def test_an_event_is_told_to_others_without_the_card_that_it_hides() -> None:
    drawing = Event("draw", "A", "C2")
    before = state_of(record("A draws C2"), rules())
    assert game.public_event(before, drawing, "A") == drawing
    assert game.public_event(before, drawing, "B") == drawing._replace(card=None)
    after = state_of(record(*READY, "B draws OT"), rules())
    assert game.public_event(after, Event("draw", "B", "OT"), "A") == Event("draw", "B", "OT")
    for event in (Event("discard", "A", "M9"), Event("take", "B", "M9"), Event("declare", "A", "C2")):
        assert game.public_event(before, event, "C") == event
    covered = state_of(record(*READY), rules(public_pair=False))
    assert game.public_event(covered, Event("declare", "A", "C2"), "B") == Event("declare", "A", None)
    assert game.public_event(covered, Event("declare", "A", "C2"), "A") == Event("declare", "A", "C2")
