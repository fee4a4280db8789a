"""What a reader's code may import."""

from __future__ import annotations

import importlib

import pytest

from inflight.reader.code import ReaderAlgorithm, ReaderCodeError
from inflight.reader.imports import LISTED

HANDLER = "def on_ack(cc, ack):\n    pass\n"


@pytest.mark.parametrize("name", LISTED)
def test_what_is_listed_is_there(name: str) -> None:
    ReaderAlgorithm(f"import {name}\n{HANDLER}")
    assert importlib.import_module(name)


@pytest.mark.parametrize(
    "line",
    ["from collections.abc import Mapping", "from __future__ import annotations", "import math as m, random"],
)
def test_in_any_form(line: str) -> None:
    ReaderAlgorithm(f"{line}\n{HANDLER}")


@pytest.mark.parametrize(
    "line", ["import os", "import json.tool", "import inflight.scenes.jain", "from . import x", "import collectionsx"]
)
def test_what_is_not_is_refused_with_the_list(line: str) -> None:
    with pytest.raises(
        ReaderCodeError, match=r"line 1: ImportError: .*cannot be imported here; what can is abc, bisect"
    ):
        ReaderAlgorithm(f"{line}\n{HANDLER}")
