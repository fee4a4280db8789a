"""What the parts of a host's TCP share: sysctls, counters, the log, and which endpoint a segment belongs to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Protocol

from inflight.kernel.clock import Clock
from inflight.kernel.sockets.era import RECORDED, Era
from inflight.kernel.sockets.log import Log
from inflight.kernel.sockets.segment import Address, Segment, SynOptions, reset_for
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.wire import Network


class Endpoint(Protocol):
    """What segments of a connection go to: a request, a socket, or what TIME_WAIT has left."""

    state: str

    def receive(self, segment: Segment) -> None: ...

    def unreachable(self, error: str) -> None: ...

    def too_big(self, mtu: int) -> None: ...


class ListeningSocket(Protocol):
    """What endpoints ask of the socket that listens at their port."""

    options: SynOptions

    def receive(self, segment: Segment) -> None: ...

    def conn_request(self, syn: Segment, *, from_time_wait: bool = False) -> None: ...

    def gone(self, child: Endpoint) -> None: ...


class Stack:
    """`address` on `network`. counters are named as `nstat` has them, without TcpExt. `era`: its kernel's rules.

    connections: by local port and peer. time_waits: how many of them are small ones. orphans: sockets that no process
    holds. proven: hosts that `tcp_metrics` knows. options: what its SYNs offer.
    """

    listeners: Mapping[int, ListeningSocket]

    def __init__(
        self,
        network: Network,
        address: str,
        sysctls: Sysctls | None = None,
        *,
        era: Era = RECORDED,
        options: SynOptions | None = None,
        log: Log | None = None,
    ) -> None:
        self.network, self.address, self.era = network, address, era
        self.clock: Clock = network.clock
        self.sysctls = sysctls or Sysctls()
        self.options = options or SynOptions()
        self.log = log or Log()
        self.counters: Counter[str] = Counter()
        self.listeners = {}
        self.connections: dict[tuple[int, Address], Endpoint] = {}
        self.time_waits = 0
        self.orphans = 0
        self.proven: set[str] = set()
        self.fastopen_cookies: dict[str, bytes] = {}
        network.hosts[address] = self

    def receive(self, segment: Segment) -> None:
        """A segment has arrived: to its connection, else to a listener, else it is refused (`tcp_v4_rcv`)."""
        endpoint = self.connections.get((segment.target.port, segment.source))
        if endpoint is not None:
            endpoint.receive(segment)
        elif listener := self.listeners.get(segment.target.port):
            listener.receive(segment)
        else:
            self.refuse(segment)

    def unreachable(self, segment: Segment, error: str) -> None:
        """A router says that `segment` could not go on."""
        endpoint = self.connections.get((segment.source.port, segment.target))
        if endpoint is not None:
            endpoint.unreachable(error)

    def too_big(self, segment: Segment, mtu: int) -> None:
        """A router says that `segment` did not fit into a link of `mtu` B."""
        endpoint = self.connections.get((segment.source.port, segment.target))
        if endpoint is not None:
            endpoint.too_big(mtu)

    def send(self, segment: Segment) -> None:
        """Hand a segment to the network."""
        self.network.send(segment)

    def refuse(self, segment: Segment) -> None:
        """Answer with a RST, unless it is one."""
        if not segment.rst:
            self.counters["TcpOutRsts"] += 1
            self.send(reset_for(segment))

    def isn(self) -> int:
        """The first sequence number of a connection; always 0 here, so that numbers are relative ones."""
        return 0

    def timestamp(self) -> int:
        """The clock of RFC 7323's option, ms."""
        return int(self.clock.now * 1000)

    def add(self, port: int, peer: Address, endpoint: Endpoint) -> None:
        """A connection of `port` with `peer`."""
        self.connections[port, peer] = endpoint

    def remove(self, port: int, peer: Address, endpoint: Endpoint) -> None:
        """It is gone, unless another has taken its place already."""
        if self.connections.get((port, peer)) is endpoint:
            del self.connections[port, peer]
