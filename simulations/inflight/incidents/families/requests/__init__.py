"""Single requests take too long: small writes, forgotten windows, programs that wait for each other."""

from __future__ import annotations

import random

from inflight.incidents.families.requests.changes import CHANGES
from inflight.incidents.families.requests.faults import FAULTS
from inflight.incidents.families.requests.fixes import FIXES
from inflight.incidents.families.requests.mitigations import MITIGATIONS
from inflight.incidents.families.requests.oddities import ODDITIES
from inflight.incidents.families.requests.scene import run
from inflight.incidents.families.requests.setting import FULL, RequestsSetting
from inflight.incidents.fault import Family

PATHS = (
    # ms, Mbit/s: chosen so that an answer takes less than half a round trip on the line
    (10, 200),
    (12, 500),
    (15, 200),
    (15, 1000),
    (20, 100),
    (20, 300),
    (25, 200),
    (30, 100),
    (30, 500),
    (40, 100),
    (40, 300),
    (40, 1000),
)

SIZES = 60_000, 400_000
"""Bytes of an answer."""

LINE = 0.35
"""The longest an answer may take on the line, in round trips: beyond that, an extra round trip would not hurt."""

PLACES = (
    # what is asked for, the client, the server, its port
    ("price list", "shop", "pricing", 8080),
    ("search result", "portal", "search", 9200),
    ("map tile", "maps", "tiles", 8443),
    ("patient record", "ward", "records", 8443),
    ("stock level", "till", "warehouse", 7001),
    ("timetable", "board", "planner", 8080),
    ("thumbnail sheet", "gallery", "media", 9000),
    ("risk report", "desk", "risk", 5000),
)

TALES = (
    "Every {call} on {client} takes far too long. It asks {server} for some {size} kB every {period} s. The line does "
    "{rate} Mbit/s, it’s {rtt} ms there and back, and nothing else uses it. I’d expect {least} ms. People wait so much "
    "longer that they complain to me.",
    "hi, can somebody look at {client} → {server}? each call for a {call} ({size} kB) should take {least} ms or so: "
    "ping says {rtt} ms, the line is {rate} Mbit/s. they are all slow, day and night, not just some of them. no losses "
    "as far as I can see",
    "Ticket 5{tale}08: response time of “{call}”. {client} asks {server} about every {period} s. Round trip {rtt} ms, "
    "{rate} Mbit/s, {size} kB per answer. Our contract says {least} ms. Not a single call makes it.",
    "The provider has shown me that the line to {server} is empty: {rate} Mbit/s, {rtt} ms, no losses. And still, "
    "every {call} that {client} fetches hangs before it arrives. They are {size} kB each; I make that {least} ms.",
    "We moved {server} to the other site, {rtt} ms away, over {rate} Mbit/s. {client} has felt like treacle ever "
    "since: one {call} every {period} s, {size} kB each, and every one of them is late. By my maths it should take "
    "{least} ms.",
)


def _draw(rng: random.Random) -> RequestsSetting:
    """A path without losses, programs that write as they should, and a window that survives the pauses."""
    rtt, rate = rng.choice(PATHS)
    place = rng.randrange(len(PLACES))
    call, client, server, port = PLACES[place]
    here, there = rng.sample(range(2, 250), 2)
    most = min(SIZES[1], int(LINE * rtt * rate * 1000 / 8 / FULL))
    return RequestsSetting(
        rate=rate * 1e6,
        rtt=rtt / 1000,
        size=_uneven(rng.randint(SIZES[0], most)),
        period=rng.randint(105, 165) / 100,
        names=(f"{client}{rng.randint(1, 9)}", f"{server}{rng.randint(1, 9)}"),
        addresses=(f"10.{here}.1.{rng.randint(11, 99)}", f"10.{there}.{rng.randint(2, 9)}.{rng.randint(2, 60)}"),
        ports=(2 * rng.randint(16384, 30499), port),
        call=call,
        tale=(place + rng.choice((0, 2))) % len(TALES),  # everybody has two ways to complain
        header=rng.randint(180, 420),
        body=rng.randint(250, 900),
        trailer=rng.choice((20, 32, 40, 64)),
    )


def _uneven(size: int) -> int:
    """A size whose last write of 64 KiB or less leaves a short segment of more than a few bytes."""
    return size + 400 if size % 1448 < 200 else size


def _complaint(s: RequestsSetting) -> str:
    """The complaint, with the path, the size of an answer and the time the two add up to."""
    return TALES[s.tale].format(
        call=s.call,
        client=s.names[0],
        server=s.names[1],
        rate=f"{s.rate / 1e6:g}",
        rtt=f"{s.rtt * 1000:g}",
        size=round(s.size / 1000),
        period=f"{s.period:g}",
        least=round(1000 * s.least),
        tale=s.tale,
    )


FAMILY = Family(
    id="requests",
    title="Single requests take too long",
    draw=_draw,
    complaint=_complaint,
    run=run,
    faults=FAULTS,
    fixes=FIXES,
    oddities=ODDITIES,
    mitigations=MITIGATIONS,
    changes=CHANGES,
)
