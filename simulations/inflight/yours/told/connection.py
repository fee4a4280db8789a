"""One connection, as the page shows it."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from inflight.figure.words import times
from inflight.yours.connection.connection import Connection
from inflight.yours.connection.half import Half
from inflight.yours.connection.happened import Kind
from inflight.yours.connection.rounds import Round
from inflight.yours.connection.table import Connections
from inflight.yours.limits.judge import intervals
from inflight.yours.limits.limit import Interval, Limit
from inflight.yours.limits.words import WORDS
from inflight.yours.told.happenings import happenings
from inflight.yours.told.intervals import told as interval_told
from inflight.yours.told.opening import opening
from inflight.yours.told.sizes import endpoint, size, span, things

if TYPE_CHECKING:
    from inflight.yours import shapes

_SIDES = ("client", "server")
_AT_ONCE = 0.0002  # s: on the same host


def shares(told: list[Interval]) -> dict[Limit, float]:
    """Seconds for each limit, the longest first."""
    sums: dict[Limit, float] = {}
    for each in told:
        sums[each.limit] = sums.get(each.limit, 0.0) + each.end - each.start
    return dict(sorted(sums.items(), key=lambda each: -each[1]))


def busier(connection: Connection) -> int:
    """The side that sent more data."""
    return int(connection.bytes[1] > connection.bytes[0])


def row(number: int, connection: Connection, first_ns: int, file: int = 0) -> shapes.ConnectionRow:
    """The connection in the list. file: which one it is in; first_ns: when the file's first packet was captured."""
    side = busier(connection)
    found = shares(intervals(connection, side))
    limit = next(iter(found), Limit.CANNOT_TELL)
    total = sum(found.values())
    part = f", for {span(found[limit])} of {span(total)}" if total > 0 else ""
    rtt = connection.viewpoint.rtt
    return {
        "id": number,
        "file": file,
        "client": endpoint(*connection.ends[0]),
        "server": endpoint(*connection.ends[1]),
        "start": (connection.start_ns - first_ns) / 1e9,
        "seconds": connection.last,
        "packets": sum(connection.packets),
        "bytes": list(connection.bytes),
        "rtt": None if rtt == inf else rtt * 1000,
        "resent": sum(half.resent for half in connection.halves),
        "limit": limit.value,
        "sentence": f"Mostly {WORDS[limit].verdict}{part}.",
        "remarks": _remarks(connection),
    }


def _remarks(connection: Connection) -> list[shapes.Remark]:
    said: list[shapes.Remark] = []

    def add(kind: str, text: str, *, bad: bool = True) -> None:
        said.append({"kind": kind, "text": text, "bad": bad})

    opened = connection.opening
    if opened.syns and not opened.answers:
        add("never-opened", f"{len(opened.syns)} SYN sent, and none answered.")
    elif len(opened.syns) > 1:
        add("syn-again", f"The SYN was sent {times(len(opened.syns))}.")
    if not opened.syns and not opened.answers:
        add("no-handshake", "The handshake isn’t in the capture: window scaling is unknown.", bad=False)
    for t, side, packet in connection.resets[:1]:
        add("reset", f"Reset by the {_SIDES[side]} after {span(t)} (packet {packet}).")
    for side, half in enumerate(connection.halves):
        counts = half.happened.counts
        if resent := half.resent:
            timeouts = f", {counts[Kind.RTO]:,} of them after a timeout" if counts[Kind.RTO] else ""
            add("sent-again", f"The {_SIDES[side]} sent {things(resent, 'segment')} again{timeouts}.")
        if counts[Kind.ZERO_WINDOW]:
            add("zero-window", f"The {_SIDES[side]} found the window shut {times(counts[Kind.ZERO_WINDOW])}.")
        if half.unseen > 0:
            add("unseen", f"{size(half.unseen)} from the {_SIDES[side]} are not in the capture.", bad=False)
    return said


def told(number: int, connection: Connection, first_ns: int, file: int = 0) -> shapes.ConnectionTold:
    """All about it."""
    sides = sorted((0, 1), key=lambda side: -connection.bytes[side])
    return {
        "row": row(number, connection, first_ns, file),
        "taken_at": connection.viewpoint.place(),
        "viewpoint": _viewpoint(connection),
        "opening": opening(connection),
        "directions": [_direction(connection, side) for side in sides if connection.bytes[side]],
    }


def _viewpoint(connection: Connection) -> str:
    place = connection.viewpoint.place()
    client, server = connection.viewpoint.answers
    if place == "unknown":
        return "Where this was captured can’t be told: no data in it was answered."
    where = {"client": "at or near the client", "server": "at or near the server", "middle": "between the two ends"}[
        place
    ]
    times = [
        f"the {side} answers {_within(each)}" for side, each in zip(_SIDES, (client, server), strict=True) if each < inf
    ]
    hops = [f"its packets have crossed {each} routers" for each in connection.viewpoint.hops if each > 0]
    return f"Captured {where}: seen from here, {' and '.join(times)}{'; ' + hops[0] if len(hops) == 1 else ''}."


def _within(seconds: float) -> str:
    return "at once" if seconds < _AT_ONCE else f"within {span(seconds)}"


def _direction(connection: Connection, side: int) -> shapes.DirectionTold:
    half = connection.halves[side]
    found = intervals(connection, side)
    took = sum(each.end - each.start for each in half.rounds.all)
    return {
        "source": endpoint(*connection.ends[side]),
        "target": endpoint(*connection.ends[1 - side]),
        "side": "server" if side else "client",
        "bytes": half.bytes,
        "resent": half.resent,
        "unseen": half.unseen,
        "rate": half.bytes * 8e-6 / took if took > 0 else 0.0,
        "mss": half.mss,
        "flight": half.max_flight,
        "window": half.max_window,
        "rtt": None if half.base_rtt == inf else half.base_rtt * 1000,
        "intervals": [interval_told(connection, side, each) for each in found],
        "shares": [
            {
                "limit": limit.value,
                "seconds": seconds,
                "title": WORDS[limit].title,
                "means": WORDS[limit].means,
                "chapter": WORDS[limit].chapter,
            }
            for limit, seconds in shares(found).items()
        ],
        "series": _series(half),
        "rounds": _rounds(half),
        "happenings": happenings(half),
        "counts": {kind.value: count for kind, count in half.happened.counts.items()},
    }


def _series(half: Half) -> shapes.Series:
    points = half.curve.all()
    start = points[0].una if points else 0
    return {
        "t": [each.time for each in points],
        "sent": [each.nxt - start for each in points],
        "acked": [each.una - start for each in points],
        "edge": [each.edge - start if each.edge >= 0 else None for each in points],
        "flight": [each.flight for each in points],
        "window": [each.edge - each.una if each.edge >= 0 else None for each in points],
    }


def _rounds(half: Half) -> shapes.RoundSeries:
    rounds = _whole(half)
    return {
        "t": [each.end for each in rounds],
        "rtt": [None if each.rtt == inf else each.rtt * 1000 for each in rounds],
        "rate": [each.acked * 8e-6 / (each.end - each.start) if each.end > each.start else 0.0 for each in rounds],
        "gap": [1000 * (each.end - each.start if each.pause else each.gap) for each in rounds],
    }


def _whole(half: Half) -> list[Round]:
    """Rounds that take a round trip at least: in a shorter one, a few ACKs that come together look like a high rate."""
    found: list[Round] = []
    for each in half.rounds.all:
        short = found and not found[-1].pause and found[-1].end - found[-1].start < half.base_rtt
        if short and not each.pause:
            found[-1].join(each)
        else:
            found.append(replace(each, waited=list(each.waited)))
    return found


def in_order(connections: Connections) -> list[Connection]:
    """Those with most data first."""
    return sorted(connections.all, key=lambda each: -sum(each.bytes))
