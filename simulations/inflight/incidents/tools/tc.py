"""`tc -s qdisc show dev eth0` and `tc -s filter show dev eth0 egress` (tc/tc_util.c, m_police.c, f_matchall.c)."""

from __future__ import annotations

from inflight.incidents.scene import Machine, Police, TcQdisc


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
        lines += [f"  {line.format(**q.own, **q.peaks)}" for line in q.extra]
    return "\n".join(lines)


def filters(machine: Machine, parent: str, *, counted: bool = True) -> str:
    """Those at that place: `egress`, `ingress` or a handle; nothing, if there is none. counted: -s."""
    found = [_filter(q, q.police, counted) for q in machine.qdiscs if q.police and parent in _parents(q, q.police)]
    return "\n".join(found)


def _parents(q: TcQdisc, police: Police) -> tuple[str, ...]:
    """What its place is called (`TC_H_MIN_INGRESS`, `TC_H_MIN_EGRESS`)."""
    minor = {"ingress": "fff2", "egress": "fff3"}[police.hook]
    return (police.hook, q.handle if q.kind == "ingress" else f"{q.handle}{minor}")


def _filter(q: TcQdisc, police: Police, counted: bool) -> str:
    head = "filter protocol all pref 49152 matchall chain 0"
    bucket = f"rate {_rate(police.rate)} burst {size(police.burst)} mtu 2Kb action drop overhead 0b"
    used = "" if police.first is None else f" firstused {police.first:.0f} sec"
    lines = [
        head,
        f"{head} handle 0x1",
        "  not_in_hw" + f" (rule hit {q.packets})" * counted,
        f"\taction order 1:  police 0x1 {bucket}",
        "\tref 1 bind 1" + f"  installed {police.installed:.0f} sec used 0 sec{used}" * counted,
    ]
    if counted:
        counts = f"dropped {q.dropped}, overlimits {q.dropped} requeues 0"
        lines += [
            "\tAction statistics:",
            f"\tSent {q.bytes} bytes {q.packets} pkt ({counts})",
            "\tbacklog 0b 0p requeues 0",
        ]
    return "\n".join(lines)


def _rate(rate: float) -> str:
    """bit/s as tc prints it: in the largest unit in which it is whole."""
    units = ((1e9, "Gbit"), (1e6, "Mbit"), (1e3, "Kbit"))
    return next((f"{rate / unit:.0f}{name}" for unit, name in units if rate % unit == 0), f"{rate:.0f}bit")
