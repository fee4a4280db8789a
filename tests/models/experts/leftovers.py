"""Sockets that pile up: their state, who holds them, and whether the other host knows them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable


def states(text: str) -> Counter[str]:
    """How many sockets there are in each state, whether `ss` prints them all or not."""
    total = re.search(r"; in all (.*)$", text, re.MULTILINE)
    if total:
        return Counter({state: int(count) for count, state in re.findall(r"(\d+) ([A-Z0-9-]+)", total[1])})
    return Counter(line.split()[0] for line in text.splitlines()[1:] if not line.startswith("LISTEN"))


def rows(text: str, state: str) -> list[str]:
    return [line for line in text.splitlines() if line.split()[0] == state]


def solve(ask: Callable[[str], str]) -> tuple[str, str]:
    near = ask("ss-tan@0")
    here = states(near)
    # TIME-WAIT goes away by itself
    most = max((state for state in here if state != "TIME-WAIT"), key=lambda state: here[state])
    if most == "CLOSE-WAIT":
        held = sum("users:" in row for row in rows(near, "CLOSE-WAIT"))
        if held:
            return "close-wait", "close-on-eof"
        return "never-accepted", "worker"
    if most == "FIN-WAIT-2":
        return "fin-wait-2", "server-close"
    if most == "FIN-WAIT-1":
        return "orphans", "orphan-retries"
    if re.search(r"^ESTAB +\d+ +\d+ +\S+(?<!:22) .*timer:\(keepalive,([7-9]|\d{2,3})min", near, re.MULTILINE):
        return "late-keepalive", "keepalive-time"
    there = states(ask("ss-tan@1"))
    if there["ESTAB"] < 0.5 * here["ESTAB"]:
        return "dead-peers", "so-keepalive"
    return "pool-leak", "client-returns"
