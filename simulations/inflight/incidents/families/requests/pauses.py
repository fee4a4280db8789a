"""Causes that only the times of packets show: each finds the pause in what tcpdump has printed, and says what it means.

A client has asked, and the server answers. In a healthy call the answer comes at once and in one go.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from inflight.incidents.seen import Pointed, Seen
from inflight.incidents.shared.printed_packets import Row, rows
from inflight.kernel.constants import MSS

PAUSE = 0.005
"""s: half of the shortest round trip; within a burst, segments follow each other within a millisecond."""

PROGRAM = 0.03
"""s: far more than a program that has its answer ready needs from the request to the first byte."""

PROBED = 0.19
"""s: the timer that probes closed windows waits at least 200 ms (TCP_RTO_MIN), but a tick may be cut off."""


_TRACED = re.compile(r"^ *(\d+\.\d{6}) (\w+)\(.* = (?:-?\d+) <(\d+\.\d{6})>$", re.MULTILINE)
"""A line of `strace -r -T`."""


def busy_program(seen: Seen) -> Pointed | None:
    """The program has read what it needs, and asks its kernel for nothing for a long time."""
    for before, call in pairwise(_TRACED.finditer(seen.text)):
        own = float(call[1]) - float(before[3])
        if (before[2], call[2]) == ("read", "write") and own >= PROGRAM:
            return Pointed([call.span(1)], f"The program has what it waited for, and goes on {_ms(own)} later.")
    return None


def _call(seen: Seen) -> tuple[list[Row], str]:
    """The segments of the latest conversation, and its server, which is the end that is asked first."""
    found = rows(seen)
    asks = [row for row in found if row.length]
    if not asks:
        return [], ""
    ends = {asks[-1].source, asks[-1].to}
    own = [row for row in found if {row.source, row.to} == ends]
    return own, next(row.to for row in own if row.length)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def _bytes(count: int) -> str:
    return f"{count:,}" if count >= 10_000 else str(count)


def slow_answer(seen: Seen) -> Pointed | None:
    """The request is acknowledged, and the answer comes long after."""
    call, server = _call(seen)
    for before, row in pairwise(call):
        is_ack = before.source == server and not before.length
        if is_ack and row.source == server and row.length and row.after and row.after >= PROGRAM:
            said = f"The server has acknowledged the request. Then its program takes {_ms(row.after)} to answer."
            return Pointed(row.since, said)
    return None


def corked_tail(seen: Seen) -> Pointed | None:
    """All but the last bytes are acknowledged, and these come 200 ms later."""
    call, server = _call(seen)
    last = _last_data(call, server)
    if last is None:
        return None
    row, before = call[last], _sent_before(call, server, last)
    acked = call[last - 1]
    is_idle = acked.source != server and before is not None and acked.ack == before.end
    if is_idle and row.length < MSS and row.after and row.after >= PROBED:
        said = (
            f"Everything is acknowledged, and nothing moves for {_ms(row.after)}. Then the last {row.length} bytes "
            "leave: a timer has released them, not an ACK."
        )
        return Pointed(row.since, said)
    return None


def held_tail(seen: Seen) -> Pointed | None:
    """All but the last segment come at once, and this one waits until a short one is acknowledged."""
    call, server = _call(seen)
    last = _last_data(call, server)
    if last is None:
        return None
    row, before = call[last], _sent_before(call, server, last)
    waited = _between(call, before, row) if before else None
    if before is None or waited is None or row.length >= MSS or not PAUSE <= waited < PROBED:
        return None
    data = [each for each in call if _is_data(each, server)]
    if any((_between(call, one, other) or 0.0) >= PAUSE for one, other in pairwise(data[:-1])):
        return None
    said = (
        f"The last {row.length} bytes come {_ms(waited)} after all others: Nagle’s rule keeps a short segment back "
        "until the short one before it is acknowledged."
    )
    return Pointed(row.since if (row.after or 0.0) >= PAUSE else (before.since[-1], row.since[-1]), said)


def _between(call: Sequence[Row], one: Row, other: Row) -> float | None:
    """s; None: some lines between them are missing."""
    behind = call[call.index(one) + 1 : call.index(other) + 1]
    return sum(each.after or 0.0 for each in behind) if all(each.adjacent for each in behind) else None


def slow_start(seen: Seen) -> Pointed | None:
    """A few full segments, a pause, and then more: the window has to grow again, although the peer’s has room."""
    call, server = _call(seen)
    pause = _first_pause(call, server)
    if pause is None:
        return None
    row, sent, asked = pause
    if _fills(sent, asked) or sent % MSS or sent < 2 * MSS:
        return None
    said = (
        f"After {sent // MSS} full segments, the server waits {_ms(row.after or 0.0)} for an ACK: its congestion "
        "window is small again, as on a new connection."
    )
    return Pointed(row.since, said)


def full_window(seen: Seen) -> Pointed | None:
    """As many bytes as the client’s window has room for, then a pause until it says more."""
    call, server = _call(seen)
    pause = _first_pause(call, server)
    if pause is None:
        return None
    row, sent, asked = pause
    if not _fills(sent, asked):
        return None
    said = (
        f"The client’s window is full after {_bytes(sent)} bytes, so the server waits {_ms(row.after or 0.0)} for an "
        "ACK: a round trip for each window."
    )
    return Pointed((asked.win, *row.since), said)


def _fills(sent: int, asked: Row) -> bool:
    """Whether so many bytes fill the window of that segment; one that a program has set small is hardly scaled."""
    return any(0 <= (asked.window << shift) - sent < MSS for shift in (0, 1))


def _last_data(call: Sequence[Row], server: str) -> int | None:
    return next((place for place in range(len(call) - 1, 0, -1) if _is_data(call[place], server)), None)


def _sent_before(call: Sequence[Row], server: str, place: int) -> Row | None:
    return next((row for row in reversed(call[:place]) if _is_data(row, server)), None)


def _is_data(row: Row, server: str) -> bool:
    return row.source == server and row.length > 0


def _first_pause(call: Sequence[Row], server: str) -> tuple[Row, int, Row] | None:
    """The segment that ends the first pause in the answer, how many bytes came before it, and the request."""
    asked, sent = None, 0
    for place, row in enumerate(call):
        if row.source != server and row.length:
            if sent:
                return None  # another request
            asked = row
        if asked and sent and (row.after is None or row.after >= PAUSE):
            goes_on = any(_is_data(each, server) for each in call[place:])
            return (row, sent, asked) if row.after and goes_on else None
        if _is_data(row, server):
            sent += row.length
    return None
