"""`ping -n -c 10` of the other machine (iputils)."""

from __future__ import annotations

import math

from inflight.incidents.scene import Machine


def ping(machine: Machine, count: int = 10, *, stopped: bool = False) -> str:
    """A line for each answer to the first `count` pings, and the sums. stopped: with Ctrl-C, instead of by itself."""
    address, asked = machine.peer, machine.ping[:count]
    lines = [f"PING {address} ({address}) 56(84) bytes of data."]
    times = [each * 1000 for each in asked if each is not None]
    hops_left = 64 - (address.rpartition(".")[0] not in {each.rpartition(".")[0] for each in machine.addresses})
    lines += [
        f"64 bytes from {address}: icmp_seq={number} ttl={hops_left} time={_three(each * 1000)} ms"
        for number, each in enumerate(asked, 1)
        if each is not None
    ]
    sent, received = len(asked), len(times)
    lost = f"{100 * (sent - received) / sent:g}% packet loss"
    lines += [*(["^C"] if stopped else [""]), f"--- {address} ping statistics ---"]
    lines.append(f"{sent} packets transmitted, {received} received, {lost}, time {1000 * sent - 988}ms")
    if times:
        mean = math.fsum(times) / received
        spread = math.sqrt(max(0.0, math.fsum(each * each for each in times) / received - mean * mean))
        numbers = "/".join(f"{value:.3f}" for value in (min(times), mean, max(times), spread))
        lines.append(f"rtt min/avg/max/mdev = {numbers} ms")
    return "\n".join(lines)


def _three(ms: float) -> str:
    """As ping rounds: three digits."""
    return f"{ms:.3f}" if ms < 1 else f"{ms:.2f}" if ms < 10 else f"{ms:.1f}" if ms < 100 else f"{ms:.0f}"
