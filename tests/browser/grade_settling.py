"""Files for `grade-settle.spec.ts`: `python grade_settling.py FOLDER`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import grade_files

from inflight.classroom import desk
from inflight.figure.slices import finish

ASSIGNMENT = {**grade_files.ASSIGNMENT, "due": "2026-11-20T09:00:00.000Z", "roster": []}
TEXT = json.dumps(ASSIGNMENT)
NAMES = {"ada": "Ada Lovelace", "grace": "Grace Hopper"}


def handed(student: str, change: dict[str, Any], time: str = "2026-11-20T08:30:00.000Z") -> str:
    """A file of theirs, all right but for `change`."""
    key = finish(desk.key(TEXT, student))["key"]
    answers = {**{id: each["answer"] for id, each in key.items() if each["answer"] is not None}, **change}
    work = {
        "questions": {id: {"answer": each, "attempts": 1, "told": None} for id, each in answers.items()},
        "log": [[0, "start", ""], [len(student), "hand-in", ""]],
        "started": "2026-11-20T08:00:00.000Z",
        "handed_in": time,
    }
    return str(finish(desk.hand_in(TEXT, student, NAMES[student], work))["file"])


def hostile() -> dict[str, str]:
    """Among honest neighbours."""
    whole = json.loads(handed("ada", {}))
    deep = whole | {"questions": {"bdp": {"answer": "DEEP", "attempts": 0, "told": None, "values": {}}}}
    many = json.loads(json.dumps(whole))
    many["questions"]["bdp"]["values"] = {f"v{number}": number for number in range(5000)}
    return {
        "quotes.json": '"' * 900_000,
        "escapes.json": '\\"' * 20_000,
        "brackets.json": "[" * 900_000,
        "log.json": json.dumps(whole | {"log": [None]}),
        "deep.json": json.dumps(deep).replace('"DEEP"', "[" * 5000 + "]" * 5000),
        "many-values.json": json.dumps(many | {"student": {"id": "many", "name": "Many"}}),
        "nothing.json": "",
    }


def main(folder: Path) -> None:
    """Write it all."""
    late = "2026-11-20T10:30:00.000Z"
    files = {
        "assignment.json": TEXT,
        "several/ada-1.json": handed("ada", {}),
        "several/ada-2.json": handed("ada", {"window": [99]}, "2999-11-20T08:31:00.000Z"),
        "several/grace.json": handed("grace", {}),
        "late/ada.json": handed("ada", {}),
        "late/grace.json": handed("grace", {}, late),
        "hostile/ada.json": handed("ada", {}),
        "hostile/grace.json": handed("grace", {}),
        **{f"hostile/{name}": text for name, text in hostile().items()},
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
