"""A small request and its answer across a link that takes shorter packets than either end knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, nan

from inflight.kernel.clock import Clock
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.segment import HEADERS, Address, SynOptions
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import ESTABLISHED
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.wire import Network, Passage
from inflight.scenes.captured.network import captured_network
from inflight.scenes.captured.wanted import offer

CLIENT, SERVER, ROUTER = "192.0.2.7", "198.51.100.80", "198.51.100.1"
CLIENT_PORT, PORT = 32768, 443
REQUEST = 100
"""Bytes."""
ETHERNET = 1500
"""The MTU of both ends' own networks, B."""
_START = 0.248
"""s: where the clock of jiffies stands at the SYN."""


@dataclass(frozen=True, kw_only=True)
class FetchPlan:
    """rtt: s. size: of the answer, B. mtu: of the tunnel, B. icmp: what its router says gets back to the server.

    clamps: the router lowers the MSS in each SYN to what the tunnel takes. client_mtu: of the client's interface, B.
    probing, base_mss: the server's tcp_mtu_probing and tcp_base_mss. patience: how long the client waits, s.
    """

    rtt: float
    size: int
    mtu: int
    icmp: bool = False
    clamps: bool = False
    client_mtu: int = ETHERNET
    probing: int = 0
    base_mss: int = 1024
    patience: float = 30.0


class Fetch:
    """The run of a plan; times in s since the request was sent, NaN: it has not happened.

    done: the client has the whole answer. first_byte: it has the first of it. got: bytes that it has read.
    told: a router has reported the MTU.
    """

    def __init__(self, plan: FetchPlan) -> None:
        self.plan = plan
        self.clock = Clock()
        self.clock.now = _START
        self.network = Network(self.clock)
        offer(captured_network(self.network, {"client": CLIENT, "server": SERVER}, router=ROUTER))
        most = plan.mtu - HEADERS if plan.clamps else ETHERNET - HEADERS
        self.client = Host(self.network, CLIENT, options=SynOptions(mss=min(most, plan.client_mtu - HEADERS)))
        self.server = Host(
            self.network,
            SERVER,
            Sysctls(tcp_mtu_probing=plan.probing, tcp_base_mss=plan.base_mss),
            options=SynOptions(mss=most),
        )
        out, back = self.network.join(CLIENT, SERVER, out=plan.rtt / 2, back=plan.rtt / 2)
        out.mtu = back.mtu = plan.mtu
        # The tunnel is halfway: a packet gets there in a quarter of a round trip, and the message needs another.
        back.reports = plan.rtt / 2 if plan.icmp else None
        self.start = _START
        self.got = 0
        self.done = self.first_byte = nan
        self.told = False
        self.child: Socket | None = None
        self._asked = False
        self._listener = self.server.listen(PORT, 128)
        self._listener.on_ready = lambda: self.clock.at(self.clock.now, self._accept)
        self.socket = self.client.socket(Address(SERVER, PORT), port=CLIENT_PORT)
        self.socket.on_change = self._client_reads
        self.socket.connect()

    @property
    def now(self) -> float:
        """S since the request."""
        return self.clock.now - self.start

    @property
    def answers(self) -> list[Passage]:
        """The server's segments with data, in the order in which they were sent."""
        return [each for each in self.network.passages if each.segment.source.host == SERVER and each.segment.length]

    @property
    def dropped(self) -> list[Passage]:
        """Those that the tunnel did not take."""
        return [each for each in self.answers if each.arrived != each.arrived]

    @property
    def until(self) -> float:
        """When there is no more to see, s since the request: the answer is acknowledged, or the client gives up."""
        return self.plan.patience if self.done != self.done else self.done + self.plan.rtt

    def run(self) -> Iterator[None]:
        """Each step is an event, until the end."""
        while self.now < self.until and self.clock.next_due() < inf:
            yield from self.clock.run(min(self.clock.next_due(), self.start + self.until), 1)

    def _accept(self) -> None:
        self.child = self._listener.accept()
        if self.child:
            self.child.on_change = self._server_reads
            self._server_reads(self.child)

    def _server_reads(self, child: Socket) -> None:
        if child.unread and not self._asked:
            self._asked = True
            child.read()
            child.send(self.plan.size)

    def _client_reads(self, socket: Socket) -> None:
        if socket.state == ESTABLISHED and self.start == _START:
            self.start = self.clock.now
            socket.send(REQUEST)
        if socket.unread:
            self.got += socket.read()
            if self.first_byte != self.first_byte:
                self.first_byte = self.now
            if self.got == self.plan.size:
                self.done = self.now
