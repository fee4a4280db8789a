"""Sliders and presets of the experiment `receive-ring`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider


@dataclass(frozen=True)
class ReceiveRingParameters(Parameters):
    """The burst, the card and the kernel that receive it, and the program that reads it."""

    burst: Annotated[
        int,
        Slider(
            label="Burst", unit="packets", min=10, max=20000, scale="log10", step=1, integer=True, quantity="sequence"
        ),
    ] = 2000
    rate: Annotated[
        float,
        Slider(
            label="Rate in the burst",
            unit="packets/ms",
            min=10,
            max=15000,
            scale="log10",
            quantity="throughput",
            help="A line of 1 Gbit/s carries 81 full frames per ms, or 1488 of the smallest. At 10 Gbit/s it is ten "
            "times as many.",
        ),
    ] = 1000
    ring: Annotated[
        int,
        Slider(
            label="Receive ring",
            unit="packets",
            min=16,
            max=8192,
            scale="log2",
            step=1,
            integer=True,
            knob="ethtool -G … rx",
            quantity="queue",
            help="Descriptors of each queue. If none is free, the card drops the packet.",
        ),
    ] = 256
    driver: Annotated[
        float,
        Slider(
            label="Driver, per packet",
            unit="µs",
            min=0.05,
            max=10,
            scale="log10",
            quantity="time",
            help="CPU time to take a packet out of the ring, always on the interrupt’s CPU.",
        ),
    ] = 0.3
    stack: Annotated[
        float,
        Slider(
            label="Stack, per packet",
            unit="µs",
            min=0.1,
            max=50,
            scale="log10",
            quantity="time",
            help="CPU time from the driver to the socket. Firewall rules add to it, GRO takes off.",
        ),
    ] = 1.7
    rx_usecs: Annotated[
        float,
        Slider(
            label="rx-usecs",
            unit="µs",
            min=0,
            max=1000,
            step=1,
            knob="ethtool -C … rx-usecs",
            quantity="rto",
            help="How long after a packet the card interrupts. 0: at once.",
        ),
    ] = 25
    queues: Annotated[
        int,
        Slider(
            label="Queues",
            unit="",
            min=1,
            max=8,
            step=1,
            integer=True,
            knob="ethtool -L … combined",
            help="CPU 0 gets all their interrupts.",
        ),
    ] = 1
    budget: Annotated[
        int,
        Slider(
            label="netdev_budget",
            unit="packets",
            min=1,
            max=3000,
            scale="log10",
            step=1,
            integer=True,
            knob="net.core.netdev_budget",
            help="After this many packets the kernel stops polling, counts a time_squeeze, and looks again.",
        ),
    ] = 300
    rps: Annotated[
        str,
        Choice(
            label="RPS",
            choices={"off": "off", "one": "to one other CPU", "three": "to three other CPUs"},
            knob="/sys/class/net/…/queues/…/rps_cpus",
            help="CPU 0 keeps the driver’s part. Other CPUs do the stack’s part, from their backlogs.",
        ),
    ] = "off"
    max_backlog: Annotated[
        int,
        Slider(
            label="Backlog limit",
            unit="packets",
            min=10,
            max=10000,
            scale="log10",
            step=1,
            integer=True,
            knob="net.core.netdev_max_backlog",
            quantity="sndbuf",
            matters_when={"rps": ("one", "three")},
            help="The limit of each CPU’s backlog.",
        ),
    ] = 1000
    rcvbuf: Annotated[
        int,
        Slider(
            label="Socket buffer",
            unit="B",
            min=4608,
            max=1 << 26,
            scale="log2",
            step=1,
            integer=True,
            knob="net.core.rmem_max, SO_RCVBUF",
            quantity="rwnd",
            help="A datagram counts as 2304 bytes here. Linux’s default, 212992, holds 93.",
        ),
    ] = 1 << 23
    read: Annotated[
        float,
        Slider(
            label="Program, per packet",
            unit="µs",
            min=0.1,
            max=50,
            scale="log10",
            quantity="time",
            help="CPU time for recv() and what the program does with a datagram.",
        ),
    ] = 1
    app: Annotated[
        str,
        Choice(
            label="The program runs on",
            choices={"own": "a CPU of its own", "shared": "CPU 0, with the interrupts"},
            knob="taskset",
        ),
    ] = "own"

    @property
    def rps_cpus(self) -> tuple[int, ...]:
        """Those that CPU 0 hands packets on to."""
        return {"off": (), "one": (1,), "three": (1, 2, 3)}[self.rps]

    @property
    def app_shares(self) -> bool:
        """Whether the program runs where the interrupts go."""
        return self.app == "shared"


PRESETS = (
    Preset(
        "The ring overflows",
        {},
        "A packet arrives every microsecond and costs two. The ring is full after half a millisecond, and from "
        "then on every other packet is lost.",
    ),
    Preset(
        "A larger ring",
        {"ring": 4096},
        "Nothing is lost. The last packet waits for all that came before it, 2 ms.",
    ),
    Preset(
        "Cheaper packets",
        {"stack": 0.6},
        "Fewer firewall rules, GRO, a faster CPU. A packet now takes 0.9 µs, less than the gap between packets, and "
        "the small ring is large enough.",
    ),
    Preset(
        "RPS",
        {"rps": "one"},
        "CPU 0 does only the driver’s part and keeps up. The queue has moved to CPU 1’s backlog.",
    ),
    Preset(
        "The backlog overflows",
        {"rps": "one", "burst": 6000},
        "The same with a longer burst. The ring is almost empty, and packets are lost behind it. The card counts "
        "no drop; softnet_stat does.",
    ),
    Preset(
        "Three CPUs",
        {"rps": "three", "burst": 6000, "read": 0.5},
        "Three CPUs take 1.7 µs per packet each. Together they keep up, and no queue grows.",
    ),
    Preset(
        "rx-usecs 0",
        {"rx_usecs": 0},
        "No moderation. After one interrupt, the kernel polls the burst just the same: rx-usecs doesn’t set NAPI.",
    ),
    Preset(
        "A budget of 3000",
        {"budget": 3000},
        "Just as many packets are lost. The kernel polls one queue 64 packets at a time, whatever the budget is.",
    ),
    Preset(
        "Eight queues, one CPU",
        {"queues": 8, "burst": 20000},
        "Eight rings hold eight times as much, and one CPU polls them all. Every five polls use up the budget, so "
        "time_squeeze counts, although nothing is wrong with the budget.",
    ),
    Preset(
        "The socket’s turn",
        {"ring": 4096, "rcvbuf": 212992, "read": 3},
        "The ring holds the burst and the CPU gets it through. Now the program is the slowest, and the socket "
        "holds 93.",
    ),
    Preset(
        "In the interrupts’ way",
        {"app": "shared", "burst": 20000, "ring": 512},
        "The kernel passes the work to ksoftirqd, which takes turns with the program, a tick of 4 ms each. While "
        "the program runs, nobody empties the ring.",
    ),
)
