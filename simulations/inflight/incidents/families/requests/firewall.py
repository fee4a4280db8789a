"""The firewall that both sites meet at: everything passes it, and it has half a round trip on either side."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.incidents.families.requests.model import Calls
from inflight.incidents.families.requests.path import Recorder
from inflight.incidents.scene import LogLine, Machine
from inflight.incidents.shared.box import Box, box
from inflight.incidents.shared.idle_hosts import CLIENT, SERVER
from inflight.incidents.shared.numbers import drawn
from inflight.incidents.shared.traffic import Traffic

RULES = -41_000.0
"""When somebody last loaded the rules, s."""


def firewall(calls: Calls, pings: Sequence[float]) -> Machine:
    """What it shows. pings: of the whole path, s."""
    s, there = calls.setting, calls.path.there
    return box(
        Box(
            near=s.addresses[CLIENT],
            far=s.addresses[SERVER],
            name=f"fw{1 + drawn(s.names[SERVER], 4)}",
            role="the firewall between the two; it forwards what they send",
            idle=33.7,
            from_near=_passing(there) + Traffic(there.refused, there.out.size - there.into.size),
            from_far=_passing(calls.path.back),
            refused=there.refused,
            sysctls={
                "net.netfilter.nf_conntrack_tcp_loose": "0",
                "net.netfilter.nf_conntrack_tcp_timeout_established": f"{s.forgets:g}",
            },
            log=_log(calls),
            pings=[each - s.rtt / 2 for each in pings],
        )
    )


def _log(calls: Calls) -> list[LogLine]:
    """What the rule for segments of unknown connections logs (`nf_log_syslog.c`)."""
    s, vain = calls.setting, calls.path.there.vain
    dropped = f"kernel: not-new: IN=eth1 OUT=eth0 SRC={s.addresses[CLIENT]} DST={s.addresses[SERVER]} PROTO=TCP ACK PSH"
    loaded = LogLine(RULES, "INFO 96 rules loaded, 2 interfaces")
    return [loaded, *(LogLine(t + calls.unseen - calls.looked, dropped) for t, _ in vain)]


def _passing(way: Recorder) -> Traffic:
    """One direction; GRO joins there what it joins at the far end."""
    return Traffic(way.into.packets, way.into.size, way.came.joined)
