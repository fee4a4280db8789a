"""A network of hosts as a capture has it: segments that already have most of their headers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isnan

from inflight.capture.crossing import TOO_BIG, UNREACHABLE, Capture, Crossing, End
from inflight.capture.options import Stamps, of_segment, of_syn
from inflight.kernel.sockets.segment import Address, Segment, SynOptions
from inflight.kernel.sockets.wire import Network, Passage
from inflight.kernel.tcp.receive_window import MAX_TCP_WINDOW

_INTERNETWORK_CONTROL = 0xC0  # what routers write there (RFC 1812 §4.3.2.5, `icmp.c:__icmp_send`)


def captured_network(network: Network, points: Mapping[str, str], *, router: str = "", code: int = TOO_BIG) -> Capture:
    """What its hosts can hear. points: their names, and their addresses.

    router: the address of the one that reports what could not go on, halfway of the time that this takes; code: why.
    """
    return Capture(points, lambda: _crossings(network, End(router, 0), code))


def _crossings(network: Network, router: End, code: int) -> Iterator[Crossing]:
    offered: dict[tuple[Address, Address], SynOptions] = {}
    for passage in network.passages:
        segment = passage.segment
        way = segment.source, segment.target
        if segment.options:
            offered[way] = segment.options
        shift = 0 if segment.syn else _shift(offered.get(way), offered.get(way[::-1]))
        stamps = None if segment.tsval is None else (segment.tsval, segment.tsecr)
        remarks = ["sent again"] if segment.again else []
        if isnan(passage.arrived):
            remarks.append(_fate(passage))
        if passage.alike:
            remarks.append(f"{passage.alike} more like this one followed, and are not in this capture")
        crossing = Crossing(
            sent=passage.sent,
            arrived=passage.arrived,
            source=End(*segment.source),
            target=End(*segment.target),
            flags=segment.flags,
            seq=segment.seq,
            ack=segment.ack if segment.acks else 0,
            length=segment.length,
            window=min(segment.window >> shift, MAX_TCP_WINDOW),
            options=_options(segment, stamps),
            comment="; ".join(remarks),
        )
        yield crossing
        if not isnan(passage.reported):
            yield Crossing(
                sent=(passage.sent + passage.reported) / 2,
                arrived=passage.reported,
                source=router,
                target=crossing.source,
                what=UNREACHABLE,
                tos=_INTERNETWORK_CONTROL,
                code=code,
                mtu=passage.mtu or 0,
                about=crossing,
            )


def _fate(passage: Passage) -> str:
    if passage.mtu:
        return f"dropped: longer than the {passage.mtu} bytes that a link takes"
    return "lost on the way" if isnan(passage.reported) else "a router could not pass it on"


def _shift(ours: SynOptions | None, theirs: SynOptions | None) -> int:
    """By how much a sender's window is shifted: its own scale, if both ends have offered one (RFC 7323 §2.2)."""
    if ours is None or theirs is None or ours.wscale is None or theirs.wscale is None:
        return 0
    return ours.wscale


def _options(segment: Segment, stamps: Stamps | None) -> bytes:
    said = segment.options
    if said is None:
        return of_segment(stamps=stamps)
    stamps = stamps if said.timestamps else None
    return of_syn(mss=said.mss, sack=said.sack, stamps=stamps, wscale=said.wscale, cookie=said.cookie)
