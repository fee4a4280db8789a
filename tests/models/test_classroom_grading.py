"""Marking: every file gets a row, nothing that it claims is believed, and nothing in it does harm."""

import base64
import csv
import hashlib
import io
import json
import os
import random
import re
import signal
import zipfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import classroom_class as school
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.classroom import desk, grade_command, grading, jail
from inflight.classroom.algorithms import BUILT_IN
from inflight.classroom.assignment import parse
from inflight.classroom.collect import MOST, CollectError, Handed, collect
from inflight.classroom.grading import VERDICTS
from inflight.classroom.marking import Marked, mark
from inflight.classroom.question import canonical
from inflight.classroom.sandbox_runs import decisions
from inflight.classroom.submission import receipt
from inflight.classroom.untrusted import LARGEST, SubmissionError, text_of
from inflight.cli import main
from inflight.figure.slices import finish

SMALL: dict[str, Any] = {
    "schema": "inflight.assignment/1",
    "id": "small",
    "title": "Small",
    "key": "k",
    "secret": "s",
    "feedback": "at-once",
    "roster": ["Ann", "Bob", "Cid"],
    "questions": [
        {
            "id": "one",
            "kind": "choice",
            "text": "Which?",
            "points": 2,
            "attempts": 2,
            "choices": [{"text": "yes", "right": True}, {"text": "no"}, {"text": "perhaps"}],
        },
        {
            "id": "some",
            "kind": "choice",
            "text": "Which ones?",
            "points": 4,
            "many": True,
            "choices": [{"text": "a", "right": True}, {"text": "b", "right": True}, {"text": "c"}],
        },
        {"id": "say", "kind": "text", "text": "Why?", "points": 3, "most": 2000},
    ],
}
TEXT = json.dumps(SMALL)
PUBLIC = json.dumps(finish(desk.assignment(TEXT))["public"])


def places(question: str, *texts: str) -> list[int]:
    """Where these texts stand in the order in which answers count them."""
    paper = finish(desk.paper(TEXT, "x"))["questions"]
    choices = next(each["choices"] for each in paper if each["id"] == question)
    return sorted(each["place"] for each in choices if each["text"] in texts)


RIGHT: dict[str, Any] = {"one": places("one", "yes"), "some": places("some", "a", "b"), "say": "Because of the delay."}


def hand_in(student: str, given: Mapping[str, Any] = RIGHT, **more: Any) -> str:
    """The text of a file. more: `told` by question, `name`, `log`, `started`, `handed_in`."""
    told, name = more.pop("told", {}), more.pop("name", "")
    work = {"questions": {id: {"answer": each, "told": told.get(id)} for id, each in given.items()}, **more}
    return str(finish(desk.hand_in(PUBLIC, student, name, work))["file"])


def row_of(text: str | None, **more: Any) -> dict[str, Any]:
    return finish(desk.grade(TEXT, "file.json", text, **more))


def signed(content: Mapping[str, Any]) -> str:
    return json.dumps({**content, "receipt": receipt(content)})


def traces(needed: Mapping[str, Any]) -> dict[str, Any]:
    """What the sandbox would come to; the book's own code may run here."""
    assert all(run["code"] in BUILT_IN for runs in needed.values() for run in runs)
    return {id: [finish(decisions(**run)) for run in runs] for id, runs in needed.items()}


def as_page(file: school.Pupil) -> dict[str, Any]:
    """The row by the questions that a page asks."""
    text = text_of(file.data)
    needed = finish(desk.submission(school.assignment(), text))["questions"]
    return finish(desk.grade(school.assignment(), file.name, text, traces(needed), len(file.data)))


def check(pupil: school.Pupil, row: Mapping[str, Any]) -> None:
    """A row is what the truth about a pupil says."""
    assert row["verdict"] == pupil.verdict, (pupil.name, row["reason"])
    assert row["reason"]
    assert pupil.says in row["reason"].casefold()
    if pupil.points:
        assert {each["id"]: each["points"] for each in row["questions"]} == pupil.points, pupil.name
        assert row["points"] == pupil.total
    assert all(each["reason"] for each in row["questions"])


@pytest.fixture(scope="module")
def pupils() -> list[school.Pupil]:
    """The made-up class, but for most of the honest ones: `classroom_class.py FOLDER` writes all 200."""
    return school.pupils(100, own_code=False)


@pytest.fixture(scope="module")
def rows(pupils: list[school.Pupil]) -> list[tuple[school.Pupil, dict[str, Any]]]:
    """Those without code that nobody has read, marked."""
    return [(pupil, as_page(pupil)) for pupil in pupils if not pupil.code]


class TestClass:
    def test_it_has_all_kinds(self, pupils: list[school.Pupil]) -> None:
        names = [each.name for each in pupils]
        assert len(set(names)) == len(names) == 100
        assert {name.partition("-")[0] for name in names} == {
            *("honest", "wrong", "edited", "broken", "hostile", "cheeky")
        }

    def test_each_gets_the_row_that_it_deserves(self, rows: list[tuple[school.Pupil, dict[str, Any]]]) -> None:
        for pupil, row in rows:
            check(pupil, row)

    def test_a_table_of_them_all(self, rows: list[tuple[school.Pupil, dict[str, Any]]]) -> None:
        found = finish(desk.table(school.assignment(), [row for _, row in rows]))
        assert sum(found["verdicts"].values()) == len(rows)
        assert found["verdicts"]["refused"] == sum(pupil.verdict == "refused" for pupil, _ in rows)
        for format in desk.FORMATS:
            text = finish(desk.csv(school.assignment(), [row for _, row in rows], format=format))["text"]
            for line in csv.reader(io.StringIO(text.removeprefix("\ufeff"))):
                for cell in (cell for cell in line if not re.fullmatch(r"-?\d+(\.\d+)?", cell)):
                    assert not cell.lstrip().startswith(("=", "+", "-", "@", "\t", "\r")), cell
                    assert "\x1b" not in cell

    def test_with_the_texts_read_the_honest_have_full_marks(
        self, rows: list[tuple[school.Pupil, dict[str, Any]]]
    ) -> None:
        mine = [row for pupil, row in rows if pupil.name.startswith("honest")]
        assert mine
        [text] = (id for id, kind in school.kinds().items() if kind == "text")
        points = school.worth()[text]
        hand = [{"student": row["student"]["id"], "question": text, "points": points} for row in mine]
        for row in finish(desk.table(school.assignment(), mine, hand))["rows"]:
            assert (row["verdict"], row["points"]) == ("graded", sum(school.worth().values()))


HARMFUL = [*school.LOOTING, "loop", "memory", "recursion", "exit"]


class TestSandboxed:
    """Code that nobody has read, from a file to its row."""

    @pytest.fixture(autouse=True)
    def _hurry(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(jail, "run_all", partial(jail.run_all, limits=jail.Limits(silence=4)))
        try:
            jail.prepare()
        except jail.JailError as error:
            pytest.skip(str(error))

    @pytest.mark.parametrize("what", HARMFUL)
    def test_harmful(self, what: str) -> None:
        """Whoever gets hold of something has full marks (`LOOTING`)."""
        [pupil] = (each for each in school.hostile() if each.name == f"hostile-{what}.json")
        check(pupil, mark(school.assignment(), Handed(pupil.name, pupil.data, len(pupil.data))).row)

    def test_honest(self) -> None:
        [pupil] = school.honest(1)
        check(pupil, mark(school.assignment(), Handed(pupil.name, pupil.data, len(pupil.data))).row)


class TestReceipt:
    def test_is_the_beginning_of_a_hash_in_crockfords_letters(self) -> None:
        content = json.loads(hand_in("Ann"))
        found = content.pop("receipt")
        hashed = base64.b32encode(hashlib.sha256(canonical(content).encode()).digest()).decode()[:12]
        usual, crockford = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
        assert found.replace("-", "") == hashed.translate(str.maketrans(usual, crockford))
        assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}", found)

    def test_does_not_depend_on_how_the_file_is_written(self) -> None:
        content = json.loads(hand_in("Ann", started="2026-11-22T09:00:00.000Z"))
        turned = json.dumps(dict(reversed(content.items())), indent=3).replace('"attempts": 0', '"attempts": 0.0')
        assert row_of(turned)["verdict"] == "to-read"

    def test_any_change_shows(self) -> None:
        content = json.loads(hand_in("Ann", log=[[1, "open", ""]], handed_in="2026-11-22T09:00:00.000Z"))
        for path in leaves({name: each for name, each in content.items() if name != "receipt"}):
            changed = json.loads(json.dumps(content))
            *way, last = path
            place = changed
            for step in way:
                place = place[step]
            place[last] = 1 if place[last] != 1 else 2
            assert receipt(changed) != content["receipt"], path


def leaves(value: Any) -> Iterator[list[Any]]:
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for name, each in steps:
        if isinstance(each, dict | list) and each:
            yield from ([name, *rest] for rest in leaves(each))
        else:
            yield [name]


class TestHandIn:
    def test_the_file_has_what_was_done_and_no_more(self) -> None:
        work = {
            "questions": {
                "one": {"answer": [0], "attempts": 1, "told": 0.5, "points": 9},
                "some": "nothing that can be read",
                "bonus": {"answer": 1},
            },
            "log": [[0.4, "open", ""], ["x"], [1, "bad event", ""], [61.6, "check", "one"], None],
            "started": "2026-11-22T09:00:00.000Z",
            "handed_in": "soon",
        }
        found = finish(desk.hand_in(PUBLIC, " Ann  Bee ", "A\nB", work))
        content = json.loads(found["file"])
        assert content["student"] == {"id": "Ann Bee", "name": "A B"}
        assert content["questions"] == {"one": {"answer": [0], "attempts": 1, "told": 0.5, "values": {}}}
        assert content["log"] == [[0, "open", ""], [62, "check", "one"]]
        assert (content["started"], content["handed_in"]) == ("2026-11-22T09:00:00.000Z", "")
        assert found["name"] == "small-ann-bee.json"
        assert found["receipt"] == content["receipt"]

    def test_the_drawn_values_are_the_papers(self) -> None:
        content = school.file("s1", school.answers("s1"))
        for question in finish(desk.paper(school.public(), "s1"))["questions"]:
            if question["figure"] and question["id"] in content["questions"]:
                values = content["questions"][question["id"]]["values"]
                assert values
                assert values.items() <= question["figure"]["values"].items()

    @pytest.mark.parametrize(
        ("student", "name"),
        [
            ("../../etc/passwd", "small-etc-passwd.json"),
            ("a/b\\c:d*e", "small-a-b-c-d-e.json"),
            ("Ünal.1_2", "small-ünal.1_2.json"),
            ("***", "small-student.json"),
            ("x" * 100, f"small-{'x' * 60}.json"),
        ],
    )
    def test_names_of_files_are_safe(self, student: str, name: str) -> None:
        assert finish(desk.hand_in(PUBLIC, student, "", {}))["name"] == name

    @pytest.mark.parametrize("student", ["", " \u200b", "x" * 101])
    def test_without_an_id_that_can_be_read_there_is_no_file(self, student: str) -> None:
        with pytest.raises(SubmissionError, match="student id"):
            finish(desk.hand_in(PUBLIC, student, "", {}))

    def test_a_log_is_bounded_and_half_characters_are_mended(self) -> None:
        text = hand_in("Ann", {"say": "so \ud83d, \U0001f600"}, log=[[n, "move", "one"] for n in range(5000)])
        content = json.loads(text)
        assert [content["log"][0], len(content["log"])] == [[3000, "move", "one"], 2000]
        assert len(text.encode()) < 60_000
        assert content["questions"]["say"]["answer"] == "so \ufffd, \U0001f600"

    def test_what_is_too_large_is_said(self) -> None:
        with pytest.raises(SubmissionError, match="larger than 1 MB"):
            hand_in("Ann", {"say": "x" * LARGEST})


class TestClaims:
    def test_of_less_than_there_is_are_nobodys_loss(self) -> None:
        assert row_of(hand_in("Ann", told={"one": 0, "some": 0.5}))["verdict"] == "to-read"

    def test_of_more_are_told_and_earn_nothing(self) -> None:
        row = row_of(hand_in("Ann", {"one": places("one", "no")}, told={"one": 1}))
        assert (row["verdict"], row["points"]) == ("altered", 0)
        assert row["reason"] == "Question one claims 100% of its points; it earns 0%."
        assert row["questions"][0]["claimed"] == 1

    def test_of_what_only_a_person_can_mark(self) -> None:
        assert row_of(hand_in("Ann", told={"say": 1}))["verdict"] == "altered"

    def test_a_page_knows_less_than_the_teacher(self) -> None:
        """Part of the shown paths is all that a page has; hidden ones bring the share down later."""
        [question] = (id for id, kind in school.kinds().items() if kind == "algorithm")
        pupil = next(iter(school.honest(1, own_code=False)))
        content = json.loads(pupil.data)
        needed = finish(desk.submission(school.assignment(), pupil.data.decode()))["questions"]
        found = traces(needed)
        found[question][-1] = {"error": "it does not work on this one"}
        for told, verdict in ((1, "to-read"), (0.9, "altered")):
            content["questions"][question]["told"] = told
            row = finish(desk.grade(school.assignment(), "f", signed(content), found))
            share = next(each["share"] for each in row["questions"] if each["id"] == question)
            assert (row["verdict"], round(share, 3)) == (verdict, 0.667)

    def test_too_many_attempts(self) -> None:
        content = json.loads(hand_in("Ann"))
        content["questions"]["one"]["attempts"] = 3
        assert row_of(signed(content))["reason"] == "Question one was checked 3 times; at most 2 are allowed."

    def test_values_that_were_not_drawn(self) -> None:
        content = json.loads(hand_in("Ann"))
        content["questions"]["one"]["values"] = {"rtt": 1}
        assert "rtt" in row_of(signed(content))["reason"]


class TestOneQuestionAlone:
    """What goes wrong with one answer does not touch the others."""

    def test_a_bad_answer(self) -> None:
        row = row_of(hand_in("Ann", {**RIGHT, "one": {"no": "answer"}}))
        assert [each["points"] for each in row["questions"]] == [0, 4, None]
        assert "must be" in row["questions"][0]["reason"]

    def test_no_answer(self) -> None:
        row = row_of(hand_in("Ann", {"some": RIGHT["some"]}))
        assert [each["points"] for each in row["questions"]] == [0, 4, 0]
        assert [each["reason"] for each in row["questions"]][::2] == ["Not answered.", "Not answered."]
        assert row["verdict"] == "graded"

    def test_an_answer_worth_a_part(self) -> None:
        """One of two right ones, and two of two with a wrong one: half each, as the kind says."""
        for picked in (("a",), ("a", "b", "c")):
            assert row_of(hand_in("Ann", {"some": places("some", *picked)}))["points"] == 2

    def test_a_fault_of_the_model_is_the_teachers_to_look_at(self, monkeypatch: pytest.MonkeyPatch) -> None:
        kind = type(parse(TEXT).question("one"))
        usual = kind.mark

        def broken(self: Any, posed: Any, answer: Any) -> Any:
            yield
            if posed.question.id == "one":
                raise ZeroDivisionError("by zero")
            return (yield from usual(self, posed, answer))

        monkeypatch.setattr(kind, "mark", broken)
        row = row_of(hand_in("Ann"))
        assert [each["points"] for each in row["questions"]] == [None, 4, None]
        assert "ZeroDivisionError" in row["questions"][0]["reason"]

    def test_endless_marking_is_given_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(grading, "_SLICES", 1000)

        def endless(self: Any, posed: Any, answer: Any) -> Iterator[None]:
            while True:
                yield

        monkeypatch.setattr(type(parse(TEXT).question("say")), "mark", endless)
        row = row_of(hand_in("Ann"))
        assert [each["points"] for each in row["questions"]] == [2, 4, None]
        assert "Stopped" in row["questions"][2]["reason"]

    def test_code_that_was_not_run(self) -> None:
        [question] = (id for id, kind in school.kinds().items() if kind == "algorithm")
        text = next(iter(school.honest(1, own_code=False))).data.decode()
        for found in (None, {question: []}, {question: [{"decisions": []}]}):
            row = finish(desk.grade(school.assignment(), "f", text, found, 0, "Nobody was there."))
            mine = next(each for each in row["questions"] if each["id"] == question)
            assert (mine["points"], mine["reason"]) == (None, "Nobody was there.")


GOOD = hand_in("Ann", log=[[1, "open", ""], [2, "check", "one"]], handed_in="2026-11-22T09:00:00.000Z").encode()


@settings(max_examples=300)
@given(st.data())
def test_whatever_happens_to_a_file_it_gets_a_row(data: st.DataObject) -> None:
    """Bytes are lost, doubled, or come in between; and nobody gains by it."""
    start = data.draw(st.integers(0, len(GOOD)))
    end = data.draw(st.integers(start, min(len(GOOD), start + 40)))
    between = data.draw(
        st.one_of(st.binary(max_size=20), st.sampled_from([b"", b"}", b"]", b'"', b"{", b"1e9", b"\\"]))
    )
    changed = GOOD[:start] + between + GOOD[end:]
    row = row_of(text_of(changed), size=len(changed))
    assert row["verdict"] in VERDICTS
    assert row["reason"]
    if row["verdict"] == "refused":
        assert row["points"] is None
    else:
        assert 0 <= row["points"] <= 6
    json.dumps(row).encode()
    if changed != GOOD and row["verdict"] in ("graded", "to-read"):
        # space between the words of JSON, or a spelling of the same
        assert canonical(json.loads(changed)) == canonical(json.loads(GOOD))


def sample(student: str, share: float | None, file: str = "", **more: Any) -> dict[str, Any]:
    """A row of which the three questions have the same share; None for the text alone."""
    most = {"one": 2, "some": 4, "say": 3}
    questions = [
        {
            "id": id,
            "kind": "text" if id == "say" else "choice",
            "possible": points,
            "share": share if share is not None else None if id == "say" else 1.0,
            "points": share * points if share is not None else None if id == "say" else points,
            "said": "x",
            "answer": "x",
            "reason": f"about {id}",
            "claimed": None,
            "values": {},
        }
        for id, points in most.items()
    ]
    row = {
        "file": file or f"{student}.json",
        "verdict": "graded",
        "reason": "",
        "student": {"id": student, "name": f"Name {student}"},
        "points": 0,
        "possible": 9,
        "questions": questions,
        "handed_in": "2026-11-22T09:00:00.000Z",
        "receipt": "",
        "notes": [],
        "minutes": 1.0,
        "trail": "",
        **more,
    }
    return grading.settled(row)


def table(*rows: dict[str, Any], hand: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return finish(desk.table(TEXT, rows, hand or []))


class TestOverview:
    def test_distributions(self) -> None:
        found = table(sample("ann", 1.0), sample("bob", 0.5), sample("cid", 0.0), sample("dan", None))
        one = found["questions"][0]
        assert one["bins"] == [1, 0, 0, 0, 0, 1, 0, 0, 0, 2]
        assert (one["mean"], one["median"], one["full"], one["zero"], one["to_read"]) == (0.625, 0.75, 2, 1, 0)
        say = found["questions"][2]
        assert (say["mean"], say["marked"], say["to_read"]) == (0.5, 3, 1)
        # 9, 4.5, 0 and 6 points
        assert found["marks"]["bins"] == [1, 0, 0, 0, 0, 1, 1, 0, 0, 1]
        assert (found["marks"]["mean"], found["marks"]["median"]) == (4.875, 5.25)
        assert found["verdicts"] == {"graded": 3, "to-read": 1, "altered": 0, "refused": 0, "unmarked": 0}

    def test_nobody(self) -> None:
        found = table()
        assert found["marks"]["mean"] is None
        assert found["missing"] == ["ann", "bob", "cid"]

    def test_a_refused_file_takes_no_points_by_hand(self) -> None:
        refused = grading.refused(parse(TEXT), "f", "No.", ("ann", ""))
        [found] = table(refused, hand=[{"student": "ann", "question": "one", "points": 2}])["rows"]
        assert (found["verdict"], found["reason"], found["points"], found["questions"]) == ("refused", "No.", None, [])

    def test_roster(self) -> None:
        found = table(sample("BOB", 1.0), sample("zoe", 1.0), grading.refused(parse(TEXT), "f", "No.", ("cid", "")))
        assert (found["strangers"], found["missing"]) == (["zoe"], ["ann", "cid"])

    def test_points_by_hand(self) -> None:
        hand = [
            {"student": "ANN", "question": "say", "points": 1.5, "comment": "Half of it."},
            {"student": "bob", "question": "one", "points": 0},
            {"student": "nobody", "question": "one", "points": 0},
        ]
        found = table(sample("Ann", None), sample("bob", 1.0), hand=hand)
        ann, bob = found["rows"]
        assert (ann["verdict"], ann["points"], ann["questions"][2]["share"]) == ("graded", 7.5, 0.5)
        assert ann["questions"][2]["reason"] == "Half of it."
        assert bob["points"] == 7
        assert found["unused"] == ["nobody"]

    def test_points_by_hand_leave_a_false_claim_what_it_is(self) -> None:
        row = sample("ann", None) | {"verdict": "altered", "reason": "The receipt does not fit."}
        [found] = table(row, hand=[{"student": "ann", "question": "say", "points": 3}])["rows"]
        assert (found["verdict"], found["reason"], found["points"]) == ("altered", "The receipt does not fit.", 9)


def read(
    format: str, *rows: dict[str, Any], hand: list[dict[str, Any]] | None = None, rules: Mapping[str, Any] | None = None
) -> list[list[str]]:
    text = finish(desk.csv(TEXT, rows, hand or [], format, rules or {}))["text"]
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


class TestGradebook:
    def test_table(self) -> None:
        head, line = read("table", sample("ann", None, "ann.json"))
        cells = dict(zip(head, line, strict=True))
        assert (cells["file"], cells["verdict"], cells["points"], cells["of"]) == ("ann.json", "to-read", "6", "9")
        assert (cells["one (of 2)"], cells["say (of 3)"], cells["say: reason"]) == ("2", "", "about say")

    def test_canvas_takes_its_header_and_finds_the_students(self) -> None:
        """By the rules of Canvas's importer: process_header, update_column_count, process_pp, process_student."""
        head, possible, line = read("canvas", sample("Ann", 0.5))
        assert len(head) > 3
        assert "Student" in head[0]
        assert "ID" in head[1]
        assert re.search(r"SIS\s+User\s+ID", head[2])
        assert re.search(r"SIS\s+Login\s+ID", head[3])
        assert "Section" in head[4]
        assert head[5:] == ["Small"]
        assert "Points Possible" in possible[0]
        assert possible[5] == "9"
        assert line == ["Name Ann", "", "Ann", "Ann", "", "4.5"]

    def test_moodle_has_one_user_grade_and_feedback_in_a_line(self) -> None:
        head, line = read("moodle", sample("Bob", None))
        assert head[0] == "ID number"
        assert head[2:] == ["Assignment: Small (Real)", "Assignment: Small (Feedback)"]
        assert line[:3] == ["Bob", "Name Bob", "6"]
        assert line[3].splitlines() == ["one: 2 of 2. about one", "some: 4 of 4. about some", "say: not read yet."]

    @pytest.mark.parametrize("format", ["canvas", "moodle"])
    def test_only_who_is_in_the_class_once_and_as_the_roster_writes_it(self, format: str) -> None:
        rows = [
            sample("aNN", 1.0, "a", handed_in="2026-11-22T09:00:00.000Z"),
            sample("ann", 0.5, "b", handed_in="2026-11-22T10:00:00.000Z"),
            sample("zoe", 1.0),
            grading.refused(parse(TEXT), "f", "No.", ("bob", "")),
        ]
        lines = read(format, *rows, rules={"several": "last"})[2 if format == "canvas" else 1 :]
        id, points = (2, 5) if format == "canvas" else (0, 2)
        assert [(line[id], line[points]) for line in lines] == [("Ann", "4.5"), ("Bob", "")]

    @pytest.mark.parametrize("bad", ["=1+1", "+1", "-1+2", "@A1", "\t=1", "\r=1", " =1", "＝1", "\n@x"])
    @pytest.mark.parametrize("format", desk.FORMATS)
    def test_no_cell_is_a_formula(self, bad: str, format: str) -> None:
        row = sample(bad, None)
        row["student"]["name"] = bad
        for each in row["questions"]:
            each["said"] = each["reason"] = bad
        assignment = json.dumps({**SMALL, "roster": [], "title": bad})
        text = finish(desk.csv(assignment, [row], [], format))["text"].removeprefix("\ufeff")
        lines = list(csv.reader(io.StringIO(text, newline="")))
        assert len(lines) >= 2
        for cell in (cell for line in lines for cell in line):
            assert not cell.strip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝"))

    def test_by_hand_is_read_as_it_was_written(self) -> None:
        rows = [sample("=ann", None), sample("bob", None), sample("cid", 1.0)]
        lines = read("by-hand", *rows)
        assert lines[0][:4] == ["student", "question", "points", "comment"]
        assert [line[1] for line in lines[1:]] == ["say", "say"]
        lines[1][2], lines[1][3] = "2,5", "Good; nearly"
        out = io.StringIO()
        csv.writer(out, delimiter=";").writerows(lines)
        found = finish(desk.hand(TEXT, "\ufeff" + out.getvalue()))["hand"]
        assert found == [{"student": "=ann", "question": "say", "points": 2.5, "comment": "Good; nearly"}]
        assert read("by-hand", *rows, hand=found)[1][:4] == ["'=ann", "say", "2.5", "Good; nearly"]

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("", "no column student"),
            ("student,question\n", "points"),
            ("student,question,points\nann,say,much\n", "line 2: points = 'much'"),
            ("student,question,points\nann,say,4\n", "0 to 3"),
            ("student,question,points\nann,say,-1\n", "0 to 3"),
            ("student,question,points\nann,say,nan\n", "0 to 3"),
            ("student,question,points\n\nann,sing,1\n", "line 3: question = 'sing'"),
            ("student,question,points\n,say,1\n", "no student id"),
        ],
    )
    def test_points_that_cannot_be_given(self, text: str, says: str) -> None:
        with pytest.raises(ValueError, match=re.escape(says)):
            finish(desk.hand(TEXT, text))


START = "def on_ack(cc, ack):\n    if ack.in_recovery:\n        return\n    cc.cwnd += ack.acked / cc.cwnd\n"
MINE = """
def init(cc):
    cc.best, cc.seen = 0, []

def on_ack(cc, ack):
    cc.seen.append(ack.rtt)
    if len(cc.seen) > 20:
        cc.best = min(cc.seen[-20:])
    if ack.rtt and ack.rtt > 1.5 * cc.best:
        cc.cwnd = max(4, cc.cwnd - 1)
    else:
        cc.cwnd += 0.5
"""
YOURS = "# my own work\n" + re.sub(r"\bbest\b", "least", re.sub(r"\bseen\b", "history", MINE)).replace("20", "25")
OTHER = """
def on_ack(cc, ack):
    queue = ack.in_flight * (1 - ack.min_rtt / (ack.rtt or 1))
    for limit, step in ((1, 2), (3, 1), (9, 0)):
        if queue < limit:
            cc.cwnd = cc.cwnd + step / cc.cwnd
            break
    while cc.cwnd > 500:
        cc.cwnd /= 2
"""


def alike(question: dict[str, Any], answers: Mapping[str, Any], **more: Any) -> list[set[str]]:
    """Pairs of students found in rows that have nothing but these answers."""
    assignment = json.dumps({**SMALL, "roster": [], "questions": [question]})
    rows = []
    for student, answer in answers.items():
        row = sample(student, 0.0)
        each = {**row["questions"][0], "id": question["id"], "kind": question["kind"], "answer": answer}
        row["questions"] = [each | {"values": {"rtt": len(rows)}}]
        rows.append(row | {name: value[student] for name, value in more.items()})
    found = finish(desk.table(assignment, rows))["alike"]
    assert all(0 <= each["likeness"] <= 1 and each["reason"] for each in found)
    return [set(each["students"]) for each in found]


CODE = {
    "id": "q",
    "kind": "algorithm",
    "text": "Write.",
    "path": {},
    "code": START,
    "goals": [{"measure": "score", "at_least": 1}],
}
SAY = {"id": "q", "kind": "text", "text": "Why does a small buffer limit a transfer over a long path?", "most": 2000}


class TestSimilarity:
    def test_code_with_other_names_is_the_same_code(self) -> None:
        assert alike(CODE, {"ann": MINE, "bob": YOURS, "cid": OTHER}) == [{"ann", "bob"}]

    def test_what_the_teacher_gave_out_is_nobodys(self) -> None:
        assert alike(CODE, {"ann": START, "bob": START, "cid": START + "# a note\n"}) == []

    def test_code_that_is_no_python(self) -> None:
        wild = "def (((\n  'open\n" + " ".join(f"word{n}" for n in range(40))
        assert alike(CODE, {"ann": wild, "bob": wild, "cid": MINE}) == [{"ann", "bob"}]

    def test_texts(self) -> None:
        rng = random.Random(1)
        words = [f"w{n}" for n in range(300)]
        one, other = (" ".join(rng.choices(words, k=60)) for _ in range(2))
        copied = one.upper().replace("W7 ", "w7, ") + "!"
        assert alike(SAY, {"ann": one, "bob": other, "cid": copied}) == [{"ann", "cid"}]
        assert alike(SAY, {"ann": SAY["text"], "bob": SAY["text"]}) == []

    def test_what_many_say_is_no_hint(self) -> None:
        text = " ".join(f"w{n}" for n in range(60))
        assert alike(SAY, {f"s{n}": text for n in range(12)}) == []

    @pytest.mark.parametrize("changed", [False, True])
    def test_nine_copies_in_a_class_of_thirty_are_one_group(self, changed: bool) -> None:
        """Also where each has a line of their own: what a group has in common is not what a class has."""
        rng = random.Random(2)
        answers = {f"s{n}": " ".join(rng.choices([f"w{k}" for k in range(400)], k=80)) for n in range(30)}
        copied = list(answers)[3:12]
        for n, student in enumerate(copied):
            answers[student] = answers[copied[0]] + (f" and {n} times {n}, says {student}" if changed and n else "")
        assert alike(SAY, answers) == [set(copied)]
        signs = [
            "+",
            "-",
            "*",
            "/",
            "(",
            ")",
            "[",
            "]",
            "if",
            "else",
            "or",
            "and",
            "not",
            "<",
            ">",
            "in",
            ":",
            ",",
            "1",
        ]
        codes = {student: " ".join(rng.choices(signs, k=80)) for student in answers}
        for n, student in enumerate(copied):
            codes[student] = re.sub("best", f"best{n}", MINE) + (f"\n\ndef f{n}():\n    return {n}" if changed else "")
        assert alike(CODE, codes) == [set(copied)]

    def test_no_group_is_left_out_however_many_there_are(self) -> None:
        rng = random.Random(3)
        texts = [" ".join(rng.choices([f"w{k}" for k in range(2000)], k=60)) for _ in range(250)]
        found = alike(SAY, {f"s{n}": text for n, text in enumerate(texts + texts)})
        assert sorted(map(sorted, found)) == sorted(sorted([f"s{n}", f"s{n + 250}"]) for n in range(250))

    def test_a_page_can_draw_in_between(self) -> None:
        """It yields for each text at least, and says how far it is."""
        rows = []
        for n in range(40):
            row = sample(f"s{n}", 0.0)
            each = {
                **row["questions"][0],
                "id": "q",
                "kind": "text",
                "answer": " ".join(f"w{n}-{k}" for k in range(60)),
            }
            rows.append({**row, "questions": [each]})
        work = desk.table(json.dumps({**SMALL, "roster": [], "questions": [SAY]}), rows)
        told = [each for each in work if each is not None]
        assert len(told) > 80
        assert told == sorted(told)
        assert 0 <= told[0] < 0.1
        assert 0.9 < told[-1] <= 1

    def test_the_same_wrong_number_for_other_values(self) -> None:
        ask = {
            "id": "q",
            "kind": "numeric",
            "text": "?",
            "ask": {"value": 1, "unit": "s"},
            "tolerance": {"plus_minus": 0},
        }
        assert alike(ask, {"ann": 12.34, "bob": 12.34, "cid": 12.35}) == [{"ann", "bob"}]
        assert alike(ask, {"ann": 10, "bob": 10.0}) == [], "a round number is anybody's"

    def test_the_same_trail(self) -> None:
        trail = {"ann": "a", "bob": "b", "cid": "a", "dan": ""}
        assert alike(SAY, dict.fromkeys(trail, "no"), trail=trail) == [{"ann", "cid"}]
        everybody = {f"s{n}": "a" for n in range(9)}
        assert alike(SAY, dict.fromkeys(everybody, "no"), trail=everybody) == []


class TestCollect:
    def test_folders_and_archives_give_every_file(self, tmp_path: Path) -> None:
        (tmp_path / "sub").mkdir()
        for name in ("b.json", "a.txt", "sub/c.json", ".DS_Store"):
            (tmp_path / name).write_text(name, encoding="utf-8")
        with zipfile.ZipFile(tmp_path / "lms.zip", "w") as archive:
            for name in ("Ann_12_assignsubmission_file_/x.json", "__MACOSX/x.json", "dir/", "../../evil.json"):
                archive.writestr(name, name)
        found = {Path(each.name).relative_to(tmp_path).as_posix(): each.data.decode() for each in collect([tmp_path])}
        assert found == {
            "a.txt": "a.txt",
            "b.json": "b.json",
            "lms.zip/Ann_12_assignsubmission_file_/x.json": "Ann_12_assignsubmission_file_/x.json",
            "sub/c.json": "sub/c.json",
            # a name within an archive is a name and nothing that is opened; parts that begin with a dot are hidden
        }

    def test_a_bomb_is_not_unpacked(self, tmp_path: Path) -> None:
        with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("bomb.json", b" " * 50_000_000)
        [found] = collect([tmp_path / "bomb.zip"])
        assert len(found.data) <= LARGEST
        assert mark(TEXT, found).row["reason"] == "The file is larger than 1 MB; no submission is."

    def test_what_cannot_be_read_has_a_row(self, tmp_path: Path) -> None:
        (tmp_path / "bad.zip").write_bytes(b"PK\3\4 not really")
        (tmp_path / "link.json").symlink_to("/etc/passwd")
        with zipfile.ZipFile(tmp_path / "hurt.zip", "w") as archive:
            archive.writestr("x.json", "some text that is in the archive as it is")
        hurt = (tmp_path / "hurt.zip").read_bytes().replace(b"some text", b"some test")
        (tmp_path / "hurt.zip").write_bytes(hurt)
        rows = [mark(TEXT, each).row for each in collect([tmp_path])]
        assert [row["verdict"] for row in rows] == ["refused"] * 3
        assert [row["reason"].split(":")[0] for row in rows] == [
            "The archive cannot be read",
            "It cannot be unpacked",
            "It is a link to somewhere else.",
        ]

    def test_what_is_not_there_is_said(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(CollectError, match="no such file"):
            collect([tmp_path / "nothing"])
        assert MOST > 1000
        monkeypatch.setattr("inflight.classroom.collect.MOST", 1)
        for name in "ab":
            (tmp_path / name).touch()
        with pytest.raises(CollectError, match="more than 1 file"):
            collect([tmp_path])


def kill_on_bob(assignment: str, handed: Handed) -> Marked:
    """As `mark`, in a process that one of the files kills."""
    if "bob" in handed.name:
        os.kill(os.getpid(), signal.SIGKILL)
    return mark(assignment, handed)


class TestCommand:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        (tmp_path / "in").mkdir()
        for student in ("ann", "bob", "cid"):
            (tmp_path / "in" / f"{student}.json").write_text(hand_in(student), encoding="utf-8")
        (tmp_path / "small.json").write_text(TEXT, encoding="utf-8")
        return tmp_path

    def grade(self, folder: Path, *more: str) -> int:
        return main(["grade", *more, "--assignment", str(folder / "small.json"), "--jobs", "1", str(folder / "in")])

    def test_rows_are_the_pages(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        out = folder / "grades.csv"
        assert self.grade(folder, "--json", "--csv", str(out), "--format", "moodle") == 0
        said, err = capsys.readouterr()
        files = [str(folder / "in" / f"{student}.json") for student in ("ann", "bob", "cid")]
        rows = [finish(desk.grade(TEXT, file, Path(file).read_text(encoding="utf-8"))) for file in files]
        assert json.loads(said) == json.loads(json.dumps(finish(desk.table(TEXT, rows))))
        assert out.read_bytes().decode() == finish(desk.csv(TEXT, rows, [], "moodle"))["text"]
        assert "3 of 3 submissions" in err

    def test_points_by_hand_and_exit_status(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "hand.csv").write_text("student,question,points\nann,say,3\n", encoding="utf-8")
        (folder / "in" / "dan.json").write_text("", encoding="utf-8")
        assert self.grade(folder, "--by-hand", str(folder / "hand.csv")) == 1
        out = capsys.readouterr().out
        assert re.search(r"graded +9/9 +ann +ann.json", out)
        assert "dan.json: The file is empty." in out

    @pytest.mark.parametrize(
        ("more", "says"),
        [
            (["--by-hand", "none.csv"], "none.csv"),
            (["no-such-folder"], "no-such-folder"),
            (["--executor", "threads"], "threads"),
        ],
    )
    def test_bad_input_is_one_line_and_status_2(
        self, folder: Path, more: list[str], says: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.grade(folder, *more) == 2
        err = capsys.readouterr().err
        assert len(err.splitlines()) == 1
        assert says in err

    def test_an_assignment_that_is_none(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "small.json").write_text("{}", encoding="utf-8")
        assert self.grade(folder) == 2
        assert "assignment.schema" in capsys.readouterr().err

    def test_who_kills_the_marking_sinks_alone(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(grade_command, "mark", kill_on_bob)
        assert self.grade(folder, "--json") == 1
        ann, bob, cid = json.loads(capsys.readouterr().out)["rows"]
        assert [ann["verdict"], bob["verdict"], cid["verdict"]] == ["to-read", "unmarked", "to-read"]
        assert "each time a worker died" in bob["reason"]

    def test_without_a_sandbox_code_is_for_the_teacher_to_read(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("INFLIGHT_PYODIDE", str(folder))
        [pupil] = school.honest(1)
        (folder / pupil.name).write_bytes(pupil.data)
        assert main(["grade", str(folder / pupil.name), "--assignment", str(school.FILE), "--json", "--jobs", "1"]) == 0
        out, err = capsys.readouterr()
        [row] = json.loads(out)["rows"]
        mine = next(each for each in row["questions"] if each["kind"] == "algorithm")
        assert mine["points"] is None
        assert "has not been run" in mine["reason"]
        assert "INFLIGHT_PYODIDE" in err or "pip install" in err

    def test_the_assignment_itself(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = str(folder / "small.json")
        assert main(["assignment", "public", file]) == 0
        assert json.loads(capsys.readouterr().out) == json.loads(PUBLIC)
        assert main(["assignment", "paper", file, "--student", "ANN", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(finish(desk.paper(TEXT, "ann"))))
        assert main(["assignment", "paper", file, "--student", "ann"]) == 0
        assert "Which ones?" in capsys.readouterr().out
        assert main(["assignment", "key", file, "--student", "ann"]) == 0
        assert "one, answer: yes" in capsys.readouterr().out
        assert main(["assignment", "check", file, "--students", "3"]) == 0
        assert "3 accepted" in capsys.readouterr().out
        assert main(["assignment", "check", file, "--students", "0"]) == 2
        assert "students = 0" in capsys.readouterr().err


def test_a_page_marks_what_the_public_part_can_tell() -> None:
    """A seal tells right from wrong, and nothing in between; what is left over is for the teacher's file."""
    row = finish(desk.grade(PUBLIC, "f", hand_in("Ann", {**RIGHT, "some": places("some", "a")})))
    assert [each["share"] for each in row["questions"]] == [1, None, None]
