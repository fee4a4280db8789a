"""`nstat` (iproute2): the counters that have moved since it last ran, in the kernel's order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from inflight.incidents.scene import Machine
from inflight.incidents.tools.counter_names import counter_names

_BY_TYPE = re.compile(r"Icmp6?(Msg)?(In|Out)Type\d+")
"""The kernel lists these only if they aren't 0."""


def counters(machine: Machine) -> dict[str, int]:
    """As its kernel counts. One that counts what it transmits no longer counts in OutRequests what it forwards."""
    found = dict(machine.counters)
    for prefix, forwarded in (("Ip", "IpForwDatagrams"), ("Ip6", "Ip6OutForwDatagrams")):
        requests, transmits = f"{prefix}OutRequests", f"{prefix}OutTransmits"
        if requests in found and transmits in counter_names(machine.kernel):
            found[transmits] = found[requests]
            found[requests] -= found.get(forwarded, 0)
    return found


def printed(
    release: str,
    now: Mapping[str, int],
    told: Mapping[str, int],
    patterns: Sequence[str] = (),
    *,
    zeros: bool = False,
) -> str:
    """`nstat PATTERN…`: what has been added to what was told; zeros: -z. Patterns are those of a shell."""
    lines = ["#kernel"]
    for name in counter_names(release):
        if not zeros and name not in now:
            continue
        count = now.get(name, 0) - told.get(name, 0)
        shown = count or (zeros and (now.get(name, 0) or not _BY_TYPE.fullmatch(name)))
        if shown and _matches(name, patterns):
            lines.append(f"{name:<32}{count:<16}{0:6.1f}")
    return "\n".join(lines)


def _matches(name: str, patterns: Sequence[str]) -> bool:
    return not patterns or any(fnmatchcase(name.lower(), each.lower()) for each in patterns)
