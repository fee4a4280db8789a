"""The way through a tunnel behind the router, as `tracepath` and `ping -M do` find it."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.incidents.families.transfer.setting import TransferSetting
from inflight.incidents.scene import Machine
from inflight.incidents.scene_network import Hop
from inflight.incidents.shared.idle_hosts import CLIENT, SERVER, gateway

ENDS = "10.255.0.2", "10.255.0.1"
"""Of the tunnel: at the client’s side and at the server’s."""

NEAR = 0.3e-3
"""Round trip to a router in the same room, s."""


def lead_through(
    s: TransferSetting, client: Machine, server: Machine, router: Machine, spread: Sequence[float]
) -> None:
    """Give each of them the hops to the machine that it pings; the tunnel’s nearer end drops what doesn’t fit.

    spread: what the hosts on the way add each time, s.
    """
    for machine, near, side in ((client, True, CLIENT), (server, True, SERVER), (router, False, SERVER)):
        own = [Hop(address=gateway(machine.addresses[0]), times=[NEAR + each / 8 for each in spread])] if near else []
        end = Hop(address=ENDS[side], times=[2 * NEAR + each / 4 for each in spread], mtu=s.tunnel, tells=s.icmp)
        machine.hops = [*own, end, Hop(address=machine.peer, times=machine.ping)]
    if s.icmp:
        server.path_mtu = s.tunnel
