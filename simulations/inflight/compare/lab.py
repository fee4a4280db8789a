"""The laboratory's programs of families F and G, as the model sees them: its hosts, and one process that does it all.

One CPU runs the program and both kernels, so what it does takes time: the constants below are measured in recordings.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence

from inflight.compare.machine import machine_of
from inflight.compare.recording import Recording
from inflight.kernel.clock import JIFFY, Clock, jiffies
from inflight.kernel.sockets.era import socket_era
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.segment import Address
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import CLOSED
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.wire import Network

Program = Generator[float, None, None]
"""Yields how long it sleeps, s."""

OVERHEAD = 40e-6
"""s: what the lab's CPU adds to a round trip."""

CLIENT, SERVER = "10.1.0.2", "10.2.0.2"

_WHEEL = 16.384  # s: the granularity of the timer wheel's level for more than two minutes


class Lab:
    """A client and a server, `rtt_ms` on the way back and `fwd_ms` on the way there; both kernels are the recorded one.

    seed: where the timer wheel stands at the start, and how fast the lab's loop turns. No recording tells that, so
    comparisons try several.
    """

    def __init__(self, recording: Recording, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        self._machine = machine_of(recording.kernel)
        self.clock = Clock()
        self.start = self.clock.now = rng.random() * _WHEEL
        self.network = Network(self.clock)
        net, era = recording.scenario["net"], socket_era(recording.kernel)
        self.client, self.server = (
            Host(
                self.network,
                address,
                Sysctls(tcp_fastopen=0, tcp_syn_linear_timeouts=era.syn_linear_timeouts),
                era=era,
            )
            for address in (CLIENT, SERVER)
        )
        out, back = net.get("fwd_ms", 0) / 1000, net["senders"][0].get("rtt_ms", 0) / 1000
        self.there, self.back = self.network.join(CLIENT, SERVER, out=out, back=back + OVERHEAD)

    @property
    def now(self) -> float:
        """Seconds since the start."""
        return self.clock.now - self.start

    def play(self, program: Program) -> None:
        """Run a program to its end."""
        for delay in program:
            for _ in self.clock.run(self.clock.now + delay):
                pass

    def shift(self) -> None:
        """Let some time pass, so that what comes next begins at another place of the timer wheel."""
        self.wait(self.rng.random() * _WHEEL)

    def wake(self) -> None:
        """Let a program go on that has slept: just after a tick, or anywhere between two."""
        if self._machine.starts_after_tick:
            self.wait((jiffies(self.clock.now) + 1) * JIFFY - self.clock.now)
        else:
            self.wait(self.rng.random() * JIFFY)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        for _ in self.clock.run(self.clock.now + seconds):
            pass

    def pair(self, port: int) -> tuple[Socket, Socket]:
        """A connection, accepted: the client's and the server's end."""
        listener = self.server.listen(port, 64)
        client = self.client.connect(Address(SERVER, port))
        self.wait(self.there.delay + self.back.delay + self.there.delay + 1e-4)
        server = listener.accept()
        if server is None:
            raise AssertionError("a handshake without losses has not come to an end")
        listener.close()
        return client, server

    def states(self, host: Host, port: int) -> list[str]:
        """The states of those connections of `host` that concern the server's `port`, as in /proc/net/tcp."""
        return sorted(
            endpoint.state
            for (own, peer), endpoint in host.connections.items()
            if port in (own, peer.port) and endpoint.state != CLOSED
        )


def packets(lab: Lab, since: float, port: int, *, at_client: bool = True) -> list[tuple[float, str, str, int]]:
    """What the client's interface has seen since then: time (s), `>` to the server, flags, bytes."""
    seen = []
    for passage in lab.network.passages:
        segment = passage.segment
        out = segment.target.port == port
        if not out and segment.source.port != port:
            continue
        time = passage.sent if out is at_client else passage.arrived
        if time == time and time >= since:
            seen.append((time - since, ">" if out else "<", segment.flags, segment.length))
    return sorted(seen, key=lambda each: each[0])


def equal(ours: object, theirs: object) -> tuple[float, float]:
    """Two things that are no numbers, as (1, 1) if they are equal, (0, 1) if not."""
    return float(ours == theirs), 1.0


def times(name: str, metric: str, ours: Sequence[float], theirs: Sequence[float]) -> list[tuple[str, float, float]]:
    """How many there are, and each of them."""
    rows = [(f"count {name} {metric}", float(len(ours)), float(len(theirs)))]
    return rows + [(f"{metric} {name} #{n}", o, t) for n, (o, t) in enumerate(zip(ours, theirs, strict=False), 1)]
