"""What the laboratory's one CPU does differently on each kernel. Nothing of it is TCP, but recordings show it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from inflight.kernel.release import newest_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Of one kernel.

    burst_keeps_cpu: who sends a burst has the CPU until it is over, as under CFS; under EEVDF (6.6, commit
    147f3efaa241) the reader may be let in after a time slice.
    starts_after_tick: a program that has slept runs just after a tick; else anywhere between two.
    sink_start: from the source's first write until the sink reads, s: at least, as a rule, at most.
    """

    burst_keeps_cpu: bool = True
    starts_after_tick: bool = True
    sink_start: tuple[float, float, float] = (0.3e-3, 0.7e-3, 1e-3)


CFS = Machine()
EEVDF = Machine(burst_keeps_cpu=False, sink_start=(-0.4e-3, -0.25e-3, 0.0))
_MACHINES = {"6.1": CFS, "6.6": EEVDF, "7.3": replace(EEVDF, starts_after_tick=False)}


def machine_of(release: str) -> Machine:
    """That of what `uname -r` says.

    >>> machine_of("6.12.117+deb13-amd64").burst_keeps_cpu
    False
    """
    return newest_of(_MACHINES, release)
