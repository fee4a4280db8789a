"""What buys time while connections hang, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.connect.setting import ConnectSetting
from inflight.incidents.fault import Mitigation, nothing

_USUAL_BACKLOG, _USUAL_RATE = 128, 400.0
"""Of the server's application before its last deploy."""


def _half(s: ConnectSetting) -> ConnectSetting:
    return replace(s, rate=s.rate / 2, burst=s.burst // 2)


def _rolled_back(s: ConnectSetting) -> ConnectSetting:
    """The application of last week, on hosts and a network of today."""
    return replace(s, backlog=max(s.backlog, _USUAL_BACKLOG), accept_rate=max(s.accept_rate, _USUAL_RATE))


MITIGATIONS: Sequence[Mitigation[ConnectSetting]] = (
    Mitigation(
        id="stale",
        text="Serve what the cache has, and keep asking the server in the background",
        price="Nine in ten users see answers that are up to an hour old. The others ask for what isn’t cached.",
        put=nothing,
        shields=0.9,
    ),
    Mitigation(
        id="half",
        text="Send half of the users to the other site",
        price="The other site runs at 90% of what it can do. If it loses a host now, both sites are down.",
        put=_half,
        shields=0.5,
        minutes=4,
    ),
    Mitigation(
        id="shed",
        text="Turn away every second request at the front door",
        price="Half of the users get a page that asks them to come back later.",
        put=_half,
        sheds=0.5,
        minutes=1,
    ),
    Mitigation(
        id="roll-back",
        text="Roll the server’s application back to last week’s release",
        price="What was fixed since is broken again, and the deploy takes eight minutes.",
        put=_rolled_back,
        minutes=8,
    ),
    Mitigation(
        id="restart",
        text="Restart the server’s application",
        price="Open connections are lost, and so is what the application had in memory.",
        put=nothing,
    ),
)
