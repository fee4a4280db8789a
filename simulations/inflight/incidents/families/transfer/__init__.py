"""A transfer takes several times as long as it should: small windows, losses, and what somebody left behind."""

from __future__ import annotations

import random

from inflight.incidents.families.transfer.changes import CHANGES
from inflight.incidents.families.transfer.faults import FAULTS
from inflight.incidents.families.transfer.fixes import FIXES
from inflight.incidents.families.transfer.mitigations import MITIGATIONS
from inflight.incidents.families.transfer.oddities import ODDITIES
from inflight.incidents.families.transfer.scene import run
from inflight.incidents.families.transfer.setting import TransferSetting
from inflight.incidents.fault import Family

PATHS = (
    (30, 80),
    (30, 100),
    (40, 60),
    (40, 80),
    (50, 50),
    (50, 60),
    (60, 45),
    (60, 60),
    (80, 35),
    (100, 30),
    (100, 40),
)
"""Mbit/s and ms: at least 200 packets fit into each, so that a small window shows."""

MOST_DATA = 250e6
"""The most that a case transfers, bits: the room has to answer while somebody waits."""

TALES = (
    # what, the client, the server (with a number), its port, and what people say
    (
        "nightly backup",
        "vault",
        "db{n}",
        873,
        "The {job} from {server} to {client} used to be done in {time}. Now it takes several times as long, every "
        "night. It goes piece by piece, each over its own connection. The line is the same as ever, {rate} Mbit/s and "
        "{rtt} ms there and back, and nobody else uses it at that hour.",
    ),
    (
        "release images",
        "edge{n}",
        "builds",
        443,
        "hi, {client} here. we pull the {job} from {server}, {size}. the line is {rate} Mbit/s, ping says {rtt} ms "
        "when it’s quiet. so {time}, right? it takes ages, and the traffic graph is nearly flat. it’s lots of files, "
        "one connection each, and i’ve just started it again. can you look?",
    ),
    (
        "replica of the orders",
        "reports{n}",
        "pg-main",
        5432,
        "Ticket, priority high: copying the {job} ({size}) from {server} to {client} is far too slow. Each table gets "
        "its own connection, one after the other. The provider has tested the line: {rate} Mbit/s, {rtt} ms round "
        "trip. At that rate it should take {time}. At the speed we see, it won’t be done by morning.",
    ),
    (
        "camera footage",
        "archive",
        "site{n}",
        8443,
        "We bought {rate} Mbit/s to {server}, {rtt} ms away, for the {job}: clip after clip, each over its own "
        "connection. I get a fraction of that, and the provider says that a fraction is all I use. Both ends are "
        "otherwise idle. {size} ought to take {time}.",
    ),
    (
        "model checkpoint",
        "trainer{n}",
        "weights",
        443,
        "Somebody called about {client}: the {job} is getting nowhere. It’s {size} in shards, one connection each. "
        "We have {rate} Mbit/s and {rtt} ms to {server}, so I told them {time}. They are not amused. They’ve just "
        "started it again, if you want to see it.",
    ),
    (
        "virtual machine’s disk",
        "dr-site",
        "hyper{n}",
        8006,
        "The plan was to move a {job} from {server} to {client}, {size} in {time}. It goes in chunks, with a new "
        "connection for each. The path has {rate} Mbit/s free, and the round trip is {rtt} ms. We get a small part of "
        "that. There isn’t an error in any log, and everybody blames the other team.",
    ),
)

PROGRAMS = {
    873: ("rsync", "rsync"),
    443: ("curl", "nginx"),
    5432: ("pg_dump", "postgres"),
    8443: ("archiver", "recorder"),
    8006: ("qm", "pveproxy"),
}
"""By the port, what runs on the client and on the server."""


def _draw(rng: random.Random) -> TransferSetting:
    """A healthy transfer over a path that holds many windows."""
    rate, rtt = rng.choice(PATHS)
    tale = rng.randrange(len(TALES))
    job, client, server, port, _ = TALES[tale]
    number = rng.randint(1, 19)
    here, there = rng.sample(range(2, 250), 2)
    pipe = rate * rtt * 1000 / 8 / 1514
    return TransferSetting(
        rate=rate * 1e6,
        rtt=rtt / 1000,
        queue=round(pipe * rng.uniform(1.0, 1.4)),
        seconds=min(4.0, int(MOST_DATA / rate / 1e5) / 10, round(0.8 * rtt) / 10),
        names=(client.format(n=number), server.format(n=number)),
        addresses=(f"10.{here}.1.{rng.randint(11, 99)}", f"10.{there}.{rng.randint(2, 9)}.{rng.randint(2, 60)}"),
        ports=(rng.randint(32768, 60999), port),
        programs=PROGRAMS[port],
        job=job,
        size=round(rate * 1e6 / 8 * 3600 * rng.uniform(1.2, 7) / 1e9) * 1e9,
        tale=tale,
        algorithm=rng.choice(("cubic", "cubic", "reno")),
    )


def _complaint(s: TransferSetting) -> str:
    """The email, ticket or chat message."""
    seconds = s.size * 8 / s.carries
    hours, minutes = divmod(round(seconds / 60), 60)
    return TALES[s.tale][4].format(
        job=s.job,
        client=s.names[0],
        server=s.names[1],
        rate=f"{s.rate / 1e6:g}",
        rtt=f"{s.rtt * 1000:g}",
        size=f"{s.size / 1e9:g} GB",
        time=f"{hours}:{minutes:02} hours",
    )


FAMILY = Family(
    id="transfer",
    title="A transfer takes several times as long as it should",
    draw=_draw,
    complaint=_complaint,
    run=run,
    faults=FAULTS,
    fixes=FIXES,
    oddities=ODDITIES,
    mitigations=MITIGATIONS,
    changes=CHANGES,
)
