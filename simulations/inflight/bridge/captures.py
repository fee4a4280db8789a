"""A run's packets as a file for Wireshark."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Generator, Mapping, Sequence
from typing import TypedDict

from inflight import __version__
from inflight.bridge.figures import takes_code
from inflight.capture.write import write
from inflight.figure.bad_input import BadInput
from inflight.figure.catalogue import find
from inflight.figure.parameters import Value, said
from inflight.scenes.captured.run import captured_run


class NoCapture(BadInput):
    """There is nothing to capture, or not there."""


class CaptureFile(TypedDict):
    """A capture as the page takes it over."""

    base64: str


def capture(
    experiment: str, parameters: Mapping[str, object], seed: int, points: Sequence[str], *, payload: bool
) -> Generator[float, None, bytes]:
    """Run an experiment and return the pcapng file of all its packets; yields how much of the run is done.

    points: the hosts that are listened at, an interface for each; several see most packets twice. Without `payload`
    packets end behind their headers.

    Raises:
        NoCapture: no packets to capture, or no such point.
        ParameterError: an unknown name, or a value out of range.
    """
    entry = find(experiment)
    if not entry.points:
        raise NoCapture(f"{experiment} has no packets on a path that could be captured")
    for point in points:
        if point not in entry.points:
            raise NoCapture(f"{point!r} is not a place to capture at; choose from {', '.join(entry.points)}")
    values = entry.fill(parameters)
    captured = yield from captured_run(entry, values, seed)
    if captured is None:
        raise NoCapture(f"{experiment} has no packets that could be captured at these settings")
    settings = [f"{each.name}: {said(each, values[each.name])}" for each in entry.parameters]
    origin = f"The model's run of {experiment}, not a recording."
    comment = "\n".join([entry.question, origin, *settings, f"seed: {seed}"])
    application = f"In Flight {__version__}"
    return b"".join(write(captured, points, payload=payload, application=application, comment=comment))


def _for_the_page(
    experiment: str, parameters: Mapping[str, Value], seed: int, points: Sequence[str], payload: bool
) -> Generator[float, None, CaptureFile]:
    if takes_code(experiment):
        raise NoCapture(f"{experiment} runs a reader's own code, and only in the sandbox")
    data = yield from capture(experiment, parameters, seed, points, payload=payload)
    return {"base64": b64encode(data).decode()}


CAPTURES = {"capture": _for_the_page}
"""Questions of the page, by name."""
