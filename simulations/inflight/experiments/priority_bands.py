"""pfifo_fast: three senders, three bands, and what the TOS byte has to do with it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Grid, Lane, Lanes, Mapping
from inflight.figure.words import seconds, significant
from inflight.kernel.path.dumbbell import Dumbbell
from inflight.kernel.path.probe import Probe
from inflight.kernel.path.udp import UdpSpec
from inflight.kernel.qdisc.base import priority_of
from inflight.kernel.qdisc.pfifo_fast import PRIO2BAND, PfifoFast
from inflight.scenes.transfer import DURATION, NAN, RATE

MARKS = {
    "10": "0x10 minimise delay",
    "00": "0x00 nothing said",
    "08": "0x08 maximise throughput",
    "b8": "0xB8 EF, voice",
    "48": "0x48 AF21, OpenSSH typing",
    "20": "0x20 CS1, OpenSSH copying",
    "c0": "0xC0 CS6, routing",
}
"""What programs write into the TOS byte."""

WHO = ("call", "download", "backup")
STARTS = (0.2, 0.0, 0.4)
"""s: the download is there first."""

STEP = 0.05
"""s between two samples."""


def _mark(place: int, default: str) -> Choice:
    return Choice(
        name=f"tos{place}",
        label=f"TOS byte of the {WHO[place - 1]}",
        choices=MARKS,
        default=default,
        quantity=f"flow{place}",
        knob="IP_TOS",
    )


def _load(place: int, default: float) -> Slider:
    return Slider(
        name=f"load{place}",
        label=f"The {WHO[place - 1]} sends",
        unit="Mbit/s",
        min=0.05,
        max=20,
        default=default,
        scale="log10",
        quantity=f"flow{place}",
        help="Full packets at this mean rate, whatever becomes of them.",
    )


@experiment("priority-bands", part="disciplines", question="What does pfifo_fast really do?")
class PriorityBands:
    """A line with pfifo_fast, and three senders that mark their packets: call, download, backup."""

    title = "Three bands"
    parameters = (
        _load(1, 0.5),
        _mark(1, "10"),
        _load(2, 5),
        _mark(2, "00"),
        _load(3, 1.5),
        _mark(3, "08"),
        Slider(
            name="txqueuelen",
            label="Length of a band",
            unit="packets",
            min=1,
            max=5000,
            default=1000,
            scale="log10",
            step=1,
            integer=True,
            quantity="queue",
            knob="ip link … txqueuelen",
            help="Each of the three bands has this length.",
        ),
        Slider(**{**RATE.__dict__, "min": 0.5, "max": 20, "default": 3}),
        Slider(**{**DURATION.__dict__, "min": 2, "max": 30, "default": 10}),
    )
    presets = (
        Preset(
            "Starved",
            {},
            "The download alone is more than the line carries. The call does not notice; of the backup, which says "
            "that it has time, not one packet gets through.",
        ),
        Preset(
            "Nobody says anything",
            {"tos1": "00", "tos3": "00"},
            "The usual case: all in the middle band, which is one FIFO of 1000 packets. Now the call waits seconds.",
        ),
        Preset(
            "Voice, marked EF",
            {"tos1": "b8"},
            "EF is the mark for voice, and routers know it. pfifo_fast reads other bits of the byte: the call is in "
            "the download’s band.",
        ),
        Preset(
            "OpenSSH",
            {"tos1": "48", "tos2": "20"},
            "Since 7.8, OpenSSH marks what you type with AF21 and copies with CS1. Here what you type is in the last "
            "band, and the copies are above it.",
        ),
        Preset(
            "txqueuelen 10",
            {"txqueuelen": 10},
            "Short bands: the download waits 45 ms instead of seconds and gets as much through as before. The backup "
            "starves all the same.",
        ),
        Preset(
            "An urgent flood",
            {"load1": 5},
            "Anybody may say “urgent”. If it is more than the line carries, nothing else leaves any more.",
        ),
        Preset("Enough for all", {"load2": 0.8}, "Where the line is not full, the order hardly matters."),
    )
    views = (
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
        Senders that listen: these keep their rate, so that you see what the queue does and not what TCP makes of it.
        The times between their packets vary at random. Programs can also set the priority itself (SO_PRIORITY), past
        the TOS byte. Below the discipline there is the ring of the network card, which knows no bands.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The line with pfifo_fast behind its bucket, and the three senders."""
        senders = [
            f"iperf3 -c 192.0.2.1 -p {5200 + place} -u -l 1472 -b {getattr(p, f'load{place}'):g}M "
            f"-S 0x{getattr(p, f'tos{place}')} -t {p.duration:g} &   # {WHO[place - 1]}"
            for place in (1, 2, 3)
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
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s): each sender's rate and delay, each band's length."""
        result = Result(
            [
                Column("t", "s", "time", "time"),
                *(Column(who, "Mbit/s", f"{who}, delivered", f"flow{n}") for n, who in enumerate(WHO, 1)),
                *(
                    Column(f"{who}_waits", "ms", f"{who}, what just arrived", f"flow{n}")
                    for n, who in enumerate(WHO, 1)
                ),
                *(Column(f"band_{b}", "packets", f"band {b}", f"flow{b + 1}") for b in range(3)),
            ],
            end=p.duration,
        )
        queue = PfifoFast(limit=p.txqueuelen)
        bell = Dumbbell(
            rate=p.rate * 1e6,
            qdisc=queue,
            flows=[],
            udp=[
                UdpSpec(
                    rate=getattr(p, f"load{n}") * 1e6,
                    start=STARTS[n - 1],
                    jitter=1.0,
                    timed=True,
                    tos=int(getattr(p, f"tos{n}"), 16),
                )
                for n in (1, 2, 3)
            ],
            rng=rng,
        )
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
                1000 * flow.delays[-1] if flow.received > was else NAN
                for flow, was in zip(flows, counts[step - 1], strict=True)
            ]
            result.append(now, *rates, *fresh, *(len(band.queue) for band in queue.bands))
            result.progress = now / p.duration
        _summarise(result, p, flows, bell)
        yield result


def _summarise(result: Result, p: Any, flows: list[Probe], bell: Dumbbell) -> None:
    result.tables["senders"] = table = Table(
        [
            Column("who", "", "sender", "time", words=WHO),
            Column("tos", "", "TOS byte", "time", words=tuple(MARKS.values())),
            Column("band", "", "band", "queue"),
            Column("sent", "Mbit/s", "sent", "throughput"),
            Column("through", "Mbit/s", "got through", "throughput"),
            Column("delay", "ms", "median of the time in the queue", "rtt"),
        ]
    )
    told = []
    for n, flow in enumerate(flows, 1):
        tos = getattr(p, f"tos{n}")
        band = PRIO2BAND[priority_of(int(tos, 16))]
        rate, load = (count * flow.spec.size * 8e-6 / p.duration for count in (flow.received, flow.sent))
        delay = 1000 * sorted(flow.delays)[flow.received // 2] if flow.received else NAN
        table.append(n - 1, list(MARKS).index(tos), band, load, rate, delay)
        share = 100 * flow.received / flow.sent if flow.sent else NAN
        result.figure(f"through{n}", share, "%", f"Of the {WHO[n - 1]} that gets through")
        result.figure(f"delay{n}", delay, "ms", f"The {WHO[n - 1]} waits, median")
        waits = f", after {seconds(delay / 1000)}" if flow.received else ""
        told.append(f"{significant(share, 2)} % of the {WHO[n - 1]} (band {band}{waits})")
    result.figure("drops", bell.link.drops, "packets", "Dropped")
    _map(result, p, flows)
    result.sentence = (
        f"In {significant(p.duration)} s, {told[0]}, {told[1]} and {told[2]} get through a line of "
        f"{significant(p.rate)} Mbit/s."
    )


def _map(result: Result, p: Any, flows: list[Probe]) -> None:
    """From the senders to the bands, by what they send; from the bands to the line, by what leaves, Mbit/s."""
    bands = [PRIO2BAND[flow.priority] for flow in flows]
    sent = [flow.sent * flow.spec.size * 8e-6 / p.duration for flow in flows]
    left = [flow.received * flow.spec.size * 8e-6 / p.duration for flow in flows]
    through = [math.fsum(rate for rate, band in zip(left, bands, strict=True) if band == place) for place in range(3)]
    names = [*(f"{who}, 0x{getattr(p, f'tos{n}').upper()}" for n, who in enumerate(WHO, 1))]
    result.tables["nodes"] = nodes = Table(
        [
            Column("stage", "", "which column of boxes", "time", words=("senders", "bands", "line")),
            Column("name", "", "what it is", "time", words=(*names, "band 0", "band 1", "band 2", "the line")),
            Column("load", "Mbit/s", "what comes to each", "throughput"),
            Column("room", "Mbit/s", "how much of it gets through", "throughput"),
        ]
    )
    result.tables["ways"] = ways = Table(
        [
            Column("stage", "", "from which column of boxes", "time", words=("senders", "bands")),
            Column("source", "", "from which box of it", "time"),
            Column("target", "", "to which of the next", "time"),
            Column("load", "Mbit/s", "how much", "throughput"),
            Column("handed_on", "", "1: it is handed on", "time"),
        ]
    )
    for row, (rate, band) in enumerate(zip(sent, bands, strict=True)):
        nodes.append(0, row, rate, NAN)
        ways.append(0, row, band, rate, 0)
    for band in range(3):
        load = math.fsum(rate for rate, place in zip(sent, bands, strict=True) if place == band)
        full = load > through[band] * 1.02 + 0.01
        # A band of which nothing gets through has too much as well, not no limit.
        nodes.append(1, 3 + band, load, max(through[band], 1e-3) if full else max(load, p.rate))
        ways.append(1, band, 0, through[band], 0)
    nodes.append(2, 6, math.fsum(through), p.rate * 1.02)
