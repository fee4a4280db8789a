"""What the three machines show: counters that follow from how many requests and connections there were."""

from __future__ import annotations

import random

from inflight.incidents.families.proxy import logs, sockets
from inflight.incidents.families.proxy.model import SLOTS, Front
from inflight.incidents.families.proxy.setting import ProxySetting
from inflight.incidents.scene import Listening, Machine
from inflight.incidents.shared.idle_hosts import ANY, gateway, sshd
from inflight.incidents.shared.numbers import mac
from inflight.incidents.shared.process import process
from inflight.incidents.shared.socket_list import shell
from inflight.incidents.shared.socket_traffic import HEADERS, SYN_HEADERS, pings
from inflight.incidents.shared.traffic import Traffic, add, counted_of_session, fq_codel, of_session, put

ARPS = 164
CPUS = 4
NEAR = 0.0004
"""Round trip between proxy and backend, which are neighbours, s."""


def front(model: Front) -> Machine:
    """It asks the proxy, on connections that stay open: a request, its answer, and the ACK of that."""
    s, requests = model.setting, model.totals.requests
    machine = _machine(s, s.names[0], "makes the requests (relay), and starts the agents’ jobs", s.client)
    machine.peer = sockets.address(s)
    machine.connections = sockets.at_front(model)
    came, went = _answers(model), Traffic(2 * requests, requests * (2 * HEADERS + s.request))
    _count(machine, model, came, went, _tcp(requests, 2 * requests, requests, requests))
    machine.log, machine.journal = logs.of_front(model), logs.of_cron(model)
    return _finished(machine, model, s.rtt)


def backend(model: Front) -> Machine:
    """It answers, and never closes first."""
    s, totals = model.setting, model.totals
    machine = _machine(s, s.names[1], f"answers them ({s.program})", s.server)
    machine.peer = sockets.address(s)
    machine.addresses = sockets.targets(s)
    machine.connections = sockets.at_backend(model)
    listens = Listening(
        here=f"0.0.0.0:{s.port}",
        recv_q=model.queued,
        send_q=s.backlog,
        process=process(s.program, sockets.pid(s), 6),
    )
    machine.listening = [listens, *machine.listening]
    came, went = _to_backend(model), _from_backend(model)
    counted = _tcp(came.frames, went.frames, totals.answered, totals.answered)
    counted |= {
        "TcpPassiveOpens": totals.opened,
        "TcpExtListenOverflows": totals.dropped,
        "TcpExtListenDrops": totals.dropped,
    }
    _count(machine, model, came, went, counted)
    machine.sysctls = {
        "net.core.somaxconn": "4096",
        "net.ipv4.tcp_max_syn_backlog": "1024",
        "net.ipv4.tcp_syncookies": str(s.tcp_syncookies),
        "net.ipv4.tcp_abort_on_overflow": "0",
    }
    machine.log = logs.of_backend(model)
    return _finished(machine, model, NEAR)


def proxy(model: Front) -> Machine:
    """It ends the front’s connections, and has its own to the backend."""
    s, totals = model.setting, model.totals
    machine = _machine(s, s.proxy, "the reverse proxy between them (nginx)", sockets.address(s))
    machine.peer = s.server
    machine.connections = sockets.at_proxy(model)
    owner = process("nginx", sockets.NGINX, 6)
    listens = Listening(here=f"0.0.0.0:{sockets.HTTPS}", recv_q=0, send_q=511, process=owner)
    machine.listening = [listens, *machine.listening]
    requests = totals.requests
    asked = Traffic(2 * requests, requests * (2 * HEADERS + s.request))
    came, went = asked + _from_backend(model), _answers(model) + _to_backend(model)
    counted = _tcp(came.frames, went.frames - totals.again, requests + totals.answered, requests + totals.answered)
    counted |= {
        "TcpActiveOpens": totals.tried,
        "TcpAttemptFails": totals.late,
        "TcpRetransSegs": totals.again,
        "TcpExtTCPSynRetrans": totals.again,
        "TcpExtTCPTimeouts": totals.again,
        "TcpExtTW": totals.closed,
        "TcpExtTWRecycled": totals.recycled,
    }
    _count(machine, model, came, went, counted)
    low, high = s.ip_local_port_range
    machine.sysctls = {
        "net.core.somaxconn": "4096",
        "net.ipv4.ip_local_port_range": f"{low}\t{high}",
        "net.ipv4.tcp_tw_reuse": str(s.tcp_tw_reuse),
        "net.ipv4.tcp_fin_timeout": str(s.tcp_fin_timeout),
        "net.ipv4.tcp_max_tw_buckets": str(s.tcp_max_tw_buckets),
    }
    machine.log = logs.of_proxy(model)
    _finished(machine, model, NEAR)
    machine.connections = sockets.WithTimeWaits(machine.connections, model)
    return machine


# ---- what passes -----------------------------------------------------------------------------------------------------


def _answers(model: Front) -> Traffic:
    requests = model.totals.requests
    return Traffic(requests, requests * (HEADERS + model.setting.response))


def _to_backend(model: Front) -> Traffic:
    """SYNs, the handshake’s last ACK, requests, ACKs of answers, and FIN and the last ACK of what the proxy closes."""
    t, s = model.totals, model.setting
    syns = t.tried + t.again
    bare = t.opened + t.answered + 2 * t.closed
    return Traffic(syns + bare + t.answered, syns * SYN_HEADERS + bare * HEADERS + t.answered * (HEADERS + s.request))


def _from_backend(model: Front) -> Traffic:
    """SYN-ACKs, the ACK of the first request (quick ACKs), answers, and FINs."""
    t, s = model.totals, model.setting
    bare = t.opened + t.closed
    size = t.opened * SYN_HEADERS + bare * HEADERS + t.answered * (HEADERS + s.response)
    return Traffic(t.opened + bare + t.answered, size)


def _tcp(came: int, went: int, heard: int, said: int) -> dict[str, int]:
    """heard, said: segments with data among them."""
    return {
        "TcpInSegs": came,
        "TcpOutSegs": went,
        "TcpExtTCPHPHits": heard,
        "TcpExtTCPHPAcks": max(came - heard, 0),
        "TcpExtTCPOrigDataSent": said,
        "TcpExtTCPDelivered": said,
    }


# ---- a machine -------------------------------------------------------------------------------------------------------


def _machine(s: ProxySetting, name: str, role: str, address: str) -> Machine:
    """Before anything has passed."""
    return Machine(
        name=name,
        role=role,
        listening=[Listening(here=f"{any_}:22", recv_q=0, send_q=128, process=sshd(3 + six)) for six, any_ in ANY],
        addresses=[address],
        macs=[mac(address)],
        ring={"max_rx": 4096, "max_tx": 4096, "rx": 512, "tx": 512},
        coalescing={"rx-usecs": 3},
        routes=[f"default via {gateway(address)} dev eth0 proto static"],
    )


def _count(machine: Machine, model: Front, came: Traffic, went: Traffic, counted: dict[str, int]) -> None:
    s, passed = model.setting, model.slot / SLOTS
    add(machine.counters, counted)
    here = machine.addresses[0]
    for place, idle in enumerate(s.shells):
        session = shell(here, place, idle + passed)
        machine.connections.append(session)
        assert session.info
        add(machine.counters, counted_of_session(session.info))
        more = of_session(session.info)
        came, went = came + more[0], went + more[1]
    put(machine, came, went, arps=ARPS, cpus=CPUS, busy=0)
    machine.qdiscs = [fq_codel(machine)]


def _finished(machine: Machine, model: Front, rtt: float) -> Machine:
    """As it is now."""
    passed = model.slot / SLOTS
    machine.clock = passed
    rng = random.Random(f"{machine.name} {model.slot}")
    machine.ping = pings(rng, rtt)
    return machine
