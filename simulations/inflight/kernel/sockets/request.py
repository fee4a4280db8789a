"""A half-open connection: a SYN was answered, the third segment has not come (`request_sock`, state SYN_RECV).

It is no socket yet: no process knows of it, and it has one timer, which sends the SYN-ACK again.
"""

from __future__ import annotations

from typing import Protocol

from inflight.kernel.clock import Timer
from inflight.kernel.sockets.segment import Address, Segment, SynOptions
from inflight.kernel.sockets.stack import Stack
from inflight.kernel.sockets.states import CLOSED, SYN_RECV
from inflight.kernel.tcp.rtt import RTO_MAX_US, TIMEOUT_INIT_US

OOW_INTERVAL = 0.5
"""s: a SYN that comes again is answered once in this time (`net.ipv4.tcp_invalid_ratelimit`)."""


class RequestListener(Protocol):
    """What a request asks of the socket that listens; see `Listener`."""

    address: Address
    window: int
    open: bool
    young: int
    defer_accept: int

    @property
    def host(self) -> Stack: ...

    def send_syn_ack(self, syn: Segment, isn: int, *, tsval: int | None = None, again: bool = False) -> None: ...

    def syn_ack_retries(self) -> int: ...

    def establish(self, request: Request, segment: Segment) -> bool: ...

    def removed(self, request: Request) -> None: ...


class Request:
    """num_timeout: how often its timer has fired. acked: the third segment came and had no seat."""

    __slots__ = (
        "_last_answer",
        "_listener",
        "_timer",
        "acked",
        "num_timeout",
        "options",
        "peer",
        "rcv_nxt",
        "retransmitted",
        "since",
        "snt_isn",
        "syn",
    )

    state = SYN_RECV

    def __init__(self, listener: RequestListener, syn: Segment, options: SynOptions, snt_isn: int) -> None:
        self._listener = listener
        self.syn = syn
        self.peer = syn.source
        self.options = options
        self.snt_isn = snt_isn
        self.rcv_nxt = syn.seq + 1
        self.num_timeout = 0
        self.retransmitted = False
        self.acked = False
        self.since = listener.host.clock.now
        self._last_answer = float("-inf")
        self._timer = Timer(listener.host.clock, self._fires)
        self._timer.set(TIMEOUT_INIT_US)

    def _wait_us(self) -> int:
        """The next wait, doubled for each one before (`reqsk_timeout`), µs."""
        return min(TIMEOUT_INIT_US << self.num_timeout, RTO_MAX_US)

    def send_syn_ack(self, *, again: bool = False) -> None:
        """Answer the SYN."""
        self._listener.send_syn_ack(self.syn, self.snt_isn, again=again)
        self.retransmitted |= again
        if again:  # `tcp_rtx_synack`, whether a timer or another SYN asked for it
            self._listener.host.counters["TcpRetransSegs"] += 1

    def _fires(self) -> None:
        """`inet_connection_sock.c:reqsk_timer_handler`."""
        listener = self._listener
        host = listener.host
        host.log.timer(self._timer.set_at, host.clock.now, listener.address, self.peer, "SYN-ACK timer")
        if not listener.open:
            self.drop()
            return
        host.counters["TCPTimeouts"] += 1
        retries, deferred = listener.syn_ack_retries(), listener.defer_accept
        expired, resend = self.num_timeout >= retries, True
        if deferred:  # `syn_ack_recalc`
            expired = expired and (not self.acked or self.num_timeout >= deferred)
            resend = not self.acked or self.num_timeout >= deferred - 1
        if expired:
            self.drop()
            return
        if resend:
            self.send_syn_ack(again=True)
        self.num_timeout += 1
        if self.num_timeout == 1:
            listener.young -= 1
        self._timer.set(self._wait_us())

    def receive(self, segment: Segment) -> None:
        """A segment for this connection (`tcp_minisocks.c:tcp_check_req`)."""
        listener = self._listener
        host = listener.host
        if not listener.open:  # `tcp_ipv4.c:tcp_v4_rcv`: it goes with its listener, and the segment is looked up anew
            self.drop()
            host.receive(segment)
            return
        if segment.flags == "S" and segment.seq == self.syn.seq:
            self._syn_again()
            return
        if segment.acks and not segment.rst and segment.ack != self.snt_isn + 1:
            host.refuse(segment)
            return
        if segment.seq > self.rcv_nxt + listener.window or segment.end < self.rcv_nxt:
            return  # out of the window
        if segment.rst or segment.syn:
            if not segment.rst:
                host.refuse(segment)
            host.counters["TcpAttemptFails"] += 1
            self._reset()
            return
        if not segment.acks:
            return
        if self.num_timeout < listener.defer_accept and segment.end == self.rcv_nxt:
            self.acked = True
            host.counters["TCPDeferAcceptDrop"] += 1
            return
        if not listener.establish(self, segment):
            if host.sysctls.tcp_abort_on_overflow:
                host.refuse(segment)
                self._reset()
            else:
                self.acked = True

    def unreachable(self, error: str) -> None:
        """An ICMP message about the SYN-ACK: the timer sends it again all the same."""

    def too_big(self, mtu: int) -> None:
        """A SYN-ACK fits into every link."""

    def _syn_again(self) -> None:
        host = self._listener.host
        now = host.clock.now
        if now - self._last_answer < OOW_INTERVAL:
            host.counters["TCPACKSkippedSynRecv"] += 1
            return
        self._last_answer = now
        self.send_syn_ack(again=True)
        self._timer.set(self._wait_us())

    def _reset(self) -> None:
        self._listener.host.counters["EmbryonicRsts"] += 1
        self.drop()

    def drop(self) -> None:
        """Forget it."""
        host = self._listener.host
        self.leave()
        host.log.entered(host.clock.now, self._listener.address, self.peer, CLOSED)

    def leave(self) -> None:
        """It is not half-open any more: established, or dropped."""
        self._timer.cancel()
        self._listener.removed(self)
