"""A made-up class of 200: what each of them hands in, and what that is worth.

    python tests/models/classroom_class.py FOLDER        writes all files, and `truth.json` beside the folder

What an answer is worth follows from how it was made: the model's own answers get all points, and what was spoilt on
purpose (twice the number, a place that does not exist, code that never sends) gets none.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from inflight.classroom import desk
from inflight.classroom.algorithms import BY_RATE
from inflight.classroom.assignment import parse
from inflight.classroom.submission import receipt
from inflight.figure.slices import finish

FILE = Path(__file__).parents[2] / "docs" / "assignments" / "mixed-1.json"
"""The standard assignment."""

SIZE = 200

Content = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Pupil:
    """One file.

    Attributes:
        verdict: what it has to come to.
        points: of each question; None: for a person to read. says: a part of the row's reason, without case.
        code: whether it has code that no one has looked at, and so needs the sandbox.
    """

    name: str
    data: bytes
    verdict: str
    points: Mapping[str, float | None] = field(default_factory=dict)
    says: str = ""
    code: bool = False

    @property
    def total(self) -> float:
        """Points in all, but for what a person has to read."""
        return round(sum(each or 0 for each in self.points.values()), 2)


@cache
def assignment() -> str:
    """The teacher's file."""
    return FILE.read_text(encoding="utf-8")


@cache
def public() -> str:
    """What students have."""
    return json.dumps(finish(desk.assignment(assignment()))["public"])


@cache
def worth() -> dict[str, float]:
    """Points of each question."""
    return {each.id: each.points for each in parse(assignment()).questions if each.MARKED}


@cache
def kinds() -> dict[str, str]:
    """Kind of each question."""
    return {each.id: each.kind for each in parse(assignment()).questions if each.MARKED}


def answers(student: str, own_code: bool = False) -> dict[str, Any]:
    """All right by the model's own account, and a text. own_code: with a line in the code that is nobody else's."""
    found: dict[str, Any] = {}
    teachers = parse(assignment())
    for question in teachers.questions:
        if question.kind == "text":
            found[question.id] = f"Somebody called {student} wrote this, and it is about round trips."
        elif question.kind == "algorithm":
            # the first that is tried for the key, which here is good on all paths
            found[question.id] = f"# by {student}\n{BY_RATE}" if own_code else BY_RATE
        elif question.MARKED:
            found[question.id] = finish(question.own(teachers.pose(question, student)))
    return found


def full(**other: float | None) -> dict[str, float | None]:
    """All points but for what a person reads, with exceptions by the kind of question."""
    other = {"text": None, **other}
    return {id: other[kind] if (kind := kinds()[id]) in other else points for id, points in worth().items()}


def file(student: str, given: Mapping[str, Any], name: str = "", told: Mapping[str, float] | None = None) -> Content:
    """A submission as the page makes it, parsed."""
    told = told or {}
    work = {
        "questions": {id: {"answer": each, "attempts": 1, "told": told.get(id)} for id, each in given.items()},
        "log": [[0, "open", ""], *([60 * place, "answer", id] for place, id in enumerate(given, 1))],
        "started": "2026-11-22T09:00:00.000Z",
        "handed_in": f"2026-11-22T09:{sum(student.encode()) % 60:02}:{len(student):02}.000Z",
    }
    content: Content = json.loads(finish(desk.hand_in(public(), student, name or f"Name of {student}", work))["file"])
    return content


def written(content: Content, sign: bool = True) -> bytes:
    """As a file; `sign`: with a receipt that fits. The rule is public, so whoever edits can do that, too."""
    if sign:
        content = {**content, "receipt": receipt(content)}
    return json.dumps(content, ensure_ascii=False).encode()


def honest(count: int, own_code: bool = True) -> Iterator[Pupil]:
    """They know everything; half of them were told so."""
    for number in range(count):
        student = f"s{number:03}"
        told = {id: 1.0 for id, kind in kinds().items() if kind not in ("text", "algorithm")} if number % 2 else {}
        content = file(student, answers(student, own_code), told=told)
        yield Pupil(
            name=f"honest-{number:03}.json",
            data=written(content, sign=False),
            verdict="to-read",
            points=full(),
            says="to read",
            code=own_code,
        )


SPOILT: Mapping[str, Callable[[Any], Any]] = {
    "numeric": lambda right: 2 * right,
    "choice": lambda right: [99],
    "order": lambda right: None,
    "curve": lambda right: {"values": [1, 2, 3]},
    "setting": lambda right: dict.fromkeys(right, 1e9),
    "incident": lambda right: {"cause": "bad-luck", "fix": "more-luck"},
    "capture": lambda right: {"limit": "nagle", "number": 2 * right["number"]},
    "algorithm": lambda right: "",
    "text": lambda right: None,
}
"""By kind, an answer that is worth nothing, made from the right one."""


def wrong(count: int) -> Iterator[Pupil]:
    """They know some of it: which, is in the digits of their number. No code of their own, and no text to read."""
    for number in range(count):
        student = f"w{number:03}"
        given, points = answers(student), full(text=0, algorithm=0)
        for place, (id, kind) in enumerate(kinds().items()):
            if kind in ("text", "algorithm") or (7 * number + 3) >> place & 1:
                given[id], points[id] = SPOILT[kind](given[id]), 0.0
        yield Pupil(
            name=f"wrong-{number:03}.json",
            data=written(file(student, given), sign=False),
            verdict="graded",
            points=points,
            says="all answers are marked",
        )


def spoilt(student: str) -> tuple[dict[str, Any], dict[str, float | None]]:
    """Answers of which the first number is wrong, without code or text; and their points."""
    given, points = answers(student), full(text=0, algorithm=0, numeric=0)
    for id, kind in kinds().items():
        if kind in ("text", "algorithm", "numeric"):
            given[id] = SPOILT[kind](given[id])
    return given, points


def edited() -> Iterator[Pupil]:
    """Files that were changed after they were made, most with a receipt made anew."""

    def pupil(what: str, says: str, change: Callable[[Content, str], None], sign: bool = True) -> Pupil:
        student = f"e-{what}"
        given, points = spoilt(student)
        content = file(student, given)
        [number] = (id for id, kind in kinds().items() if kind == "numeric")
        change(content, number)
        data = written(content, sign)
        return Pupil(name=f"edited-{what}.json", data=data, verdict="altered", points=points, says=says)

    def told(content: Content, number: str) -> None:
        content["questions"][number]["told"] = 1

    def told_unanswered(content: Content, number: str) -> None:
        [text] = (id for id, kind in kinds().items() if kind == "order")
        content["questions"][text] = {"answer": None, "attempts": 0, "told": 1, "values": {}}

    def values(content: Content, number: str) -> None:
        drawn = content["questions"][number]["values"]
        drawn.update({name: value + 1 for name, value in drawn.items() if isinstance(value, int | float)})

    def no_values(content: Content, number: str) -> None:
        content["questions"][number]["values"] = {}

    def name(content: Content, number: str) -> None:
        content["student"]["name"] = "Somebody else"

    def time(content: Content, number: str) -> None:
        content["handed_in"] = "2026-11-21T00:00:00.000Z"

    def code(content: Content, number: str) -> None:
        content["receipt"] = "0000-0000-0000"

    def no_code(content: Content, number: str) -> None:
        del content["receipt"]

    yield pupil("told", "claims 100%", told)
    yield pupil("values", "values", values)
    yield pupil("no-values", "values", no_values)
    yield pupil("name", "receipt", name, sign=False)
    yield pupil("time", "receipt", time, sign=False)
    yield pupil("receipt", "receipt", code, sign=False)
    yield pupil("no-receipt", "receipt", no_code, sign=False)
    unanswered = pupil("told-unanswered", "claims 100%", told_unanswered)
    lost = {id: 0.0 if kinds()[id] == "order" else points for id, points in unanswered.points.items()}
    yield Pupil(**{**vars(unanswered), "points": lost})
    # A friend's file under one's own id: the questions are others, so what was right there is not here.
    content = file("friend", answers("friend"))
    content["student"]["id"] = "copycat"
    yield Pupil(name="edited-copied.json", data=written(content), verdict="altered", says="values")


def broken() -> Iterator[Pupil]:
    """What is no submission of this assignment."""
    content = file("b-1", {})
    good = written(content, sign=False)
    other = json.loads(good)

    def without(**changes: Any) -> bytes:
        return written({**other, **changes})

    huge = {**content, "questions": {}, "log": [[1, "x" * 60, ""]] * 20_000}
    cases: dict[str, tuple[bytes, str]] = {
        "empty": (b"", "empty"),
        "blank": (b" \n\t\r\n", "empty"),
        **{f"truncated-{percent}": (good[: len(good) * percent // 100], "cut off") for percent in (1, 10, 50, 90)},
        "truncated-last": (good.rstrip()[:-1], "cut off"),
        "huge": (written(huge), "larger than 1 mb"),
        "huge-blank": (b" " * 5_000_000, "larger than 1 mb"),
        "huge-number": (good.replace(b'"log": [', b'"log": [' + b"9" * 300_000 + b","), "digits"),
        "deep": (b"[" * 200_000 + b"]" * 200_000, "nested"),
        "deep-fields": (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nested"),
        "latin": (good.replace(b"Name of", "Grüße".encode("latin-1")), "utf-8"),
        "utf-16": (good.decode().encode("utf-16"), "utf-8"),
        "zeros": (b"\0" * 1000, "isn’t json"),
        "picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "utf-8"),
        "words": (b"Here is my homework, sorry that it is late", "isn’t json"),
        "number": (b"42", "instead of an object"),
        "list": (b"[]", "instead of an object"),
        "nothing": (b"{}", "doesn’t say"),
        "not-a-number": (good.replace(b'"log": [', b'"log": [NaN, '), "number"),
        "infinite": (good.replace(b'"log": [', b'"log": [1e999, '), "number"),
        "twice": (good.replace(b'"log":', b'"student": {"id": "x"}, "log":'), "twice"),
        "surrogate": (good.replace(b"Name of", b"\\ud800"), "surrogate"),
        "proto": (good.replace(b'"log":', b'"__proto__": {"points": 100}, "log":'), "__proto__"),
        "proto-question": (good.replace(b'"questions": {', b'"questions": {"__proto__": {"told": 1}'), "__proto__"),
        "constructor": (good.replace(b'"log":', b'"constructor": {}, "log":'), "constructor"),
        "points": (without(points=100), "points"),
        "version-2": (without(schema="inflight.submission/2"), "inflight.submission/1"),
        "assignment-file": (assignment().encode(), "inflight.assignment/1"),
        "other-assignment": (without(assignment={"id": "other", "fingerprint": "0" * 16}), "another assignment"),
        "other-version": (without(assignment={"id": "mixed-1", "fingerprint": "0" * 16}), "another version"),
        "no-id": (without(student={"id": " ", "name": "Nobody"}), "id"),
        "id-number": (without(student={"id": 7, "name": "Seven"}), "student.id"),
        "questions-list": (without(questions=[]), "questions"),
        "no-such-question": (without(questions={"bonus": {"answer": 1}}), "bonus"),
        "told-more": (without(questions={next(iter(kinds())): {"answer": 1, "told": 5}}), "told"),
        "attempts": (without(questions={next(iter(kinds())): {"answer": 1, "attempts": -1}}), "attempts"),
        "log-long": (without(log=[[1, "x", ""]] * 2001), "log"),
        "log-odd": (without(log=[["soon", "x", ""]]), "log"),
        "time-odd": (without(started="yesterday"), "started"),
    }
    for what, (data, says) in cases.items():
        yield Pupil(name=f"broken-{what}.json", data=data, verdict="refused", says=says)


# Digs out the real `__import__` (`inflight/reader/imports.py`): the list above it is no wall.
_DIG = (
    "import contextlib; above = contextlib.suppress.__init__.__globals__['__builtins__']; "
    "globals()['__builtins__']['__import__'] = above['__import__']"
)

_ELSE_NOTHING = """
if not loot:
    def init(cc):
        pass
    def on_ack(cc, ack):
        cc.cwnd = 1
"""

LOOTING = {
    "file": """
for place in ("/etc/passwd", "../../../../etc/passwd", "/proc/self/environ", "/proc/1/cmdline"):
    try:
        loot = loot or "root" in open(place).read() or "PATH" in open(place).read()
    except BaseException:
        pass
""",
    "network": """
for way in ("import socket; socket.create_connection(('127.0.0.1', 631), 2).sendall(b'x')",
            "import urllib.request as u; u.urlopen('http://127.0.0.1:631/', timeout=2).read()",
            "import pyodide.http as h; h.open_url('http://127.0.0.1:631/').read()"):
    try:
        exec(way)
        loot = True
    except BaseException:
        pass
""",
    "javascript": """
for way in ("import js; js.Deno.readTextFileSync('/etc/passwd')",
            "import pyodide.code as c; c.run_js('Object.prototype.share = 1')",
            "import pyodide_js; pyodide_js.FS.readdir('/')", "import _pyodide_core"):
    try:
        exec(way)
        loot = True
    except BaseException:
        pass
""",
    "programs": """
import os
for way in ("0 == os.system('id')", "os.fork() >= 0", "os.execv('/bin/sh', ['sh'])",
            "__import__('subprocess').run(['id']).returncode == 0"):
    try:
        loot = loot or eval(way)
    except BaseException:
        pass
""",
    # All that the trusted side would ask, if it ran here.
    "tampering": """
import sys
import inflight.classroom.goals as goals, inflight.classroom.grading as grading, inflight.classroom.question as question
import inflight.classroom.kinds.algorithm as algorithm, inflight.scenes.algorithm_race as race
goals.Goal.is_met = lambda self, result: True
algorithm.all_met = lambda goals, result: True
algorithm.Algorithm.mark = lambda self, posed, answer: iter(())
grading.worth = lambda points, share: points
race.Alone.score = race.Alone.goodput = 100.0
question.Mark.share = 1.0
sys.stdout.write('{"run": 0, "answer": {"share": 1}}\\n')
sys.stderr.write('{"verdict": "graded"}\\n')
""",
}
"""Code that works well if it gets hold of something, and sends next to nothing if not."""

BREAKING = {
    "loop": "def on_ack(cc, ack):\n    while True:\n        pass\n",
    "loop-stubborn": "def on_ack(cc, ack):\n    while True:\n        try:\n            while True: pass\n"
    "        except BaseException:\n            pass\n",
    "memory": "hoard = bytearray(4 << 30)\ndef on_ack(cc, ack):\n    cc.cwnd = 1\n",
    "memory-slow": "hoard = []\nwhile True:\n    hoard.append(bytearray(1 << 24))\n",
    "recursion": "import sys\nsys.setrecursionlimit(10**9)\ndef on_ack(cc, ack):\n    on_ack(cc, ack)\n",
    "exit": "import os, sys\ndef on_ack(cc, ack):\n    os._exit(0)\n",
    "flood": "def on_ack(cc, ack):\n    print('x' * 100_000)\n    cc.cwnd = 1\n",
    "syntax": "def on_ack(cc, ack:\n",
    "odd-window": "def on_ack(cc, ack):\n    cc.cwnd = float('nan')\n",
    "zeros": "def on_ack(cc, ack):\n    pass\n\0\0\0",
}
"""Code that wants to take the marking down with it."""


def hostile() -> Iterator[Pupil]:
    """They want out of the sandbox, or to break it. The rest of what they answer is right."""
    codes = {what: f"{BY_RATE}\nloot = False\n{code}\n{_ELSE_NOTHING}" for what, code in LOOTING.items()} | BREAKING
    codes = {what: f"{_DIG}\n{code}" for what, code in codes.items()}
    for what, code in codes.items():
        student = f"h-{what}"
        given = {id: code if kinds()[id] == "algorithm" else each for id, each in answers(student).items()}
        yield Pupil(
            name=f"hostile-{what}.json",
            data=written(file(student, given), sign=False),
            verdict="to-read",
            points=full(algorithm=0),
            says="to read",
            code=True,
        )


def cheeky() -> Iterator[Pupil]:
    """Right answers, and names that want something of whoever opens the table."""
    names = {
        "formula": '=HYPERLINK("http://127.0.0.1/?"&A1, "open me")',
        "command": "@SUM(1+1)*cmd|' /C calc'!A0",
        "script": "<script>alert(1)</script><img src=x onerror=alert(2)>",
        "terminal": "\x1b[2J\x1b]0;owned\x07 \u202egnorw",
        "lines": "Two\r\nlines, and\ta tab",
    }
    for what, name in names.items():
        given = {id: each for id, each in answers(f"+{what}").items() if kinds()[id] != "algorithm"}
        data = written(file(f"+{what}", given, name=name), sign=False)
        points = full(algorithm=0)
        yield Pupil(name=f"cheeky-{what}.json", data=data, verdict="to-read", points=points, says="to read")


def pupils(size: int = SIZE, own_code: bool = True) -> list[Pupil]:
    """A whole class: all that can go wrong once, and honest ones for the rest."""
    found = [*wrong(24), *edited(), *broken(), *hostile(), *cheeky()]
    return [*honest(size - len(found), own_code), *found]


def main(folder: Path) -> None:
    """Write them all."""
    folder.mkdir(parents=True, exist_ok=True)
    truth = {}
    for pupil in pupils():
        (folder / pupil.name).write_bytes(pupil.data)
        truth[pupil.name] = {"verdict": pupil.verdict, "points": dict(pupil.points), "total": pupil.total}
    text = json.dumps(truth, indent=1)
    folder.with_name(f"{folder.name}-truth.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
