"""A sender's view, worked out from a capture that was not taken at the sender."""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf

from inflight.yours.connection.half import Half
from inflight.yours.connection.options import Sacks, Stamps
from inflight.yours.connection.serial import near

_TICK = 0.001
"""s; TSval counts milliseconds in Linux (`tcp_time_stamp_raw`) and nearly everywhere else."""
_MOST = 20_000
"""Events that wait for their turn."""
_DRIFT = 0.05
"""s by which a clock may be off before its stamps are not believed."""

_Told = tuple[int, int, int, bool] | tuple[int, int | None, Sacks, bool, int]
"""The arguments of `Half.data` or `Half.ack` behind the time."""


class Shifted:
    """Hands data and ACKs to a `Half` in the order and at the times at which the sender met them.

    An ACK reaches the sender, and what it releases comes back, `near` seconds after it was captured. Data left when its
    timestamp says, except for a constant: what a queue on the way has added is taken off. Without timestamps data is
    taken to have left as they arrived.
    """

    def __init__(self, half: Half, near: float) -> None:
        self.half = half
        self._near = near
        self._first: Stamps | None = None
        self._first_t = 0.0
        self._offset = inf
        self._heap: list[tuple[float, int, int, bool, _Told]] = []
        self._count = 0
        self._now = -inf
        self._horizon = max(2.0, 2 * near)

    def data(self, t: float, raw: int, length: int, number: int, missing: bool, stamps: Stamps | None) -> None:
        """As `Half.data`; stamps: the segment's."""
        self._put(self._left(t, stamps), False, (raw, length, number, missing))
        self._flush(t - self._horizon)

    def ack(self, t: float, raw: int, window: int | None, sacks: Sacks, has_data: bool, number: int) -> None:
        """As `Half.ack`."""
        self._put(t + self._near, True, (raw, window, sacks, has_data, number))
        self._flush(t - self._horizon)

    def finish(self, t: float) -> None:
        """As `Half.finish`."""
        self._flush(inf)
        self.half.finish(t)

    def _left(self, t: float, stamps: Stamps | None) -> float:
        if stamps is None:
            self.half.blind = True
            return t
        if self._first is None:
            self._first, self._first_t = stamps, t
        ticks = near(stamps[0], self._first[0]) - self._first[0]
        since = t - self._first_t - ticks * _TICK
        self._offset = min(self._offset, since)
        if since - self._offset > self._horizon - _DRIFT:
            return t  # a clock that ticks differently, or a queue that is longer than can be believed
        # A stamp says in which millisecond data left; without a queue the time of arrival is the better one.
        return min(t, self._first_t + (ticks + 1) * _TICK + self._offset)

    def _put(self, t: float, is_ack: bool, what: _Told) -> None:
        self._count += 1
        heappush(self._heap, (t, 0 if is_ack else 1, self._count, is_ack, what))

    def _flush(self, until: float) -> None:
        heap, half = self._heap, self.half
        while heap and (heap[0][0] <= until or len(heap) > _MOST):
            t, _, _, is_ack, what = heappop(heap)
            self._now = max(self._now, t)
            (half.ack if is_ack else half.data)(self._now, *what)
