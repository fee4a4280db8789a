"""`ss` and `nstat`."""

from __future__ import annotations

from fnmatch import fnmatchcase

from inflight.incidents.shell.filters import options
from inflight.incidents.shell.line import ShellError
from inflight.incidents.shell.programs.program import Call, Output, Program
from inflight.incidents.tools import nstat, ss
from inflight.incidents.tools.ss_summary import summary

_FLAGS = {
    "-t": "tcp",
    "-u": "udp",
    "-l": "listening",
    "-a": "all",
    "-i": "info",
    "-m": "memory",
    "-o": "options",
    "-p": "processes",
    "-n": "numeric",
    "-H": "no_header",
}
_LONG = {f"--{name}": flag for flag, name in _FLAGS.items()} | {"--no-header": "-H", "--summary": "-s"}


def _ss(call: Call) -> Output:
    """Which sockets, and what of them."""
    words = [_LONG.get(word, word) for word in call.arguments]
    found, rest = options("ss", words, "tulaimopnHs")
    if "-s" in found:
        return Output(summary(call.machine), shows=("ss-s",))
    asked = ss.Asked(**{name: True for flag, name in _FLAGS.items() if flag in found})
    if not (asked.tcp or asked.udp):
        raise ShellError("ss: add -t for TCP or -u for UDP: this world has no sockets of other kinds")
    if rest:
        raise ShellError(f"ss: filters aren’t known here yet: {' '.join(rest)}")
    return Output(ss.sockets(call.machine, asked), shows=_shown(asked))


def _shown(asked: ss.Asked) -> tuple[str, ...]:
    looks = (
        (asked.tcp and asked.info and not asked.listening, "ss-tin"),
        (asked.tcp and (asked.all or asked.listening), "ss-lnt"),
        (asked.tcp and asked.all, "ss-tan"),
        (asked.udp and asked.memory and (asked.all or asked.listening), "ss-unam"),
    )
    return tuple(name for seen, name in looks if seen)


SS = Program(
    "ss",
    "Sockets, with what TCP knows of each connection.",
    "ss -tinmop                open connections with TCP’s numbers, memory, timers and processes\n"
    "ss -tanp                  all states; ss -lntp: listening sockets and their queues\n"
    "ss -unamp                 UDP sockets; ss -s: how many there are",
    _ss,
)


def _nstat(call: Call) -> Output:
    """What has been counted since it last told (misc/nstat.c)."""
    found, patterns = options("nstat", call.arguments, "azsrn")
    machine = call.machine
    before = {} if "-a" in found or "-r" in found else call.told.get(machine.name, {})
    now = dict(machine.counters)
    if "-s" not in found:
        call.told[machine.name] = now
    if "-n" in found:
        return Output("")

    def keep(name: str) -> bool:
        return not patterns or any(fnmatchcase(name, each) for each in patterns)

    return Output(nstat.printed(now, before, keep=keep, zeros="-z" in found), shows=("nstat",))


NSTAT = Program(
    "nstat",
    "The kernel’s counters since nstat last ran.",
    "nstat                     what has been added since you last asked\n"
    "nstat -az 'TcpExtListen*' since boot, also those that are 0; only some of them\n"
    "nstat -s                  without remembering it",
    _nstat,
)
