"""Where the send buffer limits large skbs, chance decides how fast a transfer is.

A writer that fills the last skb while its head is being sent slips past the limit, or does not, and which it is depends
on microseconds of the sending host's CPU (`kernel/tcp/one_cpu.py`). So one run says little: there have to be some, and
what is shown is the lowest and the highest.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from inflight.figure.result import Result
from inflight.kernel.clock import JIFFY
from inflight.kernel.path.dumbbell import FlowSpec
from inflight.kernel.tcp.one_cpu import OtherWork

RUNS = 4
"""So many runs a figure makes, its own included: more than these nobody would wait for."""

WAITS = 5e-6, 60e-6
"""s until a writing process that has been woken runs in the lab, from and to."""

PACE = 0.75, 1.05
"""How long the same write() took in the lab, as a share of what is usual: from 0.47 to 0.62 ms for 64 KB."""

INTERRUPTS, SELDOM = 3e-9, 1 / 150
"""s per byte by which interrupts lengthen a write() in the lab, at most; share of calls that leave ksoftirqd work."""


def by_chance(spec: FlowSpec, rng: random.Random) -> FlowSpec:
    """`spec` on a host with one CPU that does other work besides; it starts anywhere within a tick."""
    shift = rng.random() * JIFFY
    work = OtherWork(
        rng.uniform(*PACE), partial(rng.uniform, 0, INTERRUPTS * spec.chunk), lambda: rng.random() < SELDOM
    )
    return replace(
        spec,
        connect=spec.connect + shift,
        data=None if spec.data is None else spec.data + shift,
        wakeup=partial(rng.uniform, *WAITS),
        one_cpu=work,
    )


def fill_band(result: Result, name: str, runs: Sequence[Sequence[float]]) -> None:
    """Put the lowest and the highest of `runs` into the columns that the band of column `name` names.

    Each of `runs` has a value for each row; one that was over sooner keeps its last.
    """
    band = next(column.band for column in result.columns if column.name == name)
    assert band is not None
    low, high = (result[edge] for edge in band)
    for row in range(len(result)):
        values = [run[min(row, len(run) - 1)] for run in runs]
        low[row], high[row] = min(values), max(values)


def differ(values: Sequence[float]) -> bool:
    """Whether chance makes a difference that is worth a word: a tenth.

    >>> differ([3.99, 4.7]), differ([1.9, 1.91])
    (True, False)
    """
    return max(values) > 1.1 * min(values)


def is_by_chance(limit: int, pipe: float, *, gso: bool) -> bool:
    """Whether a send buffer of `limit` bytes of memory holds back a path of `pipe` bytes, and skbs are large.

    With autotuning the limit is twice the window, so a buffer of two pipes leaves the transfer alone.
    """
    return gso and limit < 2 * pipe
