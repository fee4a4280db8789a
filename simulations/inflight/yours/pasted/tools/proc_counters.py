"""Reads /proc/net/snmp and /proc/net/netstat: each group is a line of names and below it a line of values."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Line
from inflight.yours.pasted.tools.counters import Counters

# net/ipv4/proc.c:snmp_seq_show_ipstats, snmp_seq_show_tcp_udp, netstat_seq_show
_NAMES = re.compile(r"(?P<group>Ip|Icmp|IcmpMsg|Tcp|Udp|UdpLite|TcpExt|IpExt|MPTcpExt): [A-Z][A-Za-z0-9 ]+")
_VALUES = re.compile(r"(?P<group>\w{2,12}):(?P<values>(?: -?\d{1,400})+) ?")
_EMPTY = re.compile(r"(?:IcmpMsg|MPTcpExt): ?")


class ProcCounters(Counters):
    tool = "/proc/net/snmp"

    def __init__(self) -> None:
        super().__init__()
        self._names: list[str] = []
        self._group = ""

    @classmethod
    def opens(cls, text: str) -> bool:
        return _NAMES.fullmatch(text) is not None

    def take(self, line: Line) -> bool:
        if _EMPTY.fullmatch(line.text):
            return True
        found = _NAMES.fullmatch(line.text)
        if found:
            self._group = found["group"]
            self._names = line.text.split()[1:]
            return True
        found = _VALUES.fullmatch(line.text)
        if not found or found["group"] != self._group:
            return False
        if found["group"].endswith("Ext"):
            self.tool = "/proc/net/netstat"
        values = list(re.finditer(r"\S+", line.text))[1:]
        # a line cut short has fewer values, and whose the last ones are is not known
        for name, value in zip(self._names, values, strict=False):
            self.count(line, self._group + name, value[0], value.start() + 1, len(value[0]))
        for value in values[len(self._names) :]:
            self.count(line, "", value[0], value.start() + 1, len(value[0]))
        return True
