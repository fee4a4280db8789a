"""The chance to be connected by a time, without throwing dice: every way that a handshake may go, with its weight.

What the client does is fixed until it is connected. The server is somewhere in a small set of states: it has not heard
of the client, or it has a request whose timer has fired so many times and fires next at a known moment. So one walks
along the SYNs, and carries the probability of each state along.
"""

from __future__ import annotations

from collections import defaultdict
from math import fsum

from inflight.experiments.syn_retries.connecting import ConnectPlan
from inflight.kernel.clock import to_jiffies, wheel
from inflight.kernel.sockets.request import OOW_INTERVAL
from inflight.kernel.tcp.rtt import RTO_MAX_US, TIMEOUT_INIT_US
from inflight.scenes.syn_timers import moments

_Request = tuple[int, float, float]
"""How often its timer has fired, when it fires next, when a SYN that came again was answered last."""


def _fires(now: float, fired: int) -> float:
    """When a timer that is set now fires (`request_sock.h:reqsk_timeout`)."""
    return wheel(now, to_jiffies(min(TIMEOUT_INIT_US << fired, RTO_MAX_US)))


def chances(plan: ConnectPlan) -> list[tuple[float, float]]:
    """At which times the client may become connected, s from its first SYN, and how probable each of them is."""
    *syns, over = moments(plan.rules, plan.phase)
    if plan.patience:
        over = min(over, plan.phase + plan.patience)
    way, heard, answered = plan.rtt / 2, 1.0 - plan.out, 1.0 - plan.back
    gains: dict[float, list[float]] = defaultdict(list)
    states: dict[_Request | None, float] = {None: 1.0}

    def answers(now: float, weight: float) -> float:
        """A SYN-ACK leaves now; what is left of the weight if it does not arrive in time."""
        arrives = now + way
        if arrives >= over:
            return weight
        gains[arrives].append(weight * answered)
        return weight * plan.back

    def pass_time(until: float) -> None:
        """The timers of all requests, up to a moment."""
        settled: dict[_Request | None, float] = defaultdict(float)
        waiting = list(states.items())
        for state, weight in waiting:
            while state is not None and state[1] <= until and weight:
                fired, now, last = state
                if fired >= plan.answering.retries:
                    state = None
                else:
                    weight = answers(now, weight)
                    state = (fired + 1, _fires(now, fired + 1), last)
            settled[state] += weight
        states.clear()
        states.update(settled)

    for sent in syns:
        if sent >= over or sent - plan.phase < plan.away:
            continue
        arrives = sent + way
        pass_time(arrives)
        met: dict[_Request | None, float] = defaultdict(float)
        for state, weight in states.items():
            met[state] += weight * plan.out
            hit = weight * heard
            if state is None:
                met[0, _fires(arrives, 0), float("-inf")] += answers(arrives, hit)
            elif arrives - state[2] < OOW_INTERVAL:
                met[state] += hit
            else:
                met[state[0], _fires(arrives, state[0]), arrives] += answers(arrives, hit)
        states = dict(met)
    pass_time(over)
    return [(when - plan.phase, fsum(parts)) for when, parts in sorted(gains.items())]
