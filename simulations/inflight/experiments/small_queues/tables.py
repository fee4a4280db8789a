"""What pings met, and where the data of the uploads were."""

from __future__ import annotations

from inflight.figure.result import Column, Table
from inflight.kernel.path.probe import Probe

PLACES = ("in the socket, not sent yet", "below TCP: qdisc and device", "in the network")


def pings(probe: Probe, start: float) -> Table:
    """When each was sent, from `start` s on, and how long it waited."""
    table = Table(
        [
            Column("sent", "s", "time it was sent", "time"),
            Column("wait", "ms", "time a ping waits at the sender's device", "rtt"),
        ]
    )
    for sent, delay in zip(probe.times, probe.delays, strict=True):
        table.append(sent - start, 1000 * delay)
    return table


def places(held: list[float]) -> Table:
    """`held`: kB in each of PLACES."""
    table = Table(
        [
            Column("place", "", "where they are", "time", words=PLACES),
            Column("held", "kB", "data there, on average over the second half", "queue"),
        ]
    )
    for number, value in enumerate(held):
        table.append(number, value)
    return table
