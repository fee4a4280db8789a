"""`ss` as somebody types it: which sockets, and what of each. `ss -tan state time-wait`, `ss -ti dst 10.30.4.8`."""

from __future__ import annotations

from collections.abc import Sequence
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

_NAMES = {port: name for name, port in SERVICES.items()}


def ss(machine: Machine, arguments: Sequence[str]) -> str:
    """What `ss ARGUMENTS` prints; without -t or -u, TCP, since the room has few other sockets.

    Raises:
        BadFilter: an option that isn't known here, or an expression that ss wouldn't understand.
    """
    letters, words = _options(arguments)
    if "s" in letters:
        return summary(machine)
    usual = ALL if "a" in letters else frozenset({"LISTEN", "UNCONN"}) if "l" in letters else WITHOUT_OPTIONS
    wanted, rest = states(words, usual)
    test = expression(rest)
    rows = [each for each in _rows(machine, letters) if each.state in wanted and test(each)]
    if "n" not in letters:
        rows = [replace(each, here=_named(each.here), peer=_named(each.peer)) for each in rows]
    return "\n".join(table(rows, with_state=len(wanted) > 1, with_head="H" not in letters))


def _options(arguments: Sequence[str]) -> tuple[set[str], list[str]]:
    """Their letters, and the words of the filter."""
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


def _rows(machine: Machine, letters: set[str]) -> list[Row]:
    """Sockets as ss meets them: listeners of IPv4, connections, listeners of IPv6."""
    rows: list[Row] = []
    if "u" in letters:
        rows += [_row(each, letters) for each in machine.udp]
    if "t" in letters or "u" not in letters:
        listeners = [listener(each if "p" in letters else replace(each, process="")) for each in machine.listening]
        living = [_row(each, letters) for each in machine.connections]
        old = [each for each in listeners if not each.here.startswith("[")]
        rows += [*old, *living, *(each for each in listeners if each.here.startswith("["))]
    versions = {"4", "6"} & letters or {"4", "6"}
    return [each for each in rows if ("6" if each.here.startswith("[") else "4") in versions]


def _row(each: SsSocket, letters: set[str]) -> Row:
    details = [memory(each.memory)] if "m" in letters and each.memory else []
    details += [info(each.info, options="o" in letters)] if "i" in letters and each.info else []
    shown = replace(
        each,
        process=each.process if "p" in letters else "",
        timer=each.timer if "o" in letters else "",
    )
    return row(shown, " ".join(details))


def _named(address: str) -> str:
    host, _, port = address.rpartition(":")
    return f"{host}:{_NAMES.get(int(port), port) if port.isdecimal() else port}"
