"""What is remarkable about settings: that they are not what Linux has by itself."""

from __future__ import annotations

from collections.abc import Iterator

from inflight.yours.pasted.field import Field, Item
from inflight.yours.pasted.paste import Paste
from inflight.yours.pasted.rules.rule import KNOW, LIMITS, LOOK
from inflight.yours.pasted.rules.sysctl_defaults import DEFAULTS

# What a value costs, where it costs something whatever the machine is for.
_DEAR = {
    ("net.ipv4.tcp_window_scaling", "0"): (LIMITS, "no window can be larger than 65,535 bytes."),
    ("net.ipv4.tcp_sack", "0"): (LIMITS, "after a loss, only one hole can be filled in each round trip."),
    ("net.ipv4.tcp_moderate_rcvbuf", "0"): (LIMITS, "receive buffers do not grow."),
    ("net.ipv4.tcp_timestamps", "0"): (
        LOOK,
        "round trips are measured less accurately, and reusing ports is less safe.",
    ),
    ("net.ipv4.tcp_dsack", "0"): (LOOK, "senders do not hear that they retransmit in vain."),
    ("net.ipv4.tcp_recovery", "0"): (LOOK, "RACK is off, and late losses need the timer."),
    ("net.ipv4.tcp_early_retrans", "0"): (LOOK, "there are no tail-loss probes."),
    ("net.ipv4.tcp_syncookies", "0"): (LOOK, "a full half-open queue drops SYNs instead of sending cookies."),
    ("net.ipv4.tcp_abort_on_overflow", "1"): (LOOK, "a full accept queue resets clients that would have tried again."),
    ("net.ipv4.tcp_low_latency", "1"): (KNOW, "nothing: it has had no effect since Linux 4.14."),
    ("net.ipv4.tcp_tw_recycle", "1"): (LIMITS, "clients behind one address cannot connect."),
    ("net.core.default_qdisc", "fq"): (KNOW, "the host paces what it sends itself."),
    ("net.ipv4.tcp_congestion_control", "bbr"): (KNOW, "new connections use BBR."),
}


def remarks(settings: Item, _: Paste) -> Iterator[tuple[str, int, str, str]]:
    """Field, weight, text and where to read on, of each that differs from every default that Linux has had."""
    for field in settings:
        said = _said(field)
        if said:
            yield (field.name, *said, f"knob:{field.name}")


def _said(field: Field) -> tuple[int, str] | None:
    value = " ".join(field.value.split())
    weight, cost = _DEAR.get((field.name, value), (0, ""))
    defaults = DEFAULTS.get(field.name)
    if weight:
        usual = f" instead of {defaults[-1]}" if defaults and value not in defaults else ""
        return weight, f"{field.name} is {value}{usual}: {cost}"
    if not defaults or value in defaults or _same(value, defaults):
        return None
    return KNOW, f"{field.name} is {value}; by itself, Linux has {' or '.join(defaults)}."


def _same(value: str, defaults: tuple[str, ...]) -> bool:
    """The book writes bits as 0x1, and sysctl prints them as 1."""
    return any(each.startswith("0x") and value == str(int(each, 16)) for each in defaults)
