"""What is remarkable about packets: what only several of them together show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from inflight.yours.pasted.field import Item
from inflight.yours.pasted.number import count, things
from inflight.yours.pasted.rules.rule import KNOW, LIMITS, LOOK

_WIRE = 1460
"""Payload of a full segment without options; what is longer was captured before it was cut, or after it was glued."""


@dataclass
class _Way:
    """What one end sent to the other."""

    syns: list[Item] = field(default_factory=list)
    ends: dict[int, int] = field(default_factory=dict)
    """Of data, by its first number."""
    highest: int | None = None
    again: list[Item] = field(default_factory=list)
    shut: list[Item] = field(default_factory=list)
    resets: list[Item] = field(default_factory=list)
    holes: list[Item] = field(default_factory=list)
    twice: list[Item] = field(default_factory=list)
    scaled: bool | None = None
    """Does its SYN have a window scale? None: no SYN was seen."""


Said = tuple[Item, str, int, str, str, str]
"""Item, field, weight, text, where to read on, source."""


def remarks(packets: Sequence[Item]) -> Iterator[Said]:
    """Each connection's ways, one sentence for each thing that happened there."""
    ways: dict[str, _Way] = {}
    large: list[Item] = []
    for packet in packets:
        if packet.kind == "capture":
            yield from _capture(packet)
        if "Flags" not in packet:
            continue
        _sort(packet, ways.setdefault(packet.name, _Way()))
        if packet.number("length") > _WIRE:
            large.append(packet)
    for name, way in ways.items():
        yield from _about(name, way)
    yield from _scaling(ways)
    if large:
        yield (
            large[0],
            "length",
            KNOW,
            f"{things(len(large), 'packet is', 'packets are')} larger than a segment: the capture was taken where "
            "large packets are not yet cut, or are glued together already (GSO, GRO).",
            "queues/offloads#layers",
            "dev.c:validate_xmit_skb",
        )


def _sort(packet: Item, way: _Way) -> None:
    flags = packet.text("Flags")
    if "S" in flags:
        way.syns.append(packet)
        way.scaled = "wscale" in packet
    if "R" in flags:
        way.resets.append(packet)
    elif packet.number("win", -1) == 0 and "S" not in flags:
        way.shut.append(packet)
    if "sack" in packet:
        (way.twice if _is_dsack(packet) else way.holes).append(packet)
    _data(packet, way)


def _data(packet: Item, way: _Way) -> None:
    first, colon, end = packet.text("seq").partition(":")
    if not colon or "S" in packet.text("Flags"):
        return
    begins, ends = int(first), int(end)
    # tcpdump counts from the SYN after it has seen two packets, so the first number may be an absolute one
    if way.highest is not None and abs(begins - way.highest) > 1 << 30:
        way.highest = None
        way.ends.clear()
    if way.highest is not None and ends <= way.highest and begins in way.ends:
        way.again.append(packet)
    way.ends[begins] = max(ends, way.ends.get(begins, 0))
    way.highest = ends if way.highest is None else max(way.highest, ends)


def _is_dsack(packet: Item) -> bool:
    """RFC 2883 §4: the first block lies below the ACK."""
    blocks = packet.text("sack").split("{")
    end = blocks[1].split("}")[0].split(":")[1] if len(blocks) > 1 else ""
    return end.isdigit() and int(end) <= packet.number("ack")


def _about(name: str, way: _Way) -> Iterator[Said]:
    numbers = Counter(each.text("seq") for each in way.syns)
    if way.syns and max(numbers.values()) > 1:
        times = max(numbers.values()) - 1
        what = "SYN-ACK" if "." in way.syns[-1].text("Flags") else "SYN"
        yield (
            way.syns[-1],
            "Flags",
            LIMITS,
            f"{name}: the {what} was sent again {things(times, 'time')}, so the first was lost or nobody answered.",
            "opening/timers#back",
            "RFC 9293 §3.8.1",
        )
    if way.again:
        yield (
            way.again[0],
            "seq",
            LIMITS if len(way.again) >= 0.01 * len(way.ends) else LOOK,
            f"{name}: {things(len(way.again), 'segment was', 'segments were')} sent again, of {count(len(way.ends))} "
            "different ones in these lines.",
            "congestion/losing-packets#rack",
            "RFC 9293 §3.8.1",
        )
    if way.holes:
        yield (
            way.holes[0],
            "sack",
            LOOK,
            f"{name}: {things(len(way.holes), 'ACK')} with SACK: segments arrived behind a hole.",
            "congestion/losing-packets#duplicates",
            "RFC 2018 §3",
        )
    if way.twice:
        yield (
            way.twice[0],
            "sack",
            LOOK,
            f"{name}: {things(len(way.twice), 'D-SACK')}: what arrived was there already, "
            "so a retransmission wasn’t needed.",
            "congestion/losing-packets#late",
            "RFC 2883 §4",
        )
    if way.shut:
        yield (
            way.shut[0],
            "win",
            LIMITS,
            f"{name}: the window is 0 in {things(len(way.shut), 'packet')}: the program on this side isn’t reading.",
            "windows/zero-window#trace",
            "RFC 9293 §3.8.6",
        )
    if way.resets:
        yield (
            way.resets[0],
            "Flags",
            LOOK,
            f"{name}: {things(len(way.resets), 'reset')}. What came just before says why.",
            "closing/closing-well#resets",
            "RFC 9293 §3.5.2",
        )


def _scaling(ways: dict[str, _Way]) -> Iterator[Said]:
    for name, way in ways.items():
        here, _, there = name.partition(" > ")
        other = ways.get(f"{there} > {here}")
        if way.scaled is False and other is not None and other.scaled is not None:
            yield (
                way.syns[0],
                "options",
                LIMITS,
                f"{name}: this SYN has no wscale, so neither side scales and no window is larger than 65,535 bytes.",
                "windows/window-scaling#once",
                "RFC 7323 §2.2",
            )


def _capture(capture: Item) -> Iterator[Said]:
    for each in capture:
        if each.number:
            yield (
                capture,
                each.name,
                LOOK,
                f"{things(each.number, 'packet is', 'packets are')} missing from the capture "
                f"({each.name}): gaps in it may not be losses.",
                "guide/reading-the-tools",
                "pcap_stats(3)",
            )
