"""The settings of the experiment `netem`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider
from inflight.kernel.loss import GilbertElliott
from inflight.kernel.qdisc.netem_tables import DISTRIBUTIONS

NONE, SOME = "none", "some"
FAULTY = {"faults": (SOME,)}


@dataclass(frozen=True)
class NetemParameters(Parameters):
    """What netem does to each packet, and the packets that come."""

    delay: Annotated[
        float,
        Slider(
            label="Delay",
            unit="ms",
            min=0.1,
            max=2000,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem delay",
            quantity="rtt",
            help="For every packet, one way.",
        ),
    ] = 100
    jitter: Annotated[
        float,
        Slider(
            label="Jitter",
            unit="ms",
            min=0.01,
            max=500,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem delay TIME JITTER",
            quantity="rtt",
            help="How much more or less: the most for a uniform distribution, the standard deviation for the others.",
        ),
    ] = 0
    distribution: Annotated[
        str,
        Choice(
            label="Distribution of the delay",
            choices={name: name for name in DISTRIBUTIONS},
            knob="tc qdisc … netem distribution",
            quantity="rtt",
            help="Only with a delay and a jitter.",
        ),
    ] = "uniform"
    faults: Annotated[
        str,
        Choice(
            label="Faults",
            choices={NONE: "none", SOME: "as set here"},
            quantity="loss",
            help="Loss, duplicates, damage, and packets that overtake others.",
        ),
    ] = NONE
    loss: Annotated[
        float,
        Slider(
            label="Loss",
            unit="%",
            min=0.01,
            max=50,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem loss",
            quantity="loss",
            chance=True,
            matters_when=FAULTY,
        ),
    ] = 0
    burst: Annotated[
        float,
        Slider(
            label="Packets lost in a row, on average",
            unit="packets",
            min=1,
            max=50,
            scale="log10",
            knob="tc qdisc … netem loss gemodel",
            quantity="loss",
            help="Above 1 the losses come in bursts: the Gilbert model, with p and r.",
            matters_when=FAULTY,
        ),
    ] = 1
    duplicate: Annotated[
        float,
        Slider(
            label="Duplicates",
            unit="%",
            min=0.01,
            max=100,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem duplicate",
            quantity="loss",
            chance=True,
            matters_when=FAULTY,
        ),
    ] = 0
    corrupt: Annotated[
        float,
        Slider(
            label="Damage",
            unit="%",
            min=0.01,
            max=100,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem corrupt",
            quantity="loss",
            chance=True,
            help="One bit is wrong. The receiver's checksum finds it, and the packet is thrown away.",
            matters_when=FAULTY,
        ),
    ] = 0
    reorder: Annotated[
        float,
        Slider(
            label="Sent on at once",
            unit="%",
            min=0.1,
            max=100,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem reorder",
            quantity="sequence",
            help="These skip the delay, and overtake those that wait. Needs a delay.",
            matters_when=FAULTY,
        ),
    ] = 0
    gap: Annotated[
        int,
        Slider(
            label="Gap: only one packet in",
            unit="packets",
            min=1,
            max=100,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … netem gap",
            quantity="sequence",
            matters_when=FAULTY,
        ),
    ] = 1
    correlation: Annotated[
        float,
        Slider(
            label="Correlation",
            unit="%",
            min=0,
            max=99,
            knob="tc qdisc … netem … CORRELATION",
            help="The second percentage after jitter, loss, duplicate, corrupt and reorder. Here all share one value.",
        ),
    ] = 0
    rate: Annotated[
        float,
        Slider(
            label="Rate of the emulated line",
            unit="Mbit/s",
            min=0.1,
            max=10_000,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem rate",
            quantity="throughput",
        ),
    ] = 0
    limit: Annotated[
        int,
        Slider(
            label="Limit",
            unit="packets",
            min=1,
            max=100_000,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … netem limit",
            quantity="queue",
            help="Packets inside, whether they wait for their time or for the line. 1000 if you don't set it.",
        ),
    ] = 1000
    offered: Annotated[
        float,
        Slider(
            label="Offered rate",
            unit="Mbit/s",
            min=0.05,
            max=2000,
            scale="log10",
            quantity="throughput",
            help="With IP headers. The packets are evenly spaced.",
        ),
    ] = 200
    size: Annotated[
        int,
        Slider(
            label="Packet",
            unit="B",
            min=28,
            max=1500,
            step=1,
            integer=True,
            help="As IP counts it.",
        ),
    ] = 1500
    gso: Annotated[
        int,
        Slider(
            label="Segments in an skb",
            unit="",
            min=1,
            max=44,
            step=1,
            integer=True,
            knob="ip link … gso_max_segs",
            quantity="inflight",
            help="1: a router, or a program that sends single datagrams. TCP on this host makes skbs of two or more "
            "(GSO): netem counts each as one packet, and delays or loses it whole.",
        ),
    ] = 1
    duration: Annotated[float, Slider(label="Duration", unit="s", min=0.05, max=20, scale="log10")] = 0.6

    def applied(self) -> NetemParameters:
        """Without the faults, unless they are wanted."""
        if self.faults == SOME:
            return self
        return replace(self, loss=0, burst=1, duplicate=0, corrupt=0, reorder=0, gap=1)

    @property
    def gemodel(self) -> GilbertElliott | None:
        """Of losses in bursts. All is lost in the bad state: it lasts 1/r packets, and p/(p + r) of them meet it."""
        if not self.loss or self.burst <= 1:
            return None
        back = 1 / self.burst
        return GilbertElliott(min(self.loss / (100 - self.loss) * back, 1.0), back)


PRESETS = (
    Preset(
        "The limit trap",
        {},
        "delay 100ms and nothing else. In 100 ms, 1667 packets arrive and 1000 fit. Two in five are dropped, and "
        "the rest arrives in stretches: 60 ms of packets, 40 ms of nothing.",
    ),
    Preset(
        "Room for the delay",
        {"limit": 2000},
        "1667 packets are on their way at any time. With a limit above that, nothing is dropped.",
    ),
    Preset(
        "Large packets hide it",
        {"gso": 40},
        "The same traffic in skbs of 40 segments: netem counts 42 packets, far below the limit. The test passes on "
        "this host and fails on a router, where the segments come one by one.",
    ),
    Preset(
        "Jitter reorders",
        {"jitter": 10, "offered": 0.8, "size": 200, "duration": 2},
        "100 ms ± 10 ms, packets 2 ms apart. On Linux 570 of 1000 arrived after one that was sent later.",
    ),
    Preset(
        "A bell, not a box",
        {"jitter": 20, "distribution": "normal", "offered": 0.8, "size": 200, "duration": 2},
        "Now the jitter is a standard deviation, so some packets are 60 ms early or late. On Linux 839 of 1000 "
        "were out of order, with delays from 42 to 162 ms.",
    ),
    Preset(
        "A rate keeps the order",
        {"jitter": 10, "rate": 100, "offered": 0.8, "size": 200, "duration": 2},
        "The same jitter with a rate: no packet can leave before the one in front of it. None is late.",
    ),
    Preset(
        "Overtaking by choice",
        {"faults": SOME, "delay": 10, "reorder": 25, "correlation": 50, "offered": 0.8, "size": 200, "duration": 2},
        "reorder 25% 50%. Correlated numbers stay near the middle, so far fewer than a quarter go first: 51 of "
        "1000 on Linux.",
    ),
    Preset(
        "One per cent of nothing",
        {"faults": SOME, "delay": 10, "loss": 1, "correlation": 25, "offered": 2, "size": 200, "duration": 8},
        "loss 1% 25%, to make losses come together. Of 10,000 packets you would expect to lose a hundred, and none "
        "is lost: each number contains a quarter of the last, which keeps it above one per cent.",
    ),
    Preset(
        "Losses in bursts",
        {"faults": SOME, "delay": 10, "loss": 5, "burst": 5, "offered": 0.8, "size": 200, "duration": 2},
        "One in twenty is lost, as with loss 5%, but five in a row. For TCP these are two different networks.",
    ),
    Preset(
        "Delay, rate, limit",
        {"delay": 20, "rate": 100, "offered": 120, "duration": 1},
        "A slow path in one line. Its limit is the router's buffer as well: 1000 packets, minus the 165 that are "
        "on their way.",
    ),
)
