"""Reads `netstat -s`: sentences with numbers, which are found under the counters' names."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Line
from inflight.yours.pasted.tools.counters import Counters
from inflight.yours.pasted.tools.netstat_phrases import PHRASES

# statistics.c:newtable, printval: a title, then sentences that are indented by 4, or by 8 in a histogram
_TITLE = re.compile(r"(Ip|Icmp|IcmpMsg|Tcp|Udp|UdpLite|TcpExt|IpExt|MPTcpExt|Ip6|Icmp6|Udp6|Tcp6|UdpLite6|Sctp):\s*")
_NAMED = re.compile(r" {4,12}(?P<name>[A-Z][A-Za-z0-9]{1,60}): (?P<value>\d{1,400})\s*")
_SENTENCE = re.compile(
    r" {4,12}(?P<before>[A-Za-z][A-Za-z :]{0,80}?)?(?P<value>\d{1,400})(?P<after> [\w ,.-]{1,120})?\s*"
)
_HISTOGRAM = re.compile(r" {4}ICMP (?:input|output) histogram:\s*")


class Netstat(Counters):
    tool = "netstat -s"

    def __init__(self) -> None:
        super().__init__()
        self._group = ""

    @classmethod
    def opens(cls, text: str) -> bool:
        return _TITLE.fullmatch(text) is not None

    def take(self, line: Line) -> bool:
        found = _TITLE.fullmatch(line.text)
        if found:
            self._group = found[1]
            return True
        if _HISTOGRAM.fullmatch(line.text):
            return True
        found = _NAMED.fullmatch(line.text) or _SENTENCE.fullmatch(line.text)
        if not found or not self._group:
            return False
        start = len(line.text) - len(line.text.lstrip())
        width = len(line.text.strip())
        if "name" in found.groupdict():
            self.count(line, self._group + found["name"], found["value"], start + 1, width)
            return True
        phrase = f"{found['before'] or ''}#{found['after'] or ''}".strip()
        name = PHRASES.get(self._group, {}).get(phrase, "")
        # its words are its name where it has none that is known
        self.count(line, self._group + name if name else phrase, found["value"], start + 1, width)
        return True
