"""What buys time while sockets pile up, and what is in the change log besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.leftovers.setting import LeftoversSetting
from inflight.incidents.fault import Mitigation, nothing, to

MITIGATIONS: Sequence[Mitigation[LeftoversSetting]] = (
    Mitigation(
        id="failover",
        text="Move the clients to the standby in the other data centre",
        price="It is half as large and 20 ms farther away, and there is nothing left to fail over to.",
        put=nothing,
        shields=0.9,
        minutes=3,
    ),
    Mitigation(
        id="restart",
        text="Restart the server’s program",
        price="Every subscription breaks and has to reconnect, and the ramp starts over.",
        put=lambda s: replace(s, restarts=s.restarts + 1),
        minutes=1,
    ),
    Mitigation(
        id="half",
        text="Have the clients send only every second request",
        price="Half of what users ask for isn’t there.",
        put=to(turned_away=0.5),
        sheds=0.5,
        minutes=3,
    ),
    Mitigation(
        id="no-checks",
        text="Turn off the health checks",
        price="If the service dies now, nobody is told.",
        put=to(health_checks=False),
        minutes=2,
    ),
)

CHANGES: Sequence[str] = (
    "deploy    billing 2.14.1 (rounding)",
    "network   leaf-3 uplink moved to spine 2",
    "kernel    {update}, rolling reboot",
    "firewall  rule set 2026-03-06 (two new offices)",
    "dns       ttl of service names 300 → 60",
    "tls       certificates renewed",
    "monitor   node_exporter 1.7.0 → 1.8.2 on all hosts",
    "config    log level of the gateway: debug → info",
    "access    ssh keys of two leavers removed",
    "backup    moved from 02:00 to 03:30",
)
"""Nothing of it leaves a socket behind."""
