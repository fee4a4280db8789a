"""Dashboards: graphs of the last day, as a monitoring system draws them, before and since it began."""

from __future__ import annotations

import math
import random
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from inflight.incidents.case import Case
from inflight.incidents.changes import DAY, onset
from inflight.incidents.fault import Setting
from inflight.incidents.scene import Measured, Scene

STEP = 600.0
"""s between two points."""

MINUTE = 60.0
"""Since the call, a point each minute."""

LATELY = 24
"""Points of the last minutes that are printed."""

_BARS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Graph:
    """One of them: values at `times` (s, the call is at 0). least: what its axis reaches at least."""

    id: str
    title: str
    unit: str
    least: float
    times: Sequence[float]
    values: Sequence[float]

    @property
    def top(self) -> float:
        """Where the axis ends: noise about nothing is drawn as nothing."""
        return max(self.least, *self.values) or 1.0


@dataclass(frozen=True)
class Moment:
    """What was measured from then on, s after the call."""

    since: float
    measured: Measured


_TITLES = (
    ("rate", "Served", "", 0.0),
    ("errors", "Failed", "%", 1.0),
    ("p99", "Slowest 1% (p99)", "ms", 0.0),
    ("retrans", "Retransmitted", "%", 0.5),
)
"""With what the axis reaches at least. One packet in a thousand already slows a long path: a fifth of the axis."""


def healthy(case: Case[Setting]) -> Generator[None, None, Scene]:
    """What it was like before."""
    return (yield from case.family.run(case.healthy, random.Random(case.seed)))


def graphs(
    case: Case[Setting],
    before: Measured,
    moments: Sequence[Moment],
    now: float,
    history: Sequence[tuple[float, Measured]] = (),
) -> list[Graph]:
    """The last day up to now, s after the call. before: as long as all was well; moments: what came then, in order.

    history: as of a `Scene`.
    """
    began = -onset(case)
    known = dict(history)
    since = list(known) or [MINUTE * k for k in range(1, int(now / MINUTE) + 1)]
    times = [STEP * k for k in range(-int(DAY / STEP), 1)] + since

    def at(t: float) -> Measured:
        if t in known:
            return known[t]
        if t < began:
            return before
        return [each for each in moments if each.since <= max(t, 0.0)][-1].measured

    found = []
    for id, title, unit, least in _TITLES:
        rng = random.Random(f"{id} {case.seed}")
        values = [_noisy(getattr(at(t), id), id, _busy(t + case.began) / _busy(case.began), rng) for t in times]
        found.append(Graph(id, title, unit or before.unit, least, times, values))
    return found


def _busy(clock: float) -> float:
    """How much there is to do at that time, compared with the middle of the afternoon."""
    return 1 - 0.25 * (1 - math.cos(2 * math.pi * (clock / DAY - 0.6))) / 2


def _noisy(value: float, id: str, busy: float, rng: random.Random) -> float:
    """As it is measured: rates follow the day, and nothing is ever flat. busy: compared with the time of the call."""
    if id == "rate":
        value *= busy
    scale = {"errors": 100.0, "retrans": 100.0, "p99": 1000.0}.get(id, 1.0)
    floor = 0.004 if id in ("errors", "retrans") else 0.0
    measured = max(scale * value * math.exp(rng.gauss(0, 0.06)) + abs(rng.gauss(0, floor)), 0.0)
    return round(measured, 2 if floor else 4)


def printed(graph: Graph) -> str:
    """As bars in a line, 48 for the day, with the last value."""
    day = graph.values[: int(DAY / STEP) + 1]
    size = len(day) / 48
    means = [max(day[int(k * size) : max(int((k + 1) * size), int(k * size) + 1)]) for k in range(48)]
    last = graph.values[-1]
    return f"{graph.title:<27} {_bars(means, graph.top)} {last:.4g} {graph.unit}".rstrip() + _lately(graph)


def _bars(values: Sequence[float], top: float) -> str:
    return "".join(_BARS[min(int(8 * value / top), 7)] for value in values)


def _lately(graph: Graph) -> str:
    """The last minutes, if more than a point of each is known."""
    step = graph.times[-1] - graph.times[-2]
    shown = graph.values[int(DAY / STEP) + 1 :][-LATELY:]
    if step >= MINUTE or len(shown) < 2:
        return ""
    return f"  every {step:.0f} s: {_bars(shown, max(graph.least, *shown) or 1.0)} up to {max(shown):.4g}"
