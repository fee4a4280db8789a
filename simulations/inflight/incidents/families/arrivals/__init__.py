"""Datagrams get lost on the way in: a ring, a backlog, a socket or a CPU can't take the bursts of a feed."""

from __future__ import annotations

import random

from inflight.incidents.families.arrivals.faults import FAULTS
from inflight.incidents.families.arrivals.fixes import FIXES
from inflight.incidents.families.arrivals.mitigations import CHANGES, MITIGATIONS
from inflight.incidents.families.arrivals.oddities import ODDITIES
from inflight.incidents.families.arrivals.scene import run
from inflight.incidents.families.arrivals.setting import ArrivalsSetting
from inflight.incidents.fault import Family

COMPLAINTS = (
    "The gaps are back: {program} on {receiver} reports missing datagrams in every burst. The people who run {sender} "
    "swear they sent them all, {burst} to a burst. Nobody has touched the network.",
    "Could you take a look at {receiver}? The feed from {sender} comes in bursts of {burst} datagrams, and part of "
    "each burst is gone before {program} sees it. The network shows no drops.",
    "Ever since we moved {program} to {receiver}, the sequence numbers in the feed have been jumping. {sender} sends "
    "{burst} datagrams within a few milliseconds, then goes quiet. Nothing is ever lost between bursts.",
)

PROGRAMS = ("collector", "quotes", "ingestd", "sampler")


def _draw(rng: random.Random) -> ArrivalsSetting:
    """Bursts that keep a CPU busy a little longer than they last, with a ring and a buffer that bridge that."""
    number = rng.randint(1, 40)
    return ArrivalsSetting(
        burst=rng.randrange(3000, 3501, 50),
        gap=rng.uniform(1.0e-6, 1.2e-6),
        period=rng.uniform(24e-3, 30e-3),
        stack=rng.uniform(1.3e-6, 1.5e-6),
        read=rng.uniform(2.2e-6, 2.6e-6),
        names=(f"feed{number}", f"source{rng.randint(1, 9)}"),
        program=rng.choice(PROGRAMS),
        router=f"core{rng.randint(1, 4)}",
    )


def _complaint(healthy: ArrivalsSetting) -> str:
    """The complaint, with the names and the size of a burst filled in."""
    receiver, sender = healthy.names
    words = COMPLAINTS[healthy.burst // 50 % len(COMPLAINTS)]
    return words.format(receiver=receiver, sender=sender, burst=healthy.burst, program=healthy.program)


FAMILY = Family(
    id="arrivals",
    title="Datagrams get lost on the way in",
    draw=_draw,
    complaint=_complaint,
    run=run,
    faults=FAULTS,
    fixes=FIXES,
    oddities=ODDITIES,
    mitigations=MITIGATIONS,
    changes=CHANGES,
    roles=(),
)
