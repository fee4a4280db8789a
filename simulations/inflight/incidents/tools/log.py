"""app.log: what the application wrote, with the time of day."""

from __future__ import annotations

from inflight.incidents.scene import Machine


def lines(machine: Machine) -> list[str]:
    """All of them."""
    return [f"{clock(each.t)} {each.text}" for each in machine.log]


def clock(seconds: float) -> str:
    """A time of day.

    >>> clock(14 * 3600 + 61.5)
    '14:01:01.500'
    """
    whole, ms = divmod(round(seconds * 1000) % 86_400_000, 1000)
    return f"{whole // 3600:02}:{whole % 3600 // 60:02}:{whole % 60:02}.{ms:03}"
