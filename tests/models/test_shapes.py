"""What the package hands to the page has the shapes that it declares: TypeScript's types are made from these."""

import json
import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from inflight import bridge
from inflight.bridge.comparison import compare
from inflight.classroom.desk import DESK
from inflight.compare.between import compare_runs
from inflight.compare.recording import parse
from inflight.figure.catalogue import catalogue
from inflight.figure.slices import finish
from inflight.incidents.families import families
from inflight.incidents.room import ROOM
from inflight.scenes.kernel import USUAL

ROOT = Path(__file__).parents[2]
SHAPES: Mapping[str, Any] = runpy.run_path(str(ROOT / "scripts/contract/schema.py"))["declared"]()
ASSIGNMENT = (ROOT / "docs/assignments/mixed-1.json").read_text(encoding="utf-8")
STUDENT = "s1234"
RUNS = ["textbook-trace", "three-way-handshake", "syn-flood", "multi-queue", "your-algorithm"]
"""They have little in common: packets and tables, words, an exchange, fields, numbers without a value."""


def check(shape: str, told: object) -> Any:
    """Hold it to the shape, as the JSON that it becomes."""
    TypeAdapter(SHAPES[shape]).validate_json(json.dumps(told), strict=True)
    return told


def ask(shape: str, name: str, /, **arguments: Any) -> Any:
    """What the page is answered, held to the shape."""
    return check(shape, finish({**ROOM, **DESK}[name](**arguments)))


def test_a_key_that_is_not_declared_is_refused() -> None:
    output = {"name": "goodput", "unit": "Mbit/s", "label": "Goodput"}
    check("Output", output)
    with pytest.raises(ValidationError, match="Extra inputs"):
        check("Output", {**output, "more": 1})
    with pytest.raises(ValidationError, match="valid string"):
        check("Output", {**output, "unit": 1})


def test_a_number_without_a_value_is_null() -> None:
    with pytest.raises(ValidationError, match="finite"):
        check("Figure", {"value": float("nan"), "unit": "s", "label": "Time"})


@pytest.mark.parametrize("id", catalogue())
def test_an_experiment(id: str) -> None:
    schema = check("Experiment", catalogue()[id].schema())
    by_kind = {type(view).kind: f"{type(view).__name__}Spec" for view in catalogue()[id].model.views}
    for view in schema["views"]:
        check(by_kind[view["kind"]], view)


@pytest.mark.parametrize("id", RUNS)
def test_a_run(id: str) -> None:
    run = bridge.start(id, json.dumps(catalogue()[id].model.presets[0].values))
    check("SentHead", json.loads(run.head()))
    check("CompleteResult", run.result())
    check("SentHead", json.loads(run.head()))


def test_a_comparison() -> None:
    recording = ROOT / "tests/kernel/recordings/6.1/A_reno_b20.json"
    check("Comparison", json.loads(compare(recording.read_text(encoding="utf-8"))))


def test_two_recordings() -> None:
    recording = parse((ROOT / "tests/kernel/recordings/6.1/A_reno_b20.json").read_text(encoding="utf-8"))
    check("Between", json.loads(json.dumps(compare_runs([recording], [recording]).as_dict())))


@pytest.mark.parametrize("family", families())
def test_an_incident(family: str) -> None:
    key = {"seed": 1, "level": 2, "family": family, "kernel": USUAL}
    case = ask("Incident", "incident", **key)
    first = case["machines"][0]
    lines = [
        f"{first['name']}# {first['menu'][0]['commands'][0]['command']}",
        ":suspects",
        f":cause {case['suspects'][0]['id']}",
    ]
    for place, line in enumerate(lines):
        ask("Turn", "turn", **key, before=lines[:place], line=line)
    ask("Dashboards", "dashboards", **key, lines=lines)
    ask("Completed", "complete", **key, lines=lines, machine=first["name"], typed="ss -t")
    found = ask("Debrief", "debrief", **key, lines=lines)
    assert ask("OnPaper", "on_paper", **key)["solution"] == found["solution"]


def test_the_families() -> None:
    assert {each["id"] for each in ask("Families", "families")["families"]} == set(families())


def test_an_assignment() -> None:
    head = ask("AssignmentHead", "assignment", assignment=ASSIGNMENT)
    paper = ask("Paper", "paper", assignment=ASSIGNMENT, student=STUDENT)
    assert [each["id"] for each in paper["questions"]] == [each["id"] for each in head["questions"]]
    ask("Tried", "try_out", assignment=ASSIGNMENT, students=1)


def test_what_is_handed_in() -> None:
    given = {"assignment": ASSIGNMENT, "student": STUDENT}
    key = ask("Key", "key", **given)["key"]
    answered = {id: each["answer"] for id, each in key.items() if each["answer"] is not None}
    for id, answer in answered.items():
        ask("Needed", "runs", **given, question=id, answer=answer)
        ask("Mark", "check", **given, question=id, answer=answer)
    work = {
        "questions": {id: {"answer": answer, "attempts": 1, "told": None} for id, answer in answered.items()},
        "log": [[second, "focus", ""] for second in range(5)],
        "started": "2026-11-22T09:00:00.000Z",
        "handed_in": "2026-11-22T10:00:00.000Z",
    }
    rows = [ask("Row", "refuse", assignment=ASSIGNMENT, file="none.json", reason="It is no JSON.")]
    for place, student in enumerate((STUDENT, STUDENT, "s5678")):
        file = ask("HandIn", "hand_in", assignment=ASSIGNMENT, student=student, name="Ada", work=work)["file"]
        ask("NeededByFile", "submission", assignment=ASSIGNMENT, text=file)
        rows.append(ask("Row", "grade", assignment=ASSIGNMENT, text=file, file=f"{place}.json"))
    csv = f"student,question,points,comment\n{STUDENT},{next(iter(answered))},0,No.\n"
    hand = ask("Hand", "hand", assignment=ASSIGNMENT, text=csv)["hand"]
    seen = ask("Overview", "table", assignment=ASSIGNMENT, rows=rows, hand=hand)
    assert seen["duplicates"]
    assert seen["alike"]
    ask("Written", "csv", assignment=ASSIGNMENT, rows=rows)


def test_a_capture() -> None:
    ask("CaptureFile", "capture_file", assignment=ASSIGNMENT, student=STUDENT, question="capture")


def test_a_card() -> None:
    question = next(each for each in json.loads(ASSIGNMENT)["questions"] if each["kind"] == "numeric")
    posed = ask("Posed", "card", question=json.dumps(question), seed="book")
    ask("Marking", "card_mark", question=json.dumps(question), seed="book", answer=posed["answer"])
