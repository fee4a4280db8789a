"""A client that runs out of ports, in words: the moments worth naming, and the sentence."""

from __future__ import annotations

from inflight.experiments.time_wait.churn import CLIENT, Pair
from inflight.experiments.time_wait.parameters import PortExhaustionParameters
from inflight.figure.result import Result
from inflight.figure.words import seconds, significant
from inflight.kernel.sockets.ports import time_wait_until


def note(result: Result, p: PortExhaustionParameters, pair: Pair) -> None:
    """The moments worth a word, as events."""
    low, high = p.port_range
    if (low, high) != (p.low, p.high):
        result.event(0, "refused", f"ip_local_port_range {p.low} {p.high}: Invalid argument; it stays {low} {high}")
    half, count = len(pair.ports.states[0]), pair.ports.count
    told = []
    if pair.first_odd is not None:
        text = f"half are taken: each connect() now looks at {half:,} ports first"
        told.append((pair.first_odd, "odd", text))
    if pair.first_refusal is not None:
        told.append((pair.first_refusal, "refused", f"EADDRNOTAVAIL: all {count:,} ports are taken"))
        over = time_wait_until(pair.hold)
        if p.closes == CLIENT and pair.first_refusal < over < p.duration and not pair.pool.counters["TWRecycled"]:
            told.append((over, "free", "free again: the first TIME_WAITs have ended"))
    if pair.first_overflow is not None:
        told.append((pair.first_overflow, "overflow", "overflow: from now on TIME_WAITs are thrown away"))
    for time, kind, text in sorted(told):
        result.event(time, kind, text)


def sentence(p: PortExhaustionParameters, pair: Pair) -> str:
    """How long the ports last, and what becomes of the attempts."""
    times, counters = pair.times, pair.pool.counters
    succeeded, attempts = times * pair.succeeded, times * pair.attempts
    to = "one destination" if times == 1 else f"each of {times} pairs of addresses"
    if pair.first_refusal is not None:
        text = (
            f"{pair.ports.count:,} ports to {to} last for {seconds(pair.first_refusal)}; then connect() fails. "
            f"{succeeded:,} of {attempts:,} attempts succeed, {significant(succeeded / p.duration)} per second."
        )
    else:
        text = f"All {attempts:,} attempts succeed: {pair.ports.count:,} ports to {to} are enough."
    if recycled := times * counters["TWRecycled"]:
        text += f" {recycled:,} of them take over a port in TIME_WAIT."
    if overflows := times * counters["TCPTimeWaitOverflow"]:
        text += f" {overflows:,} connections end without a TIME_WAIT."
    if pair.most_server:
        text += f" The server has up to {pair.most_server:,} TIME_WAIT sockets."
    return text
