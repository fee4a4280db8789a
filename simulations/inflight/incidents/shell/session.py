"""Runs a line on a machine: the program, then the filters that read its output."""

from __future__ import annotations

import difflib
import re
from collections.abc import MutableMapping, Sequence
from dataclasses import replace

from inflight.incidents.scene import Machine
from inflight.incidents.shell.elsewhere import ELSEWHERE
from inflight.incidents.shell.filters import FILTERS, Filter
from inflight.incidents.shell.line import ShellError, pipeline
from inflight.incidents.shell.programs import PROGRAMS
from inflight.incidents.shell.programs.program import Call, Counted, Output
from inflight.incidents.shell.programs.sampling import LONGEST, sampling
from inflight.incidents.tools import clock

MOST_LINES = 2_000
"""Lines of output."""

HELP = ("help", "man", "?")
OWN = ("watch", "sleep", "timeout", "date", "hostname", "whoami", "clear")
"""Commands of the shell itself."""


def run(
    line: str,
    machine: Machine,
    machines: Sequence[Machine],
    told: MutableMapping[str, Counted],
    earlier: Sequence[Machine] = (),
) -> Output:
    """What the line prints; what somebody did wrong is printed as well, as a shell does.

    `sleep`, `watch` and what needs several moments are for the caller, which lets time pass: see `repeated` and
    `sampled`. earlier: the machine at these moments.
    """
    try:
        plain, merged = _merged(line)
        commands = pipeline(plain)
        if not commands:
            return Output("")
        (name, *arguments), *filters = commands
        patience, (name, *arguments) = _timed([name, *arguments])
        wanted = sampling(name, arguments)
        stopped = bool(wanted and wanted.endless and patience is None)
        killed = bool(wanted and patience is not None and (wanted.endless or patience < wanted.every * wanted.rows))
        first = _first(name, Call(arguments, machine, told, machines, earlier, stopped, killed))
        if patience is not None:
            first = replace(first, took=min(first.took, patience))
        if not filters:
            text = first.brief or "\n".join(filter(None, (first.text, first.errors)))
            return _stated(replace(first, text="\n".join(text.splitlines()[:MOST_LINES])), first)
        lines = [*first.text.splitlines(), *(first.errors.splitlines() if merged else [])]
        for filter_, *rest in filters:
            lines = _filter(filter_)(rest, lines)
        errors = [] if merged else first.errors.splitlines()
        return _stated(replace(first, text="\n".join([*errors, *lines][:MOST_LINES])), first)
    except ShellError as error:
        return Output(str(error))


def _stated(shown: Output, first: Output) -> Output:
    """With what the lines of a single state prove, although they don’t print it: somebody has asked for that state.

    They may be counted (`wc -l`), or somebody sees how many there are.
    """
    if not first.state:
        return shown
    sockets = {line for line in first.text.splitlines() if line.lstrip()[:1].isdigit()}
    printed = shown.text.splitlines()
    lines = [f"{first.state} {line}" if line in sockets else line for line in printed]
    count = printed[0].strip() if len(printed) == 1 and printed[0].strip().isdigit() else len(sockets & set(printed))
    return replace(shown, proves="\n".join([*lines, f"{count} {first.state}"]))


def _merged(line: str) -> tuple[str, bool]:
    """The line without `2>&1`, and whether errors go into the pipe, too."""
    plain = re.sub(r"\s2>\s?&1(?=\s|$|\|)", "", line)
    return plain, plain != line


def _timed(words: list[str]) -> tuple[float | None, list[str]]:
    """What `timeout 5` allows, s, and the command; None: as long as it takes."""
    if words[0] != "timeout":
        return None, words
    if len(words) < 3 or not re.fullmatch(r"\d{1,4}(\.\d{1,3})?s?", words[1]):
        raise ShellError("timeout SECONDS COMMAND: here without options")
    return float(words[1].rstrip("s")), words[2:]


def sampled(line: str) -> tuple[float, int] | None:
    """`sar -n DEV 1 5`: s between two moments, and how many intervals; None: one moment is enough."""
    try:
        (name, *arguments), *_ = pipeline(_merged(line)[0]) or [["true"]]
        patience, (name, *arguments) = _timed([name, *arguments])
        wanted = sampling(name, arguments)
    except ShellError:
        return None
    if wanted is None:
        return None
    if patience is None:
        return wanted.every, wanted.rows
    most = min(int(patience / wanted.every), LONGEST)
    return wanted.every, most if wanted.endless else min(wanted.rows, most)


def _first(name: str, call: Call) -> Output:
    if name in HELP:
        return Output(help_text(call.arguments))
    if "--help" in call.arguments or ("-h" in call.arguments and name != "ss"):
        return Output(help_text([name]))
    if name == "date":
        return Output(f"{clock.moment(call.machine):%a %b %e %H:%M:%S UTC %Y}")
    if name == "hostname":
        return Output(call.machine.name)
    if name == "whoami":
        return Output("root")
    if name == "clear":
        return Output("")
    program = PROGRAMS.get(name)
    if program is None:
        raise ShellError(_unknown(name))
    return program.run(call)


def _filter(name: str) -> Filter:
    if name not in FILTERS:
        raise ShellError(_unknown(name) if name not in PROGRAMS else f"{name} doesn’t read from a pipe")
    return FILTERS[name]


def _unknown(name: str) -> str:
    """A command that exists elsewhere says what it would show; any other may be mistyped."""
    if name in ELSEWHERE:
        return f"{name}: not part of this world. It {ELSEWHERE[name]}."
    near = difflib.get_close_matches(name, [*PROGRAMS, *FILTERS, *OWN], 1)
    return f"bash: {name[:40]}: command not found" + (f"; did you mean {near[0]}?" if near else "; try: help")


def help_text(names: Sequence[str]) -> str:
    """What there is, or how one of them is used."""
    if not names:
        width = max(map(len, PROGRAMS))
        rows = [f"{each.name:<{width}}  {each.about}" for each in PROGRAMS.values()]
        own = "watch -n 5 COMMAND repeats a command, sleep 60 waits, help COMMAND explains one."
        return "\n".join([*rows, "", f"After | : {', '.join(FILTERS)}.", own])
    name = names[0]
    if name in PROGRAMS:
        return f"{name}: {PROGRAMS[name].about}\n\n{PROGRAMS[name].usage}"
    if name in FILTERS:
        return f"{name} reads from a pipe, e.g.: ss -tan | {name}{' LISTEN' if name == 'grep' else ''}"
    if name == "watch":
        return "watch -n SECONDS COMMAND: the same command, three times"
    if name == "timeout":
        return "timeout SECONDS COMMAND: ends a command that takes longer"
    if name == "sleep":
        return f"sleep SECONDS: lets time pass, {LONGEST_SLEEP} s at most"
    if name in ELSEWHERE:
        raise ShellError(_unknown(name))
    raise ShellError(f"no help about {name[:40]}; help alone lists the commands")


LONGEST_SLEEP = 1_800
FRAMES = 3
"""How often `watch` looks."""

_WATCH = re.compile(r"\s*watch\s+(?:-d\s+)?(?:(?:-n\s*|--interval[ =])(\d+(?:\.\d+)?)\s+)?(?:-d\s+)?(.+)")


def repeated(line: str) -> tuple[float, str] | None:
    """`watch -n 5 nstat`: the interval, at least 1 s and at most 60, and the command; None: it is no `watch`.

    >>> repeated("watch -n 5 'ss -s | head -2'"), repeated("nstat")
    ((5.0, 'ss -s | head -2'), None)
    """
    found = _WATCH.fullmatch(line)
    if not found:
        return None
    inner = found[2].strip()
    if len(inner) > 1 and inner[0] == inner[-1] and inner[0] in "'\"":
        inner = inner[1:-1]
    return min(max(float(found[1] or 2), 1.0), 60.0), inner


def confirmed(line: str) -> str:
    """What a change prints: `sysctl` says what it has set, `tee` what it has written.

    >>> print(confirmed("sudo sysctl -w net.core.rmem_max=16777216 net.ipv4.tcp_rmem='4096 131072 6291456'"))
    net.core.rmem_max = 16777216
    net.ipv4.tcp_rmem = 4096 131072 6291456
    >>> confirmed("echo 4096 | sudo tee /proc/sys/net/core/somaxconn"), confirmed("ethtool -G eth0 rx 4096")
    ('4096', '')
    """
    try:
        commands = [[word for word in command if word != "sudo"] for command in pipeline(line)]
    except ShellError:
        return ""
    match commands:
        case [["sysctl", *words]] if "-q" not in words:
            return "\n".join(" = ".join(word.split("=", 1)) for word in words if "=" in word)
        case [["echo", *words], ["tee", *_]]:
            return " ".join(words)
    return ""


def slept(line: str) -> float | None:
    """`sleep 60` or `sleep 2m`: how long, s; None: it is no `sleep`."""
    found = re.fullmatch(r"\s*sleep\s+(\d{1,6})([sm]?)\s*", line)
    return min(float(found[1]) * (60 if found[2] == "m" else 1), LONGEST_SLEEP) if found else None
