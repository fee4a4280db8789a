"""The kinds of questions, one file each; a file in this folder is all that a kind needs to be known."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from inflight.classroom.question import Question


@cache
def kinds() -> Mapping[str, type[Question]]:
    """Every kind by its name: each module here has one, `KIND`."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    found = [importlib.import_module(f"{__name__}.{name}").KIND for name in names]
    return {kind.kind: kind for kind in found}
