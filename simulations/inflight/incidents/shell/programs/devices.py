"""`ip`, `tc` and `ethtool`."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.incidents.scene import Machine
from inflight.incidents.shell.line import ShellError
from inflight.incidents.shell.programs.program import Call, Output, Program
from inflight.incidents.tools import ethtool, ethtool_features, metrics, tc
from inflight.incidents.tools.link import link
from inflight.incidents.tools.routes import route_to_peer, routes

DEVICE = "eth0"


def _abbreviates(word: str, *whole: str) -> str:
    """iproute2 takes the beginning of a word for the word (lib/utils.c: `matches`)."""
    return next((each for each in whole if word and each.startswith(word)), "")


def _ip(call: Call) -> Output:
    words = [word for word in call.arguments if not word.startswith("-")]
    what = _abbreviates(words[0] if words else "", "route", "tcp_metrics", "tcpmetrics", "link")
    rest = words[1:]
    if rest and _abbreviates(rest[0], "show", "list", "lst"):
        rest = rest[1:]
    if what == "link":
        _device("ip", rest[1:] if rest[:1] == ["dev"] else rest)
        if not _has_card(call.machine):
            raise ShellError(f'Device "{DEVICE}" does not exist.')
        whole = link(call.machine)
        counted = any(word.startswith("-s") for word in call.arguments)
        return Output(whole if counted else "\n".join(whole.splitlines()[:2]), shows=("ip-link",) if counted else ())
    if what == "route" and rest[:1] == ["get"]:
        if rest[1:] != [call.machine.peer]:
            raise ShellError(f"ip route get: here only the way to {call.machine.peer}")
        return Output(route_to_peer(call.machine), shows=("ip-route-get",))
    if what == "route":
        return Output(_of_table(routes(call.machine), rest), shows=("ip-route",))
    if what.startswith("tcp"):
        return Output(metrics.remembered(call.machine), shows=("tcp-metrics",))
    raise ShellError(
        f'Object "{words[0]}" is not part of this world; ip knows: link, route, tcp_metrics' if words else IP.usage
    )


def _of_table(text: str, rest: Sequence[str]) -> str:
    """`ip route` alone shows the main table of IPv4; `table all` shows everything."""
    if list(rest[:1]) == ["table"] and rest[1:2] in (["all"], ["0"]):
        return text
    if rest and rest[0] != "table":
        raise ShellError(f"ip route: “{' '.join(rest)}” isn’t known here; try: ip route show table all")
    wanted = rest[1] if len(rest) > 1 else "main"
    lines = [line for line in text.splitlines() if ":" not in line.split()[0] or line.startswith("default")]
    if wanted == "main":
        return "\n".join(line for line in lines if " table " not in line and "pref medium" not in line)
    return "\n".join(line.replace(f" table {wanted}", "") for line in lines if f" table {wanted}" in f"{line} ")


IP = Program(
    "ip",
    "The card, routes, and what TCP remembers of other hosts.",
    "ip -s link show dev eth0  what has passed through the card\n"
    "ip route get HOST         the way to the other machine, and the MTU that was learnt of it\n"
    "ip route show table all   routes of all tables, with what they set\nip tcp_metrics show       what TCP has learnt",
    _ip,
)


def _device(program: str, words: Sequence[str]) -> None:
    for word in words:
        if word != DEVICE:
            raise ShellError(f"{program}: no device “{word}” in this world; there is {DEVICE}")


def _tc(call: Call) -> Output:
    words = [word for word in call.arguments if not word.startswith("-")]
    what = _abbreviates(words[0] if words else "", "qdisc", "filter")
    if not what:
        raise ShellError(f"tc: this world has qdiscs and filters only; try: tc -s qdisc show dev {DEVICE}")
    rest = words[2:] if len(words) > 1 and _abbreviates(words[1], "show", "list") else words[1:]
    counted = any(word.startswith("-s") for word in call.arguments)
    if what == "filter":
        if rest[:1] != ["dev"]:
            raise ShellError(f"tc: name the device; try: tc -s filter show dev {DEVICE} egress")
        _device("tc", rest[1:2])
        at = rest[3:4] if rest[2:3] == ["parent"] else rest[2:3]
        return Output(tc.filters(call.machine, at[0] if at else "root", counted=counted), shows=("tc-filter",))
    _device("tc", rest[1:] if rest[:1] == ["dev"] else rest)
    lines = tc.disciplines(call.machine).splitlines()
    shown = lines if counted else [line for line in lines if line.startswith("qdisc ")]
    return Output("\n".join(shown), shows=("tc",))


TC = Program(
    "tc",
    "The queueing discipline in front of the card, and what filters there.",
    f"tc -s qdisc show dev {DEVICE}          the disciplines, with what they have counted\n"
    f"tc -s filter show dev {DEVICE} egress  filters, such as policers; also: ingress, parent ffff:",
    _tc,
)

_OF_CARD = {
    "-S": ("ethtool-S", ethtool.statistics, "--statistics"),
    "-g": ("ethtool-g", ethtool.ring, "--show-ring"),
    "-c": ("ethtool-c", ethtool.coalescing, "--show-coalesce"),
    "-k": ("ethtool-k", ethtool_features.offloads, "--show-features"),
    "-i": ("ethtool-i", ethtool_features.driver, "--driver"),
}


def _ethtool(call: Call) -> Output:
    flags = {long: flag for flag, (_, _, long) in _OF_CARD.items()}
    words = [flags.get(word, word) for word in call.arguments]
    if not words or words[0] not in _OF_CARD:
        raise ShellError(f"ethtool: this world knows: {', '.join(f'ethtool {flag} {DEVICE}' for flag in _OF_CARD)}")
    _device("ethtool", words[1:] or [""])
    name, print_, _ = _OF_CARD[words[0]]
    if not _has_card(call.machine):
        raise ShellError("netlink error: Operation not supported")
    return Output(print_(call.machine), shows=(name,))


def _has_card(machine: Machine) -> bool:
    return bool(machine.ring and machine.nic and machine.coalescing)


ETHTOOL = Program(
    "ethtool",
    "The card: what its driver counts, its rings, how long it waits before it interrupts.",
    f"ethtool -S {DEVICE}           counters of the driver\n"
    f"ethtool -g {DEVICE}           rings\n"
    f"ethtool -c {DEVICE}           coalescing\n"
    f"ethtool -k {DEVICE}           offloads; -i: the driver",
    _ethtool,
)
