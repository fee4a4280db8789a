"""A shaper or a netem on the sending host itself: skbs go in, segments come out (`sch_tbf.c`, `sch_netem.c`)."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from inflight.incidents.shared.egress import Egress
from inflight.kernel.clock import Clock
from inflight.kernel.constants import HEADERS, MSS
from inflight.kernel.qdisc.netem import Netem
from inflight.kernel.qdisc.tbf import Tbf
from inflight.kernel.tcp.era import LINUX_6_12
from inflight.kernel.tcp.segment import DataSegment
from inflight.kernel.tcp.small_queue import LocalQueue, SmallQueue

FULL = MSS + HEADERS
RATE = 8e6


class Behind:
    """What comes out: when, and which segment."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.came: list[tuple[float, DataSegment]] = []

    def send(self, packet: DataSegment, size: int, sink: object, later: float = 0.0) -> bool:
        assert size == packet.end - packet.seq + HEADERS
        self.came.append((self._clock.now + later, packet))
        return True


def skb(seq: int, segments: int) -> DataSegment:
    return DataSegment(seq, seq + segments * MSS, 0.0, 0.0, push=True)


def passed(egress: Egress, clock: Clock, behind: Behind, sizes: list[int]) -> list[tuple[float, DataSegment]]:
    seq = 0
    for segments in sizes:
        egress.send(skb(seq, segments), segments * FULL, egress)
        seq += segments * MSS
    for _ in clock.run(60.0):
        pass
    assert [packet.seq for _, packet in behind.came] == sorted(packet.seq for _, packet in behind.came)
    return behind.came


def made(qdisc: Tbf | Netem) -> tuple[Egress, Clock, Behind]:
    clock = Clock()
    behind = Behind(clock)
    return Egress(clock, qdisc, behind, LINUX_6_12), clock, behind


def test_an_skb_that_fits_into_the_bucket_leaves_whole() -> None:
    """Ten segments, and a bucket of twenty: they pay for ten at once, and nothing lies between them."""
    egress, clock, behind = made(Tbf(rate=RATE, burst=20 * FULL))
    came = passed(egress, clock, behind, [10, 10, 10, 10])
    assert len(came) == egress.frames == 40
    times = [time for time, _ in came]
    for first in range(0, 40, 10):
        assert len(set(times[first : first + 10])) == 1
    # the bucket gives two at once; then each has to wait for its own tokens
    assert times[39] - times[29] == pytest.approx(10 * FULL * 8 / RATE)
    assert [packet.push for _, packet in came[:10]] == [False] * 9 + [True]


def test_the_bucket_cuts_an_skb_that_is_larger() -> None:
    """`tbf_segment`: each segment then waits for its own tokens. Its memory goes back to the socket, all of it."""
    egress, clock, behind = made(Tbf(rate=RATE, burst=3 * FULL))
    account = SmallQueue(clock, LocalQueue())
    large = skb(0, 20)
    large.owner, large.truesize = account, 2304 + 20 * MSS
    account.charge(large.truesize)
    egress.send(large, 20 * FULL, egress)
    for _ in clock.run(1.0):
        pass
    times = [time for time, _ in behind.came]
    assert len(times) == 20
    assert [later - earlier for earlier, later in pairwise(times[3:])] == pytest.approx([FULL * 8 / RATE] * 16)
    assert account.allocated == 0
    assert egress.drops == 0


def test_netem_loses_skbs_and_counts_each_as_one() -> None:
    """A tenth of 2000 skbs is lost, 200 ± 40, and all five segments of each; nobody is told."""
    egress, clock, behind = made(Netem(limit=5000, loss=0.1, rng=random.Random(3)))
    told = []
    account = SmallQueue(clock, LocalQueue())
    account.congested = lambda: told.append(1)
    for number in range(2000):
        packet = skb(number * 5 * MSS, 5)
        packet.owner, packet.truesize = account, 1
        account.charge(1)
        assert egress.send(packet, 5 * FULL, egress)
    for _ in clock.run(60.0):
        pass
    assert egress.drops == pytest.approx(200, abs=40)
    assert len(behind.came) == egress.frames == 5 * (2000 - egress.drops)
    assert egress.bytes == egress.frames * FULL
    assert (account.allocated, told) == (0, [])
