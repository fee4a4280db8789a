"""Some of the made-up class (`tests/models/classroom_class.py`), or with `--whole` all of it, into a folder."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "models"))

import classroom_class as school

BROKEN = ("empty", "truncated-90", "huge", "latin", "list", "proto", "other-version", "log-odd")
HOSTILE = ("file", "tampering", "loop")


def some() -> list[school.Pupil]:
    """Some of each sort."""
    return [
        *islice(school.honest(school.SIZE), 4),
        *islice(school.wrong(24), 3),
        *islice(school.edited(), 3),
        *(each for each in school.broken() if each.name in {f"broken-{what}.json" for what in BROKEN}),
        *(each for each in school.hostile() if each.name in {f"hostile-{what}.json" for what in HOSTILE}),
        *islice(school.cheeky(), 3),
    ]


def main(folder: Path, whole: bool) -> None:
    """Write the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for pupil in school.pupils() if whole else some():
        (folder / pupil.name).write_bytes(pupil.data)


if __name__ == "__main__":
    main(Path(sys.argv[1]), "--whole" in sys.argv)
