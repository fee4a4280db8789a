"""What is remarkable about a CPU in /proc/net/softnet_stat."""

from __future__ import annotations

from inflight.yours.pasted.field import Item
from inflight.yours.pasted.number import count, share, things
from inflight.yours.pasted.paste import Paste
from inflight.yours.pasted.rules.rule import KNOW, LIMITS, LOOK, Rule, Said


def dropped(cpu: Item, _: Paste) -> Said | None:
    drops = cpu.number("dropped")
    if not drops:
        return None
    value = cpu.text("dropped")
    printed = f" (hexadecimal {value.lstrip('0')})" if drops > 9 and len(value) == 8 else ""
    return Said(
        LIMITS,
        f"{cpu.name} dropped {things(drops, 'packet')}{printed} because its backlog was full; "
        "net.core.netdev_max_backlog sets its length.",
    )


def squeezed(cpu: Item, _: Paste) -> Said | None:
    times, packets = cpu.number("time_squeeze"), cpu.number("processed")
    if not times:
        return None
    weight = LOOK if times >= 1000 or times >= 0.001 * packets else KNOW
    return Said(
        weight,
        f"{cpu.name} stopped polling with work left {things(times, 'time')}, "
        f"for {count(packets)} packets (time_squeeze).",
    )


def flow_limit(cpu: Item, _: Paste) -> Said | None:
    drops = cpu.number("flow_limit")
    return Said(LOOK, f"{cpu.name} dropped {things(drops, 'packet')} of a single flow (flow_limit).") if drops else None


def unequal(cpu: Item, paste: Paste) -> Said | None:
    """Said once, of the busiest."""
    mine, total, cpus = cpu.number("processed"), paste.processed_in_all, len(paste.processed)
    if cpus < 4 or total < 100_000 or mine < paste.processed_most or mine < 0.8 * total:
        return None
    return Said(
        LOOK, f"{cpu.name} has handled {share(mine, total)} of all packets; the other {cpus - 1} CPUs hardly any."
    )


RULES = (
    Rule("dropped", "queues/receiving#backlog", "dev.c:enqueue_to_backlog", dropped),
    Rule("time_squeeze", "queues/receiving#softnet", "dev.c:net_rx_action", squeezed),
    Rule("flow_limit", "queues/receiving#softnet", "dev.c:skb_flow_limit", flow_limit),
    Rule("processed", "queues/steering#rss", "dev.c:__netif_receive_skb_core", unequal),
)
