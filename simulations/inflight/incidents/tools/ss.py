"""`ss` of iproute2 6.1 (misc/ss.c): `-tinmop`, `-unamp`, `-lntp` and `-tanop`."""

from __future__ import annotations

from collections import Counter

from inflight.incidents.scene import Machine, SsSocket
from inflight.incidents.tools.ss_info import info, memory
from inflight.incidents.tools.ss_table import Row, listener, row, table

MOST = 40
"""How many sockets of a long list are shown; the rest are counted."""

_NOT_SHOWN = ("TIME-WAIT", "SYN-RECV")
"""Without -a and -l `ss` shows all states but these, and LISTEN (`SS_CONN`)."""


def connections(machine: Machine) -> str:
    """`ss -tinmop`: sockets in all states of a connection, with `tcp_info`, memory and timers."""
    return _listed([row(each, _details(each)) for each in machine.connections if each.state not in _NOT_SHOWN])


def datagrams(machine: Machine) -> str:
    """`ss -unamp`: UDP sockets with memory; `d` counts datagrams that found the buffer full."""
    return "\n".join(table([row(each, _details(each)) for each in machine.udp]))


def all_states(machine: Machine) -> str:
    """`ss -tanop`: every TCP socket with its timer; of a long list, the first ones and how many there are."""
    old, new = _listeners(machine)
    return _listed([*old, *map(row, machine.connections), *new])


def listening(machine: Machine) -> str:
    """`ss -lntp`: listening sockets. Recv-Q: connections that wait for accept(); Send-Q: how many of them may."""
    old, new = _listeners(machine)
    return "\n".join(table(old + new))


def _listeners(machine: Machine) -> tuple[list[Row], list[Row]]:
    """Those of IPv4, then those of IPv6, which `ss` asks for last."""
    rows = [listener(each) for each in machine.listening]
    return [each for each in rows if each.here[0] != "["], [each for each in rows if each.here[0] == "["]


def _listed(rows: list[Row]) -> str:
    lines = table(rows)
    if len(rows) < MOST:
        return "\n".join(lines)
    counts = Counter(each.state for each in rows if each.state != "LISTEN")
    counted = ", ".join(f"{count} {state}" for state, count in counts.most_common())
    return "\n".join([*lines[:MOST], f"# {len(lines) - MOST} more sockets; in all {counted}"])


def _details(each: SsSocket) -> str:
    words = [memory(each.memory)] if each.memory else []
    return " ".join(words + ([info(each.info)] if each.info else []))
