"""What the machines show when sockets pile up."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass, replace

from inflight.incidents.families.leftovers.model import DURATION, HEALTH_PATIENCE, MONITOR, NOTED, LeftoversWorld
from inflight.incidents.families.leftovers.setting import LeftoversSetting
from inflight.incidents.fault import Run
from inflight.incidents.passing import Skipped
from inflight.incidents.scene import CapturedPacket, LogLine, Machine, Measured, Scene
from inflight.incidents.scene_network import Conntrack, Ends, Tracked, TrackedByCpu
from inflight.incidents.shared import socket_traffic as traffic
from inflight.incidents.shared.box import Box, box
from inflight.incidents.shared.process import process
from inflight.incidents.shared.socket_machine import default_route, machine_of
from inflight.incidents.shared.socket_traffic import Heard, sent_by
from inflight.incidents.shared.traffic import Traffic
from inflight.kernel.sockets.segment import Segment

SLACK = 0.5
"""There may be this share more sockets than are in use: some are always about to go."""

LOGGED = 40
"""Lines that the firewall's log still has."""

WATCHED = 10.0
"""How long somebody watches what is thrown away, s."""

_FLAGS = {"S": "SYN", "F": "FIN", "R": "RST", "A": "ACK"}
_SHOWN = 60  # packets, the last ones

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


def run(setting: LeftoversSetting, rng: random.Random) -> Run:
    """Let them work for two hours, then look."""
    world = LeftoversWorld(setting, rng)
    yield from _two_hours(world)
    return _going(world, look(world))


def _two_hours(world: LeftoversWorld) -> Generator[None, None, None]:
    yield from world.clock.run(DURATION / 2, 200)
    world.at_half = world.kept
    yield from world.clock.run(DURATION, 200)


def _going(world: LeftoversWorld, first: Scene) -> Scene:
    """Able to look again, and to go on with another setting: a few more minutes run quickly."""
    skipped = Skipped(first)
    prospect: Prospect | None = None

    def later(passed: float) -> Run:
        yield from world.clock.run(DURATION + passed, 200)
        return shown(passed)

    def change(setting: LeftoversSetting) -> Run:
        """What is there stays or goes as it would; whether it piles up again is known after two hours more."""
        nonlocal prospect
        passed = world.clock.now - DURATION
        yield from world.change(setting)
        other = LeftoversWorld(setting, random.Random(f"{setting.names}"))
        yield from _two_hours(other)
        prospect = Prospect(other.kept, other.wanted, _measured(other))
        return shown(passed)

    def shown(passed: float) -> Scene:
        scene = skipped.shown(look(world, prospect), passed)
        scene.later, scene.change = later, change
        return scene

    first.later, first.change = later, change
    return first


@dataclass(frozen=True)
class Prospect:
    """What two hours with a setting lead to: sockets and descriptors, connections in use, and what dashboards draw."""

    kept: int
    wanted: int
    measured: Measured

    @property
    def well(self) -> bool:
        """Whether nothing piles up."""
        return self.kept <= self.wanted * (1 + SLACK)


def look(world: LeftoversWorld, prospect: Prospect | None = None) -> Scene:
    """The machines, and whether anything piles up; prospect: of the setting, if it has just been changed."""
    kept, wanted = world.kept, world.wanted
    busy = world.busy
    expected = prospect or Prospect(kept, wanted, _measured(world))
    measured = expected.measured
    return Scene(
        machines=(_near(world), _far(world), _between(world)),
        well=expected.well,
        outcome=f"{expected.kept} sockets and descriptors for {expected.wanted} connections in use "
        + (f"two hours later; {kept} at first" if prospect else f"({world.at_half} at half-time)"),
        affected=busy,
        share=1 - busy,
        measured=replace(
            measured, rate=measured.rate * (1 - busy), errors=measured.errors + (1 - measured.errors) * busy
        ),
    )


def _measured(world: LeftoversWorld) -> Measured:
    """Of the last ten minutes, as if the service were never busy."""
    now = world.clock.now
    asked = [each for each in world.sessions if HEALTH_PATIENCE < now - each.began < NOTED]
    times = sorted(each.took for each in asked if each.answered)
    sent = [each.segment for each in sent_by(world.server) if now - each.time < NOTED]
    return Measured(
        rate=len(times) * 60 / NOTED,
        unit="calls/min",
        errors=sum(not each.answered for each in asked) / max(len(asked), 1),
        p99=times[len(times) * 99 // 100] if times else 2 * world.setting.rtt,
        retrans=sum(each.again for each in sent) / max(len(sent), 1),
    )


def _between(world: LeftoversWorld) -> Machine:
    """The firewall: what it drops is in its log."""
    s, dropped = world.setting, world.firewall.dropped
    near, far = (traffic.traffic(sent_by(host)) for host in (world.server, world.client))
    lost = [Heard(at, each) for at, each in dropped]
    lost_near = traffic.traffic([each for each in lost if each.segment.source.host == s.server])
    passed = Traffic(near.frames - lost_near.frames, near.size - lost_near.size)
    lost_far = traffic.traffic([each for each in lost if each.segment.source.host != s.server])
    far_passed = Traffic(far.frames - lost_far.frames, far.size - lost_far.size)
    machine = box(
        Box(
            near=s.server,
            far=s.client,
            name=s.firewall_name,
            role="the firewall between them",
            idle=6_206.0,
            from_near=passed,
            from_far=far,
            counters={
                # What is dropped has come in; it is neither forwarded nor sent (`ip_forward`: NF_INET_FORWARD).
                "IpInReceives": near.skbs,
                "IpExtInOctets": near.octets,
                "IpExtInNoECTPkts": near.frames,
                "IpForwDatagrams": passed.skbs + far_passed.skbs,
                "IpOutRequests": far_passed.skbs,
                "IpExtOutOctets": far_passed.octets,
            },
            sysctls={"net.netfilter.nf_conntrack_tcp_timeout_established": f"{s.firewall:.0f}"},
            log=_of_firewall(s, dropped),
            pings=traffic.pings(world.rng, s.rtt / 2),
        )
    )
    machine.conntrack = _table(world)
    lately = sum(1 for at, _ in dropped if world.clock.now - at < WATCHED)
    machine.drops = {("NETFILTER_DROP", "nf_hook_slow"): lately} if lately else {}
    return machine


def _table(world: LeftoversWorld) -> Conntrack:
    """`conntrack -L`: an answer looks like the question, turned round."""
    entries = []
    for known, left in world.firewall.table():
        (source, to), state = known.ends, known.state
        entries.append(
            Tracked(
                original=Ends(source=source.host, to=to.host, sport=source.port, dport=to.port),
                reply=Ends(source=to.host, to=source.host, sport=to.port, dport=source.port),
                timeout=int(left),
                state=state,
                assured=state not in ("SYN_SENT", "SYN_RECV"),
            )
        )
    return Conntrack(entries=entries, cpus=(TrackedByCpu(invalid=len(world.firewall.dropped)), TrackedByCpu()))


def _of_firewall(s: LeftoversSetting, dropped: list[tuple[float, Segment]]) -> list[LogLine]:
    """When it started to remember, and its last lines about packets of no connection that it knows."""
    lines = [LogLine(-DURATION - 3 * 86_400, f"conntrack: established connections time out after {s.firewall:.0f} s")]
    for at, each in dropped[-LOGGED:]:
        ways = ("eth1", "eth0") if each.source.host == s.server else ("eth0", "eth1")
        flags = " ".join(word for letter, word in _FLAGS.items() if letter in each.flags)
        ends = f"SRC={each.source.host} DST={each.target.host} PROTO=TCP SPT={each.source.port} DPT={each.target.port}"
        lines.append(LogLine(at - DURATION, f"kernel: invalid, dropped: IN={ways[0]} OUT={ways[1]} {ends} {flags}"))
    return lines


def _near(world: LeftoversWorld) -> Machine:
    s, host = world.setting, world.server
    program, pid = s.programs[0], 1377 + 2_203 * (world.starts - 1)
    return machine_of(
        host,
        name=s.names[0],
        role=f"serves them ({program})",
        peer=s.client,
        named=world.descriptors[0].named(program, pid),
        read_to_end=world.read_to_end.__contains__,
        shells=s.shells,
        addresses=[s.server],
        listeners={port: process(program, pid, 7 + place) for place, port in enumerate(s.ports)},
        packets=_last,
        sysctls=_SYSCTLS,
        routes=[default_route(s.server)],
        ping=traffic.pings(world.rng, s.rtt),
        log=list(world.notes),
    )


def _far(world: LeftoversWorld) -> Machine:
    s, host = world.setting, world.client
    ignored = {each.socket for each in world.sessions if each.forgets}
    return machine_of(
        host,
        name=s.names[1],
        role=f"where the clients run ({s.programs[1]})",
        peer=s.server,
        named=world.descriptors[1].named(s.programs[1], 2114 + 3_019 * world.client_starts),
        read_to_end=lambda socket: socket not in ignored,
        addresses=[s.client],
        listeners={MONITOR: process("carbon", 640, 3)},
        packets=_last,
        sysctls=_SYSCTLS,
        routes=[default_route(s.client)],
        ping=traffic.pings(world.rng, s.rtt),
        log=_client_log(world),
    )


def _last(incoming: list[traffic.Heard], outgoing: list[traffic.Heard]) -> list[CapturedPacket]:
    both = sorted(incoming + outgoing, key=lambda each: each.time)
    shown = both[-_SHOWN:]
    return traffic.packets(shown, shown[0].time)


def _client_log(world: LeftoversWorld) -> list[LogLine]:
    kinds = [sum(1 for each in world.sessions if each.kind == kind) for kind in range(3)]
    counted = f"subscriptions={kinds[0]} requests={kinds[1]} in_use={world.wanted}"
    checks = f"health_checks={kinds[2]} passed={world.health_passed} failed={world.health_failed}"
    now = world.clock.now - DURATION
    return [*world.told, LogLine(now, f"INFO since start: {counted} {checks}")]
