"""`cat`, `tail`, `head` and `grep` of files, as far as there are any."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from inflight.incidents.scene import Machine
from inflight.incidents.shell.filters import FILTERS
from inflight.incidents.shell.line import ShellError
from inflight.incidents.shell.programs.program import Call, Output, Program
from inflight.incidents.tools import kfree_skb, log, sockstat
from inflight.incidents.tools.softnet import softnet_stat
from inflight.incidents.tools.sysctl import valued

LOG = "app.log"

_FILES: Mapping[str, tuple[str, Callable[[Machine], str]]] = {
    LOG: ("log", lambda machine: "\n".join(log.lines(machine))),
    "/proc/net/softnet_stat": ("softnet", softnet_stat),
    "/proc/net/sockstat": ("sockstat", sockstat.sockstat),
    "/sys/kernel/tracing/events/skb/kfree_skb/format": ("kfree-skb-format", kfree_skb.form),
    "/proc/net/netstat": ("netstat", sockstat.netstat),
}
"""By name: the clue that each is, and what it holds."""

_SYSCTLS = "/proc/sys/"


def _read(program: str, name: str, machine: Machine) -> tuple[list[str], tuple[str, ...]]:
    """The lines, and what was looked at."""
    if name in _FILES:
        clue, text = _FILES[name]
        return text(machine).splitlines(), (clue,)
    if name.startswith(_SYSCTLS):
        value = valued(machine).get(name.removeprefix(_SYSCTLS).replace("/", "."))
        if value is not None:
            return [value], ("sysctl",)
    raise ShellError(f"{program}: {name}: No such file or directory (here: {', '.join(_FILES)}, {_SYSCTLS}…)")


def _reads(program: str) -> Callable[[Call], Output]:
    """The filter of that name, when the last argument is a file instead of a pipe."""

    def run(call: Call) -> Output:
        words = [word for word in call.arguments if word not in ("-f", "-F")]
        if not words or words[-1].startswith("-"):
            raise ShellError(f"{program}: a file is missing: {', '.join(_FILES)}")
        lines, shows = _read(program, words[-1], call.machine)
        return Output("\n".join(FILTERS[program](words[:-1], lines)), shows=shows)

    return run


FILES = tuple(
    Program(name, about, usage, _reads(name))
    for name, about, usage in (
        ("cat", "A file: the application’s log, files below /proc.", f"cat {LOG}\ncat /proc/net/softnet_stat"),
        ("tail", "The last lines of a file or a pipe.", f"tail {LOG}\ntail -n 3 {LOG}"),
        ("head", "The first lines of a file or a pipe.", f"head -n 3 {LOG}"),
        ("grep", "The lines of a file or a pipe that match.", f"grep -c ERROR {LOG}"),
        ("less", "A file or a pipe; the page scrolls.", f"less {LOG}"),
        ("wc", "How many lines, words and bytes.", f"wc -l {LOG}"),
    )
)
"""Each of them also reads from a pipe."""
