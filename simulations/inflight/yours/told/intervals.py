"""An interval with its evidence, in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from inflight.figure.words import times
from inflight.yours.connection.connection import Connection
from inflight.yours.connection.half import Half
from inflight.yours.connection.rounds import Round, Wait
from inflight.yours.limits.limit import Interval, Limit
from inflight.yours.limits.words import WORDS
from inflight.yours.told.sizes import size, span, speed

if TYPE_CHECKING:
    from inflight.yours import shapes

_SAID = {
    Wait.IDLE: "nothing was outstanding, and nothing was sent",
    Wait.WRITE: "nothing was waiting to be sent: ACKs went by, and the next data left without one",
    Wait.ROOM: "ACKs went by unanswered, and then a larger piece left with one: room had to be made first",
    Wait.EDGE: "what the receiver’s window left was less than a segment",
    Wait.CLOCK: "more was waiting, and left as soon as an ACK came",
    Wait.PACED: "full segments left between ACKs, evenly or when they were written",
    Wait.NAGLE: "a small segment left the moment the one before it was acknowledged",
    Wait.LOSS: "lost segments were being sent again",
    Wait.RTO: "nothing was sent until a timer ran out",
}


def told(connection: Connection, side: int, interval: Interval) -> shapes.IntervalTold:
    """The interval as JSON."""
    half = connection.halves[side]
    rounds = [each for each in half.rounds.all if each.start < interval.end and each.end > interval.start]
    first = next((each.first for each in rounds if each.first), 0)
    last = next((each.last for each in reversed(rounds) if each.last), 0)
    words = WORDS[interval.limit]
    return {
        "start": interval.start,
        "end": interval.end,
        "limit": interval.limit.value,
        "sure": interval.sure,
        "sentence": f"For {span(interval.end - interval.start)} {words.verdict}.",
        "evidence": _evidence(connection, half, interval, rounds),
        "against": _against(interval, rounds),
        "next": list(words.next),
        "packets": [first, last] if first else [],
    }


def _shares(rounds: Sequence[Round]) -> dict[Wait, float]:
    sums = {wait: sum(each.waited[wait] for each in rounds) for wait in Wait}
    total = sum(sums.values())
    return {wait: each / total for wait, each in sums.items()} if total > 0 else {}


def _evidence(connection: Connection, half: Half, interval: Interval, rounds: Sequence[Round]) -> list[str]:
    if interval.limit is Limit.HANDSHAKE:
        return _handshake(connection)
    said = []
    shares = _shares(rounds)
    if shares:
        wait = max(shares, key=lambda each: shares[each])
        said.append(f"For {100 * shares[wait]:.0f}% of the time {_SAID[wait]}.")
    busy = [each for each in rounds if not each.pause]
    if busy:
        flights = sorted(each.flight for each in busy)
        said.append(
            f"In flight: at most {size(flights[-1])}, in the median round trip {size(flights[len(flights) // 2])}."
        )
        room = min(each.room for each in busy)
        if room < inf:
            said.append(f"The receiver’s window had {size(max(0, room))} left at the least.")
        best = min(each.rtt for each in busy)
        if best < inf:
            grown = f", {span(best - half.base_rtt)} above the connection’s shortest" if best > half.base_rtt else ""
            said.append(f"Round trip: {span(best)} at the least{grown}.")
        took = sum(each.end - each.start for each in busy)
        if took > 0:
            said.append(f"Acknowledged: {speed(sum(each.acked for each in busy) / took)}.")
        if resent := sum(each.resent for each in busy):
            said.append(f"Segments sent again: {resent}.")
    return said


def _handshake(connection: Connection) -> list[str]:
    opening = connection.opening
    said = [f"The SYN was sent {times(len(opening.syns))}, its answer {times(len(opening.answers))}."]
    if opening.established < inf:
        said.append(f"Established after {span(opening.established - opening.syns[0])}.")
    return said


def _against(interval: Interval, rounds: Sequence[Round]) -> list[str]:
    """What else took a fair share of the time."""
    shares = sorted(_shares(rounds).items(), key=lambda each: -each[1])
    return [f"For {100 * share:.0f}% of the time {_SAID[wait]}." for wait, share in shares[1:] if share > 0.15]
