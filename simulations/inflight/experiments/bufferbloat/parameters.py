"""What can be set: the buffer and its discipline, the line, the transfers and the ping beside them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider, Value
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import ALGORITHM, DURATION, RATE, RTT

LEAST = 1.6
"""kB: one full packet, with a little to spare."""


@dataclass(frozen=True)
class BufferbloatParameters(Parameters):
    """A line with a buffer, and what is sent over it."""

    buffer: Annotated[
        float,
        Slider(
            label="Buffer",
            unit="kB",
            min=LEAST,
            max=4000,
            scale="log10",
            knob="tc qdisc … bfifo limit",
            quantity="queue",
            help="How many bytes the queue in front of the line holds. A full packet is 1514.",
        ),
    ] = 250
    rate: Annotated[float, replace(RATE, min=1, max=20)] = 5
    rtt: Annotated[float, replace(RTT, max=200)] = 20
    flows: Annotated[
        int,
        Slider(
            label="Transfers",
            unit="",
            min=1,
            max=16,
            step=1,
            integer=True,
            quantity="flow1",
            help="They run at the same time and start 0.2 s apart.",
        ),
    ] = 1
    algorithm: Annotated[str, ALGORITHM] = "cubic"
    qdisc: Annotated[
        str,
        Choice(
            label="Queue",
            choices={
                "bfifo": "bfifo: bytes, first in, first out",
                "pfifo": "pfifo: packets, first in, first out",
                "codel": "CoDel",
                "fq_codel": "fq_codel",
                "cake": "CAKE",
            },
            quantity="queue",
            knob="tc qdisc replace",
            help="The queueing discipline in front of the slow line.",
        ),
    ] = "bfifo"
    pings: Annotated[
        int,
        Slider(
            label="Pings per second",
            unit="",
            min=1,
            max=100,
            step=1,
            integer=True,
            quantity="rtt",
            knob="ping -i",
            help="In a queue that counts packets, each ping takes the place of a full packet.",
        ),
    ] = 20
    duration: Annotated[
        float, replace(DURATION, min=5, max=60, help="Of the run in the curves, with at most 21,000 full packets.")
    ] = 25
    kernel: Annotated[str, KERNEL] = USUAL


_RECORDED: dict[str, Value] = {"rate": 10, "qdisc": "pfifo", "pings": 100}

PRESETS = (
    Preset(
        "Too much",
        {},
        "One upload, and a ping of 20 ms takes eighteen times as long. A twentieth of this buffer would keep the "
        "line just as full.",
        recording="H_bfifo250000_1",
    ),
    Preset(
        "A tenth of a second",
        {"buffer": 62.5},
        "62.5 kB are 100 ms of this line, and the ping takes almost that much longer.",
        recording="H_bfifo62500_1",
    ),
    Preset(
        "One pipe’s worth",
        {"buffer": 12},
        "12 kB is about what the empty path holds. The line is just as busy, and the ping takes ten milliseconds more.",
        recording="H_bfifo12000_1",
    ),
    Preset(
        "Too little",
        {"buffer": 3.1},
        "Two packets. After each loss the queue runs dry and the line sits idle, so part of the speed is gone.",
    ),
    Preset(
        "Any size, with CoDel",
        {"qdisc": "codel"},
        "The same 250 kB, but CoDel looks at how long packets wait, not at how many there are. In the sweep, above a "
        "certain size the size no longer matters.",
    ),
    Preset(
        "Any size, with fq_codel",
        {"qdisc": "fq_codel"},
        "With a queue for each flow, the ping doesn’t notice the upload at all.",
    ),
    Preset(
        "BBR",
        {"algorithm": "bbr"},
        "The buffer is there, but this sender doesn’t wait for it to overflow: 37 ms instead of 361.",
    ),
    Preset(
        "100 packets, recorded",
        {**_RECORDED, "buffer": 151.4},
        "A pfifo of 100 on 10 Mbit/s: 114 ms in the recording. One packet in nine of that queue is a ping.",
        recording="H_pfifo100_1",
    ),
    Preset(
        "1000 packets, recorded",
        {**_RECORDED, "buffer": 1514},
        "For years Linux gave every interface this length, txqueuelen 1000. The ping takes 0.87 s.",
        recording="H_pfifo1000_1",
    ),
)
