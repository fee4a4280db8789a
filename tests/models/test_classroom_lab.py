"""Labs as questions: what a session that was handed in is worth, and that only a replay says so."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from inflight.classroom.assignment import Assignment, read
from inflight.classroom.collect import Handed
from inflight.classroom.desk import DESK
from inflight.classroom.form import AssignmentError
from inflight.classroom.marking import mark
from inflight.classroom.question import AnswerError
from inflight.figure.slices import finish

ROOT = Path(__file__).parents[2]
STATE = json.loads((ROOT / "machine/manifest.json").read_text(encoding="utf-8"))["state"]
BEGINS = STATE["now"] + 3_000_000_000


def data(**fields: Any) -> dict[str, Any]:
    question = {"id": "q", "kind": "lab", "text": "?", "points": 4, "lab": "black-hole", **fields}
    head = {"schema": "inflight.assignment/1", "id": "a", "title": "A", "key": "k", "feedback": "after"}
    return {**head, "questions": [question]}


def assignment(**fields: Any) -> Assignment:
    return read(data(**fields))


def session(*lines: str, **fields: Any) -> dict[str, Any]:
    """Lines typed on the sender, half a second apart, and a check."""
    did = [{"at": BEGINS + n * 500_000_000, "host": "sender", "text": f"{line}\n"} for n, line in enumerate(lines)]
    did.append({"at": BEGINS + len(lines) * 500_000_000, "check": True})
    return {"lab": "black-hole", "machine": STATE["sha256"], "size": {"cols": 80, "rows": 24}, "did": did, **fields}


SOLUTION = session("ip route change default via 198.51.100.254 mtu 1400")


def row(answer: object, told: float | None = None) -> Any:
    """The row of a file with this answer, as `inflight grade` makes it."""
    text = json.dumps(data())
    public = json.dumps(assignment().public)
    work = {"questions": {"q": {"answer": answer, "attempts": 1, "told": told}}, "log": [[0, "open", ""]]}
    work |= {"started": "2026-11-22T09:00:00.000Z", "handed_in": "2026-11-22T09:10:00.000Z"}
    file = finish(DESK["hand_in"](public, "ada", "Ada", work))["file"].encode()
    return mark(text, Handed("ada.json", file, len(file))).row


@pytest.mark.parametrize("fields", [{"lab": "../secret"}, {"lab": ""}, {"figure": {"id": "send-buffer"}}, {"level": 1}])
def test_a_question_names_one_lab_and_no_more(fields: dict[str, Any]) -> None:
    with pytest.raises(AssignmentError):
        assignment(**fields)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("solved", "transcript"),
        ({"is": "solved"}, "transcript"),
        ({**SOLUTION, "is": "solved"}, "transcript"),
        (session(lab="fill-the-pipe"), "black-hole"),
        (session(did="all of it"), "list"),
    ],
)
def test_only_a_session_of_the_lab_is_an_answer(answer: object, says: str) -> None:
    found = assignment()
    posed = found.pose(found.questions[0], "ada")
    with pytest.raises(AnswerError, match=says):
        found.questions[0].check(posed, answer)


def test_without_node_a_session_is_left_to_the_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    found = row(SOLUTION)
    assert found["verdict"] == "to-read"
    assert found["points"] == 0
    assert "Node.js" in found["questions"][0]["reason"]


def test_the_typed_lines_are_read_as_they_stood() -> None:
    answer = session("sz\x7fs -tin", "\x1b[A")
    found = assignment()
    assert found.questions[0].say(found.pose(found.questions[0], "ada"), answer).splitlines()[0] == "sender# ss -tin"


@pytest.mark.full
def test_a_session_is_worth_what_its_replay_finds() -> None:
    subprocess.run(["node", "--version"], check=True, capture_output=True)
    assert row(SOLUTION)["questions"][0]["share"] == 1
    lie = row(session("echo solved"), told=1.0)
    assert (lie["questions"][0]["share"], lie["verdict"]) == (0, "altered")
    assert row(session(machine="0" * 64))["questions"][0]["reason"].startswith("It could not be replayed")
