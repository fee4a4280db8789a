"""Reads `ss -s`."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Field, Item, Line
from inflight.yours.pasted.number import number
from inflight.yours.pasted.reader import Reader

# ss.c:print_summary
_TOTAL = re.compile(r"Total: (\d{1,12})(?: \(kernel \d{1,12}\))?\s*")
_TCP = re.compile(r"TCP: +(?P<TCP>\d{1,12}) \((?P<rest>[^()]{1,200})\)(?:, ports \d{1,12})?\s*")
_PART = re.compile(r"([a-z]{2,10}) (\d{1,12})(?:/\d{1,12})?")
_HEADER = re.compile(r"Transport +Total +IP +IPv6\s*")
_ROW = re.compile(r"(\*|RAW|UDP|TCP|INET|FRAG)\s+(\d{1,12}|-)\s+(\d{1,12}|-)\s+(\d{1,12}|-)\s*")

_ABOUT = {"estab": "ss:s-estab", "closed": "ss:s-closed", "orphaned": "ss:s-orphaned", "timewait": "ss:s-timewait"}


class Summary(Reader):
    tool = "ss -s"
    kind = "ss-s"

    @classmethod
    def opens(cls, text: str) -> bool:
        return bool(_TOTAL.fullmatch(text) or _TCP.fullmatch(text))

    def take(self, line: Line) -> bool:
        text = line.text
        if _HEADER.fullmatch(text):
            return True
        found = _TOTAL.fullmatch(text)
        if found:
            self._all(line).add(_field("Total", found, 1, line, "ss:s-total"))
            return True
        found = _TCP.fullmatch(text)
        if found:
            item = self._all(line)
            item.add(_field("TCP", found, 1, line, ""))
            for part in _PART.finditer(text, *found.span("rest")):
                start, end = part.span()
                name = part[1]
                item.add(
                    Field(
                        name,
                        part[2],
                        number(part[2]),
                        "sockets",
                        line.number,
                        start + 1,
                        end - start,
                        _ABOUT.get(name, ""),
                        name in _ABOUT or name == "synrecv",
                    )
                )
            return True
        found = _ROW.fullmatch(text)
        if found and self.items:
            for place, column in enumerate(("Total", "IP", "IPv6"), start=2):
                self.items[-1].add(_field(f"{found[1]} {column}", found, place, line, ""))
            return True
        return False

    def _all(self, line: Line) -> Item:
        return self.items[-1] if self.items else self.item("summary", "all sockets", line)


def _field(name: str, found: re.Match[str], group: int, line: Line, about: str) -> Field:
    start, end = found.span(group)
    return Field(name, found[group], number(found[group]), "sockets", line.number, start + 1, end - start, about)
