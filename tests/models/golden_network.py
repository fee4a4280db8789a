"""Reads what `ip`, `conntrack`, `ping`, `tracepath` and `mtr` printed (`tests/golden`) into the scene, by value."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import fields

from inflight.incidents.scene_network import Conntrack, Ends, Hop, Link, Tracked, TrackedByCpu
from inflight.incidents.tools.mtr import Row

# ---- ip -s link ------------------------------------------------------------------------------------------------------

_COUNTERS = (
    ("rx_bytes", "rx_packets", "rx_errors", "", "rx_missed_errors", "multicast"),
    ("tx_bytes", "tx_packets", "tx_errors", "", "tx_carrier_errors", "collisions"),
)


def link(printed: str) -> tuple[Link, dict[str, int], str, str]:
    """The link, the card's own counters, its address, and the discipline in front of it."""
    first, second, _, received, _, sent = printed.splitlines()
    flags = set(re.findall(r"<(.*)>", first)[0].split(","))
    words = first.split()
    rows = [list(map(int, row.split())) for row in (received, sent)]
    counters = {
        name: count
        for names, row in zip(_COUNTERS, rows, strict=True)
        for name, count in zip(names, row, strict=True)
        if name
    }
    card = Link(
        index=int(words[0].rstrip(":")),
        mtu=int(words[words.index("mtu") + 1]),
        queue=int(words[words.index("qlen") + 1]),
        up="UP" in flags,
        carrier="NO-CARRIER" not in flags,
        promiscuous="PROMISC" in flags,
        rx_dropped=rows[0][3],
        tx_dropped=rows[1][3],
    )
    return card, counters, second.split()[1], words[words.index("qdisc") + 1]


# ---- conntrack -------------------------------------------------------------------------------------------------------


def tracked(line: str) -> Tracked:
    """A line of `conntrack -L`."""
    words = line.split()
    ways: list[dict[str, str]] = []
    for word in words:
        name, has, value = word.partition("=")
        if has and name == "src":
            ways.append({})
        if has and name not in ("mark", "use"):
            ways[-1][name] = value
    icmp = tuple(int(ways[0][name]) for name in ("type", "code", "id")) if "type" in ways[0] else None
    return Tracked(
        original=_ends(ways[0]),
        reply=_ends(ways[1]),
        timeout=int(words[2]),
        protocol=words[0],
        state="" if "=" in words[3] else words[3],
        replied="[UNREPLIED]" not in words,
        assured="[ASSURED]" in words,
        icmp=icmp,
        use=int(words[-1].removeprefix("use=")),
    )


def _ends(way: dict[str, str]) -> Ends:
    ports = {name: int(way[name]) for name in ("sport", "dport") if name in way}
    return Ends(source=way["src"], to=way["dst"], **ports)


def counted_per_cpu(printed: str) -> Conntrack:
    """`conntrack -S`."""
    rows = [dict(re.findall(r"(\w+)=(\d+)", line)) for line in printed.splitlines()]
    names = [each.name for each in fields(TrackedByCpu)]
    return Conntrack(cpus=[TrackedByCpu(**{name: int(row[name]) for name in names}) for row in rows])


# ---- the way ---------------------------------------------------------------------------------------------------------


def hops(printed: str) -> list[Hop]:
    """`tracepath -n`: the hops in order, each with the times of its answers."""
    times: dict[str, list[float]] = defaultdict(list)
    narrow: dict[str, int] = {}
    back: dict[str, int] = {}
    lost: set[str] = set()
    order: list[str] = []
    for line in printed.splitlines():
        if re.fullmatch(r" *\d+: +no reply", line):
            order.append("")
            continue
        found = re.match(r" *(\d+): +([\d.]+) +([\d.]+)ms ?(?:asymm +(\d+))? ?(?:pmtu (\d+))?(!N)?", line)
        if not found:
            continue
        address = found[2]
        if address not in times:
            order.append(address)
        times[address].append(float(found[3]) / 1000)
        if found[4]:
            back[address] = int(found[4])
        if found[5]:
            narrow[address] = int(found[5])
        if found[6]:
            lost.add(address)
    if end := re.search(r"hops (\d+) back (\d+)", printed):
        back[order[-1]] = int(end[2])
    return [
        Hop(
            address=each,
            times=times[each],
            mtu=narrow.get(each, 65535),
            back=back.get(each),
            route=each not in lost,
        )
        if each
        else Hop()
        for each in order
    ]


def rows(printed: str) -> list[Row]:
    """`mtr -n -r`."""
    found = []
    for line in printed.splitlines()[2:]:
        words = line.split()
        address, loss, sent = words[1], float(words[2].rstrip("%")), int(words[3])
        numbers = map(float, words[4:])
        found.append(Row("" if address == "???" else address, sent, round(sent * (1 - loss / 100)), *numbers))
    return found
