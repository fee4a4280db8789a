"""What is remarkable about a route, or about what the kernel remembers of a host."""

from __future__ import annotations

from collections.abc import Callable

from inflight.yours.pasted.field import Item
from inflight.yours.pasted.number import count, milliseconds, things
from inflight.yours.pasted.paste import Paste
from inflight.yours.pasted.rules.rule import KNOW, LOOK, Rule, Said


def setting(name: str, weight: int, consequence: str) -> Callable[[Item, Paste], Said | None]:
    """The route has it at all."""

    def says(route: Item, _: Paste) -> Said | None:
        field = route.get(name)
        if field is None:
            return None
        return Said(weight, f"The route to {route.name} has {name} {field.value}: {consequence}")

    return says


def locked(name: str, consequence: str) -> Callable[[Item, Paste], Said | None]:
    def says(route: Item, _: Paste) -> Said | None:
        value = route.text(name)
        if not value.startswith("lock"):
            return None
        return Said(LOOK, f"The route to {route.name} has {name} {value}: {consequence}")

    return says


def first_window(route: Item, _: Paste) -> Said | None:
    field = route.get("initcwnd")
    if field is None or field.number is None:
        return None
    first = field.number
    if first == 10:
        return None
    weight = LOOK if first < 10 else KNOW
    return Said(weight, f"Connections to {route.name} start with {things(first, 'segment')} instead of 10 (initcwnd).")


def remembered_threshold(host: Item, _: Paste) -> Said | None:
    value = host.get("ssthresh")
    if value is None or value.number is None:
        return None
    return Said(
        LOOK,
        f"New connections to {host.name} leave slow start at {things(value.number, 'segment')}, "
        "because an earlier one did (ssthresh).",
    )


def remembered_time(host: Item, _: Paste) -> Said | None:
    time = host.number("rtt")
    return (
        Said(KNOW, f"Earlier connections to {host.name} measured a round trip of {milliseconds(time)}.")
        if time >= 300
        else None
    )


def remembered_order(host: Item, _: Paste) -> Said | None:
    places = host.number("reordering")
    if places <= 3:
        return None
    return Said(KNOW, f"Packets to {host.name} overtook each other by up to {count(places)} places (reordering).")


ROUTES = (
    Rule("initcwnd", "knob:ip route … initcwnd", "tcp_input.c:tcp_init_cwnd", first_window),
    Rule(
        "initrwnd",
        "knob:ip route … initrwnd",
        "tcp_output.c:tcp_select_initial_window",
        setting("initrwnd", KNOW, "that many segments are the first window that this end announces."),
    ),
    Rule(
        "cwnd",
        "knob:ip route … cwnd",
        "tcp_metrics.c:tcp_init_metrics",
        locked("cwnd", "no connection there can have a larger congestion window."),
    ),
    Rule(
        "ssthresh",
        "knob:ip route … ssthresh",
        "tcp_metrics.c:tcp_init_metrics",
        locked("ssthresh", "connections there leave slow start early, and what they learn is not remembered."),
    ),
    Rule(
        "mtu",
        "knob:ip route … mtu",
        "route.c:ip_dst_mtu_maybe_forward",
        locked("mtu", "path MTU discovery is off for it."),
    ),
    Rule(
        "rto_min",
        "knob:ip route … rto_min",
        "tcp.h:tcp_rto_min",
        setting("rto_min", KNOW, "retransmission timers there differ from the usual minimum of 200 ms."),
    ),
    Rule(
        "window",
        "knob:ip route … window",
        "tcp_output.c:tcp_connect_init",
        setting("window", LOOK, "the receive window of these connections is limited to that many bytes."),
    ),
    Rule(
        "advmss",
        "knob:ip route … advmss",
        "tcp_output.c:tcp_advertise_mss",
        setting("advmss", KNOW, "that is the segment size announced there."),
    ),
    Rule(
        "quickack",
        "knob:ip route … quickack",
        "tcp_input.c:tcp_in_quickack_mode",
        setting("quickack", KNOW, "ACKs there are not delayed."),
    ),
)

METRICS = (
    Rule("ssthresh", "congestion/idle#metrics", "tcp_metrics.c:tcp_init_metrics", remembered_threshold),
    Rule("rtt", "congestion/idle#metrics", "tcp_metrics.c:tcp_init_metrics", remembered_time),
    Rule("reordering", "congestion/losing-packets#late", "tcp_metrics.c:tcp_init_metrics", remembered_order),
)
