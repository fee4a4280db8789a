"""One answer on its way, and the books of where its time goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from inflight.experiments.request_response.parameters import ASK, KEPT, STREAM, RequestResponseParameters
from inflight.experiments.request_response.phases import ACKS, ASKING, CONNECT, HELD, LINE, PHASES, TRAVEL, WORK, spent
from inflight.kernel.clock import Clock
from inflight.kernel.constants import HEADERS
from inflight.kernel.tcp.duplex import SocketSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.process import Program, Recv, Send, Until
from inflight.kernel.tcp.segment import DataSegment
from inflight.scenes.conversation import NAGLE, Conversation, held_by
from inflight.scenes.message_rounds import AFTER_TICK

REQUEST = 200
"""B."""

AS_MUCH = 1 << 20
POINTS = 400
LONGEST = 1e5  # s


@dataclass
class ChunkedAnswer:
    """One answer in chunks, and before it another if the connection is kept."""

    p: RequestResponseParameters
    began: float = 0.0
    ended: float = 0.0
    samples: list[tuple[float, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        p, clock, era = self.p, Clock(), tcp_era(self.p.kernel)
        server = SocketSpec(nodelay=p.nodelay, slow_start_after_idle=p.slow_start_after_idle, era=era)
        client = SocketSpec(slow_start_after_idle=p.slow_start_after_idle, era=era)
        self.talk = Conversation(clock, p.rtt / 1000, client, server, rate=p.rate * 1e6)
        self._seconds_per_byte = 8e-6 / p.rate
        self._asked = self._served = 0.0  # when the request was written, and read
        self._left = 0  # bytes of the answer that the server has not written
        self._serving = False
        self._under_way = False  # it is the answer that counts
        self._before = 0  # bytes read by the client before that
        self._line: list[tuple[float, float]] = []  # when it was busy
        self._reasons: list[tuple[float, int]] = []  # from when on it would be idle for that reason
        least = p.rtt / 1000 * (p.calls if p.protocol == ASK else 1) + p.calls * p.call * 1e-6
        self._step = (least + p.length * self._seconds_per_byte) / POINTS
        self._heard, self.talk.back.tap = self.talk.back.tap, self._packet
        self.talk.on_event = self._event
        self.talk.client.run(self._client(clock))
        self.talk.server.run(self._server(clock))
        clock.at(AFTER_TICK, self.talk.client.connect)

    def advance(self) -> Iterator[None]:
        """Run until the answer is there."""
        yield from self.talk.run(LONGEST, lambda: self.ended > 0)

    @property
    def share(self) -> float:
        """Of the answers that has arrived."""
        answers = 2 if self.p.connection == KEPT else 1
        return float(self.talk.client.receiver.copied / (answers * self.p.length))

    @property
    def total(self) -> float:
        """From when the client began to the last byte, ms."""
        return 1000 * (self.ended - self.began)

    # ---- the programs --------------------------------------------------------------------------------------------

    def _client(self, clock: Clock) -> Program:
        p = self.p
        if p.connection == KEPT:
            yield from self._fetch()
            yield Until(clock.now + p.pause)
        self.began = clock.now if p.connection == KEPT else AFTER_TICK
        self._asked, self._before, self._under_way = clock.now, self.talk.client.receiver.copied, True
        self._sample()
        yield from self._fetch()
        self.ended = clock.now
        self._sample()

    def _fetch(self) -> Program:
        left = self.p.length
        while left:
            yield Send(REQUEST)
            wanted = min(left, self.p.chunk) if self.p.protocol == ASK else left
            left -= wanted
            while wanted:
                wanted -= yield Recv(min(wanted, AS_MUCH))

    def _server(self, clock: Clock) -> Program:
        call, rest = self.p.call * 1e-6, 0
        while True:
            got = 0
            while got < REQUEST:
                got += yield Recv(REQUEST - got)
            rest = rest or self.p.length
            if self._under_way and not self._served:
                self._served = clock.now
            self._left = min(rest, self.p.chunk) if self.p.protocol == ASK else rest
            rest -= self._left
            self._serving = True
            while self._left:
                if call:
                    yield Until(clock.now + call)
                length = min(self.p.chunk, self._left)
                yield Send(length)
                self._left -= length
            self._serving = rest == 0 and self.p.protocol == STREAM

    # ---- where the time goes -------------------------------------------------------------------------------------

    def _packet(self, packet: Any, now: float, leaves: float, fate: int, sink: object) -> None:
        if self._heard:
            self._heard(packet, now, leaves, fate, sink)
        if not (self._under_way and isinstance(packet, DataSegment)):
            return
        until = leaves + (packet.end - packet.seq + HEADERS) * self._seconds_per_byte
        if self._line and leaves <= self._line[-1][1]:
            self._line[-1] = self._line[-1][0], max(until, self._line[-1][1])
        else:
            self._line.append((leaves, until))

    def _event(self) -> None:
        if not self._under_way or self.ended:
            return
        now, free = self.talk.clock.now, self.talk.server.sender.cpu_free
        reasons, why = self._reasons, self._reason()
        while reasons and reasons[-1][0] >= now:
            reasons.pop()
        if free > now:
            reasons.append((now, WORK))
            reasons.append((free, why))
        elif not reasons or reasons[-1][1] != why:
            reasons.append((now, why))
        if now - self.began >= self.samples[-1][0] + self._step:
            self._sample()

    def _reason(self) -> int:
        """Why the server sends nothing now, once its CPU is done with what was sent."""
        sender = self.talk.server.sender
        unsent = sender.buffer.unsent
        if unsent >= sender.mss or self.talk.server.writer.asleep:
            return ACKS
        if self._left:
            return WORK
        if unsent:
            return HELD if held_by(sender) == NAGLE else ACKS
        return WORK if self._serving else ASKING

    def _sample(self) -> None:
        talk, sender = self.talk, self.talk.server.sender
        self.samples.append(
            (
                talk.clock.now - self.began if self.samples or self.p.connection == KEPT else 0.0,
                (talk.client.receiver.copied - self._before) / 1000,
                sender.buffer.unsent / 1000,
                (sender.nxt - sender.una) / 1000,
                sender.congestion.cwnd,
            )
        )

    @cached_property
    def phases(self) -> list[float]:
        """How long each of PHASES took, ms; together they are all of the time."""
        times = [0.0] * len(PHASES)
        served, last = self._served, self.ended - self.p.rtt / 1000  # from and to when, at the server
        idle, gaps = served, []
        for start, end in [*self._line, (last, last)]:
            start, end = min(max(start, idle), last), min(end, last)
            gaps.append((idle, start))
            times[LINE] += max(end - start, 0.0)
            idle = max(idle, end)
        for why, time in spent(gaps, [*self._reasons, (self.ended, WORK)]):
            times[why] += time
        times[CONNECT] = self._asked - self.began
        times[TRAVEL] = (served - self._asked) + (self.ended - last)
        return [1000 * time for time in times]
