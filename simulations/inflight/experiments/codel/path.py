"""The path of the experiment `codel`: who sends, and a line whose queue notes what CoDel does to it."""

from __future__ import annotations

import random
from math import nan

from inflight.experiments.codel.parameters import TCP, UDP, CodelParameters
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.path.udp import UdpSpec
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.codel import TICK, CoDel
from inflight.kernel.tcp.era import tcp_era

SHORT, LONG, DROPPING = range(3)


class WatchedCoDel(CoDel):
    """Notes who is caught by the law (s, and count), and the states that the queue goes through."""

    def __init__(self, *, limit: int, target: float, interval: float, ecn: bool, exact: bool) -> None:
        super().__init__(limit=limit, target=target, interval=interval, ecn=ecn, exact=exact)
        self.caught: list[tuple[float, int]] = []
        self.states: list[tuple[float, int]] = [(0.0, SHORT)]
        self.too_many = 0
        self.came = 0
        self.sojourn = nan
        self.worst = 0.0
        self._now = -1.0

    def enqueue(self, item: Queued) -> None:
        self.came += 1
        before, self._now = self.drops, -1.0
        super().enqueue(item)
        self.too_many += self.drops - before

    def dequeue(self, now: float) -> Queued | None:
        control = self.control
        self._now = now
        before, dropping = len(self.caught), control.dropping
        item = super().dequeue(now)
        if len(self.caught) > before and not dropping:
            self.caught[before] = now, control.count  # which is set after the first drop
        if item:
            self.sojourn = now - item.arrived
            self.worst = max(self.worst, self.sojourn)
        state = DROPPING if control.dropping else LONG if control.first_above else SHORT
        if state != self.states[-1][1]:
            self.states.append((now, state))
        return item

    def drop(self, item: Queued) -> None:
        if self._now >= 0:
            self._catch()
        super().drop(item)

    def mark(self, item: Queued) -> bool:
        marked = super().mark(item)
        if marked:
            self._catch()
        return marked

    def _catch(self) -> None:
        self.caught.append((self._now, self.control.count))

    def look(self, now: float) -> tuple[float, float, float, float]:
        """The wait, ms; until the interval is over, ms; until the next drop, ms; count."""
        control, sojourn = self.control, self.sojourn
        self.sojourn = nan
        waiting = until = nan
        if control.dropping:
            until = max(0.0, 1000 * (control.drop_next * TICK - now))
        elif control.first_above:
            waiting = max(0.0, 1000 * (control.first_above * TICK - now))
        return 1000 * sojourn, waiting, until, control.count if control.dropping else 0


class CodelPath:
    """A line with CoDel, and those who send."""

    def __init__(self, p: CodelParameters, exact: bool, rng: random.Random) -> None:
        self.queue = WatchedCoDel(
            limit=p.limit, target=p.target / 1000, interval=p.interval / 1000, ecn=p.ecn, exact=exact
        )
        rate = p.rate * 1e6
        tcp = (
            [FlowSpec(algorithm="cubic", rtt=p.rtt / 1000, ecn=p.ecn, era=tcp_era(p.kernel)) for _ in range(p.flows)]
            if p.load == TCP
            else []
        )
        udp = [UdpSpec(rate=rate * p.overload / 100)] if p.load == UDP else []
        self.bell = Dumbbell(rate=rate, qdisc=self.queue, flows=tcp, udp=udp, rng=rng)
