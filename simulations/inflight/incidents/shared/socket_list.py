"""The sockets of a host of the sockets engine, as `ss` lists them: all is read from the engine's state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf

from inflight.incidents.scene import Listening, SkMem, SsSocket, TcpInfo
from inflight.incidents.shared.socket_traffic import First, text
from inflight.incidents.shared.timers import timer_text
from inflight.kernel.sockets.host import CLIENT_WINDOW, Host
from inflight.kernel.sockets.request import Request
from inflight.kernel.sockets.segment import Address
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import ESTABLISHED
from inflight.kernel.sockets.timewait import TimeWait
from inflight.kernel.tcp.rtt import TIMEOUT_INIT_US

STATES = {"ESTABLISHED": "ESTAB", "FIN_WAIT1": "FIN-WAIT-1", "FIN_WAIT2": "FIN-WAIT-2"}
"""Where `ss` does not just write a dash for the underscore (misc/ss.c:sstate_name)."""

Named = Callable[[Socket], str]
"""What `ss -p` says of a socket that a process holds."""


def state(name: str) -> str:
    """A state's name in `ss`."""
    return STATES.get(name, name.replace("_", "-"))


def process(program: str, pid: int, descriptor: int) -> str:
    """As `ss -p` prints it."""
    return f'users:(("{program}",pid={pid},fd={descriptor}))'


def connections(host: Host, named: Named, read_to_end: Callable[[Socket], bool], first: First) -> list[SsSocket]:
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


def _left(here: Address, peer: Address, left: TimeWait, now: float) -> SsSocket:
    timer = timer_text("timewait", left.due - now)
    return SsSocket(state=state(left.state), here=text(here), peer=text(peer), timer=timer)


def _half_open(here: Address, peer: Address, request: Request, now: float) -> SsSocket:
    # its timer doubles from a second on (`reqsk_timeout`)
    due = request.since + ((2 << request.num_timeout) - 1) * TIMEOUT_INIT_US / 1e6
    timer = timer_text("on", due - now, request.num_timeout)
    return SsSocket(state="SYN-RECV", here=text(here), peer=text(peer), timer=timer)


def _connection(socket: Socket, named: Named, at_end: bool, first: First) -> SsSocket:
    sender, now = socket.transmitter, socket.host.clock.now
    return SsSocket(
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
    if sender.due < inf:
        if sender.timer == "window probe":
            return timer_text("persist", sender.due - now, sender.probes_out)
        return timer_text("on", sender.due - now, sender.retransmits)
    if socket.keepalive.armed:
        return timer_text("keepalive", socket.keepalive.due - now, sender.probes_out)
    return ""


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


def listening(host: Host, names: Mapping[int, str]) -> list[Listening]:
    """`ss -lnt`: names are those of the processes, by port."""
    return [
        Listening(
            here=f"0.0.0.0:{port}",
            recv_q=len(listener.accept_queue),
            send_q=listener.max_ack_backlog,
            process=names.get(port, ""),
        )
        for port, listener in host.listeners.items()
    ]


IDLE = (("10.9.0.4", 51822), ("10.9.0.7", 40114), ("10.9.1.12", 60230))
"""Who is logged in by ssh at times."""


def ssh(here: str, place: int, idle: float) -> SsSocket:
    """Somebody's shell, forgotten for `idle` s."""
    host, port = IDLE[place % len(IDLE)]
    return SsSocket(
        state="ESTAB",
        here=f"{here}:22",
        peer=f"{host}:{port}",
        timer=timer_text("keepalive", 7200 - idle % 7200),
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
