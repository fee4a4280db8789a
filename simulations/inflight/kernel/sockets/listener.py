"""A listening socket: the half-open requests that it counts, and the queue of connections that wait for accept().

`inet_connection_sock.c`, `tcp_input.c:tcp_conn_request`, `tcp_ipv4.c:tcp_v4_syn_recv_sock`. The rules that differ
between kernels are in `era.py`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from inflight.kernel.sockets import fastopen
from inflight.kernel.sockets.cookie import VALID_S
from inflight.kernel.sockets.request import Request
from inflight.kernel.sockets.segment import Address, Segment, SynOptions, agreed
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.stack import Endpoint, Stack
from inflight.kernel.sockets.states import SYN_RECV
from inflight.kernel.sockets.syncookies import check_cookie, make_cookie


def flood_message(port: int, *, cookie: bool, named: bool) -> str:
    """What the kernel logs of a flood (`tcp_syn_flood_action`). named: with the listening address, as since 6.2."""
    what = "Sending cookies" if cookie else "Dropping request"
    where, advice = (f"0.0.0.0:{port}", "") if named else (str(port), "  Check SNMP counters.")
    return f"TCP: request_sock_TCP: Possible SYN flooding on port {where}. {what}.{advice}"


class Listener:
    """`host` listens at `port`. backlog: what the program gave to listen(). seats: the connections that fit.

    accept_queue: established, not yet accepted, first in, first out. young: requests whose timer has not fired yet.
    defer_accept: TCP_DEFER_ACCEPT, as a number of timeouts. fastopen_qlen: TCP_FASTOPEN; 0: without. fastopen_keys:
    TCP_FASTOPEN_KEY; cookies are made with the first, those of the second are honoured. on_close: is told the port.
    """

    def __init__(
        self,
        host: Stack,
        port: int,
        backlog: int,
        *,
        options: SynOptions,
        window: int,
        on_close: Callable[[int], None],
    ) -> None:
        self.host = host
        self._on_close = on_close
        self.address = Address(host.address, port)
        self.options = options
        self.window = window
        self.accept_queue: deque[Socket] = deque()
        self.requests: dict[Address, Request] = {}
        self.young = 0
        self.defer_accept = 0
        self.fastopen_qlen = 0
        self.fastopen_keys: tuple[bytes, ...] = (fastopen.KEY,)
        self.fastopen_pending: set[Endpoint] = set()
        self.open = True
        self.on_ready: Callable[[], None] | None = None
        """Is called when there is something to accept."""
        self.warned = ""
        """The kernel's one message about a flood; empty: none yet."""
        self._last_overflow = float("-inf")
        self.listen(backlog)

    def listen(self, backlog: int) -> None:
        """Listen once more: only the backlog changes (`af_inet.c:__inet_listen_sk`)."""
        self.backlog = backlog
        sysctls = self.host.sysctls
        self.max_ack_backlog = min(backlog, sysctls.somaxconn)  # a later somaxconn does not matter
        if sysctls.tcp_fastopen & fastopen.EVERY_LISTENER and not self.fastopen_qlen:
            self.fastopen_qlen = self.max_ack_backlog

    @property
    def seats(self) -> int:
        """How many connections may wait for accept()."""
        return self.max_ack_backlog + 1

    @property
    def full(self) -> bool:
        """`sk_acceptq_is_full`: the test is "greater than", hence one more than the backlog."""
        return len(self.accept_queue) > self.max_ack_backlog

    @property
    def half_open_limit(self) -> int:
        """Requests with which the half-open queue is full."""
        host = self.host
        return host.era.half_open_limit(self.max_ack_backlog, host.sysctls.tcp_max_syn_backlog)

    def accept(self) -> Socket | None:
        """The connection that has waited longest; None: there is none."""
        if not self.accept_queue:
            return None
        child = self.accept_queue.popleft()
        child.accepted = True
        return child

    def close(self) -> None:
        """Stop listening; connections that nobody accepted are reset (`inet_csk_listen_stop`)."""
        self.open = False
        self._on_close(self.address.port)
        while self.accept_queue:
            self.accept_queue.popleft().abort()

    def receive(self, segment: Segment) -> None:
        """A segment for this port that belongs to no connection."""
        if segment.rst:
            return
        if segment.acks:
            self._cookie_ack(segment)
        elif segment.syn and not segment.fin:
            self.conn_request(segment)

    def conn_request(self, syn: Segment, *, from_time_wait: bool = False) -> None:
        """A SYN (`tcp_conn_request`). from_time_wait: it takes the place of a TIME_WAIT socket, so the peer is real."""
        host, counters, sysctls = self.host, self.host.counters, self.host.sysctls
        cookie = False
        if not from_time_wait and (sysctls.tcp_syncookies == 2 or len(self.requests) >= self.half_open_limit):
            cookie = sysctls.tcp_syncookies > 0
            self._flooded(cookie)
            if not cookie:
                counters["ListenDrops"] += 1
                return
        if self.full and not (host.era.young_pass and self.young <= 1):
            counters["ListenOverflows"] += 1
            counters["ListenDrops"] += 1
            return
        if cookie:
            self._send_cookie(syn)
            return
        if not from_time_wait and self._last_quarter() and syn.source.host not in host.proven:
            counters["ListenDrops"] += 1
            return
        options = agreed(self.options, syn.options or SynOptions())
        if self._fast_open(syn, options):
            return
        request = Request(self, syn, options, host.isn())
        self.requests[syn.source] = request
        self.young += 1
        host.add(self.address.port, syn.source, request)
        host.log.entered(host.clock.now, self.address, syn.source, SYN_RECV)
        request.send_syn_ack()

    def _flooded(self, cookie: bool) -> None:
        """Count it, and say so once (`tcp_syn_flood_action`)."""
        self.host.counters["TCPReqQFullDoCookies" if cookie else "TCPReqQFullDrop"] += 1
        if not self.warned and self.host.sysctls.tcp_syncookies != 2:
            named = self.host.era.flood_names_address
            self.warned = flood_message(self.address.port, cookie=cookie, named=named)

    def _last_quarter(self) -> bool:
        """Without cookies the last quarter of tcp_max_syn_backlog is for peers that are known to be real."""
        sysctls = self.host.sysctls
        room = sysctls.tcp_max_syn_backlog - len(self.requests)
        return not sysctls.tcp_syncookies and room < sysctls.tcp_max_syn_backlog >> 2

    def _send_cookie(self, syn: Segment) -> None:
        """Answer without keeping anything: all that is to be known later is in the numbers of the SYN-ACK.

        What they cannot hold is not offered: without timestamps neither window scaling nor SACK, and never Fast Open
        (`tcp_conn_request`: `tcp_clear_options`, no `foc`).
        """
        host = self.host
        asked = syn.options or SynOptions()
        kept = replace(asked, cookie=None) if asked.timestamps else SynOptions(asked.mss, None, False, False)
        syn = replace(syn, options=kept)
        self._last_overflow = host.clock.now
        host.counters["SyncookiesSent"] += 1
        isn, echo = make_cookie(host, syn)
        self.send_syn_ack(syn, isn, tsval=echo)

    def _cookie_ack(self, segment: Segment) -> None:
        """An ACK that belongs to nothing; its number may be a cookie (`syncookies.c:cookie_v4_check`)."""
        host = self.host
        recent = host.clock.now - self._last_overflow <= VALID_S
        if not host.sysctls.tcp_syncookies or not recent:
            host.refuse(segment)
            return
        kept = check_cookie(host, segment)
        if kept is None:
            host.counters["SyncookiesFailed"] += 1
            host.refuse(segment)
            return
        host.counters["SyncookiesRecv"] += 1
        if self._overflows():
            return
        child = self._child(segment.source, kept, segment.ack - 1, segment.seq)
        self._join(child)
        child.receive(segment)

    def send_syn_ack(self, syn: Segment, isn: int, *, tsval: int | None = None, again: bool = False) -> None:
        """A SYN-ACK for `syn`. tsval: the timestamp, if a cookie hides in it."""
        host = self.host
        theirs = syn.options or SynOptions()
        both = agreed(self.options, theirs)
        offered = replace(
            both,
            mss=self.options.mss,
            wscale=self.options.wscale if both.wscale is not None else None,
            cookie=None if again else fastopen.answer(self, syn),
        )
        host.send(
            Segment(
                self.address,
                syn.source,
                "SA",
                isn,
                syn.seq + 1,
                window=self.window,
                options=offered,
                tsval=(host.timestamp() if tsval is None else tsval) if both.timestamps else None,
                tsecr=syn.tsval or 0,
                again=again,
            )
        )

    def syn_ack_retries(self) -> int:
        """How often a SYN-ACK is sent again: less often, down to twice, where old requests crowd the queue."""
        retries = self.host.sysctls.tcp_synack_retries
        waiting = len(self.requests)
        if waiting << 1 > max(8, self.max_ack_backlog):
            young = self.young << 1
            while retries > 2 and waiting >= young:
                retries -= 1
                young <<= 1
        return retries

    def establish(self, request: Request, segment: Segment) -> bool:
        """The third segment: a socket takes the request's place. False: there is no seat."""
        if self._overflows():
            return False
        request.leave()
        child = self._child(request.peer, request.options, request.snt_isn, request.rcv_nxt)
        if not request.retransmitted:
            child.rtt_sample(self.host.clock.now - request.since)
        self._join(child)
        child.receive(segment)
        return True

    def removed(self, request: Request) -> None:
        """A request is gone."""
        del self.requests[request.peer]
        if request.num_timeout == 0:
            self.young -= 1
        self.host.remove(self.address.port, request.peer, request)

    def gone(self, child: Endpoint) -> None:
        """A Fast Open connection has been completed, or has ended."""
        self.fastopen_pending.discard(child)

    def _overflows(self) -> bool:
        if self.full:
            self.host.counters["ListenOverflows"] += 1
            self.host.counters["ListenDrops"] += 1
        return self.full

    def _child(self, peer: Address, options: SynOptions, snt_isn: int, rcv_nxt: int) -> Socket:
        self.host.counters["TcpPassiveOpens"] += 1
        return Socket(self.host, self.address, peer, options=options, window=self.window).passive(snt_isn, rcv_nxt)

    def _join(self, child: Socket) -> None:
        self.host.add(self.address.port, child.peer, child)
        self.accept_queue.append(child)
        if self.on_ready:
            self.on_ready()

    def _fast_open(self, syn: Segment, options: SynOptions) -> bool:
        """Data in the SYN and a valid cookie: a socket at once, before the handshake is over (RFC 7413 §4.2.2)."""
        host = self.host
        if not fastopen.accepted(self, syn):
            return False
        if self._overflows():
            host.counters["TCPFastOpenPassiveFail"] += 1
            return False
        host.counters["TCPFastOpenPassive"] += 1
        if fastopen.by_old_key(self, syn):
            host.counters["TCPFastOpenPassiveAltKey"] += 1
        cookie = fastopen.answer(self, syn)
        isn = host.isn()
        child = self._child(syn.source, options, isn, syn.seq + 1)
        child.syn_received(syn)
        host.log.entered(host.clock.now, self.address, syn.source, SYN_RECV)
        self.fastopen_pending.add(child)
        child.send_syn_ack_for(syn, cookie)
        self._join(child)
        return True
