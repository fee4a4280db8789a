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
_RESTART = 0.2
"""s of silence after which a congestion window may begin anew (`tcp_output.c:tcp_cwnd_restart`)."""
_ROOM = 0.25
"""A sender with more to send hardly ever lets ACKs pass; this share of a round is a sign that it hasn't."""
_TIMER = 0.2
"""s; what is repaired for longer may have waited for a timer, which only the sender's side of the path shows."""
_WITHOUT_WINDOWS = (Limit.RECEIVE_WINDOW, Limit.PATH, Limit.LOSS, Limit.RTO, Limit.IDLE)
"""What can be said with certainty though the scale of the receiver's window isn't known."""
_PLATEAU = 8
"""Round trips; in that time Reno's window would have grown by as many segments, CUBIC's by at least four."""


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
    return merged([*_opening(connection, told[0].start if told else inf), *told])


def _opening(connection: Connection, data: float) -> list[Interval]:
    """From the first SYN to the first data, s."""
    opening = connection.opening
    if not opening.syns:
        return []
    begin, end = opening.syns[0], min(opening.established, data)
    if end == inf:
        return [Interval(begin, connection.last, Limit.HANDSHAKE, sure=True)] if connection.last > begin else []
    late = 0.0 if data == inf else data - end
    rtt = connection.viewpoint.rtt
    if late <= (rtt if rtt < inf else 0) + 0.001:  # no more than the way there and back
        return [Interval(begin, end + late, Limit.HANDSHAKE, sure=True)]
    wait = Limit.IDLE if late > max(_IDLE, rtt) else Limit.PACE
    return [Interval(begin, end, Limit.HANDSHAKE, sure=True), Interval(end, data, wait, sure=True)]


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
    rounds = half.rounds.all
    told: list[Told] = []
    start = SlowStart()
    for place, each in enumerate(rounds):
        after = rounds[place + 1] if place + 1 < len(rounds) else None
        limit, sure = _judge(each, after, start, half)
        told.append(Told(each, limit, sure and (half.scaled or limit in _WITHOUT_WINDOWS)))
        start.follow(each, told[-1].limit)
    _plateaus(told, half)
    return told


class SlowStart:
    """Whether a flight can be growing as in slow start: at the beginning, and after a timeout or a long pause."""

    def __init__(self) -> None:
        self.possible = True
        self._before: Round | None = None

    def follow(self, one: Round, limit: Limit) -> None:
        """What the last round was."""
        if limit is Limit.RTO or (limit is Limit.IDLE and one.end - one.start > _RESTART):
            self.possible, self._before = True, None
        elif limit in (Limit.LOSS, Limit.AFTER_A_LOSS):
            self.possible, self._before = False, one
        else:
            self._before = one

    def in_it(self, one: Round, after: Round | None, mss: int) -> bool:
        """Whether this round is one of them."""
        if not self.possible:
            return False
        before = self._before
        if before is None or before.pause:
            return True
        if after is None or not after.plain or not after.sent:
            return one.flight > before.flight  # the last flight is as large as what was left to send
        return _grows(before, one, mss) or _grows(one, after, mss)


def _grows(before: Round, one: Round, mss: int) -> bool:
    return one.flight > max(_GROWS * before.flight, before.flight + 1.5 * mss)


def _judge(one: Round, after: Round | None, start: SlowStart, half: Half) -> tuple[Limit, bool]:
    if one.pause:
        return _pause(one, half)
    waited = one.waited
    total = sum(waited)
    if total <= 0:
        return Limit.CANNOT_TELL, False
    share = [each / total for each in waited]
    if one.repair:
        return (Limit.RTO if share[Wait.RTO] >= share[Wait.LOSS] else Limit.LOSS), not half.shuffled and not (
            half.far and one.end - one.start > _TIMER + 2 * half.base_rtt
        )
    if share[Wait.EDGE] > 0.5:
        return Limit.RECEIVE_WINDOW, share[Wait.EDGE] > 0.8
    if share[Wait.NAGLE] > 0.4:
        return Limit.NAGLE, True
    application = share[Wait.IDLE] + share[Wait.WRITE]
    room = share[Wait.ROOM]
    clocked, paced = share[Wait.CLOCK], share[Wait.PACED]
    if room > _ROOM and room > application + paced:
        return Limit.SEND_BUFFER, room > 0.8 and not half.far
    if clocked >= max(application + paced, room) or _queued(one, half):
        return _network(one, after, start, half)
    if application >= paced:
        return Limit.PACE, application > 0.8
    if start.in_it(one, after, half.mss):
        return Limit.SLOW_START, False
    return Limit.PACE, False


def _pause(one: Round, half: Half) -> tuple[Limit, bool]:
    wait = max(Wait, key=lambda each: one.waited[each])
    if wait is Wait.EDGE:
        return Limit.RECEIVE_WINDOW, True
    if wait in (Wait.NAGLE, Wait.RTO):
        return (Limit.NAGLE if wait is Wait.NAGLE else Limit.RTO), True
    idle = one.end - one.start > max(_IDLE, half.base_rtt)
    return (Limit.IDLE if idle else Limit.PACE), half.counted


def _network(one: Round, after: Round | None, start: SlowStart, half: Half) -> tuple[Limit, bool]:
    if _queued(one, half):
        return Limit.PATH, not half.blind
    if start.in_it(one, after, half.mss):
        return Limit.SLOW_START, True
    return Limit.AFTER_A_LOSS, one.rtt < inf and not half.far and one.waited[Wait.CLOCK] > 0.95 * sum(one.waited)


def _queued(one: Round, half: Half) -> bool:
    """Did a queue stand for the whole round? Even its shortest round trip is longer than the path's by some packets.

    Where round trips can't be measured: did packets come as evenly, and as fast, as from a queue?
    """
    if half.blind:
        took = one.end - one.start
        even = one.gap * one.sent < 3.5 * took * half.mss
        return even and one.acked > 0.85 * half.best_rate * took
    return one.rtt < inf and one.rtt - half.base_rtt > max(0.001, 0.05 * half.base_rtt, 1.5 * half.packet_time)


def _plateaus(told: list[Told], half: Half) -> None:
    """A flight that doesn't grow, before any loss and without a queue, isn't the congestion window's doing."""
    if half.echoed:
        return
    begin = 0
    lost = next((place for place, each in enumerate(told) if each.round.repair), len(told))
    for place in range(lost + 1):
        if place < lost and _level(told[begin].round, told[place], half.mss):
            continue
        run = told[begin:place]
        if len(run) >= _PLATEAU:
            for each in run:
                # without the window's scale, the receiver may have done it
                each.limit, each.sure = Limit.SEND_BUFFER if half.scaled else Limit.CANNOT_TELL, False
        begin = place


def _level(first: Round, each: Told, mss: int) -> bool:
    return each.limit in (Limit.AFTER_A_LOSS, Limit.SEND_BUFFER) and abs(each.round.flight - first.flight) <= 1.1 * mss
