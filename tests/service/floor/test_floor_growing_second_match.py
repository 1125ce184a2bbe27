"""A second match in the same session: its hands are counted from its own beginning, however many were played before."""

from support import open_face
from support.growing import GrowingTable, Record, open_face_hand, put_up, taken
from support.house import House
from support.play import refused

SEATS = ["A", "B"]


def plain_hand(number: int, button: str) -> Record:
    """A random hand after which nobody enters Fantasyland."""
    start = {"seats": SEATS, "button": button, "hand": number}
    hands = ({**open_face_hand(seed, start), **start} for seed in range(2_000))
    return next(hand for hand in hands if not left_by(hand)["fantasyland"])


def left_by(hand: Record) -> Record:
    found: Record = open_face.mark(open_face.settle(hand, open_face.rules("ofc_pineapple")), "next_hand")
    return found


def posted(table: GrowingTable, number: int, hand: Record) -> None:
    taken(table.post_whole(number, hand))


def test_the_hands_of_a_second_match_are_counted_anew(house: House) -> None:
    """Two seats play matches of two hands: the third hand of the session is the first of its match, not the last."""
    table = put_up(house, "OF-01", "ofc_pineapple", SEATS)
    posted(table, 1, plain_hand(1, "B"))
    posted(table, 2, plain_hand(2, "A"))
    posted(table, 3, plain_hand(1, "B"))
    refused(table.post_whole(4, plain_hand(1, "A")), "not_carried", "/record/hand")
    posted(table, 4, plain_hand(2, "A"))
    refused(table.post_whole(5, plain_hand(3, "B")), "not_carried", "/record/hand")
    assert taken(table.open(5, {"seats": SEATS}))["header"]["hand"] == 1
