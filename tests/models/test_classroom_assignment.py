"""An assignment's file: what is refused, and in which words; whatever is in it, nothing but a sentence comes back."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from inflight.classroom.assignment import LARGEST, parse, read
from inflight.classroom.form import AssignmentError, Form
from inflight.classroom.kinds import kinds
from inflight.classroom.paper import paper

FIGURE = {"id": "send-buffer", "at": {"rtt": {"from": 20, "to": 200, "step": 20}, "sndbuf": {"of": [16384, 65536]}}}

FILE: dict[str, Any] = {
    "schema": "inflight.assignment/1",
    "id": "one-of-each",
    "title": "One of each",
    "intro": "Read the figure.",
    "goals": ["See every kind"],
    "minutes": 60,
    "key": "k1",
    "secret": "s3",
    "feedback": "at-once",
    "marking": "Be kind.",
    "roster": ["ada", "Bob "],
    "questions": [
        {"id": "note", "kind": "note", "text": "Your path has {rtt}.", "figure": FIGURE},
        {
            "id": "static",
            "kind": "choice",
            "text": "Which?",
            "points": 2,
            "attempts": 2,
            "choices": [{"text": "A", "right": True, "why": "yes"}, {"text": "B", "why": "no"}],
            "solution": "A",
            "marking": "Or B.",
        },
        {
            "id": "modelled",
            "kind": "choice",
            "text": "Which wins?",
            "figure": {**FIGURE, "preset": "modern-kernel", "locked": ["rate"], "hidden": ["show"], "show": "after"},
            "choices": [{"text": "A", "at": {"rate": 10}}, {"text": "B", "at": {"rate": 100}}],
            "best": {"summary": "goodput", "most": True},
        },
        {
            "id": "read",
            "kind": "numeric",
            "text": "How fast?",
            "figure": FIGURE,
            "ask": {"summary": "goodput"},
            "tolerance": {"percent": 10},
        },
        {
            "id": "least",
            "kind": "numeric",
            "text": "How much?",
            "figure": {"id": "send-buffer", "at": {"rtt": 40}},
            "ask": {"smallest": "sndbuf", "goals": [{"summary": "goodput", "at_least": 20, "at_most": 90}]},
            "tolerance": {"plus_minus": 1000},
        },
        {"id": "known", "kind": "numeric", "text": "?", "ask": {"value": 5, "unit": "s"}},
        {"id": "order", "kind": "order", "text": "?", "items": ["first", "second"], "distractors": ["never"]},
        {"id": "text", "kind": "text", "text": "Explain", "points": 5, "most": 1000},
    ],
}


def at(path: str) -> tuple[Any, Any, Any]:
    """A copy of the file, what in it holds `questions.1.choices`, and the name of that there."""
    whole: Any = copy.deepcopy(FILE)
    *way, last = (int(each) if each.isdigit() else each for each in path.split("."))
    inner = whole
    for step in way:
        inner = inner[step]
    return whole, inner, last


def changed(path: str, value: object) -> dict[str, Any]:
    whole, inner, last = at(path)
    inner[last] = value
    return whole


def without(path: str) -> dict[str, Any]:
    whole, inner, last = at(path)
    del inner[last]
    return whole


def complaint(data: object) -> str:
    with pytest.raises(AssignmentError) as caught:
        parse(json.dumps(data))
    return str(caught.value)


def test_the_file_itself_is_read() -> None:
    found = parse(json.dumps(FILE))
    assert found.points == 12  # 2 and 5 are said; the other five questions have one each, and a note has none
    assert found.roster == ("ada", "bob")
    assert found.minutes == 60
    assert found.question("read").figure
    with pytest.raises(AssignmentError, match=r"question 'other': one-of-each has note, static"):
        found.question("other")


def test_what_is_left_out_has_its_usual_value() -> None:
    found = read({"schema": "inflight.assignment/1", "id": "a", "title": "A", "key": "k", "questions": [note()]})
    assert (found.feedback, found.minutes, found.secret, found.roster) == ("after", 0, "", ())
    assert found.points == 0


def note() -> dict[str, Any]:
    return {"id": "n", "kind": "note", "text": "Read."}


REFUSED = [
    ("schema", "inflight.assignment/2", "assignment.schema", "inflight.assignment/1"),
    ("schema", 1, "assignment.schema", "a text"),
    ("id", "One of Each", "assignment.id", "lower-case letters, digits and hyphens"),
    ("id", "../a", "assignment.id", "lower-case"),
    ("id", "a\n", "assignment.id", "lower-case"),
    ("title", "", "assignment.title", "a text of at most 200 characters"),
    ("title", "x" * 201, "assignment.title", "a text of at most 200 characters"),
    ("title", None, "assignment.title", "a text"),
    ("intro", ["a"], "assignment.intro", "a text"),
    ("goals", "one", "assignment.goals", "a list of at most 20 texts"),
    ("goals", [1], "assignment.goals", "texts of at most"),
    ("minutes", -1, "assignment.minutes", "a whole number from 0 to 10000"),
    ("minutes", 1.5, "assignment.minutes", "a whole number"),
    ("minutes", True, "assignment.minutes", "a whole number"),
    ("key", "", "assignment.key", "a text of at most 100 characters"),
    ("feedback", "later", "assignment.feedback", "one of at-once, after, never"),
    ("feedback", ["after"], "assignment.feedback", "one of"),
    ("roster", {"ada": 1}, "assignment.roster", "a list of at most 10000 texts"),
    ("questions", [], "assignment.questions", "a list of 1 to 100 entries"),
    ("questions", {}, "assignment.questions", "a list of 1 to 100 entries"),
    ("questions.0", "note", "assignment.questions[0]", "an object with named fields"),
    ("questions.0.kind", "essay", "assignment.questions[0].kind", "choice, "),
    ("questions.0.id", "Ä", "assignment.questions[0].id", "lower-case"),
    ("questions.0.text", " ", "assignment.questions[0].text", "a text"),
    ("questions.0.figure", "send-buffer", "assignment.questions[0].figure", "an object"),
    ("questions.0.figure.id", "sendbuffer", "assignment.questions[0].figure", "known are"),
    ("questions.0.figure.at", [], "assignment.questions[0].figure.at", "an object"),
    ("questions.0.figure.at.rtt", {"of": [20, 1000]}, "rtt = 1000", "from 1 to 300 ms"),
    ("questions.0.figure.at.rtt", 10**400, "rtt = 1000", "from 1 to 300 ms"),
    ("questions.0.figure.at.sndbuf", 5000.5, "sndbuf = 5000.5", "a whole number"),
    ("questions.0.figure.at.speed", 5, "speed = 5", "no such parameter; send-buffer has sndbuf"),
    ("questions.2.figure.preset", "new", "preset 'new'", "as-found"),
    ("questions.2.figure.show", "before", "assignment.questions[2].figure.show", "one of always, after, never"),
    ("questions.2.figure.locked", ["speed"], "assignment.questions[2].figure.locked", "one of sndbuf"),
    ("questions.2.figure.hidden", "show", "assignment.questions[2].figure.hidden", "a list"),
    ("questions.2.figure", {"id": "your-algorithm"}, "figure your-algorithm", "kind `algorithm`"),
    ("questions.1.points", -1, "assignment.questions[1].points", "a number from 0 to 1000"),
    ("questions.1.points", "2", "assignment.questions[1].points", "a number"),
    ("questions.1.points", 10**400, "assignment.questions[1].points", "a number"),
    ("questions.1.attempts", 0.5, "assignment.questions[1].attempts", "a whole number from 0 to 100"),
    ("questions.1.solution", 5, "assignment.questions[1].solution", "a text"),
    ("questions.1.choices", [], "assignment.questions[1].choices", "a list of 2 to 12 entries"),
    ("questions.1.choices", None, "assignment.questions[1].choices", "a list of 2 to 12 entries"),
    ("questions.1.choices.1", "B", "assignment.questions[1].choices[1]", "an object"),
    ("questions.1.choices.1.text", 5, "assignment.questions[1].choices[1].text", "a text"),
    ("questions.1.choices.1.text", "A", "assignment.questions[1].choices", "a text that no other choice has"),
    ("questions.1.choices.1.right", "yes", "assignment.questions[1].choices[1].right", "true or false"),
    ("questions.1.choices.1.right", True, "assignment.questions[1].choices", "one right choice, unless `many` is true"),
    ("questions.1.choices.1.rigth", True, "assignment.questions[1].choices[1].rigth", "right"),
    ("questions.1.choices.1.at", {"rate": 5}, "assignment.questions[1].choices[1].at", "there is no such field"),
    ("questions.1.many", 1, "assignment.questions[1].many", "true or false"),
    ("questions.1.best", {"summary": "goodput"}, "assignment.questions[1].best", "needs a figure"),
    ("questions.2.many", True, "assignment.questions[2].many", "false when `best` decides"),
    ("questions.2.best.summary", "speed", "summary = 'speed'", "goodput"),
    ("questions.2.best.most", "yes", "assignment.questions[2].best.most", "true or false"),
    ("questions.2.best.least", True, "assignment.questions[2].best.least", "there is no such field"),
    ("questions.2.choices.0.right", True, "right", "there is no such field"),
    ("questions.2.choices.0.at", {}, ".at = {}", "values of the figure"),
    ("questions.2.choices.0.at", {"speed": 1}, "speed = 1", "no such parameter"),
    ("questions.2.choices.0.at", {"rate": [1]}, "rate = [1]", "a number from 1 to 1000"),
    ("questions.3.ask", "goodput", "assignment.questions[3].ask", "an object"),
    ("questions.3.ask.summary", "speed", "summary = 'speed'", "goodput"),
    ("questions.3.ask.value", 5, "assignment.questions[3].ask", "one of summary, smallest, largest, value"),
    ("questions.3.ask.unit", "s", "assignment.questions[3].ask.unit", "there is no such field"),
    ("questions.3.tolerance", 5, "assignment.questions[3].tolerance", "an object"),
    ("questions.3.tolerance.percent", 101, "assignment.questions[3].tolerance.percent", "a number from 0 to 100"),
    ("questions.3.tolerance.plus_minus", 1, "assignment.questions[3].tolerance.percent", "there is no such field"),
    ("questions.4.ask.smallest", "rtt", "assignment.questions[4].ask.smallest", "that the question does not set"),
    ("questions.4.ask.smallest", "gso", "assignment.questions[4].ask.smallest", "a slider of send-buffer"),
    ("questions.4.ask.largest", "sndbuf", "assignment.questions[4].ask", "one of summary, smallest"),
    ("questions.4.ask.goals", [], "assignment.questions[4].ask.goals", "a list of 1 to 6 entries"),
    ("questions.4.ask.goals.0.at_least", "20", "assignment.questions[4].ask.goals[0].at_least", "a number"),
    ("questions.4.ask.goals.0.summary", "speed", "summary = 'speed'", "goodput"),
    ("questions.4.ask.goals.0", {"summary": "goodput"}, "assignment.questions[4].ask.goals[0]", "at_least, at_most"),
    ("questions.5.ask.value", None, "assignment.questions[5].ask.value", "a number"),
    ("questions.5.ask.unit", 5, "assignment.questions[5].ask.unit", "a text"),
    ("questions.5.ask", {"smallest": "sndbuf", "goals": []}, "assignment.questions[5].ask.smallest", "needs a figure"),
    ("questions.6.items", ["one"], "assignment.questions[6].items", "a list of 2 to 60 texts"),
    ("questions.6.items", ["a", ""], "assignment.questions[6].items", "lines of 1 to 1000 characters"),
    ("questions.6.items", ["a", "a"], "assignment.questions[6].items", "a text that no other line has"),
    ("questions.6.distractors", ["first"], "assignment.questions[6].items", "a text that no other line has"),
    ("questions.6.distractors", [5], "assignment.questions[6].distractors", "texts"),
    ("questions.7.most", 0, "assignment.questions[7].most", "a whole number from 1 to 10000"),
    ("questions.7.id", "order", "id 'order'", "given twice"),
    ("questions.7.seal", 5, "assignment.questions[7].seal", "a text"),
    ("questions.7.pionts", 5, "assignment.questions[7].pionts", "there is no such field"),
    ("deadline", "Friday", "assignment.deadline", "there is no such field; the fields are due, embed, feedback, goals"),
]


@pytest.mark.parametrize(("path", "value", "field", "allowed"), REFUSED)
def test_what_is_refused(path: str, value: object, field: str, allowed: str) -> None:
    """Each complaint names the field, what stands there and what is allowed, in one line."""
    said = complaint(changed(path, value))
    assert field in said
    assert allowed in said
    assert "\n" not in said
    assert len(said) < 1500


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("schema", "assignment.schema = ''"),
        ("id", "assignment.id = None"),
        ("title", "assignment.title = None"),
        ("key", "assignment.key = None"),
        ("questions", "assignment.questions = []"),
        ("questions.0.id", "assignment.questions[0].id = None"),
        ("questions.0.kind", "assignment.questions[0].kind = None"),
        ("questions.0.text", "assignment.questions[0].text = None"),
        ("questions.0.figure.id", "assignment.questions[0].figure.id = None"),
        ("questions.1.choices", "assignment.questions[1].choices = []"),
        ("questions.1.choices.0.text", "assignment.questions[1].choices[0].text = None"),
        ("questions.2.figure", "assignment.questions[2].best: needs a figure"),
        ("questions.2.best", "choices[0].at: there is no such field"),
        ("questions.2.best.summary", "assignment.questions[2].best.summary = None"),
        ("questions.2.choices.1.at", "assignment.questions[2].choices[1].at = {}"),
        ("questions.3.figure", "assignment.questions[3].ask.summary: needs a figure"),
        ("questions.3.ask", "assignment.questions[3].ask = None"),
        ("questions.3.tolerance.percent", "assignment.questions[3].tolerance.percent = None"),
        ("questions.4.ask.goals", "assignment.questions[4].ask.goals = []"),
        ("questions.4.ask.goals.0.summary", "assignment.questions[4].ask.goals[0].summary = None"),
        ("questions.6.items", "assignment.questions[6].items = []"),
    ],
)
def test_what_must_be_there(path: str, field: str) -> None:
    assert field in complaint(without(path))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the assignment isn’t JSON"),
        ("{", "the assignment isn’t JSON"),
        ('{"schema": "inflight.assignment/1"', "the assignment isn’t JSON"),
        ("[" * 100_000, "the assignment isn’t JSON"),
        ("9" * 5000, "the assignment isn’t JSON"),
        ("[]", "assignment = []: must be an object"),
        ("null", "assignment = None: must be an object"),
        ("NaN", "assignment = nan: must be an object"),
        (" " * (LARGEST + 1), f"the assignment has {LARGEST + 1} characters: must be at most {LARGEST}"),
        ('{"schema": ' + "[" * 900 + "]" * 900 + "}", "assignment"),
    ],
)
def test_what_is_no_assignment_at_all(text: str, said: str) -> None:
    with pytest.raises(AssignmentError) as caught:
        parse(text)
    assert said in str(caught.value)


JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    0.5,
    1e300,
    10**400,
    float("inf"),
    float("nan"),
    "",
    "x",
    "\ud800",
    "x" * 30_000,
    [],
    [[]],
    [None, None],
    ["x", "y"],
    [{}, {}],
    {},
    {"of": [1]},
    {"of": {}},
    {"summary": "goodput"},
]


def every_path(value: Any, path: str = "") -> Iterator[str]:
    if path:
        yield path
    entries = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for name, each in entries:
        yield from every_path(each, f"{path}.{name}".strip("."))


@pytest.mark.parametrize("path", list(every_path(FILE)))
def test_whatever_stands_there(path: str) -> None:
    """Every field gone, and with all kinds of things in its place: it is an assignment, or a sentence says why not."""
    refused: list[str] = []
    for data in [without(path), *(changed(path, junk) for junk in JUNK)]:
        try:
            found = read(data)
        except AssignmentError as error:
            refused.append(str(error))
            continue
        # What is read can be posed, and its public part is an assignment too.
        again = read(json.loads(json.dumps(found.public)))
        assert again.fingerprint == found.fingerprint
        assert paper(found, "ada")["questions"] == paper(again, "ada")["questions"]
    assert refused
    assert not any("\n" in each for each in refused)


def test_a_paper_says_what_a_page_can_mark() -> None:
    """Neither what is to be read, nor a number that no page has."""
    told = {each["id"]: each["told"] for each in paper(read(FILE), "ada")["questions"]}
    assert {id for id, is_told in told.items() if not is_told} == {"note", "known", "text"}


def test_every_kind_says_what_it_is() -> None:
    for name, kind in kinds().items():
        assert name == kind.kind
        with pytest.raises(AssignmentError, match=r"assignment.questions\[0\].id = None"):
            read(
                {**FILE, "questions": [{"kind": name, "choices": [{"text": "a"}, {"text": "b"}], "items": ["a", "b"]}]}
            )


def test_a_long_value_is_cut_in_a_complaint() -> None:
    said = str(Form({}, "f").refuse("x", "y" * 1000, "less"))
    assert said.startswith("f.x = 'yyy")
    assert said.endswith("…: must be less")
    assert len(said) < 100
