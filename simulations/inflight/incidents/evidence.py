"""What shows a fault: which commands, and what of their output."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from inflight.incidents.fault import Fault, Setting


@dataclass(frozen=True)
class Seen:
    """What was on the screen: which looks it was (`ss-tin`), at the machine of which place, and the text."""

    looks: Sequence[str]
    place: int
    text: str


def spans(fault: Fault[Setting], seen: Seen) -> list[tuple[int, int]] | None:
    """Where in the text the fault shows, from and to; None: it doesn't."""
    for clue in fault.clues:
        look, _, place = clue.partition("@")
        if look not in seen.looks or place not in ("", str(seen.place)) or not seen.text.strip():
            continue
        telltale = fault.telltales.get(clue)
        if telltale is None:
            return []
        found = [
            found.span(group)
            for found in re.finditer(telltale, seen.text, re.MULTILINE)
            for group in (range(1, len(found.groups()) + 1) if found.groups() else (0,))
            if found.span(group)[0] >= 0
        ]
        if found:
            return found
    return None


def shows(fault: Fault[Setting], seen: Seen) -> bool:
    """Whether it shows the fault."""
    return spans(fault, seen) is not None
