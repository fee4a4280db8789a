"""A run of the model of Linux TCP with a replay's parameters."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from math import inf

from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.tcp.application import Writer
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.reader import Reading
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.sender import Sender
from inflight.scenes.buffers import TCP_RMEM
from inflight.yours.replay.parameters import ReplayParameters
from inflight.yours.replay.schedule import Write

POINTS = 1500
"""Points of a curve, at most."""

_WMEM = 16384, 64 << 20
"""tcp_wmem[1], and a maximum that never limits: a send buffer that does is a parameter, bytes."""

_READ = 4096
"""Bytes that a slow reader takes at a time."""

_PATIENCE = 20.0
"""A run is given up when it takes so many times as long as the capture, or a transfer at the rate of its path."""


@dataclass
class Run:
    """Times are s since the first data. took: until everything was acknowledged; None: it was given up before.

    window: the largest that the receiver offered, bytes.
    """

    t: list[float] = field(default_factory=list)
    acked: list[int] = field(default_factory=list)
    flight: list[int] = field(default_factory=list)
    took: float | None = None
    resent: int = 0
    window: int = 0

    def sample(self, now: float, sender: Sender) -> None:
        """The state now; of too many samples every second is dropped."""
        self.t.append(now)
        self.acked.append(sender.una)
        self.flight.append(sender.nxt - sender.una)


def run(
    p: ReplayParameters,
    *,
    writes: Sequence[Write] = (),
    lost: Sequence[int] = (),
    expected: float = 0.0,
    until: float = inf,
    seed: int = 1,
) -> Generator[float, None, Run]:
    """The transfer, from its SYN to the last ACK; yields the share that is done.

    writes: what the program writes when, if it does so `as_written`. lost: the numbers of the packets that are lost,
    instead of `p.loss` of all. expected: how long it should take, s. until: when to look no further, s.
    """
    total = max(1, round(p.size * 1e6))
    as_written = p.as_written and bool(writes)
    bell = Dumbbell(
        rate=p.rate * 1e6,
        limit=p.buffer,
        loss=0.0 if lost else p.loss / 100,
        lose=lost,
        rng=random.Random(seed),
        flows=[_flow(p, None if as_written else total)],
    )
    flow, clock = bell.flows[0], bell.clock
    flow.receiver.total = total
    if as_written:
        _Program(flow, writes, total)
    begin = flow.started_at
    result = Run()
    step = max(p.rtt / 2000, 0.0005)
    likely = max(expected, p.rtt / 1000 + total * 8e-6 / p.rate, p.pause, writes[-1].time if as_written else 0.0)
    end = begin + min(until, _PATIENCE * likely + 60)
    sender = flow.sender
    due = begin
    while sender.una < total and clock.now < end:
        due += step
        for _ in clock.run(due):
            yield min(1.0, sender.una / total)
        result.sample(clock.now - begin, sender)
        if sender.una >= total:
            break
        if len(result.t) >= POINTS:
            for column in (result.t, result.acked, result.flight):
                del column[::2]
            step *= 2
    result.resent, result.window = sender.retransmissions, sender.max_window
    result.took = result.t[-1] if sender.una >= total else None
    return result


def _flow(p: ReplayParameters, total: int | None) -> FlowSpec:
    rtt = p.rtt / 1000
    slow = p.read_rate > 0 or p.pause > 0
    return FlowSpec(
        algorithm=p.algorithm,
        rtt=rtt,
        total=total,
        sndbuf=p.sndbuf,
        wmem=_WMEM,
        gso_max_segs=1 if p.sndbuf else 65535,
        nodelay=p.nodelay,
        initcwnd=p.initcwnd,
        receive=ReceiveBuffer(rmem=(TCP_RMEM[0], p.rmem), rcvbuf=p.rcvbuf),
        reading=Reading(
            rate=1000 * p.read_rate, chunk=_READ if p.read_rate else 1 << 20, pause_at=rtt + p.pause_at, pause=p.pause
        )
        if slow
        else None,
        era=tcp_era(p.kernel),
    )


class _Program:
    """Writes what was written, when it was, one call after the other."""

    def __init__(self, flow: Flow, writes: Sequence[Write], total: int) -> None:
        self._clock, self._begin = flow.sender.clock, flow.started_at
        self._left = list(reversed(writes))
        self._total = total
        self._writer = flow.sender.writer = Writer(flow.sender, 0, flow.spec.chunk, close=False)
        self._writer.on_written = self._next

    def _next(self) -> None:
        if self._total <= 0:
            return
        if not self._left:  # more is to be sent than was captured
            self._left.append(Write(0.0, self._total))
        due = self._begin + self._left[-1].time
        self._clock.at(max(due, self._clock.now), self._write)

    def _write(self) -> None:
        count = min(self._left.pop().size, self._total)
        self._total -= count
        self._writer.write(count)
