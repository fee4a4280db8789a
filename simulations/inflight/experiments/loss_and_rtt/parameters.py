"""What can be set: the reader's own path, and how long each transfer lasts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Parameters, Preset, Slider
from inflight.kernel.constants import HEADERS, MSS
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import ALGORITHM, LOSS_RATE, RATE, RTT


@dataclass(frozen=True)
class LossAndRttParameters(Parameters):
    """A lossy path, and the transfers that are run over it and over others."""

    algorithm: Annotated[str, ALGORITHM] = "reno"
    loss: Annotated[
        float, replace(LOSS_RATE, min=0.01, scale="log10", step=None, help="Of your path: the marked point.")
    ] = 1
    rtt: Annotated[float, replace(RTT, min=5, max=400, help="Of your path: the marked point.")] = 100
    rate: Annotated[float, replace(RATE, min=1, max=200)] = 20
    mss: Annotated[
        int,
        Slider(
            label="Segment size (MSS)",
            unit="bytes",
            min=500,
            max=8948,
            step=1,
            integer=True,
            knob="ip link … mtu",
            quantity="sequence",
            help="Data in a full packet: 1448 on Ethernet, 8948 with jumbo frames of 9000 bytes.",
        ),
    ] = MSS
    duration: Annotated[
        float,
        Slider(
            label="Each transfer lasts",
            unit="s",
            min=3,
            max=60,
            scale="log10",
            help="Model time, after the start. Longer runs are more exact and take longer.",
        ),
    ] = 3
    kernel: Annotated[str, KERNEL] = USUAL

    @property
    def pipe(self) -> float:
        """Full segments that the empty path holds, headers counted: the bandwidth-delay product."""
        return self.rate * 1e3 * self.rtt / 8 / (self.mss + HEADERS)


PRESETS = (
    Preset(
        "One per cent at 100 ms",
        {},
        "1.3 of 20 Mbit/s. Above your point and to its right the map is almost empty, and no router has a queue.",
    ),
    Preset(
        "A fifth of the distance",
        {"rtt": 20},
        "The same loss, five times the speed: the window is as small as before, and goes out five times as often.",
    ),
    Preset(
        "A tenth of the loss",
        {"loss": 0.1},
        "Ten times fewer losses, and only about three times the speed: the rate goes with 1/√p.",
    ),
    Preset(
        "CUBIC",
        {"algorithm": "cubic"},
        "Faster than Reno where losses are rare and the path is long; no better at one per cent.",
    ),
    Preset(
        "BBR",
        {"algorithm": "bbr", "rate": 10},
        "BBR doesn’t take a loss for a full queue. It fills the line wherever it has the time to find the rate.",
    ),
    Preset(
        "Jumbo frames",
        {"mss": 8948},
        "Six times the data in each packet, six times the speed: the window is counted in segments.",
    ),
    Preset(
        "A long fat pipe",
        {"rate": 100, "loss": 0.01},
        "100 Mbit/s with one loss in 10,000 packets: see “After one loss” for what a single loss costs.",
    ),
)
