"""A server with two uplinks, and one connect() to it: the way in, the way back, and who ends either of them.

    client ─┬─ 10.0.0.1 ─── 10.0.0.0/24 ─── eth0 10.0.0.2 ─┐
            │                                              ├─ server
            └─ 192.168.1.1 ─ 192.168.1.0/24 ─ eth1 192.168.1.2 ─┘

A client may also be a neighbour in one of the two networks. The gateways are two machines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, nan
from typing import NamedTuple

from inflight.kernel.path.routing import ANY, Check, Conf, Fib, Route, matches, network_of
from inflight.kernel.tcp.rtt import TIMEOUT_INIT_US
from inflight.scenes.syn_timers import Rules, moments

INTERFACES = {"eth0": "10.0.0.2/24", "eth1": "192.168.1.2/24"}
GATEWAYS = {"eth0": "10.0.0.1", "eth1": "192.168.1.1"}
OWN = {device: address.partition("/")[0] for device, address in INTERFACES.items()}
NETWORKS = {device: network_of(address) for device, address in INTERFACES.items()}
TABLES = {"eth0": "100", "eth1": "101"}
"""For rules by address."""

FAR, FAR_NETWORK = "203.0.113.9", "203.0.113.0/24"
NEAR = {"eth0": "10.0.0.50", "eth1": "192.168.1.50"}

PLAIN, STATEFUL, SOURCES = "plain", "stateful", "sources"
"""Gateways forward what comes; drop what fits no connection they know; drop source addresses not of their network."""

FILTERED, NO_ROUTE, STOPPED, HALF_OPEN, CONNECTED = "filtered", "no route", "stopped", "half-open", "connected"

TIMEOUT_INIT = TIMEOUT_INIT_US / 1e6
ANSWERING = Rules(5)  # net.ipv4.tcp_synack_retries

FORGOTTEN = 63.0
"""s, after which a server forgets a connection that is half open (five doublings and one more wait)."""

CLIENT, SERVER = range(2)


def routes(name: str) -> list[Route]:
    """The routes that somebody has added, by the name they have in the figure."""
    default = {device: Route(ANY, device, gateway) for device, gateway in GATEWAYS.items()}
    return {
        "eth0": [default["eth0"]],
        "eth1": [default["eth1"]],
        "both": [Route(ANY, "eth0", GATEWAYS["eth0"], metric=100), Route(ANY, "eth1", GATEWAYS["eth1"], metric=200)],
        "static": [default["eth0"], Route(FAR_NETWORK, "eth1", GATEWAYS["eth1"])],
        "none": [],
    }[name]


def ladder(rules: Rules) -> list[float]:
    """When something is sent that nobody answers, and when it is given up: nominal times, s after the first."""
    return list(moments(rules, 0.0, exact=True))


def answers(syns: Sequence[float]) -> Iterator[float]:
    """When a server sends SYN-ACKs of which none arrives, as it hears SYNs at these times, s.

    It answers each of them and sets its own timer anew (`tcp_check_req`), which answers in between
    (`reqsk_timer_handler`). Once that has given up, the next SYN makes another request, as measured on Linux 6.18.
    """
    fired, due = 0, nan
    for syn in (*syns, inf):
        while due <= syn:
            if fired == ANSWERING.retries:
                fired, due = 0, nan
            else:
                yield due
                fired += 1
                due += TIMEOUT_INIT * 2**fired
        if syn < inf:
            yield syn
            due = syn + TIMEOUT_INIT * 2**fired


class HandshakePacket(NamedTuple):
    """One of the handshake; times in s. `arrived` is NaN for one that ends on the way."""

    sent: float
    arrived: float
    side: int
    label: str
    again: int
    fate: str


@dataclass(frozen=True, kw_only=True)
class Call:
    """A client that connects to the server's address on `device`."""

    client: str
    device: str
    routes: str
    policy: bool
    conf: Conf
    middle: str

    @cached_property
    def fib(self) -> Fib:
        """The server's tables and rules."""
        fib = Fib(INTERFACES)
        for route in routes(self.routes):
            fib.add(route)
        for device, table in TABLES.items() if self.policy else ():
            fib.add(Route(NETWORKS[device], device), table)
            fib.add(Route(ANY, device, GATEWAYS[device]), table)
            fib.add_rule(OWN[device], table)
        return fib

    @property
    def to(self) -> str:
        """The address that is called."""
        return OWN[self.device]

    @property
    def home(self) -> str:
        """The interface whose neighbour the client is; "": none."""
        return next((device for device, network in NETWORKS.items() if matches(network, self.client)), "")

    @property
    def rp_filter(self) -> int:
        """What counts on the interface by which the SYN comes."""
        return self.conf.greatest(self.device)

    @cached_property
    def check(self) -> Check:
        """What that filter says to the SYN."""
        return self.check_with(self.rp_filter)

    def check_with(self, rp_filter: int) -> Check:
        """The same for another value."""
        return self.fib.validate(self.client, self.to, self.device, rp_filter)

    @cached_property
    def back(self) -> Route | None:
        """The route of an answer. Its source is the address that was called (`inet_csk_route_req`)."""
        return self.fib.lookup(self.client, source=self.to)

    @property
    def gateways_in(self) -> list[str]:
        """The interfaces whose gateways the SYN passes, in that order."""
        if self.home == self.device:
            return []
        return [self.home, self.device] if self.home else [self.device]

    @property
    def gateways_back(self) -> list[str]:
        """The same for an answer."""
        if self.back is None or not self.back.via:
            return []
        ways = [self.back.device]
        return [*ways, self.home] if self.home and self.home not in ways else ways

    @cached_property
    def stopped_by(self) -> str:
        """The interface whose gateway drops the answer; "": none does."""
        if self.middle == STATEFUL:
            return next((device for device in self.gateways_back if device not in self.gateways_in), "")
        if self.middle == SOURCES and self.gateways_back:
            first = self.gateways_back[0]
            return "" if matches(NETWORKS[first], self.to) else first
        return ""

    @cached_property
    def outcome(self) -> str:
        """How it ends."""
        if not self.check.passed:
            return FILTERED
        if self.back is None:
            return NO_ROUTE
        if self.stopped_by:
            return STOPPED
        # A gateway that has seen the SYN and no answer takes the client's ACK for one that fits no connection.
        unseen = self.middle == STATEFUL and self.gateways_in and not self.gateways_back
        return HALF_OPEN if unseen else CONNECTED

    def waited(self, rtt: float, rules: Rules) -> float:
        """How long connect() takes, s; `rules`: of the client."""
        return rtt if self.outcome in (HALF_OPEN, CONNECTED) else ladder(rules)[-1]

    def packets(self, rtt: float, rules: Rules) -> list[HandshakePacket]:
        """The handshake in the order of sending, s after connect(); `rules`: of the client."""
        return sorted(self._packets(rtt, rules), key=lambda packet: packet.sent)

    def _packets(self, rtt: float, rules: Rules) -> Iterator[HandshakePacket]:
        way = rtt / 2
        fate = {FILTERED: "it arrives, and rp_filter drops it", NO_ROUTE: "it arrives, and no route leads back"}
        if self.outcome in (FILTERED, NO_ROUTE, STOPPED):
            syns = ladder(rules)[:-1]
            for again, t in enumerate(syns):
                yield HandshakePacket(t, t + way, CLIENT, "SYN", int(again > 0), fate.get(self.outcome, "delivered"))
            for again, t in enumerate(answers(syns) if self.outcome == STOPPED else ()):
                yield self._lost(t + way, SERVER, "SYN-ACK", int(again > 0), self.stopped_by)
            return
        yield HandshakePacket(0.0, way, CLIENT, "SYN", 0, "delivered")
        if self.outcome == CONNECTED:
            yield HandshakePacket(way, rtt, SERVER, "SYN-ACK", 0, "delivered")
            yield HandshakePacket(rtt, rtt + way, CLIENT, "ack 1", 0, "delivered")
            return
        for again, t in enumerate(ladder(ANSWERING)[:-1]):
            yield HandshakePacket(t + way, t + rtt, SERVER, "SYN-ACK", int(again > 0), "delivered")
            yield self._lost(t + rtt, CLIENT, "ack 1", int(again > 0), self.gateways_in[0])

    @staticmethod
    def _lost(sent: float, side: int, label: str, again: int, gateway: str) -> HandshakePacket:
        return HandshakePacket(sent, nan, side, label, again, f"dropped by {GATEWAYS[gateway]}")
