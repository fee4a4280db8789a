"""One end of a connection, from SYN to CLOSE: the calls of an application, and what arriving segments do to its state.

RFC 9293 §3.10; `tcp_input.c:tcp_rcv_state_process`, `tcp.c:__tcp_close`. How bytes get there and timers run out is in
`transmit.py`, `keepalive.py` and `timewait.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from inflight.kernel.clock import HZ, TICK_US, Timer
from inflight.kernel.sockets import fastopen
from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.keepalive import Keepalive
from inflight.kernel.sockets.pmtu import PathMtu
from inflight.kernel.sockets.segment import TIMESTAMPS, Address, Segment, SynOptions, agreed
from inflight.kernel.sockets.stack import Stack
from inflight.kernel.sockets.states import (
    CAN_SEND,
    CLOSE_WAIT,
    CLOSED,
    CLOSING,
    ESTABLISHED,
    FIN_WAIT1,
    FIN_WAIT2,
    LAST_ACK,
    SYN_RECV,
    SYN_SENT,
    TIME_WAIT,
)
from inflight.kernel.sockets.sysctls import TIMEWAIT_LEN
from inflight.kernel.sockets.timewait import time_wait
from inflight.kernel.sockets.transmit import Transmitter

_DELACK_US = TICK_US * (HZ // 25)
"""A FIN is acknowledged this late if data has come before it, µs (TCP_DELACK_MIN); at the next tick otherwise."""
_RCV_MSS = 536  # B: what a segment is taken to hold until a longer one has come (`tcp_initialize_rcv_mss`)
_DUPLICATE_ACK_INTERVAL = 0.5  # s, net.ipv4.tcp_invalid_ratelimit


class Socket:
    """`here`'s end of the connection with `peer`.

    options: what this end offers, and once they are agreed on, what binds what it sends (the peer's MSS and scale).
    window: room for bytes that the application has not read. unread: how many there are. user_timeout:
    TCP_USER_TIMEOUT, s; 0: not set. syn_retries: TCP_SYNCNT; None: the sysctl.
    accepted: an application has it (a server's end; a client's always has). orphan: nobody has it any more.
    """

    def __init__(self, host: Stack, here: Address, peer: Address, *, options: SynOptions, window: int) -> None:
        self.host, self.here, self.peer = host, here, peer
        self.options, self.window = options, window
        self.state = CLOSED
        self.orphan = False
        self.accepted = False
        self.error = ""
        self.path = PathMtu(host.sysctls)
        self.transmitter = Transmitter(self)
        self.keepalive = Keepalive(self)
        self.rcv_nxt = 0
        self.unread = 0
        self.eof = False
        self.user_timeout = 0.0
        self.syn_retries: int | None = None
        self.last_data = host.clock.now
        """When data last came in order, s; before that, when the connection opened (`icsk_ack.lrcvtime`)."""
        self.on_change: Callable[[Socket], None] | None = None
        """Is called when the state has changed, data or a FIN have come, or an error has."""
        self.segs_in = self.segs_out = 0
        """Segments that have come and gone (`tcp_segs_in`, `__tcp_transmit_skb`)."""
        self._advertised = window
        self._delack = Timer(host.clock, self._delayed_ack)
        self._has_data = False
        self._last_duplicate = float("-inf")
        self._shut = False
        self._early: list[Segment] = []
        self._interactive = False
        self._acked = 0
        self._rcv_mss = _RCV_MSS
        self.timestamp = 0
        """The peer's latest, ms."""

    # what an application calls

    def connect(self, *, fast_open: int | None = None) -> None:
        """Send the SYN. fast_open: bytes that go with it if there is a cookie (`MSG_FASTOPEN`), else behind it."""
        cookie, with_data = fastopen.requested(self.host, self.peer.host) if fast_open is not None else (None, False)
        length = min(fast_open or 0, self.options.mss - fastopen.OPTION_SPACE) if with_data else 0
        self.transmitter.start(self.host.isn())
        self._enter(SYN_SENT)
        self.host.counters["TcpActiveOpens"] += 1
        self.transmitter.send_syn(
            Segment(
                self.here,
                self.peer,
                "S",
                self.transmitter.nxt,
                length=length,
                window=min(self.window, 65535),
                options=replace(self.options, cookie=cookie),
                tsval=self.host.timestamp() if self.options.timestamps else None,
            )
        )
        self.transmitter.in_syn = length
        if fast_open and fast_open > length:
            self.transmitter.write(fast_open - length)

    def send(self, length: int) -> None:
        """Write `length` bytes.

        Raises:
            SocketError: EPIPE, or the error that has come.
        """
        self._raise()
        if self.state not in (*CAN_SEND, SYN_SENT, SYN_RECV):
            raise SocketError("EPIPE")
        self.transmitter.write(length)
        if self.state != SYN_SENT:
            self.transmitter.push()

    def read(self, most: int | None = None) -> int:
        """Take up to `most` bytes; 0: nothing there, or the end (see `eof`).

        Raises:
            SocketError: the error that has come.
        """
        if not self.unread:
            self._raise()
        taken = self.unread if most is None else min(most, self.unread)
        self.unread -= taken
        if taken and self._advertised < min(self.segment_size, self.window // 2) <= self.window - self.unread:
            self._acknowledge()  # the window has opened
        return taken

    def shutdown(self) -> None:
        """Send a FIN (SHUT_WR); reading goes on. Before the handshake is over it waits for that (`tcp_shutdown`).

        With only a SYN sent it ends the attempt instead (`af_inet.c:inet_shutdown`).
        """
        if self.state == SYN_SENT:
            self.fail("ECONNRESET")
            return
        self._shut = True
        if self.state in CAN_SEND:
            self._finish()

    def close(self, *, linger: bool = True) -> None:
        """No process has it any more. linger False: SO_LINGER with a time of 0, which resets."""
        if self.orphan:
            return
        self.orphan = True
        if self.state == CLOSED:
            return
        self.host.orphans += 1
        unread, self.unread = self.unread, 0
        if self.state == SYN_SENT:
            self.done()
        elif unread or not linger:
            self.host.counters["TCPAbortOnClose" if unread else "TCPAbortOnData"] += 1
            self.abort()
        elif self.state in (SYN_RECV, ESTABLISHED, CLOSE_WAIT):
            self._finish()
        elif self.state == FIN_WAIT2:
            self._wait_for_fin(delayed=False)
        if self.state != CLOSED and self.host.orphans > self.host.sysctls.tcp_max_orphans:
            self.host.counters["TCPAbortOnMemory"] += 1
            self.abort()

    def abort(self) -> None:
        """Send a RST, and forget the connection."""
        self.send_reset()
        self.done()

    def _finish(self) -> None:
        self._enter(LAST_ACK if self.state == CLOSE_WAIT else FIN_WAIT1)
        self.transmitter.finish()
        self.transmitter.push()

    def _raise(self) -> None:
        error, self.error = self.error, ""
        if error:
            raise SocketError(error)

    # what a listener calls

    def passive(self, snt_isn: int, rcv_nxt: int) -> Socket:
        """The server's end; its SYN-ACK has been sent, and acknowledged."""
        self.transmitter.start(snt_isn)
        self.transmitter.nxt = self.transmitter.written = snt_isn + 1
        self.transmitter.last_sent = self.last_data  # `tcp_create_openreq_child`
        self.rcv_nxt = rcv_nxt
        self.state = SYN_RECV
        self.segs_in = 1  # the SYN
        return self

    def rtt_sample(self, seconds: float) -> None:
        """The handshake's round trip."""
        self.transmitter.rtt.sample(max(1, round(seconds * 1e6)), 0, 0)

    def syn_received(self, syn: Segment) -> None:
        """Fast Open: the data of the SYN are there before the handshake is over."""
        self.rcv_nxt = syn.end
        self.unread = syn.length
        self._has_data = syn.length > 0
        self.timestamp = syn.tsval or 0
        self.transmitter.window = self.transmitter.nxt + syn.window

    def send_syn_ack_for(self, syn: Segment, cookie: bytes | None) -> None:
        """Fast Open: the SYN-ACK is the child's own, and it watches for the answer."""
        listener = self.host.listeners[self.here.port]
        self.transmitter.start(self.transmitter.una)
        self.transmitter.send_syn(
            Segment(
                self.here,
                self.peer,
                "SA",
                self.transmitter.nxt,
                self.rcv_nxt,
                window=self.window,
                options=replace(self.options, mss=listener.options.mss, wscale=listener.options.wscale, cookie=cookie),
                tsval=self.host.timestamp() if self.options.timestamps else None,
                tsecr=syn.tsval or 0,
            )
        )
        self.transmitter.window = self.transmitter.nxt + syn.window

    # what the parts of the socket call

    @property
    def segment_size(self) -> int:
        """Most bytes of data in a segment."""
        return self.path.segment_size(self.options.mss, TIMESTAMPS if self.options.timestamps else 0)

    @property
    def last_received(self) -> float:
        """When data or an acknowledgement last came, s (`keepalive_time_elapsed`)."""
        return max(self.last_data, self.transmitter.last_ack)

    def compose(self, flags: str, seq: int, length: int = 0) -> Segment:
        """A segment that also acknowledges what has come."""
        self._advertised = self.window - self.unread
        return Segment(
            self.here,
            self.peer,
            flags,
            seq,
            self.rcv_nxt,
            length,
            self._advertised,
            tsval=self.host.timestamp() if self.options.timestamps else None,
            tsecr=self.timestamp,
        )

    def renewed(self, segment: Segment) -> Segment:
        """A segment to be sent again, with an acknowledgement and a time as of now; a SYN without Fast Open."""
        return replace(
            segment,
            ack=self.rcv_nxt if segment.acks else 0,
            length=0 if segment.syn else segment.length,
            options=replace(segment.options, cookie=None) if segment.options else None,
            tsval=self.host.timestamp() if segment.tsval is not None else None,
            again=True,
        )

    def transmit(self, segment: Segment) -> None:
        """Hand a segment to the network."""
        self.segs_out += 1
        if segment.acks:
            self._delack.cancel()
            self._acked = self.rcv_nxt
        self.host.send(segment)

    def probe(self) -> None:
        """A segment that is out of date on purpose, so that the peer answers (`tcp_xmit_probe_skb`)."""
        self.transmit(replace(self.compose("A", self.transmitter.una - 1), probe=True))

    def send_reset(self) -> None:
        """A RST of our own accord (`tcp_send_active_reset`)."""
        self.host.counters["TcpOutRsts"] += 1
        self.host.send(replace(self.compose("RA", self.transmitter.nxt), window=0, tsval=None))

    def fired(self, start: float, name: str) -> None:
        """One of its timers has fired."""
        self.host.log.timer(start, self.host.clock.now, self.here, self.peer, name)

    def timed_out(self) -> None:
        """Nobody answers (`tcp_write_err`)."""
        self.host.counters["TCPAbortOnTimeout"] += 1
        self.fail(self._soft_error or "ETIMEDOUT")

    _soft_error = ""

    def fail(self, error: str) -> None:
        """The connection is over; the application's next call says why."""
        self.error = error
        self.done()

    def done(self) -> None:
        """Forget it (`tcp_done`)."""
        if self.state != CLOSED:
            self._retire()
            self._enter(CLOSED)

    def _retire(self) -> None:
        """No timer runs any more, and no segment comes here."""
        self.transmitter.stop()
        self.keepalive.stop()
        self._delack.cancel()
        self.host.remove(self.here.port, self.peer, self)
        if self.orphan:
            self.host.orphans -= 1
        self._leave_listener()

    def _leave_listener(self) -> None:
        """A server's end need not wait for its handshake any more: it is complete, or over."""
        if listener := self.host.listeners.get(self.here.port):
            listener.gone(self)

    @property
    def _shortest(self) -> float:
        """What is left of a connection stays for 3.5 timeouts at least, s."""
        return (self.transmitter.rto * 4 - self.transmitter.rto // 2) / HZ

    def time_wait(self, state: str, seconds: float) -> None:
        """Leave a small thing behind that keeps the port, if there may be one more (`tcp_time_wait`)."""
        self._retire()
        if time_wait(self, state, max(seconds, self._shortest) if state == FIN_WAIT2 else TIMEWAIT_LEN):
            old, self.state = self.state, CLOSED
            if old != state:
                self.host.log.entered(self.host.clock.now, self.here, self.peer, state, orphan=self.orphan)
            self._tell()
        else:
            self._enter(CLOSED)

    def unreachable(self, error: str) -> None:
        """An ICMP message about what we sent (`tcp_v4_err`): fatal to a connect(), else only remembered."""
        if self.state == SYN_SENT:
            self.fail(error)
        else:
            self._soft_error = error

    def too_big(self, mtu: int) -> None:
        """An ICMP message: what we sent did not fit. It goes again at once, cut (`tcp_v4_mtu_reduced`)."""
        if self.path.reduce(mtu):
            self.transmitter.send_shorter()

    # segments

    def receive(self, segment: Segment) -> None:
        """A segment for this connection."""
        self.segs_in += 1
        if self.state == SYN_SENT:
            self._syn_sent(segment)
        elif self._acceptable(segment):
            self._process(segment)

    def _syn_sent(self, segment: Segment) -> None:
        """`tcp_rcv_synsent_state_process`."""
        transmitter = self.transmitter
        if segment.acks and not transmitter.una < segment.ack <= transmitter.nxt:
            if not segment.rst:
                self.host.refuse(segment)
            return
        if segment.rst:
            if segment.acks:
                self._reset()
            return
        if not segment.syn:
            return
        theirs = segment.options or SynOptions()
        self.rcv_nxt = segment.seq + 1
        if not segment.acks:
            self._simultaneous_open(segment, theirs)
            return
        taken = segment.ack >= transmitter.una + 1 + transmitter.in_syn
        self._learn(segment)
        transmitter.opened()
        self.options = agreed(self.options, theirs)
        self.path.connected()
        self._fast_open_answered(theirs.cookie, taken=taken)
        # with data at hand the ACK goes with them, and what comes next counts as their answer
        self._interactive = taken and transmitter.nxt < transmitter.written
        self.last_data = self.host.clock.now  # `tcp_finish_connect`
        self._enter(ESTABLISHED)
        self.keepalive.start()
        before = transmitter.nxt
        transmitter.push()
        if transmitter.nxt == before:
            self._acknowledge()

    def _fast_open_answered(self, cookie: bytes | None, *, taken: bool) -> None:
        """Keep the cookie; what came with the SYN and was not taken is sent again (`tcp_rcv_fastopen_synack`)."""
        if cookie:
            self.host.fastopen_cookies[self.peer.host] = cookie
        if self.transmitter.in_syn:
            self.host.counters["TCPFastOpenActive" if taken else "TCPFastOpenActiveFail"] += 1

    def _simultaneous_open(self, segment: Segment, theirs: SynOptions) -> None:
        """Both sent a SYN (RFC 9293 §3.5, figure 7)."""
        transmitter = self.transmitter
        self.timestamp = segment.tsval or 0
        mine = self.options
        self.options = agreed(self.options, theirs)
        self._enter(SYN_RECV)
        transmitter.window = transmitter.nxt + segment.window
        isn, waiting = transmitter.una, transmitter.written - transmitter.nxt
        transmitter.stop()
        transmitter.start(isn)
        transmitter.send_syn(
            replace(self.compose("SA", isn), options=replace(self.options, mss=mine.mss, wscale=mine.wscale))
        )
        transmitter.write(waiting)

    def _acceptable(self, segment: Segment) -> bool:
        """RST, SYN and sequence number (`tcp_validate_incoming`); answers what is not."""
        in_window = segment.end >= self.rcv_nxt and segment.seq <= self.rcv_nxt + self._advertised
        if segment.rst:
            if segment.seq == self.rcv_nxt:
                self._reset()
            elif in_window:
                self._duplicate_ack(segment)  # RFC 5961 §3.2
            return False
        crossed = segment.flags == "SA" and segment.end == self.rcv_nxt and segment.ack == self.transmitter.nxt
        if self.state == SYN_RECV and crossed and self.accepted and not self.orphan:
            return True  # both have called: the other one's SYN-ACK acknowledges ours
        if not in_window or segment.syn:
            if self.state == SYN_RECV and segment.syn and not segment.acks:
                self.transmitter.retransmit_first()  # the SYN-ACK was lost
            else:
                self._duplicate_ack(segment)
            return False
        return segment.acks

    def _duplicate_ack(self, segment: Segment) -> None:
        """Say again what has come; not more often than twice a second if no data had come (`tcp_oow_rate_limited`)."""
        now = self.host.clock.now
        if segment.syn or not segment.length:
            if now - self._last_duplicate < _DUPLICATE_ACK_INTERVAL:
                return
            self._last_duplicate = now
        self._acknowledge()

    def _learn(self, segment: Segment) -> None:
        """Take the acknowledgement."""
        transmitter = self.transmitter
        self.timestamp = segment.tsval or self.timestamp
        echo = segment.tsecr if segment.tsval is not None else 0
        transmitter.acknowledge(min(segment.ack, transmitter.nxt), segment.ack + segment.window, echo)

    def _process(self, segment: Segment) -> None:
        """The ACK, then the data, then the FIN (RFC 9293 §3.10.7.4)."""
        if self.state == SYN_RECV and segment.ack < self.transmitter.una + 1 and segment.ack != self.transmitter.nxt:
            self.host.refuse(segment)
            return
        self._learn(segment)
        if self.state == SYN_RECV:
            self._enter(ESTABLISHED)
            self._leave_listener()
            self.keepalive.start()
            if self._shut:
                self._finish()
        elif self._closing_ack(segment):
            return
        if segment.length or segment.fin:
            self._arrived(segment)
        if self.state != CLOSED:
            self.transmitter.push()

    def _closing_ack(self, segment: Segment) -> bool:
        """What the acknowledgement of our FIN does. True: the socket is gone."""
        if not self.transmitter.all_acked:
            return False
        if self.state == FIN_WAIT1:
            self._enter(FIN_WAIT2)
            if self.orphan:
                if segment.length:
                    self._reset_data(segment)
                    return True
                self._wait_for_fin(delayed=segment.fin)
                return self.state == CLOSED
        elif self.state == CLOSING:
            self.time_wait(TIME_WAIT, TIMEWAIT_LEN)
            return True
        elif self.state == LAST_ACK:
            self.done()
            return True
        return False

    def _wait_for_fin(self, *, delayed: bool) -> None:
        """An orphan's FIN_WAIT2 (`tcp_fin_time`): a small socket for up to a minute, or first this one for the rest."""
        seconds = max(self.host.sysctls.tcp_fin_timeout, self._shortest)
        if seconds > TIMEWAIT_LEN:
            self.keepalive.set(seconds - TIMEWAIT_LEN)
        elif delayed:
            self.keepalive.set(seconds)
        else:
            self.time_wait(FIN_WAIT2, seconds)

    def _arrived(self, segment: Segment) -> None:
        """Data or a FIN, in order or early."""
        if segment.length and segment.seq + segment.length > self.rcv_nxt and self.orphan:
            self._reset_data(segment)
            return
        if self.eof:
            self._acknowledge()  # the FIN again
            return
        if segment.seq > self.rcv_nxt:
            self._early.append(segment)
            self._acknowledge()
            return
        waiting = sorted([segment, *self._early], key=lambda each: each.seq)
        self._early = []
        for each in waiting:
            if each.seq > self.rcv_nxt:
                self._early.append(each)
            elif not self._take(each):
                break

    def _take(self, segment: Segment) -> bool:
        """The next bytes. False: no room, or the connection has ended."""
        fresh = max(segment.seq + segment.length - self.rcv_nxt, 0)
        if self.unread + fresh > self.window:
            self._acknowledge()
            return False
        self.unread += fresh
        self.rcv_nxt += fresh
        self._has_data |= fresh > 0
        if fresh:
            self.last_data = self.host.clock.now  # `tcp_event_data_recv`
        self._rcv_mss = max(self._rcv_mss, fresh)
        if not segment.fin or segment.end != self.rcv_nxt + 1:
            if self._interactive:
                self._acknowledge_late(_DELACK_US)
            else:
                self._acknowledge()
            self._tell()
            return True
        self.rcv_nxt += 1
        self.eof = True
        self._early = []
        if self.state in (ESTABLISHED, SYN_RECV):
            self._acknowledge_late(_DELACK_US if self._has_data else 0)
            self._enter(CLOSE_WAIT)
        elif self.state == FIN_WAIT1:
            self._acknowledge()
            self._enter(CLOSING)
        elif self.state == FIN_WAIT2:
            self._acknowledge()
            self.time_wait(TIME_WAIT, TIMEWAIT_LEN)
        return False

    def _reset_data(self, segment: Segment) -> None:
        """Data came, and nobody is there to read them: RFC 1122 §4.2.2.13."""
        self.host.counters["TCPAbortOnData"] += 1
        self.host.refuse(segment)
        self.done()

    def _reset(self) -> None:
        """The peer has sent a RST (`tcp_reset`)."""
        self.host.counters["TcpEstabResets" if self.state in (ESTABLISHED, CLOSE_WAIT) else "TcpAttemptFails"] += 1
        self.fail({SYN_SENT: "ECONNREFUSED", CLOSE_WAIT: "EPIPE"}.get(self.state, "ECONNRESET"))

    def _acknowledge(self) -> None:
        self.transmit(self.compose("A", self.transmitter.nxt))

    def _acknowledge_late(self, delay_us: int) -> None:
        """Wait for something to go with, unless more than a segment has come (`__tcp_ack_snd_check`)."""
        if self.rcv_nxt - self._acked > self._rcv_mss:
            self._acknowledge()
        elif not self._delack.armed:
            self._delack.set(delay_us)

    def _delayed_ack(self) -> None:
        self._interactive = False
        self.host.counters["DelayedACKs"] += 1
        self.fired(self._delack.set_at, "delayed ACK")
        self._acknowledge()

    def _enter(self, state: str) -> None:
        self.state = state
        self.host.log.entered(self.host.clock.now, self.here, self.peer, state, orphan=self.orphan)
        self._tell()

    def _tell(self) -> None:
        if self.on_change and not self.orphan:
            self.on_change(self)
