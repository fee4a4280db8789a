"""`ss` as somebody types it: which sockets, and what of each. `ss -tan state time-wait`, `ss -ti dst 10.30.4.8`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from inflight.incidents.scene import Machine, SsSocket
from inflight.incidents.tools.ss_filter import ALL, SERVICES, WITHOUT_OPTIONS, BadFilter, expression, states
from inflight.incidents.tools.ss_info import info, memory
from inflight.incidents.tools.ss_summary import summary
from inflight.incidents.tools.ss_table import Row, listener, row, table

OPTIONS = {
    "tcp": "t",
    "udp": "u",
    "all": "a",
    "listening": "l",
    "numeric": "n",
    "info": "i",
    "memory": "m",
    "options": "o",
    "processes": "p",
    "no-header": "H",
    "summary": "s",
    "ipv4": "4",
    "ipv6": "6",
}
"""Those that this room knows."""

MOST = 40
"""How many sockets of a long list are shown; the rest are counted."""

_NAMES = {port: name for name, port in SERVICES.items()}


def ss(machine: Machine, arguments: Sequence[str], most: int | None = MOST) -> str:
    """What `ss ARGUMENTS` prints; without -t or -u, TCP, since the room has few other sockets. most: None: all of them.

    Raises:
        BadFilter: an option that isn't known here, or an expression that ss wouldn't understand.
    """
    return listed(machine, arguments)(most)


def listed(machine: Machine, arguments: Sequence[str]) -> Callable[[int | None], str]:
    """The same, worked out once for any number of sockets.

    Raises:
        BadFilter: as of `ss`.
    """
    letters, words = options(arguments)
    if "s" in letters:
        text = summary(machine)
        return lambda most: text
    usual = ALL if "a" in letters else frozenset({"LISTEN", "UNCONN"}) if "l" in letters else WITHOUT_OPTIONS
    wanted, rest = states(words, usual)
    test = expression(rest)
    found = [each for each in _rows(machine, letters) if each[1].state in wanted and test(each[1])]
    rows = [row for _, row in found]
    if "n" not in letters:
        rows = [replace(each, here=_named(each.here), peer=_named(each.peer)) for each in rows]
    kinds = [kind for kind, _ in found] if {"t", "u"} <= letters else ()
    lines = table(rows, kinds, with_state=len(wanted) > 1, with_head="H" not in letters)

    def printed(most: int | None) -> str:
        return "\n".join(lines if most is None or len(rows) < most else [*lines[:most], _left_out(rows, most)])

    return printed


def only_state(arguments: Sequence[str]) -> str:
    """The state of all sockets that it lists, if there is only one: then it has no column."""
    letters, words = options(arguments)
    wanted, _ = states(words, ALL if "a" in letters else WITHOUT_OPTIONS)
    return next(iter(wanted)) if len(wanted) == 1 and not {"l", "s"} & letters else ""


def _left_out(rows: Sequence[Row], most: int) -> str:
    counts = Counter(each.state for each in rows if each.state != "LISTEN")
    counted = ", ".join(f"{count} {state}" for state, count in counts.most_common())
    return f"# {len(rows) - most + 1} more sockets; in all {counted}"


def options(arguments: Sequence[str]) -> tuple[set[str], list[str]]:
    """Their letters, and the words of the filter.

    Raises:
        BadFilter: an option that isn't known here.
    """
    letters: set[str] = set()
    words: list[str] = []
    for each in arguments:
        if words or not each.startswith("-") or each == "-":
            words.append(each)
        elif each.startswith("--"):
            letters.add(OPTIONS.get(each[2:], each))
        else:
            letters |= set(each[1:])
    for letter in sorted(letters - set(OPTIONS.values())):
        raise BadFilter(f"ss: this room knows no option {letter!r}; it has -{''.join(OPTIONS.values())}")
    return letters, words


def _rows(machine: Machine, letters: set[str]) -> list[tuple[str, Row]]:
    """Sockets as ss meets them: UDP, listeners of IPv4, connections, listeners of IPv6."""
    rows: list[tuple[str, Row]] = []
    if "u" in letters:
        rows += [("udp", _row(each, letters)) for each in machine.udp]
    if "t" in letters or "u" not in letters:
        listeners = [listener(each if "p" in letters else replace(each, process="")) for each in machine.listening]
        living = [_row(each, letters) for each in machine.connections]
        old = [each for each in listeners if not each.here.startswith("[")]
        new = [each for each in listeners if each.here.startswith("[")]
        rows += [("tcp", each) for each in (*old, *living, *new)]
    versions = {"4", "6"} & letters or {"4", "6"}
    return [(kind, each) for kind, each in rows if ("6" if each.here.startswith("[") else "4") in versions]


def _row(each: SsSocket, letters: set[str]) -> Row:
    details = [memory(each.memory)] if "m" in letters and each.memory else []
    details += [info(each.info, options="o" in letters)] if "i" in letters and each.info else []
    return row(each, " ".join(details), process="p" in letters, timer="o" in letters)


def _named(address: str) -> str:
    host, _, port = address.rpartition(":")
    return f"{host}:{_NAMES.get(int(port), port) if port.isdecimal() else port}"
