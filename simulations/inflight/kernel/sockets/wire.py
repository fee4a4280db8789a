"""The network between hosts: delays, segments that are lost, addresses that do not answer, and a record of it all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import nan
from typing import Protocol

from inflight.kernel.clock import Clock
from inflight.kernel.sockets.segment import Segment


class Station(Protocol):
    """What a segment reaches."""

    def receive(self, segment: Segment) -> None: ...

    def unreachable(self, segment: Segment, error: str) -> None: ...

    def too_big(self, segment: Segment, mtu: int) -> None: ...


Loses = Callable[[Segment, int], bool]
"""Is this segment, the n-th of its way (from 1), lost?"""


@dataclass(slots=True)
class Way:
    """One direction between two hosts. delay: s. cut: nothing gets through. carried: segments so far.

    mtu: the longest IP packet that its narrowest link takes, B; None: any. A longer one is dropped, as Linux sets the
    DF bit, and reports: after so long the sender hears of it, s; None: never, since somebody filters ICMP.
    """

    delay: float
    loses: Loses | None = None
    cut: bool = False
    carried: int = 0
    mtu: int | None = None
    reports: float | None = None

    def drops(self, segment: Segment) -> bool:
        """Whether this one, the next, does not arrive."""
        self.carried += 1
        return self.cut or (self.loses is not None and self.loses(segment, self.carried))


@dataclass(slots=True)
class Passage:
    """One segment on the network: when it left and arrived, s (NaN: it did not).

    reported: when its sender hears from a router that it could not go on, s; mtu: as it was too long for a link that
    takes so many bytes. alike: so many that followed it, and met the same fate, were only counted.
    """

    sent: float
    arrived: float
    segment: Segment
    reported: float = nan
    mtu: int | None = None
    alike: int = 0


@dataclass
class Network:
    """Hosts by their address, and the ways between them. Where there is no way, segments vanish.

    errors: addresses for which a router answers with an ICMP message: the error that connect() makes of it, and how
    long the message takes to come back, s.
    """

    clock: Clock
    hosts: dict[str, Station] = field(default_factory=dict)
    ways: dict[tuple[str, str], Way] = field(default_factory=dict)
    errors: dict[str, tuple[str, float]] = field(default_factory=dict)
    passages: list[Passage] = field(default_factory=list)
    keep: bool = True
    """Whether passages are kept; a flood of millions keeps none."""

    def join(self, here: str, there: str, *, out: float, back: float) -> tuple[Way, Way]:
        """Make both ways between two hosts, `out` and `back` s long."""
        ways = Way(out), Way(back)
        self.ways[here, there], self.ways[there, here] = ways
        return ways

    def send(self, segment: Segment) -> None:
        """Carry a segment to where it is addressed."""
        source, target = segment.source.host, segment.target.host
        if target in self.errors:
            error, delay = self.errors[target]
            sender = self.hosts[source]
            self._note(segment, nan, self.clock.now + delay)
            self.clock.at(self.clock.now + delay, lambda: sender.unreachable(segment, error))
            return
        way = self.ways.get((source, target))
        if way is None or way.drops(segment):
            self._note(segment, nan)
            return
        if way.mtu is not None and segment.packet > way.mtu:
            self._note(segment, nan, self.clock.now + (nan if way.reports is None else way.reports), way.mtu)
            self._report(segment, way.mtu, way.reports)
            return
        arrives = self.clock.now + way.delay
        self._note(segment, arrives)
        host = self.hosts[target]
        self.clock.at(arrives, lambda: host.receive(segment))

    def _report(self, segment: Segment, mtu: int, delay: float | None) -> None:
        """ICMP “fragmentation needed”, with the MTU of the next link (RFC 1191 §4)."""
        if delay is not None:
            sender = self.hosts[segment.source.host]
            self.clock.at(self.clock.now + delay, lambda: sender.too_big(segment, mtu))

    def _note(self, segment: Segment, arrives: float, reported: float = nan, mtu: int | None = None) -> None:
        if self.keep:
            self.passages.append(Passage(self.clock.now, arrives, segment, reported, mtu))
