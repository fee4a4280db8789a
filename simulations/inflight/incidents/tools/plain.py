"""What is little more than a list: `sysctl`, `ip route`, `mpstat`, `ping`, the application's log."""

from __future__ import annotations

import math

from inflight.incidents.scene import Machine


def sysctls(machine: Machine) -> str:
    """`sysctl` of what is worth looking at."""
    return "\n".join(f"{name} = {value}" for name, value in machine.sysctls.items())


def routes(machine: Machine) -> str:
    """`ip route`."""
    return "\n".join(machine.routes)


def log(machine: Machine) -> str:
    """The application's log."""
    return "\n".join(machine.log)


def mpstat(machine: Machine) -> str:
    """`mpstat -P ALL` of sysstat: per cent of each CPU's time in programs, in softirqs, and idle."""
    lines = ["CPU    %usr   %soft   %idle"]
    for number, (programs, softirqs) in enumerate(machine.cpus):
        shares = (100 * programs, 100 * softirqs, 100 * (1 - programs - softirqs))
        lines.append(f"{number:3} " + "".join(f"{share:8.2f}" for share in shares))
    return "\n".join(lines)


def ping(machine: Machine) -> str:
    """`ping -n -c 10` of the other machine (iputils)."""
    address = machine.peer
    lines = [f"PING {address} ({address}) 56(84) bytes of data."]
    times = [each * 1000 for each in machine.ping if each is not None]
    lines += [
        f"64 bytes from {address}: icmp_seq={number} ttl=63 time={_three(each * 1000)} ms"
        for number, each in enumerate(machine.ping, 1)
        if each is not None
    ]
    sent, received = len(machine.ping), len(times)
    lost = f"{100 * (sent - received) / sent:g}% packet loss"
    lines += ["", f"--- {address} ping statistics ---"]
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
