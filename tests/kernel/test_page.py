"""The Linux of the page is a kernel like those of the laboratory: models are held to what it does, too."""

from __future__ import annotations

import pytest
from page import MACHINE, PAGE, written

from inflight.compare.files import load
from inflight.compare.run import compare

OFTEN = {"A_cubic_b20", "A_reno_start"}
RECORDINGS = load(MACHINE)


@pytest.mark.parametrize(
    "recording",
    [pytest.param(each, id=each.name, marks=[] if each.name in OFTEN else [pytest.mark.full]) for each in RECORDINGS],
)
def test_the_model_is_within_its_bounds_of_the_machine(recording) -> None:
    result = compare(recording)
    assert not result.reason
    assert not [each for each in result.verdicts if each.verdict == "bad"]


@pytest.mark.full
def test_the_pages_table_is_what_the_recordings_say() -> None:
    page = PAGE.read_text(encoding="utf-8")
    cells = [[cell.strip() for cell in line.split("|")] for line in page.splitlines() if line.startswith("|")]
    again = [[cell.strip() for cell in line.split("|")] for line in written(page).splitlines() if line.startswith("|")]
    assert [row for row in cells if "---" not in row[1]] == [row for row in again if "---" not in row[1]]
