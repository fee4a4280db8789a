"""`ss` and `nstat`."""

from __future__ import annotations

from inflight.incidents.shell.filters import options
from inflight.incidents.shell.line import ShellError
from inflight.incidents.shell.programs.program import Call, Output, Program
from inflight.incidents.tools import nstat, ss
from inflight.incidents.tools.ss_filter import BadFilter


def _ss(call: Call) -> Output:
    """Which sockets, and what of them."""
    try:
        letters, _ = ss.options(call.arguments)
        if not {"t", "u", "s"} & letters:
            raise ShellError("ss: add -t for TCP or -u for UDP: this world has no sockets of other kinds")
        printed = ss.listed(call.machine, call.arguments)
        return Output(printed(None), shows=_shown(letters), brief=printed(ss.MOST), state=ss.only_state(call.arguments))
    except BadFilter as error:
        raise ShellError(str(error)) from None


def _shown(letters: set[str]) -> tuple[str, ...]:
    tcp, udp = "u" not in letters or "t" in letters, "u" in letters
    looks = (
        ("s" in letters, "ss-s"),
        (tcp and "i" in letters and "l" not in letters, "ss-tin"),
        (tcp and bool({"a", "l"} & letters), "ss-lnt"),
        (tcp and "a" in letters, "ss-tan"),
        (udp and "m" in letters and bool({"a", "l"} & letters), "ss-unam"),
    )
    return tuple(name for seen, name in looks if seen)


SS = Program(
    "ss",
    "Sockets, with what TCP knows of each connection.",
    "ss -tinmop                open connections with TCP’s numbers, memory, timers and processes\n"
    "ss -tan state time-wait   all states, or those of one; ss -lntp: listening sockets and their queues\n"
    "ss -tin dst 10.30.4.8     of one host; also: sport = :443, dport, and, or, not\n"
    "ss -unamp                 UDP sockets; ss -s: how many there are",
    _ss,
)


def _nstat(call: Call) -> Output:
    """What has been counted since it last told (misc/nstat.c)."""
    found, patterns = options("nstat", call.arguments, "azsrn")
    machine = call.machine
    before = {} if "-a" in found or "-r" in found else call.told.get(machine.name, {})
    now = nstat.counters(machine)
    if "-s" not in found:
        call.told[machine.name] = now
    if "-n" in found:
        return Output("")
    return Output(nstat.printed(machine.kernel, now, before, patterns, zeros="-z" in found), shows=("nstat",))


NSTAT = Program(
    "nstat",
    "The kernel’s counters since nstat last ran.",
    "nstat                     what has been added since you last asked\n"
    "nstat -az 'TcpExtListen*' since boot, also those that are 0; only some of them\n"
    "nstat -s                  without remembering it",
    _nstat,
)
