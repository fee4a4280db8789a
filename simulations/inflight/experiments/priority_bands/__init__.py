"""pfifo_fast: three senders, three bands, and what the TOS byte has to do with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import nan

from inflight.experiments.priority_bands.parameters import MARKS, PRESETS, WHO, PriorityBandsParameters
from inflight.experiments.priority_bands.tables import map_tables
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Grid, Lane, Lanes, Mapping, Scene, Source, Store
from inflight.figure.words import seconds, significant
from inflight.kernel.path.dumbbell import Dumbbell
from inflight.kernel.path.probe import Probe
from inflight.kernel.path.udp import UdpSpec
from inflight.kernel.qdisc.base import priority_of
from inflight.kernel.qdisc.pfifo_fast import PRIO2BAND, PfifoFast
from inflight.scenes import measured
from inflight.scenes.captured.path import capture_path

STARTS = (0.2, 0.0, 0.4)
"""s: the download is there first."""

STEP = 0.05
"""s between two samples."""


@experiment("priority-bands", part="disciplines", question="What does pfifo_fast really do?")
class PriorityBands:
    """A line with pfifo_fast, and three senders that mark their packets: call, download, backup."""

    title = "Three bands"
    parameters = PriorityBandsParameters
    points = ("sender", "receiver")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            *(Column(who, "Mbit/s", f"{who}, delivered", f"flow{n}") for n, who in enumerate(WHO, 1)),
            *(Column(f"{who}_waits", "ms", f"{who}, what just arrived", f"flow{n}") for n, who in enumerate(WHO, 1)),
            *(Column(f"band_{b}", "packets", f"band {b}", f"flow{b + 1}") for b in range(3)),
        ),
        figures=(
            Output("through1", "%", "How much of the call gets through"),
            Output("delay1", "ms", "The call’s wait, median"),
            Output("through2", "%", "How much of the download gets through"),
            Output("delay2", "ms", "The download’s wait, median"),
            Output("through3", "%", "How much of the backup gets through"),
            Output("delay3", "ms", "The backup’s wait, median"),
            measured.DROPS,
        ),
    )
    views = (
        Scene(
            below="bands",
            sources=(Source("call", "call"), Source("download", "download"), Source("backup", "backup")),
            stores=(
                (
                    Store("Band 0, first", "band_0", limit="txqueuelen"),
                    Store("Band 1", "band_1", limit="txqueuelen"),
                    Store("Band 2, last", "band_2", limit="txqueuelen"),
                ),
            ),
            sink="line",
            out=("call", "download", "backup"),
        ),
        Lanes(
            (
                Lane("rates", "What gets through", "Mbit/s", WHO),
                Lane("delays", "Time in the queue", "ms", tuple(f"{who}_waits" for who in WHO)),
                Lane("bands", "Packets in each band", "packets", tuple(f"band_{band}" for band in range(3))),
            )
        ),
        Bars("senders", label="who", value="through", title="What gets through"),
        Grid("senders", title="Senders"),
        Mapping(title="Who goes where"),
    )
    bets = (
        ValueBet(
            id="unmarked",
            question="Nobody marks anything, and the band has room for 1000 packets. How long do the call’s packets "
            "wait, in ms?",
            at="Nobody says anything",
            summary="delay1",
            min=1,
            max=10_000,
        ),
        ValueBet(
            id="ef",
            question="The call is marked EF, the mark for voice. How long do its packets wait, in ms?",
            at="Voice, marked EF",
            summary="delay1",
            min=1,
            max=10_000,
        ),
        ValueBet(
            id="short",
            question="The call is marked urgent again, and txqueuelen is 10 instead of 1000. How much of the download, "
            "in per cent, gets through?",
            at="txqueuelen 10",
            summary="through2",
            min=0,
            max=100.5,
            scale="linear",
        ),
    )
    sources = (
        "sch_generic.c:pfifo_fast_enqueue",
        "sch_generic.c:prio2band",
        "route.h:rt_tos2priority",
        "ptr_ring.h:__ptr_ring_discard_one",
        "RFC 1349",
        "RFC 2474",
        "Q10",
        "Q11",
        "Q12",
        "Q13",
    )
    leaves_out = """
        Senders that react: these keep their rate, so that you see what the queue does and not how TCP responds. The
        gaps between their packets vary at random. Programs can also set the priority directly (SO_PRIORITY), without
        the TOS byte. Below the discipline is the network card’s ring, which has no bands.
    """

    @staticmethod
    def commands(p: PriorityBandsParameters) -> list[Commands]:
        """The line with pfifo_fast behind its bucket, and the three senders."""
        senders = [
            f"iperf3 -c 192.0.2.1 -p {5200 + place} -u -l 1472 -b {sender.load:g}M "
            f"-S 0x{sender.tos} -t {p.duration:g} &   # {sender.who}"
            for place, sender in enumerate(p.senders(), 1)
        ]
        return [
            Commands(
                "Set it",
                [
                    f"ip link set dev out txqueuelen {p.txqueuelen}   # before the discipline is made",
                    f"tc qdisc add dev out root handle 1: tbf rate {p.rate:g}mbit burst 4542 limit 100000000",
                    "tc qdisc add dev out parent 1:1 pfifo_fast",
                ],
            ),
            Commands("Run it", senders),
            Commands(
                "See it",
                [
                    "tc -s qdisc show dev out               # bands 3 priomap 1 2 2 2 1 2 0 0 1 1 1 1 1 1 1 1",
                    "sysctl net.core.default_qdisc          # what an interface gets today",
                    "tcpdump -v -n -i out | grep -o 'tos 0x..*, ttl'   # what your programs write there",
                ],
            ),
        ]

    @staticmethod
    def run(p: PriorityBandsParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s): each sender's rate and delay, each band's length."""
        result = PriorityBands.outputs.result(end=p.duration)
        queue = PfifoFast(limit=p.txqueuelen)
        bell = Dumbbell(
            rate=p.rate * 1e6,
            qdisc=queue,
            flows=[],
            udp=[
                UdpSpec(
                    rate=sender.load * 1e6,
                    start=start,
                    jitter=1.0,
                    timed=True,
                    tos=int(sender.tos, 16),
                )
                for sender, start in zip(p.senders(), STARTS, strict=True)
            ],
            rng=rng,
        )
        capture_path(bell)
        flows = [flow for flow in bell.udp if isinstance(flow, Probe)]
        span = 10  # samples that a rate is taken over
        counts: list[list[int]] = [[0, 0, 0]]
        for step in range(1, int(p.duration / STEP + 1e-9) + 1):
            now = step * STEP
            for _ in bell.clock.run(now):
                yield result
            before = counts[max(step - span, 0)]
            counts.append([len(flow.delays) for flow in flows])
            time = min(step, span) * STEP
            rates = [
                (flow.received - was) * flow.spec.size * 8e-6 / time for flow, was in zip(flows, before, strict=True)
            ]
            fresh = [
                1000 * flow.delays[-1] if flow.received > was else nan
                for flow, was in zip(flows, counts[step - 1], strict=True)
            ]
            result.append(now, *rates, *fresh, *(len(band.queue) for band in queue.bands))
            result.progress = now / p.duration
        _summarise(result, p, flows, bell)
        yield result


def _summarise(result: Result, p: PriorityBandsParameters, flows: list[Probe], bell: Dumbbell) -> None:
    result.tables["senders"] = table = Table(
        [
            Column("who", "", "sender", "time", words=WHO),
            Column("tos", "", "TOS byte", "time", words=tuple(MARKS.values())),
            Column("band", "", "band", "queue"),
            Column("sent", "Mbit/s", "sent", "throughput"),
            Column("through", "Mbit/s", "got through", "throughput"),
            Column("delay", "ms", "median time in the queue", "rtt"),
        ]
    )
    told = []
    for n, (flow, sender) in enumerate(zip(flows, p.senders(), strict=True), 1):
        band = PRIO2BAND[priority_of(int(sender.tos, 16))]
        rate, load = (count * flow.spec.size * 8e-6 / p.duration for count in (flow.received, flow.sent))
        delay = 1000 * sorted(flow.delays)[flow.received // 2] if flow.received else nan
        table.append(n - 1, list(MARKS).index(sender.tos), band, load, rate, delay)
        share = 100 * flow.received / flow.sent if flow.sent else nan
        result.figure(f"through{n}", share)
        result.figure(f"delay{n}", delay)
        waits = f", waiting {seconds(delay / 1000)}" if flow.received else ""
        told.append(f"{significant(share, 2)}% of the {sender.who} (band {band}{waits})")
    result.figure("drops", bell.link.drops)
    result.tables |= map_tables(p, flows)
    result.sentence = (
        f"In {significant(p.duration)} s, {told[0]}, {told[1]} and {told[2]} get through a line of "
        f"{significant(p.rate)} Mbit/s."
    )
