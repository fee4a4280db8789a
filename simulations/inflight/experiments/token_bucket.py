"""tbf, the token bucket: what a rate, a burst and a latency let through, and when."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Distribution, Lane, Lanes
from inflight.figure.words import amount, seconds, significant
from inflight.kernel.clock import Clock
from inflight.kernel.path.device import Device
from inflight.kernel.qdisc.tbf import Tbf
from inflight.scenes.transfer import NAN

TRAIN, CONSTANT, POISSON = "train", "constant", "poisson"
LATENCY, LIMIT = "latency", "limit"

ETHERNET = 14
"""Header of a frame, which the device counts, bytes."""

SYSCALL = 20e-6
"""s from one datagram of a train to the next: what a sendto() takes in the recordings."""

MOST_PACKETS = 20_000
MOST_POINTS = 2000

SETTLED = 1e-6
"""s: a packet that waited no longer did not wait."""


@experiment("token-bucket", part="disciplines", question="What do rate, burst and latency of tbf mean?")
class TokenBucket:
    """Tokens drip into a bucket at the rate; a packet takes one for each byte, and waits if there are too few."""

    title = "A bucket of tokens"
    parameters = (
        Slider(
            name="rate",
            label="Rate",
            unit="Mbit/s",
            min=0.05,
            max=1000,
            default=0.5,
            scale="log10",
            knob="tc qdisc … tbf rate",
            quantity="throughput",
            help="How fast tokens come back: what leaves in the long run.",
        ),
        Slider(
            name="burst",
            label="Burst",
            unit="B",
            min=500,
            max=2_000_000,
            default=15 * 1024,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … tbf burst",
            quantity="ssthresh",
            help="The size of the bucket: what may leave at once after a pause. Not less than a packet.",
        ),
        Choice(
            name="bound",
            label="The queue is bounded by",
            choices={LATENCY: "latency", LIMIT: "limit"},
            default=LATENCY,
            quantity="queue",
            help="tc takes one of them; the kernel only knows a limit.",
        ),
        Slider(
            name="latency",
            label="Latency",
            unit="ms",
            min=1,
            max=5000,
            default=50,
            scale="log10",
            knob="tc qdisc … tbf latency",
            quantity="queue",
            help="tc makes a limit of it: rate · latency + burst.",
            matters_when={"bound": (LATENCY,)},
        ),
        Slider(
            name="limit",
            label="Limit",
            unit="B",
            min=1000,
            max=5_000_000,
            default=200_000,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … tbf limit",
            quantity="queue",
            help="Bytes that may wait for tokens.",
            matters_when={"bound": (LIMIT,)},
        ),
        Slider(
            name="peakrate",
            label="Peak rate",
            unit="Mbit/s",
            min=0.05,
            max=1000,
            default=0,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … tbf peakrate",
            quantity="throughput",
            help="How fast a burst may leave. It has to be above the rate, or tc and the kernel refuse it.",
        ),
        Slider(
            name="mtu",
            label="Burst at the peak rate",
            unit="B",
            min=500,
            max=65536,
            default=1540,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … tbf mtu",
            quantity="ssthresh",
            help="The size of the second bucket. No packet may be larger.",
        ),
        Choice(
            name="arrivals",
            label="Packets come",
            choices={TRAIN: "in trains", CONSTANT: "evenly", POISSON: "at random (Poisson)"},
            default=TRAIN,
        ),
        Slider(
            name="size",
            label="Packet",
            unit="B",
            min=28,
            max=1500,
            default=1000,
            step=1,
            integer=True,
            help="As IP counts; tbf adds the 14 bytes of the Ethernet header.",
        ),
        Slider(
            name="count",
            label="Packets in a train",
            unit="packets",
            min=1,
            max=1000,
            default=100,
            scale="log10",
            step=1,
            integer=True,
            matters_when={"arrivals": (TRAIN,)},
        ),
        Slider(
            name="pause",
            label="A train every",
            unit="s",
            min=0.1,
            max=10,
            default=2,
            scale="log10",
            help="The bucket fills while nothing comes.",
            matters_when={"arrivals": (TRAIN,)},
        ),
        Slider(
            name="load",
            label="Load",
            unit="%",
            min=1,
            max=400,
            default=90,
            scale="log10",
            help="Of the rate.",
            matters_when={"arrivals": (CONSTANT, POISSON)},
        ),
        Slider(
            name="bin",
            label="Output averaged over",
            unit="ms",
            min=1,
            max=1000,
            default=10,
            scale="log10",
            help="The same output looks like a rate or like bursts.",
        ),
        Slider(name="duration", label="Duration", unit="s", min=0.1, max=20, default=4, scale="log10"),
    )
    presets = (
        Preset(
            "latency 50ms",
            {},
            "The limit is 3125 + 15 360 bytes. Those 15 360 are the tokens that were spent before anything waited, so "
            "the last packet in the queue waits 289 ms, not 50.",
        ),
        Preset(
            "A small bucket",
            {"burst": 1600},
            "Now the wait is 55 ms, nearly as asked for, and 95 packets of each hundred do not find room.",
        ),
        Preset(
            "Room for all",
            {"rate": 1, "burst": 15000, "bound": LIMIT, "limit": 150_000},
            "Fourteen packets pass at once, the others at the rate; after two seconds the bucket is full again. "
            "Linux let the last one of a train wait 689 ms.",
        ),
        Preset(
            "A bucket for everything",
            {"rate": 1, "burst": 150_000, "bin": 1},
            "The whole train fits into the bucket: it leaves as if there were no shaper, at hundreds of Mbit/s.",
        ),
        Preset(
            "With a peak rate",
            {"rate": 1, "burst": 150_000, "bound": LIMIT, "limit": 150_000, "peakrate": 10, "bin": 5},
            "A second bucket, for a single packet: all of the burst passes, at 10 Mbit/s. With a latency instead of a "
            "limit, tc would take the peak rate for it, and leave room for half of them.",
        ),
        Preset(
            "Smaller than a packet",
            {"burst": 1000},
            "A packet is 1014 bytes and the bucket holds 1000: never enough tokens. All are dropped, at any rate.",
        ),
        Preset(
            "At random, 90 %",
            {"rate": 1, "burst": 1600, "bound": LIMIT, "limit": 150_000, "arrivals": POISSON, "duration": 20},
            "Less than the rate, and still a queue. A larger bucket makes most of it vanish.",
        ),
    )
    views = (
        Lanes(
            (
                Lane("tokens", "In the bucket", "B", ("tokens",), handles=("burst",)),
                Lane("queue", "Waiting for tokens", "B", ("queue", "limit")),
                Lane("output", "Output", "Mbit/s", ("output",), kind="step", handles=("rate",)),
                Lane("wait", "Wait of the last to leave", "ms", ("wait",), kind="points", handles=("latency",)),
                Lane("dropped", "Dropped so far", "packets", ("dropped",), kind="step"),
            ),
        ),
        Distribution("wait", table="packets", title="Waits"),
    )
    bets = (
        ValueBet(
            id="longest",
            question="rate 500kbit burst 15kb latency 50ms. How long does the packet wait that waits longest?",
            at="latency 50ms",
            summary="longest",
            min=5,
            max=5000,
        ),
        ValueBet(
            id="at-once",
            question="100 packets of 1014 bytes come at once, the bucket holds 15 000. How many need not wait?",
            at="Room for all",
            summary="at_once",
            min=0,
            max=100,
            scale="linear",
        ),
        ValueBet(
            id="peak",
            question="A rate of 1 Mbit/s, a burst of 150 000 bytes: what is the highest output over 1 ms?",
            at="A bucket for everything",
            summary="peak",
            min=0.5,
            max=5000,
        ),
    )
    sources = (
        "sch_tbf.c:tbf_enqueue",
        "sch_tbf.c:tbf_dequeue",
        "iproute2, q_tbf.c:tbf_parse_opt",
        "tc-tbf(8)",
        "Q23",
    )
    leaves_out = """
        The CPU: packets leave at the nanosecond, and the kernel's timer and its softirq add some hundredths of a
        millisecond. GSO: the kernel cuts a packet of many segments apart if it is larger than the burst, here every
        packet is one. Links that pad or split packets (overhead, mpu, linklayer atm), and bursts of 4 GB. A train's
        packets are 20 µs apart, as a program sends them. After 20 000 packets the run ends.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The one line, and where it can be read."""
        bound = f"latency {p.latency:g}ms" if p.bound == LATENCY else f"limit {p.limit}"
        peak = f" peakrate {p.peakrate:g}mbit mtu {p.mtu}" if p.peakrate else ""
        return [
            Commands(
                "Set it",
                [f"tc qdisc add dev eth0 root tbf rate {p.rate * 1000:g}kbit burst {p.burst} {bound}{peak}"],
            ),
            Commands(
                "See it",
                [
                    "tc -s qdisc show dev eth0   # dropped; overlimits: how often a packet had to wait; backlog",
                    "tc -r qdisc show dev eth0   # the limit in bytes, whatever you gave",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """A row at the end of each bin, s."""
        result = Result(
            [
                Column("t", "s", "time", "time"),
                Column("tokens", "B", "tokens in the bucket", "ssthresh"),
                Column("queue", "B", "bytes that wait for tokens", "queue"),
                Column("limit", "B", "the limit that the kernel gets", "sndbuf"),
                Column("output", "Mbit/s", "what left in this bin", "throughput"),
                Column("wait", "ms", "how long the last packet to leave had waited", "rtt"),
                Column("dropped", "packets", "packets dropped so far", "loss"),
            ]
        )
        arrivals = _arrivals(p, rng)
        shaper = _Shaper(p, arrivals)
        clock, queue = shaper.clock, shaper.queue
        end = p.duration if len(arrivals) < MOST_PACKETS else min(p.duration, arrivals[-1])
        bins = max(1, min(MOST_POINTS, round(1000 * end / p.bin)))
        width = end / bins
        result.end = end
        result.append(0.0, queue.bucket.level(0.0), 0, queue.limit, 0.0, NAN, 0)
        for number in range(1, bins + 1):
            before, shaper.last = shaper.bytes, NAN
            yield from (result for _ in clock.run(number * width))
            result.append(
                clock.now,
                queue.bucket.level(clock.now),
                queue.backlog,
                queue.limit,
                (shaper.bytes - before) * 8e-6 / width,
                1000 * shaper.last,
                queue.drops,
            )
            result.progress = number / bins
        result.tables["packets"] = Table([Column("wait", "ms", "how long a packet waited", "rtt", shaper.waits)])
        _summarise(result, p, shaper, width)
        yield result


def _arrivals(p: Any, rng: random.Random) -> list[float]:
    """When packets come, s."""
    found: list[float] = []
    if p.arrivals == TRAIN:
        start, number = 0.0, 0
        while start < p.duration and len(found) < MOST_PACKETS:
            coming = [start + place * SYSCALL for place in range(p.count)]
            found += [time for time in coming if time < p.duration]
            number += 1
            start = number * p.pause
        return found[:MOST_PACKETS]
    gap = (p.size + ETHERNET) * 8 / (p.rate * 1e6 * p.load / 100)
    time = 0.0
    while time < p.duration and len(found) < MOST_PACKETS:
        found.append(time)
        time = len(found) * gap if p.arrivals == CONSTANT else time + _exponential(rng) * gap
    return found


def _exponential(rng: random.Random) -> float:
    """A time of mean 1 by von Neumann's comparisons: no logarithm, whose last bit differs between machines."""
    whole = 0.0
    while True:
        first = last = rng.random()
        runs = 1
        while (draw := rng.random()) < last:
            last = draw
            runs += 1
        if runs % 2:
            return whole + first
        whole += 1.0


class _Packet:
    """Knows when it came, s."""

    __slots__ = ("came",)
    ect = False

    def __init__(self, came: float) -> None:
        self.came = came


class _Shaper:
    """A device with the bucket at its root, the packets that come, and the far end."""

    flow = 0

    def __init__(self, p: Any, arrivals: list[float]) -> None:
        self.clock = Clock()
        self.peak = p.peakrate * 1e6 if p.peakrate > p.rate else 0.0
        bound = {"latency": p.latency / 1000} if p.bound == LATENCY else {"limit": p.limit}
        self.queue = Tbf(rate=p.rate * 1e6, burst=p.burst, peakrate=self.peak, mtu=p.mtu, **bound)
        self._device = Device(self.clock, self.queue)
        self._size = p.size + ETHERNET
        self._coming = deque(arrivals)
        self.sent = len(arrivals)
        self.bytes = 0
        self.last = NAN  # how long the last one that left had waited, s
        self.left: list[float] = []
        self.waits = Column("", "", "", "").values  # ms
        self._next()

    def _next(self) -> None:
        if self._coming:
            self.clock.at(self._coming.popleft(), self._arrive)

    def _arrive(self) -> None:
        self._next()
        self._device.send(_Packet(self.clock.now), self._size, self)

    def receive(self, packet: _Packet) -> None:
        """A packet has left."""
        now = self.clock.now
        self.bytes += self._size
        self.last = now - packet.came
        self.left.append(now)
        self.waits.append(1000 * self.last)


def _most_within(left: list[float], span: float) -> int:
    """The most packets that left within `span` s."""
    most = first = 0
    for last, time in enumerate(left):
        while left[first] <= time - span:
            first += 1
        most = max(most, last + 1 - first)
    return most


def _summarise(result: Result, p: Any, shaper: _Shaper, width: float) -> None:
    queue, waits = shaper.queue, shaper.waits
    size = p.size + ETHERNET
    at_once = next((n for n, wait in enumerate(waits) if wait > 1000 * SETTLED), len(waits))
    longest = max(waits, default=0.0)
    peak = max(result["output"])
    refill = p.burst * 8e-6 / p.rate
    result.figure("limit", queue.limit, "B", "Limit that the kernel gets")
    result.figure("longest", longest, "ms", "Longest wait")
    result.figure("worst", queue.limit * 8e-3 / p.rate, "ms", "A full queue and no tokens")
    result.figure("at_once", at_once, "packets", "Passed before one had to wait")
    result.figure("dropped", queue.drops, "packets", "Dropped")
    result.figure("peak", peak, "Mbit/s", "Highest output of a bin")
    result.figure("refill", refill, "s", "Until an empty bucket is full")
    result.figure("promised", p.latency if p.bound == LATENCY else NAN, "ms", "Latency that was asked for")
    result.figure("most", _most_within(shaper.left, 0.001) * size, "B", "Most within a millisecond")
    result.figure("sent", shaper.sent, "packets", "Packets that came")
    result.figure("overlimits", queue.overlimits, "", "Had to wait for tokens (overlimits)")
    for t in _first_drops(result):
        result.event(t, "loss", "the queue is full" if waits else "every packet is dropped")
    result.sentence = _sentence(p, shaper, longest, at_once, refill)


def _first_drops(result: Result) -> list[float]:
    """When dropping began, each time."""
    times_ = list(result["t"])
    dropped = list(result["dropped"])
    began, quiet = [], True
    for (_, t), (before, now) in zip(pairwise(times_), pairwise(dropped), strict=True):
        if now > before and quiet:
            began.append(t)
        quiet = now == before
    return began[:20]


def _sentence(p: Any, shaper: _Shaper, longest: float, at_once: int, refill: float) -> str:
    queue = shaper.queue
    size = p.size + ETHERNET
    refused = " The peak rate is not above the rate: tc and the kernel refuse it, so it is left out here."
    end = refused if p.peakrate and not shaper.peak else ""
    largest = min(p.burst, p.mtu) if shaper.peak else p.burst
    if size > largest:
        return f"Every packet of {size} bytes is larger than a bucket of {largest}: all {shaper.sent} are dropped.{end}"
    if size > queue.limit:
        return f"A limit of {queue.limit} bytes has no room for a packet of {size}: all {shaper.sent} are dropped.{end}"
    what = f"A bucket of {amount(p.burst)} is full after {seconds(refill)} without a packet. "
    if at_once == shaper.sent:
        return f"{what}None of the {shaper.sent} packets had to wait.{end}"
    if p.bound == LATENCY:
        what += f"latency {significant(p.latency)}ms means a limit of {queue.limit} bytes. "
    else:
        what += f"The limit of {queue.limit} bytes holds {queue.limit // size} packets. "
    lost = f"{queue.drops} of {shaper.sent} packets are dropped" if queue.drops else "none is dropped"
    return (
        f"{what}{at_once} {'packet passes' if at_once == 1 else 'packets pass'} at once, "
        f"the longest wait is {seconds(longest / 1000)}, and {lost}.{end}"
    )
