"""Sliders and presets of the experiment `byte-queue-limits`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider
from inflight.kernel.nic.dql import MAX_LIMIT
from inflight.kernel.nic.tx_ring import DESCRIPTORS
from inflight.scenes.transfer import DURATION, RATE
from inflight.scenes.tx_ring import SLOTS

MOST_PACKETS = 150_000
"""A run ends when as many have been sent, so that no line is too fast to wait for."""

ON = {"bql": ("on",)}


@dataclass(frozen=True)
class ByteQueueLimitsParameters(Parameters):
    """The limit, the ring and its line, and how late the driver finds out what has been sent."""

    bql: Annotated[
        str,
        Choice(
            label="Byte queue limits",
            choices={"off": "off: the ring is the limit", "on": "on"},
            quantity="ssthresh",
            knob="byte_queue_limits/limit_min",
            help="Built in since Linux 3.3. To switch it off, set limit_min as large as the ring.",
        ),
    ] = "off"
    rate: Annotated[float, replace(RATE, min=0.5, max=10000, knob="ethtool -s … speed")] = 5
    ring: Annotated[int, replace(SLOTS, help="The most packets the driver takes.")] = DESCRIPTORS
    size: Annotated[
        int,
        Slider(
            label="Packet",
            unit="B",
            min=64,
            max=65536,
            scale="log2",
            step=1,
            integer=True,
            quantity="inflight",
            help="With its Ethernet header, as BQL counts it: 1492 bytes of IP, the MTU of a PPPoE line, and 14.",
        ),
    ] = 1506
    jitter: Annotated[
        float,
        Slider(
            label="Softirq late by up to",
            unit="ms",
            min=0,
            max=20,
            step=0.01,
            quantity="rto",
            help="Time from a packet's last bit until the driver finds out: anything from 0 to this, at random.",
        ),
    ] = 1
    stress: Annotated[
        float,
        Slider(
            label="In the middle third",
            unit="ms",
            min=0,
            max=50,
            step=0.01,
            quantity="rto",
            help="The same, while the CPU is busy with something else.",
        ),
    ] = 1
    limit_min: Annotated[
        int,
        Slider(
            label="limit_min",
            unit="B",
            min=0,
            max=1_000_000,
            step=100,
            integer=True,
            quantity="sndbuf",
            knob="byte_queue_limits/limit_min",
            matters_when=ON,
        ),
    ] = 0
    limit_max: Annotated[
        int,
        Slider(
            label="limit_max",
            unit="B",
            min=1000,
            max=MAX_LIMIT,
            scale="log10",
            integer=True,
            quantity="rwnd",
            knob="byte_queue_limits/limit_max",
            help="The default is no limit.",
            matters_when=ON,
        ),
    ] = MAX_LIMIT
    hold: Annotated[
        float,
        Slider(
            label="hold_time",
            unit="ms",
            min=4,
            max=10_000,
            scale="log10",
            quantity="rto",
            knob="byte_queue_limits/hold_time",
            help="How long the kernel watches slack before it takes the smallest off the limit.",
            matters_when=ON,
        ),
    ] = 1000
    duration: Annotated[float, replace(DURATION, min=0.5, max=60)] = 6

    @property
    def seconds_per_byte(self) -> float:
        """That the line needs."""
        return 8e-6 / self.rate

    @property
    def end(self) -> float:
        """Of the run, s."""
        return min(self.duration, MOST_PACKETS * self.size * self.seconds_per_byte)


PRESETS = (
    Preset("Without BQL", {}, "The driver takes what the ring holds: 256 packets, 386 kB. Each of them waits 0.6 s."),
    Preset(
        "With BQL", {"bql": "on"}, "Two packets, plus the one that may exceed the limit. You lose nothing but the wait."
    ),
    Preset(
        "A busy CPU",
        {"bql": "on", "stress": 20, "duration": 9},
        "The driver finds out late, the wire runs dry, and the limit grows. A little over a second after the rush, "
        "slack brings it down again.",
    ),
    Preset(
        "No time to forget",
        {"bql": "on", "stress": 20, "duration": 9, "hold": 20},
        "With a hold_time of 20 ms the limit shrinks while the wire still needs it, and the wire runs dry.",
    ),
    Preset(
        "limit_max too small",
        {"bql": "on", "jitter": 10, "stress": 10, "limit_max": 3000},
        "The limit can’t grow to what the driver’s delay needs. Nothing waits, and the wire is often idle.",
    ),
    Preset(
        "TSO packets",
        {"bql": "on", "size": 65226, "duration": 20},
        "The kernel never cuts a packet to fit, so the limit can’t settle below two of 65 kB.",
    ),
    Preset(
        "Gigabit",
        {"bql": "on", "rate": 1000, "size": 1514, "jitter": 0.1, "stress": 0.1, "duration": 3},
        "On a line 200 times as fast, the same rule finds 27 kB, which is 0.22 ms.",
    ),
)
