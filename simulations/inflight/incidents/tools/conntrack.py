"""`conntrack -L`, `-C` and `-S` of conntrack-tools 1.4.7, and the two sysctls that say how full the table is."""

from __future__ import annotations

from dataclasses import fields

from inflight.incidents.scene import Machine
from inflight.incidents.scene_network import Ends, Tracked, TrackedByCpu

NUMBERS = {"icmp": 1, "tcp": 6, "udp": 17}
"""Of protocols, as /etc/protocols has them."""


def entries(machine: Machine, *, protocol: str = "", state: str = "", dport: int | None = None) -> str:
    """`conntrack -L`: an entry a line, in the table's order, and how many were shown.

    `-p tcp`, `--state TIME_WAIT` and `--dport 8080` choose; the port is that of the original direction.
    """
    return "\n".join(listed(machine, protocol=protocol, state=state, dport=dport))


def listed(machine: Machine, *, protocol: str = "", state: str = "", dport: int | None = None) -> list[str]:
    """The lines; the last one goes to stderr."""
    chosen = [
        each
        for each in machine.conntrack.entries
        if protocol in ("", each.protocol) and state in ("", each.state) and dport in (None, each.original.dport)
    ]
    return [*map(_entry, chosen), _shown(len(chosen))]


def count(machine: Machine) -> str:
    """`conntrack -C`: how many entries there are."""
    table = machine.conntrack
    return str(len(table.entries) if table.count is None else table.count)


def per_cpu(machine: Machine) -> str:
    """`conntrack -S`: what each CPU has counted since boot."""
    rows = enumerate(machine.conntrack.cpus)
    return "\n".join(f"cpu={cpu:<4}\t{' '.join(_counts(each))}" for cpu, each in rows)


def limits(machine: Machine) -> str:
    """`sysctl net.netfilter.nf_conntrack_count net.netfilter.nf_conntrack_max`."""
    name = "net.netfilter.nf_conntrack"
    return f"{name}_count = {count(machine)}\n{name}_max = {machine.conntrack.most}"


def _counts(of: TrackedByCpu) -> list[str]:
    return [f"{field.name}={getattr(of, field.name)}" for field in fields(of)]


def _shown(number: int) -> str:
    return f"conntrack v1.4.7 (conntrack-tools): {number} flow entries have been shown."


def _entry(t: Tracked) -> str:
    words = [f"{t.protocol:<8} {NUMBERS[t.protocol]} {t.timeout}"]
    words += [t.state] * bool(t.state)
    words += [_ends(t.original, t.icmp)]
    words += ["[UNREPLIED]"] * (not t.replied)
    words += [_ends(t.reply, t.icmp and (0, t.icmp[1], t.icmp[2]))]
    return " ".join([*words, *["[ASSURED]"] * t.assured, "mark=0", f"use={t.use}"])


def _ends(way: Ends, icmp: tuple[int, int, int] | None) -> str:
    words = [f"src={way.source} dst={way.to}"]
    if icmp:
        words.append("type={} code={} id={}".format(*icmp))
    elif way.sport is not None:
        words.append(f"sport={way.sport} dport={way.dport}")
    return " ".join(words)
