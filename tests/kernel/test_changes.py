"""The page *What changed since 6.1* shows what the recordings of the three kernels say."""

from __future__ import annotations

from changes import PAGE, changes, written


def test_the_pages_data_are_what_the_recordings_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == written(changes())
