"""When the packets of the experiment `token-bucket` come."""

from __future__ import annotations

import random

from inflight.experiments.token_bucket.parameters import CONSTANT, TRAIN, TokenBucketParameters

SYSCALL = 20e-6
"""s from one datagram of a train to the next: what a sendto() takes in the recordings."""

MOST_PACKETS = 20_000


def arrivals(p: TokenBucketParameters, rng: random.Random) -> list[float]:
    """When packets come, s."""
    found: list[float] = []
    if p.arrivals == TRAIN:
        start, number = 0.0, 0
        while start < p.duration and len(found) < MOST_PACKETS:
            coming = [start + place * SYSCALL for place in range(p.count)]
            found += [time for time in coming if time < p.duration]
            number += 1
            start = number * p.pause
        return found[:MOST_PACKETS]
    gap = p.frame * 8 / (p.rate * 1e6 * p.load / 100)
    time = 0.0
    while time < p.duration and len(found) < MOST_PACKETS:
        found.append(time)
        time = len(found) * gap if p.arrivals == CONSTANT else time + _exponential(rng) * gap
    return found


def _exponential(rng: random.Random) -> float:
    """A time of mean 1 by von Neumann's comparisons: no logarithm, whose last bit differs between machines."""
    whole = 0.0
    while True:
        first = last = rng.random()
        runs = 1
        while (draw := rng.random()) < last:
            last = draw
            runs += 1
        if runs % 2:
            return whole + first
        whole += 1.0
