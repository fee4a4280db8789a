"""The map of the experiment `priority-bands`: who goes where."""

from __future__ import annotations

import math
from math import nan

from inflight.experiments.priority_bands.parameters import PriorityBandsParameters
from inflight.figure.result import Column, Table
from inflight.kernel.path.probe import Probe
from inflight.kernel.qdisc.pfifo_fast import PRIO2BAND


def map_tables(p: PriorityBandsParameters, flows: list[Probe]) -> dict[str, Table]:
    """From the senders to the bands, by what they send; from the bands to the line, by what leaves, Mbit/s."""
    bands = [PRIO2BAND[flow.priority] for flow in flows]
    sent = [flow.sent * flow.spec.size * 8e-6 / p.duration for flow in flows]
    left = [flow.received * flow.spec.size * 8e-6 / p.duration for flow in flows]
    through = [math.fsum(rate for rate, band in zip(left, bands, strict=True) if band == place) for place in range(3)]
    names = [f"{sender.who}, 0x{sender.tos.upper()}" for sender in p.senders()]
    nodes = Table(
        [
            Column("stage", "", "which column of boxes", "time", words=("senders", "bands", "line")),
            Column("name", "", "what it is", "time", words=(*names, "band 0", "band 1", "band 2", "the line")),
            Column("load", "Mbit/s", "what arrives at each", "throughput"),
            Column("room", "Mbit/s", "how much of it gets through", "throughput"),
        ]
    )
    ways = Table(
        [
            Column("stage", "", "from which column of boxes", "time", words=("senders", "bands")),
            Column("source", "", "from which box of it", "time"),
            Column("target", "", "to which of the next", "time"),
            Column("load", "Mbit/s", "how much", "throughput"),
            Column("handed_on", "", "1: it is handed on", "time"),
        ]
    )
    for row, (rate, band) in enumerate(zip(sent, bands, strict=True)):
        nodes.append(0, row, rate, nan)
        ways.append(0, row, band, rate, 0)
    for band in range(3):
        load = math.fsum(rate for rate, place in zip(sent, bands, strict=True) if place == band)
        full = load > through[band] * 1.02 + 0.01
        # A band of which nothing gets through has too much as well, not no limit.
        nodes.append(1, 3 + band, load, max(through[band], 1e-3) if full else max(load, p.rate))
        ways.append(1, band, 0, through[band], 0)
    nodes.append(2, 6, math.fsum(through), p.rate * 1.02)
    return {"nodes": nodes, "ways": ways}
