"""The token bucket, held to the kernel's recordings, to tc's arithmetic and to the arrival curve."""

from __future__ import annotations

import json
from bisect import bisect_left
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.kernel.clock import Clock
from inflight.kernel.link import Link
from inflight.kernel.path.device import Device
from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.fifo import Pfifo
from inflight.kernel.qdisc.tbf import Bucket, Tbf, limit_from

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / "6.1"
ETHERNET = 14
"""Header that the device counts, bytes; the recordings give IP sizes."""

READER = 0.4
"""ms after a train's last packet until the recording's one CPU has read what passed at once."""


class Sink:
    """Notes when what arrives, s."""

    flow = 0

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.times: list[float] = []

    def receive(self, packet: object) -> None:
        self.times.append(self._clock.now)


def pass_through(queue: Tbf, arrivals: list[tuple[float, int]], until: float = 1000.0) -> list[float]:
    """When packets (s, bytes) leave `queue`, s."""
    clock = Clock()
    device, sink = Device(clock, queue), Sink(clock)
    for time, size in arrivals:
        clock.at(time, lambda size=size: device.send(Datagram(), size, sink) and None)
    for _ in clock.run(until):
        pass
    return sink.times


@pytest.mark.parametrize(
    "name",
    [*(f"H_tbf_burst{burst}" for burst in (1600, 5000, 15000, 50000, 150000)), "H_queue127"],
)
def test_every_packet_leaves_when_the_kernel_let_it(name: str) -> None:
    """Within 0.2 ms, and the bucket was asked in vain exactly as often (`overlimits`).

    The laboratory has one CPU: what passes the bucket at once is read when the sender has sent the whole train.
    """
    recording = json.loads((RECORDINGS / f"{name}.json").read_text(encoding="utf-8"))
    bottleneck, packets = recording["scenario"]["net"]["bottleneck"], recording["packets"]
    sent, delays, size = packets["sent_ms"], packets["delay_ms"], packets["size"]
    sizes = size if isinstance(size, list) else [size] * len(sent)
    queue = Tbf(rate=bottleneck["rate_mbit"] * 1e6, burst=bottleneck["burst"], child=Pfifo(limit=1000))
    arrivals = [(time / 1000, bytes_ + ETHERNET) for time, bytes_ in zip(sent, sizes, strict=True)]
    left = [1000 * time for time in pass_through(queue, arrivals)]
    trains = [time for time, after in zip(sent, [*sent[1:], 1e9], strict=True) if after - time > 1000]
    compared = 0
    for time, delay, leaves in zip(sent, delays, left, strict=True):
        seen = time + delay
        end = trains[bisect_left(trains, time)]
        if leaves > end + READER:
            assert seen == pytest.approx(leaves, abs=0.2)
            compared += 1
        else:
            assert max(leaves, end) <= seen <= end + READER
    assert queue.overlimits == recording["summary"]["qdisc_final"][0]["overlimits"]
    at_once = (bottleneck["burst"] // (sizes[0] + ETHERNET)) * len(trains)
    assert compared >= len(sent) - at_once - 2


def test_latency_is_a_limit_in_bytes() -> None:
    """Q23, checked with tc: rate 500kbit burst 15kb latency 50ms, where 15kb are 15 · 1024 bytes."""
    queue = Tbf(rate=500e3, burst=15 * 1024, latency=0.05)
    assert queue.limit == queue.child.limit == 18_485
    for _ in range(30):
        queue.enqueue(Queued(Datagram(), 1000, Sink(Clock()), 0.0, 0))
    assert len(queue) == 18


@pytest.mark.parametrize(
    ("rate", "burst", "latency", "peakrate", "mtu", "limit"),
    [
        (1e6, 1600, 0.05, 0.0, 2047, 7850),  # 125000 · 0.05 + 1600
        (1e6, 4542, 0.4, 0.0, 2047, 54_542),
        (1e6, 15_000, 0.1, 10e6, 1540, 27_500),  # 12500 + 15000 is less than 125000 + 1540
        (1e6, 300_000, 0.1, 10e6, 1540, 126_540),  # and here it is not
    ],
)
def test_a_latency_with_a_peak_rate_is_the_smaller_limit(
    rate: float, burst: int, latency: float, peakrate: float, mtu: int, limit: int
) -> None:
    """q_tbf.c, by hand."""
    assert limit_from(latency, rate=rate, burst=burst, peakrate=peakrate, mtu=mtu) == limit


def test_what_tc_and_the_kernel_refuse() -> None:
    with pytest.raises(ValueError, match="latency"):
        Tbf(rate=1e6, burst=1600, latency=0.05, limit=3000)
    with pytest.raises(ValueError, match="peakrate"):
        Tbf(rate=1e6, burst=1600, peakrate=1e6)


def test_a_packet_larger_than_the_bucket_is_dropped_at_once() -> None:
    """`tbf_enqueue`; with a peak rate the smaller bucket counts."""
    queue = Tbf(rate=1e6, burst=1500)
    assert pass_through(queue, [(0.0, 1501), (0.0, 1500)]) == [0.0]
    assert queue.drops == 1
    assert pass_through(Tbf(rate=1e6, burst=9000, peakrate=2e6, mtu=1500), [(0.0, 1501), (0.0, 1500)]) == [0.0]


def test_the_level_of_the_bucket() -> None:
    bucket = Bucket(8000.0, 1000)
    assert bucket.level(0.0) == 1000
    bucket.take(600, 1.0)
    assert bucket.level(1.0) == pytest.approx(400)
    assert bucket.level(1.25) == pytest.approx(650)
    assert bucket.level(5.0) == 1000
    assert bucket.ready_at(900) == pytest.approx(1.5)


def test_a_burst_leaves_at_the_peak_rate() -> None:
    """20 packets of 1000 B, a burst of 10,000 B: a packet per ms while tokens last, then one in 8 ms.

    Packet n, from 0, has its 1000 (n + 1) bytes of tokens at (n - 9) · 8 ms, and the peak's at n ms.
    """
    left = pass_through(Tbf(rate=1e6, burst=10_000, peakrate=8e6, mtu=1000), [(0.0, 1000)] * 20)
    assert left == pytest.approx([max(n, 8 * (n - 9)) / 1000 for n in range(20)], abs=1e-9)


TRAFFIC = st.lists(st.tuples(st.floats(0, 0.05), st.integers(60, 1514)), min_size=1, max_size=80)


@given(
    gaps=TRAFFIC,
    rate=st.floats(1e5, 1e8),
    burst=st.integers(1514, 60_000),
    latency=st.floats(0, 0.2),
    peak=st.sampled_from([0.0, 1.5, 10.0]),
)
@settings(max_examples=80, deadline=None)
def test_no_interval_sees_more_than_burst_and_rate_allow(
    gaps: list[tuple[float, int]], rate: float, burst: int, latency: float, peak: float
) -> None:
    """The arrival curve: bytes that leave in any interval t are at most burst + rate · t, and mtu + peakrate · t."""
    times = accumulate(gap for gap, _ in gaps)
    arrivals = [(time, size) for time, (_, size) in zip(times, gaps, strict=True)]
    queue = Tbf(rate=rate, burst=burst, latency=latency, peakrate=peak * rate, mtu=1514)
    gone: list[tuple[float, int]] = []
    clock = Clock()
    device = Device(clock, queue)

    class Counting(Sink):
        def receive(self, packet: object) -> None:
            gone.append((clock.now, packet.size))  # type: ignore[attr-defined]

    sink = Counting(clock)
    for time, size in arrivals:
        datagram = Datagram()
        datagram.size = size  # type: ignore[attr-defined]
        clock.at(time, lambda d=datagram: device.send(d, d.size, sink) and None)
    for _ in clock.run(1000):
        pass
    assert len(gone) + queue.drops == len(arrivals)
    assert len(queue) == queue.backlog == 0
    for first, (start, _) in enumerate(gone):
        total = 0
        for end, size in gone[first:]:
            total += size
            assert total <= burst + rate / 8 * (end - start) + 1e-3
            if peak:
                assert total <= 1514 + peak * rate / 8 * (end - start) + 1e-3


@given(gaps=TRAFFIC, rate=st.floats(1e5, 1e8), burst=st.integers(1514, 60_000), limit=st.integers(1, 60))
@settings(max_examples=80, deadline=None)
def test_it_is_the_link_that_the_book_has_used_all_along(
    gaps: list[tuple[float, int]], rate: float, burst: int, limit: int
) -> None:
    """`Link` knows when a packet will leave as it comes; the same departures, the same drops."""
    clock = Clock()
    link, device = (
        Link(clock, rate=rate, limit=limit, burst=burst),
        Device(clock, queue := Tbf(rate=rate, burst=burst, child=Pfifo(limit=limit))),
    )
    one, other = Sink(clock), Sink(clock)
    for time, (_, size) in zip(accumulate(gap for gap, _ in gaps), gaps, strict=True):
        clock.at(time, lambda size=size: link.send(Datagram(), size, one) and None)
        clock.at(time, lambda size=size: device.send(Datagram(), size, other) and None)
    for _ in clock.run(1000):
        pass
    assert one.times == pytest.approx(other.times, abs=1e-8)
    assert link.drops == queue.drops
