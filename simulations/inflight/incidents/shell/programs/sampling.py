"""`sar`, `vmstat` and `mpstat`: what has happened between one moment and the next, so many times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from inflight.incidents.shell.filters import options
from inflight.incidents.shell.line import ShellError
from inflight.incidents.shell.programs.looking import whole
from inflight.incidents.shell.programs.program import Call, Output, Program
from inflight.incidents.tools import mpstat, sar
from inflight.incidents.tools.load import vmstat
from inflight.incidents.tools.mpstat import summed

ROWS = 3
"""How many somebody watches if no number is given, before they press Ctrl-C."""

LONGEST, MOST = 60, 600
"""s of an interval, and how many of them; s in all."""

INTERRUPT = "^C"
"""What a terminal shows of it."""

_OPTIONS: Mapping[str, str] = {"sar": "n:", "vmstat": "nw", "mpstat": "P:"}


@dataclass(frozen=True)
class Sampling:
    """every: s. rows: how many intervals. endless: nobody has said how many."""

    every: float
    rows: int
    endless: bool


def sampling(name: str, arguments: Sequence[str]) -> Sampling | None:
    """What such a program is asked to do; None: it is another one, or asked for no interval.

    Raises:
        ShellError: a number that isn't one, or a large one.
    """
    if name not in _OPTIONS:
        return None
    _, numbers = options(name, arguments, _OPTIONS[name])
    if not numbers:
        return None
    every, *rows = (whole(name, each, 1, LONGEST) for each in numbers[:2])
    count = rows[0] if rows else ROWS
    if every * count > MOST:
        raise ShellError(f"{name}: {every * count} s are too long to watch; at most {MOST} s")
    # The first row of vmstat is about the time before.
    return Sampling(float(every), count - (name == "vmstat"), endless=not rows)


def _sar(call: Call) -> Output:
    found, numbers = options("sar", call.arguments, _OPTIONS["sar"])
    names = found.get("-n", "").split(",")
    for name in names:
        if name not in sar.TABLES:
            raise ShellError(f"sar: here only -n with {', '.join(sar.TABLES)}, several with commas: sar -n DEV,TCP 1 3")
    if not numbers:
        raise ShellError("Cannot open /var/log/sysstat: nothing is collected here; say how often: sar -n DEV 1 3")
    rows = sar.intervals(call.moments, names)
    shows = tuple(f"sar-{name.lower()}" for name in names)
    if call.killed or not call.earlier:
        return Output(rows, shows=shows)
    average = sar.averages(call.moments, names)
    if call.stopped:
        return Output(f"{rows}\n\n\n{average}", brief=f"{rows}\n{INTERRUPT}\n\n{average}", shows=shows)
    return Output(f"{rows}\n{average}", shows=shows)


SAR = Program(
    "sar",
    "Rates of the card, of TCP, and how many sockets there are, second by second.",
    "sar -n DEV 1 5            what passes the card, five times a second apart\n"
    "sar -n EDEV,TCP,ETCP 1 3  its errors, TCP’s segments, its retransmissions; SOCK: sockets",
    _sar,
)


def _knows_cpus(program: str, call: Call) -> None:
    if not call.machine.cpus:
        raise ShellError(f"{program}: this world doesn’t say what this machine’s CPUs do")


def _mpstat(call: Call) -> Output:
    found, numbers = options("mpstat", call.arguments, _OPTIONS["mpstat"])
    _knows_cpus("mpstat", call)
    if found.get("-P", "ALL") != "ALL" or not numbers:
        raise ShellError("mpstat: here only mpstat -P ALL 1 3, or mpstat 1 3 for all together")
    rows = mpstat.intervals(call.moments, each_cpu="-P" in found)
    if call.killed or not call.earlier:
        return Output(rows, shows=("mpstat",))
    average = mpstat.averages(call.moments, each_cpu="-P" in found)
    brief = f"{rows}\n{INTERRUPT}\n{average.lstrip()}" if call.stopped else ""
    return Output(f"{rows}\n{average}", brief=brief, shows=("mpstat",))


MPSTAT = Program(
    "mpstat",
    "What each CPU does.",
    "mpstat -P ALL 1 2         every CPU, twice a second apart\nmpstat 1 5                all of them together",
    _mpstat,
)


def _vmstat(call: Call) -> Output:
    """Its first row is about the time since boot; so is the only one without an interval."""
    _knows_cpus("vmstat", call)
    first, *others = call.moments
    ticks = summed(first.cpus)
    moments = [replace(first, ticks=ticks)]
    for each in others:
        ticks = summed([ticks, *each.cpus])
        moments.append(replace(each, ticks=ticks))
    text = vmstat(moments)
    return Output(text, brief=f"{text}\n{INTERRUPT}" if call.stopped else "", shows=("vmstat",))


VMSTAT = Program(
    "vmstat",
    "What wants a CPU, and what all CPUs do, second by second.",
    "vmstat 1 5                the first row is about the time since boot",
    _vmstat,
)
