"""What buys time while a transfer is slow. The model says what it does for those who still wait."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.incidents.families.transfer.setting import TransferSetting
from inflight.incidents.fault import Mitigation, nothing, to

MITIGATIONS: Sequence[Mitigation[TransferSetting]] = (
    Mitigation(
        id="copy",
        text="Serve users from the copy at the other site",
        price="That copy is a day old, and one in ten needs today’s data.",
        put=nothing,
        shields=0.9,
        minutes=3,
    ),
    Mitigation(
        id="urgent",
        text="Transfer only what is needed by tomorrow",
        price="A third of the users wait for their data until this is over.",
        put=nothing,
        sheds=0.33,
    ),
    Mitigation(
        id="alone",
        text="Stop every other job that uses the line",
        price="Other teams’ mail and backups have to wait.",
        put=to(neighbour=None),
        minutes=4,
    ),
    Mitigation(
        id="restart",
        text="Restart the transfer and both programs",
        price="The current piece starts over.",
        put=nothing,
    ),
    Mitigation(
        id="roll-back",
        text="Roll back last week’s deploys of both programs",
        price="Two fixes that customers were waiting for go with them.",
        put=to(sndbuf=0, rcvbuf=0, pacing=0.0, reading=0.0),
        minutes=6,
    ),
)
"""The first helps whatever it is: those people no longer need the line."""
