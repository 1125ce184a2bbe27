"""A small HTTP client of Pitbook's own API, as a tablet has one."""

import http.client
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class ApiError(Exception):
    """An answer that is a problem; ``problem`` is its body."""

    def __init__(self, method: str, path: str, problem: Mapping[str, Any]) -> None:
        places = "; ".join(f"{e['code']} at {e['pointer']}: {e['detail']}" for e in problem.get("errors", ()))
        super().__init__(f"{method} {path}: {problem.get('code')}: {problem.get('detail')} {places}".rstrip())
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Address:
    """Where the service listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"http://{self.host}:{self.port}"


class Client:
    """Calls the API under one key, over one kept connection."""

    def __init__(self, address: Address, key: str) -> None:
        self._connection = http.client.HTTPConnection(address.host, address.port, timeout=30)
        self._key = key

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def get(self, path: str) -> dict[str, Any]:
        """The answer to a GET. Raises ApiError."""
        return self._call("GET", path, None, {})

    def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a POST under a fresh Idempotency-Key. Raises ApiError."""
        return self._call("POST", path, body, {"Idempotency-Key": secrets.token_urlsafe(24)})

    def _call(self, method: str, path: str, body: Any, more: Mapping[str, str]) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json", **more}
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = self._connection.getresponse()
        answer: dict[str, Any] = json.loads(response.read())
        if response.status >= 400:
            raise ApiError(method, path, answer)
        return answer
