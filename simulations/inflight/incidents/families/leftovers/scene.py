"""What both machines show when sockets pile up."""

from __future__ import annotations

import random

from inflight.incidents.families.leftovers.model import DURATION, LeftoversWorld
from inflight.incidents.families.leftovers.setting import LeftoversSetting
from inflight.incidents.fault import Run
from inflight.incidents.passing import Skipped
from inflight.incidents.scene import CapturedPacket, LogLine, Machine, Scene
from inflight.incidents.shared import socket_traffic as traffic
from inflight.incidents.shared.process import process
from inflight.incidents.shared.socket_list import named
from inflight.incidents.shared.socket_machine import default_route, machine_of

SLACK = 0.5
"""There may be this share more sockets than are in use: some are always about to go."""

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
    yield from world.clock.run(DURATION / 2, 200)
    world.at_half = world.kept
    yield from world.clock.run(DURATION, 200)
    return _going(world, look(world))


def _going(world: LeftoversWorld, scene: Scene) -> Scene:
    """Able to look again: a few more minutes run quickly."""
    skipped = Skipped(scene)

    def later(passed: float) -> Run:
        yield from world.clock.run(DURATION + passed, 200)
        scene = look(world)
        scene.later = later
        return skipped.shown(scene, passed)

    scene.later = later
    return scene


def look(world: LeftoversWorld) -> Scene:
    """Both machines, and whether anything piles up."""
    kept, wanted = world.kept, world.wanted
    well = kept <= wanted * (1 + SLACK)
    outcome = f"{kept} sockets and descriptors for {wanted} connections in use ({world.at_half} at half-time)"
    return Scene(machines=(_near(world), _far(world)), well=well, outcome=outcome)


def _near(world: LeftoversWorld) -> Machine:
    s, host = world.setting, world.server
    program = s.programs[0]
    return machine_of(
        host,
        name=s.names[0],
        role=f"serves them ({program})",
        peer=s.client,
        named=named(program, 1377, 14),
        read_to_end=world.read_to_end.__contains__,
        shells=s.shells,
        addresses=[s.server],
        listeners={port: process(program, 1377, 7 + place) for place, port in enumerate(s.ports)},
        packets=_last,
        sysctls=_SYSCTLS,
        routes=[default_route(s.server)],
        ping=traffic.pings(world.rng, s.rtt),
        log=[*_started(s), *world.notes],
    )


def _far(world: LeftoversWorld) -> Machine:
    s, host = world.setting, world.client
    ignored = {each.socket for each in world.sessions if each.forgets}
    return machine_of(
        host,
        name=s.names[1],
        role=f"where the clients run ({s.programs[1]})",
        peer=s.server,
        named=named(s.programs[1], 2114, 9),
        read_to_end=lambda socket: socket not in ignored,
        addresses=[s.client],
        listeners={9100: process("exporter", 640, 3)},
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


def _started(s: LeftoversSetting) -> list[LogLine]:
    names = ("subscriptions", "requests", "health checks")
    return [
        LogLine(-DURATION, f"INFO {s.programs[0]} {name} on 0.0.0.0:{port}")
        for name, port in zip(names, s.ports, strict=True)
    ]


def _client_log(world: LeftoversWorld) -> list[LogLine]:
    kinds = [sum(1 for each in world.sessions if each.kind == kind) for kind in range(3)]
    unanswered = sum(1 for each in world.sessions if each.kind < 2 and each.asked and not each.answered)
    counted = f"subscriptions={kinds[0]} requests={kinds[1]} unanswered={unanswered} in_use={world.wanted}"
    checks = f"health_checks={kinds[2]} passed={world.health_passed} failed={world.health_failed}"
    now = world.clock.now - DURATION
    return [LogLine(now, f"INFO stats {counted}"), LogLine(now, f"INFO stats {checks}")]
