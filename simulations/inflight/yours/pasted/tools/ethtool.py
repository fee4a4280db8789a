"""Reads `ethtool -S`, `-k`, `-g` and `-c`."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Field, Line
from inflight.yours.pasted.number import number
from inflight.yours.pasted.reader import Reader

# drivers name their counters as they like; these are the kernel's own names, which most use
_STATISTICS = {
    "rx_packets": "device:rx-packets",
    "tx_packets": "device:tx-packets",
    "rx_errors": "device:rx-errors",
    "tx_dropped": "device:tx-dropped",
    "rx_crc_errors": "device:rx-crc",
    "rx_no_buffer_count": "device:rx-no-buffer",
    "rx_missed_errors": "device:rx-missed",
    "rx_length_errors": "device:rx-length",
    "rx_fifo_errors": "counter:rx_fifo_errors",
    "rx_dropped": "counter:rx_dropped",
    "tx_timeout_count": "counter:tx_timeout_count",
    "tx_restart_queue": "counter:tx_restart_queue",
}
_FEATURES = {
    "scatter-gather": "device:k-sg",
    "tcp-segmentation-offload": "device:k-tso",
    "generic-segmentation-offload": "device:k-gso",
    "generic-receive-offload": "device:k-gro",
    "large-receive-offload": "device:k-lro",
}

# ethtool.c:do_gnicstats, netlink/stats.c
_STATISTIC = re.compile(r" {1,12}(?P<name>\S[^:]{0,80}): (?P<value>\d{1,400})\s*")
# netlink/features.c:dump_feature
_FEATURE = re.compile(r"\t{0,2}(?P<name>[a-z][a-z0-9_-]{1,60}): (?P<value>on|off)(?P<fixed> \[[a-z0-9 ]{1,40}\])?\s*")
# netlink/rings.c:rings_reply_cb
_RING = re.compile(
    r"(?P<name>RX|RX Mini|RX Jumbo|TX|RX Buf Len|CQE Size|TX Push|RX Push|TX push buff len|TCP data split|HDS thresh):"
    r"\s{1,8}(?P<value>\d{1,12}|n/a|on|off)\s*"
)
# netlink/coalesce.c:coalesce_reply_cb
_MODERATED = {"Adaptive RX": "device:c-adaptive", "Adaptive TX": "device:c-adaptive", "rx-usecs": "device:c-rx-usecs"}
_MODERATION = re.compile(
    r"(?P<name>[a-zA-Z][a-zA-Z0-9 -]{2,40}): (?P<value>\d{1,12}|n/a|on|off)(?: {1,4}TX: (?P<tx>n/a|on|off))?\s*"
)


class Statistics(Reader):
    tool = "ethtool -S"
    kind = "ethtool-S"

    @classmethod
    def opens(cls, text: str) -> bool:
        return text.rstrip() == "NIC statistics:"

    def take(self, line: Line) -> bool:
        if self.opens(line.text):
            if not self.items:
                self.item("statistics", "the card", line)
            return not self.items[-1].fields
        found = _STATISTIC.fullmatch(line.text)
        if not found or not self.items:
            return False
        start = found.start("name")
        about = _STATISTICS.get(found["name"], "")
        self.items[-1].add(
            Field(
                found["name"],
                found["value"],
                number(found["value"]),
                "",
                line.number,
                start + 1,
                found.end("value") - start,
                about,
            )
        )
        return True


class _Titled(Reader):
    """A title with the device's name, then a line for each thing."""

    title: re.Pattern[str]

    @classmethod
    def opens(cls, text: str) -> bool:
        return cls.title.fullmatch(text) is not None

    def take(self, line: Line) -> bool:
        found = self.title.fullmatch(line.text)
        if found:
            if not self.items:
                self.item(self.kind, found["dev"], line)
                return True
            return False
        return bool(self.items) and self.row(line)

    def row(self, line: Line) -> bool:
        """A line below the title."""
        raise NotImplementedError


class Features(_Titled):
    tool = "ethtool -k"
    kind = "ethtool-k"
    title = re.compile(r"Features for (?P<dev>[^:\s]{1,20}):\s*")

    def row(self, line: Line) -> bool:
        found = _FEATURE.fullmatch(line.text)
        if not found:
            return False
        start, width = found.start("name"), len(line.text.strip())
        value = found["value"] + (found["fixed"] or "")
        about = _FEATURES.get(found["name"], "")
        self.items[-1].add(Field(found["name"], value, None, "", line.number, start + 1, width, about))
        return True


class Rings(_Titled):
    tool = "ethtool -g"
    kind = "ethtool-g"
    title = re.compile(r"Ring parameters for (?P<dev>[^:\s]{1,20}):\s*")

    def __init__(self) -> None:
        super().__init__()
        self._part = ""

    def row(self, line: Line) -> bool:
        text = line.text.rstrip()
        if text in ("Pre-set maximums:", "Current hardware settings:"):
            self._part = "maximum" if text.startswith("Pre") else "now"
            about = "device:g-max" if text.startswith("Pre") else "device:g-now"
            self.items[-1].add(Field(text[:-1], "", None, "", line.number, 1, len(text), about))
            return True
        found = _RING.fullmatch(line.text)
        if not found:
            return False
        about = {"RX": "device:g-rx", "TX": "device:g-tx"}.get(found["name"], "") if self._part == "now" else ""
        name, value = f"{found['name']} {self._part}".strip(), found["value"]
        unit = "packets" if found["name"] in ("RX", "RX Mini", "RX Jumbo", "TX") else ""
        self.items[-1].add(Field(name, value, number(value), unit, line.number, 1, len(text), about))
        return True


class Moderation(_Titled):
    tool = "ethtool -c"
    kind = "ethtool-c"
    title = re.compile(r"Coalesce parameters for (?P<dev>[^:\s]{1,20}):\s*")

    def row(self, line: Line) -> bool:
        found = _MODERATION.fullmatch(line.text)
        if not found:
            return False
        name = found["name"]
        self._add(line, name, found, "value", found.start())
        if found["tx"] is not None:
            self._add(line, name.replace("RX", "TX"), found, "tx", found.start("tx") - len("TX: "))
        return True

    def _add(self, line: Line, name: str, found: re.Match[str], group: str, start: int) -> None:
        about = _MODERATED.get(name, "")
        value, unit, width = found[group], "µs" if "usecs" in name else "", found.end(group) - start
        self.items[-1].add(Field(name, value, number(value), unit, line.number, start + 1, width, about))
