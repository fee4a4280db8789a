"""Requests fail or wait behind a reverse proxy: ports, queues, limits, and jobs that start by the clock."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from inflight.incidents.families.proxy.faults import FAULTS
from inflight.incidents.families.proxy.fixes import FIXES
from inflight.incidents.families.proxy.mitigations import CHANGES, MITIGATIONS
from inflight.incidents.families.proxy.oddities import ODDITIES
from inflight.incidents.families.proxy.scene import run
from inflight.incidents.families.proxy.setting import ProxySetting
from inflight.incidents.fault import Family

_PLACES = (
    ("orders", ("front", "orders"), "orderd"),
    ("timetables", ("board", "planner"), "plannerd"),
    ("map tiles", ("maps", "tiles"), "tiled"),
    ("price lists", ("shop", "pricing"), "pricingd"),
    ("patient records", ("ward", "records"), "recordd"),
    ("bookings", ("desk", "booking"), "bookd"),
)


def _draw(rng: random.Random) -> ProxySetting:
    """A service that has twice the workers it needs, and a proxy that keeps its connections."""
    service, machines, program = rng.choice(_PLACES)
    first = rng.randrange(16, 120)
    offered = float(rng.randrange(500, 591, 10))
    workers = rng.choice((32, 40, 48))
    return ProxySetting(
        service=service,
        names=(f"{machines[0]}-{rng.randrange(1, 9)}", f"{machines[1]}-{rng.randrange(1, 9)}"),
        proxy=f"edge-{rng.randrange(1, 5)}",
        program=program,
        client=f"10.{first}.3.{rng.randrange(20, 250)}",
        server=f"10.{first + 60}.1.{rng.randrange(20, 250)}",
        port=rng.choice((8080, 8081, 9000, 5000)),
        wording=rng.randrange(len(_WORDS)),
        rtt=rng.choice((0.002, 0.004, 0.006, 0.009)),
        offered=offered,
        jobs=rng.randrange(120, 261, 10),
        workers=workers,
        work=round(workers / (2 * offered), 4),
        pause=(0.0, float(rng.choice((37, 41, 43, 47, 53)))),
        request=rng.randrange(240, 420),
        response=rng.randrange(500, 1_300),
    )


_WORDS: Sequence[Callable[[ProxySetting], str]] = (
    lambda s: (
        f"People tell us that {s.service} hang or end in an error page, and no graph of CPU or memory shows why. "
        f"{s.names[0]} makes about {s.offered:.0f} requests a second, {s.proxy} passes them on (nginx), and "
        f"{s.names[1]} answers them. The agents on our hosts send their reports the same way, once a minute."
    ),
    lambda s: (
        f"Can you look at {s.service}? Far more than one request in a hundred fails or takes longer than a second. "
        f"Path: {s.names[0]} → {s.proxy} (nginx) → {s.names[1]}, {s.offered:.0f}/s plus the agents’ reports every "
        "minute. Each team has looked at its own machine and says that it’s another one."
    ),
    lambda s: (
        f"hello, support has 40 tickets about {s.service} today: errors, spinners. traffic is what it always was, "
        f"{s.offered:.0f}/s from {s.names[0]} through {s.proxy} to {s.names[1]}, and the minutely reports of the "
        "agents. a restart of everything helped nobody"
    ),
    lambda s: (
        f"Our promise for {s.service} is that in any minute 99% of the requests are answered within a second, and we "
        f"break it. {s.names[0]} sends {s.offered:.0f} a second to {s.names[1]}, by way of the reverse proxy on "
        f"{s.proxy}; the reports of our agents come on top."
    ),
)


def _complaint(healthy: ProxySetting) -> str:
    """One of a few ways to say it."""
    return _WORDS[healthy.wording](healthy)


FAMILY = Family(
    id="proxy",
    title="Requests fail or wait behind a proxy",
    draw=_draw,
    at=lambda s, clock: replace(s, clock=clock),
    complaint=_complaint,
    run=run,
    faults=FAULTS,
    fixes=FIXES,
    oddities=ODDITIES,
    mitigations=MITIGATIONS,
    changes=CHANGES,
    roles=("client", "backend"),
)
