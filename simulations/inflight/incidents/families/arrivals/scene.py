"""What the machines of a feed show after the run: counters from the model, and the rest the same for all faults."""

from __future__ import annotations

import random

from inflight.incidents.families.arrivals.model import Feed
from inflight.incidents.families.arrivals.setting import ArrivalsSetting
from inflight.incidents.fault import Run
from inflight.incidents.kernels import BUFFERS
from inflight.incidents.passing import Passing
from inflight.incidents.scene import Cpu, Listening, LogLine, Machine, Measured, Scene, SkMem, Softnet, SsSocket
from inflight.incidents.scene_host import Load
from inflight.incidents.scene_network import Link
from inflight.incidents.shared.background import count
from inflight.incidents.shared.box import Box, box
from inflight.incidents.shared.idle_hosts import ANY, gateway, sshd
from inflight.incidents.shared.numbers import mac
from inflight.incidents.shared.process import process
from inflight.incidents.shared.socket_list import shell
from inflight.incidents.shared.traffic import Traffic, add, counted_of_session, fq_codel, of_session, put
from inflight.kernel.nic.receive_host import TRUESIZE, ReceiveHost

CPUS = 4
SIZE = 242
"""Bytes of a frame of the feed."""

STRAY, REFUSAL = 82, 96
"""Of a packet for a port that nobody listens on, and of the message that says so."""

PORT = 5000
ADDRESSES = "10.0.8.2", "10.0.9.3"
"""Of the receiving host and of the sending one."""

SYSCALL = 0.8e-6
"""CPU time in the kernel that recvmsg() takes for a datagram, s; the rest is the program's own."""

WATCHED = 10.0
"""How long somebody watches what is thrown away, s."""

ARPS = 112
FOLLOWED = 5
"""Of the datagrams of a burst, those that a reader cares about."""

MINUTE, PHASE, LOGGED = 60.0, 23.4, 6
"""How often the programs write a line, how long before the first look they last did, s, and how many lines are left."""

NOTHING = Traffic()

HZ = 250
"""Ticks of a busy CPU in a second (CONFIG_HZ of Debian)."""

OTHERS_SINCE_BOOT = 187_402_113
"""Interrupts, and switches, of everything else before the first look."""

HEALTHY = 1e-3
"""Share of lost datagrams from which on people complain."""


def run(setting: ArrivalsSetting, rng: random.Random) -> Run:
    """Let the bursts come, then look at the machines: first the receiver, whose program misses something."""
    feed = Feed(setting, rng)
    yield from feed.run()
    feed.looked = feed.clock.now
    scene = look(feed, rng)
    passing = Passing(scene, setting.period, feed.go_on, lambda unseen: look(feed, rng, unseen))

    def later(passed: float) -> Run:
        scene = yield from passing.later(passed)
        scene.later = later
        return _with_refusals(setting, scene, passed)

    scene.later = later
    return _with_refusals(setting, scene, 0.0)


def look(feed: Feed, rng: random.Random, unseen: float = 0.0) -> Scene:
    """The scene. unseen: time that has passed unseen, s."""
    s, host, sent = feed.setting, feed.host, feed.sent
    read, lost = len(host.socket.latencies), host.lost
    receiver, sender = _receiver(feed), _sender(s, sent)
    now = feed.clock.now + unseen - feed.looked
    missing = lost / sent
    receiver.log, sender.log = _logs(s, now, missing)
    machines = receiver, sender, _router(feed, rng)
    for machine in machines:
        machine.ping = [0.00021 + rng.expovariate(1 / 0.00003) for _ in range(10)]
    latest = sorted(host.socket.latencies)
    return Scene(
        machines=machines,
        well=lost < HEALTHY * sent,
        outcome=f"{read} of {sent} datagrams read, {100 * missing:.1f}% missing",
        # A reader follows a few of them, and misses something in nearly every burst that has a tenth missing.
        affected=1 - (1 - missing) ** FOLLOWED,
        share=1 - missing,
        measured=Measured(
            rate=s.burst / s.period * (1 - missing),
            unit="datagrams/s",
            errors=missing,
            p99=latest[len(latest) * 99 // 100] if latest else 0.0,
            retrans=0.0,
        ),
    )


def _with_refusals(s: ArrivalsSetting, scene: Scene, passed: float) -> Scene:
    if s.flood and not s.filtered:
        _refuse(scene.machines[0], passed)
    return scene


def _refuse(machine: Machine, passed: float) -> None:
    """ICMP says so to a sender that nobody listens to, once a second after the first six (`icmpv4_xrlim_allow`)."""
    told = 6 + int(passed)
    add(machine.counters, {"IcmpOutMsgs": told, "IcmpOutDestUnreachs": told})
    count(machine, NOTHING, Traffic(told, told * REFUSAL), asked=0)


def _logs(s: ArrivalsSetting, now: float, missing: float) -> tuple[list[LogLine], list[LogLine]]:
    """What both programs write once a minute, for the last minutes; how much is lost differs a little each time."""
    received, sent = [], []
    last = int((now + PHASE) // MINUTE)
    for number in range(last - LOGGED + 1, last + 1):
        rng = random.Random(f"{s.names} {number}")
        count = round(MINUTE / s.period * rng.uniform(0.995, 1.005)) * s.burst
        lost = round(count * min(missing * rng.uniform(0.96, 1.04), 1.0))
        at = number * MINUTE - PHASE
        words = f"last minute: {count} datagrams announced by {s.names[1]}, {lost} missing"
        received.append(LogLine(at + 0.207, f"{s.program}[{_pid(s)}]: {words}"))
        sent.append(LogLine(at, f"publisher: last minute: {count} datagrams sent in bursts of {s.burst}"))
    return received, sent


def _pid(s: ArrivalsSetting) -> int:
    """A program that is started again has another."""
    return 1187 + 419 * (s.starts - 1)


def _router(feed: Feed, rng: random.Random) -> Machine:
    s, sent = feed.setting, feed.sent
    passed = Traffic(sent, sent * SIZE)
    strays = Traffic(feed.strays, feed.strays * STRAY)
    # What it filters has come in; it is neither forwarded nor sent.
    forwarded = {"IpForwDatagrams": sent, "IpOutRequests": sent, "IpExtOutOctets": passed.octets}
    return box(
        Box(
            near=ADDRESSES[0],
            far=ADDRESSES[1],
            name=s.router,
            role="routes the feed from one network to the other",
            idle=2_912.0,
            from_near=NOTHING,
            from_far=passed + strays,
            counters=forwarded if s.filtered == "router" else {},
        )
    )


def _receiver(feed: Feed) -> Machine:
    s, host = feed.setting, feed.host
    machine = _idle(s, 0)
    machine.role = f"receives the feed ({s.program})"
    machine.udp = [_socket(s, host)]
    machine.cpus, machine.load = _cpus(feed), _load(feed)
    reached = len(host.socket.latencies) + len(host.socket) + host.socket.errors
    add(machine.counters, {"UdpInDatagrams": len(host.socket.latencies), "UdpNoPorts": host.no_ports})
    add(machine.counters, dict.fromkeys(("UdpInErrors", "UdpRcvbufErrors"), host.socket.errors))
    _count(machine, came=Traffic(reached + host.no_ports, reached * SIZE + host.no_ports * STRAY))
    dropped = sum(cpu.stat.dropped for cpu in host.cpus)  # they had come through the card
    machine.link = Link(rx_dropped=dropped)
    machine.drops = _thrown_away(feed)
    add(machine.nic, {"rx_packets": dropped, "rx_bytes": dropped * SIZE})
    machine.nic |= {"rx_missed_errors": host.missed + s.before, "rx_no_buffer_count": host.missed // 3}
    machine.softnet = _softnet(host, machine.softnet[0].processed - reached - host.no_ports)
    machine.ring = {"max_rx": s.ring_max, "max_tx": s.ring_max, "rx": s.ring, "tx": 256}
    machine.coalescing = {"rx-usecs": round(s.rx_usecs)}
    machine.sysctls = {
        "net.core.netdev_budget": str(s.budget),
        "net.core.netdev_max_backlog": str(s.max_backlog),
        "net.core.rmem_max": str(max(BUFFERS[s.kernel].core_max, s.rcvbuf // 2)),
        **dict(s.extra_sysctls),
    }
    return machine


def _thrown_away(feed: Feed) -> dict[tuple[str, str], int]:
    """By the kernel, within ten seconds: by reason and place. What finds the ring full has never been the kernel's."""
    host, s = feed.host, feed.setting
    often = WATCHED / (feed.bursts * s.period) * random.Random(f"{s.names} {feed.clock.now}").uniform(0.99, 1.01)
    counts = {
        ("CPU_BACKLOG", "enqueue_to_backlog"): host.backlog_drops,
        ("SOCKET_RCVBUFF", "udp_queue_rcv_one_skb"): host.socket.errors,
        ("NO_SOCKET", "__udp4_lib_rcv"): host.no_ports,
    }
    return {where: round(count * often) for where, count in counts.items() if count}


def _socket(s: ArrivalsSetting, host: ReceiveHost) -> SsSocket:
    waiting = TRUESIZE * len(host.socket)
    return SsSocket(
        state="UNCONN",
        here=f"{ADDRESSES[0]}:{PORT}",
        peer="0.0.0.0:*",
        recv_q=waiting,
        process=process(s.program, _pid(s), 5),
        memory=SkMem(r=waiting, rb=s.rcvbuf, tb=212992, f=-waiting % 4096, d=host.socket.errors),
    )


def _load(feed: Feed) -> Load:
    """Interrupts of the card, and of the timers of CPUs that work; a program that is woken costs two switches."""
    s, host, read = feed.setting, feed.host, len(feed.host.socket.latencies)
    busy = sum(cpu.busy for cpu in host.cpus) + s.read * read
    rng = random.Random(f"load {s.names} {feed.clock.now}")
    return Load(
        interrupts=OTHERS_SINCE_BOOT + host.interrupts + int(HZ * busy),
        switches=OTHERS_SINCE_BOOT + 2 * min(host.interrupts, read),
        # vmstat itself runs when it looks, too
        runnable=1 + (rng.random() < s.read * read / feed.clock.now),
    )


def _cpus(feed: Feed) -> list[Cpu]:
    """What each CPU did in a second: programs' own time, their calls, softirqs, nothing."""
    s, host, now = feed.setting, feed.host, feed.clock.now
    read = len(host.socket.latencies) / now
    kernel = min(s.read, SYSCALL) * read
    home = 0 if s.shares else len(host.cpus) - 1
    soft = [cpu.busy / now for cpu in host.cpus] + [0.0] * (CPUS - len(host.cpus))
    shares = [
        (s.read * read - kernel, kernel, soft[cpu]) if cpu == home else (0.0, 0.0, soft[cpu]) for cpu in range(CPUS)
    ]
    rng = random.Random(f"{s.names} {now}")
    return [_ticks(each, rng) for each in shares]


def _ticks(shares: tuple[float, float, float], rng: random.Random) -> Cpu:
    """Whole ticks. No two looks are the same."""
    more = rng.uniform(0.97, 1.03)
    counts = [int(100 * share * more + rng.random()) for share in shares]
    over = max(sum(counts) - 100, 0)
    usr, sys, soft = counts
    soft -= over
    return Cpu(usr=usr, sys=sys, soft=soft, idle=100 - usr - sys - soft)


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
