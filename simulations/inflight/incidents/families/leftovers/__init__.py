"""Sockets pile up until the service stops: one side forgets to close, or can't know that the other is gone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from inflight.incidents.families.leftovers.faults import FAULTS
from inflight.incidents.families.leftovers.fixes import FIXES
from inflight.incidents.families.leftovers.mitigations import CHANGES, MITIGATIONS
from inflight.incidents.families.leftovers.oddities import ODDITIES
from inflight.incidents.families.leftovers.scene import run
from inflight.incidents.families.leftovers.setting import CLIENT, SERVER, LeftoversSetting
from inflight.incidents.fault import Family

_PLACES = (
    ("price updates", ("push", "trader"), ("pushd", "tradedesk")),
    ("chat", ("chat", "web"), ("chatd", "webchat")),
    ("telemetry", ("hub", "field"), ("hubd", "probe")),
    ("notifications", ("notify", "app"), ("notifyd", "appserver")),
    ("game lobbies", ("lobby", "play"), ("lobbyd", "matchmaker")),
    ("printer queues", ("spool", "office"), ("spoold", "printagent")),
    ("map tiles", ("tiles", "fleet"), ("tiled", "navigator")),
    ("call routing", ("switch", "centre"), ("routed", "callagent")),
)
_PORTS = ((7000, 8080, 8081), (5222, 9000, 9001), (1883, 8000, 8008), (6001, 8443, 8444), (4000, 5000, 5001))


def _draw(rng: random.Random) -> LeftoversSetting:
    """A service, its clients, and a path on which nothing piles up."""
    service, machines, programs = rng.choice(_PLACES)
    first = rng.randrange(16, 120)
    firewall = float(rng.randrange(900, 1201, 60))
    return LeftoversSetting(
        service=service,
        names=(f"{machines[0]}-{rng.randrange(1, 9)}", f"{machines[1]}-{rng.randrange(1, 9)}"),
        programs=programs,
        server=f"10.{first + 60}.1.{rng.randrange(2, 250)}",
        client=f"10.{first}.3.{rng.randrange(10, 250)}",
        ports=rng.choice(_PORTS),
        wording=rng.randrange(len(_WORDS)),
        rtt=rng.choice((0.002, 0.005, 0.009, 0.014, 0.02, 0.035)),
        gaps=(float(rng.randrange(34, 41)), float(rng.randrange(15, 21)), float(rng.randrange(34, 46))),
        holds=(float(rng.randrange(1620, 2041, 60)), float(rng.randrange(1, 6))),
        request=rng.randrange(120, 420),
        response=rng.randrange(300, 1400),
        firewall=firewall,
        keepalive=float(rng.randrange(270, 361, 15)),
        ends=rng.choice((CLIENT, SERVER)),
        open_files=rng.choice((1024, 2048, 4096)),
        firewall_name=f"fw-{rng.randrange(1, 5)}",
    )


_WORDS: Sequence[Callable[[LeftoversSetting], str]] = (
    lambda s: (
        f"{s.names[0]} ({s.service}) never lasts long: sockets pile up until nothing works any more. We restart the "
        f"machine, and all is well for a few hours. Its clients on {s.names[1]}, {s.rtt * 1000:g} ms away behind a "
        f"firewall, hold about {_open(s)} subscriptions at a time, which are mostly silent, and send a request every "
        f"{s.gaps[1]:.0f} s."
    ),
    lambda s: (
        f"The graph of sockets on {s.names[0]} is a ramp. There should be about {_open(s)} of them: subscriptions from "
        f"{s.names[1]}, each open for half an hour or so, plus a short request every {s.gaps[1]:.0f} s and a health "
        f"check every {s.gaps[2]:.0f} s. The path is {s.rtt * 1000:g} ms long, with a firewall in it. At the top of "
        "the ramp the service stops."
    ),
    lambda s: (
        f"hello, we run {s.service}. the number of connections on {s.names[0]} only ever grows, the traffic doesn’t "
        f"(one request per {s.gaps[1]:.0f} s, ~{_open(s)} idle subscriptions). the clients are on {s.names[1]}, "
        f"{s.rtt * 1000:g} ms away, with a firewall between us. cron reboots it every few hours, and nobody is proud "
        "of that"
    ),
    lambda s: (
        f"Please look at {s.names[0]} before the weekend. It started two hours ago and already has many more sockets "
        f"than the {_open(s)} or so it needs for {s.service}, and at this rate it won’t last until Monday. "
        f"Everything comes from {s.names[1]} through the firewall, {s.rtt * 1000:g} ms away."
    ),
)


def _open(s: LeftoversSetting) -> int:
    """Subscriptions at a time, rounded."""
    return round(s.holds[0] / s.gaps[0] / 10) * 10


def _complaint(healthy: LeftoversSetting) -> str:
    """One of a few ways to say it."""
    return _WORDS[healthy.wording](healthy)


FAMILY = Family(
    id="leftovers",
    title="Sockets pile up until the service stops",
    draw=_draw,
    complaint=_complaint,
    run=run,
    faults=FAULTS,
    fixes=FIXES,
    oddities=ODDITIES,
    mitigations=MITIGATIONS,
    changes=CHANGES,
    roles=("server", "client"),
)
