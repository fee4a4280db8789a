"""What a machine shows of itself: its load, its processes, what they ask the kernel for, and the journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class JournalLine:
    """A line of the journal.

    t: as of a `LogLine`. source: `kernel`, `catalogd[812]`, or `systemd[1]`. unit: the service that it
    belongs to, without `.service`; empty for the kernel.
    """

    t: float
    source: str
    text: str
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class Process:
    """A line of `top`. virt, res, shr: KiB. cpu: per cent of one CPU; mem: of memory. time: CPU time in all, s."""

    pid: int
    command: str
    user: str = "root"
    priority: str = "20"
    nice: int = 0
    virt: int = 0
    res: int = 0
    shr: int = 0
    state: str = "S"
    cpu: float = 0.0
    mem: float = 0.0
    time: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Memory:
    """/proc/meminfo, KiB. available: what a program could still have without swapping."""

    total: int = 2_021_352
    free: int = 1_204_880
    buffers: int = 24_112
    cached: int = 502_304
    available: int = 1_620_000
    swap_total: int = 0
    swap_free: int = 0


@dataclass(frozen=True, kw_only=True)
class Load:
    """What `uptime`, `top` and `vmstat` print.

    up: s since boot. averages: over 1, 5 and 15 min. tasks: total, running, sleeping, stopped, zombie.
    processes: those that use most CPU time first. runnable, blocked: processes that have or want a CPU, and those that
    wait for a disk. interrupts, switches: since boot.
    """

    up: float = 1_041_120.0
    users: int = 0
    averages: tuple[float, float, float] = (0.0, 0.0, 0.0)
    tasks: tuple[int, int, int, int, int] = (92, 1, 91, 0, 0)
    processes: Sequence[Process] = ()
    memory: Memory = field(default_factory=Memory)
    runnable: int = 0
    blocked: int = 0
    interrupts: int = 0
    switches: int = 0


@dataclass(frozen=True, kw_only=True)
class SystemCall:
    """A line of `strace -r -T`. t: when it began, s; took: s. text: `read(11, ""..., 930)`; result: 310."""

    t: float
    took: float
    text: str
    result: str


@dataclass(frozen=True, kw_only=True)
class Calls:
    """A line of `strace -c`: a system call, how often it was called and failed, and the CPU time in it, s."""

    name: str
    calls: int
    seconds: float
    errors: int = 0
