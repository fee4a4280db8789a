"""Single requests take too long: small writes, windows that are forgotten, programs that wait for each other."""

from __future__ import annotations

import random

from inflight.incidents.families.requests.faults import FAULTS
from inflight.incidents.families.requests.fixes import FIXES
from inflight.incidents.families.requests.oddities import ODDITIES
from inflight.incidents.families.requests.scene import run
from inflight.incidents.families.requests.setting import FULL, RequestsSetting
from inflight.incidents.fault import Family

PATHS = (
    # ms, Mbit/s: so that the line takes less than half as long for an answer as the round trip
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
"""The most that the line may take for an answer, in round trips: with more, a round trip too many would not hurt."""

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
    "Every {call} on {client} takes far too long. It asks {server} once every {period} s for some {size} kB. The line "
    "has {rate} Mbit/s and {rtt} ms there and back, and nothing else is on it. I would expect {least} ms; people wait "
    "so much longer that they complain to me.",
    "hi, can somebody look at {client} → {server}? each call for a {call} ({size} kB) should be {least} ms or so: ping "
    "says {rtt} ms, the line is {rate} Mbit/s. they are all slow, day and night, not just some. nothing is lost as far "
    "as I can see",
    "Ticket 5{tale}08: response time of “{call}”. {client} asks {server} about every {period} s. Round trip {rtt} ms, "
    "{rate} Mbit/s, {size} kB per answer. Expected {least} ms, which we have in the contract. We do not get it with a "
    "single call.",
    "The provider has shown me that the line to {server} is empty: {rate} Mbit/s, {rtt} ms, no losses. Still every "
    "{call} that {client} fetches hangs before it is there. They have {size} kB; I make that {least} ms.",
    "We moved {server} to the other site, {rtt} ms away, {rate} Mbit/s. Since then {client} feels like treacle: one "
    "{call} every {period} s, {size} kB each, and every one of them is late. By my sums it should be {least} ms.",
)


def _draw(rng: random.Random) -> RequestsSetting:
    """A path without losses, programs that write as they should, and a window that outlives the pauses."""
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
    """So that the last write of 64 KiB or less leaves a short segment of more than a few bytes."""
    return size + 400 if size % 1448 < 200 else size


def _complaint(s: RequestsSetting) -> str:
    """Told with the path, the size of an answer and what both come to."""
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
)
