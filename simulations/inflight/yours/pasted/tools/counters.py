"""The counters of IP, TCP and UDP have the same names wherever they are printed; nstat's are the longest."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Field, Item, Line
from inflight.yours.pasted.number import number
from inflight.yours.pasted.reader import Reader

# net/ipv4/proc.c and net/ipv6/proc.c: the groups
_GROUP = re.compile(
    "(?:IpExt|Ip6|IpReasm|Ip|IcmpMsg|Icmp6|Icmp|TcpExt|Tcp|UdpLite6|UdpLite|Udp6|Udp|MPTcpExt|Sctp|Xfrm|Tls)"
)


class Counters(Reader):
    """What several outputs share: one item with all counters, under nstat's names."""

    kind = "counters"

    def count(self, line: Line, name: str, value: str, column: int, width: int) -> None:
        """A counter by its full name; one of a group that no kernel has is unknown."""
        known = _GROUP.match(name) is not None
        about = f"counter:{name}" if known else ""
        self._now(line, name).add(Field(name, value, number(value), "", line.number, column, width, about, known))

    def _now(self, line: Line, name: str) -> Item:
        """One that has the counter already is complete: the tool was run once more."""
        is_complete = not self.items or (name and name in self.items[-1])
        return self.item("counters", "the counters", line) if is_complete else self.items[-1]
