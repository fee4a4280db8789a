"""What buys time while datagrams get lost, and what is in the change log besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.arrivals.setting import ArrivalsSetting
from inflight.incidents.fault import Mitigation, nothing

MITIGATIONS: Sequence[Mitigation[ArrivalsSetting]] = (
    Mitigation(
        id="standby",
        text="Move the readers to the standby receiver, which gets a copy of the feed",
        price="It is at the other site: everything reaches them 9 ms later, and there is nothing left to fail over to.",
        put=nothing,
        shields=0.95,
        minutes=3,
    ),
    Mitigation(
        id="spread",
        text="Have the sender spread each burst over the whole period",
        price="The last datagrams of a burst come 20 ms later than before, and some readers notice.",
        put=lambda s: replace(s, gap=max(s.gap, 0.9 * s.period / s.burst)),
        minutes=4,
    ),
    Mitigation(
        id="half",
        text="Ask the sender for the half of the feed that matters most",
        price="Half of the readers get nothing until you lift it.",
        put=lambda s: replace(s, burst=s.burst // 2),
        sheds=0.5,
        minutes=4,
    ),
    Mitigation(
        id="restart",
        text="Restart the program",
        price="Nobody gets anything for ten seconds.",
        put=nothing,
        minutes=1,
    ),
)

CHANGES: Sequence[str] = (
    "deploy    archive 3.9.0 (compresses what is older than a day)",
    "network   uplink of leaf-3 moved to spine 2",
    "kernel    {update}, rolling reboot of all receivers",
    "firewall  rule set 2026-03-06 (two new offices)",
    "ntp       pool replaced by the two clocks of the site",
    "dns       ttl of feed names 300 → 60",
    "access    ssh keys of two leavers removed",
    "feed      three instruments added, two delisted",
    "monitor   node_exporter 1.7.0 → 1.8.2 on all hosts",
    "hardware  second power supply of rack 12 replaced",
)
"""Nothing of it loses a datagram."""
