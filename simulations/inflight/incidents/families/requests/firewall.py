"""The firewall that both sites meet at: everything passes it, and it has half a round trip on either side."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.incidents.families.requests.model import Calls
from inflight.incidents.families.requests.path import Recorder
from inflight.incidents.scene import Machine
from inflight.incidents.shared.box import Box, box
from inflight.incidents.shared.idle_hosts import CLIENT, SERVER
from inflight.incidents.shared.numbers import drawn
from inflight.incidents.shared.traffic import Traffic


def firewall(calls: Calls, pings: Sequence[float]) -> Machine:
    """What it shows. pings: of the whole path, s."""
    s = calls.setting
    return box(
        Box(
            near=s.addresses[CLIENT],
            far=s.addresses[SERVER],
            name=f"fw{1 + drawn(s.names[SERVER], 4)}",
            role="the firewall between the two; it forwards what they send",
            idle=33.7,
            from_near=_passing(calls.path.there),
            from_far=_passing(calls.path.back),
            pings=[each - s.rtt / 2 for each in pings],
        )
    )


def _passing(way: Recorder) -> Traffic:
    """One direction; GRO joins there what it joins at the far end."""
    return Traffic(way.into.packets, way.into.size, way.came.joined)
