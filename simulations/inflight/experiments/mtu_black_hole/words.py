"""A fetch across a tunnel in rows, numbers, events and a sentence."""

from __future__ import annotations

from inflight.experiments.mtu_black_hole.fetch import CLIENT, ETHERNET, SERVER, Fetch
from inflight.figure.result import Result
from inflight.figure.words import seconds, times
from inflight.kernel.clock import HZ
from inflight.kernel.sockets.segment import HEADERS, TIMESTAMPS
from inflight.scenes import socket_tables as tables

SIDES = ("client", "server")


def row(fetch: Fetch) -> tuple[float, ...]:
    """The moment, as the columns have it."""
    child = fetch.child
    transmitter = child.transmitter if child else None
    return (
        fetch.now,
        fetch.got / 1000,
        (transmitter.nxt - transmitter.una) if transmitter else 0,
        len(fetch.dropped),
        child.segment_size if child else 0,
        (child.path.pmtu or ETHERNET) if child else 0,
        fetch.server.counters["TCPTimeouts"],
        fetch.server.counters["TcpRetransSegs"],
        1000 * transmitter.rto / HZ if transmitter else 0,
        transmitter.backoff if transmitter else 0,
        int(child is not None),
    )


def say(result: Result, fetch: Fetch) -> None:
    """The tables, the numbers, the events and the sentence of a run that is over."""
    logs = (fetch.client.log, fetch.server.log)
    result.tables["segments"] = tables.ladder(fetch.network.passages, SIDES, (CLIENT, SERVER), fetch.start)
    until = fetch.start + fetch.until

    def side_of(host: str, *_: object) -> int:
        return SIDES.index("client" if host == CLIENT else "server")

    result.tables["states"] = tables.states(logs, SIDES, side_of, until, fetch.start)
    result.tables["timers"] = tables.timers(logs, SIDES, side_of, fetch.start)
    result.figure("done", fetch.done)
    result.figure("first_byte", fetch.first_byte)
    result.figure("dropped", len(fetch.dropped))
    result.figure("again", fetch.server.counters["TcpRetransSegs"])
    result.figure("timeouts", fetch.server.counters["TCPTimeouts"])
    result.figure("segment", fetch.child.segment_size if fetch.child else 0)
    result.figure("fits", fetch.plan.mtu - HEADERS - TIMESTAMPS)
    _events(result, fetch)
    result.sentence = _sentence(fetch)


def _events(result: Result, fetch: Fetch) -> None:
    dropped = fetch.dropped
    if dropped:
        first = dropped[0]
        text = f"A packet of {first.segment.packet} B does not fit into {fetch.plan.mtu} B"
        result.event(first.sent - fetch.start + fetch.plan.rtt / 4, "loss", text)
    if fetch.child and fetch.child.path.pmtu:
        time = dropped[0].sent - fetch.start + fetch.plan.rtt / 2
        result.event(time, "state", f"ICMP: fragmentation needed, MTU {fetch.child.path.pmtu}")
    shorter = [each for each in fetch.answers if each.segment.again and each.segment.length <= _floor(fetch)]
    if shorter:
        result.event(shorter[0].sent - fetch.start, "timeout", f"Black hole suspected: segments of {_floor(fetch)} B")
    if fetch.done == fetch.done:
        result.event(fetch.done, "data", f"The client has all {fetch.plan.size} B")
    else:
        result.event(fetch.plan.patience, "timeout", "The client gives up")
    result.events.sort(key=lambda event: event.t)


def _floor(fetch: Fetch) -> int:
    return fetch.child.path.floor if fetch.child else 0


def _sentence(fetch: Fetch) -> str:
    plan, dropped = fetch.plan, fetch.dropped
    size = f"{plan.size:,} B"
    if fetch.done != fetch.done:
        packet = dropped[-1].segment.packet if dropped else 0
        part = f"Only {fetch.got:,} of {size} arrive" if fetch.got else f"Nothing of the answer of {size} arrives"
        return (
            f"{part} in {seconds(plan.patience)}. The tunnel takes {plan.mtu} B and drops each packet of {packet} B; "
            f"nobody tells the server, which has now sent the same one {times(_most_sent(fetch))}."
        )
    arrived = f"The answer of {size} is there after {seconds(fetch.done)}"
    if not dropped:
        longest = max(each.segment.packet for each in fetch.answers)
        return f"{arrived}. Its longest packet is {longest} B, and the tunnel takes {plan.mtu}."
    if fetch.child and fetch.child.path.pmtu:
        return (
            f"{arrived}. The tunnel drops {len(dropped)} packets and says so, "
            f"and the server sends them again with {fetch.child.segment_size} B of data at most."
        )
    waits = fetch.server.counters["TCPTimeouts"]
    return f"{arrived}: {waits} timeouts first, and then segments of {_floor(fetch)} B, which fit."


def _most_sent(fetch: Fetch) -> int:
    """How often the first segment that does not fit has been sent."""
    first = fetch.dropped[0].segment.seq
    return sum(each.segment.seq == first for each in fetch.dropped)
