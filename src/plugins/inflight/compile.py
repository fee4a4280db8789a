"""Runs in Pyodide while the book is built, to make what the page loads smaller and quicker to import."""

import sys
from importlib._bootstrap_external import _code_to_hash_pyc

STDLIB = f"/lib/python3{sys.version_info.minor}.zip/"


def in_use() -> list[str]:
    """Files of the standard library that have been imported, by their path in its archive."""
    files = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    return sorted({file.removeprefix(STDLIB) for file in files if file.startswith(STDLIB)})


def bytecode(source: str, file: str) -> bytes:
    """The content of a .pyc file that is never compared with its source: no clock of any build gets into it."""
    return _code_to_hash_pyc(compile(source, file, "exec", dont_inherit=True), bytes(8), False)
