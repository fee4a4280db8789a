"""Sliders and presets of the experiment `driver-queue`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider
from inflight.kernel.nic.tx_ring import DESCRIPTORS
from inflight.scenes.transfer import RATE
from inflight.scenes.tx_ring import SLOTS


@dataclass(frozen=True)
class DriverQueueParameters(Parameters):
    """The line, the ring and what is above it, and the packets that come before the small one."""

    rate: Annotated[float, replace(RATE, min=0.1, max=10000, knob="ethtool -s … speed")] = 5
    ring: Annotated[int, SLOTS] = DESCRIPTORS
    ahead: Annotated[
        int, Slider(label="Packets ahead", unit="packets", min=0, max=1000, step=1, integer=True, quantity="flow1")
    ] = 127
    size: Annotated[
        int,
        Slider(
            label="Size of each",
            unit="B",
            min=64,
            max=65536,
            scale="log2",
            step=1,
            integer=True,
            knob="ip link … gso_max_size",
            quantity="flow1",
            help="Above 1500 they are TSO packets, which the card cuts. The ring counts each as one.",
        ),
    ] = 1500
    qdisc: Annotated[
        str,
        Choice(
            label="Above the ring",
            choices={"pfifo": "pfifo: one queue for all", "fq_codel": "fq_codel: one per flow"},
            quantity="queue",
            knob="tc qdisc replace",
        ),
    ] = "pfifo"
    cadence: Annotated[
        float,
        Slider(
            label="Refilled after",
            unit="ms",
            min=0,
            max=20,
            step=0.01,
            quantity="rto",
            knob="ethtool -C … tx-usecs",
            help="Time from a packet’s last bit until the driver finds out and takes new packets.",
        ),
    ] = 0


PRESETS = (
    Preset(
        "127 packets ahead",
        {},
        "127 × 12,000 bits at 5 Mbit/s. Nobody overtakes in a ring, so the small packet waits for all of them.",
    ),
    Preset(
        "A fair queue above it",
        {"qdisc": "fq_codel"},
        "No better: all 127 packets are already in the ring, and the ring is one queue for everybody.",
    ),
    Preset(
        "Fair queue, short ring",
        {"qdisc": "fq_codel", "ring": 1},
        "Now packets wait where fq_codel can choose. Only one goes ahead of the small packet: 2.4 ms.",
    ),
    Preset("A full ring", {"ahead": 256}, "256 packets of 1500 bytes take 0.61 s."),
    Preset(
        "txqueuelen 1000", {"ahead": 1000}, "A thousand packets, 256 in the ring and the rest above it, take 2.4 s."
    ),
    Preset(
        "127 of 64 KB",
        {"size": 65536},
        "With TSO each descriptor may stand for 64 KB. Just as many packets now take 13.3 s.",
    ),
    Preset(
        "Starved",
        {"rate": 1000, "ring": 8, "ahead": 500, "cadence": 0.25},
        "This ring is too short. Eight packets take 96 µs, and the driver finds out 0.25 ms later.",
    ),
)
