"""What can be set: the answer, the path, and how the two ends deal with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import ALGORITHM, BUFFER, INITCWND, RATE, RTT

EACH, SECOND, BURST = "each", "second", "burst"


@dataclass(frozen=True)
class SlowStartParameters(Parameters):
    """The answer, the path that it takes, and how the two ends deal with it."""

    initcwnd: Annotated[
        int,
        replace(
            INITCWND,
            help="How many segments may leave before the first ACK is back. Linux: 10 since 2.6.39, 3 before.",
        ),
    ] = 3
    size: Annotated[
        float,
        Slider(
            label="Size of the answer",
            unit="kB",
            min=1,
            max=10_000,
            scale="log10",
            quantity="sequence",
        ),
    ] = 100
    rtt: Annotated[float, RTT] = 100
    rate: Annotated[float, RATE] = 50
    buffer: Annotated[int, BUFFER] = 500
    algorithm: Annotated[
        str, replace(ALGORITHM, help="Slow start is almost the same in all of them. They differ in when they leave it.")
    ] = "cubic"
    hystart: Annotated[
        bool,
        Flag(
            label="HyStart (CUBIC)",
            knob="tcp_cubic hystart",
            matters_when={"algorithm": ("cubic",)},
            help="Leaves slow start when ACKs show that the pipe is full, instead of when a packet is lost.",
        ),
    ] = True
    acks: Annotated[
        str,
        Choice(
            label="One ACK for",
            choices={EACH: "each segment", SECOND: "every second", BURST: "each burst (GRO)"},
            knob="ip route … quickack, ethtool -K … gro",
            help="A burst is what the sender handed to its card in one go, 2 to 45 segments.",
        ),
    ] = SECOND
    kernel: Annotated[str, KERNEL] = USUAL


PRESETS = (
    Preset(
        "Three segments",
        {},
        "Linux before 2.6.39: five round trips for the answer, and the line is busy for 17 ms of them.",
    ),
    Preset("Ten segments", {"initcwnd": 10}, "Linux today: 10, 20, 40. Three round trips instead of five."),
    Preset("Thirty segments", {"initcwnd": 30}, "One round trip less than with ten. That isn’t three times faster."),
    Preset(
        "Thirty, and nowhere to put them",
        {"initcwnd": 30, "size": 40, "rate": 10, "buffer": 8},
        "The whole answer in one burst, into a queue of eight: 17 packets are lost. Start with four: 415 ms.",
    ),
    Preset(
        "Until it hurts",
        {"initcwnd": 10, "size": 1000, "rate": 10, "buffer": 80, "algorithm": "reno"},
        "Reno doubles until packets are lost. By then it has doubled once too often.",
    ),
    Preset(
        "HyStart",
        {"initcwnd": 10, "size": 1000, "rate": 10, "buffer": 80},
        "CUBIC on the same path sees the pipe fill up and stops doubling. No packet is lost.",
    ),
    Preset(
        "One ACK for forty segments",
        {"initcwnd": 10, "size": 3000, "rate": 1000, "buffer": 5000, "rtt": 50, "acks": BURST},
        "Super-packets from end to end: few ACKs, and the window still doubles.",
    ),
)
