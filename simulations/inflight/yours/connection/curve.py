"""A connection's course, thinned so that its length doesn't depend on the capture's."""

from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """time: s; the rest are sequence numbers, unwrapped. flight: bytes."""

    time: float
    nxt: int
    una: int
    edge: int
    flight: int


class Curve:
    """Keeps the points on both sides of every pause, and between them one per `step`, s."""

    MOST = 4000

    def __init__(self) -> None:
        self.points: list[Point] = []
        self._step = 0.0005
        self._last: Point | None = None

    def add(self, time: float, nxt: int, una: int, edge: int, flight: int) -> None:
        """The state after an event."""
        point = Point(time, nxt, una, edge, flight)
        points = self.points
        if not points or time - points[-1].time >= self._step:
            if self._last is not None and time - self._last.time >= self._step and self._last is not points[-1]:
                points.append(self._last)
            points.append(point)
            if len(points) > self.MOST:
                self._thin()
        self._last = point

    def all(self) -> list[Point]:
        """With the very last."""
        if self._last is None or self.points[-1] is self._last:
            return self.points
        return [*self.points, self._last]

    def _thin(self) -> None:
        while len(self.points) > self.MOST // 2:
            self._step *= 2
            kept = self.points[:1]
            for before, point, after in zip(self.points, self.points[1:], [*self.points[2:], None], strict=False):
                pause = point.time - before.time >= self._step or (after and after.time - point.time >= self._step)
                if pause or point.time - kept[-1].time >= self._step:
                    kept.append(point)
            self.points = kept
