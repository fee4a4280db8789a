"""The settings of the experiment `token-bucket`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider

TRAIN, CONSTANT, POISSON = "train", "constant", "poisson"
LATENCY, LIMIT = "latency", "limit"

ETHERNET = 14
"""Header of a frame, which the device counts, bytes."""


@dataclass(frozen=True)
class TokenBucketParameters(Parameters):
    """The bucket, its queue, and the packets that come."""

    rate: Annotated[
        float,
        Slider(
            label="Rate",
            unit="Mbit/s",
            min=0.05,
            max=1000,
            scale="log10",
            knob="tc qdisc … tbf rate",
            quantity="throughput",
            help="How fast tokens come back: what leaves in the long run.",
        ),
    ] = 0.5
    burst: Annotated[
        int,
        Slider(
            label="Burst",
            unit="B",
            min=500,
            max=2_000_000,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … tbf burst",
            quantity="ssthresh",
            help="The size of the bucket: what may leave at once after a pause. It must hold a packet.",
        ),
    ] = 15 * 1024
    bound: Annotated[
        str,
        Choice(
            label="The queue is bounded by",
            choices={LATENCY: "latency", LIMIT: "limit"},
            quantity="queue",
            help="tc takes either; the kernel only knows a limit.",
        ),
    ] = LATENCY
    latency: Annotated[
        float,
        Slider(
            label="Latency",
            unit="ms",
            min=1,
            max=5000,
            scale="log10",
            knob="tc qdisc … tbf latency",
            quantity="queue",
            help="tc turns it into a limit: rate · latency + burst.",
            matters_when={"bound": (LATENCY,)},
        ),
    ] = 50
    limit: Annotated[
        int,
        Slider(
            label="Limit",
            unit="B",
            min=1000,
            max=5_000_000,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … tbf limit",
            quantity="queue",
            help="Bytes that may wait for tokens.",
            matters_when={"bound": (LIMIT,)},
        ),
    ] = 200_000
    peakrate: Annotated[
        float,
        Slider(
            label="Peak rate",
            unit="Mbit/s",
            min=0.05,
            max=1000,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … tbf peakrate",
            quantity="throughput",
            help="How fast a burst may leave. It must be above the rate, or tc and the kernel refuse it.",
        ),
    ] = 0
    mtu: Annotated[
        int,
        Slider(
            label="Burst at the peak rate",
            unit="B",
            min=500,
            max=65536,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … tbf mtu",
            quantity="ssthresh",
            help="The size of the second bucket. No packet may be larger.",
        ),
    ] = 1540
    arrivals: Annotated[
        str,
        Choice(
            label="Packets come",
            choices={TRAIN: "in trains", CONSTANT: "evenly", POISSON: "at random (Poisson)"},
        ),
    ] = TRAIN
    size: Annotated[
        int,
        Slider(
            label="Packet",
            unit="B",
            min=28,
            max=1500,
            step=1,
            integer=True,
            help="As IP counts it; tbf adds the 14 bytes of the Ethernet header.",
        ),
    ] = 1000
    count: Annotated[
        int,
        Slider(
            label="Packets in a train",
            unit="packets",
            min=1,
            max=1000,
            scale="log10",
            step=1,
            integer=True,
            matters_when={"arrivals": (TRAIN,)},
        ),
    ] = 100
    pause: Annotated[
        float,
        Slider(
            label="A train every",
            unit="s",
            min=0.1,
            max=10,
            scale="log10",
            help="The bucket fills up during the pause.",
            matters_when={"arrivals": (TRAIN,)},
        ),
    ] = 2
    load: Annotated[
        float,
        Slider(
            label="Load",
            unit="%",
            min=1,
            max=400,
            scale="log10",
            help="Of the rate.",
            matters_when={"arrivals": (CONSTANT, POISSON)},
        ),
    ] = 90
    bin: Annotated[
        float,
        Slider(
            label="Output averaged over",
            unit="ms",
            min=1,
            max=1000,
            scale="log10",
            help="The same output can look like a steady rate or like bursts.",
        ),
    ] = 10
    duration: Annotated[float, Slider(label="Duration", unit="s", min=0.1, max=20, scale="log10")] = 4

    @property
    def frame(self) -> int:
        """What a packet counts, bytes."""
        return self.size + ETHERNET


PRESETS = (
    Preset(
        "latency 50ms",
        {},
        "The limit is 3125 + 15,360 bytes. The tokens for those 15,360 were spent before anything had to wait, so "
        "the last packet in the queue waits 289 ms, not 50.",
    ),
    Preset(
        "A small bucket",
        {"burst": 1600},
        "Now the wait is 55 ms, nearly what was asked for, but 95 of every hundred packets find no room.",
    ),
    Preset(
        "Room for all",
        {"rate": 1, "burst": 15000, "bound": LIMIT, "limit": 150_000},
        "Fourteen packets pass at once, the others at the rate. After two seconds the bucket is full again. "
        "On Linux the last one of a train waited 689 ms.",
    ),
    Preset(
        "A bucket for everything",
        {"rate": 1, "burst": 150_000, "bin": 1},
        "The whole train fits into the bucket. It leaves at hundreds of Mbit/s, as if there were no shaper.",
    ),
    Preset(
        "With a peak rate",
        {"rate": 1, "burst": 150_000, "bound": LIMIT, "limit": 150_000, "peakrate": 10, "bin": 5},
        "A second bucket, for a single packet: the whole burst passes, at 10 Mbit/s. If you gave a latency instead "
        "of a limit, tc would compute it with the peak rate, and leave room for half of them.",
    ),
    Preset(
        "Smaller than a packet",
        {"burst": 1000},
        "A packet is 1014 bytes and the bucket holds 1000, never enough tokens. All are dropped, at any rate.",
    ),
    Preset(
        "At random, 90%",
        {"rate": 1, "burst": 1600, "bound": LIMIT, "limit": 150_000, "arrivals": POISSON, "duration": 20},
        "Less than the rate, and still a queue. With a larger bucket, most of it disappears.",
    ),
)
