"""`ip -s link show dev eth0` of iproute2 6.1 (ip/ipaddress.c: `print_linkinfo`, `print_stats64`)."""

from __future__ import annotations

from inflight.incidents.scene import Machine

_HEADS = {
    "RX": ("bytes", "packets", "errors", "dropped", "missed", "mcast"),
    "TX": ("bytes", "packets", "errors", "dropped", "carrier", "collsns"),
}
_WIDTHS = (10, 7, 6, 7, 7, 7)
"""Of the columns, if no number is wider; that of RX: and TX: counts as part of the first one."""


def link(machine: Machine) -> str:
    """The card's state, and what has passed through it.

    The kernel asks the driver for these counters (`e1000e_get_stats64`), so they are those of `ethtool -S`. Only what
    was dropped above the driver is counted elsewhere.
    """
    card, counts = machine.link, machine.nic
    rows = {
        "RX": _row(counts, "rx_bytes", "rx_packets", "rx_errors", card.rx_dropped, "rx_missed_errors", "multicast"),
        "TX": _row(counts, "tx_bytes", "tx_packets", "tx_errors", card.tx_dropped, "tx_carrier_errors", "collisions"),
    }
    widths = [max(least, *map(len, column)) for least, *column in zip(_WIDTHS, *rows.values(), strict=True)]
    lines = [_first(machine), f"    link/ether {machine.macs[0]} brd ff:ff:ff:ff:ff:ff"]
    for name, row in rows.items():
        head, *others = zip(_HEADS[name], widths, strict=True)
        lines.append(f"    {name}: {head[0]:>{head[1] - 4}} " + " ".join(f"{word:>{wide}}" for word, wide in others))
        lines.append("    " + " ".join(f"{count:>{wide}}" for count, wide in zip(row, widths, strict=True)))
    return "\n".join(lines)


def _row(counts: dict[str, int], *cells: str | int) -> list[str]:
    return [str(counts.get(cell, 0) if isinstance(cell, str) else cell) for cell in cells]


def _first(machine: Machine) -> str:
    card = machine.link
    works = card.up and card.carrier
    flags = ["NO-CARRIER"] * (card.up and not card.carrier) + ["BROADCAST", "MULTICAST"]
    flags += ["PROMISC"] * card.promiscuous + ["UP"] * card.up + ["LOWER_UP"] * works
    root = next((each.kind for each in machine.qdiscs if each.parent == "root"), "fq_codel")
    state = "UP" if works else "DOWN"
    rest = f"mtu {card.mtu} qdisc {root} state {state} mode DEFAULT group default qlen {card.queue}"
    return f"{card.index}: eth0: <{','.join(flags)}> {rest}"
