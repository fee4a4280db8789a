"""`ss` of iproute2 6.1 (misc/ss.c): which sockets it lists, and what it says of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from inflight.incidents.scene import Listening, Machine, SsSocket
from inflight.incidents.tools.services import named
from inflight.incidents.tools.ss_info import info, memory
from inflight.incidents.tools.ss_table import Row, listener, row, table

MOST = 40
"""How many sockets of a long list are shown; the rest are counted."""

_NOT_SHOWN = ("TIME-WAIT", "SYN-RECV")
"""Without -a and -l `ss` shows all states but these, and LISTEN (`SS_CONN`)."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The options of `ss`, by their long names."""

    tcp: bool = False
    udp: bool = False
    listening: bool = False
    all: bool = False
    info: bool = False
    memory: bool = False
    options: bool = False
    processes: bool = False
    numeric: bool = False
    no_header: bool = False


CONNECTIONS = Asked(tcp=True, info=True, memory=True, options=True, processes=True, numeric=True)
"""`-tinmop`."""

ALL_STATES = Asked(tcp=True, all=True, options=True, processes=True, numeric=True)
"""`-tanop`."""

LISTENING = Asked(tcp=True, listening=True, processes=True, numeric=True)
"""`-lntp`: Recv-Q: connections that wait for accept(); Send-Q: how many of them may."""

DATAGRAMS = Asked(udp=True, all=True, memory=True, processes=True, numeric=True)
"""`-unamp`: `d` in skmem counts datagrams that found the buffer full."""


Keep = Callable[[SsSocket | Listening], bool]
"""What a filter leaves."""


def everything(each: SsSocket | Listening) -> bool:
    """No filter."""
    return True


def sockets(machine: Machine, asked: Asked, keep: Keep = everything) -> str:
    """The list; of a long one, the first sockets and how many there are."""
    groups = [("udp", _datagrams)] * asked.udp + [("tcp", _connections)] * asked.tcp
    rows = [(kind, each) for kind, listed in groups for each in listed(machine, asked, keep)]
    if not asked.numeric:
        rows = [(kind, replace(each, here=named(each.here), peer=named(each.peer))) for kind, each in rows]
    kinds = [kind for kind, _ in rows] if len(groups) > 1 else None
    lines = table([each for _, each in rows], kinds)
    shown = lines[asked.no_header :]
    if len(rows) < MOST:
        return "\n".join(shown)
    counts = Counter(each.state for _, each in rows if each.state != "LISTEN")
    counted = ", ".join(f"{count} {state}" for state, count in counts.most_common())
    return "\n".join([*lines[asked.no_header : MOST], f"# {len(lines) - MOST} more sockets; in all {counted}"])


def _connections(machine: Machine, asked: Asked, keep: Keep) -> Iterable[Row]:
    """Listening sockets of IPv4, connections, then listeners of IPv6, which `ss` asks for last."""
    listeners = [listener(_plain(each, asked)) for each in machine.listening if keep(each)]
    old, new = ([each for each in listeners if (each.here[0] == "[") == six] for six in (False, True))
    living = [
        _row(each, asked) for each in machine.connections if keep(each) and (asked.all or each.state not in _NOT_SHOWN)
    ]
    if asked.listening:
        return old + new
    return [*old, *living, *new] if asked.all else living


def _datagrams(machine: Machine, asked: Asked, keep: Keep) -> Iterable[Row]:
    """A UDP socket that isn't connected counts as a listening one (`SS_CLOSE`)."""
    return [_row(each, asked) for each in machine.udp if keep(each) and (asked.all or asked.listening)]


def _plain(each: Listening, asked: Asked) -> Listening:
    return each if asked.processes else replace(each, process="")


def _row(each: SsSocket, asked: Asked) -> Row:
    words = [memory(each.memory)] if each.memory and asked.memory else []
    words += [info(each.info)] if each.info and asked.info else []
    told = replace(each, process=each.process * asked.processes, timer=each.timer * asked.options)
    return row(told, " ".join(words))
