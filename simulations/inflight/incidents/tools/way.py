"""The way to the other machine: as the scene has it, or else through the one router that every machine has."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.incidents.scene import Machine
from inflight.incidents.scene_network import Hop
from inflight.incidents.shared.numbers import drawn

_ROUTER = (0.000412, 0.000387, 0.000441, 0.000395, 0.000409, 0.000402, 0.000433, 0.000391, 0.000418, 0.000399)
"""Round trips to a router in the same room, s, but for what changes from one look to the next."""


def way(machine: Machine) -> Sequence[Hop]:
    """The hops; the last one is the other machine, and answers as it answers `ping`."""
    if machine.hops:
        return machine.hops
    words = next((line.split() for line in machine.routes if line.startswith("default via ")), [])
    moment = f"{machine.name} {machine.clock}"
    times = [each + drawn(f"{moment} {number}", 90_000) * 1e-9 for number, each in enumerate(_ROUTER)]
    router = [Hop(address=words[2], times=times)] if words else []
    return [*router, Hop(address=machine.peer, times=machine.ping)]
