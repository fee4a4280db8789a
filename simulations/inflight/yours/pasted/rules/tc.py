"""What is remarkable about a queueing discipline or a class in `tc -s`."""

from __future__ import annotations

from inflight.figure.words import amount
from inflight.yours.pasted.field import Item
from inflight.yours.pasted.number import count, milliseconds, rate, share, things, with_unit
from inflight.yours.pasted.paste import Paste
from inflight.yours.pasted.rules.rule import KNOW, LIMITS, LOOK, Rule, Said

_DROPS_ON_PURPOSE = {"codel", "fq_codel", "cake", "pie", "fq_pie", "red", "choke", "gred", "sfb"}


def dropped(queue: Item, _: Paste) -> Said | None:
    drops, sent, kind = queue.number("dropped"), queue.number("Sent pkt"), queue.text("kind")
    if not drops:
        return None
    of = f"{queue.name} dropped {things(drops, 'packet')}, {share(drops, drops + sent)} of all"
    if kind in _DROPS_ON_PURPOSE:
        return Said(KNOW, f"{of}. It does so on purpose, to keep the queue short.")
    if kind == "netem":
        return Said(LOOK, f"{of}: as it is told to, or because its limit is too small.")
    weight = LIMITS if drops >= 0.001 * sent else LOOK
    return Said(weight, f"{of}: its queue was full.")


def overlimit(queue: Item, _: Paste) -> Said | None:
    drops = queue.number("drop_overlimit") + queue.number("drop_overmemory")
    if not drops:
        return None
    return Said(
        LIMITS,
        f"{queue.name} dropped {things(drops, 'packet')} because all its queues together were full: "
        "somebody sends without reacting to drops, or the limit is too small.",
    )


def waiting(queue: Item, _: Paste) -> Said | None:
    size, packets = queue.number("backlog"), queue.number("backlog packets")
    if not packets or queue.text("kind") in ("netem", "mq"):
        return None
    speed = with_unit(queue.text("rate"))[0] if queue.text("kind") == "tbf" else None
    time = f", which is {milliseconds(8000 * size / speed)} at {rate(speed)}" if speed and size else ""
    return Said(
        LOOK,
        f"{things(packets, 'packet waits', 'packets wait')} in {queue.name} ({amount(size)}){time}: "
        "the line behind it is busy.",
    )


def shaped(queue: Item, _: Paste) -> Said | None:
    over, sent, kind = queue.number("overlimits"), queue.number("Sent pkt"), queue.text("kind")
    if not over or kind not in ("tbf", "htb", "cake", "hfsc", "cbq"):
        return None
    return Said(
        KNOW,
        f"{queue.name} had packets wait for tokens {things(over, 'time')} ({count(sent)} packets sent): "
        "the shaper is in use.",
    )


def marked(queue: Item, _: Paste) -> Said | None:
    marks = queue.number("ecn_mark") or queue.number("marked")
    return (
        Said(KNOW, f"{queue.name} marked {things(marks, 'packet')} (ECN) instead of dropping them.") if marks else None
    )


def requeued(queue: Item, _: Paste) -> Said | None:
    again, sent = queue.number("requeues"), queue.number("Sent pkt")
    if not again or again < 0.1 * sent:
        return None
    return Said(
        LOOK,
        f"{queue.name} got {things(again, 'packet')} back from the driver ({count(sent)} sent): "
        "the driver’s ring is always full.",
    )


def throttled_flow(queue: Item, _: Paste) -> Said | None:
    drops = queue.number("flows_plimit")
    return (
        Said(LIMITS, f"{queue.name} dropped {things(drops, 'packet')} of flows that were over flow_limit.")
        if drops
        else None
    )


def horizon(queue: Item, _: Paste) -> Said | None:
    drops = queue.number("horizon_drops")
    return (
        Said(LOOK, f"{queue.name} dropped {things(drops, 'packet')} whose time to leave was too far away.")
        if drops
        else None
    )


def unclassified(queue: Item, _: Paste) -> Said | None:
    direct = queue.number("direct_packets_stat")
    if not direct:
        return None
    return Said(
        LOOK,
        f"{things(direct, 'packet')} bypassed all classes of {queue.name}: "
        "a filter is wrong, or the default class doesn’t exist.",
    )


def small_limit(queue: Item, _: Paste) -> Said | None:
    limit, delay = queue.number("limit"), queue.number("delay")
    if queue.text("kind") != "netem" or limit != 1000 or delay < 1:
        return None
    return Said(
        KNOW,
        f"{queue.name} delays by {milliseconds(delay)} with the default limit of 1000 packets: "
        f"above {rate(1000 * 1514 * 8000 / delay)} netem itself drops.",
    )


def overtaking(queue: Item, _: Paste) -> Said | None:
    parts = queue.text("delay").split()
    if queue.text("kind") != "netem" or len(parts) < 2 or "rate" in queue:
        return None
    return Said(LOOK, f"{queue.name} has a jitter of {parts[1]}, so it lets packets overtake each other.")


def starved(queue: Item, _: Paste) -> Said | None:
    if queue.kind != "class" or not queue.number("backlog packets") or queue.number("borrowed"):
        return None
    if queue.text("rate") == queue.text("ceil"):
        return None
    return Said(LOOK, f"Class {queue.name} has a backlog and has never borrowed, although its ceil is above its rate.")


RULES = (
    Rule("dropped", "disciplines/tc#counters", "gen_stats.h:gnet_stats_queue", dropped),
    Rule("drop_overlimit", "disciplines/fair-queueing#defaults", "sch_fq_codel.c:fq_codel_drop", overlimit),
    Rule("backlog", "queues/bufferbloat#time", "gen_stats.h:gnet_stats_queue", waiting),
    Rule("overlimits", "disciplines/tc#counters", "sch_generic.h:qdisc_qstats_overlimit", shaped),
    Rule("ecn_mark", "disciplines/fair-queueing#codel", "codel_impl.h:codel_dequeue", marked),
    Rule("requeues", "queues/driver-queue#ring", "sch_generic.c:dev_requeue_skb", requeued),
    Rule("flows_plimit", "congestion/pacing#who", "sch_fq.c:fq_enqueue", throttled_flow),
    Rule("horizon_drops", "congestion/pacing#who", "sch_fq.c:fq_enqueue", horizon),
    Rule("direct_packets_stat", "disciplines/htb#default", "sch_htb.c:htb_enqueue", unclassified),
    Rule("limit", "disciplines/netem#limit", "sch_netem.c:netem_enqueue", small_limit),
    Rule("delay", "disciplines/netem#jitter", "sch_netem.c:tfifo_enqueue", overtaking),
    Rule("borrowed", "disciplines/htb#modes", "sch_htb.c:htb_charge_class", starved),
)
