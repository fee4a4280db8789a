"""Sliders and presets of the experiment `offload`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from inflight.experiments.offload.stages import GSO, OFF, TSO
from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider


@dataclass(frozen=True)
class OffloadParameters(Parameters):
    """What is written, who cuts and merges it, and the line between."""

    size: Annotated[
        int,
        Slider(
            label="One write()",
            unit="B",
            min=1,
            max=1_000_000,
            scale="log10",
            step=1,
            integer=True,
            knob="iperf3 -n, iperf3 -l",
            quantity="sequence",
        ),
    ] = 65536
    cut: Annotated[
        str,
        Choice(
            label="Cut into segments",
            choices={TSO: "by the card (TSO)", GSO: "by the kernel, late (GSO)", OFF: "by TCP, at once"},
            knob="ethtool -K … tso, ip link … gso_max_segs",
        ),
    ] = TSO
    gro: Annotated[bool, Flag(label="Merged by the receiver (GRO)", knob="ethtool -K … gro")] = True
    mtu: Annotated[
        int, Slider(label="MTU", unit="B", min=576, max=9000, scale="log10", step=1, integer=True, knob="ip link … mtu")
    ] = 1500
    timestamps: Annotated[
        bool, Flag(label="Timestamps", knob="net.ipv4.tcp_timestamps", help="They take 12 bytes of each segment.")
    ] = True
    pace: Annotated[
        float,
        Slider(
            label="The flow's rate",
            unit="Mbit/s",
            min=0.5,
            max=100_000,
            scale="log10",
            knob="SO_MAX_PACING_RATE",
            quantity="throughput",
            help="What TCP thinks it can send, as ss shows it. The size of a burst depends on it.",
        ),
    ] = 10_000
    pacing: Annotated[
        bool,
        Flag(
            label="Pacing",
            knob="tc qdisc … fq",
            help="On: bursts are spaced at that rate. Off: all leave at once.",
        ),
    ] = False
    autosize: Annotated[bool, Flag(label="TSO autosizing", knob="net.ipv4.tcp_min_tso_segs")] = True
    line: Annotated[
        float,
        Slider(
            label="Line rate",
            unit="Mbit/s",
            min=10,
            max=100_000,
            scale="log10",
            knob="ethtool -s … speed",
            quantity="rwnd",
        ),
    ] = 10_000
    rtt: Annotated[
        float,
        Slider(
            label="Shortest round trip",
            unit="ms",
            min=0.05,
            max=200,
            scale="log10",
            knob="tc qdisc … netem delay",
            quantity="rtt",
            help="Below 3 ms TCP makes larger bursts, because nearby losses are repaired fast.",
        ),
    ] = 20
    coalesce: Annotated[
        float,
        Slider(
            label="Interrupt after",
            unit="µs",
            min=0,
            max=500,
            step=1,
            knob="ethtool -C … rx-usecs",
            quantity="time",
            help="How long after the first frame. One poll finds everything that arrives until then.",
        ),
    ] = 50
    trip: Annotated[
        float,
        Slider(
            label="A trip through the stack",
            unit="µs",
            min=0,
            max=20,
            step=0.1,
            knob="perf stat",
            quantity="time",
            help="CPU time per packet, large or small. Measure yours; one or two µs are usual.",
        ),
    ] = 1
    ip: Annotated[str, Choice(label="IP", choices={"4": "IPv4", "6": "IPv6"}, knob="curl -6")] = "4"
    most: Annotated[
        int,
        Slider(
            label="Largest packet in the host",
            unit="B",
            min=2048,
            max=524280,
            scale="log2",
            step=1,
            integer=True,
            knob="ip link … gso_max_size, ip link … gro_max_size",
            quantity="queue",
            help="More than 65,536 is BIG TCP, IPv6 since Linux 5.19. IPv4’s 16-bit length doesn’t allow it here.",
        ),
    ] = 65536


PRESETS = (
    Preset(
        "64 KB",
        {},
        "The sender's tcpdump shows a packet of 65,212 bytes and a small one. On the wire there are 46 frames, "
        "none longer than 1514.",
    ),
    Preset(
        "No offloads",
        {"cut": OFF, "gro": False},
        "Now tcpdump shows what the wire carries. Each of the 46 segments makes its own trip through both stacks.",
    ),
    Preset(
        "GSO alone",
        {"cut": GSO},
        "This card can’t cut, so the kernel does, just above the driver. There are still two trips through the "
        "stack, but tcpdump listens below and shows what the wire carries.",
    ),
    Preset(
        "7300 bytes",
        {"size": 7300},
        "With timestamps a segment holds 1448 bytes. Five are not enough, so it takes six.",
    ),
    Preset(
        "7300 bytes, no timestamps",
        {"size": 7300, "timestamps": False},
        "5 × 1460 is exactly 7300, so five.",
    ),
    Preset(
        "10 Mbit/s",
        {"pace": 10, "pacing": True, "line": 1000},
        "People blame this offload for latency. At this rate an skb has only two segments, 2.3 ms of the flow's time "
        "and 25 µs of the line's.",
    ),
    Preset(
        "10 Mbit/s in 2012",
        {"pace": 10, "pacing": True, "line": 1000, "autosize": False},
        "Without autosizing the same flow sends 45 frames back to back, and then nothing for 52 ms.",
    ),
    Preset(
        "An interrupt for each frame",
        {"line": 1000, "coalesce": 0},
        "At 1 Gbit/s a frame takes 12 µs, and the CPU is done before the next one arrives. GRO is on and has "
        "nothing to merge.",
    ),
    Preset(
        "BIG TCP",
        {"ip": "6", "size": 500_000, "most": 524280, "line": 100_000, "pace": 100_000},
        "IPv6 sets the length field to 0, so a packet in the host can be half a megabyte: 351 frames, one "
        "trip down. There are six trips up, because a poll takes 64 frames.",
    ),
)
