"""In which order an end sent its packets, from what it numbers and stamps: IPv4's identification and TSval."""

from __future__ import annotations

from inflight.capture.reading.segment import Segment
from inflight.yours.connection.options import Stamps
from inflight.yours.connection.serial import near

_WRAP, _HALF = 1 << 16, 1 << 15
_FAR = 3000
"""Packets: a larger step of the identification is no count."""
_TRUSTED = 8
"""Steps after which it is known whether it counts."""


class Order:
    """Linux counts the packets of a connection in the identification (`ip_select_ident_segs`); others may not."""

    def __init__(self) -> None:
        self._ident = -1
        self._steps = 0
        self._ones = 0
        self._stamp = -1

    def skipped(self, segment: Segment, stamps: Stamps | None) -> int:
        """How many packets left between the last one and this; −1: this one left before a packet that came earlier."""
        step = self._step(segment.ident)
        if stamps is not None:
            stamp = stamps[0] if self._stamp < 0 else near(stamps[0], self._stamp)
            if stamp < self._stamp:
                return -1
            self._stamp = stamp
        if not self.counts:
            return 0
        if step < 0:
            return -1
        return step - 1 if 0 < step < _FAR else 0

    @property
    def counts(self) -> bool:
        """Is the identification a count? Nearly all steps are ones."""
        return self._steps >= _TRUSTED and self._ones > 0.8 * self._steps

    def _step(self, ident: int) -> int:
        if ident < 0:
            return 0
        step = (ident - self._ident + _HALF) % _WRAP - _HALF if self._ident >= 0 else 0
        if self._ident >= 0:
            self._steps += 1
            self._ones += step == 1
        if step >= 0 or not self.counts:
            self._ident = ident
        return step
