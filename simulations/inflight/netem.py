"""A way that delays packets, not all by the same time: they may overtake each other (`sch_netem.c`)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from inflight.clock import Clock


@dataclass(frozen=True)
class NetemSpec:
    """`tc … netem delay DELAY JITTER reorder REORDER gap GAP`. delay, jitter: s; reorder: share, 0 to 1.

    Each packet takes `delay`, more or less by up to `jitter`. Of every `gap`-th one, `reorder` are sent on at once and
    so come before those that still wait; but those whose number, counted from 1, is in `held` never are.
    """

    delay: float
    jitter: float = 0.0
    reorder: float = 0.0
    gap: int = 1
    held: frozenset[int] = frozenset()


class Inlet(Protocol):
    """What lies behind."""

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool: ...


class Netem:
    """Stands between the senders and `link`; keeps no order but that of the times (`tfifo_enqueue`)."""

    __slots__ = ("_clock", "_count", "_link", "_rng", "_since", "_spec")

    def __init__(self, clock: Clock, link: Inlet, spec: NetemSpec, rng: random.Random) -> None:
        self._clock, self._link, self._spec, self._rng = clock, link, spec, rng
        self._count = 0
        self._since = 0  # packets since one was sent at once

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool:
        """Put `packet` on the way, `later` seconds from now."""
        time = self._clock.now + later + self._takes()
        self._clock.at(time, partial(self._arrive, packet, size, sink))
        return True

    def _arrive(self, packet: Any, size: int, sink: Any) -> None:
        self._link.send(packet, size, sink)

    def _takes(self) -> float:
        """How long the next packet takes (`netem_enqueue`)."""
        spec = self._spec
        self._count += 1
        if spec.reorder and self._count not in spec.held:
            if self._since >= spec.gap - 1 and self._rng.random() < spec.reorder:
                self._since = 0
                return 0.0
            self._since += 1
        if not spec.jitter:
            return spec.delay
        return max(0.0, spec.delay + spec.jitter * (2 * self._rng.random() - 1))
