"""A CPU: interrupts, the softirq that polls, ksoftirqd when that goes on for too long, and a process that wants to run.

What it does is a chain of generators that yield the time they spend; the clock calls back when it is over.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from typing import Protocol

from inflight.kernel.clock import HZ, Clock, jiffies, to_jiffies
from inflight.kernel.nic.softnet import SoftnetStat

BUDGET = 300
"""net.core.netdev_budget, packets."""

BUDGET_US = 2 * 1_000_000 // HZ
"""net.core.netdev_budget_usecs: 8000, two ticks (`dev.c:netdev_budget_usecs`)."""

MAX_RESTART = 10
"""How often __do_softirq does what is pending before it leaves the rest to ksoftirqd (`MAX_SOFTIRQ_RESTART`)."""

SOFTIRQ_TICKS = 1
"""Or how many ticks it may go on: 2 ms, rounded up (`MAX_SOFTIRQ_TIME`)."""

Work = Generator[float, None, None]

Poll = Generator[float, None, int]
"""Yields the CPU time it spends, s; returns how many packets it has done."""


class Polled(Protocol):
    """What the softirq asks for packets; see `Napi`."""

    weight: int

    def poll(self) -> Poll: ...


class CpuBacklog(Polled, Protocol):
    """A CPU's own queue; see `Backlog`."""

    def __len__(self) -> int: ...


class BoundProcess(Protocol):
    """A process bound to a CPU: it runs while `runnable`, by steps of `step` seconds, from `begin` to `done`."""

    runnable: bool
    step: float

    def begin(self) -> None:
        """A step begins."""

    def done(self) -> None:
        """A step has been made."""


class Cpu:
    """CPU `index`. `budget`, `budget_us`: of net_rx_action; `irq`: what an interrupt costs by itself, s."""

    def __init__(
        self, clock: Clock, index: int = 0, *, budget: int = BUDGET, budget_us: int = BUDGET_US, irq: float = 0.0
    ) -> None:
        self._clock, self.index = clock, index
        self._budget, self._limit = budget, to_jiffies(budget_us)
        self._irq = irq
        self.stat = SoftnetStat(index)
        self.backlog: CpuBacklog | None = None
        self.process: BoundProcess | None = None
        self.ipis: list[Cpu] = []
        """CPUs whose backlog this one has filled, and which have not been told yet (`rps_ipi_list`)."""
        self.poll_list: list[Polled] = []
        self._pending = False  # NET_RX_SOFTIRQ is raised
        self.ksoftirqd = False
        """Whether ksoftirqd has been woken, and has not finished."""
        self.on_ksoftirqd: Callable[[], None] | None = None
        self.ksoftirqd_wakes = 0
        self.interrupts = 0
        self.busy = 0.0
        """CPU time spent on interrupts and softirqs, s."""
        self._work: Work | None = None
        self._stolen = 0.0  # by interrupts, from what is being done
        self._on_process = False  # a step of the process is under way
        self._left = math.nan  # of a step that was interrupted, s
        self._token = 0
        self._ends = 0.0  # of what is being done
        self._over_process = False  # the interrupt came while the process ran
        self._turn_ends = 0  # tick at which the other of ksoftirqd and the process has its turn
        self._turn = True  # of ksoftirqd

    def schedule(self, napi: Polled) -> None:
        """`____napi_schedule`: put it on the list and raise the softirq."""
        self.poll_list.append(napi)
        self._pending = True

    def interrupt(self) -> None:
        """An interrupt: what runs is put aside, and the softirqs that are pending are done when it ends."""
        self.interrupts += 1
        if self._work:
            self._stolen += self._irq
            return
        self._over_process = self._on_process
        if self._on_process:
            self._left = max(0.0, self._ends - self._clock.now)
            self._on_process = False
        self._token += 1
        self._work = self._irq_exit()
        self._advance()

    def wake(self) -> None:
        """The process has something to do."""
        if not self._work and not self._on_process:
            self._next()

    def _irq_exit(self) -> Work:
        yield self._irq
        if self._pending and not self.ksoftirqd:  # ksoftirqd_running: what is its, stays its
            yield from self._do_softirq()

    def _do_softirq(self) -> Work:
        """`softirq.c:__do_softirq`."""
        end = jiffies(self._clock.now) + SOFTIRQ_TICKS
        restarts = MAX_RESTART
        while True:
            self._pending = False
            yield from self.net_rx_action()
            if not self._pending:
                return
            restarts -= 1
            if restarts <= 0 or jiffies(self._clock.now) >= end or self._need_resched():
                break
        if not self.ksoftirqd:
            self.ksoftirqd = True
            self.ksoftirqd_wakes += 1
            self._turn, self._turn_ends = True, jiffies(self._clock.now) + 1
            if self.on_ksoftirqd:
                self.on_ksoftirqd()

    def net_rx_action(self) -> Work:
        """Poll what is on the list, each once; stop when budget or time is used up (`dev.c:net_rx_action`).

        One that has more to do waits for the next round, in which the budget is a new one. So a lone queue never
        uses up 300: it is asked for 64, and then asked again.
        """
        limit = jiffies(self._clock.now) + self._limit
        budget = self._budget
        polls, self.poll_list = self.poll_list, []
        repoll: list[Polled] = []
        while polls:
            napi = polls.pop(0)
            work = yield from napi.poll()
            if work >= napi.weight:
                repoll.append(napi)
            budget -= work
            if budget <= 0 or jiffies(self._clock.now) >= limit:
                self.stat.time_squeeze += 1
                break
        self.poll_list = polls + self.poll_list + repoll
        if self.poll_list:
            self._pending = True
        self.send_ipis()

    def send_ipis(self) -> None:
        """Wake the CPUs whose backlogs were filled (`net_rps_action_and_irq_enable`)."""
        told, self.ipis = self.ipis, []
        for cpu in told:
            assert cpu.backlog is not None
            cpu.stat.received_rps += 1
            cpu.schedule(cpu.backlog)
            self._clock.at(self._clock.now, cpu.interrupt)

    def _need_resched(self) -> bool:
        """Whether another task should run: the process woke while the CPU was idle, or ksoftirqd's turn is over."""
        if self.process is None or not self.process.runnable:
            return False
        if self.ksoftirqd:
            return jiffies(self._clock.now) >= self._turn_ends
        return not self._over_process

    def _ksoftirqd(self) -> Work:
        """`run_ksoftirqd`, once: it may give way to the process after each round."""
        yield from self._do_softirq()
        if not self._pending:
            self.ksoftirqd = False

    def _advance(self) -> None:
        """Go on with the work until it spends time."""
        while self._work:
            try:
                spent = next(self._work)
            except StopIteration:
                self._work = None
                self._next()
                return
            spent += self._stolen
            self._stolen = 0.0
            if spent:
                self.busy += spent
                self._clock.at(self._clock.now + spent, self._advance)
                return

    def _next(self) -> None:
        """Choose what to run; nothing may be running."""
        process = self.process
        wants = process is not None and process.runnable
        if self.ksoftirqd and wants and jiffies(self._clock.now) >= self._turn_ends:
            # The scheduler is as fair as this: each a tick.
            self._turn, self._turn_ends = not self._turn, jiffies(self._clock.now) + 1
        if self.ksoftirqd and (self._turn or not wants):
            self._work = self._ksoftirqd()
            self._advance()
        elif self._pending and not self.ksoftirqd:
            self._work = self._irq_exit()
            self._advance()
        elif process is not None and wants:
            step = self._left
            if math.isnan(step):
                process.begin()
                step = process.step
            self._left = math.nan
            self._on_process = True
            self._token += 1
            token = self._token
            self._ends = self._clock.now + step
            self._clock.at(self._ends, lambda: self._stepped(token))

    def _stepped(self, token: int) -> None:
        if token != self._token or not self._on_process:
            return  # it was interrupted
        self._on_process = False
        assert self.process is not None
        self.process.done()
        self._next()
