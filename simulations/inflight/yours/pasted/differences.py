"""What has changed between two snapshots of the same thing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from inflight.yours.pasted.field import Item
from inflight.yours.pasted.recognise import Pasted

# ss.c:tcp_stats_print: what only grows. Of `retrans:0/85` it is the second number.
_GROWS_IN_SS = (
    *("bytes_sent", "bytes_retrans", "bytes_acked", "bytes_received", "segs_out", "segs_in", "data_segs_out"),
    *("data_segs_in", "delivered", "delivered_ce", "busy", "rwnd_limited", "sndbuf_limited", "retrans", "dsack_dups"),
    *("reord_seen", "rcv_ooopack", "skmem d"),
)
_GROWS_IN_SOFTNET = ("processed", "dropped", "time_squeeze", "received_rps", "flow_limit")
_GROWS_IN_TC = (
    *("Sent bytes", "Sent pkt", "dropped", "overlimits", "requeues", "drop_overlimit", "new_flow_count", "ecn_mark"),
    *("lended", "borrowed", "giants", "direct_packets_stat", "throttled", "flows_plimit", "horizon_drops"),
)
# net/ipv4/proc.c: these have no direction
_LEVELS = {"TcpCurrEstab", "TcpRtoAlgorithm", "TcpRtoMin", "TcpRtoMax", "TcpMaxConn", "IpForwarding", "IpDefaultTTL"}
_INCREMENTS = re.compile(r"nstat(?!.*(?: -\w*a|/proc| --zeros))")


class Change(NamedTuple):
    """A field in both snapshots."""

    name: str
    before: float
    after: float
    unit: str
    about: str

    @property
    def grown(self) -> float:
        return self.after - self.before


class Difference(NamedTuple):
    """One thing, seen twice."""

    tool: str
    kind: str
    first: Item
    second: Item
    seconds: float | None
    """Between the two, if the output tells."""
    changes: list[Change]
    """What has changed."""

    def grown(self, name: str) -> float:
        """By how much; 0 if it has not changed."""
        return next((each.grown for each in self.changes if each.name == name), 0)

    def as_item(self) -> Item:
        """The second snapshot with growth in place of what has been counted, for rules about what has grown."""
        is_named = self.kind in ("counters", "ethtool-S")
        name = self.second.name if is_named else f"{self.second.name} (since line {self.first.line})"
        item = Item("grown" if is_named else self.second.kind, name, self.second.line)
        grown = {each.name: each.grown for each in self.changes}
        for field in self.second:
            if field.name in grown:
                item.add(field._replace(number=grown[field.name], value=f"{grown[field.name]:.0f}"))
            elif not _counts(self.kind, field.name):
                item.add(field)
        return item


def differences(blocks: Sequence[Pasted]) -> list[Difference]:
    """Of each thing that was seen more than once, the differences from one time to the next."""
    seen: dict[tuple[str, str, str], Item] = {}
    found = []
    for block in blocks:
        # without -a nstat prints differences already: nstat.c:dump_incr_db
        if block.kind not in _FIELDS or _INCREMENTS.search(block.command):
            continue
        for item in block.items:
            key = (block.tool, item.kind, item.name)
            before = seen.get(key)
            seen[key] = item
            difference = before and _difference(block, before, item)
            if difference:
                found.append(difference)
    return found


_FIELDS: dict[str, Sequence[str] | None] = {
    "ss": _GROWS_IN_SS,
    "counters": None,
    "softnet": _GROWS_IN_SOFTNET,
    "tc": _GROWS_IN_TC,
    "link": None,
    "ethtool-S": None,
}
"""By kind of output; None: all its numbers grow."""


def _counts(kind: str, name: str) -> bool:
    """Whether this field only grows."""
    names = _FIELDS[kind]
    if names is not None:
        return name in names
    return name[:3] in ("RX ", "TX ") if kind == "link" else name not in _LEVELS


def _difference(block: Pasted, first: Item, second: Item) -> Difference | None:
    changes = []
    for name in dict.fromkeys([each.name for each in [*second, *first]]):
        if not _counts(block.kind, name):
            continue
        field = second.get(name) or first.get(name)
        if field is None:
            continue
        before, after = _value(first, name), _value(second, name)
        if after < before:
            # it counts anew: another socket, another boot, or these are differences already
            return None
        if after > before:
            changes.append(Change(name, before, after, field.unit, field.about))
    return Difference(block.tool, block.kind, first, second, _seconds(first, second), changes)


def _value(item: Item, name: str) -> float:
    if name == "retrans":
        total = item.text(name).partition("/")[2]
        return int(total) if total.isdigit() and len(total) < 20 else 0
    return item.number(name)


def _seconds(first: Item, second: Item) -> float | None:
    """What `ss` does not print. But a pure sender's `lastrcv` is its age, and a pure receiver's `lastsnd`."""
    for counted, age in (("data_segs_in", "lastrcv"), ("data_segs_out", "lastsnd")):
        if age in second and first.number(counted) == second.number(counted):
            between = second.number(age) - first.number(age)
            if between > 0:
                return between / 1000
    return None
