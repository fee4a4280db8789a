"""A race of congestion controls: each alone on its own copy of a path, and each beside a flow that was there before.

The score is Kleinrock's power, goodput over delay, each as a share of the best that the path allows:

    score = 100 · (goodput / the most the line can carry) · (smallest round-trip time / mean round-trip time)

100 is a line that is always busy with a queue that is always empty. L. Kleinrock, "Power and Deterministic Rules of
Thumb for Probabilistic Problems in Computer Communications", ICC 1979; the measure that BBR was designed for.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import nan
from typing import Annotated

from inflight.figure.parameters import Parameters
from inflight.kernel.congestion.base import CongestionControl
from inflight.kernel.link import DELIVERED
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.segment import DataSegment
from inflight.scenes.kernel import USUAL
from inflight.scenes.transfer import BUFFER, DURATION, LOSS_RATE, RATE, RTT, most

NEIGHBOUR = "cubic"
"""Who was on the line before: the default of Linux, so the one to be met there."""

ERA = tcp_era(USUAL)
"""One kernel for all, so that scores can be compared."""

Algorithm = str | Callable[[], CongestionControl]


@dataclass(frozen=True, kw_only=True)
class RacePath(Parameters):
    """rate: Mbit/s. rtt: ms, of the empty path. buffer: packets. loss: %. duration of a race on it: s."""

    rate: Annotated[float, RATE] = 5
    rtt: Annotated[float, RTT] = 40
    buffer: Annotated[int, BUFFER] = 60
    loss: Annotated[float, LOSS_RATE] = 0
    duration: Annotated[float, DURATION] = 10

    def dumbbell(self, chance: random.Random, flows: list[FlowSpec]) -> Dumbbell:
        """A copy of the path, on which chance begins at the same point each time."""
        rng = random.Random()
        rng.setstate(chance.getstate())
        return Dumbbell(rate=self.rate * 1e6, limit=self.buffer, loss=self.loss / 100, rng=rng, flows=flows)


class Alone:
    """An algorithm that has the path for itself."""

    def __init__(self, algorithm: Algorithm, path: RacePath, chance: random.Random) -> None:
        self._path = path
        self.bell = path.dumbbell(chance, [FlowSpec(algorithm=algorithm, rtt=path.rtt / 1000, era=ERA)])
        self.sender = self.bell.flows[0].sender
        self._waited = 0.0
        self._through = 0
        self.bell.link.tap = self._packet

    def _packet(self, packet: DataSegment, now: float, leaves: float, fate: int, sink: object) -> None:
        if fate == DELIVERED:
            self._waited += leaves - now
            self._through += 1

    @property
    def goodput(self) -> float:
        """Data acknowledged in order, Mbit/s."""
        return self.sender.una * 8e-6 / self._path.duration

    @property
    def mean_rtt(self) -> float:
        """Of the packets that got through, ms: the path, and the wait in the queue."""
        return self._path.rtt + 1000 * self._waited / self._through if self._through else nan

    @property
    def score(self) -> float:
        """Kleinrock's power, 0 to 100."""
        if not self._through:
            return 0.0
        return 100 * self.goodput / most(self._path.rate) * self._path.rtt / self.mean_rtt


class Beside:
    """An algorithm that comes to a line where a flow of `NEIGHBOUR` is already; counts after a quarter of the time."""

    def __init__(self, algorithm: Algorithm, path: RacePath, chance: random.Random) -> None:
        rtt = path.rtt / 1000
        self.bell = path.dumbbell(
            chance,
            [
                FlowSpec(algorithm=algorithm, rtt=rtt, connect=path.duration / 10, era=ERA),
                FlowSpec(algorithm=NEIGHBOUR, rtt=rtt, era=ERA),
            ],
        )
        self.sender, self.neighbour = (flow.sender for flow in self.bell.flows)
        self._from = (0, 0)
        self.bell.clock.at(path.duration / 4, self._count)

    def _count(self) -> None:
        self._from = self.sender.una, self.neighbour.una

    @property
    def share(self) -> float:
        """Of what both of them get through, %."""
        mine, theirs = self.sender.una - self._from[0], self.neighbour.una - self._from[1]
        return 100 * mine / (mine + theirs) if mine + theirs else nan
