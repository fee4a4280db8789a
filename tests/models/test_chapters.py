"""Each experiment stands in the book: in a chapter of `docs`, and in a part that there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inflight.figure.catalogue import catalogue

DOCS = Path(__file__).parents[2] / "docs"
SHOWN = {
    id
    for file in DOCS.rglob("*.mdx")
    for id in re.findall(r'<Experiment\b[^>]*?\bid="([^"]+)"', file.read_text("utf-8"))
}
PARTS = sorted(file.parent.name for file in DOCS.glob("*/_category_.json"))


@pytest.mark.parametrize("id", catalogue())
def test_an_experiment_stands_in_a_chapter(id: str) -> None:
    assert id in SHOWN, f'no chapter in docs/ has <Experiment id="{id}" />'


@pytest.mark.parametrize("id", catalogue())
def test_its_part_is_a_folder_of_the_book(id: str) -> None:
    assert catalogue()[id].part in PARTS, f"part is one of the folders of docs/: {', '.join(PARTS)}"
