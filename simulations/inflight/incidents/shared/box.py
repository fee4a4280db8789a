"""The machine between the other two: a Linux router, firewall or balancer that forwards what they send each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from inflight.incidents.scene import CapturedPacket, Listening, LogLine, Machine, Softnet, TcQdisc
from inflight.incidents.shared.idle_hosts import ANY, gateway, sshd
from inflight.incidents.shared.numbers import mac
from inflight.incidents.shared.socket_list import shell
from inflight.incidents.shared.traffic import Traffic, add, counted_of_session, fq_codel, of_session, put

CPUS = 4
ARPS = 240
NOTHING = Traffic()
RING = {"max_rx": 4096, "max_tx": 4096, "rx": 512, "tx": 512}
COALESCING = {"rx-usecs": 3}


@dataclass(frozen=True, kw_only=True)
class Box:
    """What a family knows of it.

    near, far: addresses of the machines at either end. name, role: as in the scene. idle: how long the session of
    somebody who is logged in has been quiet, s. from_near, from_far: what came in from there since the model began;
    dropped: frames of these that were dropped at the card through which they should have left, by the side that they
    came from; refused: frames from the near side that a rule dropped after IP had counted them. others: addresses in
    further networks (eth2 and so on); from_others: what came in from there for the near side. counters, sysctls, log:
    what is special about it. queue: at eth0, fq_codel unless told otherwise; what it has sent is filled in; more: other
    disciplines there. packets: what tcpdump shows there.
    """

    near: str
    far: str
    name: str
    role: str
    idle: float
    from_near: Traffic
    from_far: Traffic
    dropped: tuple[int, int] = (0, 0)
    refused: int = 0
    others: Sequence[str] = ()
    from_others: Traffic = NOTHING
    counters: Mapping[str, int] = field(default_factory=dict)
    sysctls: Mapping[str, str] = field(default_factory=dict)
    log: Sequence[LogLine] = ()
    queue: TcQdisc | None = None
    more: Sequence[TcQdisc] = ()
    packets: Sequence[CapturedPacket] = ()
    pings: Sequence[float | None] = ()


def box(b: Box) -> Machine:
    """The third machine of a scene: eth0 leads to the far side, eth1 to the near one."""
    addresses = [gateway(b.far), gateway(b.near), *b.others]
    session = shell(addresses[0], 2, b.idle)
    assert session.info
    machine = Machine(
        name=b.name,
        role=b.role,
        peer=b.far,
        connections=[session],
        listening=[Listening(here=f"{any_}:22", recv_q=0, send_q=128, process=sshd(3 + six)) for six, any_ in ANY],
        counters=counted_of_session(session.info),
        ring=RING,
        coalescing=COALESCING,
        sysctls={"net.ipv4.ip_forward": "1", "net.ipv4.conf.all.forwarding": "1", **b.sysctls},
        addresses=addresses,
        macs=[mac(address, number) for number, address in enumerate(addresses)],
        routes=[f"default via {gateway(b.far)[:-1]}254 dev eth0"],
        ping=list(b.pings),
        log=list(b.log),
        packets=list(b.packets),
    )
    came, went = of_session(session.info)
    near, far = b.from_near, b.from_far
    others, passed = b.from_others, _without(near, b.refused)
    leaves = _without(passed, b.dropped[0] + (b.queue.backlog_packets if b.queue else 0))
    put(machine, came + far, went + leaves, arps=ARPS, cpus=CPUS, busy=0)
    # eth1, whose driver nobody asks, interrupts another CPU.
    machine.softnet[1] = Softnet(processed=b.from_near.skbs + ARPS)
    add(
        machine.counters,
        {
            "IpInReceives": near.skbs + others.skbs,
            "IpExtInOctets": near.octets + others.octets,
            "IpExtInNoECTPkts": near.frames + others.frames,
            # What is forwarded is delivered to nobody here, and goes out again (`ip_forward_finish`, `ip_output`). A
            # queueing discipline that drops it comes after both.
            "IpForwDatagrams": passed.skbs + far.skbs + others.skbs,
            "IpInDelivers": -far.skbs,
            "IpOutRequests": far.skbs + others.skbs + passed.skbs - leaves.skbs,
            "IpExtOutOctets": far.octets + others.octets + passed.octets - leaves.octets,
            **b.counters,
        },
    )
    queue = b.queue or fq_codel(machine)
    machine.qdiscs = [replace(queue, packets=machine.nic["tx_packets"], bytes=machine.nic["tx_bytes"]), *b.more]
    return machine


def _without(all_: Traffic, count: int) -> Traffic:
    """What is left of it; all of its frames are taken to be of one size."""
    left = max(all_.frames - count, 0)
    return Traffic(left, all_.size * left // max(all_.frames, 1), min(all_.joined, left))
