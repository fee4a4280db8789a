"""Reads `tc -s -j qdisc` and `tc -s -j class`, on one line or laid out (`-p`), and also when the end is missing."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Field, Line
from inflight.yours.pasted.number import number
from inflight.yours.pasted.reader import Reader
from inflight.yours.pasted.tools.tc_fields import ABOUT, FROM_JSON, KNOWN, OF_KIND

_OPENS = re.compile(r'[\s\[]*\{?\s*"(?:kind|class)"\s*:\s*"[a-z].*')
_PAIR = re.compile(r'"([\w-]{1,40})"\s*:\s*("[^"]{0,80}"|-?[\d.]{1,40}(?:e[-+]?\d{1,3})?|true|false|null)')
_REST = re.compile(r'(?:[\s\[\]{},]|"[\w-]{1,40}"\s*:\s*(?=[\[{]))*')


class DisciplinesJson(Reader):
    tool = "tc -s -j"
    kind = "tc"

    @classmethod
    def opens(cls, text: str) -> bool:
        return _OPENS.fullmatch(text) is not None

    def take(self, line: Line) -> bool:
        pairs = list(_PAIR.finditer(line.text))
        for pair in pairs:
            self._pair(line, pair)
        return bool(pairs) or _REST.fullmatch(line.text) is not None

    def _pair(self, line: Line, pair: re.Match[str]) -> None:
        name, value = FROM_JSON.get(pair[1], pair[1]), pair[2].strip('"')
        if pair[1] in ("kind", "class"):
            self.item("qdisc" if pair[1] == "kind" else "class", value, line)
        if not self.items:
            return
        item = self.items[-1]
        if pair[1] == "handle":
            item.name = f"{item.name} {value}"
        if pair[1] == "dev":
            item.name = f"{item.name} dev {value}"
        about = OF_KIND.get((item.text("kind"), name)) or ABOUT.get(name, "")
        start, end = pair.span()
        unit = _unit(name)
        known = name in KNOWN
        item.add(Field(name, value, number(value), unit, line.number, start + 1, end - start, about, known))


def _unit(name: str) -> str:
    """Settings are in other units than in text (bytes per second, µs), so only what is counted has one."""
    if name in ("Sent bytes", "backlog"):
        return "bytes"
    return "packets" if name in ("Sent pkt", "dropped", "backlog packets", "requeues") else ""
