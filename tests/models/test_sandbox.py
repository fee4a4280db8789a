"""A reader who tries a door to the browser is told that it is shut; the standard library stays open."""

import importlib
import sys
from types import ModuleType

import pytest

from inflight.reader import sandbox


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setitem(sys.modules, "js", ModuleType("js"))
    monkeypatch.setitem(sys.modules, "pyodide.code", ModuleType("pyodide.code"))
    sandbox.shut()
    return


@pytest.mark.usefixtures("shut")
@pytest.mark.parametrize("name", ["js", "pyodide", "pyodide.code", "pyodide_js", "_pyodide._base", "_pyodide_core"])
def test_doors_are_shut(name: str) -> None:
    with pytest.raises(ImportError, match="shut off from the page and the network"):
        importlib.import_module(name)


@pytest.mark.usefixtures("shut")
@pytest.mark.parametrize("name", ["math", "json", "statistics", "inflight.kernel.link"])
def test_everything_else_can_be_imported(name: str) -> None:
    assert importlib.import_module(name).__name__ == name
