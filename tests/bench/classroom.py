"""Marks a class of 200 submissions of the standard assignment, of every sort, as `inflight grade --jobs 2` does.

Prints the seconds it took, how many rows there are, and how many of them have another verdict or other points than they
deserve (`tests/models/classroom_class.py` knows).
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "models"))

import classroom_class

from inflight.cli import main


def measure() -> dict[str, float]:
    """Seconds, rows, and how many of them are wrong."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "class")
        classroom_class.main(folder)
        truth = json.loads(Path(place, "class-truth.json").read_text(encoding="utf-8"))
        printed = io.StringIO()
        began = time.perf_counter()
        with contextlib.redirect_stdout(printed):
            main(["grade", str(folder), "--assignment", str(classroom_class.FILE), "--jobs", "2", "--json"])
        took = time.perf_counter() - began
    rows = {Path(row["file"]).name: row for row in json.loads(printed.getvalue())["rows"]}
    wrong = [name for name, deserved in truth.items() if not _is(rows.get(name), deserved)]
    print("\n".join(wrong), file=sys.stderr)
    return {"seconds": took, "rows": len(rows), "wrong": len(wrong)}


def _is(row: dict | None, deserved: dict) -> bool:
    if row is None or row["verdict"] != deserved["verdict"] or not row["reason"]:
        return False
    # Of one it is known only that it is altered: what is right by chance in a copy is worth something.
    marks = {each["id"]: each["points"] for each in row["questions"]}
    return not deserved["points"] or marks == deserved["points"]


if __name__ == "__main__":
    print(json.dumps(measure()))
