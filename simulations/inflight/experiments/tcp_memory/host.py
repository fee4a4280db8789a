"""Connections that ask for memory, in turn, on one host."""

from __future__ import annotations

import math
import random

from inflight.experiments.tcp_memory.parameters import FIXED, READERS, TcpMemoryLimitsParameters
from inflight.kernel.constants import ADVMSS, INITIAL_WINDOW, MSS, SKB_OVERHEAD
from inflight.kernel.tcp.memory import SocketMemory, TcpMemory, pages
from inflight.scenes.transfer import most

SEGMENT = MSS + SKB_OVERHEAD
"""Memory of a full segment that has arrived, bytes."""

WRITE = 16384
"""Data in an skb of the send queue, bytes: what an application writes at a time."""

SKB = WRITE + SKB_OVERHEAD
SNDBUF_START = 87040
"""Send buffer of a new connection: room for two windows of ten (`tcp_init_buffer_space`, W19), bytes."""

GROWS = 0.1
"""s in which an autotuned send buffer doubles, as the window in slow start on a path of 100 ms."""

AWAKE = 1e6
"""bytes/s that a reader that has woken up reads at least."""

SLEEP = (0.008, 0.2)
"""s: how long a writer sleeps that was refused memory, at random (`stream.c:sk_stream_wait_memory`)."""

RTO, RTO_MAX = 0.2, 120.0
"""s: a segment that was dropped is sent again after so long, then after twice as long (RFC 6298)."""


class UnreadConnection:
    """One of the sockets.

    waits: when it is next able to do something, s. promised: window that is left, bytes, which is never taken back.
    opened: what the data that came have opened of it (`rcv_ssthresh`). burst: segments that its peer sends at most
    after a loss. due: bytes that could have moved, but were less than a whole piece.
    """

    def __init__(self, memory: TcpMemory, now: float, p: TcpMemoryLimitsParameters) -> None:
        locked = p.fill == FIXED
        sndbuf = p.buffer if locked else min(SNDBUF_START, p.buffer)
        self.account = SocketMemory(memory, sends=p.fill != READERS, sndbuf=sndbuf, locked=locked)
        self.waits = now
        self.grows = now + GROWS
        self.rto = RTO
        self.burst = math.inf
        self.opened = self.promised = min(INITIAL_WINDOW, p.buffer // 2)
        self.due = 0.0


class BusyHost:
    """All connections, in the order in which they came; `moved` in bytes, `peak` in pages, the rest are counts."""

    def __init__(self, p: TcpMemoryLimitsParameters, rng: random.Random) -> None:
        self.p, self._rng = p, rng
        self.memory = TcpMemory((p.low, p.middle, p.high))
        self.connections: list[UnreadConnection] = []
        self.refused = self.dropped = self.moved = self.peak = 0

    def tick(self, now: float, step: float) -> None:
        """What happens between `now` and `now + step`, s."""
        p, here = self.p, self.connections
        while len(here) < p.connections and p.spread * len(here) / p.connections <= now:
            here.append(UnreadConnection(self.memory, now, p))
        line = most(p.rate) * 125_000 * step
        read = p.slow * 1000 * step
        if now >= p.resume:
            read = max(AWAKE * step, 2 * line / len(here))
        first = self._rng.randrange(len(here))  # nobody is always the first to ask
        turn = here[first:] + here[:first]
        if p.fill == READERS:
            self._receive(turn, now, line, read)
        else:
            self._send(turn, now, line, read)

    # ---- received, and not read ----------------------------------------------------------------------------------

    def _receive(self, turn: list[UnreadConnection], now: float, line: float, read: float) -> None:
        ready = [each for each in turn if each.waits <= now and each.promised >= MSS]
        for each in ready:
            self._arrive(each, line / len(ready), now)
        self.peak = max(self.peak, self.memory.allocated)  # before it is read
        for each in turn:
            self._read(each, read)

    def _arrive(self, each: UnreadConnection, share: float, now: float) -> None:
        """As much of a connection's share of the line as its window allows."""
        each.due = min(each.due + share, each.promised)
        count = int(min(each.due // MSS, each.burst))
        if not count:
            return
        taken = self._take(each.account, count)
        self.moved += taken * MSS
        each.promised -= taken * MSS
        if taken == count:
            each.due -= count * MSS
            each.rto, each.burst = RTO, 2 * each.burst
        else:
            each.due = 0.0
            self.dropped += count - taken
            each.burst = max(count // 2, 1)
        if not taken:
            each.waits, each.burst = now + each.rto, 1
            each.rto = min(2 * each.rto, RTO_MAX)
        self._offer(each, taken)

    def _take(self, account: SocketMemory, count: int) -> int:
        """How many of `count` segments there is memory for, found by halving."""
        if account.charge(count * SEGMENT):
            return count
        self.refused += 1
        if not account.queued:  # into an empty queue one is taken in any case (`tcp_data_queue`)
            account.force(SEGMENT)
            return 1
        while count := count // 2:
            if account.charge(count * SEGMENT):
                return count
        return 0

    def _offer(self, each: UnreadConnection, count: int) -> None:
        """The window after `count` segments have come (`tcp_grow_window`, `__tcp_select_window`)."""
        buffer = self.p.buffer
        free = buffer - each.account.queued
        if not self.memory.pressure:
            each.opened = min(each.opened + 2 * ADVMSS * count, buffer // 2)
        elif 2 * free < buffer:
            each.opened = min(each.opened, 4 * ADVMSS)
        each.promised = max(each.promised, min(free // 2, each.opened))

    def _read(self, each: UnreadConnection, read: float) -> None:
        account = each.account
        whole = int(read / MSS + self._rng.random())  # on average so much
        count = min(account.queued // SEGMENT, whole)
        if count:
            account.free(count * SEGMENT)
            self._offer(each, 0)

    # ---- written, and not acknowledged ---------------------------------------------------------------------------

    def _send(self, turn: list[UnreadConnection], now: float, line: float, read: float) -> None:
        full = [each for each in turn if each.account.queued]
        for each in full:
            self._acknowledge(each, min(line / len(full), read))
        for each in turn:
            self._grow(each, now)
            self._write(each, now)
        self.peak = max(self.peak, self.memory.allocated)

    def _acknowledge(self, each: UnreadConnection, read: float) -> None:
        account = each.account
        each.due += read
        count = min(int(each.due // WRITE), account.queued // SKB)
        if count:
            each.due -= count * WRITE
            account.free(count * SKB)
            self.moved += count * WRITE

    def _grow(self, each: UnreadConnection, now: float) -> None:
        """Autotuning (`tcp_sndbuf_expand`)."""
        account = each.account
        if not account.locked and now >= each.grows:
            each.grows = now + GROWS
            if self.memory.may_grow:
                account.sndbuf = max(min(2 * account.sndbuf, self.p.buffer), account.sndbuf)

    def _write(self, each: UnreadConnection, now: float) -> None:
        """The application writes until it is put to sleep (`tcp_sendmsg_locked`)."""
        account, memory = each.account, self.memory
        while each.waits <= now and account.queued < account.sndbuf:
            room = -(-(account.sndbuf - account.queued) // SKB)
            count = room if memory.allocated + pages(room * SKB) <= memory.low else 1  # below it nothing is refused
            if account.charge(count * SKB):
                continue
            self.refused += 1
            if not account.queued:  # something must be able to leave (`tcp_stream_alloc_skb`)
                account.force(SKB)
                continue
            memory.enter_pressure()
            account.moderate()
            each.waits = now + self._rng.uniform(*SLEEP)
