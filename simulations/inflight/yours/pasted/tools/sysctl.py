"""Reads `sysctl -a`, lines of sysctl.conf, and what `head /proc/sys/net/…` prints."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Field, Line
from inflight.yours.pasted.number import number
from inflight.yours.pasted.reader import Reader

# procps: sysctl.c, "%s = %s"; a device may have a dot or a slash in its name
_ROW = re.compile(
    r"(?P<name>(?:abi|crypto|debug|dev|fs|kernel|net|sunrpc|user|vm)\.[\w.:@/*-]{1,120}) ?= ?(?P<value>.{0,4000})"
)
# sysctl writes to stderr what it may not read, and a pasted terminal has both
_REFUSED = re.compile(
    r"sysctl: (?:permission denied on key|reading key|cannot stat|unable to open directory|error: )[^\n]{0,200}"
)


class Sysctl(Reader):
    tool = "sysctl"
    kind = "sysctl"

    @classmethod
    def opens(cls, text: str) -> bool:
        return _ROW.fullmatch(text) is not None

    def take(self, line: Line) -> bool:
        if self.items and _REFUSED.fullmatch(line.text):
            return True
        found = _ROW.fullmatch(line.text)
        if not found:
            return False
        item = self.items[-1] if self.items else self.item("sysctl", "the settings", line)
        name, value = found["name"].replace("/", "."), found["value"].strip()
        width = len(line.text.rstrip())
        item.add(Field(name, value, number(value), "", line.number, 1, width, f"knob:{name}"))
        return True
