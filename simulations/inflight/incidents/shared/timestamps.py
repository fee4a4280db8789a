"""TCP's timestamps in a capture: the clocks of both hosts, in ms (RFC 7323 §4)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.scene import CapturedPacket

_OPTION = re.compile(r"TS val (\d+) ecr (\d+)")
_WRAP = 1 << 32


def stamped_later(packets: Sequence[CapturedPacket], seconds: float) -> list[CapturedPacket]:
    """The same packets as they look so much later; an echo of nothing stays 0."""
    more = round(1000 * seconds)

    def later(found: re.Match[str]) -> str:
        value, echo = int(found[1]), int(found[2])
        return f"TS val {(value + more) % _WRAP} ecr {(echo + more) % _WRAP if echo else 0}"

    return [replace(each, options=_OPTION.sub(later, each.options)) if each.options else each for each in packets]
