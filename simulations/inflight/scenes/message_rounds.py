"""Messages back and forth: a client writes some, the server answers each of them, or once when all have come.

client   write write write ──▶   read …          server   read ──▶ write …
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from inflight.kernel.clock import Clock
from inflight.kernel.tcp.duplex import DuplexSocket
from inflight.kernel.tcp.process import Program, Recv, Send, Until

EACH, WHOLE = "each", "whole"
AFTER_TICK = 0.3e-3
"""s from a tick of the kernel to the client's SYN, as in the recordings: timers fire on ticks."""

SETTLE = 0.2
"""s from the connection to the first message, as in the recordings."""

COLD = 25e-6
"""s that the server needs more for its first answer, as in the recordings: its code has not run before."""

AS_MUCH = 65536  # what a read() asks for that takes anything


@dataclass(frozen=True, kw_only=True)
class Habits:
    """How an end writes and reads.

    quickack: TCP_QUICKACK before each read(). cork: TCP_CORK around the messages; forget: it is never taken off.
    more: MSG_MORE on all but the last. join: one write() for all messages. cold: s that the first answer takes longer.
    """

    quickack: bool = False
    cork: bool = False
    forget: bool = False
    more: bool = False
    join: bool = False
    cold: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """`messages` of `size` bytes from the client, `rounds` times, every `gap` s from `start` s on.

    mode: EACH (the server sends each message back) or WHOLE (one answer of `answer` bytes when all have come).
    """

    messages: int
    size: int
    mode: str = EACH
    answer: int = 0
    rounds: int = 1
    gap: float = 1.0
    start: float = 0.0


@dataclass
class Round:
    """One round, s: when it began, when the first byte of the answer was read, and when all of it was."""

    began: float
    first: float | None = None
    ended: float | None = None


@dataclass
class Rounds:
    """What the client noted."""

    rounds: list[Round] = field(default_factory=list)

    def latencies(self) -> Iterator[float]:
        """From the first write to the last byte, s."""
        return (each.ended - each.began for each in self.rounds if each.ended is not None)


def client(clock: Clock, socket: DuplexSocket, exchange: Exchange, habits: Habits, noted: Rounds) -> Program:
    """Write the messages, read until the answer is complete, and again."""
    sender, receiver = socket.sender, socket.receiver
    wanted = exchange.messages * exchange.size if exchange.mode == EACH else exchange.answer or exchange.size
    for number in range(exchange.rounds):
        due = exchange.start + number * exchange.gap
        if due > clock.now:
            yield Until(due)
        noted.rounds.append(this := Round(clock.now))
        if habits.cork:
            sender.cork(True)
        if habits.join:
            yield Send(exchange.messages * exchange.size)
        else:
            for left in range(exchange.messages - 1, -1, -1):
                yield Send(exchange.size, more=habits.more and left > 0)
        if habits.cork and not habits.forget:
            sender.cork(False)
        got = 0
        while got < wanted:
            if habits.quickack:
                receiver.quickack()
            got += yield Recv(AS_MUCH)
            if this.first is None:
                this.first = clock.now
        this.ended = clock.now


def server(clock: Clock, socket: DuplexSocket, exchange: Exchange, habits: Habits) -> Program:
    """Read what is to be answered, answer, and again."""
    size = exchange.size
    wanted = size if exchange.mode == EACH else size * exchange.messages
    ask: Any = size if exchange.mode == EACH else AS_MUCH
    cold = habits.cold
    while True:
        got = 0
        while got < wanted:
            if habits.quickack:
                socket.receiver.quickack()
            got += yield Recv(min(ask, wanted - got))
        if cold:
            yield Until(clock.now + cold)
            cold = 0.0
        yield Send(size if exchange.mode == EACH else exchange.answer or size)
