"""`tracepath`, `mtr` and `conntrack`: the way to the other machine, and what a firewall knows of it."""

from __future__ import annotations

from inflight.incidents.shell.filters import options
from inflight.incidents.shell.line import ShellError
from inflight.incidents.shell.programs.looking import whole
from inflight.incidents.shell.programs.program import Call, Output, Program
from inflight.incidents.tools import conntrack
from inflight.incidents.tools.mtr import mtr
from inflight.incidents.tools.tracepath import tracepath


def _destination(program: str, call: Call, rest: list[str]) -> None:
    known = {call.machine.peer} | {each.name for each in call.machines if call.machine.peer in each.addresses}
    if len(rest) != 1 or rest[0] not in known:
        raise ShellError(f"{program}: name the other end: {call.machine.peer}")
    if not call.machine.ping and not call.machine.hops:
        raise ShellError(f"{program}: this world doesn’t say which way leads to {rest[0]} from here")


def _tracepath(call: Call) -> Output:
    found, rest = options("tracepath", call.arguments, "nbm:l:p:46")
    _destination("tracepath", call, rest)
    most = whole("tracepath", found["-m"], 1, 255) if "-m" in found else 30
    text = tracepath(call.machine, most)
    # Each probe that nobody answers is waited for, a second each.
    return Output(text, took=2.0 + text.count("no reply"), shows=("tracepath",))


TRACEPATH = Program("tracepath", "The way to the other machine, and the MTU on it.", "tracepath -n HOST", _tracepath)


def _mtr(call: Call) -> Output:
    words = [{"--report": "-r", "--no-dns": "-n"}.get(word, word) for word in call.arguments]
    found, rest = options("mtr", words, "nrwbc:i:46T")
    _destination("mtr", call, rest)
    if "-r" not in found and "-w" not in found:
        raise ShellError("mtr: a screen that moves can’t be shown here; add -r for a report")
    probes = whole("mtr", found.get("-c", "10"), 1, 100)
    return Output(mtr(call.machine, probes), took=float(probes), shows=("mtr",))


MTR = Program("mtr", "Losses and round trips, hop by hop.", "mtr -n -r -c 10 HOST", _mtr)


def _conntrack(call: Call) -> Output:
    machine = call.machine
    if not machine.conntrack.entries and machine.conntrack.count is None:
        raise ShellError("conntrack v1.4.7 (conntrack-tools): Operation failed: this machine tracks no connections")
    found, rest = options("conntrack", call.arguments, "LSCp:")
    words = dict(zip(rest[::2], rest[1::2], strict=False))
    if "-S" in found:
        return Output(conntrack.per_cpu(machine), shows=("conntrack-S",))
    if "-C" in found:
        return Output(conntrack.count(machine), shows=("conntrack-C",))
    if "-L" not in found:
        raise ShellError("conntrack: this world knows conntrack -L, -S and -C")
    *entries, told = conntrack.listed(machine, protocol=found.get("-p", words.get("-p", "")))
    return Output("\n".join(entries), errors=told, shows=("conntrack-L",))


CONNTRACK = Program(
    "conntrack",
    "The connections that a firewall tracks.",
    "conntrack -L -p tcp       its table\n"
    "conntrack -S              what each CPU has counted; -C: how many entries there are",
    _conntrack,
)
