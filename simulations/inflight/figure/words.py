"""Numbers as a networking person says them: 16 KiB, 1.87 MB, 9.56 Mbit/s, 13.1 s."""

from __future__ import annotations


def significant(value: float, digits: int = 3) -> str:
    """Rounded to `digits` significant digits, without an exponent or trailing zeros."""
    text = f"{value:.{digits}g}"
    return f"{float(text):.0f}" if "e" in text else text


def with_unit(number: str, unit: str) -> str:
    """A number as it is written with its unit: 20 ms, 99%, 3."""
    return f"{number}{unit}" if unit == "%" else f"{number} {unit}".rstrip()


def size(count: float) -> str:
    """Bytes of a buffer, in binary units: 16384 → 16 KiB."""
    for unit, factor in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= factor:
            return f"{significant(count / factor)} {unit}"
    return f"{significant(count)} B"


def amount(count: float) -> str:
    """Bytes of data, in decimal units: 22,000,000 → 22 MB."""
    for unit, factor in (("MB", 1e6), ("kB", 1e3)):
        if count >= factor:
            return f"{significant(count / factor)} {unit}"
    return f"{significant(count)} B"


def seconds(value: float) -> str:
    """A time: 0.0204 → 20.4 ms, 13.07 → 13.1 s."""
    return f"{significant(value * 1000)} ms" if value < 1 else f"{significant(value)} s"


def times(count: int) -> str:
    """How often, in words: once, twice, three times, 4 times."""
    return {0: "never", 1: "once", 2: "twice", 3: "three times"}.get(count, f"{count} times")
