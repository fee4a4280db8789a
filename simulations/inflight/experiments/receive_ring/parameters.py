"""Sliders and presets of the experiment `receive-ring`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider


@dataclass(frozen=True)
class ReceiveRingParameters(Parameters):
    """The burst, the card and the kernel that take it in, and the program that reads it."""

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
            help="A line of 1 Gbit/s brings 81 full frames per ms, or 1488 of the smallest; one of 10 Gbit/s ten times "
            "as many.",
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
            help="Descriptors of each queue. What comes when none is free, the card drops.",
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
            help="CPU time to take a packet out of the ring. It stays where the interrupt is.",
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
            help="CPU time from the driver to the socket. Firewall rules make it more, GRO makes it less.",
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
            help="How long after a packet the interrupt comes. 0: at once.",
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
            help="All their interrupts go to CPU 0.",
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
            help="After so many packets the kernel stops polling, counts a time_squeeze, and looks again.",
        ),
    ] = 300
    rps: Annotated[
        str,
        Choice(
            label="RPS",
            choices={"off": "off", "one": "to one other CPU", "three": "to three other CPUs"},
            knob="/sys/class/net/…/queues/…/rps_cpus",
            help="CPU 0 keeps the driver’s part; the stack’s part is done elsewhere, out of a backlog.",
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
            help="Of each CPU’s backlog.",
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
            help="A datagram counts 2304 bytes in it. The default of Linux, 212992, holds 93.",
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
        "A packet comes each microsecond and costs two. The ring is full after half a millisecond, and from then "
        "on every other packet is lost.",
    ),
    Preset(
        "A larger ring",
        {"ring": 4096},
        "Nothing is lost. The last packet waits for all that came before it: 2 ms.",
    ),
    Preset(
        "Cheaper packets",
        {"stack": 0.6},
        "Fewer firewall rules, GRO, a faster CPU: 0.9 µs per packet are less than the distance of the packets, and "
        "the small ring is large enough.",
    ),
    Preset(
        "RPS",
        {"rps": "one"},
        "CPU 0 does the driver’s part alone and keeps up. The queue is now CPU 1’s backlog.",
    ),
    Preset(
        "The backlog overflows",
        {"rps": "one", "burst": 6000},
        "The same with a longer burst: the ring is all but empty, and packets are lost behind it. The card counts "
        "no drop; softnet_stat does.",
    ),
    Preset(
        "Three CPUs",
        {"rps": "three", "burst": 6000, "read": 0.5},
        "Three CPUs take 1.7 µs each. Together they keep up, and no queue grows.",
    ),
    Preset(
        "rx-usecs 0",
        {"rx_usecs": 0},
        "No moderation. The burst is polled just the same, after one interrupt: NAPI is not what rx-usecs sets.",
    ),
    Preset(
        "A budget of 3000",
        {"budget": 3000},
        "Not a packet less is lost. One queue is polled 64 packets at a time, whatever the budget is.",
    ),
    Preset(
        "Eight queues, one CPU",
        {"queues": 8, "burst": 20000},
        "Eight rings hold eight times as much, and one CPU polls them all. Now the budget is used up, five polls "
        "at a time: time_squeeze counts, although nothing is wrong with the budget.",
    ),
    Preset(
        "The socket’s turn",
        {"ring": 4096, "rcvbuf": 212992, "read": 3},
        "The ring holds the burst, the CPU gets it through, and the program is the slowest. The socket holds 93.",
    ),
    Preset(
        "In the interrupts’ way",
        {"app": "shared", "burst": 20000, "ring": 512},
        "The kernel passes the work on to ksoftirqd, and then the program may run, a tick of 4 ms in turn. While "
        "it runs nobody empties the ring.",
    ),
)
