"""What the timer wheel makes of the times at which a SYN or a SYN-ACK is sent again, wherever it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import nan

from inflight.kernel.clock import JIFFY
from inflight.scenes.syn_timers import Rules, moments

TURN = 512
"""Ticks after which the wheel rounds a timer of up to 129 s in the same way again: 2.048 s (`timer.c`, level 3)."""


@dataclass(frozen=True, slots=True)
class Span:
    """When it is sent, or given up, s from the first: nominal, earliest, latest, whenever it began."""

    nominal: float
    earliest: float
    latest: float


@cache
def spans(rules: Rules) -> tuple[list[Span], Span]:
    """Of each time it is sent, and of the end.

    The wheel has `TURN` ticks to begin at. Within one of them the first may leave up to a tick later, so all that
    follows seems to come up to a tick sooner: the earliest are bounds that are not reached.
    """
    nominal = list(moments(rules, 0.0, exact=True))
    turns = [[when - tick * JIFFY for when in moments(rules, tick * JIFFY)] for tick in range(TURN)]

    def span(due: float, seen: list[float]) -> Span:
        return Span(due, max(min(seen) - JIFFY, 0.0), max(seen)) if seen else Span(due, nan, nan)

    sent = [
        span(due, [turn[number] for turn in turns if number < len(turn) - 1]) for number, due in enumerate(nominal[:-1])
    ]
    return sent, span(nominal[-1], [turn[-1] for turn in turns])
