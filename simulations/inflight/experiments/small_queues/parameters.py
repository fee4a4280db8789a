"""Sliders and presets of the experiment `small-queues`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import DURATION, RATE, RTT

PACKETS = 60_000  # full ones on the line: longer runs end there


@dataclass(frozen=True)
class SmallQueuesParameters(Parameters):
    """The rules that hold a flow back, the device and its queue, and the uploads."""

    tsq: Annotated[
        bool,
        Flag(
            label="TCP small queues",
            help="Built in since Linux 3.6. Off, as before 2012: the whole window goes into the qdisc at once.",
        ),
    ] = False
    autosize: Annotated[
        bool,
        Flag(
            label="TSO autosizing",
            knob="net.ipv4.tcp_min_tso_segs",
            help="Since Linux 3.12. On: an skb holds what the flow sends in a ms. Off: what the device takes, 64 KB.",
        ),
    ] = False
    limit: Annotated[
        int,
        Slider(
            label="Limit below TCP",
            unit="KiB",
            min=2,
            max=4096,
            scale="log2",
            step=1,
            integer=True,
            knob="net.ipv4.tcp_limit_output_bytes",
            quantity="queue",
            help="128 KiB in 3.6, 256 KiB in 4.1, 1 MiB in 5.0, 4 MiB in 6.16. The rule around it is 6.12’s.",
        ),
    ] = 1024
    pacing: Annotated[
        bool,
        Flag(
            label="Pacing",
            knob="tc qdisc … fq",
            help="TCP hands its skbs down one by one, at the pacing rate. The limit above doesn’t count then.",
        ),
    ] = False
    tso: Annotated[
        bool,
        Flag(
            label="TSO or GSO",
            knob="ip link … gso_max_segs",
            help="On: skbs of many segments go through the qdisc whole. Off: one each, as before 4.17 without them.",
        ),
    ] = True
    rate: Annotated[float, replace(RATE, max=1000, knob="ethtool -s … speed", help="Of the sender's own device.")] = 100
    rtt: Annotated[float, replace(RTT, max=200)] = 20
    flows: Annotated[
        int, Slider(label="Uploads", unit="", min=1, max=100, scale="log10", step=1, integer=True, knob="iperf3 -P")
    ] = 1
    qdisc: Annotated[
        str, Choice(label="Qdisc", choices={"pfifo": "pfifo", "fq_codel": "fq_codel"}, knob="tc qdisc replace")
    ] = "pfifo"
    length: Annotated[
        int,
        Slider(
            label="Longest queue",
            unit="packets",
            min=1,
            max=10240,
            scale="log10",
            step=1,
            integer=True,
            knob="ip link … txqueuelen",
            quantity="queue",
            help="It counts skbs, of one segment or of 45.",
        ),
    ] = 1000
    completion: Annotated[
        float,
        Slider(
            label="Sent packets are reported after",
            unit="ms",
            min=0,
            max=10,
            step=0.1,
            knob="ethtool -C … tx-usecs",
            quantity="time",
            help="How late the driver frees sent packets. A Wi-Fi card does so once per aggregate, every few ms.",
        ),
    ] = 0
    shift: Annotated[
        int,
        Slider(
            label="sk_pacing_shift",
            unit="",
            min=5,
            max=11,
            step=1,
            integer=True,
            help="Drivers may set how much time’s worth may wait below TCP. 2⁻¹⁰ s is 1 ms, 2⁻⁷ s is 8 ms.",
        ),
    ] = 10
    duration: Annotated[
        float, replace(DURATION, min=0.2, max=20, help=f"The run ends after {PACKETS} full packets at most.")
    ] = 2
    kernel: Annotated[str, KERNEL] = USUAL


OLDEST = "6.1"
"""The oldest kernel whose rules of a connection the models know."""

PRESETS = (
    Preset(
        "Linux 3.5",
        {"kernel": OLDEST},
        "All that the window allows waits in the qdisc, with the ping behind it. The upload hurts itself too: its "
        "round trip grows from 20 to 175 ms.",
    ),
    Preset(
        "Linux 3.6: small queues",
        {"tsq": True, "limit": 128, "kernel": OLDEST},
        "Little more than two skbs of 64 KB are below TCP, whatever the window is. Same speed, and the ping waits "
        "8 ms.",
    ),
    Preset(
        "Linux 6.12: and small bursts",
        {"tsq": True, "autosize": True, "kernel": "6.12"},
        "Now an skb holds a millisecond's worth, and two of them take 3 ms. The flow never reaches the sysctl’s "
        "megabyte.",
    ),
    Preset(
        "One packet per skb",
        {"tso": False, "length": 300},
        "Without offloads and small queues the qdisc fills to its limit and refuses the rest. TCP knows at once, "
        "and nothing is sent twice.",
    ),
    Preset(
        "fq_codel instead",
        {"qdisc": "fq_codel", "length": 10240},
        "The ping no longer waits behind the upload. But CoDel drops whole skbs, 45 segments at once, and more "
        "than a quarter of the speed is gone.",
    ),
    Preset(
        "Fifty uploads",
        {"tsq": True, "autosize": True, "flows": 50},
        "The limit is per flow. Fifty flows with two skbs each make a long queue again. For that there is fq_codel.",
    ),
    Preset(
        "A driver that reports late",
        {"tsq": True, "autosize": True, "rate": 300, "completion": 4},
        "A millisecond's worth below TCP, and the driver reports 4 ms late. The device runs dry, and 40% of the "
        "speed is gone.",
    ),
    Preset(
        "Late, and told so",
        {"tsq": True, "autosize": True, "rate": 300, "completion": 4, "shift": 8},
        "The driver asks for more below TCP, 2⁻⁸ s or about 4 ms. The speed is back, and so is some of the wait.",
    ),
)
