"""Segments that travel as one: tcpdump at an end host sees skbs, above TSO and GRO.

A sender hands an skb of several segments to its card, which cuts it (TSO). A receiver joins neighbouring segments of a
flow that its card hands over in one poll (GRO, `tcp_offload.c:tcp_gro_receive`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace

from inflight.incidents.scene import CapturedPacket
from inflight.kernel.constants import MSS
from inflight.kernel.tcp.segment import DataSegment

_LATE = 6e-6  # s, on average

AT_ONCE = 1e-9
"""s: the segments of an skb leave at the same moment."""

POLL = 50e-6
"""s between two interrupts of an e1000e that is busy with small amounts (rx-usecs 3: at most 20,000 a second)."""


class Joiner:
    """Tells for each segment whether it belongs to the skb of the one before.

    apart: how long after the skb's first segment it may come, s. joined: how many did.
    """

    def __init__(self, apart: float) -> None:
        self._apart = apart
        self._began, self._end = 0.0, -1
        self.joined = 0

    def joins(self, time: float, seq: int, end: int, *, push: bool) -> bool:
        """A segment with data; a pushed one ends an skb."""
        same = seq == self._end and time - self._began <= self._apart
        self.joined += same
        if not same:
            self._began = time
        self._end = -1 if push else end
        return same

    def cut(self) -> None:
        """Something else came in between."""
        self._end = -1


def skbs(packets: Iterable[CapturedPacket], apart: Mapping[str, float]) -> list[CapturedPacket]:
    """The packets as tcpdump sees them: data that belong together are one packet, with the flags of the last.

    apart: by source, how long after the first they may come, s.
    """
    seen: list[CapturedPacket] = []
    joiners = {source: Joiner(most) for source, most in apart.items()}
    before = ""
    for each in packets:
        joiner = joiners[each.source]
        if each.source != before or not each.length:
            joiner.cut()
        before = each.source
        if each.length and joiner.joins(each.t, each.seq, each.seq + each.length, push="P" in each.flags):
            seen[-1] = replace(seen[-1], length=seen[-1].length + each.length, flags=each.flags)
        else:
            seen.append(each)
    return stamped(seen)


def cut(skb: DataSegment) -> list[DataSegment]:
    """Its segments, with PSH on the last if it has it (`tcp_offload.c:tcp_gso_segment`)."""
    segments = []
    for seq in range(skb.seq, skb.end, MSS):
        segment = copy(skb)
        segment.seq, segment.end = seq, min(seq + MSS, skb.end)
        segment.push = skb.push and segment.end == skb.end
        segments.append(segment)
    return segments


def stamped(packets: list[CapturedPacket]) -> list[CapturedPacket]:
    """A packet gets its timestamp when the CPU gets to it: a few µs late, and in the same order."""
    if not packets:
        return packets
    rng = random.Random(f"{packets[0].source} {packets[0].seq} {len(packets)}")
    latest, seen = 0.0, packets[:1]
    for each in packets[1:]:
        latest = max(latest + _LATE / 4, each.t + rng.expovariate(1 / _LATE))
        seen.append(replace(each, t=latest))
    return seen
