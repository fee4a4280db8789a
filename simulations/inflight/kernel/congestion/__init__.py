"""Congestion control: one file per algorithm, found by its `name`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from inflight.kernel.congestion.base import CongestionControl


@cache
def algorithms() -> dict[str, type[CongestionControl]]:
    """Every algorithm of this folder, by name."""
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__)):
        importlib.import_module(f"{__name__}.{module}")
    found: dict[str, type[CongestionControl]] = {}
    waiting = [CongestionControl]
    while waiting:
        for algorithm in waiting.pop().__subclasses__():
            waiting.append(algorithm)
            if "name" in vars(algorithm):
                found[algorithm.name] = algorithm
    return dict(sorted(found.items()))
