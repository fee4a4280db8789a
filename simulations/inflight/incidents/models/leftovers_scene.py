"""What both machines show when sockets pile up: the scene of the family of leftovers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inflight.incidents.models import sockets_seen as seen
from inflight.incidents.models import sockets_traffic as traffic
from inflight.incidents.models.leftovers_setting import Setting
from inflight.incidents.scene import Listening, Machine, Packet, Scene
from inflight.routing import network_of

if TYPE_CHECKING:
    from inflight.incidents.models.leftovers import World

SLACK = 0.5
"""Sockets may be more than those in use by this share: some are always about to go."""

_SHOWN = 60  # packets, the last ones
_GATEWAY = "{}.1"

_SYSCTLS = (
    "tcp_fin_timeout",
    "tcp_keepalive_time",
    "tcp_keepalive_intvl",
    "tcp_keepalive_probes",
    "tcp_orphan_retries",
    "tcp_retries2",
    "tcp_max_orphans",
    "tcp_max_tw_buckets",
    "tcp_tw_reuse",
    "somaxconn",
)


def scene_of(world: World) -> Scene:
    """Both machines, and whether anything piles up."""
    kept, wanted = world.kept, world.wanted
    well = kept <= wanted * (1 + SLACK)
    outcome = f"{kept} sockets and descriptors for {wanted} connections in use ({world.at_half} at half-time)"
    return Scene(machines=(_near(world), _far(world)), well=well, outcome=outcome)


def _near(world: World) -> Machine:
    s, host = world.setting, world.server
    incoming, outgoing = host.heard, traffic.sent_by(host)
    first = traffic.beginnings(incoming + outgoing)
    named = seen.named(s.programs[0], 1377, 14)
    connections = seen.connections(host, named, world.read_to_end.__contains__, first)
    connections[:0] = [seen.ssh(s.server, place, idle) for place, idle in enumerate(s.shells)]
    listening = seen.listening(
        host, {port: f'users:(("{s.programs[0]}",pid=1377,fd={7 + place}))' for place, port in enumerate(s.ports)}
    )
    return Machine(
        name=s.names[0],
        role=f"serves them ({s.programs[0]})",
        peer=s.client,
        connections=connections,
        listening=[*listening, _SSHD],
        counters=traffic.counters(host, incoming, outgoing),
        qdiscs=traffic.qdiscs(outgoing),
        nic=traffic.nic(incoming, outgoing),
        ring=traffic.RING,
        coalescing=traffic.COALESCING,
        softnet=traffic.softnet(incoming),
        packets=_last(incoming, outgoing),
        sysctls=seen.sysctl_text(host.sysctls, _SYSCTLS),
        routes=_routes(s.server),
        ping=traffic.pings(world.rng, s.rtt),
        log=[*_started(s), *world.notes],
    )


def _far(world: World) -> Machine:
    s, host = world.setting, world.client
    incoming, outgoing = host.heard, traffic.sent_by(host)
    first = traffic.beginnings(incoming + outgoing)
    ignored = {each.socket for each in world.sessions if each.forgets}
    connections = seen.connections(
        host, seen.named(s.programs[1], 2114, 9), lambda socket: socket not in ignored, first
    )
    listening = seen.listening(host, {9100: 'users:(("exporter",pid=640,fd=3))'})
    return Machine(
        name=s.names[1],
        role=f"where the clients run ({s.programs[1]})",
        peer=s.server,
        connections=connections,
        listening=[*listening, _SSHD],
        counters=traffic.counters(host, incoming, outgoing),
        qdiscs=traffic.qdiscs(outgoing),
        nic=traffic.nic(incoming, outgoing),
        ring=traffic.RING,
        coalescing=traffic.COALESCING,
        softnet=traffic.softnet(incoming),
        packets=_last(incoming, outgoing),
        sysctls=seen.sysctl_text(host.sysctls, _SYSCTLS),
        routes=_routes(s.client),
        ping=traffic.pings(world.rng, s.rtt),
        log=_client_log(world),
    )


_SSHD = Listening(here="0.0.0.0:22", recv_q=0, send_q=128, process='users:(("sshd",pid=702,fd=3))')


def _last(incoming: list[traffic.Heard], outgoing: list[traffic.Heard]) -> list[Packet]:
    both = sorted(incoming + outgoing, key=lambda each: each.time)
    shown = both[-_SHOWN:]
    return traffic.packets(shown, traffic.beginnings(both), shown[0].time)


def _routes(address: str) -> list[str]:
    gateway = _GATEWAY.format(address.rpartition(".")[0])
    network = network_of(f"{address}/24")
    return [f"default via {gateway} dev eth0 proto static", f"{network} dev eth0 proto kernel scope link src {address}"]


def _started(s: Setting) -> list[str]:
    names = ("subscriptions", "requests", "health checks")
    return [f"0h00 INFO {s.programs[0]} {name} on 0.0.0.0:{port}" for name, port in zip(names, s.ports, strict=True)]


def _client_log(world: World) -> list[str]:
    kinds = [sum(1 for each in world.sessions if each.kind == kind) for kind in range(3)]
    unanswered = sum(1 for each in world.sessions if each.kind < 2 and each.asked and not each.answered)
    counted = f"subscriptions={kinds[0]} requests={kinds[1]} unanswered={unanswered} in_use={world.wanted}"
    checks = f"health_checks={kinds[2]} passed={world.health_passed} failed={world.health_failed}"
    return [f"2h00 INFO stats {counted}", f"2h00 INFO stats {checks}"]
