"""Sliders that the experiments with a transmit ring share."""

from __future__ import annotations

from inflight.figure.parameters import Slider
from inflight.kernel.nic.tx_ring import DESCRIPTORS

SLOTS = Slider(
    name="ring",
    label="Ring",
    unit="packets",
    min=1,
    max=4096,
    default=DESCRIPTORS,
    scale="log2",
    step=1,
    integer=True,
    knob="ethtool -G … tx",
    quantity="queue",
    help="How many packets the driver takes from the queueing discipline before it says stop.",
)
