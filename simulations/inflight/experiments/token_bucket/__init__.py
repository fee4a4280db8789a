"""tbf, the token bucket: what a rate, a burst and a latency let through, and when."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from math import nan

from inflight.experiments.token_bucket.arrivals import MOST_PACKETS, arrivals
from inflight.experiments.token_bucket.parameters import LATENCY, PRESETS, TokenBucketParameters
from inflight.experiments.token_bucket.path import ShapedPath
from inflight.experiments.token_bucket.words import sentence
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Distribution, Lane, Lanes, Scene, Source, Store
from inflight.scenes import measured

MOST_POINTS = 2000

SETTLED = 1e-6
"""s: a packet that waited no longer did not wait."""


@experiment("token-bucket", part="disciplines", question="What do rate, burst and latency of tbf mean?")
class TokenBucket:
    """Tokens drip into a bucket at the rate; a packet takes one for each byte, and waits if there are too few."""

    title = "A bucket of tokens"
    parameters = TokenBucketParameters
    points = ("sender", "receiver")
    knobs = ("rate", "burst")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            Column("tokens", "B", "tokens in the bucket", "ssthresh"),
            Column("queue", "B", "bytes that wait for tokens", "queue"),
            Column("limit", "B", "the limit that the kernel gets", "sndbuf"),
            Column("output", "Mbit/s", "what left in this bin", "throughput"),
            Column("wait", "ms", "how long the last packet to leave had waited", "rtt"),
            Column("dropped", "packets", "packets dropped so far", "loss"),
            Column("arrived", "packets", "packets that have arrived so far", "sequence"),
        ),
        figures=(
            Output("limit", "B", "Limit that the kernel gets"),
            measured.LONGEST_WAIT,
            Output("worst", "ms", "Wait with a full queue and no tokens"),
            Output("at_once", "packets", "Passed before one had to wait"),
            Output("dropped", "packets", "Dropped"),
            Output("peak", "Mbit/s", "Highest output of a bin"),
            Output("refill", "s", "Until an empty bucket is full"),
            Output("promised", "ms", "Latency that you asked for"),
            Output("most", "B", "Most within a millisecond"),
            Output("sent", "packets", "Packets that arrived"),
            Output("overlimits", "", "Had to wait for tokens (overlimits)"),
        ),
    )
    views = (
        Scene(
            below="queue",
            sources=(Source("sender", "arrived"),),
            stores=(
                (Store("Queue", "queue", limit="limit", lost="dropped"),),
                (Store("Tokens", "tokens", limit="burst", shape="bucket", drip="rate"),),
            ),
            sink="line",
            out=("output",),
        ),
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
            question="rate 500kbit burst 15kb latency 50ms. What is the longest that any packet waits?",
            at="latency 50ms",
            summary="longest",
            min=5,
            max=5000,
        ),
        ValueBet(
            id="at-once",
            question="100 packets of 1014 bytes arrive at once, and the bucket holds 15,000. How many needn’t wait?",
            at="Room for all",
            summary="at_once",
            min=0,
            max=100,
            scale="linear",
        ),
        ValueBet(
            id="peak",
            question="A rate of 1 Mbit/s, a burst of 150,000 bytes: what is the highest output over 1 ms?",
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
        The CPU: packets leave on the nanosecond here, while the kernel's timer and softirq add some hundredths of a
        millisecond. GSO: the kernel cuts up a packet of many segments if it is larger than the burst; here each packet
        is one segment. Links that pad or split packets (overhead, mpu, linklayer atm), and bursts of 4 GB. Packets of
        a train are 20 µs apart, as a program sends them. The run ends after 20,000 packets.
    """

    @staticmethod
    def commands(p: TokenBucketParameters) -> list[Commands]:
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
    def run(p: TokenBucketParameters, rng: random.Random) -> Iterator[Result]:
        """A row at the end of each bin, s."""
        coming = arrivals(p, rng)
        end = p.duration if len(coming) < MOST_PACKETS else min(p.duration, coming[-1])
        result = TokenBucket.outputs.result(end=end)
        path = ShapedPath(p, coming)
        path.capture()
        clock, queue = path.clock, path.queue
        bins = max(1, min(MOST_POINTS, round(1000 * end / p.bin)))
        width = end / bins
        result.append(0.0, queue.bucket.level(0.0), 0, queue.limit, 0.0, nan, 0, 0)
        for number in range(1, bins + 1):
            before, path.last = path.bytes, nan
            yield from (result for _ in clock.run(number * width))
            result.append(
                clock.now,
                queue.bucket.level(clock.now),
                queue.backlog,
                queue.limit,
                (path.bytes - before) * 8e-6 / width,
                1000 * path.last,
                queue.drops,
                path.came,
            )
            result.progress = number / bins
        result.tables["packets"] = Table([Column("wait", "ms", "how long a packet waited", "rtt", path.waits)])
        _summarise(result, p, path)
        yield result


def _summarise(result: Result, p: TokenBucketParameters, path: ShapedPath) -> None:
    queue, waits = path.queue, path.waits
    at_once = next((n for n, wait in enumerate(waits) if wait > 1000 * SETTLED), len(waits))
    longest = max(waits, default=0.0)
    refill = p.burst * 8e-6 / p.rate
    result.figure("limit", queue.limit)
    result.figure("longest", longest)
    result.figure("worst", queue.limit * 8e-3 / p.rate)
    result.figure("at_once", at_once)
    result.figure("dropped", queue.drops)
    result.figure("peak", max(result["output"]))
    result.figure("refill", refill)
    result.figure("promised", p.latency if p.bound == LATENCY else nan)
    result.figure("most", path.most_within(0.001) * p.frame)
    result.figure("sent", path.sent)
    result.figure("overlimits", queue.overlimits)
    for t in _first_drops(result):
        result.event(t, "loss", "the queue is full" if waits else "every packet is dropped")
    result.sentence = sentence(p, path, longest, at_once, refill)


def _first_drops(result: Result) -> list[float]:
    """When dropping began, each time."""
    times = list(result["t"])
    dropped = list(result["dropped"])
    began, quiet = [], True
    for (_, t), (before, now) in zip(pairwise(times), pairwise(dropped), strict=True):
        if now > before and quiet:
            began.append(t)
        quiet = now == before
    return began[:20]
