"""When a SYN or a SYN-ACK is sent again, and given up: the nominal times, and what the timer wheel makes of them.

`tcp_timer.c:tcp_retransmit_timer`, `tcp_write_timeout`, `inet_connection_sock.c:reqsk_timer_handler`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import nan

from inflight.kernel.clock import HZ, JIFFY, to_jiffies, wheel
from inflight.kernel.sockets.transmit import RTO_MAX, TIMEOUT_INIT, model_timeout

TURN = 512
"""Ticks after which the wheel rounds a timer of up to 129 s in the same way again: 2.048 s (`timer.c`, level 3)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """retries: tcp_syn_retries, or tcp_synack_retries. linear: tcp_syn_linear_timeouts. user_timeout: s; 0: not set."""

    retries: int
    linear: int = 0
    user_timeout: float = 0.0

    @property
    def lasts(self) -> float:
        """A SYN is given up when it has been repeated often enough, or for so long, s (`retransmits_timed_out`)."""
        return self.user_timeout or model_timeout(self.retries, TIMEOUT_INIT)


def moments(rules: Rules, start: float, *, exact: bool = False) -> Iterator[float]:
    """The times at which it is sent, and at last the one at which it is given up, s.

    start: the first one, on the clock that counts jiffies. exact: timers fire when they are due, not on the wheel.
    """
    now, rto, sent = start, TIMEOUT_INIT, 0
    wait: float = rto
    while True:
        yield now
        now = now + wait * JIFFY if exact else wheel(now, int(wait))
        lasted = sent > 0 and now - start >= rules.lasts - 1e-9
        if lasted or sent >= rules.retries + rules.linear:
            yield now
            return
        sent += 1
        if sent > rules.linear:
            rto = min(rto << 1, RTO_MAX)
        wait = rto
        if rules.user_timeout:  # `tcp_clamp_rto_to_user_timeout`
            left = rules.user_timeout - (now - start)
            wait = min(rto, left * HZ if exact else max(1, to_jiffies(int(left * 1e6 + 0.5))))
            wait = max(wait, 0)


@dataclass(frozen=True, slots=True)
class Span:
    """When it is sent, or given up, s from the first: nominal, earliest, latest, whenever it began."""

    nominal: float
    earliest: float
    latest: float


@cache
def spans(rules: Rules) -> tuple[list[Span], Span]:
    """Of each time it is sent, and of the end.

    The wheel has `TURN` ticks to begin at. Within one of them the first may leave up to a tick later, so all that
    follows seems to come up to a tick sooner: the earliest are bounds that are not reached.
    """
    nominal = list(moments(rules, 0.0, exact=True))
    turns = [[when - tick * JIFFY for when in moments(rules, tick * JIFFY)] for tick in range(TURN)]

    def span(due: float, seen: list[float]) -> Span:
        return Span(due, max(min(seen) - JIFFY, 0.0), max(seen)) if seen else Span(due, nan, nan)

    sent = [
        span(due, [turn[number] for turn in turns if number < len(turn) - 1]) for number, due in enumerate(nominal[:-1])
    ]
    return sent, span(nominal[-1], [turn[-1] for turn in turns])
