"""The flows that take part, and what arrives of each."""

from __future__ import annotations

from dataclasses import dataclass

from inflight.experiments.fairness.parameters import FairnessParameters
from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Flow
from inflight.kernel.path.udp import UdpFlow
from inflight.scenes.transfer import TICK, spelled


@dataclass(frozen=True)
class SharingFlow:
    """One that takes part. rtt, start: s. udp: Mbit/s, 0 for TCP."""

    place: int
    who: str
    rtt: float
    start: float
    udp: float

    @property
    def name(self) -> str:
        """As a row of a table: 1 Reno, 40 ms."""
        if self.udp:
            return f"{self.place} UDP, {self.udp:g} Mbit/s"
        return f"{self.place} {spelled(self.who)}, {self.rtt * 1000:g} ms"


def taking_part(p: FairnessParameters) -> list[SharingFlow]:
    """Those that are not off, and start before the end; the first one is always there."""
    found = []
    for place, who, rtt, start in p.flows():
        if place == 1:
            start = min(start, p.duration / 2)
        if start < p.duration:
            found.append(SharingFlow(place, who, rtt / 1000, start, p.udp_rate(who)))
    return found


class Meter:
    """Counts what arrives of one flow."""

    def __init__(self, flow: Flow | UdpFlow) -> None:
        self._flow = flow
        self._before, self._since, self._rate = 0.0, 0.0, 0.0

    @property
    def arrived(self) -> float:
        """Bytes of data: in order, for TCP."""
        return self._flow.payload_received if isinstance(self._flow, UdpFlow) else self._flow.sender.una

    def rate(self, now: float, span: float) -> float:
        """Mbit/s over the last whole `span`, what SACK reports included."""
        flow = self._flow
        count = flow.payload_received if isinstance(flow, UdpFlow) else flow.sender.board.delivered * MSS
        if now - self._since >= span - TICK / 2:
            self._rate = (count - self._before) * 8e-6 / (now - self._since)
            self._before, self._since = count, now
        return self._rate
