"""One connection of a capture: who opened it and how, and what each direction did."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from inflight.capture.reading.segment import Segment
from inflight.yours.connection.half import Half
from inflight.yours.connection.options import Options, of_segment, of_syn
from inflight.yours.connection.order import Order
from inflight.yours.connection.shifted import Shifted
from inflight.yours.connection.viewpoint import Viewpoint, viewpoint

_FIN, _SYN, _RST, _ACK, _ECE = 0x01, 0x02, 0x04, 0x10, 0x40
_MSS_MIN = 48  # TCP_MIN_SND_MSS
_HELD = 400
"""Segments that are looked at before it is decided where the capture was taken."""


@dataclass(slots=True)
class Opening:
    """The handshake. Times in s; inf: not seen."""

    syns: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    established: float = inf
    offered: list[Options | None] = field(default_factory=lambda: [None, None])
    windows: list[int] = field(default_factory=lambda: [0, 0])


class Connection:
    """Fed with its segments in order. ends: client, server (address, port)."""

    def __init__(self, ends: tuple[tuple[bytes, int], tuple[bytes, int]], start_ns: int) -> None:
        self.ends = ends
        self.start_ns = start_ns
        self.opening = Opening()
        self.viewpoint = Viewpoint()
        self.halves: list[Half] = []
        self.last = 0.0
        self.packets = [0, 0]
        self.bytes = [0, 0]
        self.resets: list[tuple[float, int, int]] = []
        self.fins = [inf, inf]
        self.isn = [-1, -1]
        self._feeds: list[Half | Shifted] = []
        self._held: list[tuple[int, float, Segment]] = []
        self._scale = [0, 0]
        self._scaled = False
        self._order = (Order(), Order())
        self._speaks = [False, False]
        self._heard: list[tuple[int, int | None]] = [(-1, None), (-1, None)]

    def take(self, side: int, segment: Segment) -> None:
        """The next segment, from the client (0) or the server (1)."""
        self.packets[side] += 1
        self.bytes[side] += segment.length
        # Clocks are set, and files damaged: time never goes back here.
        self.last = t = max(self.last, (segment.time - self.start_ns) / 1e9)
        if segment.flags & _SYN:
            self._open(side, segment, t)
        if not self._feeds:
            self._held.append((side, t, segment))
            if len(self._held) >= _HELD:
                self._decide()
        else:
            self._pass(side, t, segment)

    def finish(self) -> None:
        """No more segments will come."""
        if not self._feeds:
            self._decide()
        for feed in self._feeds:
            feed.finish(self.last)

    def _open(self, side: int, segment: Segment, t: float) -> None:
        opening = self.opening
        self.isn[side] = segment.seq
        opening.offered[side] = of_syn(segment.options)
        opening.windows[side] = segment.window
        (opening.answers if side else opening.syns).append(t)

    def _decide(self) -> None:
        """Where was this captured? Then everything held is passed on."""
        self.viewpoint = viewpoint(self._held)
        client, server = self.opening.offered
        if client and server and client.scale is not None and server.scale is not None:
            self._scale = [client.scale, server.scale]
        self._scaled = client is not None and server is not None
        rtt = self.viewpoint.rtt
        for side in (0, 1):
            away = self.viewpoint.answers[side]
            mss = self._mss(side)
            here = away == inf or away < 0.001 or (rtt < inf and away < 0.1 * rtt)
            if here:
                half = Half(mss, react=max(0.0002, min(0.001, rtt / 4 if rtt < inf else 0.001)))
                self._feeds.append(half)
            else:
                half = Half(mss, react=max(0.001, min(0.005, rtt / 16)), far=True)
                self._feeds.append(Shifted(half, away))
            self.halves.append(half)
        held, self._held = self._held, []
        for side, t, segment in held:
            self._pass(side, t, segment)

    def _mss(self, side: int) -> int:
        """What a full segment of this end carries: what the other end announced, less the timestamps."""
        other = self.opening.offered[1 - side]
        mine = self.opening.offered[side]
        if other and other.mss:
            size = min(other.mss, mine.mss or other.mss) if mine else other.mss
            return max(size - (12 if other.stamps and (mine is None or mine.stamps) else 0), _MSS_MIN)
        lengths = [segment.length for each, _, segment in self._held if each == side and 0 < segment.length <= 9000]
        common = max(set(lengths), key=lambda size: (lengths.count(size), size), default=1448)
        return min(common, 1460) if common > 500 else 1448

    def _pass(self, side: int, t: float, segment: Segment) -> None:
        flags = segment.flags
        stamps, sacks = of_segment(segment.options) if segment.options and not flags & _SYN else (None, ())
        if flags & _RST:
            self.resets.append((t, side, segment.number))
            return
        length = segment.length
        if flags & _SYN:
            self.halves[side].begin(segment.seq + 1)
            if not flags & _ACK:
                return
            window: int | None = segment.window  # RFC 7323 §2.2: never scaled in a SYN
        else:
            window = segment.window << self._scale[side] if self._scaled or not segment.window else None
        if flags & _FIN and self.fins[side] == inf:
            self.fins[side] = t
        if flags & _ACK:
            if self.opening.established == inf and side == 0 and self.opening.answers:
                self.opening.established = t
            if flags & _ECE:
                self.halves[1 - side].echoed += 1
            if self._speaks[1 - side]:
                self._feeds[1 - side].ack(t, segment.ack, window, sacks, length > 0, segment.number)
            else:
                self._heard[1 - side] = (segment.ack, window)
        if length or flags & _FIN:
            feed = self._feeds[side]
            if not self._speaks[side]:
                self._speaks[side] = True
                self.halves[side].hear(*self._heard[side])
            taken = length + (flags & _FIN)
            if isinstance(feed, Half):
                feed.data(t, segment.seq, taken, segment.number)
                return
            skipped = self._order[side].skipped(segment, stamps)
            self.halves[side].counted = self._order[side].counts
            if skipped < 0:
                self.halves[side].late(t, segment.seq, segment.number)
            else:
                feed.data(t, segment.seq, taken, segment.number, skipped > 0, stamps)
        elif not isinstance(self._feeds[side], Half):
            self._order[side].skipped(segment, stamps)
