"""One student's capture: a run of the model, as one end sees it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from inflight import __version__
from inflight.capture.crossing import Capture, Crossing
from inflight.capture.write import write
from inflight.classroom.captured.limits import LIMITS, Limit
from inflight.classroom.captured.packets import Packets, seen
from inflight.classroom.form import AssignmentError
from inflight.classroom.question import canonical, digest
from inflight.figure.catalogue import find
from inflight.figure.parameters import Value
from inflight.scenes.captured.run import captured_run

if TYPE_CHECKING:
    from inflight.classroom import shapes

_kept: OrderedDict[str, Capture] = OrderedDict()
_KEPT = 16
"""Captures kept: a student who downloads one answers next, and may ask for the mark more than once."""


@dataclass(frozen=True)
class Case:
    """limit: what holds the sender back. values: of the parameters that were drawn. at: where it is captured."""

    limit: shapes.CaptureLimit
    values: Mapping[str, Value]
    at: shapes.CaptureEnd

    @property
    def about(self) -> Limit:
        """What there is to know about its limit."""
        return LIMITS[self.limit]

    @property
    def name(self) -> str:
        """Of the file, without its ending: as good as different for each case, and says nothing of it."""
        return f"capture-{digest(canonical([self.limit, self.values, self.at]))[:8]}"

    def captured(self) -> Generator[float, None, Capture]:
        """Run the model, or take what is known of it. What only the model knows is left out."""
        key = canonical([self.limit, self.values])
        if key not in _kept:
            entry = find(self.about.experiment)
            found = yield from captured_run(entry, entry.fill(self.values))
            if found is None:
                raise AssignmentError(f"{self.about.experiment} has no packets to capture at {dict(self.values)}")
            _kept[key] = _mute(found)
            if len(_kept) > _KEPT:
                _kept.popitem(last=False)
        _kept.move_to_end(key)
        return _kept[key]

    def packets(self) -> Generator[float, None, Packets]:
        """What is seen where it is captured."""
        capture = yield from self.captured()
        return seen(capture, self.about.sender, self.about.receiver, at_sender=self.at == "sender")

    def file(self, comment: str) -> Generator[float, None, bytes]:
        """As pcapng, without payload: it is only filler."""
        capture = yield from self.captured()
        point = self.about.sender if self.at == "sender" else self.about.receiver
        renamed = replace(capture, points={self.at: capture.points[point]})
        application = f"In Flight {__version__}"
        return b"".join(write(renamed, [self.at], payload=False, application=application, comment=comment))


def _mute(capture: Capture) -> Capture:
    """Without comments on packets, which tell what became of them."""

    def crossings() -> Iterator[Crossing]:
        return (each._replace(comment="") for each in capture.crossings())

    return replace(capture, crossings=crossings)
