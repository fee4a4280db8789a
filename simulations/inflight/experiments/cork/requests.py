"""The client's requests, one a second, through its card to a server that answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from inflight.experiments.cork.parameters import CORK, FORGOTTEN, LATE, MORE, NODELAY, WRITEV, CorkParameters
from inflight.kernel.clock import Clock
from inflight.kernel.link import Link
from inflight.kernel.tcp.duplex import DuplexSocket, SocketSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.process import Program, Recv, Send, Until
from inflight.scenes.conversation import Conversation
from inflight.scenes.message_rounds import AFTER_TICK, AS_MUCH, COLD, SETTLE, WHOLE, Exchange, Habits, server

ROUNDS, GAP = 3, 1.0

ANSWER = 132
"""B."""

LONGEST = 60.0  # s


class _Card:
    """A network card that sends at `rate` bit/s what it is given, and reports it then."""

    def __init__(self, clock: Clock, rate: float) -> None:
        self._clock, self._seconds_per_byte = clock, 8 / rate
        self._line: Link
        self._free = 0.0

    def before(self, line: Link) -> _Card:
        """The card, with its line."""
        self._line = line
        return self

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool:
        """As of a `Link`."""
        now = self._clock.now
        self._free = max(self._free, now + later) + size * self._seconds_per_byte
        return self._line.send(packet, size, sink, self._free - now)

    def done(self) -> float:
        """When all that it was given has left, s."""
        return self._free


@dataclass
class Requests:
    """One connection with its requests, all written in the same way; `spans` are the times of each, s."""

    p: CorkParameters
    spans: list[tuple[float, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        p, clock, era = self.p, Clock(), tcp_era(self.p.kernel)
        card = _Card(clock, p.card * 1e6) if p.card else None
        spec = SocketSpec(nodelay=p.way == NODELAY, tx_done=card.done if card else None, era=era)
        self.talk = Conversation(clock, p.rtt / 1000, spec, SocketSpec(era=era), through=card.before if card else None)
        self.talk.client.run(self._client(clock, self.talk.client))
        request = Exchange(messages=1, size=p.header + p.body, mode=WHOLE, answer=ANSWER)
        self.talk.server.run(server(clock, self.talk.server, request, Habits(cold=COLD)))
        clock.at(AFTER_TICK, self.talk.client.connect)

    def advance(self) -> Iterator[None]:
        """Run to the end of the last round."""
        yield from self.talk.run(LONGEST, lambda: len(self.spans) == ROUNDS)

    def latency(self, number: int) -> float:
        """Of a round, counted from 0; ms."""
        began, ended = self.spans[number]
        return 1000 * (ended - began)

    def _writes(self) -> list[int]:
        """The sizes of header and pieces, B."""
        p = self.p
        each, more = divmod(p.body, p.body_writes)
        return [p.header, *(each + (number < more) for number in range(p.body_writes))]

    def _client(self, clock: Clock, socket: DuplexSocket) -> Program:
        sender, way = socket.sender, self.p.way
        writes = self._writes()
        if way == WRITEV:
            writes = [sum(writes)]
        for number in range(ROUNDS):
            due = AFTER_TICK + self.p.rtt / 1000 + SETTLE + number * GAP
            if due > clock.now:
                yield Until(due)
            began = clock.now
            if way in (CORK, FORGOTTEN, LATE):
                sender.cork(True)
            for index, size in enumerate(writes):
                if index:
                    yield Until(clock.now + self.p.every * 1e-6)
                yield Send(size, more=way == MORE and index < len(writes) - 1)
            if way == LATE:
                yield Until(clock.now + self.p.late / 1000)
            if way in (CORK, LATE):
                sender.cork(False)
            got = 0
            while got < ANSWER:
                got += yield Recv(AS_MUCH)
            self.spans.append((began, clock.now))
