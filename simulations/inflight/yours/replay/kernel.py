"""The kernel of both ends: packets hardly ever tell it, so it is asked for."""

from __future__ import annotations

from itertools import pairwise

from inflight.yours.replay.course import Course
from inflight.yours.replay.estimate import Estimate

_SECOND = 0.9, 1.2
"""s between two SYNs of which the second was due a second after the first: the timer wheel rounds up."""


def running(course: Course, kernel: str) -> Estimate:
    """The one that was asked for, and what the capture says of it."""
    evidence = "The capture doesn’t tell it; uname -r does. All other estimates are made for this kernel."
    gaps = [after - before for before, after in pairwise(course.connection.opening.syns)]
    if len(gaps) > 1 and all(_SECOND[0] < gap < _SECOND[1] for gap in gaps[:2]):  # `tcp_syn_linear_timeouts`
        evidence += " Two SYNs in a row were sent again after a second: if the client runs Linux, it is 6.5 or newer."
    return Estimate("kernel", kernel, "assumed", evidence)
