"""Connections that come and go: a client that opens them at a steady rate, and what becomes of its ports.

Only the ports are modelled. `inflight.kernel.sockets` has the connections themselves, packet by packet.
"""

from __future__ import annotations

from collections import deque
from math import nan

from inflight.figure.result import Column, Table
from inflight.kernel.sockets.ports import FREE, IN_USE, REUSABLE, TIME_WAIT, PortPool, time_wait_until

CLIENT, SERVER, RESET = "client", "server", "reset"
"""Who closes first; with a reset nobody waits."""

STATES = (IN_USE, TIME_WAIT, REUSABLE)

SQUARES = 240
"""Blocks that the ports are noted in, at most."""


class Pair:
    """One address of the client and one destination, which have their part of the connections.

    There are as many pairs as `sources` times `destinations`, all alike, which take turns: this one stands for all, and
    what is counted here the host has `times` over. `rate` is that of the host, in connections/s; a connection lives for
    `lifetime` s between its handshake and its first FIN, `rtt` in s; `closes` is CLIENT, SERVER or RESET. `pool` has
    the host's settings; of tcp_max_tw_buckets the pair gets its part.
    """

    def __init__(
        self,
        pool: PortPool,
        *,
        rate: float,
        lifetime: float,
        rtt: float,
        closes: str,
        timestamps: bool = True,
        loopback: bool = False,
        destinations: int = 1,
        sources: int = 1,
    ) -> None:
        self.times, self.sources = sources * destinations, sources
        self.rate = rate / self.times
        self.closes = closes
        self._options = (timestamps, loopback)
        self.hold = rtt + lifetime + (0 if closes == RESET else rtt)
        """From connect() until the client's connection is closed, s."""
        pool.max_tw_buckets //= self.times
        self.pool = pool
        self.ports = pool.towards("destination")
        self.server = ServerTimeWaits(rtt / 2)
        self.attempts = self.succeeded = self.refused = 0
        self.first_refusal: float | None = None
        self.first_odd: float | None = None
        """When the ports that are tried first had all been taken, s."""
        self.first_overflow: float | None = None
        self.most_tried = self.most_server = self.most_client = 0
        self._closing: deque[tuple[float, int]] = deque()
        self._before = (0, 0, 0)
        self._tried = 0

    def advance(self, until: float) -> None:
        """All that happens before `until`, s."""
        ports, closing, rate, hold = self.ports, self._closing, self.rate, self.hold
        take, refusal = ports.take, ports.count
        number = self.attempts
        while (now := number / rate) < until:
            while closing and closing[0][0] <= now:
                self._close(*closing.popleft())
            if (port := take(now)) is not None:
                number += 1
                self.succeeded += 1
                self._tried += ports.tried
                self.most_tried = max(self.most_tried, ports.tried)
                closing.append((now + hold, port))
                if self.closes == SERVER:
                    self.server.accept(port)
                if self.first_odd is None and port - self.pool.low & 1:
                    self.first_odd = now
                continue
            if self.first_refusal is None:
                self.first_refusal = now
            # Nothing changes before the next port comes back: all that try until then are refused as well.
            change = min(until, self.pool.next_due, closing[0][0] if closing else until)
            missed = max(1, int((change - now) * rate))
            number += missed
            self.refused += missed
            self._tried += missed * refusal
            self.most_tried = refusal
        self.attempts = number
        while closing and closing[0][0] <= until:
            self._close(*closing.popleft())
        self.pool.expire(until)
        self.server.expire(until)

    def _close(self, now: float, port: int) -> None:
        if self.closes == CLIENT:
            timestamps, loopback = self._options
            waits = self.ports.time_wait(port, now, timestamps=timestamps, loopback=loopback)
            if not waits and self.first_overflow is None:
                self.first_overflow = now
            return
        self.ports.release(port)
        if self.closes == SERVER:
            self.server.close(now, port)

    def sample(self, span: float) -> tuple[float, ...]:
        """A row of the result but for its time; rates are over the last `span` s."""
        counts = (self.succeeded, self.refused, self._tried)
        succeeded, refused, tried = (count - was for count, was in zip(counts, self._before, strict=True))
        self._before = counts
        in_use, waiting, reusable, free = map(self.ports.number, (*STATES, FREE))
        client, server, estab = self.times * (waiting + reusable), self.sources * len(self.server), self.times * in_use
        self.most_client, self.most_server = max(self.most_client, client), max(self.most_server, server)
        counters = self.pool.counters
        calls = succeeded + refused
        return (
            *(self.times * count / span for count in (succeeded, refused)),
            *(in_use, waiting, reusable, free),
            tried / calls if calls else nan,
            *(client, server, estab, client + estab),
            *(
                self.times * count
                for count in (
                    self.succeeded,
                    counters["TW"],
                    counters["TWRecycled"],
                    counters["TCPTimeWaitOverflow"],
                )
            ),
        )


class ServerTimeWaits:
    """The TIME_WAITs of a server that closes first. A new SYN of the same client and port ends one (RFC 6191)."""

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._until: dict[int, float] = {}
        self._order: deque[tuple[float, int]] = deque()

    def __len__(self) -> int:
        return len(self._until)

    def accept(self, port: int) -> None:
        """A connection from `port`."""
        self._until.pop(port, None)

    def close(self, now: float, port: int) -> None:
        """The last ACK for the client’s FIN has left the server by then: its own TIME_WAIT began half an RTT ago."""
        self._until[port] = until = time_wait_until(now - self._delay)
        self._order.append((until, port))

    def expire(self, now: float) -> None:
        """Those that are over are gone."""
        while self._order and self._order[0][0] <= now:
            until, port = self._order.popleft()
            if self._until.get(port) == until:
                del self._until[port]


class Field:
    """What the squares show: blocks of ports, even and odd ones apart, and what each holds whenever that changes."""

    def __init__(self, pair: Pair) -> None:
        ports, low = pair.ports, pair.pool.low
        parities = ("even", "odd") if low % 2 == 0 else ("odd", "even")
        words = (f"{parities[0]} ports, which are tried first", f"{parities[1]} ports, when the others are taken")
        self.blocks = Table(
            [
                Column("first", "", "lowest port", "time"),
                Column("ports", "ports", "how many ports", "inflight"),
                Column("group", "", "which ports", "time", words=words),
            ]
        )
        self.table = Table(
            [
                Column("t", "s", "since when", "time"),
                Column("block", "", "which block of ports", "time"),
                Column("in_use", "ports", "in use", "inflight"),
                Column("TIME_WAIT", "ports", "TIME_WAIT", "queue"),
                Column("reusable", "ports", "reusable TIME_WAIT", "throughput"),
            ]
        )
        self._where: list[tuple[bytearray, int, int]] = []
        self._last: list[tuple[int, ...]] = []
        size = -(-ports.count // SQUARES)
        for parity, states in enumerate(ports.states):
            for start in range(0, len(states), size):
                end = min(start + size, len(states))
                self._where.append((states, start, end))
                self._last.append((0, 0, 0))
                self.blocks.append(low + 2 * start + parity, end - start, parity)

    def note(self, now: float) -> None:
        """What has changed since the last time."""
        for block, (states, start, end) in enumerate(self._where):
            held = tuple(states.count(state, start, end) for state in STATES)
            if held != self._last[block]:
                self._last[block] = held
                self.table.append(now, block, *held)
