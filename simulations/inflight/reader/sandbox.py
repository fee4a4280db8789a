"""The doors from Python to the browser, shut before a reader's own code runs in the page.

What keeps the page safe is the frame that the worker lives in, which can reach nothing. This is so that a reader who
tries a door gets a sentence that says so.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

DOORS = frozenset({"js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core"})

_MISSING = ("_pylong", "encodings")
"""C imports these when large numbers are divided, and for `str.encode`. A page does not have them all."""


def _is_door(module: str) -> bool:
    return module.partition(".")[0] in DOORS


class _Shut(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if _is_door(fullname):
            raise ImportError(
                f"{fullname} cannot be imported: your code runs shut off from the page and the network", name=fullname
            )
        if fullname.startswith(_MISSING):
            raise ImportError(f"{fullname} is not here: a page does without", name=fullname)
        return None


def is_shut() -> bool:
    """Whether the doors are shut."""
    return any(isinstance(finder, _Shut) for finder in sys.meta_path)


def shut() -> None:
    """From now on, an import of what leads to the browser raises ImportError, and nothing shows its address."""
    if sys.platform == "emscripten":  # a test shuts the doors of its own Python, which goes on
        from inflight.reader.addresses import hide

        hide()
    for name in filter(_is_door, list(sys.modules)):
        del sys.modules[name]
    sys.meta_path[:] = [_Shut(), *(finder for finder in sys.meta_path if not _is_door(finder.__module__))]
