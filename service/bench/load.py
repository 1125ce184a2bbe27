"""A load generator: callers in threads over kept connections, each answer timed."""

import http.client
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from service.core.clock import elapsed_s, wait_s
from service.demo.client import Address


@dataclass(frozen=True, slots=True)
class Request:
    """One POST, ready to be sent."""

    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Measured:
    """What a run of requests took: seconds in all, and each answer's, sorted."""

    duration_s: float
    latencies_s: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.latencies_s) / self.duration_s

    def percentile_ms(self, percent: float) -> float:
        """The latency, in milliseconds, that so many percent of the answers kept."""
        place = min(len(self.latencies_s) - 1, int(len(self.latencies_s) * percent / 100))
        return self.latencies_s[place] * 1000


class LoadFailed(Exception):
    """An answer was not the one that the measurement stands on."""


def closed_loop(address: Address, streams: Sequence[Sequence[Request]]) -> Measured:
    """Send each stream over a connection of its own, one request after the other. Raises LoadFailed."""
    return _run(address, streams, lambda _: 0.0)


def open_loop(address: Address, streams: Sequence[Sequence[Request]], rate: float) -> Measured:
    """Send at a fixed rate, whatever the answers take; latency counts from when a request was due.

    ``rate`` is in requests a second over all streams. Raises LoadFailed.
    """
    interval_s = len(streams) / rate
    return _run(address, streams, lambda place: place * interval_s)


def _run(address: Address, streams: Sequence[Sequence[Request]], due_s: Callable[[int], float]) -> Measured:
    latencies: list[float] = []
    failures: list[str] = []
    start = threading.Barrier(len(streams) + 1)

    def call(stream: Sequence[Request]) -> None:
        connection = http.client.HTTPConnection(address.host, address.port, timeout=60)
        connection.connect()
        start.wait()
        began_s = elapsed_s()
        for place, request in enumerate(stream):
            wait = began_s + due_s(place) - elapsed_s()
            if wait > 0:
                wait_s(wait)
            sent_s = elapsed_s() if due_s(place) == 0 else began_s + due_s(place)
            connection.request("POST", request.path, request.body, dict(request.headers))
            answer = connection.getresponse()
            body = answer.read()
            latencies.append(elapsed_s() - sent_s)
            if answer.status != 201:
                failures.append(f"{answer.status}: {body[:300]!r}")
                break
        connection.close()

    threads = [threading.Thread(target=call, args=(stream,)) for stream in streams]
    for thread in threads:
        thread.start()
    start.wait()
    began_s = elapsed_s()
    for thread in threads:
        thread.join()
    duration_s = elapsed_s() - began_s
    if failures:
        raise LoadFailed(f"{len(failures)} requests failed, first: {failures[0]}")
    return Measured(duration_s, tuple(sorted(latencies)))


def as_json_body(data: Mapping[str, object]) -> bytes:
    """The bytes of a body."""
    return json.dumps(data).encode()
