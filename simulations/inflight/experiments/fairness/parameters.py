"""What can be set: up to four flows, and the line that they share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from inflight.figure.parameters import Choice, Parameters, Preset, Slider, Value
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import ALGORITHMS, BUFFER, DURATION, RATE, RTT

OFF, UDP, HALF = "off", "udp", "udp-half"
PLACES = (1, 2, 3, 4)

_WHILE_UDP = {f"flow{place}": (UDP, HALF) for place in PLACES}


def _who(place: int) -> Choice:
    return Choice(
        label=f"Flow {place}",
        choices={
            **({} if place == 1 else {OFF: "off"}),
            **ALGORITHMS,
            UDP: "UDP, constant rate",
            HALF: "UDP, half of that",
        },
        quantity=f"flow{place}",
        knob="net.ipv4.tcp_congestion_control",
    )


def _rtt(place: int) -> Slider:
    return replace(
        RTT,
        label=f"RTT of flow {place}",
        quantity=f"flow{place}",
        help="",
        matters_when={f"flow{place}": tuple(ALGORITHMS)},
    )


def _start(place: int) -> Slider:
    return Slider(
        label=f"Start of flow {place}",
        unit="s",
        min=0,
        max=60,
        quantity=f"flow{place}",
        matters_when={} if place == 1 else {f"flow{place}": (*ALGORITHMS, UDP, HALF)},
    )


class FlowSetting(NamedTuple):
    """What is set for one flow. rtt: ms. start: s."""

    place: int
    who: str
    rtt: float
    start: float


@dataclass(frozen=True)
class FairnessParameters(Parameters):
    """Who takes part, from when on and how far away, and the line."""

    flow1: Annotated[str, _who(1)] = "reno"
    rtt1: Annotated[float, _rtt(1)] = 20
    start1: Annotated[float, _start(1)] = 0
    flow2: Annotated[str, _who(2)] = "reno"
    rtt2: Annotated[float, _rtt(2)] = 120
    start2: Annotated[float, _start(2)] = 0
    flow3: Annotated[str, _who(3)] = OFF
    rtt3: Annotated[float, _rtt(3)] = 40
    start3: Annotated[float, _start(3)] = 0
    flow4: Annotated[str, _who(4)] = OFF
    rtt4: Annotated[float, _rtt(4)] = 40
    start4: Annotated[float, _start(4)] = 0
    udp: Annotated[
        float,
        Slider(
            label="Rate of UDP",
            unit="Mbit/s",
            min=0.1,
            max=1000,
            scale="log10",
            quantity="throughput",
            help="What a UDP flow sends, headers included, whether it arrives or not.",
            matters_when=_WHILE_UDP,
        ),
    ] = 2
    rate: Annotated[float, RATE] = 2
    buffer: Annotated[int, replace(BUFFER, knob="tc qdisc … limit")] = 15
    qdisc: Annotated[
        str,
        Choice(
            label="Queue",
            choices={"pfifo": "pfifo: one queue for all", "codel": "CoDel", "fq_codel": "fq_codel: one per flow"},
            quantity="queue",
            knob="tc qdisc replace",
            help="What is in front of the slow line.",
        ),
    ] = "pfifo"
    duration: Annotated[float, DURATION] = 20
    kernel: Annotated[str, KERNEL] = USUAL

    def flows(self) -> tuple[FlowSetting, ...]:
        """All that are not off, as they are set."""
        settings = (
            FlowSetting(1, self.flow1, self.rtt1, self.start1),
            FlowSetting(2, self.flow2, self.rtt2, self.start2),
            FlowSetting(3, self.flow3, self.rtt3, self.start3),
            FlowSetting(4, self.flow4, self.rtt4, self.start4),
        )
        return tuple(flow for flow in settings if flow.who != OFF)

    def udp_rate(self, who: str) -> float:
        """Mbit/s; 0 for TCP."""
        return self.udp / {UDP: 1, HALF: 2}[who] if who in (UDP, HALF) else 0.0


RTTS: dict[str, Value] = {"rtt1": 40, "rtt2": 120}
LINE: dict[str, Value] = {"rate": 10, "buffer": 60, "duration": 70}
"""The path of the recordings with two round-trip times."""

LATER: dict[str, Value] = {"rate": 10, "rtt1": 40, "rtt2": 40, "start2": 10, "duration": 70}
"""That of those with one, where the second flow comes 10 s later."""

GRAB: dict[str, Value] = {"flow1": UDP, "flow2": HALF, "flow3": HALF, "rate": 2, "udp": 2, "buffer": 25, "duration": 30}

PRESETS = (
    Preset("Nearer wins", {}, "Same algorithm, same line. The flow with the shorter path takes four fifths of it."),
    Preset(
        "A queue for each",
        {"qdisc": "fq_codel"},
        "The same two flows, and only the queue has changed: neither can push the other out.",
    ),
    Preset(
        "Nearer wins, recorded",
        {**LINE, **RTTS},
        "40 against 120 ms at 10 Mbit/s, as recorded: Linux gave the near one 80% and more.",
        recording="I_rtt_reno_40_120",
    ),
    Preset(
        "CUBIC, recorded",
        {**LINE, **RTTS, "flow1": "cubic", "flow2": "cubic"},
        "CUBIC “does not depend on the RTT”. On this short path it does: 72 and 82% in two recordings.",
        recording="I_rtt_cubic_40_120",
    ),
    Preset(
        "fq_codel, recorded",
        {
            **LINE,
            **RTTS,
            "flow1": "cubic",
            "flow2": "cubic",
            "start2": 0.1,  # its handshake takes longer
            "qdisc": "fq_codel",
            "buffer": 5000,
            "duration": 40,
        },
        "52% and 48% in the recording, and the queue is gone as well.",
        recording="I_rtt_cubic_fq_codel",
    ),
    Preset(
        "CUBIC meets Reno",
        {**LATER, "flow1": "cubic", "flow2": "reno", "buffer": 100},
        "CUBIC gets two thirds and more with 100 packets of buffer. Drag it to 20, and they are even.",
        recording="I_cubic_reno_b100",
    ),
    Preset(
        "CUBIC meets BBR",
        {**LATER, "flow1": "cubic", "flow2": "bbr", "buffer": 20},
        "A small buffer: CUBIC sees loss after loss, and BBR doesn’t mind. Linux gave BBR 85%. Drag the buffer up.",
        recording="I_cubic_bbr_b20",
    ),
    Preset(
        "Vegas meets Reno",
        {**LATER, "flow1": "vegas", "flow2": "reno", "buffer": 100},
        "Vegas steps back as soon as packets wait. Reno fills the queue, so some always do. Vegas got 8% in the "
        "recording.",
        recording="I_vegas_reno_b100",
    ),
    Preset(
        "One by one",
        {
            **{f"flow{place}": "reno" for place in PLACES},
            **{f"rtt{place}": 40 for place in PLACES},
            **{f"start{place}": 10.0 * (place - 1) for place in PLACES},
            **LINE,
        },
        "Four Reno flows, 10 s apart: each newcomer pushes the others aside until all have the same.",
        recording="I_stairs_reno4",
    ),
    Preset(
        "Bandwidth grab",
        GRAB,
        "Senders of 2, 1 and 1 Mbit/s that do not listen, on a line of 2: twice the rate, twice the share.",
    ),
    Preset(
        "Grab from TCP",
        {**GRAB, "flow2": "cubic", "flow3": "cubic", "rtt2": 40, "rtt3": 40},
        "The same sender beside two that do listen: they step back until nothing is left.",
    ),
    Preset(
        "No grab with fq_codel",
        {**GRAB, "flow2": "cubic", "flow3": "cubic", "rtt2": 40, "rtt3": 40, "qdisc": "fq_codel"},
        "About a third for each. Only what the first one sends beyond that is dropped.",
    ),
)
