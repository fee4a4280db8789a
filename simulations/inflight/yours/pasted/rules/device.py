"""What is remarkable about a network card: `ethtool -S`, `-k`, `-g`, `-c`, and `ip -s link`."""

from __future__ import annotations

import re
from collections.abc import Callable

from inflight.yours.pasted.field import Item
from inflight.yours.pasted.number import count, share, things
from inflight.yours.pasted.paste import Paste
from inflight.yours.pasted.rules.rule import KNOW, LIMITS, LOOK, Rule, Said

# Drivers name their counters as they like; these parts of names are common to many.
_FULL_RING = re.compile(
    r"(?:rx[_.-]?)?(?:missed|no_buffer|no_buf|fifo_errors|over_errors|out_of_buffer|buff_alloc_err|rx_discard|no_dma|"
    r"discards?_phy|rx_dropped|rxq_drops|queue_\d+_drops|alloc_rx_buff_failed|nodesc_drop|imissed)",
)
_BAD_FRAME = re.compile(
    r"(?:crc|align|symbol|frame|length|fcs|jabber|fragments|undersize|oversize)[a-z_]*err|rx_errors"
)
_SENDING = re.compile(r"tx_(?:timeout|carrier|aborted|fifo|errors|dropped|window|heartbeat)")


def _moved(pattern: re.Pattern[str], weight: int, consequence: str) -> Callable[[Item, Paste], Said | None]:
    """All counters whose name fits and that are not 0, in one sentence."""

    def says(card: Item, _: Paste) -> Said | None:
        found = [each for each in card if each.number and each.number > 0 and pattern.search(each.name)]
        if not found or card.kind not in ("statistics", "grown"):
            return None
        grew = "grew by" if card.kind == "grown" else "is"
        named = ", ".join(f"{each.name} {grew} {count(each.number or 0)}" for each in found[:4])
        more = f", and {len(found) - 4} more" if len(found) > 4 else ""
        return Said(weight if card.kind == "grown" else max(weight - 1, KNOW), f"{named}{more}: {consequence}")

    return says


def ring(which: str) -> Callable[[Item, Paste], Said | None]:
    def says(card: Item, _: Paste) -> Said | None:
        now, most = card.number(f"{which} now"), card.number(f"{which} maximum")
        if not now or now >= most:
            return None
        return Said(KNOW, f"The {which} ring of {card.name} has {count(now)} entries and could have {count(most)}.")

    return says


def offload(name: str, consequence: str) -> Callable[[Item, Paste], Said | None]:
    def says(card: Item, _: Paste) -> Said | None:
        value = card.text(name)
        if not value.startswith("off"):
            return None
        if "fixed" in value:
            return Said(KNOW, f"{name} is off, and {card.name} can’t do it: {consequence}")
        return Said(LOOK, f"{name} is off on {card.name}: {consequence}")

    return says


def merging(card: Item, _: Paste) -> Said | None:
    if not card.text("large-receive-offload").startswith("on"):
        return None
    return Said(KNOW, f"large-receive-offload is on on {card.name}: it must be off on a router or a bridge.")


def moderated(card: Item, _: Paste) -> Said | None:
    time = card.number("rx-usecs")
    return (
        Said(KNOW, f"{card.name} waits {count(time)} µs after a packet before it interrupts.") if time >= 50 else None
    )


def link(name: str, weight: int, consequence: str) -> Callable[[Item, Paste], Said | None]:
    way = name[:2]

    def says(device: Item, _: Paste) -> Said | None:
        found, packets = device.number(name), device.number(f"{way} packets")
        if not found:
            return None
        of = f" ({share(found, packets + found)} of all)" if packets else ""
        return Said(weight, f"{device.name}: {things(found, 'packet')}{of} counted as {name}: {consequence}")

    return says


def carrier(device: Item, _: Paste) -> Said | None:
    times = device.number("TX carrier")
    return (
        Said(LOOK, f"{device.name} had {things(times, 'carrier error')} while sending: check the cable.")
        if times
        else None
    )


def flapping(device: Item, _: Paste) -> Said | None:
    times = device.number("TX transns")
    if times < 10:
        return None
    return Said(LOOK, f"The carrier of {device.name} has come or gone {things(times, 'time')}.")


def small(device: Item, _: Paste) -> Said | None:
    mtu = device.number("mtu")
    if not mtu or mtu >= 1500:
        return None
    return Said(KNOW, f"{device.name} has an MTU of {count(mtu)} bytes, less than Ethernet’s 1500.")


STATISTICS = (
    Rule(
        "rx_missed_errors",
        "queues/receiving#ring",
        "if_link.h:rtnl_link_stats64",
        _moved(_FULL_RING, LIMITS, "packets arrived for which there was no room in the card or its ring."),
    ),
    Rule(
        "rx_crc_errors",
        "queues/receiving#counters",
        "if_link.h:rtnl_link_stats64",
        _moved(_BAD_FRAME, LOOK, "frames arrived damaged; look at the cable, the plug and the other end."),
    ),
    Rule(
        "tx_timeout_count",
        "queues/driver-queue#ring",
        "if_link.h:rtnl_link_stats64",
        _moved(_SENDING, LOOK, "packets could not be sent."),
    ),
)

FEATURES = (
    Rule(
        "tcp-segmentation-offload",
        "queues/offloads#saves",
        "dev.c:netif_skb_features",
        offload("tcp-segmentation-offload", "the CPU cuts every segment itself."),
    ),
    Rule(
        "generic-receive-offload",
        "queues/offloads#gro",
        "gro.c:dev_gro_receive",
        offload("generic-receive-offload", "each segment passes through the stack alone."),
    ),
    Rule(
        "generic-segmentation-offload",
        "queues/offloads#layers",
        "dev.c:validate_xmit_skb",
        offload("generic-segmentation-offload", "large packets are cut earlier than they need be."),
    ),
    Rule(
        "scatter-gather",
        "queues/offloads#saves",
        "dev.c:netdev_fix_features",
        offload("scatter-gather", "without it there is no segmentation offload."),
    ),
    Rule("large-receive-offload", "queues/offloads#gro", "dev.c:dev_disable_lro", merging),
)

RINGS = (
    Rule("RX now", "queues/receiving#ring", "ethtool.h:ethtool_ringparam", ring("RX")),
    Rule("TX now", "queues/driver-queue#ring", "ethtool.h:ethtool_ringparam", ring("TX")),
)

MODERATION = (Rule("rx-usecs", "queues/receiving#moderation", "ethtool.h:ethtool_coalesce", moderated),)

LINKS = (
    Rule(
        "RX missed",
        "queues/receiving#ring",
        "if_link.h:rtnl_link_stats64",
        link("RX missed", LIMITS, "the ring was full."),
    ),
    Rule(
        "RX overrun",
        "queues/receiving#ring",
        "if_link.h:rtnl_link_stats64",
        link("RX overrun", LIMITS, "the card could not take them in."),
    ),
    Rule(
        "RX dropped",
        "queues/receiving#counters",
        "dev.c:__netif_receive_skb_core",
        link("RX dropped", LOOK, "the kernel threw them away, often because nobody wants their protocol."),
    ),
    Rule(
        "RX errors",
        "queues/receiving#counters",
        "if_link.h:rtnl_link_stats64",
        link("RX errors", LOOK, "they arrived damaged or of a wrong length."),
    ),
    Rule(
        "TX errors",
        "queues/driver-queue#ring",
        "if_link.h:rtnl_link_stats64",
        link("TX errors", LOOK, "they could not be sent."),
    ),
    Rule(
        "TX dropped",
        "queues/driver-queue#ring",
        "if_link.h:rtnl_link_stats64",
        link("TX dropped", LOOK, "the driver threw them away."),
    ),
    Rule("TX carrier", "queues/driver-queue#ring", "if_link.h:rtnl_link_stats64", carrier),
    Rule("TX transns", "queues/receiving#counters", "if_link.h:rtnl_link_stats64", flapping),
    Rule("mtu", "cases/small-works#figure", "ip_output.c:ip_finish_output", small),
)
