"""From what a sender waited for, round trip by round trip, to what held it back."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from inflight.yours.connection.connection import Connection
from inflight.yours.connection.half import Half
from inflight.yours.connection.rounds import Round, Wait
from inflight.yours.limits.limit import Interval, Limit

_IDLE = 0.1  # s
_GROWS = 1.2
"""A flight that is this many times the one of the round before is growing as in slow start."""


@dataclass
class Told:
    """A round, and what held the sender back in it."""

    round: Round
    limit: Limit
    sure: bool


def intervals(connection: Connection, side: int) -> list[Interval]:
    """What held this end back, from the SYN to its last byte."""
    told = [
        Interval(each.round.start, each.round.end, each.limit, each.sure) for each in judged(connection.halves[side])
    ]
    opening = connection.opening
    if opening.syns and opening.established < inf:
        told.insert(0, Interval(opening.syns[0], opening.established, Limit.HANDSHAKE, sure=True))
    return merged(told)


def merged(told: list[Interval]) -> list[Interval]:
    """Neighbours with the same limit as one."""
    result: list[Interval] = []
    for each in told:
        if result and result[-1].limit is each.limit:
            before = result[-1]
            longer = each if each.end - each.start > before.end - before.start else before
            result[-1] = Interval(before.start, each.end, each.limit, longer.sure)
        else:
            result.append(each)
    return result


def judged(half: Half) -> list[Told]:
    """Each round with its limit."""
    told: list[Told] = []
    before: Round | None = None
    for each in half.rounds.all:
        limit, sure = _judge(each, before, half)
        told.append(Told(each, limit, sure))
        if not each.pause:
            before = each
    return told


def _judge(one: Round, before: Round | None, half: Half) -> tuple[Limit, bool]:
    waited = one.waited
    total = sum(waited)
    if one.pause:
        return _pause(one, half)
    if total <= 0:
        return Limit.CANNOT_TELL, False
    share = [each / total for each in waited]
    if share[Wait.RTO] + share[Wait.LOSS] > 0.5:
        return (Limit.RTO if share[Wait.RTO] >= share[Wait.LOSS] else Limit.LOSS), True
    if share[Wait.EDGE] > 0.5:
        return Limit.RECEIVE_WINDOW, share[Wait.EDGE] > 0.8
    if share[Wait.NAGLE] > 0.4:
        return Limit.NAGLE, True
    network = share[Wait.CLOCK] + share[Wait.PACED]
    application = share[Wait.IDLE] + share[Wait.WRITE]
    room = share[Wait.ROOM]
    if network >= max(application, room):
        return _network(one, before, half)
    if room > application:
        return Limit.SEND_BUFFER, room > 0.8
    return Limit.PACE, application > 0.8


def _pause(one: Round, half: Half) -> tuple[Limit, bool]:
    wait = max(Wait, key=lambda each: one.waited[each])
    if wait is Wait.EDGE:
        return Limit.RECEIVE_WINDOW, True
    if wait is Wait.NAGLE:
        return Limit.NAGLE, True
    if wait is Wait.RTO:
        return Limit.RTO, True
    idle = one.end - one.start > max(_IDLE, half.base_rtt)
    return (Limit.IDLE if idle else Limit.PACE), True


def _network(one: Round, before: Round | None, half: Half) -> tuple[Limit, bool]:
    if one.rtt < inf and one.rtt - half.base_rtt > max(0.003, 0.1 * half.base_rtt):
        return Limit.PATH, True
    if before is None or one.flight > _GROWS * before.flight:
        return Limit.SLOW_START, True
    return Limit.AFTER_A_LOSS, False
