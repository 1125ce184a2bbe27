import pytest
from sqlalchemy import update

from service.audit.usecases import HANDLERS
from service.core.job_runs import JobRun, Jobs
from service.core.jobs import JobFailed
from service.core.jobs_models import jobs
from support.audited_day import DAY, ask_audit, open_three_card, post_round, read_job, run_audit
from support.house import House


def test_an_audit_is_answered_at_once_with_a_job_that_waits(house: House) -> None:
    open_three_card(house)
    answer = house.post("/v1/audits", {"gaming_date": DAY}, "auditor")
    assert answer.status_code == 202
    job = answer.json
    assert (job["kind"], job["state"], job["attempts"]) == ("audit", "queued", 0)
    assert job["asked"] == {"gaming_date": DAY, "table_id": None}
    assert job["progress"] == {"done": 0, "total": None}
    assert (job["result"], job["error"], job["started_at"], job["created_by"]) == (None, None, None, "person:auditor")
    assert read_job(house, job["id"]) == job


def test_a_retry_of_the_request_gives_the_same_bytes_and_one_job(house: House) -> None:
    open_three_card(house)
    first = house.post("/v1/audits", {"gaming_date": DAY}, "auditor", key="one-key-for-one-audit")
    again = house.post("/v1/audits", {"gaming_date": DAY}, "auditor", key="one-key-for-one-audit")
    assert again.data == first.data
    assert again.headers["Idempotency-Replayed"] == "true"
    assert house.count_rows()["jobs"] == 1


def test_two_requests_are_two_runs_because_what_is_stored_may_have_changed_between_them(house: House) -> None:
    open_three_card(house)
    assert ask_audit(house) != ask_audit(house)


@pytest.mark.parametrize("who", ["floor", "cashier", "admin", "dealer", "device-1", "paytable_maker"])
def test_only_an_auditor_may_run_an_audit(house: House, who: str) -> None:
    answer = house.post("/v1/audits", {"gaming_date": DAY}, who)
    assert (answer.status_code, answer.json["code"]) == (403, "not_permitted")
    assert house.count_rows()["jobs"] == 0


def test_a_day_on_which_nothing_was_opened_is_refused_with_its_place(house: House) -> None:
    answer = house.post("/v1/audits", {"gaming_date": "1999-12-31"}, "auditor")
    assert (answer.status_code, answer.json["code"]) == (422, "invalid_request")
    assert [(e["pointer"], e["code"]) for e in answer.json["errors"]] == [("/gaming_date", "unknown_gaming_day")]
    assert house.count_rows()["jobs"] == 0


@pytest.mark.parametrize("table_id", [4, 99])
def test_a_table_of_nobody_or_of_another_property_is_refused(house: House, table_id: int) -> None:
    open_three_card(house)
    answer = house.post("/v1/audits", {"gaming_date": DAY, "table_id": table_id}, "auditor")
    assert (answer.status_code, answer.json["code"]) == (422, "unknown_table")
    assert [e["pointer"] for e in answer.json["errors"]] == ["/table_id"]


def test_another_propertys_jobs_and_findings_are_not_there(house: House) -> None:
    open_three_card(house)
    job_id = ask_audit(house)
    for path in (f"/v1/jobs/{job_id}", f"/v1/jobs/{job_id}/findings"):
        assert house.get(path, "auditor-2").status_code == 404
        assert house.get(path, "cashier").status_code == 403
        assert house.get(path, "floor").status_code == 200
    assert house.get("/v1/jobs", "auditor-2").json["items"] == []


def test_jobs_are_listed_page_by_page_in_the_order_of_the_requests(house: House) -> None:
    open_three_card(house)
    ids = [ask_audit(house) for _ in range(3)]
    first = house.get("/v1/jobs?limit=2", "auditor").json
    second = house.get(f"/v1/jobs?limit=2&cursor={first['next_cursor']}", "auditor").json
    assert [job["id"] for job in first["items"] + second["items"]] == ids
    assert second["next_cursor"] is None


def test_findings_are_listed_page_by_page_and_the_cursor_belongs_to_the_job(house: House) -> None:
    session_id = open_three_card(house)
    for number in (2, 4, 6):
        post_round(house, session_id, number)
    job_id = run_audit(house)["id"]
    other_id = run_audit(house)["id"]
    first = house.get(f"/v1/jobs/{job_id}/findings?limit=2", "auditor").json
    cursor = first["next_cursor"]
    second = house.get(f"/v1/jobs/{job_id}/findings?limit=2&cursor={cursor}", "auditor").json
    assert [item["code"] for item in first["items"] + second["items"]] == ["number_gap"] * 3
    strange = house.get(f"/v1/jobs/{other_id}/findings?limit=2&cursor={cursor}", "auditor")
    assert (strange.status_code, strange.json["code"]) == (422, "invalid_cursor")


def test_a_job_that_failed_shows_its_code_and_detail(house: House) -> None:
    def refuse(run: JobRun) -> dict[str, object]:
        raise JobFailed("evidence_store_gone", "the evidence cannot be reached: try again tomorrow")

    open_three_card(house)
    job_id = ask_audit(house)
    assert Jobs(house.database, {"audit": refuse}).run(job_id)
    job = read_job(house, job_id)
    assert (job["state"], job["result"]) == ("failed", None)
    assert job["error"] == {
        "code": "evidence_store_gone",
        "detail": "the evidence cannot be reached: try again tomorrow",
    }
    assert job["finished_at"] is not None


def test_an_audit_that_was_killed_half_way_is_taken_up_and_tells_each_fault_once(house: House) -> None:
    session_id = open_three_card(house)
    for number in (2, 4, 6):
        post_round(house, session_id, number)
    job_id = ask_audit(house)

    def killed(run: JobRun) -> dict[str, object]:
        HANDLERS["audit"](run)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Jobs(house.database, {"audit": killed}).run(job_id)
    job = read_job(house, job_id)
    assert (job["state"], job["result"]) == ("running", None)
    written = house.count_rows()["findings"]
    assert written == 3
    assert not Jobs(house.database, HANDLERS).run(job_id)
    house.database.transact(lambda uow: uow.connection.execute(update(jobs).values(lease_until_us=uow.now_us)) and None)
    assert Jobs(house.database, HANDLERS).run(job_id)
    job = read_job(house, job_id)
    assert (job["state"], job["attempts"], job["result"]["findings"]) == ("done", 2, 3)
    assert house.count_rows()["findings"] == written


def test_findings_can_be_neither_changed_nor_removed(house: House) -> None:
    session_id = open_three_card(house)
    post_round(house, session_id, 2)
    run_audit(house)
    for statement in ("UPDATE findings SET severity = 'low'", "DELETE FROM findings"):
        with house.database.engine.connect() as connection, pytest.raises(Exception, match=r"(?i)append-only|refuse"):
            connection.exec_driver_sql(statement)
