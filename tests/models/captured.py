"""Captures of runs for tests: the file that `capture` makes, read by a parser that knows nothing of the models."""

from __future__ import annotations

import io
from collections.abc import Iterator

import dpkt

from inflight.bridge.captures import capture
from inflight.figure.catalogue import find
from inflight.figure.result import Result
from inflight.figure.slices import finish

SHORT = {
    "send-buffer": {"size": 2},
    "receive-buffer": {"duration": 1},
    "window-scaling": {"size": 2},
    "request-response": {"size": 200},
    "your-algorithm": {"duration": 2},
}
"""Runs that are long by default; a short one is of the same kind."""

Packet = tuple[float, dpkt.ip.IP, dpkt.tcp.TCP]


def taken(experiment: str, parameters: dict[str, object] | None = None, **asked: object) -> bytes:
    """The file that `capture` makes."""
    entry = find(experiment)
    parameters = SHORT.get(experiment, {}) if parameters is None else parameters
    known = {parameter.name: parameter for parameter in entry.parameters}
    arguments = {"points": entry.points[:1], "payload": False, **asked}
    given = {name: value for name, value in parameters.items() if name in known}
    return finish(capture(experiment, given, 1, **arguments))  # type: ignore[arg-type]


def ips(file: bytes) -> Iterator[tuple[float, dpkt.ip.IP]]:
    """Time and IP packet of each packet of a file."""
    for time, frame in dpkt.pcapng.Reader(io.BytesIO(file)):
        ip = dpkt.ethernet.Ethernet(frame).data
        assert isinstance(ip, dpkt.ip.IP)
        yield time, ip


def packets(file: bytes) -> Iterator[Packet]:
    """Time, IP and TCP of each segment of a file."""
    for time, ip in ips(file):
        if isinstance(ip.data, dpkt.tcp.TCP):
            yield time, ip, ip.data


def last(experiment: str, parameters: dict[str, object]) -> Result:
    """The figure's own run."""
    entry = find(experiment)
    *_, result = entry.run(entry.fill(parameters))
    return result
