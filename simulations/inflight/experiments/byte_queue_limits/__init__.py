"""Byte queue limits at work: the bytes that a ring is allowed follow what the hardware was seen to need."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import nan

from inflight.experiments.byte_queue_limits.load import Load, settled
from inflight.experiments.byte_queue_limits.parameters import PRESETS, ByteQueueLimitsParameters
from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Lane, Lanes, Scene, Source, Store
from inflight.figure.words import amount, seconds, significant
from inflight.scenes import measured

ROWS = 400
"""Samples at regular times; one more before and after each change of the limit, as far as there is room."""


@experiment("byte-queue-limits", part="queues", question="How does BQL find 3 kB in a 384 kB ring?")
class ByteQueueLimits:
    """A sender that always has more fills a ring, and the driver finds out late what has been sent."""

    title = "Byte queue limits"
    parameters = ByteQueueLimitsParameters
    knobs = ("bql", "ring")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            Column("bytes", "B", "most bytes in the ring since the last sample", "queue"),
            Column("limit", "B", "the limit", "ssthresh"),
            Column("wait", "ms", "time until the ring’s packets have left", "rtt"),
            Column("idle", "ms", "time the wire was idle while packets waited", "loss"),
            Column("room", "B", "room in the ring", "sndbuf"),
        ),
        figures=(
            Output("mean", "bytes", "In the ring, mean of the last sixth"),
            Output("mean_time", "ms", "Time to send those"),
            Output("idle", "ms", "Wire idle while packets waited"),
            Output("ring", "bytes", "Room in the ring"),
            Output("limit", "bytes", "The limit settles at"),
            Output("limit_time", "ms", "Time to send the limit"),
            Output("ring_time", "ms", "Time to send a full ring"),
            Output("highest", "bytes", "Highest limit"),
            Output("idle_share", "%", "Idle share of the time"),
            Output("growths", "", "Times the limit grew"),
            Output("shrinks", "", "Times it shrank"),
        ),
    )
    views = (
        Scene(
            below="bytes",
            sources=(Source("stack"),),
            stores=((Store("Ring", "bytes", limit="room", marks=("limit",)),),),
            sink="wire",
            out=("rate",),
            walker="wait",
            seconds=20,
        ),
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
            question="For three seconds in the middle, the driver finds out up to 20 ms late. Draw the limit.",
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
        The sender always has more, so the limit never sees a quiet hour. The kernel's time advances in ticks of 4 ms,
        and so does hold_time. Handing a packet to the ring costs no time. Each real driver checks its ring and reports
        completions a little differently. Several packets that the discipline hands over at once (xmit_more) lead to the
        same limit. The wait covers the ring, not the packets that wait above it.
    """

    @staticmethod
    def commands(p: ByteQueueLimitsParameters) -> list[Commands]:
        """The five files, and what to look at."""
        files = "/sys/class/net/eth0/queues/tx-0/byte_queue_limits"
        if p.bql == "on":
            lines = [
                f"echo {p.limit_min} > {files}/limit_min",
                f"echo {p.limit_max} > {files}/limit_max",
                f"echo {round(p.hold)} > {files}/hold_time     # ms",
            ]
        else:
            lines = [f"echo 1000000000 > {files}/limit_min   # no off switch: set a limit that is never reached"]
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
    def run(p: ByteQueueLimitsParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time, s."""
        result = ByteQueueLimits.outputs.result(end=p.end)
        load = Load(p, rng, result)
        tick = p.end / ROWS
        for number in range(1, ROWS + 1):
            for _ in load.clock.run(number * tick):
                yield result
            load.sample()
            result.progress = number / (ROWS + 1)
        _summarise(result, p, load)
        yield result


def _summarise(result: Result, p: ByteQueueLimitsParameters, load: Load) -> None:
    per_byte = 8e-3 / p.rate  # ms
    limit = settled(load.changes, p.end)
    mean = load.sums[0] / load.sums[1]
    everything = p.ring * p.size
    starved = 1000 * load.ring.starved
    result.figure("mean", mean)
    result.figure("mean_time", mean * per_byte)
    result.figure("idle", starved)
    result.figure("ring", everything)
    result.figure("limit", limit)
    result.figure("limit_time", limit * per_byte)
    result.figure("ring_time", everything * per_byte)
    result.figure("highest", max((limit for _, limit in load.changes), default=nan))
    result.figure("idle_share", starved / 10 / p.end)
    result.figure("growths", load.growths)
    result.figure("shrinks", load.shrinks)
    idle = f"The wire is idle for {seconds(starved / 1000)}" if starved >= 0.001 else "The wire is never idle"
    if p.bql == "off":
        result.sentence = (
            f"{p.ring} packets of {p.size} bytes fill the ring: {amount(everything)}, or "
            f"{seconds(everything * per_byte / 1000)} of waiting. {idle}."
        )
        return
    result.sentence = (
        f"The limit settles at {significant(limit, 6)} bytes. The line sends those in "
        f"{seconds(limit * per_byte / 1000)}; a full ring would take {seconds(everything * per_byte / 1000)}. {idle}."
    )
