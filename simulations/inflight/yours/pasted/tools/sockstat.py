"""Reads /proc/net/sockstat and sockstat6."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Field, Line
from inflight.yours.pasted.number import number
from inflight.yours.pasted.reader import Reader

# net/ipv4/proc.c:sockstat_seq_show
_ROW = re.compile(
    r"(?P<group>sockets|TCP|UDP|UDPLITE|RAW|FRAG|TCP6|UDP6|UDPLITE6|RAW6|FRAG6):(?: [a-z]{2,8} \d{1,400})+ ?"
)
_PAIR = re.compile(r"([a-z]{2,8}) (\d{1,400})")
_KNOWN = {
    "sockets used": ("sockets", "sockets:used"),
    "TCP inuse": ("sockets", "sockets:inuse"),
    "TCP orphan": ("sockets", "sockets:orphan"),
    "TCP tw": ("connections", "sockets:tw"),
    "TCP alloc": ("sockets", "sockets:alloc"),
    "TCP mem": ("pages of 4096 bytes", "sockets:tcp-mem"),
    "UDP inuse": ("sockets", ""),
    "UDP mem": ("pages of 4096 bytes", "sockets:udp-mem"),
    "UDPLITE inuse": ("sockets", ""),
    "RAW inuse": ("sockets", ""),
    "FRAG inuse": ("packets", "sockets:frag"),
    "FRAG memory": ("bytes of memory", "sockets:frag"),
    "TCP6 inuse": ("sockets", "sockets:inuse"),
    "UDP6 inuse": ("sockets", ""),
    "UDPLITE6 inuse": ("sockets", ""),
    "RAW6 inuse": ("sockets", ""),
    "FRAG6 inuse": ("packets", "sockets:frag"),
    "FRAG6 memory": ("bytes of memory", "sockets:frag"),
}


class Sockstat(Reader):
    tool = "/proc/net/sockstat"
    kind = "sockstat"

    @classmethod
    def opens(cls, text: str) -> bool:
        return _ROW.fullmatch(text) is not None

    def take(self, line: Line) -> bool:
        found = _ROW.fullmatch(line.text)
        if not found:
            return False
        # the first line begins another snapshot
        is_new = not self.items or found["group"] == "sockets"
        item = self.item("sockstat", "all sockets", line) if is_new else self.items[-1]
        for pair in _PAIR.finditer(line.text, found.end("group")):
            name = f"{found['group']} {pair[1]}"
            unit, about = _KNOWN.get(name, ("", ""))
            start, end = pair.span()
            known = name in _KNOWN
            item.add(Field(name, pair[2], number(pair[2]), unit, line.number, start + 1, end - start, about, known))
        return True
