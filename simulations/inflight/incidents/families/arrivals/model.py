"""A feed of datagrams comes in bursts, and a program counts the missing numbers."""

from __future__ import annotations

import random
from collections.abc import Generator

from inflight.incidents.families.arrivals.setting import ArrivalsSetting
from inflight.kernel.clock import Clock
from inflight.kernel.nic.receive_host import ReceiveHost
from inflight.kernel.nic.rss import rss_hash, sample_flows

FLOWS = 32
IRQ = 1e-6
"""What an interrupt alone costs, s."""

BURSTS = 8

TOGETHER = 8
"""Packets of a flood that come at once."""


class Feed:
    """The bursts of a setting, and the host that receives them."""

    def __init__(self, setting: ArrivalsSetting, rng: random.Random) -> None:
        self.setting = s = setting
        self.clock = Clock()
        self.host = ReceiveHost(
            self.clock,
            ring=s.ring,
            rx_usecs=s.rx_usecs,
            driver=s.driver,
            stack=s.stack,
            irq=IRQ,
            read=s.read,
            budget=s.budget,
            max_backlog=s.max_backlog,
            rps=s.rps,
            rcvbuf=s.rcvbuf,
            app_shares=s.shares,
        )
        self._hashes = [rss_hash(flow) for flow in sample_flows(FLOWS)]
        self._rng = random.Random(f"{s.names}")
        self.bursts = BURSTS
        self.looked = 0.0
        """The first look, s."""
        self.strays = 0
        """Packets for nobody that have been sent."""
        for number in range(BURSTS):
            self._burst(number * s.period + rng.uniform(0, 0.1) * s.period)
        if s.flood:
            self._flood()

    @property
    def sent(self) -> int:
        """Datagrams of all bursts in the model."""
        return self.bursts * self.setting.burst

    def run(self) -> Generator[None, None, None]:
        """Until the last datagram has been read or lost, but at most twice as long as the bursts take."""
        clock, host, period = self.clock, self.host, self.setting.period
        end = self.bursts * period
        while clock.now < 2 * end and (host.offered < self.sent or not host.finished):
            yield from clock.run(clock.now + period / 4)

    def go_on(self) -> Generator[None, None, None]:
        """Goes on for another burst."""
        self._burst(self.clock.now + self._rng.uniform(0, 0.1) * self.setting.period)
        self.bursts += 1
        yield from self.run()

    def _flood(self) -> None:
        clock, s = self.clock, self.setting
        hash_ = rss_hash(sample_flows(FLOWS + 1)[-1])
        gap = TOGETHER / s.flood

        def arrive() -> None:
            self.strays += TOGETHER
            if not s.filtered:
                for _ in range(TOGETHER):
                    self.host.receive(hash_, stray=True)
            clock.at(clock.now + self._rng.uniform(0.5, 1.5) * gap, arrive)

        clock.at(0.0, arrive)

    def _burst(self, start: float) -> None:
        clock, s = self.clock, self.setting
        number = 0

        def arrive() -> None:
            nonlocal number
            self.host.receive(self._hashes[number % FLOWS])
            number += 1
            if number < s.burst:
                clock.at(start + number * s.gap, arrive)

        clock.at(start, arrive)
