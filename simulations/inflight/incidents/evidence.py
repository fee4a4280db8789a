"""What shows a fault: which commands, and what of their output."""

from __future__ import annotations

import re

from inflight.incidents.fault import Fault, Setting
from inflight.incidents.seen import Pointed, Seen, Telltale


def evidence(fault: Fault[Setting], seen: Seen) -> Pointed | None:
    """Where in the text the fault shows; None: it doesn't."""
    for clue in fault.clues:
        look, _, place = clue.partition("@")
        if look not in seen.looks or place not in ("", str(seen.place)) or not seen.text.strip():
            continue
        found = pointed(fault.telltales[clue], seen)
        if found:
            return found
    return None


def pointed(telltale: Telltale, seen: Seen) -> Pointed | None:
    """Where the telltale is; None: it isn't there."""
    if not isinstance(telltale, str):
        return telltale(seen)
    pattern = re.compile(telltale, re.MULTILINE)
    groups = sorted({*range(1, pattern.groups + 1)} - {*pattern.groupindex.values()}) or [0]
    spans = [found.span(group) for found in pattern.finditer(seen.text) for group in groups if found[group]]
    return Pointed(spans) if spans else None


def shows(fault: Fault[Setting], seen: Seen) -> bool:
    """Whether it shows the fault."""
    return evidence(fault, seen) is not None
