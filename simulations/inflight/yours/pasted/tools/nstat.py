"""Reads `nstat`, `nstat -az`, `nstat -d` and `nstat --json`."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Line
from inflight.yours.pasted.tools.counters import Counters

# nstat.c:dump_kern_db, dump_incr_db: the source of the numbers, then the name in 32 columns, the value, the rate
_HEADER = re.compile(r"#(?:kernel|\d{1,10}\.\d{1,10} sampling_interval=\d{1,6} time_const=\d{1,6})\s*")
_ROW = re.compile(r"([A-Z][A-Za-z0-9_]{2,60})\s+(\d{1,400})\s+(-?\d{1,20}\.\d)(?: \(overflow\))?\s*")
_JSON = re.compile(r'\{\s*"(?:kernel|\d[^"]{0,60})"\s*:\s*\{\s*(?:"[A-Z].*)?')
_PAIR = re.compile(r'"(\w{1,60})"\s*:\s*(\d{1,400})')


class Nstat(Counters):
    tool = "nstat"

    @classmethod
    def opens(cls, text: str) -> bool:
        return bool(_HEADER.fullmatch(text) or _ROW.fullmatch(text))

    def take(self, line: Line) -> bool:
        if _HEADER.fullmatch(line.text):
            return True
        found = _ROW.fullmatch(line.text)
        if not found:
            return False
        self.count(line, found[1], found[2], 1, found.end(2))
        return True


class NstatJson(Counters):
    tool = "nstat --json"

    @classmethod
    def opens(cls, text: str) -> bool:
        return _JSON.fullmatch(text) is not None

    def take(self, line: Line) -> bool:
        pairs = list(_PAIR.finditer(line.text))
        for pair in pairs:
            self.count(line, pair[1], pair[2], pair.start() + 1, len(pair[0]))
        return bool(pairs) or bool(re.fullmatch(r"[\s{}\]\[,]*|\s*\{?\s*\"\w+\"\s*:\s*\{", line.text))
