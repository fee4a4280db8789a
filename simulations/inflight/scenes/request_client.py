"""A client behind the bottleneck asks a server for answers, over a connection that is kept, or a new one each time.

    client   SYN ──▶  ◀── SYN-ACK   request ──▶  ◀── answer   …   FIN ──▶  ◀── FIN
             └────────── one RTT ──────────┘└──── an RTT, and what slow start takes ────┘

The way of the SYN-ACK and of the answers is the bottleneck's; requests and ACKs take the way back, which has the delay.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from inflight.kernel.clock import Clock
from inflight.kernel.constants import SYN_ACK
from inflight.kernel.link import Link
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Flow, FlowSpec
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.application import Writer
from inflight.kernel.tcp.metrics import TcpMetrics
from inflight.kernel.tcp.output import SKB_TIME
from inflight.kernel.tcp.receiver import READ_LATENCY
from inflight.kernel.tcp.rtt import TIMEOUT_INIT_US
from inflight.kernel.tcp.segment import DataSegment
from inflight.kernel.tcp.sender import Sender

LINGER = 1e-3  # s, from the end of an answer until the client closes its connection, as in the recordings


@dataclass
class Answer:
    """One request and its answer; times in s.

    Attributes:
        asked: when the client began: to connect, or with a kept connection to send.
        connected: when it had a connection.
        finished: when the last byte had come; None: not yet.
        cwnd, ssthresh: what the sender has when the request arrives, segments; with a new connection, or after a pause,
            it starts from `usable`.
        remembered: the ssthresh in the host's cache when the connection is closed (0: none), segments.
        flow: the connection.
    """

    asked: float
    connected: float = 0.0
    finished: float | None = None
    cwnd: int = 0
    ssthresh: int = 0
    usable: int = 0
    remembered: int = 0
    flow: Flow | None = field(default=None, repr=False)

    @property
    def time(self) -> float | None:
        """From `asked` to `finished`, s."""
        return None if self.finished is None else self.finished - self.asked


class Client:
    """Asks `count` times for `size` bytes, every `gap` s, from `start` s on.

    If an answer takes longer than that the next request follows it, with new connections when the one before is closed.

    Args:
        spec: the connections: algorithm, RTT and so on; its `total` and `connect` are set here.
        fresh: a new connection for each request.
        metrics: what the server's host remembers of this client.
    """

    flow = 0
    """Its number, as of a receiver."""

    def __init__(
        self,
        clock: Clock,
        link: Link | Device,
        spec: FlowSpec,
        *,
        size: int,
        count: int,
        gap: float,
        start: float = 0.0,
        fresh: bool = False,
        metrics: TcpMetrics | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self._rng = rng or random.Random(1)
        self._clock, self._link, self._spec, self._metrics = clock, link, spec, metrics
        self._size, self._count, self._gap, self._start, self._fresh = size, count, gap, start, fresh
        self.answers: list[Answer] = []
        self.complete = 0
        """Answers that have come."""
        self.on_finish: Callable[[Answer], None] | None = None
        """Is told of each answer that is complete."""
        self.closed = False
        """The last connection is closed on both sides; kept ones stay open."""
        self._connected = False  # the present SYN was answered
        clock.at(start, self._ask)

    @property
    def done(self) -> bool:
        """The last answer is complete, and a connection of its own is closed."""
        return self.complete == self._count and (self.closed or not self._fresh)

    def packets_sent(self) -> int:
        """By the server so far, over all connections."""
        flows = {id(answer.flow): answer.flow for answer in self.answers if answer.flow}
        return sum(flow.sender.packets_sent for flow in flows.values())

    def _ask(self) -> None:
        now = self._clock.now
        kept = self.answers[-1].flow if self.answers and not self._fresh else None
        self.answers.append(answer := Answer(now))
        self.closed = False
        if kept:
            answer.flow, answer.connected = kept, now
            kept.receiver.ask(self._size)
            self._clock.at(now + self._spec.rtt + READ_LATENCY, self._answer)
        else:
            self._connected = False
            self._clock.at(now + self._spec.rtt, partial(self._syn_ack, TIMEOUT_INIT_US * 1e-6))

    # ---- opening -------------------------------------------------------------------------------------------------

    def _syn_ack(self, timeout: float) -> None:
        """The server answers the SYN, and again after 1, 2, 4 … s as long as the handshake is not complete."""
        if not self._connected:
            now = self._clock.now
            self._link.send(DataSegment(0, 0, now, now, False), SYN_ACK, self, SKB_TIME)
            self._clock.at(now + timeout, partial(self._syn_ack, 2 * timeout))

    def receive(self, syn_ack: DataSegment) -> None:
        """The SYN-ACK has come: the client is connected, and its request goes out with the ACK."""
        if self._connected:
            return
        self._connected = True
        answer = self.answers[-1]
        answer.connected = now = self._clock.now
        spec = FlowSpec(**{**self._spec.__dict__, "connect": now, "total": self._size, "data": None, "passive": True})
        answer.flow = flow = Flow(self._clock, self._link, spec, self._rng, self._link.wait, metrics=self._metrics)
        flow.receiver.on_finish = self._finished
        flow.sender.writer = _Server(flow.sender, self._size, self._note)

    def _note(self) -> None:
        answer = self.answers[-1]
        assert answer.flow
        sender = answer.flow.sender
        answer.cwnd, answer.ssthresh = sender.congestion.cwnd, sender.congestion.ssthresh
        answer.usable = sender.cwnd_after_idle()

    def _answer(self) -> None:
        self._note()
        flow = self.answers[-1].flow
        assert flow
        assert flow.sender.writer
        flow.sender.writer.write(self._size)

    # ---- the end -------------------------------------------------------------------------------------------------

    def _finished(self) -> None:
        answer = self.answers[-1]
        now = self._clock.now
        answer.finished = now
        self.complete += 1
        if self.on_finish:
            self.on_finish(answer)
        if self._fresh:
            assert answer.flow
            self._clock.at(now + LINGER + self._spec.rtt, partial(self._close, answer.flow))
        else:
            self._next(now + LINGER)

    def _next(self, time: float) -> None:
        """The next request, not before `time`."""
        if len(self.answers) < self._count:
            self._clock.at(max(time, self._start + len(self.answers) * self._gap), self._ask)

    def _close(self, flow: Flow) -> None:
        """The client's FIN has come: the server's follows, and its ACK ends the connection (LAST_ACK)."""
        sender = flow.sender

        def last_ack(ack: Ack) -> None:
            sender.on_ack(ack)
            if not sender.board.packets_out and not sender.aborted:
                if self._metrics:
                    self._metrics.update(sender)
                    self.answers[-1].remembered = self._metrics.ssthresh
                sender.abort()
                self.closed = True
                self._next(self._clock.now)

        flow.back.receive = last_ack
        sender.shutdown()


class _Server(Writer):
    """Writes an answer in one call, and leaves the connection open; `before` is called when it begins."""

    __slots__ = ("_before",)

    def __init__(self, sender: Sender, size: int, before: Callable[[], None]) -> None:
        super().__init__(sender, size, size, close=False)
        self._before = before

    def start(self) -> None:
        """The first answer."""
        self._before()
        super().start()
