"""Where are they lost? Behind the socket's door, in a backlog, or in the ring; and then why there."""

from __future__ import annotations

import re
from collections.abc import Callable


def solve(ask: Callable[[str], str]) -> tuple[str, str]:
    """From the inside out: each place has a counter of its own."""
    counted = ask("nstat@0")
    if re.search(r"UdpNoPorts +\d{5}", counted):
        return "livelock", "card-filter"
    if re.search(r"UdpRcvbufErrors +[1-9]", counted):
        buffer = re.search(r":5000 .*\n.*rb(\d+)", ask("ss-unam@0"))
        assert buffer
        return ("small-rcvbuf", "rcvbuf") if int(buffer[1]) < 1 << 20 else ("slow-program", "program")
    if any(int(line.split()[1], 16) for line in ask("softnet@0").splitlines()):
        return "short-backlog", "backlog"
    ring = re.search(r"Current.*?RX:\s*(\d+)", ask("ethtool-g@0"), re.DOTALL)
    assert ring
    if int(ring[1]) < 1024:
        return "short-ring", "ring-max"
    waits = re.search(r"rx-usecs:\s*(\d+)", ask("ethtool-c@0"))
    assert waits
    if int(waits[1]) > 1000:
        return "late-interrupt", "usecs-50"
    first = next(line for line in ask("mpstat@0").splitlines() if re.match(r"Average: +0 ", line))
    return ("same-cpu", "taskset") if float(first.split()[2]) > 1 else ("busy-stack", "rules")
