"""/proc/net/sockstat and /proc/net/netstat, as `cat` shows them (net/ipv4/proc.c)."""

from __future__ import annotations

from inflight.incidents.scene import Machine, SocketTotals
from inflight.incidents.tools.counter_names import counter_names
from inflight.incidents.tools.ss_summary import totals

PAGE = 4096
"""Bytes."""


def sockstat(machine: Machine) -> str:
    """How many sockets there are, and the memory that their buffers have, in pages: what `tcp_mem` limits."""
    living = [each.memory for each in machine.connections if each.memory]
    # What a socket has been given is what it uses and what it keeps for later (`sk_mem_charge`).
    pages = sum(-(-(each.r + each.w + each.f) // PAGE) for each in living)
    datagrams = sum(-(-(each.memory.r + each.memory.f) // PAGE) for each in machine.udp if each.memory)
    return printed(machine.kernel, totals(machine), pages, datagrams)


def printed(release: str, t: SocketTotals, tcp_pages: int, udp_pages: int) -> str:
    """`sockstat_seq_show`: inuse counts sockets of IPv4; alloc counts those of IPv6, too."""
    old = {name: count for name, (count, _) in t.transports.items()}
    alloc = t.tcp - t.timewait
    return "\n".join(
        [
            f"sockets: used {t.total}",
            f"TCP: inuse {old['TCP']} orphan {t.orphaned} tw {t.timewait} alloc {alloc} mem {tcp_pages}",
            f"UDP: inuse {old['UDP']} mem {udp_pages}",
            *(["UDPLITE: inuse 0"] if "UdpLiteNoPorts" in counter_names(release) else []),
            f"RAW: inuse {old['RAW']}",
            f"FRAG: inuse {old['FRAG']} memory 0",
        ]
    )


def netstat(machine: Machine) -> str:
    """The counters of TCP, IP and MPTCP: a line of names and one of numbers (`netstat_seq_show`)."""
    lines = []
    for group in ("TcpExt", "IpExt", "MPTcpExt"):
        names = [name.removeprefix(group) for name in counter_names(machine.kernel) if name.startswith(group)]
        counts = [str(machine.counters.get(group + name, 0)) for name in names]
        lines += [" ".join([f"{group}:", *names]), " ".join([f"{group}:", *counts])]
    return "\n".join(lines)
