"""One line with a buffer of a given size, some transfers, and a ping: what the experiment `bufferbloat` runs often."""

from __future__ import annotations

import random
from collections.abc import Generator
from math import nan
from typing import NamedTuple

from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.path.probe import Probe
from inflight.kernel.path.udp import UdpSpec
from inflight.kernel.qdisc import disciplines
from inflight.kernel.qdisc.base import QUANTUM, Qdisc
from inflight.kernel.qdisc.cake import Cake
from inflight.kernel.tcp.era import tcp_era

PING = 106
"""`ping -s 64` on the line, bytes, and the recordings' probe: data, then ICMP or UDP, IP and Ethernet headers."""

APART = 0.2
"""s between the starts of two flows, as in the recordings."""

IN_CYCLES = ("reno", "cubic")
"""Algorithms that fill a buffer, step back, and fill it again."""

BY_PACKETS = ("pfifo", "codel", "fq_codel")


class Line(NamedTuple):
    """rate in Mbit/s, rtt in ms, buffer in kB, pings per s; `steady`: begin where a cycle does, just after a loss."""

    rate: float
    rtt: float
    buffer: float
    qdisc: str
    algorithm: str
    flows: int
    pings: int
    duration: float
    steady: bool
    kernel: str

    @property
    def pipe(self) -> float:
        """Bandwidth-delay product, kB."""
        return self.rate * self.rtt / 8

    @property
    def limit(self) -> int:
        """Of the discipline, in its own unit: full packets, or bytes."""
        return max(1, round(self.buffer * 1000 / QUANTUM)) if self.qdisc in BY_PACKETS else round(self.buffer * 1000)

    def discipline(self, rng: random.Random) -> str | Qdisc:
        """What stands before the line; CAKE shapes by itself."""
        if self.qdisc == "cake":
            return Cake(bandwidth=self.rate * 1e6, memlimit=self.limit, rng=rng)
        return self.qdisc if self.qdisc == "pfifo" else disciplines()[self.qdisc](limit=self.limit)


class Bloat:
    """A run of a `Line`."""

    def __init__(self, line: Line, rng: random.Random) -> None:
        self.line = line
        rtt = line.rtt / 1000
        self.bell = Dumbbell(
            rate=None if line.qdisc == "cake" else line.rate * 1e6,
            limit=line.limit,
            qdisc=line.discipline(rng),
            rng=rng,
            flows=[
                FlowSpec(
                    algorithm=line.algorithm,
                    rtt=rtt,
                    connect=min(number * APART, line.duration / 10) + (rng.random() * rtt if number else 0.0),
                    era=tcp_era(line.kernel),
                )
                for number in range(line.flows)
            ],
            udp=[UdpSpec(rate=PING * 8 * line.pings, size=PING, timed=True)],
        )
        if line.steady:
            self._in_cycle()

    def _in_cycle(self) -> None:
        """As if each transfer had just lost a packet of a full buffer; a small one is soon full anyway."""
        line = self.line
        if line.qdisc in ("bfifo", "pfifo") and line.algorithm in IN_CYCLES and line.buffer >= 4 * line.pipe:
            window = max(4, int((line.pipe + line.buffer) * 1000 / QUANTUM / line.flows))
            for flow in self.bell.flows:
                congestion = flow.sender.congestion
                congestion.cwnd = window
                congestion.on_loss(0.0)
                congestion.cwnd = congestion.ssthresh

    def run(self, until: float) -> Generator[None]:
        """Go on to `until`, s."""
        yield from self.bell.clock.run(until)

    def delivered(self) -> int:
        """Bytes of data that have arrived and are known to, of all flows; what SACK reports counts too."""
        return MSS * sum(flow.sender.board.delivered for flow in self.bell.flows)

    def pings(self) -> list[float]:
        """Round trips of all pings sent so far, ms, in order; NaN: lost, or still on its way."""
        [probe] = self.bell.udp
        assert isinstance(probe, Probe)
        times = [nan] * probe.sent
        for sent, delay in zip(probe.times, probe.delays, strict=True):
            times[round(sent * self.line.pings)] = delay * 1000 + self.line.rtt
        return times
