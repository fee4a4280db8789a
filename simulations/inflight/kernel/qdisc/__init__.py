"""Queueing disciplines: one file each, found by its `name`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from inflight.kernel.qdisc.base import Fifo, Qdisc


@cache
def disciplines() -> dict[str, type[Qdisc]]:
    """Every discipline of this folder, by name; a drop-tail queue alone is done faster by a `Link`.

    Raises:
        TypeError: one of them does not say what it is called, or what another one is called.
    """
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__)):
        importlib.import_module(f"{__name__}.{module}")
    found: dict[str, type[Qdisc]] = {}
    waiting = [Qdisc]
    while waiting:
        for discipline in waiting.pop().__subclasses__():
            waiting.append(discipline)
            if "name" in vars(discipline):
                if (other := found.get(discipline.name)) is not None:
                    raise TypeError(f"{discipline.__name__} and {other.__name__} have the same name, {other.name}")
                found[discipline.name] = discipline
            elif discipline.__module__.startswith(f"{__name__}.") and discipline is not Fifo:
                raise TypeError(f"{discipline.__module__}: {discipline.__name__} needs a `name`, as `tc` writes it")
    return dict(sorted(found.items()))
