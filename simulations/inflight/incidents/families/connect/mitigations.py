"""What buys time while connections hang, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.connect.setting import ConnectSetting
from inflight.incidents.fault import Mitigation, nothing
from inflight.incidents.shared.mitigations import half, shed, stale

_USUAL_BACKLOG, _USUAL_RATE = 128, 400.0
"""Of the server's application before its last deploy."""


def _half(s: ConnectSetting) -> ConnectSetting:
    return replace(s, rate=s.rate / 2, burst=s.burst // 2)


def _rolled_back(s: ConnectSetting) -> ConnectSetting:
    """The application of last week, on hosts and a network of today."""
    return replace(s, backlog=max(s.backlog, _USUAL_BACKLOG), accept_rate=max(s.accept_rate, _USUAL_RATE))


MITIGATIONS: Sequence[Mitigation[ConnectSetting]] = (
    stale("Serve what the cache has, and keep asking the server in the background"),
    half("Send half of the users to the other site", _half),
    shed("Turn away every second request at the front door", _half),
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
