"""Money that would be paid though no audited round has it: the cage's sums against the rounds'."""

from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text

from service.floor.models import spot_results
from support.audited_day import ask_audit, open_three_card, post_round, read_findings, run_audit
from support.forging import found
from support.growing import taken
from support.house import House
from support.tampering import behind_the_api

DAY = "2026-11-30"
MORE = 5_000_000


def play_three(house: House) -> int:
    session_id = open_three_card(house)
    for number in (1, 2, 3):
        post_round(house, session_id, number)
    return session_id


def payable(house: House, gaming_date: str = DAY) -> int:
    return int(taken(house.get(f"/v1/payable?gaming_date={gaming_date}&by=player", "cashier"))["totals"]["net_minor"])


def add_spot(connection: Connection, **changes: Any) -> None:
    """A row by seat like that of seat 1 in the first round, but for some columns."""
    row = connection.execute(select(spot_results).where(spot_results.c.seat == "1").limit(1)).one()
    own = {"settlement_id": 888, "net_minor": MORE, "returned_minor": MORE}
    connection.execute(insert(spot_results).values({**row._mapping, **own, **changes}))


STRAYS: dict[str, dict[str, Any]] = {
    "beyond the table's sequence": {"seq": 10**6},
    "below it": {"seq": -4},
    "among the rounds": {"seq": 2},
    "under another session": {"session_id": 99},
    "under a table of another property": {"table_id": 4, "seq": 1},
    "under a table of nobody": {"table_id": 77, "seq": 1},
}


@pytest.mark.parametrize("stray", STRAYS)
def test_a_row_by_seat_of_no_round_is_found_wherever_it_is_filed(house: House, stray: str) -> None:
    play_three(house)
    before = payable(house)
    assert found(house) == set()
    with behind_the_api(house.database.engine) as connection:
        add_spot(connection, **STRAYS[stray])
    assert payable(house) == before + MORE, "the cage would pay it"
    told = [one for one in read_findings(house, run_audit(house)["id"]) if one["code"] == "payable_differs"]
    (finding,) = told
    places = {place["pointer"]: place for place in finding["differences"]}
    difference = places["/net_minor"]
    assert int(difference["recorded"]) - int(difference["computed"]) == MORE


def test_a_row_by_seat_on_a_settlement_of_another_day_is_found_on_the_day_that_would_pay_it(house: House) -> None:
    play_three(house)
    with house.database.engine.connect().execution_options(pitbook_write=True) as connection:
        own = connection.execute(select(spot_results.c.settlement_id).limit(1)).scalar_one()
        add_spot(connection, settlement_id=own, seat="Z", gaming_date="2026-12-01", seq=10**6)
        connection.commit()
    assert payable(house, "2026-12-01") == MORE
    job = run_audit(house, gaming_date="2026-12-01")
    codes = {one["code"] for one in read_findings(house, job["id"])}
    assert codes == {"payable_differs", "filed_elsewhere"}, "though the property has no such gaming day"


def test_two_rows_that_make_up_for_each_other_are_found_too(house: House) -> None:
    play_three(house)
    with behind_the_api(house.database.engine) as connection:
        add_spot(connection, seq=9, player="P-1")
        add_spot(connection, seq=9, player="P-2", settlement_id=889, net_minor=-MORE, returned_minor=-MORE)
    assert {("payable_differs", None), ("settlement_without_round", None)} <= found(house)


def test_amounts_beyond_all_sums_stop_no_audit(house: House) -> None:
    play_three(house)
    with behind_the_api(house.database.engine) as connection:
        for extra in range(4):
            add_spot(connection, settlement_id=900 + extra, seq=9, net_minor=2**63 - 1, returned_minor=-(2**63))
    told = [one for one in read_findings(house, run_audit(house)["id"]) if one["code"] == "payable_differs"]
    places = {place["pointer"]: place for place in told[0]["differences"]}
    due = int(places["/net_minor"]["computed"])
    assert int(places["/net_minor"]["recorded"]) == due + 4 * (2**63 - 1)


def test_what_came_after_the_audit_was_asked_for_is_no_difference(house: House) -> None:
    from service.audit.usecases import HANDLERS
    from service.core.job_runs import Jobs

    session_id = play_three(house)
    job_id = ask_audit(house)
    post_round(house, session_id, 4)
    assert Jobs(house.database, HANDLERS).run(job_id)
    assert read_findings(house, job_id) == []


def test_the_audit_of_one_table_looks_at_what_is_payable_there(house: House) -> None:
    play_three(house)
    with behind_the_api(house.database.engine) as connection:
        add_spot(connection, seq=10**6)
    assert run_audit(house, table_id=1)["result"]["findings"] == 0
    codes = {one["code"] for one in read_findings(house, run_audit(house, table_id=2)["id"])}
    assert codes == {"payable_differs", "settlement_without_round"}


def test_strays_of_one_sequence_number_are_told_together(house: House) -> None:
    play_three(house)
    with behind_the_api(house.database.engine) as connection:
        for seat in ("1", "2", "3"):
            add_spot(connection, seq=9, seat=seat)
        connection.execute(text("UPDATE gaming_tables SET last_seq = last_seq"))
    told = [one for one in read_findings(house, run_audit(house)["id"]) if one["code"] == "settlement_without_round"]
    (finding,) = told
    assert [place["pointer"] for place in finding["differences"]] == ["/spots/1", "/spots/2", "/spots/3"]
