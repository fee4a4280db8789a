"""A connection that talks both ways: data take the acknowledgement of what came along."""

from __future__ import annotations

from dataclasses import dataclass

from inflight.kernel.clock import Clock
from inflight.kernel.congestion import algorithms
from inflight.kernel.constants import HEADERS, INIT_CWND, MSS, SYN_ACK
from inflight.kernel.link import Inlet
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.application import Writer
from inflight.kernel.tcp.output import SEGMENT_TIME, SKB_TIME
from inflight.kernel.tcp.process import Process, Program
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.receiver import Receiver
from inflight.kernel.tcp.segment import DataSegment
from inflight.kernel.tcp.send_buffer import SendBuffer
from inflight.kernel.tcp.sender import Sender
from inflight.kernel.tcp.sending import SendingSpec

DEFAULT_RECEIVE = ReceiveBuffer()
ANY_SIZE = 1 << 62  # a send() is one write(), however long


@dataclass(frozen=True)
class Handshake:
    """A SYN or a SYN-ACK (`answer`); `sent` in s."""

    sent: float
    answer: bool


@dataclass(frozen=True, kw_only=True)
class SocketSpec(SendingSpec):
    """One end of a connection; see `FlowSpec`."""

    algorithm: str = "cubic"
    sndbuf: int = 0
    wmem: tuple[int, int] = (16384, 4 << 20)
    receive: ReceiveBuffer = DEFAULT_RECEIVE
    delayed_ack: bool = True
    initcwnd: int = INIT_CWND


class _Outlet:
    """Puts the ACK into the header of what the sender sends."""

    __slots__ = ("_socket", "_way")

    def __init__(self, way: Inlet, socket: DuplexSocket) -> None:
        self._way, self._socket = way, socket

    def send(self, packet: DataSegment, size: int, sink: Receiver, later: float) -> bool:
        socket = self._socket
        packet.ack = socket.receiver.with_data()
        socket.data_segments += -((packet.seq - packet.end) // MSS)
        return self._way.send(packet, size, socket.peer, later)


class DuplexSocket:
    """One end. Join two with `peer`, then `connect` one of them; `run` gives it a program.

    `way` leads to the other end. `established` is when it was, s (None: not yet).
    """

    flow = 0
    """Its number, by which queues tell connections apart."""

    def __init__(self, clock: Clock, way: Inlet, spec: SocketSpec, program: Program | None = None) -> None:
        self._clock, self._way, self._wakeup = clock, way, spec.wakeup
        self._program = program
        self.peer: DuplexSocket
        self.established: float | None = None
        self.data_segments = 0
        """Segments with data that were sent (data_segs_out)."""
        self.receiver = Receiver(clock, self._send_ack, buffer=spec.receive, era=spec.era, delayed_ack=spec.delayed_ack)
        self.receiver.answers = True
        congestion = algorithms()[spec.algorithm]()
        congestion.cwnd = spec.initcwnd
        self.sender = Sender(
            clock,
            _Outlet(way, self),
            self.receiver,  # the outlet knows better
            congestion,
            SendBuffer(spec.sndbuf, spec.wmem, era=spec.era),
            spec,
        )
        self.writer = self.sender.writer = Writer(self.sender, 0, ANY_SIZE, close=False)
        self._opened = 0.0

    def connect(self) -> None:
        """Send a SYN."""
        self._opened = self._clock.now
        self._way.send(Handshake(self._opened, answer=False), SYN_ACK, self.peer, 0.0)

    def run(self, program: Program) -> None:
        """Run a program from now on, or from when the connection is there."""
        self._program = program
        if self.established is not None:
            self._start()

    def receive(self, packet: DataSegment | Ack | Handshake) -> None:
        """A packet arrives (`tcp_rcv_established`)."""
        if isinstance(packet, Handshake):
            self._open(packet)
            return
        if self.established is None:
            self._establish(passive=True)
        if isinstance(packet, Ack):
            self.sender.on_ack(packet)
            return
        self.receiver.receive(packet)
        if packet.ack:
            self.sender.on_ack(packet.ack)
        self.receiver.check()

    def _open(self, packet: Handshake) -> None:
        self.sender.ts_recent = packet.sent
        if packet.answer:
            self._establish(passive=False)
            self._send_ack(self.receiver.header())
            self._start()
        else:
            self._opened = self._clock.now
            self._way.send(Handshake(self._opened, answer=True), SYN_ACK, self.peer, 0.0)

    def _establish(self, *, passive: bool) -> None:
        now = self._clock.now
        self.established = now
        rtt_us = int((now - self._opened + SKB_TIME + SEGMENT_TIME) * 1e6)
        self.sender.offered(self.peer.receiver.window.initial)
        self.sender.established(rtt_us, passive=passive)
        self.receiver.established(now, rtt_us)
        if passive:
            self._start()

    def _start(self) -> None:
        if self._program:
            program, self._program = self._program, None
            Process(self._clock, program, self.receiver, self.writer, self._wakeup).start()

    def _send_ack(self, ack: Ack) -> None:
        self._way.send(ack, HEADERS, self.peer, 0.0)


def pair(
    clock: Clock, out: Inlet, back: Inlet, client: SocketSpec, server: SocketSpec
) -> tuple[DuplexSocket, DuplexSocket]:
    """Client and server, joined: `out` leads from the client to the server, `back` the other way."""
    here, there = DuplexSocket(clock, out, client), DuplexSocket(clock, back, server)
    here.peer, there.peer = there, here
    return here, there
