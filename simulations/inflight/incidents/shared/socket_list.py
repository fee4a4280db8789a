"""The sockets of a host of the sockets engine, as `ss` lists them: everything is read from the engine's state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from math import inf

from inflight.incidents.scene import Listening, SkMem, SsSocket, TcpInfo
from inflight.incidents.shared.idle_hosts import sshd
from inflight.incidents.shared.process import process
from inflight.incidents.shared.socket_traffic import First, text
from inflight.incidents.shared.timers import KEEPALIVE_TIME, keepalive_timer, timer_text
from inflight.kernel.sockets.host import CLIENT_WINDOW, Host
from inflight.kernel.sockets.request import Request
from inflight.kernel.sockets.segment import Address
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import SYN_SENT
from inflight.kernel.sockets.timewait import TimeWait
from inflight.kernel.tcp.rtt import TIMEOUT_INIT_US

STATES = {"ESTABLISHED": "ESTAB", "FIN_WAIT1": "FIN-WAIT-1", "FIN_WAIT2": "FIN-WAIT-2"}
"""Names for which `ss` does more than write a dash for the underscore (misc/ss.c:sstate_name)."""

Named = Callable[[Socket], str]
"""What `ss -p` says about a socket that a process holds."""


def state(name: str) -> str:
    """A state's name in `ss`."""
    return STATES.get(name, name.replace("_", "-"))


def connections(host: Host, named: Named, read_to_end: Callable[[Socket], bool], first: First) -> list[SsSocket]:
    """All of a host's, those in TIME-WAIT last. read_to_end: sockets whose program knows of the peer's FIN."""
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
        info=_info(socket, now, first),
        memory=_memory(socket),
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


def _memory(socket: Socket) -> SkMem:
    """What waits to be read and to be acknowledged, each in its own skb (`SKB_TRUESIZE`), in whole pages."""
    sender = socket.transmitter
    unread, queued = (size + OVERHEAD if size else 0 for size in (socket.unread, sender.written - sender.una))
    return SkMem(r=unread, w=queued, f=-(unread + queued) % 4096)


def unanswered(repeats: int, timeout: float, quiet: float, up: float) -> TcpInfo:
    """A SYN's: nothing is agreed on yet, and nothing has come since the machine started.

    repeats: how often it was sent again; timeout: until the next time; quiet: since the last; up: since the machine
    started, all in s.
    """
    return TcpInfo(
        wscale=None,
        timestamps=False,
        sack=False,
        rto=timeout,
        ato=0.0,
        mss=524,
        rcvmss=88,
        cwnd=1 if repeats else 10,
        ssthresh=7 if repeats else None,
        segs_out=1 + repeats,
        lastsnd=quiet,
        lastrcv=up,
        lastack=up,
        unacked=1,
        retrans=(1 if repeats else 0, repeats),
        lost=1 if repeats else 0,
        rcv_space=0,
    )


def _info(socket: Socket, now: float, first: First) -> TcpInfo:
    """`tcp_info`, as far as a few segments make one."""
    if socket.state == SYN_SENT:
        again = socket.transmitter
        return unanswered(again.retransmits, again.rto / 250, now - again.repeated, now)
    sender, rtt = socket.transmitter, socket.transmitter.rtt
    smoothed = (rtt.srtt_us >> 3) / 1e6
    began, theirs = first.get((socket.here, socket.peer), 0) + 1, first.get((socket.peer, socket.here), 0) + 1
    sent, received = max(sender.nxt - began, 0), max(socket.rcv_nxt - theirs, 0)
    answered = socket.accepted and bool(sent)
    return TcpInfo(
        rto=sender.rto / 250,
        rtt=smoothed,
        rttvar=(rtt.mdev_us >> 2) / 1e6,
        ato=0.04 if received else 0.0,
        mss=socket.segment_size,
        rcvmss=max(536, min(received, 1448)),
        cwnd=sender.cwnd,
        bytes_sent=sent,
        bytes_acked=max(sender.una - began, 0),
        bytes_received=received,
        segs_out=socket.segs_out,
        segs_in=socket.segs_in,
        data_segs_out=-(-sent // 1448),
        data_segs_in=-(-received // 1448),
        lastsnd=now - sender.last_sent,
        lastrcv=now - socket.last_data,
        lastack=now - sender.last_ack,
        unacked=1 if sender.nxt > sender.una else 0,
        retrans=(1 if sender.retransmits else 0, sender.total_rto),
        lost=1 if sender.retransmits else 0,
        pacing_rate=sender.cwnd * 1448 * 16 / smoothed if smoothed else 0.0,
        delivery_rate=1448 * 8 / smoothed if answered and smoothed else 0.0,
        delivered=1 + -(-sent // 1448),
        app_limited=True,
        busy=smoothed if sent else 0.0,
        min_rtt=rtt.min_rtt_us / 1e6 if rtt.min_rtt_us < 1e9 else smoothed,
        snd_wnd=max(sender.window - sender.una, 0),
    )


class Descriptors:
    """Of a process: a socket keeps the one that it was given, and a new one gets the lowest that is free."""

    def __init__(self, first: int) -> None:
        self._first = first
        self._numbers: dict[Socket, int] = {}

    def named(self, program: str, pid: int) -> Named:
        """By this program."""
        return lambda socket: process(program, pid, self._of(socket))

    def _of(self, socket: Socket) -> int:
        numbers = self._numbers
        if socket not in numbers:
            self._numbers = numbers = {each: number for each, number in numbers.items() if not each.orphan}
            used = set(numbers.values())
            numbers[socket] = next(each for each in count(self._first) if each not in used)
        return numbers[socket]


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


OVERHEAD = 1280
"""Bytes of an skb besides its data, on average over what arrives."""

IDLE = (("10.9.0.4", 51822), ("10.9.0.7", 40114), ("10.9.1.12", 60230))
"""Who may be logged in over ssh."""


def shell(here: str, place: int, idle: float) -> SsSocket:
    """Somebody's shell, forgotten for `idle` s; each has an sshd of its own."""
    host, port = IDLE[place % len(IDLE)]
    rtt = 0.0008 + 0.0003 * place
    return SsSocket(
        state="ESTAB",
        here=f"{here}:22",
        peer=f"{host}:{port}",
        timer=keepalive_timer(idle),
        process=sshd(4, pid=2903 + 1_117 * place),
        info=TcpInfo(
            rto=0.204,
            rtt=rtt,
            rttvar=rtt / 3,
            bytes_sent=28_417 + 3_100 * place,
            bytes_acked=28_417 + 3_100 * place,
            bytes_received=9_301 + 740 * place,
            segs_out=402 + 41 * place,
            segs_in=517 + 47 * place,
            data_segs_out=331 + 33 * place,
            data_segs_in=268 + 21 * place,
            lastsnd=idle,
            lastrcv=idle,
            lastack=idle % KEEPALIVE_TIME,
            pacing_rate=20 * 1448 * 8 / rtt,
            delivery_rate=1448 * 8 / rtt,
            delivered=332 + 33 * place,
            app_limited=True,
            busy=0.412 + 0.03 * place,
            retrans=(0, 2),
            min_rtt=rtt * 0.8,
            snd_wnd=CLIENT_WINDOW,
        ),
        memory=SkMem(),
    )
