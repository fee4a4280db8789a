"""Byte queue limits at work: the bytes that a ring is allowed follow what the hardware was seen to need."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider
from inflight.figure.result import Column, Result
from inflight.figure.views import Lane, Lanes
from inflight.figure.words import amount, seconds, significant
from inflight.kernel.clock import JIFFY, Clock
from inflight.kernel.nic.dql import MAX_LIMIT, Dql
from inflight.kernel.nic.tx_ring import TxRing
from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.fifo import Pfifo
from inflight.scenes.transfer import DURATION, NAN, RATE
from inflight.scenes.tx_ring import SLOTS

MOST_PACKETS = 150_000
"""A run ends when as many have been sent, so that no line is too fast to wait for."""

ROWS = 400
"""Samples at regular times; one more before and after each change of the limit, as far as there is room."""

MOST_ROWS = 4000
ON = {"bql": ("on",)}


@experiment("byte-queue-limits", part="queues", question="How does BQL find 3 kB in a 384 kB ring?")
class ByteQueueLimits:
    """A ring under a sender that always has more, and a driver that learns late what has been sent."""

    title = "Byte queue limits"
    parameters = (
        Choice(
            name="bql",
            label="Byte queue limits",
            choices={"off": "off: the ring is the limit", "on": "on"},
            default="off",
            quantity="ssthresh",
            knob="byte_queue_limits/limit_min",
            help="Built in since Linux 3.3. A limit_min as large as the ring switches it off.",
        ),
        replace(RATE, min=0.5, max=10000, default=5, knob="ethtool -s … speed"),
        replace(SLOTS, help="How many packets the driver takes at most."),
        Slider(
            name="size",
            label="Packet",
            unit="B",
            min=64,
            max=65536,
            default=1506,
            scale="log2",
            step=1,
            integer=True,
            quantity="inflight",
            help="With its Ethernet header, as BQL counts it: 1492 bytes of IP, the MTU of a PPPoE line, and 14.",
        ),
        Slider(
            name="jitter",
            label="Softirq late by up to",
            unit="ms",
            min=0,
            max=20,
            default=1,
            step=0.01,
            quantity="rto",
            help="From a packet's last bit until the driver hears of it: anything from 0 to this, as chance will have "
            "it.",
        ),
        Slider(
            name="stress",
            label="In the middle third",
            unit="ms",
            min=0,
            max=50,
            default=1,
            step=0.01,
            quantity="rto",
            help="The same while the CPU is busy with other things.",
        ),
        Slider(
            name="limit_min",
            label="limit_min",
            unit="B",
            min=0,
            max=1_000_000,
            default=0,
            step=100,
            integer=True,
            quantity="sndbuf",
            knob="byte_queue_limits/limit_min",
            matters_when=ON,
        ),
        Slider(
            name="limit_max",
            label="limit_max",
            unit="B",
            min=1000,
            max=MAX_LIMIT,
            default=MAX_LIMIT,
            scale="log10",
            integer=True,
            quantity="rwnd",
            knob="byte_queue_limits/limit_max",
            help="As it is set at first: no bound.",
            matters_when=ON,
        ),
        Slider(
            name="hold",
            label="hold_time",
            unit="ms",
            min=4,
            max=10_000,
            default=1000,
            scale="log10",
            quantity="rto",
            knob="byte_queue_limits/hold_time",
            help="How long slack is watched before the limit shrinks by the least of it.",
            matters_when=ON,
        ),
        replace(DURATION, default=6, min=0.5, max=60),
    )
    presets = (
        Preset("Without BQL", {}, "The driver takes what the ring holds: 256 packets, 386 kB. Each waits 0.6 s in it."),
        Preset("With BQL", {"bql": "on"}, "Two packets and the one that goes beyond: nothing is lost but the wait."),
        Preset(
            "A busy CPU",
            {"bql": "on", "stress": 20, "duration": 9},
            "The driver hears late, the wire runs dry, and the limit grows. When it is over, slack takes it down: "
            "a little over a second later.",
        ),
        Preset(
            "No time to forget",
            {"bql": "on", "stress": 20, "duration": 9, "hold": 20},
            "With a hold_time of 20 ms the limit shrinks while it is still needed, and the wire pays.",
        ),
        Preset(
            "limit_max too small",
            {"bql": "on", "jitter": 10, "stress": 10, "limit_max": 3000},
            "A bound below what the driver's delay needs: no wait, and a wire that stands still.",
        ),
        Preset(
            "TSO packets",
            {"bql": "on", "size": 65226, "duration": 20},
            "A packet is never cut: two of 65 kB are the least that it can settle at.",
        ),
        Preset(
            "Gigabit",
            {"bql": "on", "rate": 1000, "size": 1514, "jitter": 0.1, "stress": 0.1, "duration": 3},
            "The same rule finds 27 kB where the line is 200 times as fast, and that is 0.22 ms.",
        ),
    )
    views = (
        Lanes(
            (
                Lane("bytes", "In the ring", "B", ("bytes", "limit"), kind="step"),
                Lane("wait", "To empty it", "ms", ("wait",), kind="step"),
                Lane("idle", "Wire idle so far", "ms", ("idle",), kind="step"),
            )
        ),
    )
    bets = (
        ValueBet(
            id="limit",
            question="Packets of 1506 bytes at 5 Mbit/s, a ring of 256. At how many bytes does the limit settle?",
            at="With BQL",
            summary="limit",
            min=100,
            max=1_000_000,
        ),
        CurveBet(
            id="stress",
            question="For three seconds in the middle the driver hears up to 20 ms late. Draw the limit.",
            at="A busy CPU",
            column="limit",
        ),
    )
    sources = (
        "dynamic_queue_limits.c:dql_completed",
        "netdevice.h:netdev_tx_sent_queue",
        "netdevice.h:netdev_tx_completed_queue",
        "net-sysfs.c:dql_attrs",
        "Q03",
        "Q04",
        "Q05",
    )
    leaves_out = """
        The sender always has more, so the limit never meets a quiet hour. Time in the kernel is on ticks of 4 ms, and
        so is hold_time. A packet that goes to the ring costs no time. Real drivers look at the ring's room and at
        completions a little differently each; several packets that the discipline hands over at once (xmit_more) come
        to the same limit. The wait is what is in the ring, without what waits above it.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The five files, and what to look at."""
        files = "/sys/class/net/eth0/queues/tx-0/byte_queue_limits"
        if p.bql == "on":
            lines = [
                f"echo {p.limit_min} > {files}/limit_min",
                f"echo {p.limit_max} > {files}/limit_max",
                f"echo {round(p.hold)} > {files}/hold_time     # ms",
            ]
        else:
            lines = [f"echo 1000000000 > {files}/limit_min   # there is no switch: a limit that is never reached"]
        return [
            Commands("Set it", [f"ethtool -G eth0 tx {p.ring}", *lines]),
            Commands(
                "See it",
                [
                    f"cd {files}",
                    "grep . *                                # hold_time inflight limit limit_max limit_min",
                    "watch -n 0.2 cat limit inflight         # while something is sent",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time, s."""
        result = Result(
            [
                Column("t", "s", "time", "time"),
                Column("bytes", "B", "most bytes in the ring since the last sample", "queue"),
                Column("limit", "B", "the limit", "ssthresh"),
                Column("wait", "ms", "until what is in the ring has left", "rtt"),
                Column("idle", "ms", "time that the wire stood still, packets waiting", "loss"),
            ]
        )
        load = _Load(p, rng, result)
        result.end = load.end
        tick = load.end / ROWS
        for number in range(1, ROWS + 1):
            for _ in load.clock.run(number * tick):
                yield result
            load.sample()
            result.progress = number / (ROWS + 1)
        _summarise(result, p, load)
        yield result


class _Load:
    """The sender that always has more: as many packets as the ring holds and one, each sent again when it has left."""

    flow = 0

    def __init__(self, p: Any, rng: random.Random, result: Result) -> None:
        self._p, self._rng, self._result = p, rng, result
        self.clock = Clock()
        self._packet = Datagram()
        self._seconds_per_byte = 8e-6 / p.rate
        self.end = min(p.duration, MOST_PACKETS * p.size * self._seconds_per_byte)
        self.dql: Dql | None = None
        if p.bql == "on":
            # written one after the other, the smaller one wins (`clamp`)
            self.dql = Dql(
                min_limit=min(p.limit_min, p.limit_max),
                max_limit=p.limit_max,
                hold_time=max(1, round(p.hold / 1000 / JIFFY)),
            )
        self.ring = TxRing(
            self.clock,
            Pfifo(limit=p.ring + 2),
            rate=p.rate * 1e6,
            slots=p.ring,
            completion=self._late if max(p.jitter, p.stress) > 0 else None,
            dql=self.dql,
        )
        self.ring.on_ring = self._queued
        self.ring.on_completion = self._completed
        self._most = 0
        self._limit = self.dql.limit if self.dql else NAN
        self.changes: list[tuple[float, float]] = [(0.0, self._limit)]
        self.growths = self.shrinks = 0
        self.sums = [0.0, 0.0]  # of the bytes in the ring, as samples see them in the last sixth, and their number
        result.append(0, 0, self._limit, 0, 0)
        for _ in range(p.ring + 1):
            self.ring.send(self._packet, p.size, self)

    def receive(self, packet: Datagram) -> None:
        """It has left; another one comes."""
        self.ring.send(packet, self._p.size, self)

    receive_marked = receive

    def sample(self) -> None:
        """A row for now."""
        now, ring = self.clock.now, self.ring
        self._row(now, self._limit)
        self._most = ring.bytes
        if now > 5 / 6 * self.end:
            self.sums[0] += ring.bytes
            self.sums[1] += 1

    def _late(self) -> float:
        """How late the softirq is, s."""
        middle = self.end / 3 < self.clock.now <= 2 * self.end / 3
        latest: float = self._p.stress if middle else self._p.jitter
        return latest / 1000 * self._rng.random()

    def _queued(self, item: Any, now: float) -> None:
        self._most = max(self._most, self.ring.bytes)

    def _completed(self, size: int, now: float) -> None:
        dql = self.dql
        if dql is None or dql.limit == self._limit or now > self.end:
            return
        if dql.limit > self._limit:
            self.growths += 1
        else:
            self.shrinks += 1
        if len(self._result) < MOST_ROWS:
            self._row(now, self._limit)
            self._row(now, dql.limit)
        self._limit = dql.limit
        self.changes.append((now, dql.limit))

    def _row(self, now: float, limit: float) -> None:
        self._result.append(
            now, self._most, limit, 1000 * self._most * self._seconds_per_byte, 1000 * self.ring.starved
        )


def settled(changes: list[tuple[float, float]], end: float) -> float:
    """The limit that stood longest in the last sixth of the run, B."""
    begin, stood = 5 * end / 6, dict[float, float]()
    for (start, limit), (stop, _) in zip(changes, [*changes[1:], (end, NAN)], strict=True):
        stood[limit] = stood.get(limit, 0.0) + max(stop - max(start, begin), 0.0)
    return max(stood, key=lambda limit: stood[limit])


def _summarise(result: Result, p: Any, load: _Load) -> None:
    per_byte = 8e-3 / p.rate  # ms
    limit = settled(load.changes, load.end)
    mean = load.sums[0] / load.sums[1]
    everything = p.ring * p.size
    starved = 1000 * load.ring.starved
    result.figure("mean", mean, "bytes", "In the ring, mean of the last sixth")
    result.figure("mean_time", mean * per_byte, "ms", "The line needs for these")
    result.figure("idle", starved, "ms", "Wire idle while packets waited")
    result.figure("ring", everything, "bytes", "Room in the ring")
    result.figure("limit", limit, "bytes", "The limit settles at")
    result.figure("limit_time", limit * per_byte, "ms", "The line needs for the limit")
    result.figure("ring_time", everything * per_byte, "ms", "The line needs for a full ring")
    result.figure("highest", max((limit for _, limit in load.changes), default=NAN), "bytes", "Highest limit")
    result.figure("idle_share", starved / 10 / load.end, "%", "Idle share of the time")
    result.figure("growths", load.growths, "", "Times the limit grew")
    result.figure("shrinks", load.shrinks, "", "Times it shrank")
    idle = f"The wire stands still for {seconds(starved / 1000)}" if starved >= 0.001 else "The wire never stands still"
    if p.bql == "off":
        result.sentence = (
            f"{p.ring} packets of {p.size} bytes fill the ring: {amount(everything)}, "
            f"{seconds(everything * per_byte / 1000)} of waiting. {idle}."
        )
        return
    result.sentence = (
        f"The limit settles at {significant(limit, 6)} bytes, {seconds(limit * per_byte / 1000)} of the line, where "
        f"a full ring would be {seconds(everything * per_byte / 1000)}. {idle}."
    )
