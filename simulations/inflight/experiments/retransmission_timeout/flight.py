"""What leaves when the samples have been taken, and how long it takes until something is sent again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import nan

from inflight.experiments.retransmission_timeout.parameters import RetransmissionTimeoutParameters
from inflight.figure.parameters import Marks
from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.tcp.options import TcpOptions
from inflight.kernel.tcp.rtt import RttEstimator
from inflight.kernel.tcp.segment import DataSegment
from inflight.scenes.trace import Trace

RATE = 100e6
"""The path after the samples: fast enough that only the RTT counts, bit/s."""

LONGEST = 200.0
"""s."""

NEVER = 1e9
"""s; the application writes when the samples have been taken."""


def take_sample(estimator: RttEstimator, number: int, sample: float) -> None:
    """Sample `number`, counted from 1, ms. Each is a round trip of its own."""
    us = int(sample * 1000)
    estimator.update_min(number * sample / 1000, us)
    estimator.sample(us, number, number + 1)


class LossyFlight:
    """The segments that leave when the samples have been taken; some of them are lost."""

    def __init__(
        self, p: RetransmissionTimeoutParameters, samples: list[float], *, tlp: bool, rng: random.Random
    ) -> None:
        rtt = samples[-1] / 1000 if p.samples == "example" else p.rtt / 1000
        options = TcpOptions(tlp=tlp, rto_min_us=int(p.rto_min * 1000))
        size = p.flight * MSS
        # the connection stays open: a FIN would be one more segment, behind the last one
        spec = FlowSpec(algorithm="reno", rtt=rtt, total=size, data=NEVER, options=options)
        bell = Dumbbell(rate=RATE, limit=1000, lose=Marks.numbers(p.lose), rng=rng, flows=[spec])
        (self._flow,) = bell.flows
        self._bell, self._samples, self._size = bell, samples, size
        self._start = rtt
        self.trace = Trace(bell, start=self._start)
        self._packet = bell.link.tap
        bell.link.tap = self._on_packet
        self.waited = nan  # ms, from the first loss to the first packet that is sent again
        self.by = ""  # which timer fired first, if one did
        recovery = self._flow.sender.recovery
        self._timer, recovery.on_timer = recovery.on_timer, self._on_timer

    def run(self) -> Iterator[None]:
        """Until all has been acknowledged."""
        clock, sender = self._bell.clock, self._flow.sender
        yield from clock.run(self._start)
        for number, sample in enumerate(self._samples, 1):
            take_sample(sender.rtt, number - len(self._samples), sample)
        sender.buffer.append(sender.buffer.start_skb(), self._size)
        sender.push(nagle=False)
        until = self._start
        while sender.una < self._size and until < self._start + LONGEST:
            until += 0.05
            yield from clock.run(until)

    def _on_packet(self, packet: DataSegment, now: float, leaves: float, fate: int, sink: object) -> None:
        if self._packet:
            self._packet(packet, now, leaves, fate, sink)
        if packet.repeat and self.waited != self.waited:
            self.waited = 1000 * (now - self._start)

    def _on_timer(self, name: str, armed: float) -> None:
        if self._timer:
            self._timer(name, armed)
        self.by = self.by or name

    @property
    def timeouts(self) -> int:
        """How often the retransmission timer fired."""
        return self._flow.sender.recovery.timeouts

    @property
    def finished(self) -> float:
        """When all had arrived, ms; NaN if it never did."""
        finished = self._flow.receiver.finished_at
        return nan if finished is None else 1000 * (finished - self._start)
