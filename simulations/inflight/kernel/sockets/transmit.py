"""What a socket has sent and not yet seen acknowledged, what it has still to send, and the one timer that watches both.

`tcp_timer.c`, `tcp_output.c`. The timer is a retransmission timeout, a tail-loss probe, or a probe of a closed window;
it also says when to give up. Of congestion control there is slow start only, as a few segments open and close.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Protocol

from inflight.kernel.clock import HZ, TICK_US, Timer, jiffies, to_jiffies
from inflight.kernel.constants import INIT_CWND
from inflight.kernel.sockets.pmtu import PathMtu
from inflight.kernel.sockets.segment import Segment, SynOptions
from inflight.kernel.sockets.stack import Stack
from inflight.kernel.sockets.states import SYN_RECV, SYN_SENT
from inflight.kernel.tcp.nagle import Nagle
from inflight.kernel.tcp.rtt import RttEstimator

RTO_MIN, RTO_MAX = HZ // 5, 120 * HZ
"""Ticks."""
TIMEOUT_INIT = HZ
"""The first timeout of a SYN, ticks (RFC 6298 §2)."""
_TIMEOUT_MIN_US = 2000  # TCP_TIMEOUT_MIN_US
_TLP, _RTO, _PROBE = "tail-loss probe", "RTO", "window probe"


class SendingSocket(Protocol):
    """What its sending half asks of a socket; see `Socket`."""

    state: str
    options: SynOptions
    path: PathMtu
    orphan: bool
    user_timeout: float
    syn_retries: int | None

    @property
    def host(self) -> Stack: ...

    @property
    def segment_size(self) -> int: ...

    def compose(self, flags: str, seq: int, length: int = 0) -> Segment: ...

    def renewed(self, segment: Segment) -> Segment: ...

    def transmit(self, segment: Segment) -> None: ...

    def probe(self) -> None: ...

    def fired(self, start: float, name: str) -> None: ...

    def send_reset(self) -> None: ...

    def timed_out(self) -> None: ...

    def done(self) -> None: ...


@dataclass(slots=True)
class Piece:
    """A segment in flight: when it was sent last, s, whether more than once, and whether it counts as lost."""

    segment: Segment
    sent: float
    again: bool = False
    lost: bool = False


class Transmitter:
    """The sending half of `socket`.

    una, nxt: first byte not acknowledged, next to be sent. written: behind the last byte that the application wrote
    (and its FIN). window: right edge of what the peer takes. cwnd: segments. rto: ticks, backed off. retransmits:
    timeouts in a row. in_syn: bytes that went with the SYN (Fast Open). last_sent: when data last went out, s
    (`lsndtime`); last_ack: when the latest acknowledgement came that isn't an old one, s (`rcv_tstamp`).
    """

    __slots__ = (
        "_first_retransmit",
        "_kind",
        "_nagle",
        "_pieces",
        "_probed",
        "_probes_since",
        "_sent_before",
        "_socket",
        "_timer",
        "_tlp_out",
        "backoff",
        "cwnd",
        "fin_queued",
        "in_syn",
        "last_ack",
        "last_sent",
        "nxt",
        "probes_out",
        "retransmits",
        "rto",
        "rtt",
        "total_rto",
        "una",
        "window",
        "written",
    )

    def __init__(self, socket: SendingSocket) -> None:
        self._socket = socket
        self._pieces: deque[Piece] = deque()
        self._timer = Timer(socket.host.clock, self._fires)
        self._kind = ""
        self._nagle = Nagle()
        self.una = self.nxt = self.written = 0
        self.window = 0
        self.cwnd = INIT_CWND
        self.in_syn = 0
        self.fin_queued = False
        self.rtt = RttEstimator()
        self.rto = TIMEOUT_INIT
        self.backoff = 0
        self.retransmits = 0
        self.total_rto = 0
        self.probes_out = 0
        self.last_ack = self.last_sent = 0.0
        self._first_retransmit: float | None = None
        self._sent_before = 0  # numbers below this have been sent, though they are to be sent once more
        self._tlp_out = False
        self._probes_since: float | None = None

    @property
    def busy(self) -> bool:
        """Something is in flight or waits to be sent."""
        return bool(self._pieces) or self.nxt < self.written

    @property
    def timer(self) -> str:
        """What the timer is set for; empty: it is not set."""
        return self._kind

    @property
    def due(self) -> float:
        """When it is due, s; infinite if it is not set."""
        return self._timer.due

    @property
    def repeated(self) -> float:
        """When the first of what is in flight was sent last, s."""
        return self._pieces[0].sent

    @property
    def _data_out(self) -> int:
        """Segments in flight; a SYN is none for the congestion window."""
        return len(self._pieces) - (bool(self._pieces) and self._pieces[0].segment.syn)

    @property
    def all_acked(self) -> bool:
        """Everything that was written, FIN included, has been acknowledged."""
        return self.una == self.written

    def start(self, isn: int) -> None:
        """Nothing has been sent; the first number will be `isn`."""
        self.una = self.nxt = self.written = isn

    def send_syn(self, syn: Segment) -> None:
        """Send a SYN or a SYN-ACK of our own, and watch for its answer."""
        self.rto = TIMEOUT_INIT
        self.written = max(self.written, syn.end)
        if not syn.acks:
            self._first_retransmit = self._socket.host.clock.now  # `tcp_connect`: a SYN's time counts from the first
        self._out(syn)
        self._set(_RTO, self.rto)

    def opened(self) -> None:
        """The SYN has been answered; one that was sent more than twice has shown a bad path (`tcp_init_transfer`)."""
        self.last_sent = self._socket.host.clock.now  # `tcp_finish_connect`
        self.cwnd = 1 if self.total_rto > 1 else INIT_CWND

    def write(self, length: int) -> None:
        """Queue bytes."""
        self.written += length

    def finish(self) -> None:
        """Queue a FIN behind them."""
        self.fin_queued = True
        self.written += 1

    def push(self) -> None:
        """Send what the peer's window takes (`tcp_write_xmit`)."""
        sent = False
        while self.nxt < self.written and self._data_out < self.cwnd:
            size = self._socket.segment_size
            left = self.written - self.nxt - self.fin_queued
            length = min(left, size, max(self.window - self.nxt, 0))
            fin = self.fin_queued and length == left and self.nxt + length < self.window
            if not length and not fin:
                break
            short = 0 < length < size
            if short and length == left and self.nxt >= self._sent_before:  # what was sent before isn't held
                self._nagle.ends = self.fin_queued
                if self._nagle.holds(len(self._pieces), self.una):
                    break
            flags = ("F" if fin else "") + ("P" if length and length == left else "") + "A"
            self._out(self._socket.compose(flags, self.nxt, length))
            if short:
                self._nagle.small_end = self.nxt  # `tcp_minshall_update`
            sent = True
        if sent:
            if not self._schedule_tlp():
                self._set(_RTO, self.rto)
        elif not self._pieces and self.nxt < self.written and not self._kind:
            self._set(_PROBE, self._probe_wait())

    def _out(self, segment: Segment) -> None:
        if not self._pieces:
            self._tlp_out = False
        again = segment.length > 0 and segment.seq < self._sent_before
        if again:
            segment = segment.repeated()
            self._socket.host.counters["TcpRetransSegs"] += 1
        self.nxt = segment.end
        now = self._socket.host.clock.now
        if segment.length:
            self.last_sent = now  # `tcp_event_data_sent`
        self._pieces.append(Piece(segment, now, again))
        self._socket.transmit(segment)

    def acknowledge(self, number: int, right_edge: int, echo: int = 0) -> None:
        """An acknowledgement up to `number`; the peer takes bytes up to `right_edge`. echo: its timestamp, ms."""
        if number >= self.una:
            self.last_ack = self._socket.host.clock.now
        self.window = max(right_edge, number)
        self.probes_out = 0  # whatever it acknowledges, the peer is there (`tcp_ack`)
        if number > self.una:
            self._clean(number, echo)
            self.una = number
            self.retransmits = self.backoff = 0
            self._first_retransmit = None
            self._tlp_out = False
            self.rto = to_jiffies(self.rtt.rto_us) if self.rtt.srtt_us else TIMEOUT_INIT
            self._send_lost()
            if not self._pieces:
                self._stop()
            elif not self._schedule_tlp():
                self._set(_RTO, self.rto)
        elif self._kind == _PROBE:
            if self._opened:
                self.backoff = 0
                self._stop()
            else:
                self._set(_PROBE, self._probe_wait())

    def _clean(self, number: int, echo: int) -> None:
        while self._pieces and self._pieces[0].segment.end <= number:
            piece = self._pieces.popleft()
            self.cwnd += 1
            self._sample(piece, echo)
        if self._pieces and self._pieces[0].segment.syn and number > self._pieces[0].segment.seq:
            piece = self._pieces.popleft()  # a Fast Open whose data was not taken: it is sent again
            self._sample(piece, echo)
            self._sent_before = piece.segment.end
            self.nxt = number

    def _sample(self, piece: Piece, echo: int) -> None:
        """The round trip of a piece that has been acknowledged."""
        now = self._socket.host.clock.now
        if not piece.again:
            self.rtt.sample(max(1, round((now - piece.sent) * 1e6)), piece.segment.end, self.nxt)
        elif echo:  # a timestamp says which of them is answered (RFC 7323 §4)
            self.rtt.sample(max(1, round((now - echo / 1000) * 1e6)), piece.segment.end, self.nxt)

    def _send_lost(self) -> None:
        """After a timeout what was in flight is sent again, as acknowledgements come in (`tcp_enter_loss`)."""
        self._cut_lost()
        under_way = sum(not piece.lost for piece in self._pieces)
        for piece in self._pieces:
            if piece.lost and under_way < self.cwnd:
                under_way += 1
                self._repeat(piece)

    def send_shorter(self) -> None:
        """The path takes less than was thought: what is longer is lost, and sent again (`tcp_simple_retransmit`)."""
        for piece in self._pieces:
            piece.lost |= piece.segment.length > self._socket.segment_size
        self._send_lost()
        if self._pieces:
            self._set(_RTO, self.rto)

    def _cut_lost(self) -> None:
        """What is to be sent again and is longer than a segment may be by now goes in several (`tcp_fragment`)."""
        size = self._socket.segment_size
        if all(not piece.lost or piece.segment.length <= size for piece in self._pieces):
            return
        pieces: deque[Piece] = deque()
        for piece in self._pieces:
            whole = piece.segment
            if not piece.lost or whole.length <= size:
                pieces.append(piece)
                continue
            for start in range(0, whole.length, size):
                length = min(size, whole.length - start)
                last = start + length == whole.length
                flags = whole.flags if last else whole.flags.replace("F", "").replace("P", "")
                part = replace(whole, flags=flags, seq=whole.seq + start, length=length)
                pieces.append(Piece(part, piece.sent, piece.again, lost=True))
        self._pieces = pieces

    def retransmit_first(self) -> None:
        """Send the first segment in flight again at once: the peer has said that it did not take it."""
        if self._pieces:
            self._repeat(self._pieces[0])
            self._set(_RTO, self.rto)

    def _schedule_tlp(self) -> bool:
        """A probe after two round trips, if nothing is known to be lost (`tcp_schedule_loss_probe`)."""
        if self._tlp_out or self.retransmits or self._opening or not self._pieces or not self._socket.options.sack:
            return False
        if self.rtt.srtt_us:
            lone = len(self._pieces) == 1  # its ACK may be delayed
            wait = to_jiffies((self.rtt.srtt_us >> 2) + (RTO_MIN * TICK_US if lone else _TIMEOUT_MIN_US))
        else:
            wait = TIMEOUT_INIT
        now = self._socket.host.clock.now
        left = self.rto - jiffies(now - self._pieces[0].sent)
        self._set(_TLP, min(wait, left) if left > 0 else wait)
        return True

    def _set(self, kind: str, ticks: int) -> None:
        self._kind = kind
        self._timer.set(min(ticks, RTO_MAX) * TICK_US)

    def _stop(self) -> None:
        self._kind = ""
        self._timer.cancel()

    def stop(self) -> None:
        """The connection is gone: nothing is sent any more."""
        self._stop()
        self._pieces.clear()
        self.nxt = self.written

    def _fires(self) -> None:
        kind, self._kind = self._kind, ""
        self._socket.fired(self._timer.set_at, kind if kind != _RTO or not self._opening else "SYN timer")
        if kind == _TLP:
            self._tail_loss_probe()
        elif kind == _PROBE:
            self._probe_window()
        elif self._pieces:
            self._timeout()

    @property
    def _opening(self) -> bool:
        return self._socket.state in (SYN_SENT, SYN_RECV)

    def _tail_loss_probe(self) -> None:
        """`tcp_send_loss_probe`: the last one again, and then the whole timeout once more."""
        self._socket.host.counters["TCPLossProbes"] += 1
        self._tlp_out = True
        self._repeat(self._pieces[-1])
        self._set(_RTO, self.rto)

    def _timeout(self) -> None:
        """`tcp_timer.c:tcp_retransmit_timer`."""
        socket = self._socket
        host = socket.host
        host.counters["TCPTimeouts"] += 1
        if self._given_up():
            return
        self.retransmits += 1
        self.total_rto += 1
        self.cwnd = 1
        for piece in self._pieces:
            piece.lost = True
        if not self._opening and self._timed_out(host.sysctls.tcp_retries1):
            socket.path.black_hole()
        self._cut_lost()
        self._repeat(self._pieces[0])
        if self._first_retransmit is None:
            self._first_retransmit = host.clock.now
        if not (socket.state == SYN_SENT and self.total_rto <= host.sysctls.tcp_syn_linear_timeouts):
            self.backoff += 1
            self.rto = min(self.rto << 1, RTO_MAX)
        self._set(_RTO, self._clamped(self.rto))

    def _repeat(self, piece: Piece) -> None:
        piece.again, piece.lost = True, False
        piece.sent = self._socket.host.clock.now
        segment = self._socket.renewed(piece.segment)
        if segment.length:
            self.last_sent = piece.sent
        if not segment.syn:
            piece.segment = segment  # a Fast Open's SYN leaves its data out now, yet they may have arrived
        self._socket.host.counters["TcpRetransSegs"] += 1
        self._socket.transmit(segment)

    def _given_up(self) -> bool:
        """Whether that was one timeout too many, and the end of it (`tcp_write_timeout`)."""
        socket, sysctls = self._socket, self._socket.host.sysctls
        if self._opening:
            retries = sysctls.tcp_syn_retries if socket.syn_retries is None else socket.syn_retries
            linear = sysctls.tcp_syn_linear_timeouts if socket.state == SYN_SENT else 0
            if socket.state == SYN_RECV:
                retries, linear = sysctls.tcp_synack_retries + 1, 0  # `tcp_fastopen_synack_timer`
            lasted = socket.user_timeout or model_timeout(retries, TIMEOUT_INIT)  # the latter without `linear`
            expired = self.retransmits >= retries + linear or self._lasted(lasted)
        elif socket.orphan:
            alive = self.rto < RTO_MAX
            retries = orphan_retries(sysctls.tcp_orphan_retries, alive)
            last = alive or not self._timed_out(retries)
            if self._out_of_resources(do_reset=last):
                return True
            expired = self._user_timed_out() if socket.user_timeout else self._timed_out(retries)
        else:
            expired = self._user_timed_out() if socket.user_timeout else self._timed_out(sysctls.tcp_retries2)
        if expired:
            socket.timed_out()
        return expired

    def _timed_out(self, boundary: int) -> bool:
        """Whether retransmissions have gone on for as long as `boundary` doublings of 200 ms take.

        `retransmits_timed_out`, `tcp_model_timeout`: a number of retries is a time.
        """
        return self._lasted(model_timeout(boundary))

    def _user_timed_out(self) -> bool:
        socket = self._socket
        return bool(socket.user_timeout) and self._lasted(socket.user_timeout)

    def _lasted(self, seconds: float) -> bool:
        if not self.retransmits or self._first_retransmit is None:
            return False
        return self._socket.host.clock.now - self._first_retransmit >= seconds - 1e-9

    def _clamped(self, ticks: int) -> int:
        """Not later than the user's timeout (`tcp_clamp_rto_to_user_timeout`)."""
        if not self._socket.user_timeout or self._first_retransmit is None:
            return ticks
        left = self._socket.user_timeout - (self._socket.host.clock.now - self._first_retransmit)
        return min(ticks, max(1, to_jiffies(int(left * 1e6 + 0.5))))

    def _out_of_resources(self, *, do_reset: bool) -> bool:
        """More orphans than allowed: this one goes (`tcp_out_of_resources`)."""
        socket = self._socket
        host = socket.host
        idle = host.clock.now - self.last_sent
        shift = int(idle > 240 or not do_reset)  # one that sent nothing for long counts twice
        if host.orphans << shift <= host.sysctls.tcp_max_orphans:
            return False
        closed = self.window <= self.una and not self._pieces
        if do_reset or idle <= 60 or closed:
            socket.send_reset()
        host.counters["TCPAbortOnMemory"] += 1
        socket.done()
        return True

    # a closed window

    @property
    def _opened(self) -> bool:
        return self.nxt < self.window

    def _probe_wait(self) -> int:
        """Ticks: `tcp_probe0_when`."""
        return min(max(self.rto, RTO_MIN) << self.backoff, RTO_MAX)

    def _probe_window(self) -> None:
        """`tcp_timer.c:tcp_probe_timer`."""
        socket = self._socket
        host = socket.host
        if self._pieces or self.nxt >= self.written:
            return
        now = host.clock.now
        if self._probes_since is None:
            self._probes_since = now
        elif socket.user_timeout and now - self._probes_since >= socket.user_timeout:
            socket.timed_out()
            return
        most = host.sysctls.tcp_retries2
        if socket.orphan:
            alive = self._probe_wait() < RTO_MAX
            most = orphan_retries(host.sysctls.tcp_orphan_retries, alive)
            if not alive and self.backoff >= most:
                socket.timed_out()
                return
            if self._out_of_resources(do_reset=True):
                return
        if self.probes_out >= most:
            socket.timed_out()
            return
        self.probes_out += 1
        host.counters["TCPWinProbe"] += 1
        socket.probe()
        if self.backoff < host.sysctls.tcp_retries2:
            self.backoff += 1
        self._set(_PROBE, self._probe_wait())


def orphan_retries(tcp_orphan_retries: int, alive: bool) -> int:
    """How many retries a socket without a process gets; 0 stands for 8 (`tcp_timer.c:tcp_orphan_retries`)."""
    return 8 if tcp_orphan_retries == 0 and alive else tcp_orphan_retries


def model_timeout(boundary: int, base: int = RTO_MIN) -> float:
    """The time that `boundary` retries stand for, s: doubled from `base` ticks to two minutes (`tcp_model_timeout`)."""
    linear = (RTO_MAX // base).bit_length() - 1
    ticks = (
        ((2 << boundary) - 1) * base
        if boundary <= linear
        else ((2 << linear) - 1) * base + (boundary - linear) * RTO_MAX
    )
    return ticks / HZ
