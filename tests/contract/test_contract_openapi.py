"""The published description: it is the code's own, valid, complete, and its examples and answers are true."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from openapi_spec_validator import validate

from service.app import DESKS, make_spec
from service.core.errors import PROBLEMS
from service.core.openapi import dump_spec

ROOT = Path(__file__).parents[2]
SPEC = yaml.safe_load(dump_spec(make_spec()))
OPERATIONS = {
    f"{method} {path}": operation for path, item in SPEC["paths"].items() for method, operation in item.items()
}


def test_the_committed_file_is_what_the_code_generates() -> None:
    assert (ROOT / "openapi.yaml").read_text() == dump_spec(make_spec()), "run: make openapi"


def test_the_description_is_valid_openapi() -> None:
    validate(SPEC)


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_says_what_it_is_for_who_may_and_what_can_go_wrong(name: str) -> None:
    operation = OPERATIONS[name]
    assert operation["summary"]
    assert "security" in operation
    if operation["security"]:
        assert operation["x-permission"]
        assert "`not_permitted`" in operation["responses"]["403"]["description"]
    assert {"404", "500"} <= set(operation["responses"])


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_shows_an_example_and_the_example_fits_its_schema(name: str) -> None:
    shown = list(examples(OPERATIONS[name]))
    assert shown, "an example of the answer is needed"
    for content in shown:
        resolved = {**content["schema"], "components": SPEC["components"]}
        jsonschema.validate(content["example"], resolved, cls=jsonschema.Draft202012Validator)


def examples(operation: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    bodies = [operation["requestBody"]] if "requestBody" in operation else []
    for part in (*bodies, *(answer for code, answer in operation["responses"].items() if code < "300")):
        for content in part["content"].values():
            if "example" in content:
                yield content


def test_every_problem_code_is_documented_by_some_operation() -> None:
    said = {code for desk in DESKS for operation in desk.operations for code in operation.problems}
    assert said == set(PROBLEMS)


def test_no_operation_is_reached_by_two_names() -> None:
    names = [operation["operationId"] for operation in OPERATIONS.values()]
    assert len(names) == len(set(names))
