"""The firewall as somebody sees it who logs in there: what it forwards, drops and remembers."""

from __future__ import annotations

from math import isqrt

from inflight.incidents.families.connect.firewall import above_limit, full_table
from inflight.incidents.families.connect.model import ConnectWorld
from inflight.incidents.families.connect.ports import earlier
from inflight.incidents.families.connect.six import counted, sent
from inflight.incidents.scene import LogLine, Machine
from inflight.incidents.scene_network import Conntrack, Ends, Tracked, TrackedByCpu
from inflight.incidents.shared import socket_traffic as traffic
from inflight.incidents.shared.box import CPUS, Box, box
from inflight.incidents.shared.idle_hosts import gateway, network
from inflight.incidents.shared.numbers import drawn
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import ESTABLISHED
from inflight.kernel.sockets.sysctls import TIMEWAIT_LEN
from inflight.kernel.sockets.timewait import TimeWait

_RULES = 7 * 3600.0
"""s since its rules were loaded, at the first look."""

_LOGGED = 40
"""Lines of its log, at most."""

_IDLE = 4_210.0
"""s: how long the session of somebody who is logged in has been quiet."""


def between(world: ConnectWorld) -> Machine:
    """eth0 leads to the server, eth1 to the client, and eth2 to the server's other network."""
    s, wall = world.setting, world.firewall
    came = [each for each in world.server.heard if each.segment.source.host != s.client]
    back = [each for each in traffic.sent_by(world.server) if not world.strays(each.segment)]
    machine = box(
        Box(
            near=s.client,
            far=s.server,
            others=[gateway(s.second)],
            name=s.firewall,
            role="forwards what they send each other (firewall)",
            idle=_IDLE,
            from_near=traffic.traffic(traffic.sent_by(world.client) + came),
            from_far=traffic.traffic(back if s.rules else []),
            from_others=traffic.traffic([] if s.rules else back),
            refused=len(wall.over) + len(wall.full),
            counters=counted("Ip6In", sum(sent(s, world.callers, world.clock.now)), "Receives"),
            sysctls=_sysctls(world),
            log=_log(world),
            pings=traffic.pings(world.rng, 0.3 * s.rtt),
        )
    )
    # Strangers come in through eth1, too.
    machine.routes = [f"default via {network(s.client)}.254 dev eth1 proto static"]
    machine.conntrack = _table(world)
    return machine


def _table(world: ConnectWorld) -> Conntrack:
    """Of its entries only those of this service’s connections are listed; all are counted."""
    s, wall, now = world.setting, world.firewall, world.clock.now
    entries: list[Tracked] = []
    before: list[Tracked] = []
    for (port, _), each in world.client.connections.items() if not s.untracked else ():
        there, back = (
            Ends(source=s.client, to=s.server, sport=port, dport=s.port),
            Ends(source=s.server, to=s.client, sport=s.port, dport=port),
        )
        if isinstance(each, TimeWait):
            left = round(s.forgets[1] - TIMEWAIT_LEN + each.due - now)
            entries.append(Tracked(original=there, reply=back, timeout=left, state="TIME_WAIT", assured=True))
            # It remembers for longer than the client does.
            if left > TIMEWAIT_LEN:
                before.append(earlier(entries[-1], s))
        elif isinstance(each, Socket) and each.state == ESTABLISHED:
            left = round(s.forgets[0])
            entries.append(Tracked(original=there, reply=back, timeout=left, state="ESTABLISHED", assured=True))
    known = {each.original for each in entries}
    entries += [each for each in before if each.original not in known]
    seconds = now - world.begins
    drops = len(wall.full) + round(wall.lost * (s.others + s.gone) * seconds)
    cpus = [TrackedByCpu(drop=drops // CPUS + (cpu < drops % CPUS)) for cpu in range(CPUS)]
    return Conntrack(entries=entries, count=_count(world), most=s.tracked_most, cpus=cpus)


def _count(world: ConnectWorld) -> int:
    """How many there are just now: what comes and goes by chance spreads by the root of its mean."""
    wall, spread = world.firewall, isqrt(world.firewall.count)
    if wall.lost:
        return wall.count
    return min(
        wall.count - spread + drawn(f"{world.setting.names} {world.unseen}", 2 * spread), world.setting.tracked_most
    )


def _sysctls(world: ConnectWorld) -> dict[str, str]:
    """Those of the table of connections (nf_conntrack-sysctl.rst)."""
    s = world.setting
    values = {
        "count": _count(world),
        "max": s.tracked_most,
        "buckets": 262144,
        "tcp_loose": 1,
        "tcp_timeout_established": round(s.forgets[0]),
        "tcp_timeout_time_wait": round(s.forgets[1]),
    }
    return {f"net.netfilter.nf_conntrack_{name}": str(value) for name, value in values.items()}


def _log(world: ConnectWorld) -> list[LogLine]:
    s, wall = world.setting, world.firewall
    later = world.unseen - world.looked
    found = [(time, above_limit(segment)) for time, segment in wall.over]
    found += full_table([time for time, _ in wall.full], wall.lost * (s.others + s.gone))
    loaded = LogLine(-_RULES, "INFO 214 rules loaded, 3 interfaces")
    return [loaded, *(LogLine(time + later, text) for time, text in sorted(found)[-_LOGGED:])]
