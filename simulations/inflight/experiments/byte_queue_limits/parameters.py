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
    """The limit, the ring and its line, and how late the driver hears of what has been sent."""

    bql: Annotated[
        str,
        Choice(
            label="Byte queue limits",
            choices={"off": "off: the ring is the limit", "on": "on"},
            quantity="ssthresh",
            knob="byte_queue_limits/limit_min",
            help="Built in since Linux 3.3. A limit_min as large as the ring switches it off.",
        ),
    ] = "off"
    rate: Annotated[float, replace(RATE, min=0.5, max=10000, knob="ethtool -s … speed")] = 5
    ring: Annotated[int, replace(SLOTS, help="How many packets the driver takes at most.")] = DESCRIPTORS
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
            help="From a packet's last bit until the driver hears of it: anything from 0 to this, as chance will have "
            "it.",
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
            help="The same while the CPU is busy with other things.",
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
            help="As it is set at first: no bound.",
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
            help="How long slack is watched before the limit shrinks by the least of it.",
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
    Preset("Without BQL", {}, "The driver takes what the ring holds: 256 packets, 386 kB. Each waits 0.6 s in it."),
    Preset("With BQL", {"bql": "on"}, "Two packets and the one that goes beyond: nothing is lost but the wait."),
    Preset(
        "A busy CPU",
        {"bql": "on", "stress": 20, "duration": 9},
        "The driver hears late, the wire runs dry, and the limit grows. When it is over, slack takes it down: "
        "a little over a second later.",
    ),
    Preset(
        "No time to forget",
        {"bql": "on", "stress": 20, "duration": 9, "hold": 20},
        "With a hold_time of 20 ms the limit shrinks while it is still needed, and the wire pays.",
    ),
    Preset(
        "limit_max too small",
        {"bql": "on", "jitter": 10, "stress": 10, "limit_max": 3000},
        "A bound below what the driver's delay needs: no wait, and a wire that stands still.",
    ),
    Preset(
        "TSO packets",
        {"bql": "on", "size": 65226, "duration": 20},
        "A packet is never cut: two of 65 kB are the least that it can settle at.",
    ),
    Preset(
        "Gigabit",
        {"bql": "on", "rate": 1000, "size": 1514, "jitter": 0.1, "stress": 0.1, "duration": 3},
        "The same rule finds 27 kB where the line is 200 times as fast, and that is 0.22 ms.",
    ),
)
