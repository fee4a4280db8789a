"""What a reader's code may import: the same list in the page, which ships part of the standard library, as elsewhere.

This is for agreement and not for safety: where a module is missing, the same code would get other marks. What keeps a
reader's code in is the sandbox, and code that digs out the real `__import__` meets that.
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

LISTED = (
    "abc",
    "bisect",
    "cmath",
    "collections",
    "contextlib",
    "copy",
    "dataclasses",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "json",
    "math",
    "numbers",
    "operator",
    "random",
    "re",
    "statistics",
    "string",
    "time",
    "types",
    "typing",
)


def listed(
    name: str,
    globals: Mapping[str, Any] | None = None,
    locals: Mapping[str, Any] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """`__import__` for a reader's code.

    Raises:
        ImportError: the module is none of those listed.
    """
    if name.partition(".")[0] not in (*LISTED, "__future__"):
        raise ImportError(f"{name} cannot be imported here; what can is " + ", ".join(LISTED), name=name)
    return builtins.__import__(name, globals, locals, fromlist or (), level)
