"""What the experiment `netem` sends and what arrives, as a capture has it: UDP datagrams."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan, nan
from operator import attrgetter

from inflight.capture.crossing import UDP, Capture, Crossing
from inflight.experiments.netem.parameters import NetemParameters
from inflight.experiments.netem.path import NetemPath
from inflight.scenes.captured.wanted import offer
from inflight.scenes.captured.words import ENDS, fated, points_of
from inflight.scenes.tcpdump import RECEIVER, SENDER, SIDES

IP_AND_UDP = 28
"""Bytes."""


def capture_netem(p: NetemParameters, path: NetemPath) -> None:
    """Offer what has crossed it, if somebody wants it. An skb of several segments is cut before it is captured."""
    offer(Capture(points_of(SIDES), lambda: sorted(_crossings(p, path), key=attrgetter("sent"))))


def _crossings(p: NetemParameters, path: NetemPath) -> Iterator[Crossing]:
    for arrow in path.arrows():
        number, *again = arrow.label.split()
        comment = fated("a duplicate" if again else "", path.fates.get(int(number) - 1, 0))
        if isnan(arrow.arrived) and not comment and not len(path.netem):
            comment = "damaged on the way, and thrown away by the receiver"
        crossing = Crossing(
            sent=nan if again else arrow.sent,
            arrived=arrow.arrived,
            source=ENDS[SENDER],
            target=ENDS[RECEIVER],
            what=UDP,
            length=p.size - IP_AND_UDP,
            comment=comment,
        )
        yield from [crossing] * p.gso
