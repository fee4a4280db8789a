"""What buys time while calls are slow. The model says what it does for those whose calls still go this way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.requests.setting import RequestsSetting
from inflight.incidents.fault import Mitigation, nothing, to

MITIGATIONS: Sequence[Mitigation[RequestsSetting]] = (
    Mitigation(
        id="standby",
        text="Fail over to the standby server at the client’s own site",
        price="Its data is up to an hour old, and one call in ten needs fresher data.",
        put=nothing,
        shields=0.9,
        minutes=3,
    ),
    Mitigation(
        id="shed",
        text="Answer every second call with an error",
        price="Half of the users get nothing.",
        put=lambda s: replace(s, period=2 * s.period),
        sheds=0.5,
        minutes=1,
    ),
    Mitigation(
        id="restart",
        text="Restart both programs",
        price="For ten seconds, every call fails.",
        put=nothing,
    ),
    Mitigation(
        id="roll-back-server",
        text="Roll back the server’s last deploys",
        price="A fix for wrong totals goes with them.",
        put=to(server_nodelay=True, forgotten=False, sndbuf=0, chunk=65536, write=0.0),
        minutes=6,
    ),
    Mitigation(
        id="roll-back-client",
        text="Roll back the client’s last deploys",
        price="Users lose the feature that was announced yesterday.",
        put=to(nodelay=True, piece=0, fresh=False, lookups=None, rcvbuf=0, digest=0.0),
        minutes=6,
    ),
)
"""The first helps whatever it is: those calls no longer take this way."""
