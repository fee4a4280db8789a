"""What a reader's code may import: the same list in the page, which ships part of the standard library, as elsewhere.

This is for agreement and not for safety: where a module is missing, the same code would get other marks. What keeps a
reader's code in is the sandbox, and code that digs out the real `__import__` meets that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from inflight.reader.frozen import Frozen

LISTED = (
    "abc",
    "bisect",
    "cmath",
    "collections",
    "collections.abc",
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
    "types",
    "typing",
)


def importer() -> Frozen:
    """The builtins of a reader's code, with an `__import__` that knows what is listed."""

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
        if level or name not in (*LISTED, "__future__"):
            raise ImportError(f"{name} cannot be imported here; what can is " + ", ".join(LISTED), name=name)
        found = frozen.module(name)
        for each in fromlist or ():
            if each != "*" and not hasattr(found, each):
                raise ImportError(f"cannot import name {each!r} from {name!r}", name=name)
        return found if fromlist else frozen.module(name.partition(".")[0])

    frozen = Frozen(listed)
    return frozen
