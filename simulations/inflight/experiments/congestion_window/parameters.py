"""What can be set: the algorithm, the path, its queue, and what the path loses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Flag, Marks, Parameters, Preset
from inflight.scenes.transfer import ALGORITHM, BUFFER, DURATION, LOSS_RATE, RATE, RTT

RECORDED = {"rate": 10, "rtt": 40, "buffer": 100, "duration": 30}
"""The path that most recordings were made on."""


@dataclass(frozen=True)
class CongestionWindowParameters(Parameters):
    """A bulk transfer and the path that it takes."""

    algorithm: Annotated[
        str, replace(ALGORITHM, help="Who decides how much may be in flight. CUBIC is the default of Linux.")
    ] = "reno"
    rate: Annotated[float, RATE] = 2
    rtt: Annotated[float, RTT] = 40
    buffer: Annotated[int, BUFFER] = 25
    qdisc: Annotated[
        str,
        Choice(
            label="Queue",
            choices={"pfifo": "drop-tail", "codel": "CoDel", "fq_codel": "fq_codel"},
            knob="tc qdisc replace",
            quantity="queue",
            help="Drop-tail drops what finds it full; CoDel, what has waited 5 ms for too long.",
        ),
    ] = "pfifo"
    ecn: Annotated[
        bool,
        Flag(
            label="ECN",
            knob="net.ipv4.tcp_ecn",
            help="CoDel marks packets instead of dropping them. A drop-tail queue knows no marks.",
        ),
    ] = False
    delayed_ack: Annotated[
        bool,
        Flag(
            label="Delayed ACKs",
            knob="ip route … quickack",
            help="The receiver acknowledges every second segment. Without: each one, at once.",
        ),
    ] = True
    loss: Annotated[float, LOSS_RATE] = 0
    lose: Annotated[
        str,
        Marks(
            label="Packets to lose",
            quantity="loss",
            help="These packets are lost on the way, counted in the order they leave. Click a packet to add it.",
        ),
    ] = ""
    duration: Annotated[float, DURATION] = 10


PRESETS = (
    Preset(
        "Reno's sawtooth",
        {},
        "Slow start overshoots, then the window climbs until the queue overflows, halves, and climbs again.",
    ),
    Preset("CUBIC", {"algorithm": "cubic"}, "Leaves slow start before the first loss; 0.7 instead of a half."),
    Preset(
        "The recorded path",
        RECORDED,
        "10 Mbit/s, 40 ms, 100 packets: the teeth are 8.5 s long, as in the recording of Linux 6.1.",
        recording="A_reno_b100",
    ),
    Preset(
        "CUBIC, recorded",
        {"algorithm": "cubic", **RECORDED},
        "The same path under CUBIC: no loss before the window has found its place, and teeth of two lengths.",
        recording="A_cubic_b100",
    ),
    Preset(
        "BBR",
        {"algorithm": "bbr", **RECORDED},
        "Nothing is lost, and six packets wait where CUBIC keeps 81: it sends at the rate it has measured.",
        recording="A_bbr_b100",
    ),
    Preset(
        "Vegas",
        {"algorithm": "vegas", **RECORDED},
        "The line is full and four packets wait, for good: Vegas goes by delay. Nothing is ever lost.",
        recording="A_vegas_b100",
    ),
    Preset(
        "Westwood+",
        {"algorithm": "westwood", **RECORDED},
        "After a loss it goes to what the path holds without a queue, 33 segments here, and climbs as Reno does.",
        recording="A_westwood_b100",
    ),
    Preset(
        "H-TCP",
        {"algorithm": "htcp", **RECORDED},
        "The longer ago the last loss, the faster it grows: the teeth bend upwards, and are back after 3.3 s.",
        recording="A_htcp_b100",
    ),
    Preset(
        "Illinois",
        {"algorithm": "illinois", **RECORDED},
        "Fast while the queue is short, slow when it is long: it stays near the top, and so does the queue.",
        recording="A_illinois_b100",
    ),
    Preset(
        "Hybla, far away",
        {"algorithm": "hybla", **RECORDED, "rtt": 120},
        "At 120 ms each ACK of slow start is worth 26 segments: a window of 1200 where 199 fit.",
        recording="A_hybla_10M_r120_b100",
    ),
    Preset(
        "Too small a buffer",
        {"buffer": 3},
        "A queue of three packets: after each loss the line stands idle until the window has grown back.",
    ),
    Preset(
        "Far too large a buffer",
        {"buffer": 300},
        "The queue swallows everything, and the round-trip time grows to seconds: bufferbloat.",
    ),
    Preset(
        "One per cent lost",
        {"loss": 1, "rate": 20, "buffer": 200},
        "The line is empty most of the time, and the algorithm takes every loss for a full queue.",
    ),
    Preset(
        "A VPN overseas",
        {"algorithm": "cubic", "rate": 100, "rtt": 200, "buffer": 1000, "loss": 0.25, "duration": 30},
        "One packet in 400 is lost, and 2 of 100 Mbit/s are left: the longer the path, the dearer each loss.",
    ),
    Preset(
        "BBR with losses",
        {"algorithm": "bbr", "loss": 1, "rate": 20, "buffer": 200},
        "The same losses on the same line, and it is full: a single loss says nothing to BBR.",
    ),
    Preset(
        "CoDel",
        {"algorithm": "cubic", **RECORDED, "qdisc": "codel"},
        "The same room for 100 packets, but the queue drops early and for a reason: it stays short.",
    ),
)
