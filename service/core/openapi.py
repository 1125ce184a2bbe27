"""The API's description, generated from the declared operations; ``openapi.yaml`` is its committed twin."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import fields as base_fields

from service.core import fields
from service.core.errors import PROBLEMS
from service.core.operations import Desk, Operation
from service.core.permissions import MATRIX

VERSION: Final = "0.1.0"
_PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}
_MONEY_PATTERN: Final = r"^-?(0|[1-9]\d{0,14})$"
_SHAPES: Final[Mapping[type, Mapping[str, Any]]] = {
    fields.Money: {"type": "string", "pattern": _MONEY_PATTERN, "description": "Integer minor units as text."},
    fields.Moment: {"type": "string", "format": "date-time"},
    fields.Day: {"type": "string", "format": "date"},
    fields.Document: {"type": "object"},
    fields.QueryWhole: {"type": "integer"},
}


def build_spec(desks: Iterable[Desk], documents: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The whole description as plain data.

    ``documents`` are JSON Schemas that the engine owns (records, holdings, terms of each game), by name.
    """
    plugin: Any = MarshmallowPlugin()  # apispec carries no types
    spec = APISpec(
        "Pitbook",
        VERSION,
        "3.1.0",
        plugins=[plugin],
        info={"description": "Casino table-games back office: rounds, settlements, balances, audits."},
    )
    plugin.converter.add_attribute_function(_shape)
    plugin.converter.add_attribute_function(_of_kind(sorted(documents)))
    spec.components.security_scheme("key", {"type": "http", "scheme": "bearer"})
    spec.components.schema("Problem", component=_problem_schema())
    for name, document in documents.items():
        spec.components.schema(name, component={k: v for k, v in document.items() if k != "$schema"})
    for desk in desks:
        spec.tag({"name": desk.name, "description": desk.about})
        for operation in desk.operations:
            spec.path(operation.path, operations={operation.method.lower(): _operation(operation)})
    return spec.to_dict()


def dump_spec(spec: Mapping[str, Any]) -> str:
    """The description as the text of ``openapi.yaml``."""
    return yaml.safe_dump(dict(spec), sort_keys=False, allow_unicode=True, width=120)


def _shape(_converter: Any, field: base_fields.Field[Any], **_: Any) -> dict[str, Any]:
    """The shape of a field of ours, with null where it is taken; what the field says of itself goes before."""
    shape = next((dict(shape) for kind, shape in _SHAPES.items() if isinstance(field, kind)), {})
    if shape and field.allow_none:
        shape["type"] = [shape["type"], "null"]
    if shape and "description" in field.metadata:
        shape["description"] = field.metadata["description"]
    return shape


def _of_kind(names: Iterable[str]) -> Any:
    """An attribute function that names the documents which a field takes, one for each game."""

    def shape(_converter: Any, field: base_fields.Field[Any], **_: Any) -> dict[str, Any]:
        if not isinstance(field, fields.Document) or field.kind is None:
            return {}
        return {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in names if name.endswith(field.kind)]}

    return shape


def _operation(operation: Operation) -> dict[str, Any]:
    data: dict[str, Any] = {
        "tags": [operation.desk],
        "operationId": operation.name,
        "summary": operation.summary,
        "security": [{"key": []}] if operation.permission else [],
        "parameters": _parameters(operation),
        "responses": _responses(operation),
    }
    if operation.description:
        data["description"] = operation.description
    if operation.permission:
        data["x-permission"] = str(operation.permission)
        data["x-roles"] = sorted(str(role) for role in MATRIX[operation.permission])
    if operation.body is not None:
        content: dict[str, Any] = {"schema": operation.body}
        if operation.request_example is not None:
            content["example"] = dict(operation.request_example)
        data["requestBody"] = {"required": True, "content": {"application/json": content}}
    return data


def _parameters(operation: Operation) -> list[Any]:
    found: list[Any] = []
    for name in re.findall(r"\{(\w+)\}", operation.path):
        most = fields.MAX_ID if name.endswith("_id") else fields.MAX_INT if name == "version" else None
        shape = {"type": "string"} if most is None else {"type": "integer", "minimum": 0, "maximum": most}
        found.append({"name": name, "in": "path", "required": True, "schema": shape})
    if operation.query is not None:
        found.append({"in": "query", "schema": operation.query})
    if operation.writes:
        key = {"type": "string", "minLength": 16, "maxLength": 64, "pattern": "^[A-Za-z0-9_-]{16,64}$"}
        about = "New for each intent, the same for a retry of it."
        found.append({"name": "Idempotency-Key", "in": "header", "required": True, "schema": key, "description": about})
    return found


def _responses(operation: Operation) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": operation.answer}
    if operation.answer_example is not None:
        content["example"] = dict(operation.answer_example)
    responses: dict[str, Any] = {
        str(operation.status): {"description": "Done.", "content": {"application/json": content}}
    }
    by_status: dict[int, list[str]] = {}
    for code in operation.problems:
        by_status.setdefault(PROBLEMS[code].status, []).append(code)
    for status, codes in sorted(by_status.items()):
        responses[str(status)] = {
            "description": "; ".join(f"`{code}`: {PROBLEMS[code].title}" for code in codes),
            "content": {"application/problem+json": {"schema": _PROBLEM, "example": _problem_example(codes[0])}},
        }
        if status == 503 or "request_in_flight" in codes:
            about = "Seconds to wait before the request is repeated unchanged."
            responses[str(status)]["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": about}}
    return responses


def _problem_example(code: str) -> dict[str, Any]:
    kind = PROBLEMS[code]
    return {
        "type": f"/problems/{code}",
        "title": kind.title,
        "status": kind.status,
        "detail": "What happened, in a sentence.",
        "code": code,
        "advice": kind.advice,
        "errors": [],
        "more_errors": 0,
    }


def _problem_schema() -> dict[str, Any]:
    text = {"type": "string"}
    place = {"pointer": text, "code": text, "detail": text}
    properties: dict[str, Any] = {
        "type": {"type": "string", "format": "uri-reference"},
        "title": text,
        "status": {"type": "integer"},
        "detail": text,
        "code": {"type": "string", "enum": sorted(PROBLEMS)},
        "advice": {"type": "string", "description": "What to do next."},
        "errors": {
            "type": "array",
            "items": {"type": "object", "required": list(place), "properties": place, "additionalProperties": False},
        },
        "more_errors": {"type": "integer", "description": "How many further places are wrong, beyond those listed."},
    }
    return {"type": "object", "required": list(properties), "properties": properties, "additionalProperties": False}
