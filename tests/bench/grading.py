"""Files for `grading.mjs`: `python grading.py FOLDER twenty` or `… class COUNT`.

`twenty`: all there is in the standard assignment, each with code that is nobody else's. `class`: two texts of 650 words
and a program of 80 lines from each of COUNT students, for a person to mark; every tenth copied.
"""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "models"))

import alike
import classroom_class

from inflight.classroom import desk
from inflight.figure.slices import finish

CODE = """def on_ack(cc, ack):
    if not ack.in_recovery:
        cc.cwnd += ack.acked if cc.cwnd < cc.ssthresh else ack.acked / cc.cwnd

def on_loss(cc, now):
    cc.ssthresh = cc.cwnd / 2
"""


def assignment() -> str:
    found = json.loads(alike.assignment())
    found |= {"title": "A large class", "feedback": "never"}
    for question in found["questions"][:-1]:
        question["most"] = 10_000
    # On hidden paths, which nobody here knows: code is compared, and not run.
    found["questions"][-1] |= {"shown": 0, "hidden": 1}
    return json.dumps(found)


def handed(public: str, row: dict) -> str:
    student = row["student"]["id"]
    answers = {each["id"]: each["answer"] for each in row["questions"]}
    # Code that can be run, and as unlike another's as the texts are.
    unlike = "\n".join(f"v{place} = {line!r}" for place, line in enumerate(answers["code"].split("\n")[:74]))
    answers["code"] = f"{CODE}\n{unlike}\n"
    work = {
        "questions": {id: {"answer": each, "attempts": 0, "told": None} for id, each in answers.items()},
        "log": [[0, "start", ""], [int(student[1:]) + 7, "hand-in", ""]],
        "started": "2026-11-22T09:00:00.000Z",
        "handed_in": "2026-11-22T10:00:00.000Z",
    }
    return str(finish(desk.hand_in(public, student, f"Student {student}", work))["file"])


def main(folder: Path, what: str, count: int = 0) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if what == "twenty":
        (folder / "assignment.json").write_bytes(classroom_class.FILE.read_bytes())
        files = {each.name: each.data for each in classroom_class.honest(20)}
    else:
        (folder / "assignment.json").write_text(assignment(), encoding="utf-8")
        public = json.dumps(finish(desk.assignment(assignment()))["public"])
        files = {row["file"]: handed(public, row).encode() for row in alike.rows(count)}
    with zipfile.ZipFile(folder / "handed.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:]))
