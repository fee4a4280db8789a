"""What is remarkable about all sockets together: /proc/net/sockstat and `ss -s`."""

from __future__ import annotations

from collections.abc import Callable

from inflight.figure.words import amount
from inflight.yours.pasted.field import Item
from inflight.yours.pasted.number import count, number, things
from inflight.yours.pasted.paste import Paste
from inflight.yours.pasted.rules.rule import KNOW, LIMITS, LOOK, Rule, Said

_PAGE = 4096
_PORTS = 28_232
"""Of the default ip_local_port_range, 32768 to 60999."""


def memory(sockets: Item, paste: Paste) -> Said | None:
    pages = sockets.number("TCP mem")
    marks = [number(each) or 0 for each in paste.setting("net.ipv4.tcp_mem").split()]
    if len(marks) != 3 or not pages:
        # without the marks, only much is remarkable
        taken = pages * _PAGE
        large = taken >= 1 << 30
        return (
            Said(KNOW, f"TCP holds {amount(taken)} of buffers. Compare mem with net.ipv4.tcp_mem.") if large else None
        )
    low, pressure, most = marks
    if pages < 0.8 * low:
        return None
    of = (
        f"TCP’s buffers take {count(pages)} pages ({amount(pages * _PAGE)}), "
        f"and tcp_mem is {count(low)} {count(pressure)} {count(most)}: "
    )
    if pages >= most:
        return Said(LIMITS, of + "the last mark is passed, writers wait and received data is dropped.")
    if pages >= pressure:
        return Said(LIMITS, of + "the second mark is passed, and sockets are squeezed.")
    if pages >= low:
        return Said(LOOK, of + "the first mark is passed, and buffers no longer grow.")
    return Said(KNOW, of + "the first mark is near.")


def orphans(field: str) -> Callable[[Item, Paste], Said | None]:
    def says(sockets: Item, paste: Paste) -> Said | None:
        found, most = sockets.number(field), number(paste.setting("net.ipv4.tcp_max_orphans"))
        if most and found >= 0.5 * most:
            return Said(
                LIMITS,
                f"{count(found)} orphans of at most {count(most)} (tcp_max_orphans): "
                "beyond that, the kernel resets them.",
            )
        if found < 100:
            return None
        return Said(LOOK, f"{things(found, 'connection')} without a program are waiting to be finished (orphans).")

    return says


def time_wait(field: str) -> Callable[[Item, Paste], Said | None]:
    def says(sockets: Item, paste: Paste) -> Said | None:
        found, most = sockets.number(field), number(paste.setting("net.ipv4.tcp_max_tw_buckets"))
        if most and found >= 0.9 * most:
            return Said(
                LIMITS, f"{count(found)} connections are in TIME-WAIT, of at most {count(most)} (tcp_max_tw_buckets)."
            )
        if found < 0.5 * _PORTS:
            return None
        weight = LIMITS if found >= 0.9 * _PORTS else LOOK
        return Said(
            weight,
            f"{count(found)} connections are in TIME-WAIT. If they go to one service, {count(_PORTS)} take all ports "
            "of the default range.",
        )

    return says


def allocated(sockets: Item, _: Paste) -> Said | None:
    made, used = sockets.number("TCP alloc"), sockets.number("TCP inuse") + sockets.number("TCP orphan")
    if made < 1000 or made < 3 * used:
        return None
    return Said(
        LOOK,
        f"{count(made)} TCP sockets exist and only {count(used)} are in use: programs create sockets and leave them.",
    )


RULES = (
    Rule("TCP mem", "windows/memory#marks", "tcp.c:tcp_under_memory_pressure", memory),
    Rule("TCP orphan", "closing/orphans#too-many", "tcp.c:tcp_check_oom", orphans("TCP orphan")),
    Rule("TCP tw", "closing/ports#buckets", "inet_timewait_sock.c:inet_twsk_alloc", time_wait("TCP tw")),
    Rule("TCP alloc", "closing/orphans#orphans", "proc.c:sockstat_seq_show", allocated),
    Rule("orphaned", "closing/orphans#too-many", "tcp.c:tcp_check_oom", orphans("orphaned")),
    Rule("timewait", "closing/ports#buckets", "inet_timewait_sock.c:inet_twsk_alloc", time_wait("timewait")),
)
