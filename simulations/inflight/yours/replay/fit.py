"""What a buffer hides is asked of the model: how much of it became window, and when its reader stopped."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from math import inf

from inflight.figure.slices import part
from inflight.kernel.constants import ADVMSS
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.receive_window import ReceiveBuffer, measured
from inflight.yours.replay.ends import round_number
from inflight.yours.replay.estimate import Estimate
from inflight.yours.replay.estimates import Seen
from inflight.yours.replay.model import run
from inflight.yours.replay.parameters import ReplayParameters, within
from inflight.yours.told.sizes import size, span

_TIMES = 8
"""Halvings of the time in question."""

_SIZES = 4
"""Buffers that are tried."""


def fitted(seen: Seen) -> Generator[float, None, Seen]:
    """What was seen, with buffer and pause as the model needs them; yields how much of each is done, 0 to 1."""
    seen = yield from _opened(seen)
    return (yield from _stopped(seen))


def _opened(seen: Seen) -> Generator[float, None, Seen]:
    """With an SO_RCVBUF of which the model's window opens as far as the capture's.

    It opens by what is free while data wait to be read (`tcp_grow_window`), so the largest that was offered tells less
    than the whole buffer.
    """
    p = seen.parameters
    if not p.rcvbuf:
        return seen
    ratio = measured(ReceiveBuffer(), tcp_era(p.kernel)).ratio
    best, least, largest = p.rcvbuf, inf, 0
    for number in range(_SIZES):
        trial = run(p, writes=seen.writes, lost=seen.lost, until=seen.took)
        tried = yield from part(trial, number / _SIZES, 1 / _SIZES)
        short = seen.window - tried.window
        if abs(short) < least:
            best, least, largest = p.rcvbuf, abs(short), tried.window
        likely = p.rcvbuf + round(short / (2 * ratio))
        rcvbuf = int(within("rcvbuf", round_number(likely - ADVMSS, likely + ADVMSS)))
        if abs(short) < ADVMSS or rcvbuf == p.rcvbuf:
            break
        p = replace(p, rcvbuf=rcvbuf)
    (seen_of_it,) = [each.evidence for each in seen.estimates if each.parameter == "rcvbuf"]
    said = f"{seen_of_it} With this buffer, the model’s comes to {size(largest)}."
    return _with(seen, replace(p, rcvbuf=best), rcvbuf=said)


def _stopped(seen: Seen) -> Generator[float, None, Seen]:
    """With `pause_at` such that the model has acknowledged as much as the capture when the window shut.

    A reader's stop isn't seen until its buffer is full.
    """
    p = seen.parameters
    if not p.pause:
        return seen
    resumes = p.pause_at + p.pause
    until = resumes - p.rtt / 1000
    there = max(count for time, count in seen.acked if time < until)
    earliest, latest = 0.0, p.pause_at
    for number in range(_TIMES):
        middle = (earliest + latest) / 2
        tried = replace(p, pause_at=middle, pause=until - middle)
        trial = run(tried, writes=seen.writes, lost=seen.lost, until=until)
        stopped = yield from part(trial, number / _TIMES, 1 / _TIMES)
        if stopped.acked[-1] > there:
            latest = middle
        else:
            earliest = middle
    said = f"With a stop after {span(earliest)}, the model’s buffer is full when the window shuts."
    return _with(seen, replace(p, pause_at=earliest, pause=until - earliest), pause_at=said)


def _with(seen: Seen, p: ReplayParameters, **evidence: str) -> Seen:
    """With these parameters, and evidence for those that are named."""
    estimates = tuple(
        Estimate(each.parameter, getattr(p, each.parameter), each.known, evidence.get(each.parameter, each.evidence))
        for each in seen.estimates
    )
    return replace(seen, parameters=p, estimates=estimates)
