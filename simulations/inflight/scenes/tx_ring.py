"""Sliders that the experiments with a transmit ring share."""

from __future__ import annotations

from inflight.figure.parameters import Slider

SLOTS = Slider(
    label="Ring",
    unit="packets",
    min=1,
    max=4096,
    scale="log2",
    step=1,
    integer=True,
    knob="ethtool -G … tx",
    quantity="queue",
    help="How many packets the driver takes from the queueing discipline before it says stop.",
)
