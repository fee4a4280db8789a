"""`nstat` (iproute2): counters since it was last asked, those that have moved, in the kernel's order of groups."""

from __future__ import annotations

from inflight.incidents.scene import Machine

GROUPS = ("Ip", "Icmp", "Tcp", "Udp", "TcpExt", "IpExt")


def _group(name: str) -> int:
    fitting = [index for index, group in enumerate(GROUPS) if name.startswith(group)]
    return max(fitting, key=lambda index: len(GROUPS[index])) if fitting else len(GROUPS)


def counters(machine: Machine) -> str:
    """A line for each counter that is not 0."""
    names = sorted((name for name, count in machine.counters.items() if count), key=_group)
    return "\n".join(["#kernel", *(f"{name:<32}{machine.counters[name]:<16}{0:6.1f}" for name in names)])
