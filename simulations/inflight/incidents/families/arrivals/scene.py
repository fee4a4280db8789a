"""What both machines of a feed show after the run: counters from the model, and the rest the same for all faults."""

from __future__ import annotations

import random

from inflight.incidents.families.arrivals.model import Feed
from inflight.incidents.families.arrivals.setting import ArrivalsSetting
from inflight.incidents.fault import Run
from inflight.incidents.passing import Passing
from inflight.incidents.scene import Cpu, Listening, LogLine, Machine, Scene, SkMem, Softnet, SsSocket
from inflight.incidents.shared.idle_hosts import ANY, gateway, sshd
from inflight.incidents.shared.numbers import mac
from inflight.incidents.shared.process import process
from inflight.incidents.shared.socket_list import shell
from inflight.incidents.shared.traffic import Traffic, add, counted_of_session, fq_codel, of_session, put
from inflight.kernel.nic.receive_host import TRUESIZE, ReceiveHost

CPUS = 4
SIZE = 242
"""Bytes of a frame of the feed."""

PORT = 5000
ADDRESSES = "10.0.8.2", "10.0.8.3"
"""Of the receiving host and of the sending one."""

SYSCALL = 0.8e-6
"""CPU time in the kernel that recvmsg() takes for a datagram, s; the rest is the program's own."""

ARPS = 112
NOTHING = Traffic()

HEALTHY = 1e-3
"""Share of lost datagrams from which on people complain."""


def run(setting: ArrivalsSetting, rng: random.Random) -> Run:
    """Let the bursts come, then look at both machines: first the receiver, whose program misses something."""
    feed = Feed(setting, rng)
    yield from feed.run()
    feed.looked = feed.clock.now
    scene = look(feed, rng)
    Passing(scene, setting.period, feed.go_on, lambda unseen: look(feed, rng, unseen))
    return scene


def look(feed: Feed, rng: random.Random, unseen: float = 0.0) -> Scene:
    """The scene. unseen: time that has passed unseen, s."""
    host, sent = feed.host, feed.sent
    others = round(unseen / feed.setting.period)  # bursts
    read = len(host.socket.latencies)
    lost = host.missed + host.backlog_drops + host.socket.errors
    receiver, sender = _receiver(feed), _sender(feed.setting, sent)
    each = feed.setting.burst
    now = feed.clock.now + unseen - feed.looked
    receiver.log = _log(feed, now, sent + others * each, lost * (sent + others * each) // sent)
    sender.log = [LogLine(now, f"publisher: {sent + others * each} datagrams sent")]
    for machine in (receiver, sender):
        machine.ping = [0.00021 + rng.expovariate(1 / 0.00003) for _ in range(10)]
    share = 100 * lost / sent
    outcome = f"{read} of {sent} datagrams read, {share:.1f}% missing"
    return Scene(machines=(receiver, sender), well=lost < HEALTHY * sent, outcome=outcome)


def _log(feed: Feed, now: float, sent: int, lost: int) -> list[LogLine]:
    program = feed.setting.program
    return [
        LogLine(now, f"{program}: feed from {feed.setting.names[1]}: {sent} datagrams announced so far"),
        LogLine(now, f"{program}: sequence gaps: {lost} datagrams missing so far"),
    ]


def _receiver(feed: Feed) -> Machine:
    s, host = feed.setting, feed.host
    machine = _idle(s, 0)
    machine.role = f"receives the feed ({s.program})"
    machine.udp = [_socket(s, host)]
    machine.cpus = _cpus(feed)
    reached = len(host.socket.latencies) + len(host.socket) + host.socket.errors
    add(machine.counters, {"UdpInDatagrams": len(host.socket.latencies)})
    add(machine.counters, dict.fromkeys(("UdpInErrors", "UdpRcvbufErrors"), host.socket.errors))
    _count(machine, came=Traffic(reached, reached * SIZE))
    dropped = sum(cpu.stat.dropped for cpu in host.cpus)  # they had come through the card
    add(machine.nic, {"rx_packets": dropped, "rx_bytes": dropped * SIZE})
    machine.nic |= {"rx_missed_errors": host.missed + s.before, "rx_no_buffer_count": host.missed // 3}
    machine.softnet = _softnet(host, machine.softnet[0].processed - reached)
    machine.ring = {"max_rx": s.ring_max, "max_tx": s.ring_max, "rx": s.ring, "tx": 256}
    machine.coalescing = {"rx-usecs": round(s.rx_usecs)}
    machine.sysctls = {
        "net.core.netdev_budget": str(s.budget),
        "net.core.netdev_max_backlog": str(s.max_backlog),
        "net.core.rmem_max": str(max(212992, s.rcvbuf // 2)),
        **dict(s.extra_sysctls),
    }
    return machine


def _socket(s: ArrivalsSetting, host: ReceiveHost) -> SsSocket:
    waiting = TRUESIZE * len(host.socket)
    return SsSocket(
        state="UNCONN",
        here=f"{ADDRESSES[0]}:{PORT}",
        peer="0.0.0.0:*",
        recv_q=waiting,
        process=process(s.program, 1187, 5),
        memory=SkMem(r=waiting, rb=s.rcvbuf, tb=212992, f=-waiting % 4096, d=host.socket.errors),
    )


def _cpus(feed: Feed) -> list[list[Cpu]]:
    """What each CPU did in two seconds, one after the other: programs' own time, their calls, softirqs, nothing."""
    s, host, now = feed.setting, feed.host, feed.clock.now
    read = len(host.socket.latencies) / now
    kernel = min(s.read, SYSCALL) * read
    home = 0 if s.shares else len(host.cpus) - 1
    soft = [cpu.busy / now for cpu in host.cpus] + [0.0] * (CPUS - len(host.cpus))
    shares = [
        (s.read * read - kernel, kernel, soft[cpu]) if cpu == home else (0.0, 0.0, soft[cpu]) for cpu in range(CPUS)
    ]
    return [[_ticks(each, second) for each in shares] for second in range(2)]


def _ticks(shares: tuple[float, float, float], second: int) -> Cpu:
    """Whole ticks: what is left over from one second counts in the next."""
    counts = [int(100 * share * (second + 1)) - int(100 * share * second) for share in shares]
    usr, sys, soft = counts
    return Cpu(usr=usr, sys=sys, soft=soft, idle=max(100 - sum(counts), 0))


def _softnet(host: ReceiveHost, others: int) -> list[Softnet]:
    """others: packets that are not the feed's."""
    counted = [
        Softnet(
            processed=cpu.stat.processed + others * (number == 0),
            dropped=cpu.stat.dropped,
            time_squeeze=cpu.stat.time_squeeze,
            received_rps=cpu.stat.received_rps,
        )
        for number, cpu in enumerate(host.cpus)
    ]
    return counted + [Softnet() for _ in range(CPUS - len(counted))]


def _sender(s: ArrivalsSetting, sent: int) -> Machine:
    machine = _idle(s, 1)
    machine.role = "sends the feed"
    add(machine.counters, {"UdpOutDatagrams": sent})
    _count(machine, went=Traffic(sent, sent * SIZE))
    machine.ring = {"max_rx": 4096, "max_tx": 4096, "rx": 256, "tx": 256}
    machine.coalescing = {"rx-usecs": 3}
    return machine


def _idle(s: ArrivalsSetting, side: int) -> Machine:
    """One of the two before the first burst: somebody is logged in."""
    here = ADDRESSES[side]
    session = shell(here, side, 5_400.0 + 1_730 * side)
    assert session.info
    return Machine(
        name=s.names[side],
        role="",
        peer=ADDRESSES[1 - side],
        connections=[session],
        listening=[Listening(here=f"{any_}:22", recv_q=0, send_q=128, process=sshd(3 + six)) for six, any_ in ANY],
        counters=counted_of_session(session.info),
        addresses=[here],
        macs=[mac(here)],
        routes=[f"default via {gateway(here)} dev eth0"],
    )


def _count(machine: Machine, came: Traffic = NOTHING, went: Traffic = NOTHING) -> None:
    """What has passed the card, and the session's segments besides."""
    session = machine.connections[0].info
    assert session
    before = of_session(session)
    put(machine, before[0] + came, before[1] + went, arps=ARPS, cpus=CPUS, busy=0)
    machine.qdiscs = [fq_codel(machine)]
