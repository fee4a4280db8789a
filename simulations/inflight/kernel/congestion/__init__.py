"""Congestion control: one file per algorithm, found by its `name`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from inflight.kernel.congestion.base import CongestionControl


@cache
def algorithms() -> dict[str, type[CongestionControl]]:
    """Every algorithm of this folder, by name.

    Raises:
        TypeError: one of them does not say what it is called, or what another one is called.
    """
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__)):
        importlib.import_module(f"{__name__}.{module}")
    found: dict[str, type[CongestionControl]] = {}
    waiting = [CongestionControl]
    while waiting:
        for algorithm in waiting.pop().__subclasses__():
            waiting.append(algorithm)
            if algorithm.__module__.startswith(f"{__name__}."):
                for needed, example in (("name", "as `sysctl` and `ss` write it"), ("title", "as people write it")):
                    if needed not in vars(algorithm):
                        raise TypeError(f"{algorithm.__module__}: {algorithm.__name__} needs a `{needed}`, {example}")
                if (other := found.get(algorithm.name)) is not None:
                    raise TypeError(f"{algorithm.__name__} and {other.__name__} have the same name, {other.name}")
            if "name" in vars(algorithm):
                found[algorithm.name] = algorithm
    return dict(sorted(found.items()))
