"""The sockets of a host of the sockets engine, as `ss` shows them.

Everything is read from the engine's state. What the engine does not have, such as the sizes of buffers, is the same
whatever is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from inflight.incidents.models.idle_host import gateway
from inflight.incidents.models.sockets_traffic import (
    COALESCING,
    RING,
    First,
    Heard,
    Watched,
    beginnings,
    counters,
    nic,
    qdiscs,
    sent_by,
    softnet,
    text,
)
from inflight.incidents.observe import in_words
from inflight.incidents.scene import Connection, Listening, Machine, Packet, SkMem, TcpInfo
from inflight.kernel.path.routing import network_of
from inflight.kernel.sockets.host import CLIENT_WINDOW, Host
from inflight.kernel.sockets.request import Request
from inflight.kernel.sockets.segment import Address
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import ESTABLISHED
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.timewait import TimeWait
from inflight.kernel.tcp.rtt import TIMEOUT_INIT_US

STATES = {"ESTABLISHED": "ESTAB", "FIN_WAIT1": "FIN-WAIT-1", "FIN_WAIT2": "FIN-WAIT-2"}
"""Where `ss` does not just write a dash for the underscore (misc/ss.c:sstate_name)."""

Named = Callable[[Socket], str]
"""What `ss -p` says of a socket that a process holds."""


def state(name: str) -> str:
    """A state's name in `ss`."""
    return STATES.get(name, name.replace("_", "-"))


# ---- machines --------------------------------------------------------------------------------------------------------


def machine(
    host: Watched,
    *,
    name: str,
    role: str,
    peer: str,
    named: Named,
    read_to_end: Callable[[Socket], bool],
    listeners: Mapping[int, str],
    sshd: int = 702,
    leaves: bool = True,
    dropped: int = 0,
    packets: Callable[[list[Heard], list[Heard]], list[Packet]],
    sysctls: Iterable[str],
    routes: list[str],
    ping: list[float | None],
    log: list[str],
) -> Machine:
    """A host of the engine after the run.

    listeners: the processes that listen, by port; sshd: number of the one that waits for people. leaves: what it sends
    leaves by eth0, which is all that is shown; dropped: of what came in, before TCP. packets: what tcpdump shows of
    what came and what left.
    """
    incoming, sent = host.heard, sent_by(host)
    outgoing = sent if leaves else []
    return Machine(
        name=name,
        role=role,
        peer=peer,
        connections=connections(host, named, read_to_end, beginnings(incoming + sent)),
        listening=[
            *listening(host, listeners),
            Listening(here="0.0.0.0:22", recv_q=0, send_q=128, process=process("sshd", sshd, 3)),
        ],
        counters=counters(host, incoming, sent, dropped=dropped),
        qdiscs=qdiscs(outgoing),
        nic=nic(incoming, outgoing),
        ring=RING,
        coalescing=COALESCING,
        softnet=softnet(incoming),
        packets=packets(incoming, outgoing),
        sysctls=sysctl_text(host.sysctls, sysctls),
        routes=routes,
        ping=ping,
        log=log,
    )


def process(program: str, pid: int, descriptor: int) -> str:
    """As `ss -p` prints it."""
    return f'users:(("{program}",pid={pid},fd={descriptor}))'


def only_route(address: str) -> list[str]:
    """`ip route` of a host with one card."""
    return [f"default via {gateway(address)} dev eth0 proto static", link_route("eth0", address)]


def link_route(device: str, address: str) -> str:
    """The route to the neighbours of a device."""
    return f"{network_of(f'{address}/24')} dev {device} proto kernel scope link src {address}"


# ---- ss --------------------------------------------------------------------------------------------------------------


def connections(host: Host, named: Named, read_to_end: Callable[[Socket], bool], first: First) -> list[Connection]:
    """All of a host's, those in TIME-WAIT at the end. read_to_end: the program has been told of the peer's FIN."""
    living, waiting = [], []
    for (port, peer), endpoint in host.connections.items():
        here = Address(host.address, port)
        if isinstance(endpoint, TimeWait):
            waiting.append(_left(here, peer, endpoint, host.clock.now))
        elif isinstance(endpoint, Request):
            living.append(_half_open(here, peer, endpoint, host.clock.now))
        elif isinstance(endpoint, Socket):
            living.append(_connection(endpoint, named, read_to_end(endpoint), first))
    return living + waiting


def _left(here: Address, peer: Address, left: TimeWait, now: float) -> Connection:
    timer = _timer("timewait", left.due, now)
    return Connection(state=state(left.state), here=text(here), peer=text(peer), timer=timer)


def _half_open(here: Address, peer: Address, request: Request, now: float) -> Connection:
    # its timer doubles from a second on (`reqsk_timeout`)
    due = request.since + ((2 << request.num_timeout) - 1) * TIMEOUT_INIT_US / 1e6
    timer = _timer("on", due, now, request.num_timeout)
    return Connection(state="SYN-RECV", here=text(here), peer=text(peer), timer=timer)


def _connection(socket: Socket, named: Named, at_end: bool, first: First) -> Connection:
    sender, now = socket.transmitter, socket.host.clock.now
    return Connection(
        state=state(socket.state),
        here=text(socket.here),
        peer=text(socket.peer),
        # a FIN counts until read() has returned 0 (`tcp_diag.c:tcp_diag_get_info`: rcv_nxt - copied_seq)
        recv_q=socket.unread + (socket.eof and not at_end),
        send_q=sender.written - sender.una,
        timer=_socket_timer(socket, now),
        process=named(socket) if socket.accepted and not socket.orphan else "",
        info=_info(socket, now, first) if socket.state == ESTABLISHED else None,
        memory=SkMem(r=1280 if socket.unread else 0),
    )


def _socket_timer(socket: Socket, now: float) -> str:
    sender = socket.transmitter
    if sender.due < float("inf"):
        if sender.timer == "window probe":
            return _timer("persist", sender.due, now, sender.probes_out)
        return _timer("on", sender.due, now, sender.retransmits)
    if socket.keepalive.armed:
        return _timer("keepalive", socket.keepalive.due, now, sender.probes_out)
    return ""


def _timer(name: str, due: float, now: float, tries: int = 0) -> str:
    """`ss -o`: which timer, when, and how often it has fired in vain."""
    return f"{name},{in_words(max(due - now, 0.0))},{tries}"


def _info(socket: Socket, now: float, first: First) -> TcpInfo:
    """`tcp_info`, as far as a few segments make one."""
    sender, rtt = socket.transmitter, socket.transmitter.rtt
    smoothed = (rtt.srtt_us >> 3) / 1e6
    began, theirs = first.get((socket.here, socket.peer), 0) + 1, first.get((socket.peer, socket.here), 0) + 1
    quiet = now - socket.last_received
    return TcpInfo(
        rto=sender.rto / 250,
        rtt=smoothed,
        rttvar=(rtt.mdev_us >> 2) / 1e6,
        mss=socket.segment_size,
        cwnd=sender.cwnd,
        bytes_sent=max(sender.nxt - began, 0),
        bytes_acked=max(sender.una - began, 0),
        bytes_received=max(socket.rcv_nxt - theirs, 0),
        lastsnd=now - sender.last_sent if sender.last_sent else quiet,
        lastrcv=quiet,
        lastack=quiet,
        unacked=1 if sender.nxt > sender.una else 0,
        retrans=(1 if sender.retransmits else 0, sender.total_rto),
        pacing_rate=sender.cwnd * 1448 * 16 / smoothed if smoothed else 0.0,
        min_rtt=smoothed,
        snd_wnd=max(sender.window - sender.una, 0),
    )


def named(program: str, pid: int, first: int) -> Named:
    """Descriptors are counted up; which of them a socket has does not matter."""
    numbers: dict[Socket, int] = {}

    def name(socket: Socket) -> str:
        return process(program, pid, first + numbers.setdefault(socket, len(numbers)))

    return name


def listening(host: Host, names: Mapping[int, str], address: str = "0.0.0.0") -> list[Listening]:
    """`ss -lnt`: names are those of the processes, by port."""
    return [
        Listening(
            here=f"{address}:{port}",
            recv_q=len(listener.accept_queue),
            send_q=listener.max_ack_backlog,
            process=names.get(port, ""),
        )
        for port, listener in host.listeners.items()
    ]


def sysctl_text(sysctls: Sysctls, names: Iterable[str]) -> dict[str, str]:
    """Those of `names` as `sysctl` prints them; without a prefix they are the engine's."""
    found = {}
    for name in names:
        value = getattr(sysctls, name)
        words = "\t".join(map(str, value)) if isinstance(value, tuple) else f"{value:g}"
        found[f"net.{'core' if name == 'somaxconn' else 'ipv4'}.{name}"] = words
    return found


IDLE = (("10.9.0.4", 51822), ("10.9.0.7", 40114), ("10.9.1.12", 60230))
"""Who is logged in by ssh at times."""


def ssh(here: str, place: int, idle: float) -> Connection:
    """Somebody's shell, forgotten for `idle` s."""
    host, port = IDLE[place % len(IDLE)]
    return Connection(
        state="ESTAB",
        here=f"{here}:22",
        peer=f"{host}:{port}",
        timer=f"keepalive,{in_words(7200 - idle % 7200)},0",
        process=process("sshd", 811, 4),
        info=TcpInfo(
            rto=0.204,
            rtt=0.0012,
            rttvar=0.0004,
            bytes_sent=28_417,
            bytes_acked=28_417,
            bytes_received=9_301,
            segs_out=402,
            segs_in=517,
            data_segs_out=331,
            data_segs_in=268,
            lastsnd=idle,
            lastrcv=idle,
            lastack=idle,
            pacing_rate=193e6,
            retrans=(0, 2),
            min_rtt=0.0009,
            snd_wnd=CLIENT_WINDOW,
        ),
        memory=SkMem(),
    )
