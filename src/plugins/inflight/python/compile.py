"""Runs in Pyodide while the book is built, to make what the page loads smaller and quicker to import."""

import importlib
import sys
from importlib._bootstrap_external import _code_to_hash_pyc
from types import ModuleType

STDLIB = f"/lib/python3{sys.version_info.minor}.zip/"


def _is_frozen(module: ModuleType) -> bool:
    spec = module.__spec__
    return spec is not None and spec.origin == "frozen"


def _in_use() -> set[str]:
    # what is frozen is part of Python itself, and its file is never read
    modules = [module for module in list(sys.modules.values()) if not _is_frozen(module)]
    files = (getattr(module, "__file__", None) or "" for module in modules)
    return {file.removeprefix(STDLIB) for file in files if file.startswith(STDLIB)}


def stdlib(groups: list[list[str]]) -> list[list[str]]:
    """Files of the standard library, by their path in its archive, that come with the imports of each group.

    Each group has what it needs beyond those before it; the first one has what Python itself has imported, too.
    """
    found: list[list[str]] = []
    known: set[str] = set()
    for names in groups:
        for name in names:
            try:
                importlib.import_module(name)
            except ImportError:
                # a name in a module, or one that no page has: a process, say
                continue
        found.append(sorted(_in_use() - known))
        known |= _in_use()
    return found


def bytecode(source: str, file: str) -> bytes:
    """The content of a .pyc file, without docstrings and asserts, that is never compared with its source.

    No clock of any build gets into it.
    """
    return _code_to_hash_pyc(compile(source, file, "exec", dont_inherit=True, optimize=2), bytes(8), False)
