"""A settlement refuses to contradict itself, and tells its lines in words."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BrokenInvariant
from engine.evidence import canonical_bytes
from engine.sentences import explain, line_sentence, sentence
from engine.settlement import HOUSE, Account, Fact, Line, Reason, Settlement

CLAUSES = {
    "row_won": "{seat} wins the {row} with {own} against {other}",
    "facts": "{text}, {number}, {yes}, {no}, {nothing}, {nested}",
    "bare": "Nothing moves.",
}


def line(seat: str, against: str, net_minor: int, reason: Reason = Reason("bare")) -> Line:  # noqa: B008
    return Line(seat, against, "front", "win", "1", 0, net_minor, reason)


def settled(
    lines: Sequence[Line | Account], nets: Mapping[str, int], returned: Mapping[str, int] | None = None
) -> Settlement:
    return Settlement.of("faro", lines, nets, {} if returned is None else returned, {})


transfers = st.lists(
    st.tuples(
        st.sampled_from(["A", "B", "C"]), st.sampled_from(["A", "B", "C", HOUSE]), st.integers(-9999, 9999)
    ).filter(lambda transfer: transfer[0] != transfer[1]),
    max_size=12,
)


@given(transfers)
@settings(deadline=None)
def test_lines_and_the_nets_that_they_add_up_to_make_a_settlement(moved: list[tuple[str, str, int]]) -> None:
    sides = ["A", "B", "C", HOUSE]
    nets = {
        side: sum(net for seat, _, net in moved if seat == side)
        - sum(net for _, against, net in moved if against == side)
        for side in sides
    }
    assert settled([line(*one) for one in moved], nets).nets == nets


@given(transfers, st.sampled_from(["A", "B", "C", HOUSE]), st.integers(1, 99))
@settings(deadline=None)
def test_a_net_that_is_off_by_anything_is_refused(moved: list[tuple[str, str, int]], side: str, off: int) -> None:
    nets = dict.fromkeys(["A", "B", "C", HOUSE], 0)
    for seat, against, net in moved:
        nets[seat] += net
        nets[against] -= net
    nets[side] += off
    with pytest.raises(BrokenInvariant, match="lines sum to"):
        settled([line(*one) for one in moved], nets)


def test_a_line_between_unknown_sides_is_refused() -> None:
    with pytest.raises(BrokenInvariant, match="'C', which has no net"):
        settled([line("A", "C", 5)], {"A": 5, "B": -5})
    with pytest.raises(BrokenInvariant, match="'C', which has no net"):
        settled([line("C", "A", 5)], {"A": 5, "B": -5})


def test_a_line_that_pays_a_side_from_itself_is_refused() -> None:
    with pytest.raises(BrokenInvariant, match="from itself"):
        settled([line("A", "A", 5)], {"A": 0})


FACTS: list[tuple[tuple[str, Fact], ...]] = [(), (("row", "front"), ("mult", 2)), (("faults", ("As", ("Ah", "Kd"))),)]
accounts = st.builds(
    Account,
    st.just("A"),
    st.sampled_from(["B", HOUSE]),
    st.integers(1, 999),
    st.lists(
        st.tuples(
            st.sampled_from(["front", "scoop"]),
            st.integers(-9, 9),
            st.builds(Reason, st.just("bare"), st.sampled_from(FACTS)),
        ),
        max_size=5,
    ).map(tuple),
)


def moved(account: Account) -> int:
    return sum(units * account.stake_minor for _, units, _ in account.pieces)


def nets_of(entries: Sequence[Account]) -> dict[str, int]:
    """Nets of accounts of seat A with others."""
    lost = {side: -sum(moved(one) for one in entries if one.against == side) for side in ("B", HOUSE)}
    return {"A": -sum(lost.values()), **lost}


def test_each_piece_of_an_account_is_a_line() -> None:
    why = Reason("bare")
    account = Account("A", "B", 500, (("front", 1, why), ("middle", 0, why), ("scoop", -3, why)))
    assert settled([account], {"A": -1000, "B": 1000}).lines == (
        Line("A", "B", "front", "win", "1", 500, 500, why),
        Line("A", "B", "middle", "push", "0", 500, 0, why),
        Line("A", "B", "scoop", "lose", "-3", 500, -1500, why),
    )


@given(st.lists(accounts, max_size=4))
@settings(deadline=None)
def test_accounts_and_their_lines_given_one_by_one_are_the_same_data(entries: list[Account]) -> None:
    together = settled(entries, nets_of(entries))
    apart = settled(together.lines, nets_of(entries))
    assert together.as_data() == apart.as_data()
    assert together.lines == apart.lines


@given(st.lists(accounts, min_size=1, max_size=4), st.sampled_from(["A", "B", HOUSE]), st.integers(1, 99))
@settings(deadline=None)
def test_accounts_that_miss_a_net_by_anything_are_refused(entries: list[Account], side: str, off: int) -> None:
    nets = nets_of(entries)
    nets[side] += off
    with pytest.raises(BrokenInvariant, match="lines sum to"):
        settled(entries, nets)


def test_an_account_is_between_two_known_sides() -> None:
    pieces = (("front", 1, Reason("bare")),)
    with pytest.raises(BrokenInvariant, match="from itself"):
        settled([Account("A", "A", 5, pieces)], {"A": 0})
    with pytest.raises(BrokenInvariant, match="'C', which has no net"):
        settled([Account("A", "C", 5, pieces)], {"A": 5, "B": -5})


@pytest.mark.parametrize("returned", [{"C": 5}, {"A": -1}])
def test_what_is_returned_goes_to_a_known_side_and_is_not_negative(returned: dict[str, int]) -> None:
    with pytest.raises(BrokenInvariant, match="cannot be returned"):
        settled([line("A", HOUSE, 5)], {"A": 5, HOUSE: -5}, returned)


def test_a_settlement_is_plain_data_with_money_as_text() -> None:
    reason = Reason("row_won", (("own", ("As", ("Ah", "Kd"))), ("number", 3), ("banker", None)))
    data = settled([line("A", HOUSE, -5, reason)], {"A": -5, HOUSE: 5}, {"A": 0}).as_data()
    assert canonical_bytes(data) == (
        b'{"game":"faro","lines":[{"against":"house","item":"front","net_minor":"-5","outcome":"win","reason":'
        b'{"clause":"row_won","facts":{"banker":null,"number":3,"own":["As",["Ah","Kd"]]}},"seat":"A",'
        b'"stake_minor":"0","units":"1"}],"marks":{},"nets":{"A":"-5","house":"5"},"returned":{"A":"0"}}'
    )


def test_a_sentence_is_the_clause_with_its_facts() -> None:
    facts = (("seat", "A"), ("row", "front"), ("own", ("As", "Ah", "Kd")), ("other", ("Qs", "Qh", "2d")))
    told = "A wins the front with As Ah Kd against Qs Qh 2d"
    assert line_sentence(CLAUSES, line("A", "B", 1, Reason("row_won", facts))) == told


def test_a_sentence_is_the_same_from_stored_data() -> None:
    stored = {"text": "x", "number": 2, "yes": True, "no": False, "nothing": None, "nested": [["As", "Ah"], "Kd"]}
    assert sentence(CLAUSES, "facts", stored) == "x, 2, yes, no, none, As Ah Kd"


@pytest.mark.parametrize(("clause", "facts"), [("unheard_of", {}), ("row_won", {"seat": "A"})])
def test_a_reason_that_cannot_be_told_is_our_own_fault(clause: str, facts: dict[str, object]) -> None:
    with pytest.raises(BrokenInvariant, match="cannot be told"):
        sentence(CLAUSES, clause, facts)


def test_an_explanation_is_a_table_with_one_sentence_a_line() -> None:
    won = Reason("row_won", (("seat", "A"), ("row", "front"), ("own", ("As",)), ("other", ("Kd",))))
    settlement = settled(
        [line("A", "B", 1500, won), line("B", HOUSE, -20), line("A", HOUSE, 0)], {"A": 1500, "B": -1520, HOUSE: 20}
    )
    assert explain(CLAUSES, settlement) == [
        "seat  against  item   outcome  units    net  why",
        "A     B        front  win          1  +1500  A wins the front with As against Kd",
        "B     house    front  win          1    -20  Nothing moves.",
        "A     house    front  win          1      0  Nothing moves.",
    ]
