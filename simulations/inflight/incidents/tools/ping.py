"""`ping -n -c 10` of the other machine, and `ping -n -M do -s SIZE -c 3` (iputils)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from inflight.incidents.scene import Machine

HEADERS = 28
"""Of IPv4 and of an ICMP echo, bytes: what ping adds to the size that it is given."""

_STAMP = 16
"""Bytes of the time of day that ping puts into a packet; a smaller one has no room for it."""


def ping(machine: Machine, count: int = 10, *, stopped: bool = False) -> str:
    """A line for each answer to the first `count` pings, and the sums. stopped: with Ctrl-C, instead of by itself."""
    asked = machine.ping[:count]
    lines, received, times = _answers(machine, 56, asked)
    sums = _sums(machine.peer, len(asked), received, times)
    return "\n".join([_head(machine.peer, 56), *lines, *(["^C", *sums[1:]] if stopped else sums)])


def sized(machine: Machine, size: int, count: int = 3) -> str:
    """`ping -n -M do -s SIZE -c COUNT`: packets that no router may cut into pieces.

    The first router that has no room for one may say so (`ip_forward`), and from then on the machine itself refuses to
    send one (`raw_sendmsg`). A router that says nothing is a black hole.
    """
    whole = size + HEADERS
    known = machine.path_mtu or machine.link.mtu
    lost = next((each for each in machine.hops[:-1] if not each.route), None)
    narrow = next((each for each in machine.hops[:-1] if each.mtu < whole), None)
    if whole <= known and not (lost or narrow):
        lines, received, times = _answers(machine, size, machine.ping[:count])
        return "\n".join([_head(machine.peer, size), *lines, *_sums(machine.peer, count, received, times)])
    told = []
    for number in range(1, count + 1):
        if lost:
            told.append(f"From {lost.address} icmp_seq={number} Destination Net Unreachable")
        elif whole > known:
            told.append(f"ping: local error: message too long, mtu={known}")
        elif narrow and narrow.tells:
            known = narrow.mtu
            told.append(f"From {narrow.address} icmp_seq={number} Frag needed and DF set (mtu = {known})")
    return "\n".join([_head(machine.peer, size), *told, *_sums(machine.peer, count, 0, [], len(told))])


def _head(address: str, size: int) -> str:
    return f"PING {address} ({address}) {size}({size + HEADERS}) bytes of data."


def _answers(machine: Machine, size: int, sent: Sequence[float | None]) -> tuple[list[str], int, list[float]]:
    """The lines, how many there are, and the times in ms, if a packet has room for the time it was sent.

    Each router takes one from the TTL, which is 64 at first.
    """
    networks = {each.rpartition(".")[0] for each in machine.addresses}
    between = len(machine.hops) - 1 if machine.hops else machine.peer.rpartition(".")[0] not in networks
    ttl = 64 - between
    lines, times = [], []
    for number, answer in enumerate(sent, 1):
        if answer is None:
            continue
        lines.append(f"{size + 8} bytes from {machine.peer}: icmp_seq={number} ttl={ttl}")
        if size >= _STAMP:
            times.append(answer * 1000)
            lines[-1] += f" time={_three(times[-1])} ms"
    return lines, len(lines), times


def _sums(address: str, sent: int, received: int, times: Sequence[float], told: int = 0) -> list[str]:
    """What ping says at the end; times in ms; told: how many times it was told that a packet is too long."""
    errors = f", +{told} errors" if told else ""
    lost = f"{100 * (sent - received) / sent:g}% packet loss"
    lines = ["", f"--- {address} ping statistics ---"]
    lines.append(f"{sent} packets transmitted, {received} received{errors}, {lost}, time {1000 * sent - 988}ms")
    if times:
        mean = math.fsum(times) / len(times)
        spread = math.sqrt(max(0.0, math.fsum(each * each for each in times) / len(times) - mean * mean))
        numbers = "/".join(f"{value:.3f}" for value in (min(times), mean, max(times), spread))
        lines.append(f"rtt min/avg/max/mdev = {numbers} ms")
    return lines


def _three(ms: float) -> str:
    """As ping rounds: three digits."""
    return f"{ms:.3f}" if ms < 1 else f"{ms:.2f}" if ms < 10 else f"{ms:.1f}" if ms < 100 else f"{ms:.0f}"
