"""The change log: what people did in the last week, one of which may have done it."""

from __future__ import annotations

import random
from dataclasses import dataclass

from inflight.incidents.case import Case
from inflight.incidents.fault import Setting
from inflight.incidents.kernels import RELEASES

DAY = 86_400.0
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
TODAY = 0
"""The day of the incident: 9 March 2026 was a Monday."""

OTHERS = 5
"""Entries that have nothing to do with it."""


@dataclass(frozen=True)
class Change:
    """An entry. ago: s before somebody was called."""

    ago: float
    text: str


def onset(case: Case[Setting]) -> float:
    """How long it has been like this when somebody is called, s: one to twenty hours."""
    return random.Random(f"onset {case.seed}").uniform(1, 20) * 3600


def change_log(case: Case[Setting]) -> list[Change]:
    """The newest first.

    What goes with the fault stands at its onset, and so does something else; the rest is spread over a week. What other
    faults of the family would have left in the log is among it, so an entry alone proves nothing.
    """
    rng = random.Random(f"changes {case.seed}")
    began = onset(case)
    update = RELEASES[case.kernel].update
    others = [each.change for each in case.family.faults if each.change and each is not case.fault]
    pool = sorted({*others, *case.family.changes} - {case.fault.change})
    chosen = rng.sample(pool, min(OTHERS, len(pool)))
    entries = [Change(began + rng.uniform(30, 400), case.fault.change)] if case.fault.change else []
    for place, text in enumerate(chosen):
        near = began + rng.uniform(-1_800, 2_400) if place == 0 else rng.uniform(0.5 * 3600, 7 * DAY)
        entries.append(Change(max(near, 600.0), text.replace("{update}", update)))
    return sorted(entries, key=lambda each: each.ago)


def printed(case: Case[Setting], now: float) -> str:
    """As the page of changes shows it. now: s since the call."""
    lines = []
    for each in change_log(case):
        at = case.began - each.ago
        day = DAYS[(TODAY + int(at // DAY)) % 7]
        minutes = int(at % DAY) // 60
        lines.append(f"{day} {minutes // 60:02}:{minutes % 60:02}  {each.text}")
    minutes = int(case.began + now) // 60 % 1440
    return "\n".join([f"{DAYS[TODAY]} {minutes // 60:02}:{minutes % 60:02}  (now)", *lines])
