"""What all machines show when clients wait for a server: the scene of connections that hang."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

from inflight.incidents.families.connect import six
from inflight.incidents.families.connect.between import between
from inflight.incidents.families.connect.model import Caller, ConnectWorld
from inflight.incidents.families.connect.ports import renumber
from inflight.incidents.families.connect.setting import FILTERED, PERIOD, ConnectSetting
from inflight.incidents.fault import Run
from inflight.incidents.passing import Passing
from inflight.incidents.scene import CapturedPacket, Listening, LogLine, Machine, Measured, Scene
from inflight.incidents.shared import socket_traffic as traffic
from inflight.incidents.shared.idle_hosts import gateway
from inflight.incidents.shared.process import process
from inflight.incidents.shared.socket_machine import default_route, machine_of
from inflight.kernel.path.routing import network_of

SOON = 1.0
"""s: a client that is answered later notices."""
ENOUGH = 0.99
"""Share of requests that must be answered soon."""

_NOTICED = 1.0  # s: the client's log tells of an address that hasn't answered for that long
_TOLD = 14  # lines of the client's log
_GOOD, _BAD = 3, 5  # connections whose packets are shown
_LATELY = 2 * PERIOD  # s: how long before the last that can be judged they came
_STRANGERS = 24  # SYNs of others that are shown with them

_CLIENT_SYSCTLS = ("ip_local_port_range", "tcp_tw_reuse", "tcp_fin_timeout", "tcp_syn_retries", "tcp_timestamps")
_SERVER_SYSCTLS = (
    "somaxconn",
    "tcp_max_syn_backlog",
    "tcp_syncookies",
    "tcp_abort_on_overflow",
    "tcp_synack_retries",
    "tcp_fin_timeout",
    "tcp_timestamps",
)


def run(setting: ConnectSetting, rng: random.Random) -> Run:
    """Let clients come for a while, then look."""
    world = ConnectWorld(setting, rng)
    yield from world.past()
    world.begin()
    yield from world.clock.run(world.end, 200)
    world.looked = world.clock.now
    scene = look(world)
    Passing(scene, PERIOD, world.go_on, lambda unseen: look(world, unseen))
    return scene


def look(world: ConnectWorld, unseen: float = 0.0) -> Scene:
    """All machines, and whether anybody would complain. unseen: time that has passed unseen, s."""
    s, world.unseen = world.setting, unseen
    judged = [each for each in world.callers if world.first_judged <= each.came <= world.last_judged]
    soon = sum(1 for each in judged if _soon(each))
    share = soon / len(judged)
    outcome = f"{100 * share:.1f}% of {len(judged)} requests were answered within a second"
    machines = _near(world, judged), _far(world, judged), between(world)
    for machine in machines:
        renumber(machine, s, world.missed)
    return Scene(
        machines=machines,
        well=share >= ENOUGH,
        outcome=outcome,
        affected=1 - share,
        share=share,
        measured=_measured(world, judged),
    )


def _measured(world: ConnectWorld, judged: Sequence[Caller]) -> Measured:
    served = sum(1 for each in judged if each.served is not None)
    took = sorted((each.served or each.over or world.end) - each.came for each in judged)
    hosts = (world.client.counters, world.server.counters)
    again = sum(counters.get("TcpRetransSegs", 0) for counters in hosts)
    sent = sum(len(traffic.sent_by(host)) for host in (world.client, world.server))
    return Measured(
        rate=served / (world.last_judged - world.first_judged),
        unit="requests/s",
        errors=1 - served / len(judged),
        p99=took[int(0.99 * len(took))],
        retrans=again / max(sent, 1),
    )


def _soon(caller: Caller) -> bool:
    return caller.served is not None and caller.served - caller.came <= SOON


# ---- machines --------------------------------------------------------------------------------------------------------


def _near(world: ConnectWorld, judged: Sequence[Caller]) -> Machine:
    s, host = world.setting, world.client
    pings: list[float | None] = [None] * 10
    if world.server.believes(s.client):
        # An echo is a new connection, too, and needs an entry.
        lost = 0.0 if s.untracked else world.firewall.lost
        pings = [None if world.rng.random() < lost else each for each in traffic.pings(world.rng, s.rtt)]
    machine = machine_of(
        host,
        name=s.names[0],
        role=f"makes the requests ({s.programs[0]})",
        peer=s.server,
        named=world.descriptors[0].named(s.programs[0], 2114),
        read_to_end=lambda socket: not socket.unread,
        listeners={},
        shells=s.idle[:1],
        addresses=[s.client],
        packets=lambda incoming, outgoing: _shown(world, host, incoming, outgoing, judged),
        sysctls=_CLIENT_SYSCTLS,
        routes=[default_route(s.client)],
        ping=pings,
        log=_client_log(world, judged),
    )
    machine.sysctls["net.core.rmem_max"] = str(s.rmem_max)
    six.put(machine, s, world.callers, world.clock.now)
    return machine


def _far(world: ConnectWorld, judged: Sequence[Caller]) -> Machine:
    s, host = world.setting, world.server
    program = s.programs[1]
    machine = machine_of(
        host,
        name=s.names[1],
        role=f"answers them ({program})",
        peer=s.client,
        named=world.descriptors[1].named(program, 1377),
        read_to_end=world.read_to_end.__contains__,
        listeners={s.port: process(program, 1377, 7)},
        shells=s.idle,
        addresses=[s.server, s.second],
        leaves=s.rules,  # without rules, answers leave through eth1
        dropped=host.filtered,
        packets=lambda incoming, outgoing: _shown(world, host, incoming, outgoing, judged),
        sysctls=_SERVER_SYSCTLS,
        routes=_routes(world),
        # by the default route, from the address of eth1: that is also where the answers come in
        ping=traffic.pings(world.rng, s.rtt),
        log=_server_log(world),
    )
    if s.debug_port:
        debug = Listening(here="127.0.0.1:6060", recv_q=0, send_q=5, process=process(program, 1377, 6))
        machine.listening.append(debug)
    values = zip(FILTERED, s.rp_filters, strict=True)
    machine.sysctls |= {f"net.ipv4.conf.{device}.rp_filter": str(value) for device, value in values}
    machine.sysctls["net.core.rmem_max"] = str(s.rmem_max)
    return machine


def _routes(world: ConnectWorld) -> list[str]:
    """Through eth1, unless a rule for the address of eth0 leads to a table of its own."""
    s = world.setting
    rules = [
        f"default via {gateway(s.server)} dev eth0 table 100",
        f"{network_of(f'{s.server}/24')} dev eth0 table 100 scope link",
    ]
    return [*(rules if s.rules else ()), default_route(s.second, "eth1")]


# ---- packets ---------------------------------------------------------------------------------------------------------


def _shown(
    world: ConnectWorld,
    here: traffic.Watched,
    incoming: list[traffic.Heard],
    outgoing: list[traffic.Heard],
    judged: Sequence[Caller],
) -> list[CapturedPacket]:
    """The packets of a few clients that came one after the other, some of which fared badly."""
    with_port = [each for each in judged if each.port and each.came >= world.last_judged - _LATELY]
    bad = list(islice((each for each in with_port if not _soon(each)), _BAD))
    begin = bad[0].came if bad else world.last_judged - _LATELY
    good = list(islice((each for each in with_port if _soon(each) and each.came >= begin), _GOOD + _BAD - len(bad)))
    since = {each.port: each.came for each in bad + good}
    until = {port: came + world.setting.patience + 1 for port, came in since.items()}
    client = world.setting.client

    def wanted(each: traffic.Heard) -> bool:
        ends = (each.segment.source, each.segment.target)
        port = next((end.port for end in ends if end.host == client), 0)
        return port in since and since[port] - 1e-9 <= each.time <= until[port]

    both = incoming + outgoing
    shown = [each for each in both if wanted(each)]
    strange = (
        each
        for each in both
        if each.time >= begin and client not in (each.segment.source.host, each.segment.target.host)
    )
    shown += sorted(strange, key=lambda each: each.time)[:_STRANGERS]
    start = min((each.time for each in shown), default=0.0)
    if not (world.setting.six and here is world.client):
        return traffic.packets(shown, start)
    tried = bad + good
    start = min(start, *(each.came for each in tried))
    over_six = [packet for each in tried for packet in six.packets(world.setting, each, start)]
    return sorted([*over_six, *traffic.packets(shown, start)], key=lambda packet: packet.t)


# ---- logs ------------------------------------------------------------------------------------------------------------

_ERRORS = {
    "EADDRNOTAVAIL": "connect: Cannot assign requested address",
    "ECONNRESET": "read: Connection reset by peer",
    "EPIPE": "write: Broken pipe",
    "ETIMEDOUT": "connect: Connection timed out",
}


def _line(world: ConnectWorld, time: float, text: str) -> LogLine:
    """It was written at that time of the model, s."""
    return LogLine(time + world.unseen - world.looked, text)


def _client_log(world: ConnectWorld, judged: Sequence[Caller]) -> list[LogLine]:
    """What went wrong last, and how it went overall."""
    s = world.setting
    lines = []
    over_six = f"no answer from {six.target(s)} for {s.six:g} s, " if s.six >= _NOTICED else ""
    for each in judged:
        if _soon(each):
            continue
        target = f"request #{each.number + world.missed} to {world.setting.server}:{world.setting.port}"
        if each.served is not None:
            assert each.connected is not None
            took, came = each.connected - each.came, each.served - each.came
            lines.append(
                (
                    each.served,
                    f"WARN {target}: slow, {over_six}connected after {took:.3f} s, answered after {came:.3f} s",
                )
            )
        elif each.over is not None:
            lines.append((each.over, f"ERROR {target}: {_why(each)}"))
    shown = [_line(world, time, text) for time, text in sorted(lines)[-_TOLD:]]
    soon = sum(map(_soon, judged))
    late = sum(1 for each in judged if each.served is not None and not _soon(each))
    window = world.last_judged - world.first_judged
    counted = f"requests={len(judged)} within_1s={soon} later={late} failed={len(judged) - soon - late}"
    rotation = f"INFO rotation: {s.hosts[0]} of {s.hosts[1]} hosts"
    return [
        *shown,
        _line(world, world.end, rotation),
        _line(world, world.end, f"INFO stats of {window:.0f} s: {counted}"),
    ]


def _why(caller: Caller) -> str:
    assert caller.over is not None
    if caller.error != "timeout":
        return _ERRORS.get(caller.error, caller.error)
    waited = caller.over - caller.came
    if caller.connected is None:
        return f"connect: no connection within {waited:.1f} s, gave up"
    return f"read: connected after {caller.connected - caller.came:.3f} s, no answer within {waited:.1f} s, gave up"


def _server_log(world: ConnectWorld) -> list[LogLine]:
    s = world.setting
    told = f"INFO {s.programs[1]} listening on 0.0.0.0:{s.port} backlog={s.backlog}"
    lines = [_line(world, world.begins - world.unseen, told)]
    if world.listener.warned:
        lines.append(_line(world, world.begins, f"kernel: {world.listener.warned}"))
    return lines + [_line(world, *note) for note in world.notes]
