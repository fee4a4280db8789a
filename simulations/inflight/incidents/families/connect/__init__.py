"""New connections hang or fail: listen queues, floods, filters on the path and on the host, and ports."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from inflight.incidents.families.connect.faults import FAULTS
from inflight.incidents.families.connect.fixes import FIXES
from inflight.incidents.families.connect.mitigations import MITIGATIONS
from inflight.incidents.families.connect.oddities import ODDITIES
from inflight.incidents.families.connect.scene import run
from inflight.incidents.families.connect.setting import BLOCK, PERIOD, ConnectSetting
from inflight.incidents.fault import Family

_PLACES = (
    ("the catalogue", ("shop", "catalog"), ("storefront", "catalogd")),
    ("payments", ("checkout", "pay"), ("checkout", "payd")),
    ("the search index", ("web", "search"), ("webapp", "searchd")),
    ("stock levels", ("orders", "stock"), ("orderd", "stockd")),
    ("sensor readings", ("collector", "ingest"), ("collectd", "ingestd")),
    ("user profiles", ("mobile-api", "profile"), ("gateway", "profiled")),
)
_PORTS = (8080, 8443, 9090, 7001, 5000, 8181)


def _draw(rng: random.Random) -> ConnectSetting:
    """A service, its client, and a path on which everything works."""
    service, machines, programs = rng.choice(_PLACES)
    number = rng.randrange(1, 9)
    first = rng.randrange(16, 120)
    return ConnectSetting(
        service=service,
        names=(f"{machines[0]}-{number}", f"{machines[1]}-{rng.randrange(1, 9)}"),
        programs=programs,
        client=f"10.{first}.3.{rng.randrange(10, 250)}",
        server=f"10.{first + 60}.1.{rng.randrange(2, 250)}",
        second=f"10.{first + 60}.2.{rng.randrange(2, 250)}",
        port=rng.choice(_PORTS),
        wording=rng.randrange(len(_WORDS)),
        rtt=rng.choice((0.001, 0.002, 0.004, 0.008, 0.012, 0.02, 0.03)),
        rate=float(rng.randrange(36, 49)),
        burst=rng.randrange(24, 33),
        patience=rng.choice((3.5, 4.0, 4.5)),
        request=rng.randrange(180, 420),
        response=rng.randrange(300, 1400),
        accept_rate=float(rng.randrange(320, 600, 20)),
        pause=rng.choice((0.46, 0.5, 0.54)),
        backlog=rng.choice((128, 160, 200, 256)),
        max_syn_backlog=rng.choice((512, 1024, 2048)),
        ports=rng.choice(((32768, 60999), BLOCK)),
        hosts=rng.choice(((4, 4), (6, 6), (8, 8))),
        firewall=f"fw-{rng.randrange(1, 5)}",
        others=float(rng.randrange(200, 400, 10)),
        gone=round(rng.uniform(0.06, 0.14), 2),
    )


_WORDS: Sequence[Callable[[ConnectSetting], str]] = (
    lambda s: (
        f"Users see spinners and errors whenever {s.names[0]} asks {s.names[1]} for {s.service}. "
        f"On a normal day it opens about {s.usual:.0f} connections a second, {s.burst} of them at once every "
        f"{PERIOD:.0f} s when its timers fire, and the two are {s.rtt * 1000:g} ms apart. "
        "Requests either hang for seconds or fail. Last month this worked, and nobody admits to changing anything."
    ),
    lambda s: (
        f"Our alerts for {s.service} have been red since Tuesday: too many requests from {s.names[0]} take longer than "
        f"a second or time out after {s.patience:g} s. The round trip to {s.names[1]} is {s.rtt * 1000:g} ms, and "
        f"users ask no more than usual, for which it opens {s.usual:.0f} connections per second. CPU and memory look "
        "bored on both hosts."
    ),
    lambda s: (
        f"hi, can somebody look at {s.names[0]} → {s.names[1]}:{s.port}? new connections hang or die. "
        f"usually ~{s.usual:.0f}/s, one request each, {s.rtt * 1000:g} ms away. "
        "the developers say it’s the network, the network team says it’s the application"
    ),
    lambda s: (
        f"The on-call engineer for {s.service} needs help. {s.names[0]} usually calls {s.names[1]} about {s.usual:.0f} "
        f"times a second ({s.burst} of the calls come at once, every {PERIOD:.0f} s) over a path of "
        f"{s.rtt * 1000:g} ms. Far too many calls get no answer within a second. A restart changed nothing."
    ),
)

_CHANGES = (
    "deploy    catalog 4.12.1 (retries, metrics)",
    "deploy    web 31.0 (new colours, feature flag for the banner)",
    "deploy    metrics agent 7.52 on all hosts",
    "config    log level of the front ends: info → debug",
    "config    cache: time to live 300 s → 600 s",
    "network   leaf-3: uplink moved to spine 2",
    "network   MTU check on all leaf switches, no change",
    "firewall  remote access for the new contractors",
    "kernel    {update}, rolling reboot",
    "cert      intermediate certificate renewed",
    "dns       time to live of internal names 60 s → 300 s",
    "database  index rebuilt on replica 2",
)


def _complaint(healthy: ConnectSetting) -> str:
    """One of a few ways to say it."""
    return _WORDS[healthy.wording](healthy)


FAMILY = Family(
    id="connect",
    title="New connections hang or fail",
    draw=_draw,
    complaint=_complaint,
    run=run,
    faults=FAULTS,
    fixes=FIXES,
    oddities=ODDITIES,
    mitigations=MITIGATIONS,
    changes=_CHANGES,
)
