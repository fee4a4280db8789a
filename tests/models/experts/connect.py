"""Connections that hang or fail: from the client's log to the queue, the filter or the port that is to blame."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable


def counter(text: str, name: str) -> int:
    found = re.search(rf"^{name}\s+(\d+)", text, re.MULTILINE)
    return int(found[1]) if found else 0


def sysctl(text: str, name: str) -> str:
    found = re.search(rf"^{re.escape(name)} = (.*)$", text, re.MULTILINE)
    assert found
    return found[1]


def solve(ask: Callable[[str], str]) -> tuple[str, str]:
    log = ask("log@0")
    if "no answer from [" in log:
        return "ipv6-first", "no-aaaa"
    if "Cannot assign requested address" in log:
        there, before = re.findall(r"rotation: (\d+) of (\d+) hosts", log)[-1]
        if there != before:
            return "scaled-in", "more-hosts"
        return "few-ports", "port-range"
    if "reset by peer" in log and sysctl(ask("sysctl@1"), "net.ipv4.tcp_abort_on_overflow") == "1":
        return "abort", "abort-off"
    server = ask("nstat@1")
    if counter(server, "TcpExtIPReversePathFilter"):
        return "rp-filter", "loose"
    drops, overflows = counter(server, "TcpExtListenDrops"), counter(server, "TcpExtListenOverflows")
    if drops - overflows > 20:  # SYNs were dropped that a free place would not have helped
        return "syn-flood", "syncookies"
    if overflows > 20:
        return full_queue(ask)
    # no queue was full: does the firewall refuse SYNs, or does the server repeat its answers?
    wall = ask("log@2")
    if "table full" in wall:
        return "conntrack-full", "tracked-most"
    if "new-limit" in wall:
        return "syn-filter", "firewall-limit"
    answered = re.findall(r"> (\S+): Flags \[S\.\]", ask("tcpdump@1"))
    assert max(Counter(answered).values()) > 1
    return "synack-lost", "firewall-state"


def full_queue(ask: Callable[[str], str]) -> tuple[str, str]:
    rows = re.findall(r"^LISTEN\s+(\d+)\s+(\d+)\s+\S+:(\d+)", ask("ss-lnt@1"), re.MULTILINE)
    waiting, places = next((int(waiting), int(places)) for waiting, places, port in rows if port not in ("22", "6060"))
    if places >= 100 and waiting > places:
        return "slow-accept", "faster-accept"
    if int(sysctl(ask("sysctl@1"), "net.core.somaxconn")) == places:
        return "somaxconn", "raise-somaxconn"
    return "backlog", "raise-backlog"
