"""What is for the teacher's eye: said in a row's notes, and worth nothing by itself."""

from __future__ import annotations

import json
from typing import Any

import classroom_class as school
import pytest
from test_classroom_grading import RIGHT, hand_in, row_of, signed

from inflight.classroom import desk, flags, letters, upload
from inflight.classroom.algorithms import OWN
from inflight.classroom.assignment import parse
from inflight.figure.slices import finish
from inflight.reader.starters import FIXED

LOG = [[0, "start", ""], [9, "hand-in", ""]]


def notes(text: str, file: str = "file.json") -> str:
    return " ".join(finish(desk.grade(json.dumps(_assignment()), file, text))["notes"])


def _assignment() -> dict[str, Any]:
    from test_classroom_grading import SMALL

    return {**SMALL, "roster": []}


class TestLetters:
    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("p\u0430ypal", "a word from several alphabets (Cyrillic, Latin: U+0430)"),  # UTS #39's own example
            ("ann\u200b", "invisible letters (U+200B)"),
            ("a\u3164nn", "invisible letters (U+3164)"),
            ("\u202egnorw", "invisible letters (U+202E)"),
            ("Αnn", "a word from several alphabets (Greek, Latin: U+0391)"),
        ],
    )
    def test_look_alikes(self, text: str, says: str) -> None:
        assert letters.odd(text) == says

    @pytest.mark.parametrize(
        "text",
        ["Ünal Çelik", "O’Brien-Łukasz", "Ирина Петрова", "Ирина Smith", "東京タワー", "김철수", "5 µs, 3 Ω", "x²"],
    )
    def test_names_as_people_have_them(self, text: str) -> None:
        assert letters.odd(text) == ""

    def test_an_id_that_looks_like_anothers(self) -> None:
        content = json.loads(hand_in("ann", log=LOG))
        assert notes(signed(content)) == ""
        for id in ("аnn", "ann\u200b"):
            content["student"]["id"] = id
            assert "The student id has" in notes(signed(content))
        assert "The answer to say has" in notes(hand_in("ann", {**RIGHT, "say": "the dela\u0443"}, log=LOG))


class TestCode:
    @pytest.mark.parametrize(
        "code",
        [
            "x = [].__class__.__base__.__subclasses__()",
            "def on_ack(cc, ack):\n    (_ for _ in ()).gi_frame.f_back",
            "import random\nvars(random)",
            "getattr(cc, '__glo' + 'bals__')",
            "'{0.__globals__}'.format(f)",
            "def f(:\n  f_locals",
            *(pupil.data.decode() for pupil in school.hostile() if pupil.name == "hostile-tampering.json"),
        ],
    )
    def test_that_looks_inside(self, code: str) -> None:
        assert flags.looks_inside(code)

    @pytest.mark.parametrize("code", [*OWN, FIXED, "class A:\n    def __init__(self): pass", "# __globals__\nx = 1"])
    def test_that_does_not(self, code: str) -> None:
        assert flags.looks_inside(code) == ""


class TestOrigin:
    @pytest.mark.parametrize(
        ("file", "by"),
        [
            ("x.zip/Ann Bee_12345_assignsubmission_file/work.json", "Ann Bee"),
            ("Ann Bee_12345_assignsubmission_file_/work.json", "Ann Bee"),
            ("x/beeann_1234_56789_work.json", "beeann"),
            ("x/beeann_LATE_1234_56789_work.json", "beeann"),
            ("x/anon_1234_56789_work.json", ""),
            ("week_1_2.json", ""),
            ("small-ann.json", ""),
        ],
    )
    def test_who_uploaded_it(self, file: str, by: str) -> None:
        assert upload.uploader(file) == by

    def test_a_file_that_names_somebody_else(self) -> None:
        text = hand_in("ab123", name="Cid Dee", log=LOG)
        assert "It was uploaded by Ann Bee" in notes(text, "Ann Bee_12345_assignsubmission_file/work.json")
        assert notes(text, "Dee Cid_12345_assignsubmission_file/work.json") == ""
        assert notes(text, "ab123_12345_67890_work.json") == ""

    def test_an_empty_log(self) -> None:
        assert "Its log is empty" in notes(hand_in("ann"))
        assert notes(hand_in("ann", {})) == ""


def test_the_models_own_number_to_the_last_digit() -> None:
    """A figure shows three or four; the model has seventeen."""
    assignment = json.loads(school.assignment())
    [number] = (each for each in assignment["questions"] if each["kind"] == "numeric")
    number["ask"] = {"summary": number["ask"].get("summary", "completion")}
    text = json.dumps(assignment)
    found = parse(text)
    posed = found.pose(found.question(number["id"]), "s1")
    right = finish(posed.question._right(posed))  # type: ignore[attr-defined]
    public = json.dumps(finish(desk.assignment(text))["public"])
    for answer, flagged in ((right, True), (float(f"{right:.4g}"), False), (right * 1.0000001, False)):
        work = {"questions": {number["id"]: {"answer": answer}}, "log": LOG}
        row = finish(desk.grade(text, "f.json", finish(desk.hand_in(public, "s1", "", work))["file"]))
        assert ("to the last digit" in " ".join(row["notes"])) == flagged, answer
        assert row["points"] == number["points"]


def test_flags_cost_nothing() -> None:
    plain, odd = hand_in("ann", log=LOG), hand_in("аnn")
    assert row_of(plain)["points"] == row_of(odd)["points"] == 6
