"""One folder per family, with its `FAMILY`; whatever is in here is in the room.

The files have the same names in each folder, and each imports only those above it:

- `setting.py`: what the model is run with
- `faults.py`, `fixes.py`, `oddities.py`: what can be wrong, what people do about it, what only looks suspicious; each
  entry changes the setting
- `model.py`: what happens
- `machines.py`, if it is long: what both machines show whatever happens
- `scene.py`: runs the model, then looks: what both machines show, and whether anybody would complain
- `__init__.py`: what is drawn, the complaint, and the `FAMILY` that holds all this

Any other file there belongs to that family's model or scene.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from inflight.incidents.fault import Family


@cache
def families() -> dict[str, Family[Any]]:
    """Every family by its id; each has a setting of its own."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    found = [importlib.import_module(f"{__name__}.{name}").FAMILY for name in names]
    return {family.id: family for family in found}
