"""`strace -f -p PID`, and with -c (strace 6.1, count.c): the system calls of a program, and what they take."""

from __future__ import annotations

from itertools import pairwise

from inflight.incidents.scene import Machine

_RULE = "------ ----------- ----------- --------- --------- ----------------"


def strace(machine: Machine, pid: int) -> str:
    """What it says when it begins and when it is interrupted, and the table between."""
    if pid not in machine.calls:
        return f"strace: attach: ptrace(PTRACE_SEIZE, {pid}): No such process"
    return f"strace: Process {pid} attached\nstrace: Process {pid} detached\n{table(machine, pid)}"


def trace(machine: Machine, pid: int, *, relative: bool = True, times: bool = True) -> str:
    """A line for each call (`strace -s 0`). relative: -r, s since the call before began; times: -T, s in the call."""
    calls = machine.traced[pid]
    lines = [f"strace: Process {pid} attached"]
    for before, each in pairwise([*calls[:1], *calls]):
        begin = f"{each.t - before.t:13.6f} " if relative else ""
        took = f" <{each.took:.6f}>" if times else ""
        lines.append(f"{begin + each.text:<39} = {each.result}{took}")
    return "\n".join([*lines, f"strace: Process {pid} detached"])


def table(machine: Machine, pid: int) -> str:
    """The most expensive call first."""
    rows = sorted(machine.calls[pid], key=lambda each: -each.seconds)
    total = sum(each.seconds for each in rows)
    lines = ["% time     seconds  usecs/call     calls    errors syscall", _RULE]
    for each in rows:
        share = 100 * each.seconds / total if total else 0.0
        lines.append(_row(share, each.seconds, each.calls, each.errors, each.name))
    lines.append(_RULE)
    lines.append(_row(100.0, total, sum(each.calls for each in rows), sum(each.errors for each in rows), "total"))
    return "\n".join(lines)


def _row(share: float, seconds: float, calls: int, errors: int, name: str) -> str:
    each = int(seconds * 1e6 / calls) if calls else 0
    return f"{share:6.2f} {seconds:11.6f} {each:11} {calls:9} {errors or '':>9} {name}"
