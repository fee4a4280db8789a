"""One module per family, with its `FAMILY`; being in this folder is what puts it into the room."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from inflight.incidents.fault import Family


@cache
def families() -> dict[str, Family]:
    """Every family by its id."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    found = [importlib.import_module(f"{__name__}.{name}").FAMILY for name in names if not name.startswith("_")]
    return {family.id: family for family in found}
