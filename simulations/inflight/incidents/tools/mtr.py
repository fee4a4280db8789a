"""`mtr -n -r -c 10` of the other machine (mtr 0.95, ui/report.c and ui/net.c): ten probes to each hop."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from inflight.incidents.scene import Machine
from inflight.incidents.scene_network import Hop
from inflight.incidents.tools.clock import iso
from inflight.incidents.tools.way import way

SIZE = 64
"""Bytes of a probe, with all headers."""


@dataclass(frozen=True)
class Row:
    """A hop; times in ms. address: empty if it never answered."""

    address: str
    sent: int
    answered: int
    last: float = 0.0
    mean: float = 0.0
    best: float = 0.0
    worst: float = 0.0
    deviation: float = 0.0


def mtr(machine: Machine, probes: int = 10) -> str:
    """The report."""
    rows = [_row(each, probes) for each in way(machine)]
    known = [number for number, each in enumerate(rows, 1) if each.address]
    # What comes after the last hop that answers is one line (ui/net.c:net_max).
    return printed(rows[: known[-1] + 1] if known else [], machine.name, iso(machine))


def printed(rows: Sequence[Row], name: str, started: str) -> str:
    """As report.c lays it out."""
    titles = "".join(f"{title:>6}" for title in ("Last", "Avg", "Best", "Wrst", "StDev"))
    lines = [f"Start: {started}", f"HOST: {name:<27}{'Loss%':>6}{'Snt':>6} {titles}"]
    for number, r in enumerate(rows, 1):
        loss = 100 * (1 - r.answered / r.sent)
        times = "".join(f" {each:5.1f}" for each in (r.last, r.mean, r.best, r.worst, r.deviation))
        lost = f" {loss:4.1f}%"[:6]  # what is too wide is written over by the next column
        lines.append(f"{number:3}.|-- {r.address or '???':<25}{lost} {r.sent:5} {times}")
    return "\n".join(lines)


def _row(hop: Hop, probes: int) -> Row:
    """Sums of what came back: the deviation is that of a sample."""
    times = [each * 1000 for each in islice(cycle(hop.times or (None,)), probes) if each is not None]
    if not hop.address or not times:
        return Row("", probes, 0)
    mean = math.fsum(times) / len(times)
    squares = math.fsum((each - mean) ** 2 for each in times)
    deviation = math.sqrt(squares / (len(times) - 1)) if len(times) > 1 else 0.0
    return Row(hop.address, probes, len(times), times[-1], mean, min(times), max(times), deviation)
