"""What can be set: the algorithm, the path, its queue, and what the path loses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Flag, Marks, Parameters, Preset
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import ALGORITHM, BUFFER, DURATION, LOSS_RATE, RATE, RTT

RECORDED = {"rate": 10, "rtt": 40, "buffer": 100, "duration": 30}
"""The path that most recordings were made on."""


@dataclass(frozen=True)
class CongestionWindowParameters(Parameters):
    """A bulk transfer and its path."""

    algorithm: Annotated[
        str, replace(ALGORITHM, help="What decides how much may be in flight. CUBIC is the default on Linux.")
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
            help="Drop-tail drops what finds it full. CoDel drops when packets keep waiting more than 5 ms.",
        ),
    ] = "pfifo"
    ecn: Annotated[
        bool,
        Flag(
            label="ECN",
            knob="net.ipv4.tcp_ecn",
            help="CoDel marks packets instead of dropping them. A drop-tail queue cannot mark.",
        ),
    ] = False
    delayed_ack: Annotated[
        bool,
        Flag(
            label="Delayed ACKs",
            knob="ip route … quickack",
            help="The receiver acknowledges every second segment. If this is off, it acknowledges each one at once.",
        ),
    ] = True
    loss: Annotated[float, LOSS_RATE] = 0
    lose: Annotated[
        str,
        Marks(
            label="Packets to lose",
            quantity="loss",
            help="The path loses these packets, counted in the order in which they leave. Click a packet to add it.",
        ),
    ] = ""
    duration: Annotated[float, DURATION] = 10
    kernel: Annotated[str, KERNEL] = USUAL


PRESETS = (
    Preset(
        "Reno's sawtooth",
        {},
        "Slow start overshoots. Then the window climbs until the queue overflows, halves, and climbs again.",
    ),
    Preset(
        "CUBIC",
        {"algorithm": "cubic"},
        "It leaves slow start before the first loss, and a loss costs three tenths of the window, not half.",
    ),
    Preset(
        "The recorded path",
        RECORDED,
        "10 Mbit/s, 40 ms, and a queue for 100 packets. The teeth are 8.5 s long, as in the recording of Linux 6.12.",
        recording="A_reno_b100",
    ),
    Preset(
        "CUBIC, recorded",
        {"algorithm": "cubic", **RECORDED},
        "CUBIC on the same path: slow start ends without a loss, and the teeth come in two lengths.",
        recording="A_cubic_b100",
    ),
    Preset(
        "BBR",
        {"algorithm": "bbr", **RECORDED},
        "Nothing is lost, and six packets wait where CUBIC keeps 81. BBR sends at the rate it has measured.",
        recording="A_bbr_b100",
    ),
    Preset(
        "Vegas",
        {"algorithm": "vegas", **RECORDED},
        "The line is full, four packets wait, and nothing is ever lost: Vegas goes by delay.",
        recording="A_vegas_b100",
    ),
    Preset(
        "Westwood+",
        {"algorithm": "westwood", **RECORDED},
        "After a loss it drops to what the path holds without a queue, 33 segments here. Then it climbs like Reno.",
        recording="A_westwood_b100",
    ),
    Preset(
        "H-TCP",
        {"algorithm": "htcp", **RECORDED},
        "The longer ago the last loss, the faster it grows. The teeth bend upwards and last 3.3 s.",
        recording="A_htcp_b100",
    ),
    Preset(
        "Illinois",
        {"algorithm": "illinois", **RECORDED},
        "It grows fast while the queue is short and slowly when it is long, so both stay near the top.",
        recording="A_illinois_b100",
    ),
    Preset(
        "Hybla, far away",
        {"algorithm": "hybla", **RECORDED, "rtt": 120},
        "At 120 ms, each ACK of slow start adds 26 segments: a window of 935 on a path that holds 199.",
        recording="A_hybla_10M_r120_b100",
    ),
    Preset(
        "Too small a buffer",
        {"buffer": 3},
        "The queue holds three packets. After each loss the line sits idle until the window has grown back.",
    ),
    Preset(
        "Far too large a buffer",
        {"buffer": 300},
        "The queue swallows everything, and the round trip grows to seconds: bufferbloat.",
    ),
    Preset(
        "One per cent lost",
        {"loss": 1, "rate": 20, "buffer": 200},
        "The line is empty most of the time, because Reno takes every loss for a full queue.",
    ),
    Preset(
        "A VPN overseas",
        {"algorithm": "cubic", "rate": 100, "rtt": 200, "buffer": 1000, "loss": 0.25, "duration": 30},
        "The path loses one packet in 400, and 2 of 100 Mbit/s are left. The longer the path, the more a loss costs.",
    ),
    Preset(
        "BBR with losses",
        {"algorithm": "bbr", "loss": 1, "rate": 20, "buffer": 200},
        "The same losses on the same line, and it is full: a single loss tells BBR nothing.",
    ),
    Preset(
        "CoDel",
        {"algorithm": "cubic", **RECORDED, "qdisc": "codel"},
        "The queue has the same room for 100 packets, but it drops early, so it stays short.",
    ),
)
