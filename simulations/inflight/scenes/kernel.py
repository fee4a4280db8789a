"""The kernel of a figure's hosts. All parameters of this name are one choice of the reader: the page keeps it."""

from __future__ import annotations

from inflight.figure.parameters import Choice
from inflight.kernel.tcp.era import TCP_ERAS

USUAL = "6.12"
"""What a figure is of unless its reader has another."""

KERNEL = Choice(
    label="Your kernel",
    choices={name: f"Linux {name}" for name in TCP_ERAS},
    help="At both ends, as uname -r says it: take the newest that is not newer than yours. Every figure follows.",
)
