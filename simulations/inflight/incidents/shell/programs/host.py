"""`journalctl`, `dmesg`, `uptime`, `top`, `strace -c`, `bpftrace` and `uname`: the machine itself."""

from __future__ import annotations

from inflight.incidents.shell.filters import options
from inflight.incidents.shell.line import ShellError
from inflight.incidents.shell.programs.looking import whole
from inflight.incidents.shell.programs.program import Call, Output, Program
from inflight.incidents.tools import journal, kfree_skb, load
from inflight.incidents.tools.strace import strace, trace

WATCHED = 10.0
"""How long `strace -c` and `bpftrace` watch, s."""


def _journalctl(call: Call) -> Output:
    words = [word for word in call.arguments if word not in ("--no-pager", "-e", "-f")]
    found, _ = options("journalctl", words, "kxu:n:r")
    lines = whole("journalctl", found.get("-n", "20"), 1, 1000)
    machine = call.machine
    if not machine.journal:
        return Output("-- No entries --", shows=("journalctl-u",))
    if "-k" in found:
        return Output(journal.kernel(machine, lines), shows=("dmesg",))
    if "-u" in found:
        return Output(journal.service(machine, found["-u"].removesuffix(".service"), lines), shows=("journalctl-u",))
    return Output(journal.everything(machine, lines), shows=("journalctl-u", "dmesg"))


JOURNALCTL = Program(
    "journalctl",
    "What the kernel and services have logged.",
    "journalctl -k -n 20       the kernel’s last lines\njournalctl -u SERVICE     those of a service",
    _journalctl,
)


def _dmesg(call: Call) -> Output:
    found, _ = options("dmesg", call.arguments, "Tw")
    print_ = journal.ring_with_dates if "-T" in found else journal.ring
    return Output(print_(call.machine) if call.machine.journal else "", shows=("dmesg",))


DMESG = Program("dmesg", "The kernel’s log.", "dmesg -T | tail", _dmesg)


def _knows_load(program: str, call: Call) -> None:
    if not call.machine.load.up:
        raise ShellError(f"{program}: this world doesn’t say how busy this machine is; mpstat may")


def _uptime(call: Call) -> Output:
    _knows_load("uptime", call)
    return Output(load.uptime(call.machine), shows=("uptime",))


UPTIME = Program("uptime", "How long it has been up, and how many processes wanted a CPU.", "uptime", _uptime)


def _uname(call: Call) -> Output:
    found, more = options("uname", call.arguments, "r")
    if more or not found:
        raise ShellError("uname: here only with -r")
    return Output(call.machine.kernel)


UNAME = Program("uname", "Which kernel it runs.", "uname -r", _uname)


def _top(call: Call) -> Output:
    _knows_load("top", call)
    return Output(load.top(call.machine), took=1.0, shows=("top",))


TOP = Program("top", "The processes that need most of a CPU.", "top -b -n 1 | head", _top)


def _bpftrace(call: Call) -> Output:
    """The one-liners of the book about packets that the kernel throws away."""
    found, _ = options("bpftrace", call.arguments, "e:")
    script = found.get("-e", "")
    if "skb:kfree_skb" not in script:
        raise ShellError("bpftrace: here only -e 'tracepoint:skb:kfree_skb { @[args->reason] = count(); }'")
    by = kfree_skb.by_place if "location" in script or "kstack" in script else kfree_skb.by_reason
    return Output(by(call.machine), took=WATCHED, shows=("kfree-skb",))


BPFTRACE = Program(
    "bpftrace",
    "Packets that the kernel throws away, by reason.",
    "bpftrace -e 'tracepoint:skb:kfree_skb { @[args->reason] = count(); }'",
    _bpftrace,
)


def _strace(call: Call) -> Output:
    found, _ = options("strace", call.arguments, "cfqrTp:s:")
    known = {**call.machine.calls, **call.machine.traced}
    if "-p" not in found:
        raise ShellError("strace: here only with -p PID")
    pid = whole("strace", found["-p"], 1, 4_194_304)
    if pid not in known:
        there = " or ".join(map(str, known))
        advice = f"try -p {there}" if there else "ss and the logs say what it does"
        raise ShellError(f"strace: no system calls of {pid} here; {advice}")
    if pid in call.machine.calls and "-c" in found:
        return Output("", errors=strace(call.machine, pid), took=WATCHED, shows=("strace",))
    if pid not in call.machine.traced or "-c" in found:
        raise ShellError(f"strace: here only {'one call after the other' if '-c' in found else 'sums'} of {pid}")
    if found.get("-s") != "0":
        raise ShellError("strace: this world doesn’t know what is in the buffers; add -s 0")
    text = trace(call.machine, pid, relative="-r" in found, times="-T" in found)
    return Output("", errors=text, took=WATCHED, shows=("strace",))


STRACE = Program(
    "strace",
    "Which system calls a program makes.",
    "strace -f -r -T -s 0 -p PID  one after the other: s since the last one began, s in the call;\n"
    "                             a pipe gets it with 2>&1: strace -f -r -T -s 0 -p PID 2>&1 | grep write\n"
    "strace -c -f -p PID          the sums of ten seconds; ss -p says which PID",
    _strace,
)
