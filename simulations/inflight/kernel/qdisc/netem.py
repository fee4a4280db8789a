"""An emulated network: packets are delayed, lost, doubled, damaged, overtaken. `sch_netem.c`.

Everything but the delay is decided when a packet arrives. Then it waits, in order of the time at which it may go; so
packets with different delays overtake each other, unless there is a rate.
"""

from __future__ import annotations

import copy
import math
import random
from collections import deque
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from inflight.kernel.loss import GilbertElliott
from inflight.kernel.qdisc.base import Qdisc, Queued
from inflight.kernel.qdisc.netem_chance import Bursts, Chain, Chance, Dice, FourStates, Loss, throw
from inflight.kernel.qdisc.netem_tables import SCALE, table

LIMIT = 1000
"""Packets that `tc` lets it hold unless told otherwise."""

UNLIMITED = 1 << 60
"""Packets: there is always room."""

_NS = 1_000_000_000
_MOST_JITTER = (1 << 31) - 1  # ns


@dataclass(frozen=True)
class Slot:
    """`slot MIN MAX packets P bytes B`: packets leave in bunches, at most so many at once, MIN to MAX apart (s).

    distribution, delay, jitter: `slot distribution NAME DELAY JITTER` instead of MIN and MAX. 0 packets or bytes: any.
    """

    least: float = 0.0
    most: float = 0.0
    packets: int = 0
    bytes: int = 0
    distribution: str = "uniform"
    delay: float = 0.0
    jitter: float = 0.0


@dataclass(frozen=True)
class NetemSpec:
    """A line of `tc … netem`: its options in s, bit/s, bytes, packets and shares from 0 to 1.

    Each packet takes `delay`, more or less by up to `jitter`. Of every `gap`-th one, `reorder` are sent on at once and
    so come before those that still wait; but those whose number, counted from 1, is in `held` never are. limit None:
    there is always room; it counts all packets in it, those that wait for their time too, and a GSO skb as one. gap 0:
    every packet may be the one that is reordered. ecn: mark where it would lose.
    """

    delay: float = 0.0
    jitter: float = 0.0
    reorder: float = 0.0
    gap: int = 1
    held: frozenset[int] = frozenset()
    limit: int | None = None
    delay_correlation: float = 0.0
    distribution: str = "uniform"
    loss: float = 0.0
    loss_correlation: float = 0.0
    gemodel: GilbertElliott | None = None
    state: FourStates | None = None
    duplicate: float = 0.0
    duplicate_correlation: float = 0.0
    corrupt: float = 0.0
    corrupt_correlation: float = 0.0
    reorder_correlation: float = 0.0
    rate: float | None = None
    packetoverhead: int = 0
    cellsize: int = 0
    celloverhead: int = 0
    slot: Slot | None = None
    ecn: bool = False

    def check(self) -> None:
        """Refuse what makes no sense.

        Raises:
            ValueError: what `tc` refuses: reordering without a delay, a distribution without a jitter.
        """
        if self.reorder and not self.delay:
            raise ValueError("netem reorder: there is nothing to overtake without a delay")
        if self.distribution != "uniform" and not (self.delay and self.jitter):
            raise ValueError(f"netem distribution {self.distribution}: it needs a delay and a jitter")

    def losses(self, rng: random.Random) -> Loss:
        """Which packets are lost: by `loss gemodel`, `loss state` or `loss random`."""
        if self.gemodel:
            return Bursts(rng, self.gemodel)
        if self.state:
            return Chain(rng, self.state)
        return Chance(rng, self.loss, self.loss_correlation)


class Damaged:
    """Where a damaged packet arrives: its checksum is wrong, and it is thrown away there."""

    __slots__ = ("flow", "netem", "priority")

    def __init__(self, netem: Netem, sink: Any) -> None:
        self.netem, self.flow, self.priority = netem, sink.flow, getattr(sink, "priority", 0)

    def receive(self, packet: Any) -> None:
        """It arrives, and nobody hears of it."""
        self.netem.thrown_away += 1

    receive_marked = receive


class Netem(Qdisc):
    """`options` are those of a `NetemSpec`, by name. child: what packets go through when their time has come."""

    name = "netem"

    def __init__(
        self,
        *,
        limit: int | None = LIMIT,
        child: Qdisc | None = None,
        rng: random.Random | None = None,
        **options: Any,
    ) -> None:
        spec = NetemSpec(limit=limit, **options)
        spec.check()
        super().__init__(UNLIMITED if limit is None else limit)
        self._rng = rng = rng or random.Random(1)
        self.delay = spec.delay
        self._delay_ns = round(spec.delay * _NS)
        self._jitter_ns = min(round(abs(spec.jitter) * _NS), _MOST_JITTER)
        self._dice = Dice(rng, spec.delay_correlation)
        self._table = table(spec.distribution)
        self._loss = spec.losses(rng)
        self._duplicate = Chance(rng, spec.duplicate, spec.duplicate_correlation)
        self._corrupt = Chance(rng, spec.corrupt, spec.corrupt_correlation)
        self._reorder = Chance(rng, spec.reorder, spec.reorder_correlation)
        self._gap = (spec.gap or 1) if spec.reorder else 0
        self._since = 0  # packets since one was sent at once: `counter`
        self._held = spec.held
        self._number = 0
        self._byte_rate = int(spec.rate / 8) if spec.rate else 0
        self.seconds_per_byte = 8 / spec.rate if spec.rate else 0.0
        self._overhead, self._cell, self._cell_overhead = spec.packetoverhead, spec.cellsize, spec.celloverhead
        self._ecn = spec.ecn
        self._first: deque[Queued] = deque()  # reordered ones, which go before all others
        self._line: deque[tuple[float, int, Queued]] = deque()  # in order of time
        self._overtaking: list[tuple[float, int, Queued]] = []  # a heap of those that came too late for the line
        self._serial = 0
        self._waiting = 0  # bytes of those that are not with the child
        self._slot = slot = spec.slot
        self._slot_table = table(slot.distribution) if slot else None
        self._slot_next = 0.0
        self._packets_left = self._bytes_left = math.inf
        if slot:
            self._fill_slot(slot)
        self.child = child
        if child is not None:
            child.on_drop = self._dropped_below
        self.root: Qdisc = self
        """Where a copy of a packet starts again: the discipline at the root of the device."""
        self._ready = math.inf
        self.lost = 0
        """Packets lost on purpose; they are among the `drops`."""
        self.duplicated = 0
        self.corrupted = 0
        self.reordered = 0
        """Packets that were sent on at once."""
        self.thrown_away = 0
        """Damaged packets that have arrived somewhere."""

    @classmethod
    def of(cls, spec: NetemSpec, rng: random.Random) -> Netem:
        """What `spec` describes."""
        return cls(**vars(spec), rng=rng)

    @property
    def least(self) -> float:
        """No packet takes less, s: it may be told of one that is to come within this time."""
        if self._gap or self._slot:
            return 0.0
        lowest = self._table[0] / SCALE if self._table else -1.0
        return self.delay + lowest * self._jitter_ns / _NS

    # ---- a packet arrives ----------------------------------------------------------------------------------------

    def enqueue(self, item: Queued) -> None:
        """`netem_enqueue`."""
        count = 1 + self._duplicate.strikes()
        if self._loss.strikes() and not (self._ecn and self.mark(item)):
            count -= 1
        if not count:
            self.lost += 1
            self.drop(item)
            return
        clone = copy.copy(item) if count > 1 else None
        if self._corrupt.strikes():
            self.corrupted += 1
            item.sink = Damaged(self, item.sink)
        if len(self) + self.held >= self.limit:
            self.drop(item)
            return
        if clone:
            self.duplicated += 1
            chance, self._duplicate.share = self._duplicate.share, 0
            self.root.enqueue(clone)
            self._duplicate.share = chance
        self._number += 1
        self._waiting += item.size
        self.backlog += item.size
        if self._goes_first():
            self._first.appendleft(item)
            self.reordered += 1
        else:
            self._insert(self._time(item), item)

    def _goes_first(self) -> bool:
        if not self._gap or self._number in self._held:
            return False
        if self._since >= self._gap - 1 and self._reorder.strikes():
            self._since = 0
            return True
        self._since += 1
        return False

    def _time(self, item: Queued) -> float:
        """When `item` may go, s."""
        delay = self._drawn() / _NS if self._jitter_ns else self.delay
        if not self._byte_rate:
            return item.arrived + delay
        # a packet starts when the one before has gone, and its own delay is over
        start = item.arrived + delay
        if self._line:
            start = max(start, self._line[-1][0])
        return start + self._packet_ns(item.size) / _NS

    def _drawn(self) -> int:
        """A delay, ns (`tabledist`)."""
        return self._draw(self._delay_ns, self._jitter_ns, self._table, self._dice.throw())

    @staticmethod
    def _draw(mean: int, jitter: int, values: tuple[int, ...] | None, thrown: int) -> int:
        if not jitter:
            return mean
        if values is None:
            return thrown % (2 * jitter) + mean - jitter
        value = values[thrown % len(values)]
        rest = jitter % SCALE * value
        rounded = (rest + SCALE // 2) // SCALE if rest >= 0 else -((SCALE // 2 - rest) // SCALE)
        return rounded + jitter // SCALE * value + mean

    def _packet_ns(self, size: int) -> int:
        """How long `size` bytes take at the rate (`packet_time_ns`)."""
        size += self._overhead
        if self._cell:
            size = -(-size // self._cell) * (self._cell + self._cell_overhead)
        return size * _NS // self._byte_rate

    def _insert(self, time: float, item: Queued) -> None:
        """In order of time; with the same time the first to come is first (`tfifo_enqueue`)."""
        self._serial += 1
        line = self._line
        if not line or time >= line[-1][0]:
            line.append((time, self._serial, item))
        else:
            heappush(self._overtaking, (time, self._serial, item))

    # ---- and leaves ----------------------------------------------------------------------------------------------

    def dequeue(self, now: float) -> Queued | None:
        """Whose time has come, if it is the slot's time too (`netem_dequeue`)."""
        child = self.child
        while True:
            if self._first:
                return self._gone(self._first.popleft())
            entry = self._next()
            if entry is None:
                break
            time = entry[0]
            if self._slot and self._slot_next < time:
                self._next_slot(now)
            if time > now or self._slot_next > now:
                break
            item = entry[2]
            if self._line and entry is self._line[0]:
                self._line.popleft()
            else:
                heappop(self._overtaking)
            if self._slot:
                self._packets_left -= 1
                self._bytes_left -= item.size
                if self._packets_left <= 0 or self._bytes_left <= 0:
                    self._next_slot(now)
            if child is None:
                return self._gone(item)
            item.arrived = now
            self._waiting -= item.size
            child.enqueue(item)
            self._count(child)
        self._ready = max(entry[0], self._slot_next) if entry else math.inf
        if child is None:
            return None
        below = child.dequeue(now)
        self._count(child)
        if below is None:
            self._ready = min(self._ready, child.ready_at(now))
        return below

    def _gone(self, item: Queued) -> Queued:
        self._waiting -= item.size
        self.backlog -= item.size
        return item

    def _count(self, child: Qdisc) -> None:
        self.backlog = self._waiting + child.backlog + child.held_bytes

    def _next(self) -> tuple[float, int, Queued] | None:
        """The one to go next (`netem_peek`)."""
        line, overtaking = self._line, self._overtaking
        if not overtaking:
            return line[0] if line else None
        return overtaking[0] if not line or overtaking[0] < line[0] else line[0]

    def _fill_slot(self, slot: Slot) -> None:
        self._packets_left = slot.packets or math.inf
        self._bytes_left = slot.bytes or math.inf

    def _next_slot(self, now: float) -> None:
        """`get_slot_next`."""
        slot = self._slot
        assert slot
        value = throw(self._rng)
        if self._slot_table:
            jitter = min(round(slot.jitter * _NS), _MOST_JITTER)
            delay = self._draw(round(slot.delay * _NS), jitter, self._slot_table, value)
        else:
            least = round(slot.least * _NS)
            delay = least + ((round(slot.most * _NS) - least) * value >> 32)
        self._slot_next = now + delay / _NS
        self._fill_slot(slot)

    def ready_at(self, now: float) -> float:
        """When the next one's time comes."""
        return self._ready

    def due(self) -> float:
        """When the next one's time comes, whether or not somebody has asked for it, s."""
        entry = self._next()
        return entry[0] if entry else math.inf

    def ahead(self) -> int:
        """Bytes before a packet of a new flow: all, for one that waits for its time delays nobody without a rate."""
        return self.backlog if self._byte_rate else 0

    def __len__(self) -> int:
        below = len(self.child) + self.child.held if self.child is not None else 0
        return len(self._first) + len(self._line) + len(self._overtaking) + below

    def _dropped_below(self, item: Queued) -> None:
        self.drop(item)
