"""What a class comes to where files cannot be believed: which counts, what is void, who is late, what goes back."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from test_classroom_grading import RIGHT, SMALL, TEXT, hand_in, places, sample

from inflight.classroom import desk, grading
from inflight.classroom.assignment import parse
from inflight.classroom.form import AssignmentError
from inflight.cli import main
from inflight.figure.slices import finish

NINE, TEN = "2026-11-22T09:00:00.000Z", "2026-11-22T10:00:00.000Z"


def table(*rows: dict[str, Any], rules: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return finish(desk.table(TEXT, rows, more.get("hand", []), rules or {}))


class TestSeveralFiles:
    def test_a_forged_one_replaces_nothing(self) -> None:
        """Anybody can write a file with another's id and a later time."""
        honest, forged = sample("Ann", 1.0, "honest", handed_in=NINE), sample("ann", 0.0, "forged", handed_in=TEN)
        found = table(forged, honest)
        assert [row["counts"] for row in found["rows"]] == [False, False]
        assert "until you say which one" in found["rows"][1]["notes"][0]
        [duplicate] = found["duplicates"]
        assert duplicate == {"student": "ann", "files": ["forged", "honest"], "counts": None, "unsettled": True}
        assert (found["marks"]["mean"], found["missing"]) == (None, ["bob", "cid"])

    def test_the_teacher_settles_it(self) -> None:
        honest, forged = sample("Ann", 1.0, "honest", handed_in=NINE), sample("ann", 0.0, "forged", handed_in=TEN)
        found = table(forged, honest, rules={"counts": ["honest"]})
        assert [row["counts"] for row in found["rows"]] == [False, True]
        assert found["rows"][0]["notes"] == ["The same student’s honest counts instead."]
        both = table(forged, honest, rules={"counts": ["honest", "forged"]})
        assert both["duplicates"][0]["unsettled"]

    def test_the_last_one_if_the_teacher_wants_that_and_none_from_the_future(self) -> None:
        early, late = sample("Ann", 1.0, "early", handed_in=NINE), sample("ann", 0.5, "late", handed_in=TEN)
        future = sample("ann", 0.0, "future", handed_in="2099-01-01T00:00:00.000Z")
        no = grading.refused(parse(TEXT), "no", "It is broken.", ("ANN", ""))
        found = table(late, early, future, no, rules={"several": "last", "now": "2026-12-01T00:00:00.000Z"})
        assert [row["counts"] for row in found["rows"]] == [True, False, False, False]
        assert "in the future" in found["rows"][2]["notes"][0]
        assert found["marks"]["mean"] == 4.5

    def test_the_same_file_twice_and_a_refused_one_are_no_conflict(self) -> None:
        one, other = sample("Ann", 1.0, "one"), sample("Ann", 1.0, "other")
        no = grading.refused(parse(TEXT), "no", "It is broken.", ("ann", ""))
        found = table(no, one, other)
        assert [row["counts"] for row in found["rows"]] == [False, True, False]
        assert not found["duplicates"][0]["unsettled"]

    def test_a_gradebook_has_no_grade_for_what_is_not_settled(self) -> None:
        rows = [
            sample("Ann", 1.0, "a"),
            sample("ann", 0.5, "b"),
            grading.refused(parse(TEXT), "c", "It is broken.", ("Bob", "")),
            sample("cid", 0.0),
        ]
        text = finish(desk.csv(TEXT, rows, [], "moodle"))["text"]
        lines = [line[::2] + line[3:] for line in list(csv.reader(io.StringIO(text)))[1:]]
        assert [line[:2] for line in lines] == [["Ann", ""], ["Bob", ""], ["Cid", "0"]]
        assert [line[2].splitlines()[0] for line in lines[:2]] == [
            "Not marked yet: there are several files.",
            "Not marked. It is broken.",
        ]

    def test_canvas_has_notes_where_it_looks_for_custom_columns(self) -> None:
        """instructure/canvas-lms, lib/gradebook_importer.rb: between the section and the assignments."""
        text = finish(desk.csv(TEXT, [sample("Ann", 0.5)], [], "canvas-notes"))["text"]
        head, possible, line = csv.reader(io.StringIO(text))
        assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Notes", "Small"]
        assert (possible[6], line[6]) == ("9", "4.5")
        assert "one: 1 of 2" in line[5]

    @pytest.mark.parametrize(
        ("rules", "says"),
        [
            ({"several": "first"}, "must be one of ask, last"),
            ({"due": "tomorrow"}, "rules.due = 'tomorrow'"),
            ({"counts": "a"}, "rules.counts"),
            ({"mercy": True}, "there is no such field"),
        ],
    )
    def test_rules_that_are_none(self, rules: dict[str, Any], says: str) -> None:
        with pytest.raises(AssignmentError, match=says):
            table(rules=rules)


LOG = [[0, "start", ""], [5, "answer", "one"], [9, "hand-in", ""]]
LATER = [*LOG, [20, "reopen", ""], [30, "answer", "one"], [40, "hand-in", ""]]


def marked(log: list[list[Any]], feedback: str = "after", given: Mapping[str, Any] = RIGHT) -> dict[str, Any]:
    """The row of a file with this log."""
    assignment = json.dumps({**SMALL, "feedback": feedback})
    public = json.dumps(finish(desk.assignment(assignment))["public"])
    work = {"questions": {id: {"answer": each} for id, each in given.items()}, "log": log}
    text = finish(desk.hand_in(public, "Ann", "", work))["file"]
    return finish(desk.grade(assignment, "ann.json", text))


class TestReopened:
    def test_what_was_changed_after_the_marks_were_told_is_void(self) -> None:
        row = marked(LATER)
        assert (row["reopened"], [bool(each.get("again")) for each in row["questions"]]) == (1, [True, False, False])
        assert any("Reopened" in note for note in row["notes"])
        [found] = table(row)["rows"]
        assert [each["points"] for each in found["questions"]] == [0, 4, None]
        assert found["questions"][0]["reason"].startswith("Void: answered again after the mark was known.")
        assert "Void: one." in found["reason"]

    def test_unless_the_teacher_lets_it_count(self) -> None:
        [found] = table(marked(LATER), rules={"reopened": "count"})["rows"]
        assert [each["points"] for each in found["questions"]] == [2, 4, None]
        hand = [{"student": "ann", "question": "one", "points": 1}]
        [found] = table(marked(LATER), hand=hand)["rows"]
        assert (found["questions"][0]["points"], found["questions"][0]["void"]) == (1, False)

    def test_attempts_that_begin_anew_are_void(self) -> None:
        """`one` may be checked twice, `some` as often as one likes."""
        tries = [[place, "check", id] for place, id in enumerate(["one", "one", "some"])]
        log = [*tries, [10, "over", ""], [20, "answer", "one"], [21, "answer", "some"], [30, "hand-in", ""]]
        assert [bool(each.get("again")) for each in marked(log, "at-once")["questions"]] == [True, False, False]
        log.remove([1, "check", "one"])
        assert not any(each.get("again") for each in marked(log, "at-once")["questions"])

    @pytest.mark.parametrize("log", [[], LOG, [*LOG, [20, "reopen", ""], [40, "hand-in", ""]]])
    def test_nothing_is_void_that_was_not_changed(self, log: list[list[Any]]) -> None:
        assert not any(each.get("again") for each in marked(log)["questions"])

    def test_where_nobody_was_told_anything_changes_are_free(self) -> None:
        assert not any(each.get("again") for each in marked(LATER, "never")["questions"])


class TestDue:
    def test_who_is_late_is_said_and_loses_nothing(self) -> None:
        rows = [sample("Ann", 1.0, handed_in=TEN), sample("bob", 1.0, handed_in=NINE), sample("cid", 1.0, handed_in="")]
        found = table(*rows, rules={"due": "2026-11-22T09:30:00.000Z"})["rows"]
        assert [row["late"] for row in found] == [30.0, 0.0, None]
        assert found[0]["notes"] == ["Handed in 30 min late, by its own account."]
        assert found[2]["notes"] == ["It doesn’t say when it was handed in."]
        assert [row["points"] for row in found] == [9, 9, 9]

    def test_an_assignment_says_when_it_is_due_and_the_command_line_may_say_otherwise(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        text = json.dumps({**json.loads(TEXT), "due": NINE})
        head = finish(desk.assignment(text))
        assert (head["due"], head["public"]["due"]) == (NINE, NINE)
        (tmp_path / "small.json").write_text(text, encoding="utf-8")
        work = {"questions": {}, "log": [], "started": NINE, "handed_in": TEN}
        (tmp_path / "ann.json").write_text(finish(desk.hand_in(text, "ann", "", work))["file"], encoding="utf-8")
        arguments = ["grade", str(tmp_path / "ann.json"), "--assignment", str(tmp_path / "small.json"), "--json"]
        for more, late in (([], 60.0), (["--due", TEN], 0.0)):
            main([*arguments, "--jobs", "1", *more])
            assert [row["late"] for row in json.loads(capsys.readouterr().out)["rows"]] == [late]

    @pytest.mark.parametrize("due", ["tomorrow", "2026-11-22", "2026-11-22T09:00", "2026-13-22T09:00:00Z", 7])
    def test_what_is_no_time_is_refused(self, due: object) -> None:
        with pytest.raises(ValueError, match="due"):
            finish(desk.assignment(json.dumps({**json.loads(TEXT), "due": due})))


class TestFeedback:
    def test_a_text_for_each_student_and_nothing_that_is_the_teachers(self) -> None:
        odd = sample("Ann", 0.5, notes=["The student id has invisible letters."])
        rows = [odd, grading.refused(parse(TEXT), "b", "It is broken.", ("Bob", "")), sample("a/nn", 1.0)]
        files = finish(desk.feedback_files(TEXT, rows))["files"]
        assert [each["name"] for each in files] == ["small-ann.txt", "small-bob.txt", "small-a-nn.txt"]
        assert "4.5 of 9 points" in files[0]["text"]
        assert "one: 1 of 2. about one" in files[0]["text"]
        assert "It is broken." in files[1]["text"]
        assert all("cannot be seen" not in each["text"] for each in files)

    def test_it_lies_where_moodle_looks_for_it(self) -> None:
        """mod/assign/feedback/file/importziplib.php: fullname_userid_plugintype_pluginname."""
        file = "all.zip/Ann Bee_1234_assignsubmission_file/work.json"
        [found] = finish(desk.feedback_files(TEXT, [sample("ann", 1.0, file)]))["files"]
        folder, _, name = found["name"].rpartition("/")
        assert folder.split("_")[:4] == ["Ann Bee", "1234", "assignsubmission", "file"]
        assert name == "small-ann.txt"

    def test_on_the_command_line(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "in").mkdir()
        (tmp_path / "small.json").write_text(TEXT, encoding="utf-8")
        for student, hour in (("ann", 9), ("bob", 11)):
            text = hand_in(student, handed_in=f"2026-11-22T{hour:02}:00:00.000Z", log=LOG)
            (tmp_path / "in" / f"{student}.json").write_text(text, encoding="utf-8")
        again = hand_in("ann", {**RIGHT, "one": places("one", "no")}, log=LOG, handed_in=TEN)
        (tmp_path / "in" / "zann.json").write_text(again, encoding="utf-8")
        arguments = ["grade", str(tmp_path / "in"), "--assignment", str(tmp_path / "small.json"), "--jobs", "1"]
        out = tmp_path / "feedback.zip"
        chosen = str(tmp_path / "in" / "ann.json")
        due = "2026-11-22T11:30:00+01:00"
        assert main([*arguments, "--feedback", str(out), "--counts", chosen, "--due", due]) == 0
        with zipfile.ZipFile(out) as made:
            assert made.namelist() == ["small-ann.txt", "small-bob.txt"]
            assert "Handed in 30 minutes late" in made.read("small-bob.txt").decode()
        assert main([*arguments, "--feedback", str(tmp_path / "texts")]) == 0
        assert [each.name for each in (tmp_path / "texts").iterdir()] == ["small-bob.txt"]
        assert "none counts until you say which one" in capsys.readouterr().out
        assert main([*arguments, "--counts", "zoe.json"]) == 2
        assert "--counts zoe.json: there is no such file" in capsys.readouterr().err
        assert main([*arguments, "--due", "soon"]) == 2
        assert "--due soon: must be a time" in capsys.readouterr().err
