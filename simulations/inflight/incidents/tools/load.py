"""`uptime`, `top -b -n1` and `vmstat 1 3` (procps 4.0.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, fields
from itertools import pairwise

from inflight.incidents.scene import Cpu, Machine
from inflight.incidents.scene_host import Process
from inflight.incidents.tools import clock
from inflight.incidents.tools.mpstat import summed

_COMMAND = 8
"""Letters of a command that fit into a line of 80."""


def uptime(machine: Machine) -> str:
    """How long it has been up, who is logged in, and how many processes waited for a CPU, on average."""
    return f" {_loaded(machine)}"


def top(machine: Machine) -> str:
    """The sums, and the processes that need most of a CPU."""
    load = machine.load
    tasks = zip(load.tasks, ("total", "running", "sleeping", "stopped", "zombie"), strict=True)
    m = load.memory
    used = m.total - m.available
    rows = [
        f"top - {_loaded(machine)}",
        "Tasks: " + ", ".join(f"{count:3} {name}" for count, name in tasks),
        f"%Cpu(s): {_shares(summed(machine.cpus) if machine.cpus else Cpu(idle=100))}",
        f"MiB Mem : {_mib(m.total)} total, {_mib(m.free)} free, {_mib(used)} used, "
        f"{_mib(m.buffers + m.cached)} buff/cache",
        f"MiB Swap: {_mib(m.swap_total)} total, {_mib(m.swap_free)} free, "
        f"{_mib(m.swap_total - m.swap_free)} used. {_mib(m.available)} avail Mem",
        "",
        "    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND",
    ]
    return "\n".join([*rows, *map(_process, load.processes)])


def _process(p: Process) -> str:
    minutes, seconds = divmod(p.time, 60)
    sizes = f"{p.virt:7} {p.res:6} {p.shr:6}"
    times = f"{p.cpu:5.1f} {p.mem:5.1f} {int(minutes):3}:{seconds:05.2f}"
    name = p.command if len(p.command) <= _COMMAND else f"{p.command[: _COMMAND - 1]}+"
    return f"{p.pid:7} {p.user:<8} {p.priority:>3} {p.nice:3} {sizes} {p.state} {times} {name}"


def _loaded(machine: Machine) -> str:
    load = machine.load
    users = f"{load.users:2} user{'s' * (load.users > 1)}"
    averages = ", ".join(f"{each:.2f}" for each in load.averages)
    return f"{clock.time(machine)} up {_up(load.up)}, {users},  load average: {averages}"


def _up(seconds: float) -> str:
    """As `procps_uptime_sprint` writes it."""
    minutes = int(seconds) // 60
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    said = f"{days} day{'s' * (days != 1)}, " if days else ""
    return said + (f"{hours:2}:{minutes:02}" if hours else f"{minutes} min")


def _mib(kib: int) -> str:
    return f"{kib / 1024:8.1f}"


def _shares(cpu: Cpu) -> str:
    named = (
        (cpu.usr, "us"),
        (cpu.sys, "sy"),
        (cpu.nice, "ni"),
        (cpu.idle, "id"),
        (cpu.iowait, "wa"),
        (cpu.irq, "hi"),
        (cpu.soft, "si"),
        (cpu.steal, "st"),
    )
    total = sum(count for count, _ in named)
    return ", ".join(f"{100 * count / total:4.1f} {name}" for count, name in named)


_PROCS = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----"
_COLUMNS = " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st"


def vmstat(moments: Sequence[Machine]) -> str:
    """`vmstat 1 3`: a line for the time since boot, and one for the time between one moment and the next."""
    first = moments[0]
    rows = [_vmstat_row(first, first.ticks, first.load.interrupts, first.load.switches, first.load.up)]
    for before, after in pairwise(moments):
        was, now = before.load, after.load
        ticks = Cpu(**{f.name: getattr(after.ticks, f.name) - getattr(before.ticks, f.name) for f in fields(Cpu)})
        interrupts, switches = now.interrupts - was.interrupts, now.switches - was.switches
        rows.append(_vmstat_row(after, ticks, interrupts, switches, after.clock - before.clock))
    return "\n".join([_PROCS, _COLUMNS, *rows])


def _vmstat_row(machine: Machine, ticks: Cpu, interrupts: int, switches: int, over: float) -> str:
    load = machine.load
    m = load.memory
    total = sum(astuple(ticks)) - ticks.guest - ticks.gnice
    busy = (ticks.usr + ticks.nice, ticks.sys + ticks.irq + ticks.soft, ticks.idle, ticks.iowait, ticks.steal)
    shares = " ".join(f"{round(100 * each / total):2}" for each in busy)
    sizes = f"{m.swap_total - m.swap_free:6} {m.free:6} {m.buffers:6} {m.cached:6}"
    rates = f"{round(interrupts / over):4} {round(switches / over):4}"
    return f"{load.runnable:2} {load.blocked:2} {sizes}    0    0     0     0 {rates} {shares}"
