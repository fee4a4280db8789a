"""From a run's capture to a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from inflight.capture.crossing import CE, Capture, Crossing
from inflight.capture.frame import frame
from inflight.capture.pcapng import Seen, pcapng

EPOCH_NS = 1_700_000_000 * 10**9
"""When every run begins, ns since 1970: two captures of the same run are the same file."""


def write(capture: Capture, points: Sequence[str], *, payload: bool, application: str, comment: str) -> Iterator[bytes]:
    """A pcapng file with one interface for each of `points`, piece by piece."""
    interfaces = [(point, f"{point}, {capture.points[point]}") for point in points]
    return pcapng(interfaces, _seen(capture, points, payload=payload), application=application, comment=comment)


def _seen(capture: Capture, points: Sequence[str], *, payload: bool) -> Iterator[Seen]:
    heard: list[tuple[float, int, int, Crossing]] = []
    for number, crossing in enumerate(capture.crossings(), 1):
        for interface, point in enumerate(points):
            if (time := crossing.seen_at(capture.points[point])) is not None:
                heard.append((time, number, interface, crossing))
    heard.sort(key=itemgetter(0, 1, 2))
    for time, number, interface, crossing in heard:
        has_arrived = crossing.target.address == capture.points[points[interface]]
        ecn = CE if has_arrived and crossing.marked else crossing.ecn
        captured, length = frame(crossing, number, ecn=ecn, payload=payload)
        yield interface, EPOCH_NS + round(time * 1e9), captured, length, crossing.comment
