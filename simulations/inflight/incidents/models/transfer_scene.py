"""What the two machines of a bulk transfer show when somebody looks: the model's state, and what stands around it.

What no model has, such as the card's other counters, is the same whatever is wrong. `noise` of a setting changes some
of it: `sysctls`, `counters`, `nic` (each by machine, 0 the client), `ssh` (the idle session's tcp_info, by name),
`idle` (sockets of others), `strangers` (entries of tcp_metrics), `route` (a word behind the server's default route).
"""

from __future__ import annotations

import random
from collections.abc import Generator
from typing import Any

from inflight.incidents.models.transfer import PINGS, WELL, Setting, Transfer
from inflight.incidents.models.transfer_host import (
    CLIENT,
    COALESCING,
    RING,
    SERVER,
    network,
    softnet,
    ssh_session,
    sysctls,
)
from inflight.incidents.scene import Listening, Machine, Metrics, Qdisc, Scene
from inflight.tcp.constants import HEADERS, SYN_ACK

_FQ_CODEL = "limit 10240p flows 1024 quantum 1514 target 5ms interval 100ms memory_limit 32Mb ecn drop_batch 64"
_BEFORE = ((48_211, 61_330_118), (52_874, 7_220_410))  # packets and bytes that each card had sent before


def run(setting: Setting, rng: random.Random) -> Generator[None, None, Scene]:
    """Run the transfer and look at both machines: first the client, who waits, then the server."""
    chances = [(rng.random(), rng.uniform(60e-6, 400e-6)) for _ in range(PINGS)]
    transfer = Transfer(setting, rng)
    yield from transfer.run()
    return look(transfer, chances)


def look(transfer: Transfer, chances: list[tuple[float, float]]) -> Scene:
    """The scene. chances: of each ping whether it is lost, from 0 to 1, and what the hosts add to it, s."""
    s = transfer.setting
    loss = s.shaper.loss if s.shaper and s.shaper.loss else s.loss
    pings = [
        None if chance < loss else s.rtt + wait + extra
        for wait, (chance, extra) in zip(transfer.waits, chances, strict=True)
    ]
    share = transfer.goodput / s.carries
    return Scene(
        machines=(_client(transfer, pings), _server(transfer, pings)),
        well=share >= WELL,
        outcome=f"{transfer.goodput / 1e6:.1f} of {s.carries / 1e6:.1f} Mbit/s",
    )


def _client(transfer: Transfer, pings: list[float | None]) -> Machine:
    s, watch = transfer.setting, transfer.watch
    acks = watch.capture.acks + 3
    sent = acks * HEADERS + 8 + watch.opening.request
    arrived = watch.data_arrived
    received = watch.flow.receiver.expected + arrived * HEADERS + SYN_ACK
    damaged = transfer.link.lost if s.bad_cable else 0
    machine = _machine(s, CLIENT, pings)
    machine.role = "where people wait for it"
    machine.connections += [watch.receiving()]
    machine.counters = _counters(s, CLIENT, watch.receiver_counters())
    machine.qdiscs = [_fq_codel(CLIENT, acks, sent)]
    machine.nic = _nic(s, CLIENT, (arrived + 1, received), (acks, sent), damaged)
    machine.softnet = softnet(arrived + damaged)
    machine.packets = watch.capture.at_receiver()
    machine.log = _log(transfer, "receiving", "from", s.names[SERVER])
    machine.metrics = [
        Metrics(peer=s.addresses[SERVER], source=s.addresses[CLIENT], age=61.3, cwnd=10, rtt=s.rtt, rttvar=s.rtt / 4)
    ]
    return machine


def _server(transfer: Transfer, pings: list[float | None]) -> Machine:
    s, watch = transfer.setting, transfer.watch
    sender = watch.flow.sender
    acks = watch.acks_arrived + 3
    machine = _machine(s, SERVER, pings)
    machine.role = "sends the data"
    machine.connections += [watch.sending(algorithm=s.algorithm)]
    machine.listening.insert(0, Listening(here=f"0.0.0.0:{s.ports[SERVER]}", recv_q=0, send_q=128))
    machine.counters = _counters(s, SERVER, watch.sender_counters())
    gone = sender.packets_sent + 1, watch.bytes_out + SYN_ACK
    machine.qdiscs = [_fq_codel(SERVER, *gone)]
    if s.shaper:
        machine.qdiscs = [_shaper(transfer)]
        gone = machine.qdiscs[0].packets, machine.qdiscs[0].bytes
    machine.nic = _nic(s, SERVER, (acks, acks * HEADERS + 126), gone, 0)
    machine.softnet = softnet(acks)
    machine.packets = watch.capture.at_sender()
    machine.log = _log(transfer, "sending", "to", s.names[CLIENT])
    known = transfer.metrics
    machine.metrics = [
        *s.noise.get("strangers", ()),
        Metrics(
            peer=s.addresses[CLIENT],
            source=s.addresses[SERVER],
            age=61.3,
            ssthresh=known.ssthresh,
            cwnd=known.cwnd or 10,
            rtt=known.rtt_us / 8e6,
            rttvar=known.rttvar_us / 4e6,
        ),
    ]
    return machine


# ---- what stands around it -----------------------------------------------------------------------------------------


def _machine(s: Setting, place: int, pings: list[float | None]) -> Machine:
    here, there = s.addresses[place], s.addresses[1 - place]
    gateway, there_net = network(here) + ".1", network(there) + ".0/24"
    words = s.noise.get("route", "") if place == SERVER else ""
    routes = [f"default via {gateway} dev eth0 {words}".rstrip()]
    if place == SERVER and s.cwnd_lock:
        routes.append(f"{there_net} via {gateway} dev eth0 cwnd lock {s.cwnd_lock}")
    routes += [
        f"{network(here)}.0/24 dev eth0 proto kernel scope link src {here}",
        f"local {here} dev eth0 table local proto kernel scope host src {here}",
        "local 127.0.0.0/8 dev lo table local proto kernel scope host src 127.0.0.1",
    ]
    return Machine(
        name=s.names[place],
        role="",
        peer=there,
        connections=[ssh_session(s, place), *s.noise.get("idle", ((), ()))[place]],
        listening=[Listening(here="0.0.0.0:22", recv_q=0, send_q=128)],
        sysctls=sysctls(s, place),
        ring=RING,
        coalescing=COALESCING,
        routes=routes,
        ping=list(pings),
    )


def _counters(s: Setting, place: int, counted: dict[str, int]) -> dict[str, int]:
    """With what the machine has counted besides."""
    noise: dict[str, int] = s.noise.get("counters", ({}, {}))[place]
    segments = counted["TcpInSegs"] + 6, counted["TcpOutSegs"] + counted.get("TcpRetransSegs", 0) + 6
    counters = {"IpInReceives": segments[0], "IpInDelivers": segments[0], "IpOutRequests": segments[1], **counted}
    counters["TcpInSegs"] += 6
    counters["TcpOutSegs"] += 6
    for name, value in noise.items():
        counters[name] = counters.get(name, 0) + value
    return counters


def _fq_codel(place: int, packets: int, size: int) -> Qdisc:
    before, bytes_before = _BEFORE[place]
    return Qdisc(
        kind="fq_codel",
        options=_FQ_CODEL,
        packets=before + packets,
        bytes=bytes_before + size,
        extra=(
            f"maxpacket 1514 drop_overlimit 0 new_flow_count {(before + packets) // 9} ecn_mark 0",
            "new_flows_len 0 old_flows_len 0",
        ),
    )


def _shaper(transfer: Transfer) -> Qdisc:
    s, sender, link = transfer.setting, transfer.watch.flow.sender, transfer.link
    shaper, egress = s.shaper, transfer.egress
    assert shaper
    out = transfer.watch.bytes_out + SYN_ACK
    if egress is None:
        lost = link.lost
        return Qdisc(
            kind="netem",
            handle="8002:",
            options=f"limit 1000 loss {100 * shaper.loss:g}%",
            packets=sender.packets_sent + 1 - lost,
            bytes=out - lost * (sender.mss + HEADERS),
            dropped=lost,
        )
    tbf: Any = egress.qdisc
    latency = (shaper.limit - shaper.burst) * 8000 / shaper.rate
    return Qdisc(
        kind="tbf",
        handle="8001:",
        options=f"rate {shaper.rate / 1e6:g}Mbit burst {shaper.burst // 1024}Kb lat {latency:.0f}ms",
        packets=egress.sent + 1,
        bytes=out - tbf.backlog - egress.drops * (sender.mss + HEADERS),
        dropped=egress.drops,
        overlimits=tbf.overlimits,
        backlog_bytes=tbf.backlog,
        backlog_packets=len(tbf),
    )


def _nic(s: Setting, place: int, got: tuple[int, int], sent: tuple[int, int], damaged: int) -> dict[str, int]:
    packets, size = _BEFORE[1 - place]
    own, own_size = _BEFORE[place]
    counters = {
        "rx_packets": packets + got[0],
        "tx_packets": own + sent[0],
        "rx_bytes": size + got[1],
        "tx_bytes": own_size + sent[1],
        "rx_broadcast": 214,
        "rx_errors": damaged,
        "tx_errors": 0,
        "tx_dropped": 0,
        "collisions": 0,
        "rx_crc_errors": damaged,
        "rx_frame_errors": 0,
        "rx_no_buffer_count": 0,
        "rx_missed_errors": 0,
        "tx_timeout_count": 0,
    }
    noise: dict[str, int] = s.noise.get("nic", ({}, {}))[place]
    return counters | noise


def _log(transfer: Transfer, doing: str, preposition: str, peer: str) -> list[str]:
    """A line each second: the sums are what has arrived."""
    s = transfer.setting
    lines = [f"02:00:00 {doing} {s.job} ({s.size / 1e9:g} GB) {preposition} {peer}"]
    before = 0
    for second, count in enumerate(transfer.progress, 1):
        speed = (count - before) / 1e6
        before = count
        lines.append(f"02:00:{second:02} {count / 1e6:8.1f} MB  {100 * count / s.size:6.3f} %  {speed:6.2f} MB/s")
    return lines
