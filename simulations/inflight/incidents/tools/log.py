"""`tail app.log`: the last ten lines of what the application wrote."""

from __future__ import annotations

from inflight.incidents.scene import Machine

LINES = 10


def log(machine: Machine) -> str:
    """As tail prints them."""
    return "\n".join(machine.log[-LINES:])
