"""The disciplines of the experiment `fair-queueing`, set up for its line."""

from __future__ import annotations

import random

from inflight.experiments.fair_queueing.parameters import FairQueueingParameters
from inflight.kernel.qdisc import disciplines
from inflight.kernel.qdisc.base import QUANTUM, Qdisc
from inflight.kernel.qdisc.red import Red

RED_MIN = 0.075
"""RED's min, of its limit, as in the recordings: 30 of 400 kB; max is three times that."""


def red_min(limit: int) -> int:
    """RED's min, bytes. A packet at least: with less no weight lets even that pass."""
    return max(int(RED_MIN * limit * QUANTUM), QUANTUM)


def red_burst(low: int) -> int:
    """RED's burst: 55 for a min of 30 kB, as in the recordings."""
    return max(low * 55 // 30_000, low // 1000 + 1)


def discipline(p: FairQueueingParameters, rng: random.Random) -> Qdisc:
    """What stands before the line. CAKE is the shaper as well."""
    if p.qdisc == "cake":
        return disciplines()["cake"](bandwidth=p.rate * 1e6)  # type: ignore[call-arg]
    if p.qdisc == "red":
        low = red_min(p.limit)
        return Red(
            limit=p.limit * QUANTUM,
            min=low,
            max=3 * low,
            burst=red_burst(low),
            probability=0.1,
            bandwidth=p.rate * 1e6,
            rng=rng,
        )
    given = {"rng": rng} if p.qdisc == "pie" else {}
    return disciplines()[p.qdisc](limit=p.limit, **given)
