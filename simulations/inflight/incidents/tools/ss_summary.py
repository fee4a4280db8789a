"""`ss -s` (misc/ss.c: `print_summary`)."""

from __future__ import annotations

from inflight.incidents.scene import Machine, SocketTotals

OTHERS = 140
"""Sockets of other kinds, most of them AF_UNIX and netlink: what a small server has."""

_ORPHANS = ("FIN-WAIT-1", "LAST-ACK", "CLOSING")


def summary(machine: Machine) -> str:
    """How many sockets there are."""
    return printed(totals(machine))


def totals(machine: Machine) -> SocketTotals:
    """What the kernel counts: alloc and tw of sockstat for TCP, CurrEstab, and inuse; listening sockets count, too.

    CurrEstab includes CLOSE-WAIT (`tcp_set_state`); closed is what is allocated and in no table, plus TIME-WAIT again.
    A FIN-WAIT-2 that no program holds lives on as a TIME-WAIT socket (`tcp_time_wait`); a SYN-RECV isn't a socket yet.
    """
    states = [(each.state, bool(each.process)) for each in machine.connections if each.state != "SYN-RECV"]
    timewait = sum(1 for state, held in states if state == "TIME-WAIT" or (state == "FIN-WAIT-2" and not held))
    ends = [each.here for each in machine.listening] + [each.here for each in machine.connections]
    new = sum(1 for here in ends if here.startswith("["))
    old = len(states) - timewait + len(machine.listening) - new
    udp = len(machine.udp)
    return SocketTotals(
        total=old + new + udp + OTHERS,
        tcp=old + new + timewait,
        estab=sum(1 for state, _ in states if state in ("ESTAB", "CLOSE-WAIT")),
        closed=timewait,
        orphaned=sum(1 for state, held in states if state in _ORPHANS and not held),
        timewait=timewait,
        transports={"RAW": (0, 0), "UDP": (udp, 0), "TCP": (old, new), "FRAG": (0, 0)},
    )


def printed(t: SocketTotals) -> str:
    """INET is the sum of the rows above it."""
    kinds = f"estab {t.estab}, closed {t.closed}, orphaned {t.orphaned}, timewait {t.timewait}"
    inet = [sum(each) for each in zip(*(t.transports[name] for name in ("RAW", "UDP", "TCP")), strict=True)]
    rows = [*((name, t.transports[name]) for name in ("RAW", "UDP", "TCP")), ("INET", inet)]
    rows.append(("FRAG", t.transports["FRAG"]))
    lines = [f"{name}\t  {old + new:<10}{old:<10}{new:<9}".rstrip() for name, (old, new) in rows]
    return "\n".join(
        [f"Total: {t.total}", f"TCP:   {t.tcp} ({kinds})", "", "Transport Total     IP        IPv6", *lines]
    )
