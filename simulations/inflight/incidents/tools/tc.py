"""`tc -s qdisc show dev eth0` (tc/tc_qdisc.c, tc_util.c:print_tcstats2_attr)."""

from __future__ import annotations

from inflight.incidents.scene import Machine


def size(count: int) -> str:
    """Bytes as tc prints them: in binary thousands where that is (almost) exact."""
    for unit, name, slack in ((1 << 20, "Mb", 1024), (1 << 10, "Kb", 16)):
        if count >= unit and abs(round(count / unit) * unit - count) < slack:
            return f"{round(count / unit)}{name}"
    return f"{count}b"


def disciplines(machine: Machine) -> str:
    """Each discipline with what it has sent and dropped, and what it holds."""
    lines = []
    for q in machine.qdiscs:
        place = f"root refcnt {q.refcnt}" if q.parent == "root" else f"parent {q.parent}"
        lines.append(f"qdisc {q.kind} {q.handle} {place} {q.options}".rstrip())
        counted = f"dropped {q.dropped}, overlimits {q.overlimits} requeues {q.requeues}"
        lines.append(f" Sent {q.bytes} bytes {q.packets} pkt ({counted})")
        lines.append(f" backlog {size(q.backlog_bytes)} {q.backlog_packets}p requeues {q.requeues}")
        lines += [f"  {line}" for line in q.extra]
    return "\n".join(lines)
