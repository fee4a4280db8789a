"""`mpstat -P ALL 1 2` and `mpstat 1 2` of sysstat: what each CPU does, or all of them, in per cent of their time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, fields
from itertools import pairwise

from inflight.incidents.scene import Cpu, Machine
from inflight.incidents.tools import clock
from inflight.incidents.tools.sar import head

_NAMES = "".join(f"{'%' + field.name:>8}" for field in fields(Cpu))


def intervals(moments: Sequence[Machine], *, each_cpu: bool) -> str:
    """A table between one moment and the next; without -P ALL, a row in the only one."""
    blocks = [head(moments[0])]
    for number, (before, after) in enumerate(pairwise(moments)):
        title, *rows = _block(clock.time(before), clock.time(after), after.cpus, each_cpu=each_cpu)
        if number and not each_cpu:
            blocks[-1] = "\n".join([blocks[-1], *rows])
        else:
            blocks.append("\n".join([title, *rows]))
    return "\n\n".join(blocks)


def averages(moments: Sequence[Machine], *, each_cpu: bool) -> str:
    """What it prints at the end, with the blank line before it."""
    means = [summed(each) for each in zip(*(moment.cpus for moment in moments[1:]), strict=True)]
    title, *rows = _block("Average:", "Average:", means, each_cpu=each_cpu)
    return "\n".join(["", title, *rows] if each_cpu else rows)


def _block(began: str, stamp: str, cpus: Sequence[Cpu], *, each_cpu: bool) -> list[str]:
    rows = [("all", summed(cpus)), *((str(number), cpu) for number, cpu in enumerate(cpus) if each_cpu)]
    return [f"{began:<11}  CPU{_NAMES}", *(f"{stamp:<11} {name:>4}{_shares(cpu)}" for name, cpu in rows)]


def _shares(cpu: Cpu) -> str:
    ticks = astuple(cpu)
    return "".join(f"{100 * each / sum(ticks):8.2f}" for each in ticks)


def summed(cpus: Sequence[Cpu]) -> Cpu:
    """All of them as one."""
    return Cpu(**{field.name: sum(getattr(cpu, field.name) for cpu in cpus) for field in fields(Cpu)})
