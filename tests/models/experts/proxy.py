"""Requests behind a reverse proxy: nginx says what it couldn’t do; for the rest, the clock decides."""

from __future__ import annotations

import re
from collections.abc import Callable


def solve(ask: Callable[[str], str]) -> tuple[str, str]:
    nginx = ask("log@2")
    if "99: Cannot assign requested address" in nginx:
        return "proxy-ports", "upstream-keepalive"
    if "limiting requests" in nginx:
        return "rate-limit", "lift-limit"
    medians = [int(each) for each in re.findall(r"p50=(\d+)ms", ask("log@0"))]
    if max(medians) >= 300:
        return "few-workers", "workers"
    pauses = [int(each) for each in re.findall(r"stop-the-world pause of (\d+) ms", ask("log@1"))]
    if max(pauses, default=0) >= 1000:
        return "gc", "collector"
    # Every line of ten seconds counts the same number of requests, but for those after a full minute.
    counted = [(clock, int(number)) for clock, number in re.findall(r"^\d\d:\d\d:(\d\d).* requests=(\d+)", nginx, re.M)]
    usual = sorted(number for _, number in counted)[len(counted) // 2]
    assert {clock for clock, number in counted if number > 1.25 * usual} == {"10"}
    asked = re.findall(r":(\d\d) \S+ report-all\[\d+\]: asking (\S+) agents to report now", ask("journalctl-u@0"))
    assert {clock for clock, _ in asked} == {"00"}
    return "cron", "jitter"
