"""Reads `tc -s qdisc` and `tc -s class`."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Field, Item, Line
from inflight.yours.pasted.number import with_unit
from inflight.yours.pasted.reader import Reader
from inflight.yours.pasted.tools.tc_fields import ABOUT, FLAGS, KNOWN, OF_KIND, WORD_VALUES

# tc_qdisc.c:print_qdisc, tc_class.c:print_class
_HEAD = re.compile(
    r"(?:deleted |replaced |added )?(?P<what>qdisc|class) (?P<kind>[a-z][a-z0-9_]{1,15}) "
    r"(?P<handle>[0-9a-f]{0,4}:[0-9a-f]{0,4})"
    r"(?:\[[0-9a-f]{8}\])? (?P<rest>.*)"
)
# tc_util.c:print_tcstats2_attr
_SENT = re.compile(
    r" Sent (?P<bytes>\d{1,20}) bytes (?P<packets>\d{1,20}) pkts? "
    r"\(dropped (?P<dropped>\d{1,20}), overlimits (?P<overlimits>\d{1,20}) requeues (?P<requeues>\d{1,20})\) *"
)
_BACKLOG = re.compile(
    r" (?:rate (?P<rate>\S{1,20}) (?P<pps>\d{1,20})pps )?"
    r"backlog (?P<backlog>\S{1,20}) (?P<packets>\d{1,20})p requeues (?P<requeues>\d{1,20}) *"
)
_TOKEN = re.compile(r"[^\s()]+")
_VALUE = re.compile(r"[-+]?(?:0x)?\d\S{0,40}|unlimited")
# q_cake.c:cake_print_xstats
_TINS = re.compile(r" +(?:Bulk|Tin 0)(?: +(?:Best Effort|Voice|Video|Tin \d))* *| +(?:Tin 0) *")
_TIN_ROW = re.compile(r"  (?P<name>[a-z_]{4,10})(?P<values>(?: +[\d.]{1,20}[A-Za-z]{0,4}){1,8}) *")
_CAKE = re.compile(r" (?P<name>memory used|capacity estimate|(?:min/max|average) [a-z/ ]{5,40}): *(?P<value>\S.{0,60})")


class Disciplines(Reader):
    tool = "tc -s"
    kind = "tc"

    @classmethod
    def opens(cls, text: str) -> bool:
        return _HEAD.fullmatch(text) is not None

    def take(self, line: Line) -> bool:
        found = _HEAD.fullmatch(line.text)
        if found:
            self._begin(line, found)
            return True
        if not self.items or not line.text.startswith(" "):
            return False
        item = self.items[-1]
        found = _SENT.fullmatch(line.text)
        if found:
            for group, name, unit in (
                ("bytes", "Sent bytes", "bytes"),
                ("packets", "Sent pkt", "packets"),
                ("dropped", "dropped", "packets"),
                ("overlimits", "overlimits", "times"),
                ("requeues", "requeues", "packets"),
            ):
                _add(item, line, name, found, group, unit)
            return True
        found = _BACKLOG.fullmatch(line.text)
        if found:
            if found["rate"]:
                _add(item, line, "estimated rate", found, "rate", "bit/s")
            _add(item, line, "backlog", found, "backlog", "bytes")
            _add(item, line, "backlog packets", found, "packets", "packets")
            _add(item, line, "requeues", found, "requeues", "packets")
            return True
        return self._more(item, line)

    def _begin(self, line: Line, found: re.Match[str]) -> None:
        where = re.search(r"\bdev (\S{1,20})", found["rest"])
        name = f"{found['kind']} {found['handle']}" + (f" dev {where[1]}" if where else "")
        item = self.item(found["what"], name, line)
        start = found.start("kind")
        item.add(Field("kind", found["kind"], None, "", line.number, start + 1, found.end("handle") - start, "tc:kind"))
        _pairs(item, line, list(_TOKEN.finditer(line.text, found.start("rest"))))

    def _more(self, item: Item, line: Line) -> bool:
        """What the discipline itself prints: print_xstats of each."""
        text = line.text
        if item.text("kind") == "cake":
            if _TINS.fullmatch(text):
                return True
            found = _TIN_ROW.fullmatch(text) or _CAKE.fullmatch(text)
            if found:
                value = found.groupdict().get("values") or found["value"]
                start, width = found.start("name"), len(text.rstrip()) - found.start("name")
                item.add(Field(found["name"], " ".join(value.split()), None, "", line.number, start + 1, width))
                return True
        tokens = list(_TOKEN.finditer(text))
        if not tokens or tokens[0][0].rstrip(":") not in KNOWN:
            return False
        _pairs(item, line, tokens)
        return True


def _add(item: Item, line: Line, name: str, found: re.Match[str], group: str, unit: str) -> None:
    start, end = found.span(group)
    value = with_unit(found[group])[0]
    item.add(Field(name, found[group], value, unit, line.number, start + 1, end - start, ABOUT.get(name, "")))


def _pairs(item: Item, line: Line, tokens: list[re.Match[str]]) -> None:
    """Words with their values, of which there may be several: `delay 10ms  1ms 25%`."""
    kind = item.text("kind")
    at = 0
    while at < len(tokens):
        first = tokens[at]
        name = first[0].rstrip(":")
        at += 1
        last = at
        if name in WORD_VALUES:
            last = min(at + 1, len(tokens))
        else:
            while last < len(tokens) and _VALUE.fullmatch(tokens[last][0]):
                last += 1
        values = [each[0] for each in tokens[at:last]]
        at = last
        start, end = first.start(), tokens[last - 1].end()
        value, unit = with_unit(values[0].rstrip(",")) if values else (None, "")
        about = OF_KIND.get((kind, name)) or ABOUT.get(name, "")
        known = name in KNOWN and bool(values or name in FLAGS)
        item.add(Field(name, " ".join(values), value, unit, line.number, start + 1, end - start, about, known))
