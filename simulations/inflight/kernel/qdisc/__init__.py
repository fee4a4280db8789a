"""Queueing disciplines: one file each, found by its `name`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from inflight.kernel.qdisc.base import Qdisc


@cache
def disciplines() -> dict[str, type[Qdisc]]:
    """Every discipline of this folder, by name; a drop-tail queue alone is done faster by a `Link`."""
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__)):
        importlib.import_module(f"{__name__}.{module}")
    found: dict[str, type[Qdisc]] = {}
    waiting = [Qdisc]
    while waiting:
        for discipline in waiting.pop().__subclasses__():
            waiting.append(discipline)
            if "name" in vars(discipline):
                found[discipline.name] = discipline
    return dict(sorted(found.items()))
