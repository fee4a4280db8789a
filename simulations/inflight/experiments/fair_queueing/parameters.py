"""The settings of the experiment `fair-queueing`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider, Value
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import DURATION, RATE, RTT

WARM = 5.0
"""s that do not count, as in the recordings; a quarter of a shorter run."""

RECORDED: dict[str, Value] = {"rate": 10, "flows": 4, "duration": 25}
TITLES = {
    "pfifo": "pfifo: one queue",
    "pfifo_fast": "pfifo_fast: three bands",
    "red": "RED: one, early drops",
    "codel": "CoDel: one, kept short",
    "pie": "PIE: one, kept short",
    "sfq": "sfq: one per flow",
    "fq": "fq: one per flow, paced",
    "fq_codel": "fq_codel: one per flow, kept short",
    "cake": "CAKE: the same, and the shaper",
}
APART = ("sfq", "fq", "fq_codel", "cake")
"""Those that have a queue for each flow."""
TOGETHER = tuple(name for name in TITLES if name not in APART)


@dataclass(frozen=True)
class FairQueueingParameters(Parameters):
    """The line, what stands before it, and the uploads beside the call."""

    qdisc: Annotated[
        str,
        Choice(
            label="Discipline",
            choices=TITLES,
            quantity="queue",
            knob="tc qdisc replace",
            help="What is in front of the slow line.",
        ),
    ] = "pfifo"
    flows: Annotated[
        int,
        Slider(
            label="Uploads",
            unit="",
            min=1,
            max=8,
            step=1,
            integer=True,
            quantity="flow1",
            help="CUBIC transfers, each starting 0.2 s after the last.",
        ),
    ] = 1
    rate: Annotated[float, replace(RATE, min=1, max=20)] = 5
    rtt: Annotated[float, replace(RTT, max=200)] = 20
    limit: Annotated[
        int,
        Slider(
            label="Limit",
            unit="packets",
            min=10,
            max=10_240,
            scale="log10",
            step=1,
            integer=True,
            quantity="queue",
            knob="tc qdisc … limit",
            help="For pfifo_fast, txqueuelen: the length of each band. RED counts bytes: this many full packets.",
            matters_when={"qdisc": tuple(name for name in TITLES if name != "cake")},
        ),
    ] = 127
    duration: Annotated[float, replace(DURATION, min=2, max=40)] = 10
    kernel: Annotated[str, KERNEL] = USUAL

    @property
    def warm(self) -> float:
        """What does not count, s."""
        return min(WARM, self.duration / 4)


PRESETS = (
    Preset(
        "One queue",
        {},
        "Room for 127 packets, and the upload fills it. The call’s packets wait behind it for a fifth of a second "
        "and more.",
    ),
    Preset(
        "A queue for each",
        {"qdisc": "fq_codel"},
        "The same line and the same upload. Now the call waits only for the packet on the wire.",
    ),
    Preset(
        "sfq, recorded",
        {**RECORDED, "qdisc": "sfq"},
        "A newcomer waits for one turn of everybody: four uploads, four packets, 4 ms.",
        recording="H_sfq_4",
    ),
    Preset(
        "txqueuelen 1000",
        {"limit": 1000, "qdisc": "pfifo_fast", "duration": 25},
        "What Linux gave every interface for years. Nothing is marked, so it is one queue, and a long one.",
    ),
    Preset(
        "CoDel, recorded",
        {**RECORDED, "qdisc": "codel", "limit": 1000},
        "One queue, but a short one: the call waits 10 ms. CoDel can’t tell it from the uploads, so it loses 2 to 3% "
        "of its packets, too.",
        recording="H_codel_4",
    ),
    Preset(
        "PIE, recorded",
        {**RECORDED, "qdisc": "pie", "limit": 1000},
        "The same idea, with a target of 15 ms and random drops.",
        recording="H_pie_4",
    ),
    Preset(
        "RED, recorded",
        {**RECORDED, "qdisc": "red", "limit": 264},
        "The oldest of them. You must tell it how long the queue should be, in bytes, for exactly this rate.",
        recording="H_red_4",
    ),
    Preset(
        "fq_codel, recorded",
        {**RECORDED, "qdisc": "fq_codel", "limit": 10_240},
        "Four uploads share evenly, ten packets wait in all, and the call’s round trip is 21 ms.",
        recording="H_fq_codel_4",
    ),
    Preset(
        "Fair, but long",
        {"qdisc": "fq", "limit": 10_000},
        "The call is as well off as with fq_codel. The upload has up to 100 packets in a queue of its own, and "
        "everything else on its connection waits behind them.",
    ),
)
