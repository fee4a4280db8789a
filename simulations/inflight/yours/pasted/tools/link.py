"""Reads `ip -s link` and `ip -s -s link`."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Field, Item, Line
from inflight.yours.pasted.number import number
from inflight.yours.pasted.reader import Reader

# ipaddress.c:print_linkinfo, print_link_flags
_HEAD = re.compile(r"(?P<index>\d{1,10}): (?P<dev>[^\s:]{1,40}): <(?P<flags>[A-Z0-9_,-]{0,200})> (?P<rest>mtu .*)")
# ipaddress.c:print_num, __print_link_stats: names in one line, numbers in columns of the same order in the next
_TITLES = re.compile(r" {4}(?P<way>RX|TX)(?P<errors> errors)?:(?P<names>(?: +[a-z_]+)+) *")
_VALUES = re.compile(r" {4,30}\d[\d .KMGTPkmgtpi]{0,200}")
_TOKEN = re.compile(r"\S+")
_ADDRESS = re.compile(r" {4}(?:link/\S{1,20}|inet6?|altname|vf \d{1,4}|tun|veth|vlan|bond|bridge)\b.{0,600}")
_LINKINFO = re.compile(
    r"\s{4,8}(?:(?:valid_lft|promiscuity|bond_slave|bridge_slave|parentbus|numtxqueues|addrgenmode)\b).{0,2000}"
)

_ABOUT = {
    "mtu": "device:l-mtu",
    "qdisc": "device:l-qdisc",
    "state": "device:l-state",
    "qlen": "device:l-qlen",
    "RX packets": "device:rx-packets",
    "TX packets": "device:tx-packets",
    "RX errors": "device:rx-errors",
    "RX dropped": "device:l-dropped",
    "RX missed": "device:l-missed",
    "RX overrun": "device:l-overrun",
    "RX length": "device:rx-length",
    "RX crc": "device:rx-crc",
    "TX dropped": "device:tx-dropped",
    "TX carrier": "device:l-carrier",
    "TX transns": "device:l-transns",
}
_KNOWN = {
    *("bytes", "packets", "errors", "dropped", "missed", "mcast", "compressed", "length", "crc", "frame", "fifo"),
    *(
        "overrun",
        "nohandler",
        "carrier",
        "collsns",
        "aborted",
        "window",
        "heartbt",
        "heartbeat",
        "transns",
        "otherhost",
    ),
}


class Links(Reader):
    tool = "ip -s link"
    kind = "link"

    def __init__(self) -> None:
        super().__init__()
        self._titles: list[str] = []

    @classmethod
    def opens(cls, text: str) -> bool:
        return _HEAD.fullmatch(text) is not None

    def take(self, line: Line) -> bool:
        text = line.text
        found = _HEAD.fullmatch(text)
        if found:
            item = self.item("link", found["dev"], line)
            start, end = found.span("flags")
            item.add(Field("flags", found["flags"], None, "", line.number, start + 1, end - start))
            _settings(item, line, list(_TOKEN.finditer(text, found.start("rest"))))
            return True
        if not self.items:
            return False
        found = _TITLES.fullmatch(text)
        if found:
            self._titles = [f"{found['way']} {each}" for each in found["names"].split()]
            return True
        if self._titles and _VALUES.fullmatch(text):
            for name, value in zip(self._titles, _TOKEN.finditer(text), strict=False):
                known = name[3:] in _KNOWN
                start, end = value.span()
                self.items[-1].add(
                    Field(
                        name,
                        value[0],
                        number(value[0]),
                        "",
                        line.number,
                        start + 1,
                        end - start,
                        _ABOUT.get(name, ""),
                        known,
                    )
                )
            self._titles = []
            return True
        return bool(_ADDRESS.fullmatch(text) or _LINKINFO.fullmatch(text))


def _settings(item: Item, line: Line, tokens: list[re.Match[str]]) -> None:
    """`mtu 1500 qdisc fq_codel state UP …`, always a word and its value."""
    for name, value in zip(tokens[::2], tokens[1::2], strict=False):
        start, end = name.start(), value.end()
        about = _ABOUT.get(name[0], "")
        item.add(Field(name[0], value[0], number(value[0]), "", line.number, start + 1, end - start, about))
