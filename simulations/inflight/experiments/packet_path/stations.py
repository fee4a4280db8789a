"""The whole way of a packet as a row of small FIFO queues, from send() to recv().

    writer ▶ [send buffer] ▶ [qdisc] ▶ [driver's ring] ▶ card ▶ [router] ▶ wire
                                                                            │
    reader ◀ [receive buffer] ◀ CPU ◀ [backlog] ◀ CPU ◀ [receive ring] ◀────┘

There is no congestion control: what TCP may have on its way is a number. All packets are of one size.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from inflight.kernel.clock import Clock
from inflight.kernel.link import Delay

Packet = float
"""When it was written, s: all that has to be known of it."""


class QueueStation:
    """A queue of at most `limit` packets, and something that takes one after the other, `each` s long (0: at once).

    may: whether the next may go. The packet that is being served still takes its place.
    """

    def __init__(self, clock: Clock, limit: int, each: float = 0.0, may: Callable[[], bool] | None = None) -> None:
        self._clock, self.limit, self._each, self._may = clock, limit, each, may
        self._queue: deque[tuple[Packet, float]] = deque()
        self._busy = self._running = False
        self.then: Callable[[Packet], object] | None = None
        """Who gets what has left."""
        self.after: Callable[[], None] | None = None
        """Is told that there is room again."""
        self.on_drop: Callable[[Packet], None] | None = None
        self.drops = 0
        self.stops = 0
        """How often it had to keep what it would have sent, or to stop the one before it."""
        self.most = 0
        self._peak = 0
        self.passed = 0
        self.waited = 0.0
        """By all that have passed, s."""
        self._stopped = False

    def put(self, packet: Packet) -> bool:
        """Take a packet if there is room; False: it was dropped."""
        if len(self._queue) >= self.limit:
            self.drops += 1
            if self.on_drop:
                self.on_drop(packet)
            return False
        self._queue.append((packet, self._clock.now))
        self.most = max(self.most, len(self._queue))
        self.run()
        self._peak = max(self._peak, len(self._queue))
        return True

    def take_peak(self) -> int:
        """The most packets that have stood here since this was last asked; what passes at once does not count."""
        peak, self._peak = max(self._peak, len(self._queue)), len(self._queue)
        return peak

    def put_back(self, packet: Packet) -> None:
        """Before all others, whatever the limit."""
        self._queue.appendleft((packet, self._clock.now))
        self.run()

    def run(self) -> None:
        """Send what may go."""
        if self._busy or self._running:
            return
        self._running = True
        while self._queue and not self._busy:
            if self._may and not self._may():
                if not self._stopped:
                    self._stopped, self.stops = True, self.stops + 1
                break
            self._stopped = False
            if self._each:
                self._busy = True
                self._clock.at(self._clock.now + self._each, self._served)
            else:
                self._pass()
        self._running = False

    def _served(self) -> None:
        self._busy = False
        self._pass()
        self.run()

    def _pass(self) -> None:
        packet, entered = self._queue.popleft()
        self.passed += 1
        self.waited += self._clock.now - entered
        if self.then:
            self.then(packet)
        if self.after:
            self.after()

    def __len__(self) -> int:
        return len(self._queue)


@dataclass(frozen=True, kw_only=True)
class PathSettings:
    """Limits in packets; `write`, `card`, `line`, `softirq`, `backlog_cpu` and `read` in packets per second; rtt in s.

    tcp: what is lost is sent again, a full receive buffer closes the window, and at most `window` packets are on their
    way; else UDP. tsq: what a TCP socket may have in qdisc and ring. rps: packets go through another CPU's backlog.
    """

    tcp: bool
    write: float
    card: float
    line: float
    softirq: float
    backlog_cpu: float
    read: float
    sndbuf: int
    tsq: int
    window: int
    qdisc: int
    bql: int
    ring: int
    router: int
    rx_ring: int
    backlog: int
    rcvbuf: int
    rtt: float
    rps: bool


class Journey:
    """All stations of a `PathSettings`, and a program at each end."""

    def __init__(self, clock: Clock, way: PathSettings) -> None:
        self._clock, self.way = clock, way
        self.sndbuf = QueueStation(clock, 1 << 30, may=self._may_send)  # its limit holds the writer, not packets
        self.qdisc = QueueStation(clock, way.qdisc, may=self._ring_has_room)
        self.ring = QueueStation(clock, way.ring, 1 / way.card)
        self.router = QueueStation(clock, way.router, 1 / way.line)
        self.rx_ring = QueueStation(clock, way.rx_ring, 1 / way.softirq)
        self.backlog = QueueStation(clock, way.backlog, 1 / way.backlog_cpu)
        self.rcvbuf = QueueStation(clock, way.rcvbuf, 1 / way.read)
        self._wire, self._acks = Delay(clock, way.rtt / 2), Delay(clock, way.rtt / 2)
        self.written = self.read = 0
        self.charged = 0
        self._charged_peak = 0
        """Packets that the send buffer counts: TCP's until they are acknowledged, UDP's until the card has sent."""
        self.inflight = 0
        """Sent, and neither acknowledged nor known to be lost."""
        self.missing = 0
        """Lost, and the sender does not know yet."""
        self.on_wire = 0
        self.blocked = 0.0
        """How long the writer has slept, s."""
        self.writer_stops = 0
        self.window_stops = 0
        self.delays: list[float] = []
        """From write to read, s."""
        self._new_sent = 0
        self._again: deque[Packet] = deque()
        self._edge = way.rcvbuf  # as far as the receiver lets it send, packets, as far as the sender knows
        self._asleep = -1.0
        self._closed = False
        self._connect()
        clock.at(0.0, self._write)

    def _connect(self) -> None:
        way = self.way
        self.sndbuf.then = self._hand_down
        self.qdisc.then = self.ring.put
        self.ring.then = self._sent
        self.ring.after = self._ring_freed
        self.router.then = self._onto_the_wire
        self._wire.receive = self._arrived
        self.rx_ring.then = self.backlog.put if way.rps else self._to_the_socket
        self.backlog.then = self._to_the_socket
        self.rcvbuf.then = self._read
        self._acks.receive = self._on_ack
        for station in (self.router, self.rx_ring, self.backlog, self.rcvbuf):
            station.on_drop = self._lost
        self.qdisc.on_drop = self._lost_in_qdisc

    # The sender's side

    def _write(self) -> None:
        """`send()`: sleeps while the send buffer is full."""
        if self.charged >= self.way.sndbuf:
            self._asleep = self._clock.now
            self.writer_stops += 1
            return
        self.written += 1
        self.charged += 1
        self._charged_peak = max(self._charged_peak, self.charged)
        self.sndbuf.put(self._clock.now)
        self._clock.at(self._clock.now + 1 / self.way.write, self._write)

    def _uncharge(self) -> None:
        """TCP wakes the writer at two thirds (`sk_stream_is_writeable`), UDP below a half (`sock_writeable`)."""
        self.charged -= 1
        if self._asleep < 0:
            return
        low = self.charged * 3 <= self.way.sndbuf * 2 if self.way.tcp else self.charged * 2 < self.way.sndbuf
        if low:
            self.blocked += self._clock.now - self._asleep
            self._asleep = -1.0
            self._write()

    def take_charged_peak(self) -> int:
        """The most that the send buffer has had to answer for since this was last asked, packets."""
        peak, self._charged_peak = self._charged_peak, self.charged
        return peak

    def asleep_until_now(self) -> float:
        """`blocked`, and the sleep that is not over."""
        return self.blocked + (self._clock.now - self._asleep if self._asleep >= 0 else 0.0)

    def _may_send(self) -> bool:
        way = self.way
        if not way.tcp:
            return True
        if self._new_sent >= self._edge and not self._again:
            if not self._closed:
                self._closed, self.window_stops = True, self.window_stops + 1
            return False
        self._closed = False
        # TSQ (`tcp_small_queue_check`): what is below the socket and not yet sent
        return self.inflight < way.window and len(self.qdisc) + len(self.ring) < way.tsq

    def _hand_down(self, packet: Packet) -> None:
        if self.way.tcp:
            self.inflight += 1
            if self._again:
                self._again.popleft()
            else:
                self._new_sent += 1
        self.qdisc.put(packet)

    def _ring_has_room(self) -> bool:
        """BQL stops the queue before the ring is full (`netdev_tx_sent_queue`)."""
        return len(self.ring) < min(self.way.bql, self.way.ring)

    def _sent(self, packet: Packet) -> None:
        if not self.way.tcp:
            self._uncharge()
        self.router.put(packet)

    def _ring_freed(self) -> None:
        self.qdisc.run()
        self.sndbuf.run()

    def _lost_in_qdisc(self, packet: Packet) -> None:
        if not self.way.tcp:
            self._uncharge()
        self._lost(packet)

    def _lost(self, packet: Packet) -> None:
        """UDP never hears of it, TCP after a round trip."""
        if self.way.tcp:
            self.missing += 1
            self._clock.at(self._clock.now + self.way.rtt, lambda: self._send_again(packet))

    def _send_again(self, packet: Packet) -> None:
        self.missing -= 1
        self.inflight -= 1
        self._again.append(packet)
        self.sndbuf.put_back(packet)

    def _on_ack(self, edge: int) -> None:
        """0: an acknowledgement of one more packet; else the window's new edge."""
        if edge:
            self._edge = max(self._edge, edge)
        else:
            self.inflight -= 1
            self._uncharge()
        self.sndbuf.run()

    # The line, and the receiver's side

    def _onto_the_wire(self, packet: Packet) -> None:
        self.on_wire += 1
        self._wire.send(packet)

    def _arrived(self, packet: Packet) -> None:
        self.on_wire -= 1
        self.rx_ring.put(packet)

    def _to_the_socket(self, packet: Packet) -> None:
        if self.rcvbuf.put(packet) and self.way.tcp:
            self._acks.send(0)

    def _read(self, packet: Packet) -> None:
        """`recv()`."""
        self.read += 1
        self.delays.append(self._clock.now - packet)
        if self.way.tcp:
            self._acks.send(self.read + self.way.rcvbuf)

    @property
    def stations(self) -> tuple[QueueStation, ...]:
        """In the order a packet meets them."""
        return self.sndbuf, self.qdisc, self.ring, self.router, self.rx_ring, self.backlog, self.rcvbuf
