"""What marks can be trusted to mean: what a script earns that understands nothing, in each of the modes.

The guide has the same in a table (docs/teaching/guide.mdx#trust).
"""

import html
import json
import re
import secrets
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from classroom_cheat import cheat, guess, link_of

from inflight.classroom import desk, grading
from inflight.classroom.algorithms import OWN
from inflight.classroom.assignment import Assignment, parse, read
from inflight.classroom.codes import CodeError
from inflight.classroom.crockford import letters
from inflight.classroom.form import AssignmentError
from inflight.classroom.question import canonical, digest
from inflight.classroom.sandbox_runs import decisions
from inflight.classroom.submission import read as read_submission
from inflight.classroom.submission import receipt
from inflight.classroom.tryout import try_out
from inflight.classroom.untrusted import SubmissionError
from inflight.cli import main
from inflight.figure.slices import finish

ROOT = Path(__file__).parents[2]
FILES = {path.stem: path for path in sorted((ROOT / "docs/assignments").glob("*.json"))}
SECRET = "a secret that nobody guesses"
SOME = [pytest.param(id, marks=() if id in ("closing", "mixed-1") else pytest.mark.full) for id in FILES]
"""The others take as long again, and have nothing new."""

COMPUTABLE = ("curve", "setting", "incident", "algorithm", "capture")

Data = dict[str, Any]


def loaded(id: str, **change: Any) -> Data:
    found = json.loads(FILES[id].read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return {**found, "secret": SECRET, **change}


def proctored(id: str, **change: Any) -> Assignment:
    return read(loaded(id, proctored=["Tuesday", "Thursday"], **change))


def revealed_later(id: str) -> Assignment:
    """With the questions that such an assignment may have."""
    data = loaded(id, feedback="reveal")
    data["questions"] = [each for each in data["questions"] if each["kind"] not in COMPUTABLE]
    return read(data)


def marked(assignment: Assignment, text: str) -> Any:
    needed = grading.needs(assignment, text)
    traces = {id: [finish(decisions(**run)) for run in runs] for id, runs in needed.items()}
    return finish(grading.grade(assignment, "a.json", text, traces))


def earned(row: Any) -> tuple[float, float]:
    """Points for what is not text, and how many there are."""
    asked = [each for each in row["questions"] if each["kind"] != "text"]
    return sum(each["points"] or 0 for each in asked), sum(each["possible"] for each in asked)


@cache
def open_row(id: str) -> Any:
    assignment = read(loaded(id))
    return marked(assignment, cheat(link_of(assignment), "eve"))


class TestOpen:
    @pytest.mark.parametrize("id", SOME)
    def test_a_script_has_all_points_but_those_for_text(self, id: str) -> None:
        """That is what the guide says of this mode; the verdict is clean."""
        row = open_row(id)
        assert row["verdict"] in ("graded", "to-read")
        got, possible = earned(row)
        assert got == possible > 0


class TestProctored:
    @pytest.mark.parametrize("id", SOME)
    def test_a_link_makes_no_submission(self, id: str) -> None:
        """Not by the package, and not by hand: a file without the session's code has no points."""
        assignment = proctored(id)
        with pytest.raises(SubmissionError, match="code is missing"):
            cheat(link_of(assignment), "eve")
        content = json.loads(cheat(link_of(assignment), "eve", assignment.codes["Tuesday"]))
        del content["code"]
        row = marked(assignment, resealed(content))
        assert (row["verdict"], row["points"]) == ("refused", None)
        assert "practice paths" in row["reason"]

    @pytest.mark.parametrize("id", SOME)
    def test_a_code_made_up_is_none_of_a_session(self, id: str) -> None:
        """Whose check letters are right: their rule is public. So all is worked out, and nothing counts."""
        assignment = proctored(id)
        row = marked(assignment, cheat(link_of(assignment), "eve", made_up(assignment)))
        assert (row["verdict"], row["points"]) == ("refused", None)
        assert "any session" in row["reason"]
        assert "Tuesday, Thursday" in row["reason"]

    @pytest.mark.full
    def test_what_was_worked_out_before_is_worth_no_more_than_a_guess(self) -> None:
        """Answers to practice paths, with the code put in once it is told. One in three has the same path by chance."""
        got = possible = 0.0
        for student in ("eve", "mallory", "trudy"):
            for id in ("windows", "congestion"):
                assignment = proctored(id)
                link = link_of(assignment)
                before = json.loads(cheat({**link, "proctored": False}, student))
                during = json.loads(cheat(link, student, assignment.codes["Tuesday"]))
                for name, entry in during["questions"].items():
                    entry["answer"] = before["questions"][name]["answer"]
                row = marked(assignment, resealed(during))
                points, all_points = earned(row)
                got, possible = got + points, possible + all_points
        assert got < 0.5 * possible

    def test_nothing_in_the_link_says_which_code_it_will_be(self) -> None:
        """With another secret, or for another session, the code differs, and the link does not."""
        one, other = proctored("windows"), proctored("windows", secret=secrets.token_hex())
        assert canonical(one.public) == canonical(other.public)
        assert one.fingerprint == other.fingerprint
        codes = [*one.codes.values(), *other.codes.values()]
        assert len(set(codes)) == 4
        assert not any(code[:4] in canonical(one.public) for code in codes)
        assert "seal" not in canonical(one.public)

    def test_another_session_may_be_added_later(self) -> None:
        more = read(source("windows", proctored=["Tuesday", "Thursday", "Make-up"]))
        assert proctored("windows").codes.items() <= more.codes.items()
        assert more.fingerprint == proctored("windows").fingerprint

    def test_whoever_has_the_code_and_the_package_is_not_kept_out(self) -> None:
        """The guide says so: the room has to be watched."""
        assignment = proctored("windows")
        row = marked(assignment, cheat(link_of(assignment), "eve", assignment.codes["Thursday"]))
        got, possible = earned(row)
        assert 0.8 * possible < got < possible  # what only the teacher knows is not computed
        assert row["session"] == "Thursday"
        assert "Session: Thursday." in row["notes"]

    def test_students_and_teachers_pose_the_same(self) -> None:
        assignment = proctored("windows")
        link = read(link_of(assignment))
        code = assignment.codes["Tuesday"]
        for typed in (code, code.lower(), code.replace("-", " "), f" {code.replace('-', '')} ", code.replace("0", "o")):
            here = link.seated(typed)
            for question in link.questions:
                mine = assignment.seated(code).pose(assignment.question(question.id), "Ada ").values
                assert here.pose(question, "ada").values == mine

    def test_a_slip_of_the_finger_is_told_and_so_is_another_assignments_code(self) -> None:
        link, code = read(link_of(proctored("windows"))), proctored("windows").codes["Tuesday"]
        with pytest.raises(CodeError, match="it has 9 letters and digits; a code has 10"):
            link.seated(code[:-1])
        slips = 0
        for place, letter in enumerate(code):
            other = code[:place] + ("7" if letter != "7" else "8") + code[place + 1 :]
            if letter != "-":
                try:
                    link.seated(other)
                except CodeError as error:
                    slips += "mistyped, or belongs to another assignment" in str(error)
        assert slips == 10
        with pytest.raises(CodeError, match="another assignment"):
            link.seated(proctored("queues").codes["Tuesday"])
        with pytest.raises(CodeError, match="windows isn’t proctored"):
            read(loaded("windows")).seated(code)

    def test_without_the_teachers_part_nothing_is_marked_and_nobody_has_0(self) -> None:
        assignment = proctored("windows")
        text = cheat(link_of(assignment), "eve", assignment.codes["Tuesday"])
        for part in (link_of(assignment), finish(desk.reveal(json.dumps(source("windows"))))["key"]):
            row = finish(grading.grade(read(part), "a.json", text))
            assert row["verdict"] == "unmarked"
            assert "teacher’s file" in row["reason"]

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"secret": "short"}, "secret has 5 characters: a proctored assignment needs at least 16"),
            ({"proctored": []}, "the name of at least one session"),
            ({"proctored": ["a", "a"]}, "all different"),
            ({"proctored": "Tuesday"}, "list of at most 20 texts"),
        ],
    )
    def test_what_is_no_proctored_assignment(self, change: Data, said: str) -> None:
        with pytest.raises(AssignmentError, match=said):
            read({**source("windows"), **change})


class TestReveal:
    @pytest.mark.parametrize("id", SOME)
    def test_a_script_is_lucky_at_most(self, id: str) -> None:
        assignment = revealed_later(id)
        got, possible = earned(marked(assignment, cheat(link_of(assignment), "eve")))
        assert got < 0.25 * possible

    @pytest.mark.full
    def test_a_script_that_guesses_by_the_unit_has_less_than_half(self) -> None:
        """Of all points; of those for numbers it has more than half, and the guide says so."""
        got = possible = numbers = for_numbers = 0.0
        for id in FILES:
            assignment = revealed_later(id)
            link = link_of(assignment)
            row = marked(assignment, guess(cheat(link, "eve"), link))
            points, all_points = earned(row)
            got, possible = got + points, possible + all_points
            for each in row["questions"]:
                if each["kind"] == "numeric":
                    numbers, for_numbers = numbers + each["points"], for_numbers + each["possible"]
        assert got < 0.5 * possible
        assert 0.4 < numbers / for_numbers < 0.8

    @pytest.mark.parametrize("id", FILES)
    def test_nothing_that_students_have_tells_what_is_right(self, id: str) -> None:
        """Neither before nor after: no answer is marked, also a right one."""
        assignment = revealed_later(id)
        link = read(link_of(assignment))
        assert "seal" not in canonical(link.public)
        for question in assignment.questions:
            posed = assignment.pose(question, "ada")
            right = finish(question.own(posed)) if question.MARKED else None
            if right is not None:
                seen = link.pose(link.question(question.id), "ada")
                assert finish(seen.question.own(seen)) is None
                assert finish(seen.question.mark(seen, seen.question.check(seen, right))).share is None
                assert finish(question.mark(posed, question.check(posed, right))).share == 1

    def test_the_key_tells_it_later_and_keeps_what_is_the_teachers(self) -> None:
        data = {**loaded("windows", feedback="reveal", roster=["ada"], marking="For me."), "proctored": ["Tuesday"]}
        data["questions"][0]["reason"] = {"points": 2, "marking": "For me, too."}
        key = finish(desk.reveal(json.dumps(data)))["key"]
        assert read(key).fingerprint == read(data).fingerprint
        assert not {"ada", "Tuesday"} & set(re.findall(r"\w+", json.dumps(key)))
        assert "For me" not in json.dumps(key)
        found = finish(desk.check(json.dumps(key), "ada", "one-change", [0], code=read(data).codes["Tuesday"]))
        assert found["share"] is not None
        with pytest.raises(AssignmentError, match="teacher’s file"):
            finish(desk.reveal(json.dumps(read(data).public)))

    @pytest.mark.parametrize("kind", COMPUTABLE)
    def test_what_anybody_can_compute_is_refused(self, kind: str) -> None:
        data = loaded("mixed-1", feedback="reveal")
        data["questions"] = [each for each in data["questions"] if each["kind"] == kind]
        with pytest.raises(AssignmentError, match="can compute its answer"):
            read(data)
        read({**data, "proctored": ["Tuesday"]})
        data["questions"][0]["points"] = 0
        read(data)

    def test_a_mark_that_a_file_claims_is_a_lie(self) -> None:
        assignment = revealed_later("windows")
        content = json.loads(cheat(link_of(assignment), "eve"))
        content["questions"]["receiver"]["told"] = 1
        assert marked(assignment, resealed(content))["verdict"] == "altered"


class TestBoth:
    @pytest.mark.parametrize("id", SOME)
    def test_it_can_be_tried_out_and_a_link_earns_nothing(self, id: str) -> None:
        assignment = proctored(id, feedback="reveal")
        assert finish(try_out(assignment, 1))["failed"] == 0
        row = marked(assignment, cheat(link_of(assignment), "eve", made_up(assignment)))
        assert (row["verdict"], row["points"]) == ("refused", None)

    def test_trying_out_needs_the_teachers_part(self) -> None:
        with pytest.raises(AssignmentError, match="isn’t the teacher’s file"):
            finish(try_out(read(link_of(proctored("windows"))), 1))

    def test_code_that_was_given_out_is_for_the_teacher_to_read(self) -> None:
        """Also under other names and with other comments."""
        assignment = proctored("mixed-1")
        seated = assignment.seated(assignment.codes["Tuesday"])
        question = assignment.question("algorithm")
        posed = seated.pose(question, "eve")
        traces = [finish(decisions(**run)) for run in question.runs(posed, OWN[0])]
        content = json.loads(cheat(link_of(assignment), "eve", seated.code))
        renamed = OWN[0].replace("rates", "speeds").replace("cc", "self") + "\n# mine\n"
        for text, share in ((OWN[0], None), (renamed, None), (OWN[0].replace("1.05", "1.06"), 1)):
            content["questions"]["algorithm"]["answer"] = text
            row = finish(grading.grade(assignment, "a.json", resealed(content), {"algorithm": traces}))
            found = next(each for each in row["questions"] if each["id"] == "algorithm")
            assert found["share"] == share
            assert ("yours to read" in found["reason"]) == (share is None)


class TestReasons:
    def test_a_reason_is_a_text_with_points_of_its_own(self) -> None:
        data = loaded("windows")
        data["questions"][0]["reason"] = {"text": "Why?", "points": 3, "marking": "Window over RTT."}
        assignment = read(data)
        first, why = assignment.questions[:2]
        assert (why.id, why.kind, why.points, why.text) == (f"{first.id}-why", "text", 3, "Why?")
        link = read(link_of(assignment))
        assert [each.id for each in link.questions] == [each.id for each in assignment.questions]
        assert link.fingerprint == assignment.fingerprint
        assert "Window over RTT" not in canonical(link.public)
        content = json.loads(cheat(link_of(assignment), "eve"))
        content["questions"][why.id]["answer"] = "As the window is what limits."
        row = marked(assignment, resealed(content))
        assert row["verdict"] == "to-read"
        assert "receiver-why" in row["reason"]

    def test_no_reason_for_what_has_no_answer_and_no_id_twice(self) -> None:
        data = loaded("windows")
        first = data["questions"][0]
        with pytest.raises(AssignmentError, match="given twice"):
            read({**data, "questions": [{**first, "reason": {}}, {**first, "id": "receiver-why"}]})
        note = {"id": "n", "kind": "note", "text": "Read.", "reason": {}}
        with pytest.raises(AssignmentError, match="nothing to answer"):
            read({**data, "questions": [note]})
        with pytest.raises(AssignmentError, match="at most 36 characters"):
            read({**data, "questions": [{**first, "id": "a" * 37, "reason": {}}]})


class TestOral:
    @pytest.mark.parametrize("id", SOME)
    def test_each_sheet_asks_three_to_five_questions_with_the_models_answer(self, id: str) -> None:
        text = sheet(loaded(id), open_row(id))
        asked = re.findall(r'<section><h3>\d\. About ([\w-]+)</h3><p>(.*?)</p><div class="model"><p>(.*?)</p>', text)
        assert 3 <= len(asked) <= 5
        assert len({id for id, _, _ in asked}) == len(asked)
        assert all(question and answer for _, question, answer in asked)

    def test_what_the_model_says_is_the_models(self) -> None:
        """Half of the round trip doubles what a window lets through: 8 × window / RTT."""
        data = loaded("windows")
        data["questions"] = [each for each in data["questions"] if each["id"] == "receiver"]
        data["questions"][0]["figure"]["at"] = {"rate": 1000, "rcvbuf": 131072, "rtt": {"of": [40, 41]}, "duration": 5}
        assignment = read(data)
        text = sheet(data, marked(assignment, cheat(link_of(assignment), "eve")))
        found = re.search(
            r"“Round-trip time” were ([\d.]+) ms instead of ([\d.]+) ms.*?model: ([\d.]+) instead of ([\d.]+)", text
        )
        assert found, text
        other, rtt, after, before = map(float, found.groups())
        assert after / before == pytest.approx(rtt / other, rel=0.1)

    def test_what_students_wrote_stays_text(self) -> None:
        data = loaded("windows", roster=[])
        assignment = read(data)
        content = json.loads(cheat(link_of(assignment), "<b>eve</b>"))
        content["student"]["name"] = "<script>alert(1)</script>"
        explain = next(each.id for each in assignment.questions if each.kind == "text")
        content["questions"][explain]["answer"] = "</pre><img src=x onerror=alert(1)>"
        text = sheet(data, marked(assignment, resealed(content)))
        assert not re.search(r"<(script|img|b>eve)", text)
        assert "onerror" in html.unescape(text)

    def test_a_file_with_nothing_in_it_has_a_sheet_too(self) -> None:
        data = loaded("windows")
        content = json.loads(cheat(link_of(read(data)), "eve"))
        content["questions"] = {}
        assert sheet(data, marked(read(data), resealed(content))).count("You left this open") == 3

    def test_of_a_proctored_assignment_it_is_about_the_paths_of_the_session(self) -> None:
        data = source("windows")
        assignment = read(data)
        row = marked(assignment, cheat(link_of(assignment), "eve", assignment.codes["Tuesday"]))
        text = html.unescape(sheet(data, row))
        posed = assignment.seated(assignment.codes["Tuesday"]).pose(assignment.question("receiver"), "eve")
        assert posed.text(posed.question.text) in text


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Codes, a paper in the session, marks, sheets; and what goes wrong says why."""
    teachers, handed = tmp_path / "t.json", tmp_path / "handed"
    teachers.write_text(json.dumps(source("windows", feedback="reveal")), encoding="utf-8")
    assert main(["assignment", "codes", str(teachers)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(None, 1)[1] for line in lines] == ["Tuesday", "Thursday"]
    code = lines[0].split()[0]
    assert main(["assignment", "paper", str(teachers), "--student", "eve", "--code", code]) == 0
    in_session = capsys.readouterr().out
    assert main(["assignment", "paper", str(teachers), "--student", "eve"]) == 0
    assert capsys.readouterr().out != in_session
    link = parse(teachers.read_text(encoding="utf-8"))
    handed.mkdir()
    (handed / "eve.json").write_text(cheat(link_of(link), "eve", code), encoding="utf-8")
    (handed / "mal.json").write_text(cheat(link_of(link), "mal", made_up(link)), encoding="utf-8")
    command = ["grade", str(handed), "--assignment", str(teachers), "--jobs", "1", "--oral", str(tmp_path / "oral")]
    assert main(command) == 1
    said = capsys.readouterr().out
    assert "Session: Tuesday." in said
    assert "isn’t from a session of this assignment" in said
    assert [each.name for each in (tmp_path / "oral").iterdir()] == ["windows-eve.html"]
    public = tmp_path / "public.json"
    public.write_text(json.dumps(link.public), encoding="utf-8")
    assert main(["assignment", "codes", str(public)]) == 2
    assert "not the teacher's file" in capsys.readouterr().err
    assert main(["assignment", "reveal", str(teachers)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["proctored"] is True
    assert "after the last session" in err


def source(id: str, **change: Any) -> Data:
    return loaded(id, **{"proctored": ["Tuesday", "Thursday"], **change})


def made_up(assignment: Assignment) -> str:
    """A code that the page takes."""
    drawn = "ABCDEFGH"
    return drawn + letters(digest("check", assignment.fingerprint, drawn), 2)


def resealed(content: Data) -> str:
    return json.dumps({**content, "receipt": receipt(content)})


def sheet(data: Data, row: Any) -> str:
    (file,) = finish(desk.oral_sheets(json.dumps(data), [row]))["files"]
    assert file["name"].endswith(".html")
    text = file["text"]
    assert isinstance(text, str)
    return text


def test_files_of_before_are_read_as_before() -> None:
    """No code, no sessions: what was handed in until now."""
    assignment = read(loaded("windows"))
    text = cheat(link_of(assignment), "eve")
    assert "code" not in json.loads(text)
    assert read_submission(assignment, text).paper is assignment
    with pytest.raises(SubmissionError, match="isn’t proctored"):
        read_submission(assignment, resealed({**json.loads(text), "code": "7K3M-9QXA-2F"}))
