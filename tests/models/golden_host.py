"""Reads what `uptime`, `top`, `vmstat`, `sar`, `strace` and the journal printed (`tests/golden`) into the scene."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count

from inflight.incidents.scene import Cpu
from inflight.incidents.scene_host import Calls, JournalLine, Load, Memory, Process, SystemCall

# ---- uptime, top, vmstat ---------------------------------------------------------------------------------------------


def clock(printed: str) -> int:
    """19:51:30 as s."""
    hours, minutes, seconds = map(int, printed.split(":"))
    return 3600 * hours + 60 * minutes + seconds


def loaded(printed: str) -> tuple[int, dict[str, object]]:
    """The line of `uptime`: the time of day, and what it says of the load."""
    found = re.search(r"([\d:]+) up (\d+) min, +(\d+) user,  load average: (.*)", printed)
    assert found
    averages = tuple(map(float, found[4].split(", ")))
    return clock(found[1]), {"up": 60 * int(found[2]), "users": int(found[3]), "averages": averages}


def top(printed: str) -> tuple[int, Load, Cpu]:
    first, tasks, cpu, memory, swap, _, _, *processes = printed.splitlines()
    now, load = loaded(first)
    mib = [round(1024 * float(each)) for each in re.findall(r"\d+\.\d", memory + swap)]
    return (
        now,
        Load(
            **load,
            tasks=tuple(map(int, re.findall(r"\d+", tasks))),
            processes=list(map(_process, processes)),
            memory=Memory(
                total=mib[0],
                free=mib[1],
                buffers=0,
                cached=mib[3],
                swap_total=mib[4],
                swap_free=mib[5],
                available=mib[7],
            ),
        ),
        ticks(re.findall(r"\d+\.\d", cpu)),
    )


def _process(line: str) -> Process:
    pid, user, priority, nice, virt, res, shr, state, cpu, mem, time, command = line.split()
    minutes, seconds = time.split(":")
    return Process(
        pid=int(pid),
        user=user,
        priority=priority,
        nice=int(nice),
        virt=int(virt),
        res=int(res),
        shr=int(shr),
        state=state,
        cpu=float(cpu),
        mem=float(mem),
        time=60 * int(minutes) + float(seconds),
        command=command,
    )


def ticks(shares: Sequence[str]) -> Cpu:
    """Ticks that have these shares, in per cent with one digit."""
    for total in count(1):
        found = [round(float(each) * total / 100) for each in shares]
        if sum(found) == total and [f"{100 * each / total:.1f}" for each in found] == list(shares):
            usr, sys, nice, idle, iowait, irq, soft, steal = found
            return Cpu(usr=usr, sys=sys, nice=nice, idle=idle, iowait=iowait, irq=irq, soft=soft, steal=steal)
    raise AssertionError


# ---- sar -------------------------------------------------------------------------------------------------------------


def intervals(printed: str) -> list[list[tuple[str, list[float]]]]:
    """The rows of each interval, with the time of day at its beginning; the last one is that of the means."""
    found: dict[str, list[tuple[str, list[float]]]] = {}
    for block in printed.split("\n\n")[1:]:
        head, *rows = block.splitlines()
        for row in rows:
            if " lo " not in row:
                numbers = [float(each) for each in row.split()[1:] if each != "eth0"]
                found.setdefault(head.split()[0], []).append((head.split()[0], numbers))
    return list(found.values())


def counted(rates: Sequence[float], scales: Sequence[float]) -> tuple[float, list[int]]:
    """An interval of about 1 s, and whole numbers that have these rates in it, each of them divided by its scale."""
    for hundredth in sorted(range(85, 121), key=lambda each: abs(each - 100)):
        over = hundredth / 100
        numbers = [round(rate * scale * over) for rate, scale in zip(rates, scales, strict=True)]
        if all(
            f"{number / scale / over:.2f}" == f"{rate:.2f}"
            for number, rate, scale in zip(numbers, rates, scales, strict=True)
        ):
            return over, numbers
    raise AssertionError(rates)


# ---- strace, journal -------------------------------------------------------------------------------------------------


def calls(printed: str) -> list[Calls]:
    """`strace -c`."""
    rows = printed.split("------")
    found = []
    for line in "".join(rows).splitlines():
        words = line.split()
        if len(words) >= 5 and words[0].replace(".", "").isdigit() and words[-1] != "total":
            errors = int(words[4]) if len(words) == 6 else 0
            found.append(Calls(name=words[-1], calls=int(words[3]), seconds=float(words[1]), errors=errors))
    return found


def traced(printed: str) -> tuple[int, list[SystemCall]]:
    """`strace -r -T`, or one of the two: the process, and its calls."""
    attached, *lines, _ = printed.splitlines()
    found: list[SystemCall] = []
    for line in lines:
        parts = re.fullmatch(r"(?: +(\d+\.\d{6}) )?(.*?) += (\S+)(?: <(\d+\.\d{6})>)?", line)
        assert parts, line
        t = (found[-1].t if found else 0.0) + float(parts[1] or 0)
        found.append(SystemCall(t=t, took=float(parts[4] or 0), text=parts[2], result=parts[3]))
    return int(attached.split()[2]), found


def journal(printed: str, unit: str) -> tuple[str, list[JournalLine]]:
    """`journalctl`: the host's name, and the lines."""
    found = [re.fullmatch(r"\w+ \d+ ([\d:]+) (\S+) ([^:]+): (.*)", line) for line in printed.splitlines()]
    lines = [JournalLine(t=clock(each[1]), source=each[3], text=each[4], unit=unit) for each in found if each]
    return found[0][2] if found[0] else "", lines
