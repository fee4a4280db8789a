"""The ready-made assignments, and the JSON schemas of the two files of the classroom."""

import copy
import json
import math
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from inflight.classroom.assignment import Assignment, read
from inflight.classroom.form import AssignmentError
from inflight.classroom.handing_in import hand_in
from inflight.classroom.kinds import kinds
from inflight.classroom.question import Posed, Question
from inflight.classroom.submission import read as read_submission
from inflight.classroom.tryout import try_out
from inflight.classroom.untrusted import SubmissionError
from inflight.figure.slices import finish

ROOT = Path(__file__).parents[2]
FILES = {path.stem: path for path in sorted((ROOT / "docs/assignments").glob("*.json"))}
PARTS = {
    path.parent.name
    for path in (ROOT / "docs").glob("*/_category_.json")
    if json.loads(path.read_text(encoding="utf-8"))["label"].startswith("Part ")
}

Data = dict[str, Any]


def loaded(id: str) -> Data:
    found = json.loads(FILES[id].read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def schema(name: str) -> jsonschema.Draft202012Validator:
    text = (ROOT / "static/schemas" / name).read_text(encoding="utf-8")
    return jsonschema.Draft202012Validator(json.loads(text))


ASSIGNMENT, SUBMISSION = schema("assignment-1.json"), schema("submission-1.json")
READ: Mapping[str, Assignment] = {id: read(loaded(id)) for id in FILES}
QUESTIONS = [pytest.param(id, each, id=f"{id}-{each.id}") for id, found in READ.items() for each in found.questions]


def test_each_part_of_the_book_has_one_and_two_are_mixed() -> None:
    assert set(FILES) == PARTS | {"mixed-1", "mixed-2"}
    assert all(found.id == id for id, found in READ.items())
    # a lab is marked by replaying a session, and there is none that every student could have typed
    assert {question.kind for question in READ["mixed-1"].questions} == set(kinds()) - {"lab"}


@pytest.mark.parametrize("id", FILES)
def test_it_fits_into_a_lesson_or_two(id: str) -> None:
    found = READ[id]
    assert 45 <= found.minutes <= 90
    assert 6 <= len(found.questions) <= 10
    assert 20 <= found.points <= 40
    assert 3 <= len(found.goals) <= 5
    assert len({question.kind for question in found.questions}) >= 5
    assert len({question.id for question in found.questions}) == len(found.questions)


@pytest.mark.parametrize("id", FILES)
def test_it_names_chapters_that_there_are(id: str) -> None:
    titles = {
        re.search(r"^title: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)[1].strip("\"'")  # type: ignore[index]
        for path in (ROOT / "docs").glob("*/*.mdx")
    }
    named = re.findall(r"“([^”]+)”", READ[id].intro)
    assert named
    assert not set(named) - titles


@pytest.mark.parametrize("id", FILES)
def test_the_schema_takes_the_teachers_file_and_the_public_part(id: str) -> None:
    ASSIGNMENT.validate(loaded(id))
    public = json.loads(json.dumps(READ[id].public))
    ASSIGNMENT.validate(public)
    assert read(public).fingerprint == READ[id].fingerprint


def texts(value: Any, names: set[str], below: bool = False) -> list[str]:
    """All texts below fields of these names."""
    match value:
        case dict():
            return [text for name, each in value.items() for text in texts(each, names, below or name in names)]
        case list():
            return [text for each in value for text in texts(each, names, below)]
        case str() if below and value:
            return [value]
    return []


@pytest.mark.parametrize("id", FILES)
def test_students_get_nothing_that_is_for_the_teacher(id: str) -> None:
    data = loaded(id)
    public = json.dumps(READ[id].public, ensure_ascii=False)
    for text in texts(data, {"solution", "marking", "why", "secret"}):
        assert json.dumps(text, ensure_ascii=False)[1:-1] not in public
    for name in ("solution", "marking", "why", "secret", "right", "distractors", "roster"):
        assert f'"{name}"' not in public


@pytest.mark.parametrize("id", FILES)
def test_students_cannot_tell_from_its_order_what_is_right(id: str) -> None:
    """Whoever turns around what a teacher wrote, and calls other lines the distractors, gets the same public part."""
    data = loaded(id)
    for question in data["questions"]:
        if question["kind"] == "choice":
            question["choices"].reverse()
        if question["kind"] == "order":
            lines = (question["items"] + question["distractors"])[::-1]
            count = len(question["items"])
            question["items"], question["distractors"] = lines[:count], lines[count:]
    turned = read(data).public["questions"]
    for before, after in zip(READ[id].public["questions"], turned, strict=True):
        for name in ("choices", "items", "keep"):
            assert before.get(name) == after.get(name)


@pytest.mark.parametrize(("id", "question"), QUESTIONS)
def test_the_teacher_is_told_why(id: str, question: Question) -> None:
    assert len(question.solution) > 100
    assert question.marking
    for each in question.public.get("choices", []):
        entry = next(e for q in loaded(id)["questions"] for e in q.get("choices", []) if e["text"] == each["text"])
        assert entry["why"]


@pytest.mark.parametrize(("id", "question"), QUESTIONS)
def test_no_placeholder_is_left_over(id: str, question: Question) -> None:
    posed = READ[id].pose(question, "ada")
    said = [question.text, question.solution, question.marking]
    said += [each["text"] for each in question.public.get("choices", [])] + list(question.public.get("items", []))
    for text in said:
        assert not re.search(r"\{[a-z_0-9]+\}", posed.text(text))


@pytest.mark.parametrize(("id", "question"), [each for each in QUESTIONS if each.values[1].figure])
def test_students_get_different_numbers(id: str, question: Question) -> None:
    assert question.figure
    assert len(list(question.figure.possibilities())) >= 8


# Longer than all others together, with questions of their kinds.
LONG = ("mixed-2", "opening", "windows")


@pytest.mark.parametrize("id", [pytest.param(id, marks=[pytest.mark.full] * (id in LONG)) for id in FILES])
def test_every_question_is_solvable(id: str) -> None:
    found = finish(try_out(READ[id], 2))
    assert found["papers"] == 2
    for question in found["questions"]:
        assert question["failures"] == []
        assert question["accepted"] == (0 if question["kind"] in ("note", "text") else 2), question["id"]


def in_flight_whole(v: Mapping[str, Any]) -> float:
    """Whole segments of a window in each round trip, Mbit/s; the window is 59% of twice SO_RCVBUF."""
    return 2 * 0.59 * v["rcvbuf"] // 1448 * 1448 * 8 / v["rtt"] / 1000


def rounds(v: Mapping[str, Any]) -> int:
    """Doubling from the initial window until all segments have left."""
    left, window, count = math.ceil(v["size"] * 1000 / 1448), v["initcwnd"], 0
    while left > 0:
        left, window, count = left - window, 2 * window, count + 1
    return count


def tokens(v: Mapping[str, Any]) -> dict[str, float]:
    burst = 42 * (v["size"] + 42)
    return {"burst": burst, "latency": max(1, 0.9 * (300 - burst * 8 / v["rate"] / 1000))}


def unserved(v: Mapping[str, Any]) -> int:
    """Packets of a burst that the CPU does not get done while it comes in."""
    return round(v["burst"] * (1 - 1000 / (v["driver"] + v["stack"]) / v["rate"]))


def few_in_the_ring(v: Mapping[str, Any]) -> dict[str, float]:
    return {"ring": math.ceil(v["rate"] * v["cadence"] * 1000 / 8 / v["size"]) + 2}


def many_in_the_ring(v: Mapping[str, Any]) -> dict[str, float]:
    return {"ring": math.floor(25 * v["rate"] * 1000 / 8 / v["size"]) - 1}


def for_the_algorithm(v: Mapping[str, Any]) -> dict[str, float]:
    """One bandwidth-delay product for Reno, three sevenths for CUBIC, and a fifth more."""
    product = v["rate"] * v["rtt"] * 1000 / 8 / 1514
    return {"buffer": math.ceil(1.2 * product * (1 if v["algorithm"] == "reno" else 3 / 7))}


PENCIL: Mapping[tuple[str, str], list[Callable[[Mapping[str, Any]], Any]]] = {
    ("windows", "receiver"): [in_flight_whole, lambda v: 1.2 * v["rcvbuf"] * 8 / v["rtt"] / 1000],
    ("windows", "rmem"): [lambda v: 2 * v["rate"] * v["rtt"] / 8 / 1000],
    ("windows", "no-scaling"): [lambda v: v["size"] * 1e6 / 65535 * v["rtt"] / 1000],
    ("windows", "ceiling"): [lambda v: {"rcvbuf": round(v["rate"] * v["rtt"] / 8 * 1150)}],
    ("congestion", "rounds"): [rounds],
    ("congestion", "peak"): [lambda v: v["rate"] * v["rtt"] * 1000 / 8 / 1514 + v["buffer"]],
    ("congestion", "cubic-k"): [lambda v: (v["wmax"] * 0.3 / 0.4) ** (1 / 3)],
    ("congestion", "tail"): [lambda v: v["rtt"] + 200],
    ("congestion", "buffer"): [for_the_algorithm],
    ("queues", "ahead"): [lambda v: v["ahead"] * v["size"] * 8 / v["rate"] / 1000],
    ("queues", "ring"): [few_in_the_ring, many_in_the_ring],
    ("queues", "burst"): [unserved],
    ("disciplines", "longest"): [lambda v: v["latency"] + v["burst"] * 8 / v["rate"] / 1000],
    ("disciplines", "test-net"): [lambda v: 1000 * v["size"] * 8 / v["delay"] / 1000],
    ("disciplines", "bucket"): [tokens],
    ("opening", "hang"): [lambda v: 2 ** (v["syn_retries"] + 1) - 1 + v["linear"]],
    ("opening", "seats"): [lambda v: round(v["rate"] * v["pause"])],
    ("opening", "fast-open"): [lambda v: v["rtt"] * {"none": 1, "1.3": 2, "1.2": 3}[v["tls"]]],
    ("opening", "flood"): [lambda v: {"synack_retries": 1, "max_syn_backlog": 6 * round(v["rate"])}],
    ("closing", "dead"): [lambda v: v["keepalive_time"] + v["keepalive_intvl"] * v["keepalive_probes"] - v["dies"]],
    ("closing", "destinations"): [lambda v: math.ceil(v["rate"] * 60 / (v["high"] - v["low"] + 1))],
    ("closing", "probes"): [lambda v: {"keepalive_time": 90, "keepalive_intvl": 10, "keepalive_probes": 3}],
    ("small-writes", "latency"): [lambda v: 40 + 3 * v["rtt"]],
    ("small-writes", "server"): [lambda v: {"server_nodelay": True}],
    ("small-writes", "forgotten"): [lambda v: 200 + 2 * v["rtt"]],
    ("small-writes", "blocks"): [lambda v: v["rtt"] * (1 + math.ceil(v["size"] * 1000 / v["chunk"]))],
    ("mixed-1", "answer-time"): [lambda v: v["rtt"] * (1 + rounds(v))],
    ("mixed-1", "ring"): [few_in_the_ring, many_in_the_ring],
    ("mixed-2", "ring-size"): [unserved],
    ("mixed-2", "backlog"): [lambda v: round(v["rate"] * v["pause"])],
    ("mixed-2", "probes"): [lambda v: {"keepalive_time": 90, "keepalive_intvl": 10, "keepalive_probes": 3}],
}
"""What the chapters let a student compute; several where more than one way is right."""

CURVES: Mapping[tuple[str, str], Callable[[Mapping[str, Any], float], float]] = {
    ("windows", "closed"): lambda v, t: 0 if 1.1 < t < 1 + v["pause"] else 78,
    ("queues", "router"): lambda v, t: min(v["router"], (v["load"] - v["line"]) * 1e6 / 8 / 1500 * t),
    ("disciplines", "borrow"): lambda v, t: 1 - v["rate2"] * (v["start2"] < t < v["stop2"]),
    ("opening", "full"): lambda v, t: min(v["backlog"] + 1, v["rate"] * (t - 0.3)) if 0.3 < t < 0.3 + v["pause"] else 0,
    ("closing", "pile"): lambda v, t: v["rate"] * min(t, 60),
}
"""What a student would draw who has understood."""


def some(id: str, question: str, count: int) -> list[Posed]:
    """The question as students with a few of all values have it."""
    found = READ[id].question(question)
    assert found.figure
    possible = list(found.figure.possibilities())
    chosen = random.Random(f"{id} {question}").sample(possible, count)
    return [Posed(question=found, values=values, words=("key", "ada", question)) for values in chosen]


def share(posed: Posed, answer: object) -> float | None:
    question = posed.question
    found = finish(question.mark(posed, question.check(posed, answer)))
    assert found.share is None or 0 <= found.share <= 1
    share: float | None = found.share
    return share


@pytest.mark.parametrize(
    ("id", "question"),
    [
        pytest.param(*each, marks=[pytest.mark.full] * (each in (("mixed-2", "backlog"), ("opening", "seats"))))
        for each in PENCIL
    ],
)
def test_what_the_book_teaches_is_enough(id: str, question: str) -> None:
    for posed in some(id, question, 2):
        for answer in PENCIL[id, question]:
            assert share(posed, answer(posed.values)) == 1, dict(posed.values)


SETTINGS = [
    (id, question.id) for id, found in READ.items() for question in found.questions if question.kind == "setting"
]


@pytest.mark.parametrize(("id", "question"), SETTINGS)
def test_a_setting_is_not_right_to_begin_with(id: str, question: str) -> None:
    for posed in some(id, question, 2):
        assert share(posed, {}) == 0, dict(posed.values)


@pytest.mark.parametrize(("id", "question"), CURVES)
def test_a_sketch_of_what_the_book_teaches_is_enough(id: str, question: str) -> None:
    for posed in some(id, question, 2):
        heights = [CURVES[id, question](posed.values, posed.values["duration"] * n / 32) for n in range(33)]
        assert (share(posed, {"values": heights}) or 0) > 0.9, dict(posed.values)
        flat = [sum(heights) / 33] * 33
        assert (share(posed, {"values": flat}) or 0) < 0.6, dict(posed.values)


def test_all_numbers_to_be_computed_are() -> None:
    modelled = {
        (id, question.id)
        for id, found in READ.items()
        for question in found.questions
        if question.kind in ("numeric", "setting")
    }
    assert modelled == set(PENCIL)


def change(data: Data, path: str, value: Any) -> Data:
    """A copy with another value in one place; `...` takes the field away."""
    found = copy.deepcopy(data)
    at: Any = found
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        at = at[step]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return found


PLACE = {question.kind: f"questions.{n}" for n, question in enumerate(READ["mixed-1"].questions)}
NUMERIC, CHOICE, ORDER, CURVE = (PLACE[kind] for kind in ("numeric", "choice", "order", "curve"))
SETTING, ALGORITHM, INCIDENT, TEXT = (PLACE[kind] for kind in ("setting", "algorithm", "incident", "text"))
CAPTURE = PLACE["capture"]

BROKEN: list[tuple[str, Any]] = [
    ("schema", "inflight.assignment/2"),
    ("schema", ...),
    ("id", "Capital Letters"),
    ("id", ...),
    ("title", " "),
    ("title", "x" * 201),
    ("key", ""),
    ("key", ...),
    ("minutes", -1),
    ("minutes", 60.5),
    ("minutes", "60"),
    ("feedback", "sometimes"),
    ("goals", "to learn"),
    ("goals", ["x"] * 21),
    ("roster", [1]),
    ("questions", []),
    ("questions", ...),
    ("colour", "red"),
    (f"{TEXT}.kind", "essay"),
    (f"{TEXT}.kind", ...),
    (f"{TEXT}.id", "no spaces"),
    (f"{TEXT}.text", ""),
    (f"{TEXT}.points", -1),
    (f"{TEXT}.points", "4"),
    (f"{TEXT}.attempts", 1.5),
    (f"{TEXT}.most", 0),
    (f"{TEXT}.least", 10),
    (f"{NUMERIC}.figure", ...),
    (f"{NUMERIC}.figure.id", ...),
    (f"{NUMERIC}.figure.show", "sometimes"),
    (f"{NUMERIC}.figure.at.rtt", []),
    (f"{NUMERIC}.figure.at.rtt", {"of": []}),
    (f"{NUMERIC}.figure.at.rtt", {"from": 10, "to": 100}),
    (f"{NUMERIC}.figure.at.rtt", {"from": 10, "to": 100, "step": 0}),
    (f"{NUMERIC}.figure.at.rtt", {"of": [10], "step": 2}),
    (f"{NUMERIC}.figure.locked", [1]),
    (f"{NUMERIC}.figure.zoom", 2),
    (f"{NUMERIC}.ask", ...),
    (f"{NUMERIC}.ask", {"summary": "time", "value": 3}),
    (f"{NUMERIC}.ask", {"smallest": "buffer"}),
    (f"{NUMERIC}.ask", {"smallest": "buffer", "goals": [{"summary": "drops"}]}),
    (f"{NUMERIC}.ask", {"value": "3"}),
    (f"{NUMERIC}.tolerance", {}),
    (f"{NUMERIC}.tolerance", {"percent": 101}),
    (f"{NUMERIC}.tolerance", {"percent": 5, "plus_minus": 1}),
    (f"{CHOICE}.choices", [{"text": "alone", "at": {"messages": 3}}]),
    (f"{CHOICE}.choices.0.at", {}),
    (f"{CHOICE}.choices.0.at", ...),
    (f"{CHOICE}.choices.0.right", True),
    (f"{CHOICE}.choices.0.text", ...),
    (f"{CHOICE}.many", True),
    (f"{CHOICE}.many", "yes"),
    (f"{CHOICE}.best", ...),
    (f"{CHOICE}.best.least", True),
    (f"{CHOICE}.figure", ...),
    (f"{ORDER}.items", ["one"]),
    (f"{ORDER}.items.0", " "),
    (f"{ORDER}.distractors", [3]),
    (f"{ORDER}.keep", 1),
    (f"{CURVE}.column", ...),
    (f"{CURVE}.figure.show", "always"),
    (f"{CURVE}.figure.show", ...),
    (f"{CURVE}.figure", ...),
    (f"{CURVE}.given", "ssthresh"),
    (f"{SETTING}.free", []),
    (f"{SETTING}.free", ["ring", "ring"]),
    (f"{SETTING}.goals", []),
    (f"{SETTING}.goals.0.at_most", "1"),
    (f"{SETTING}.goals.0.about", 1),
    (f"{SETTING}.figure", ...),
    (f"{ALGORITHM}.goals", ...),
    (f"{ALGORITHM}.goals.0.measure", "beauty"),
    (f"{ALGORITHM}.goals.0.at_least", 1001),
    (f"{ALGORITHM}.path.colour", "red"),
    (f"{ALGORITHM}.hidden", 11),
    (f"{INCIDENT}.family", "plumbing"),
    (f"{INCIDENT}.level", 4),
    (f"{INCIDENT}.level", 1.5),
    (f"{CAPTURE}.limits", ...),
    (f"{CAPTURE}.limits", ["path"]),
    (f"{CAPTURE}.limits", ["path", "path"]),
    (f"{CAPTURE}.limits", ["path", "luck"]),
    (f"{CAPTURE}.ask", ...),
    (f"{CAPTURE}.ask", "luck"),
    (f"{CAPTURE}.at", "middle"),
    (f"{CAPTURE}.number_points", -1),
    (f"{CAPTURE}.tolerance", {}),
    (f"{CAPTURE}.figure", {"id": "send-buffer"}),
    (f"{CAPTURE}.level", 1),
]


@pytest.mark.parametrize(("path", "value"), BROKEN)
def test_schema_and_reader_refuse_the_same_assignments(path: str, value: Any) -> None:
    broken = change(loaded("mixed-1"), path, value)
    assert not ASSIGNMENT.is_valid(broken)
    with pytest.raises(AssignmentError):
        read(broken)


STATIC = {
    "kind": "choice",
    "id": "static",
    "text": "Which?",
    "choices": [{"text": "this", "right": True}, {"text": "that", "right": True}],
}


RACE = {"kind": "algorithm", "id": "n", "text": "?", "goals": [{"measure": "score", "at_least": 60}]}


@pytest.mark.parametrize(
    ("path", "value", "good"),
    [
        ("questions.0.many", True, True),
        ("questions.0.many", False, False),
        ("questions.0.choices.1.right", False, True),
        ("questions.0.choices.1.right", 0, False),
        ("questions.0.choices.1", {"text": "that"}, True),
        ("questions.0.choices.1.at", {"rtt": 1}, False),
        ("questions.0", {"kind": "numeric", "id": "n", "text": "?", "ask": {"value": 3, "unit": "ms"}}, True),
        ("questions.0", {"kind": "numeric", "id": "n", "text": "?", "ask": {"unit": "ms"}}, True),
        ("questions.0", {"kind": "numeric", "id": "n", "text": "?", "ask": {"value": 3, "goals": []}}, False),
        ("questions.0", RACE, True),
        ("questions.0", {**RACE, "shown": 0}, False),
        ("questions.0", {**RACE, "shown": 0, "hidden": 2}, True),
    ],
)
def test_schema_and_reader_agree_on_what_a_teacher_says(path: str, value: Any, good: bool) -> None:
    whole = {"schema": "inflight.assignment/1", "id": "a", "title": "A", "key": "k", "questions": [STATIC]}
    data = change(whole, path, value)
    assert ASSIGNMENT.is_valid(data) == good
    if good:
        read(data)
    else:
        with pytest.raises(AssignmentError):
            read(data)


def submission() -> Data:
    """What a page hands in."""
    work = {
        "questions": {"explain": {"answer": "Waiting.", "attempts": 0, "told": None}},
        "log": [[3, "open", ""], [40, "answer", "explain"]],
        "started": "2026-11-22T09:00:00.000Z",
        "handed_in": "2026-11-22T10:00:00.000Z",
    }
    made = json.loads(hand_in(READ["mixed-1"], "ada", "Ada", work)["file"])
    assert isinstance(made, dict)
    return made


def test_the_schema_takes_what_is_handed_in() -> None:
    SUBMISSION.validate(submission())


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("schema", "inflight.submission/2"),
        ("book", ...),
        ("assignment", ...),
        ("assignment.id", ...),
        ("assignment.version", 2),
        ("student", "ada"),
        ("student.id", " "),
        ("student.id", 7),
        ("student.name", None),
        ("student.mail", "ada@example.org"),
        ("questions", []),
        ("questions", ...),
        ("questions.explain", "Waiting."),
        ("questions.explain.attempts", -1),
        ("questions.explain.told", 1.5),
        ("questions.explain.values", []),
        ("questions.explain.points", 4),
        ("log", "none"),
        ("log.0", [3, "open"]),
        ("log.0", [-3, "open", ""]),
        ("log.0", [3, "two words", ""]),
        ("started", "yesterday"),
        ("handed_in", 0),
        ("receipt", 12),
        ("points", 32),
    ],
)
def test_schema_and_reader_refuse_the_same_submissions(path: str, value: Any) -> None:
    broken = change(submission(), path, value)
    assert not SUBMISSION.is_valid(broken)
    with pytest.raises(SubmissionError):
        read_submission(READ["mixed-1"], json.dumps(broken))
