"""What buys time while requests fail or wait, and what is in the change log besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.proxy.setting import ProxySetting
from inflight.incidents.fault import Mitigation, nothing, to
from inflight.incidents.shared.mitigations import half, shed, stale


def _half(s: ProxySetting) -> ProxySetting:
    return replace(s, offered=s.offered / 2)


MITIGATIONS: Sequence[Mitigation[ProxySetting]] = (
    stale("Have the front answer from its cache, and go on asking in the background"),
    half("Send half of the people to the other site", _half),
    shed("Turn away every second person at the front door", _half),
    Mitigation(
        id="no-reports",
        text="Stop the agents’ reports",
        price="Nobody knows how the hosts are that they report on, and alerts about them stay silent.",
        put=to(jobs=0),
    ),
    Mitigation(
        id="restart",
        text="Restart nginx",
        price="Requests that are under way fail, and all connections have to be made again.",
        put=nothing,
        minutes=1,
    ),
)

CHANGES: Sequence[str] = (
    "deploy    front page 7.3 (wording)",
    "network   leaf-3 uplink moved to spine 2",
    "kernel    {update}, rolling reboot",
    "dns       time to live of internal names 60 s → 300 s",
    "tls       intermediate certificate renewed",
    "monitor   node_exporter 1.7.0 → 1.8.2 on all hosts",
    "config    log level of the front: debug → info",
    "access    ssh keys of two leavers removed",
    "backup    moved from 02:00 to 03:30",
    "database  index rebuilt on replica 2",
)
"""Nothing of it makes anybody wait."""
