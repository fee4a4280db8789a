"""Where to find the two programs that this needs and the package doesn't bring: Deno and Pyodide."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import inflight


class JailError(RuntimeError):
    """The sandbox itself isn't available; nobody's code is at fault. The message says what to do."""


def deno() -> str:
    """Deno's program: from the package `deno` on PyPI, else the one on the PATH.

    Raises:
        JailError: there is none.
    """
    try:
        from deno import find_deno_bin

        return str(find_deno_bin())
    except (ImportError, FileNotFoundError):
        found = shutil.which("deno")
    if found:
        return found
    raise JailError('students’ code runs in Deno, which is missing: pip install "./simulations[classroom]"')


PYODIDE = "INFLIGHT_PYODIDE"
"""The environment variable that names Pyodide's folder."""


def pyodide() -> Path:
    """Pyodide's folder.

    Raises:
        JailError: there is none.
    """
    named = os.environ.get(PYODIDE)
    checkout = Path(inflight.__file__).resolve().parents[2]
    folder = Path(named) if named else checkout / "node_modules" / "pyodide"
    if (folder / "pyodide.asm.wasm").is_file():
        return folder.resolve()
    get = "npm install pyodide@314.0.7"
    if named:
        raise JailError(f"{PYODIDE} = {named}: there is no Pyodide there ({get})")
    raise JailError(f"students’ code runs in Pyodide, which is missing: {get}, then {PYODIDE}=node_modules/pyodide")
