"""Numbers as tools print them, and as sentences say them."""

from __future__ import annotations

import re

from inflight.figure.words import significant

_MOST_DIGITS = 20
"""Of a counter of 64 bits."""
_PLAIN = re.compile(r"[-+]?\d{1,20}(?:\.\d{1,20})?")
_WITH_UNIT = re.compile(r"([-+]?\d{1,20}(?:\.\d{1,20})?)([A-Za-z%]{0,6})")

_UNITS: dict[str, tuple[float, str]] = {
    # tc's and ss's rates: tc_util.c:tc_print_rate, ss.c:sprint_bw
    "bit": (1, "bit/s"),
    "Kbit": (1e3, "bit/s"),
    "Mbit": (1e6, "bit/s"),
    "Gbit": (1e9, "bit/s"),
    "Tbit": (1e12, "bit/s"),
    "bps": (1, "bit/s"),
    "kbps": (1e3, "bit/s"),
    "Kbps": (1e3, "bit/s"),
    "Mbps": (1e6, "bit/s"),
    "Gbps": (1e9, "bit/s"),
    "Tbps": (1e12, "bit/s"),
    # tc's sizes are binary: json_print.c:print_size
    "b": (1, "bytes"),
    "Kb": (1 << 10, "bytes"),
    "Mb": (1 << 20, "bytes"),
    "Gb": (1 << 30, "bytes"),
    "p": (1, "packets"),
    # times: utils_math.c:sprint_time, ss.c:print_ms_timer
    "ns": (1e-6, "ms"),
    "us": (1e-3, "ms"),
    "ms": (1, "ms"),
    "s": (1e3, "ms"),
    "sec": (1e3, "ms"),
    "min": (6e4, "ms"),
    "%": (1, "%"),
}


def number(text: str) -> float | None:
    """A plain decimal number; None for anything else, and for more digits than a counter can have."""
    if len(text) > _MOST_DIGITS + 2 or not _PLAIN.fullmatch(text):
        return None
    return float(text) if "." in text else int(text)


def hexadecimal(text: str) -> int | None:
    """A number such as 0002c4aa."""
    return int(text, 16) if len(text) <= 16 and re.fullmatch("[0-9a-fA-F]{1,16}", text) else None


def with_unit(text: str) -> tuple[float | None, str]:
    """The number and its unit: `5ms`, `32Kb`, `100Mbit`, `1%`, `10240p`. Times are in ms, rates in bit/s."""
    found = _WITH_UNIT.fullmatch(text) if len(text) < 40 else None
    if not found:
        return None, ""
    value = number(found[1])
    if not found[2]:
        return value, ""
    factor, unit = _UNITS.get(found[2], (None, ""))
    return (None, "") if value is None or factor is None else (value * factor, unit)


def count(value: float) -> str:
    """A count as prose has it: 4096, 25,000."""
    return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.0f}"


def things(value: float, one: str, many: str = "") -> str:
    """A count and what is counted: 1 packet, 25,000 packets."""
    return f"{count(value)} {one if value == 1 else many or one + 's'}"


def milliseconds(value: float) -> str:
    """A time of so many ms: 0.045 ms, 232 ms, 4200 ms, 25,000 ms."""
    return f"{count(value)} ms" if value >= 100 else f"{significant(value)} ms"


def rate(bits: float) -> str:
    """`9.56 Mbit/s`."""
    for unit, factor in (("Gbit/s", 1e9), ("Mbit/s", 1e6), ("kbit/s", 1e3)):
        if bits >= factor:
            return f"{significant(bits / factor)} {unit}"
    return f"{significant(bits)} bit/s"


def share(part: float, whole: float) -> str:
    """A share in per cent: 84%, 0.31%."""
    percent = 100 * part / whole
    return f"{percent:.0f}%" if percent >= 10 else f"{significant(percent, 2)}%"
