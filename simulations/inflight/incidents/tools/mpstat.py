"""`mpstat -P ALL 1 2` of sysstat: what each CPU does, in per cent of its time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, fields

from inflight.incidents.scene import Cpu, Machine
from inflight.incidents.tools import clock

_NAMES = "".join(f"{'%' + field.name:>8}" for field in fields(Cpu))


def mpstat(machine: Machine) -> str:
    """A table for each second, and their means."""
    seconds = machine.cpus
    head = f"Linux {machine.kernel} ({machine.name}) \t{machine.date} \t_x86_64_\t({len(seconds[0])} CPU)"
    blocks = [head]
    for number, second in enumerate(seconds):
        began, over = (clock.time(machine, machine.clock + number + later) for later in (0, 1))
        blocks.append(_block(began, over, second))
    blocks.append(_block("Average:", "Average:", [summed(each) for each in zip(*seconds, strict=True)]))
    return "\n\n".join(blocks)


def _block(head: str, stamp: str, cpus: Sequence[Cpu]) -> str:
    rows = [("all", summed(cpus)), *((str(number), cpu) for number, cpu in enumerate(cpus))]
    return "\n".join([f"{head:<11}  CPU{_NAMES}", *(f"{stamp:<11} {name:>4}{_shares(cpu)}" for name, cpu in rows)])


def _shares(cpu: Cpu) -> str:
    ticks = astuple(cpu)
    return "".join(f"{100 * each / sum(ticks):8.2f}" for each in ticks)


def summed(cpus: Sequence[Cpu]) -> Cpu:
    """All of them as one."""
    return Cpu(**{field.name: sum(getattr(cpu, field.name) for cpu in cpus) for field in fields(Cpu)})
