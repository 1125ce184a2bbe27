"""The examples in the API's description are what the service really takes and gives."""

import json
from typing import Any

import pytest

from service.cage.routes import desk as cage
from service.core.operations import Operation
from service.floor.routes import desk as floor
from service.floor.schemas import examples
from support.house import House

OPERATIONS = [*floor.operations, *cage.operations]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_the_examples_of_an_operation_fit_its_schemas(operation: Operation) -> None:
    if operation.body is not None and operation.request_example is not None:
        operation.body.load(operation.request_example)
    if operation.answer is not None and operation.answer_example is not None:
        operation.answer.load(operation.answer_example)
    assert operation.answer_example is not None or operation.name == "read_evidence"
    assert (operation.request_example is None) == (operation.body is None)


def test_the_example_round_is_taken_and_comes_to_what_the_examples_say(house: House) -> None:
    def posted(path: str, body: Any, who: str = "floor") -> Any:
        return house.post(path, body, who).get_json()

    def got(path: str) -> Any:
        return house.get(path).get_json()

    assert posted("/v1/sessions", examples.SESSION_REQUEST) == examples.SESSION
    checked = posted("/v1/arrangements/check", examples.ARRANGEMENT_REQUEST, "device-1")
    settled = posted("/v1/sessions/1/rounds", examples.ROUND_REQUEST, "device-1")
    # The hash covers the whole ruleset document; it moves when a source is added to the seed.
    for answer in (settled["round"], examples.ROUND):
        assert len(answer["evidence_sha256"]) == 64
    sha256 = {"evidence_sha256": settled["round"]["evidence_sha256"]}
    played = {**examples.ROUND, **sha256}
    assert checked == examples.ARRANGEMENT
    assert settled == {"round": played, "settlement": examples.SETTLEMENT}
    assert got("/v1/rounds/1") == {
        "round": {**examples.ROUND_DETAIL["round"], **sha256},
        "settlement": examples.SETTLEMENT,
    }
    assert got("/v1/settlements/1") == {**examples.SETTLEMENT, "round": played}
    assert got("/v1/settlements?player=P-1001") == examples.page_of(examples.SPOT_RESULT)
    assert got("/v1/sessions/1/balance") == examples.BALANCE
    assert got("/v1/gaming-days/2026-11-30") == examples.DAY
    assert got("/v1/tables/1") == examples.TABLE


def test_the_evidence_of_a_round_fits_its_schema(house: House) -> None:
    house.post("/v1/sessions", examples.SESSION_REQUEST)
    house.post("/v1/sessions/1/rounds", examples.ROUND_REQUEST)
    operation = next(operation for operation in OPERATIONS if operation.name == "read_evidence")
    assert operation.answer is not None
    operation.answer.load(json.loads(house.get("/v1/rounds/1/evidence").data))
