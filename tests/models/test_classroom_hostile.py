"""Files and archives made to do harm: each has its row, and takes nobody else with it."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import classroom_class as school
import pytest

from inflight.classroom import collect as collecting
from inflight.classroom import desk, marking
from inflight.classroom.by_hand import bare
from inflight.classroom.collect import Handed, collect
from inflight.classroom.gradebook import cell
from inflight.classroom.marking import mark
from inflight.classroom.sandbox_runs import decisions
from inflight.classroom.sandbox_words import NO_RESULT
from inflight.classroom.submission import receipt
from inflight.classroom.traces import answers
from inflight.classroom.untrusted import LARGEST
from inflight.cli import main
from inflight.figure.slices import finish


def row_of(text: str, **more: Any) -> dict[str, Any]:
    return finish(desk.grade(school.assignment(), "file.json", text, **more))


@pytest.fixture(scope="module")
def content() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(next(iter(school.honest(1, own_code=False))).data)
    return found


class TestText:
    @pytest.mark.parametrize("part", ['"', '\\"', '"\\', "[]", '{"', '"\\\\'])
    def test_a_megabyte_of_anything_is_looked_at_once(self, part: str) -> None:
        """What looks at the rest of the file anew for each of them takes hours."""
        for text in (part * (LARGEST // len(part)), '"' + part * (LARGEST // len(part) - 1)):
            assert row_of(text)["verdict"] == "refused"

    @pytest.mark.parametrize("log", [[None], [[0, "start", ""], None], [[1, 2]], [{}], ["x"]])
    def test_a_log_of_something_else(self, content: dict[str, Any], log: list[Any]) -> None:
        row = row_of(json.dumps({**content, "log": log}))
        assert row["verdict"] == "refused"
        assert "submission.log" in row["reason"]
        assert "an event and a question's id" in row["reason"]

    def test_many_unknown_values_are_not_all_named(self, content: dict[str, Any]) -> None:
        changed = json.loads(json.dumps(content))
        first = next(iter(changed["questions"].values()))
        first["values"] = {f"v{number}": number for number in range(12_000)}
        row = row_of(json.dumps({**changed, "receipt": receipt(changed)}))
        assert row["verdict"] == "altered"
        assert len(row["reason"]) < 300
        assert "more)" in row["reason"]

    @pytest.mark.parametrize("trace", ['{"decisions": ' + "[" * 5000 + "]" * 5000 + "}", '{"decisions": [', "", "[]"])
    def test_what_comes_out_of_the_sandbox_may_be_any_text(self, content: dict[str, Any], trace: str) -> None:
        """A page hands it on as it came: what cannot be parsed costs that question, and not the file."""
        [question] = (id for id, kind in school.kinds().items() if kind == "algorithm")
        needed = finish(desk.submission(school.assignment(), json.dumps(content)))["questions"]
        row = row_of(json.dumps(content), traces={question: [trace for _ in needed[question]]})
        points = {each["id"]: each["points"] for each in row["questions"]}
        assert points.pop(question) == 0
        assert row["verdict"] == "to-read"
        assert points == {id: each for id, each in school.full().items() if id != question}

    def test_after_what_is_no_answer_nothing_counts(self) -> None:
        """As in the process of the command line, which is ended then."""
        said = answers(['{"decisions": []}', '{"error": "a\\n\\u202eb"}', "[1]", '{"decisions": []}'])
        assert said == [{"decisions": []}, {"error": "a ?b"}, {"error": NO_RESULT}, {"error": NO_RESULT}]

    def test_what_comes_out_of_the_sandbox_counts_as_text_too(self, content: dict[str, Any]) -> None:
        needed = finish(desk.submission(school.assignment(), json.dumps(content)))["questions"]
        # the book's own code, which needs no sandbox
        traces = {id: [json.dumps(finish(decisions(**run))) for run in runs] for id, runs in needed.items()}
        row = row_of(json.dumps(content), traces=traces)
        assert {each["id"]: each["points"] for each in row["questions"]} == school.full()


class TestCells:
    @pytest.mark.parametrize(
        "text",
        ["Ann;=1+1", "Ann; =1+1", 'Ann;"=1+1"', "Ann\t=1+1", "Ann\n@SUM(1)", "a;b;-1", "a;\n;＝1", ";;+1"],
    )
    def test_no_spreadsheet_finds_a_formula_behind_a_semicolon(self, text: str) -> None:
        """In most of Europe a spreadsheet splits at `;`, and then quotes within a cell are none."""
        written = str(cell(text))
        for line in written.replace("\r", "\n").split("\n"):
            for each in line.replace("\t", ";").split(";"):
                assert not each.strip(' "').startswith(("=", "+", "-", "@", "＝")), written
        assert bare(written) == text

    @pytest.mark.parametrize("text", ["a; b", "it's;'quoted'", "x - y = 1", "two\nlines"])
    def test_what_is_none_stays(self, text: str) -> None:
        assert cell(text) == text


def archive(path: Path, entries: dict[str, bytes], way: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", way) as made:
        for name, data in entries.items():
            made.writestr(name, data)
    return path


class TestArchives:
    def test_the_whole_of_it_is_bounded(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Each entry is small enough, and all of them together are not."""
        monkeypatch.setattr(collecting, "WHOLE", 2_500_000)
        path = archive(tmp_path / "many.zip", {f"{number}.json": b" " * 900_000 for number in range(9)})
        found = collect([path])
        assert len(found) == 9
        assert sum(len(each.data) for each in found) <= 2_500_000
        assert sum("all files together" in each.wrong for each in found) == 7

    def test_too_many_entries_are_one_row(self, tmp_path: Path) -> None:
        path = archive(tmp_path / "many.zip", {f"{number}": b"" for number in range(20_001)}, zipfile.ZIP_STORED)
        [found] = collect([path])
        assert found.wrong == "The archive contains 20001 files; at most 20000 are allowed."

    def test_two_of_one_name_have_a_row_each(self, tmp_path: Path) -> None:
        with zipfile.ZipFile(tmp_path / "two.zip", "w") as made:
            made.writestr("a.json", "one")
            with pytest.warns(UserWarning, match="Duplicate"):
                made.writestr("a.json", "two")
        found = collect([tmp_path / "two.zip"])
        assert [each.data for each in found] == [b"one", b"two"]
        assert [each.name.rpartition("/")[2] for each in found] == ["a.json", "a.json (2)"]

    def test_what_browsers_do_not_unpack_is_not_unpacked_here(self, tmp_path: Path) -> None:
        for way in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
            [found] = collect([archive(tmp_path / "odd.zip", {"a.json": b"{}"}, way)])
            assert (found.data, f"method {way}" in found.wrong) == (b"", True)

    def test_a_wrong_checksum_and_a_lock(self, tmp_path: Path) -> None:
        path = archive(tmp_path / "hurt.zip", {"a.json": b"what stood there"}, zipfile.ZIP_STORED)
        path.write_bytes(path.read_bytes().replace(b"what stood", b"what stand"))
        assert collect([path])[0].wrong == "It cannot be unpacked: it is damaged."
        path = archive(tmp_path / "shut.zip", {"a.json": b"text"})
        data = bytearray(path.read_bytes())
        place = data.index(b"PK\x01\x02") + 8  # general purpose bit flag, APPNOTE.TXT 4.3.12
        data[place : place + 2] = struct.pack("<H", 1)
        path.write_bytes(data)
        assert collect([path])[0].wrong == "It cannot be unpacked: it is encrypted."

    def test_what_is_no_file_has_a_row(self, tmp_path: Path) -> None:
        folder = tmp_path / "in"
        folder.mkdir()
        os.mkfifo(folder / "pipe.json")
        archive(folder / "empty.zip", {})
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(folder / "socket.json"))
            wrong = {Path(each.name).name: each.wrong for each in collect([folder])}
        assert wrong == {
            "empty.zip": "The archive contains no files.",
            "pipe.json": "It is a named pipe, so it is not read.",
            "socket.json": "It is a socket, so it is not read.",
        }
        [named] = collect([folder / "pipe.json"])
        assert "named pipe" in named.wrong


def test_who_takes_too_long_is_not_marked_and_has_no_0(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(assignment: str, file: str, *_: object) -> Iterator[None]:
        while True:
            yield

    monkeypatch.setattr(marking, "SECONDS", 0.05)
    monkeypatch.setattr(desk, "grade", endless)
    row = mark(school.assignment(), Handed("slow.json", b"{}", 2)).row
    assert row["verdict"] == "unmarked"
    assert "it took more than" in row["reason"]
    head, line = csv.reader(io.StringIO(finish(desk.csv(school.assignment(), [row]))["text"].removeprefix("\ufeff")))
    assert dict(zip(head, line, strict=True))["points"] == ""


class TestTable:
    """What is written: as a whole, or not at all."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        (tmp_path / "in").mkdir()
        for pupil in school.wrong(2):
            (tmp_path / "in" / pupil.name).write_bytes(pupil.data)
        return tmp_path

    def arguments(self, folder: Path, *more: str) -> list[str]:
        return ["grade", *more, "--assignment", str(school.FILE), "--jobs", "1", str(folder / "in")]

    def test_names_that_are_no_text(self, folder: Path) -> None:
        file = next((folder / "in").iterdir())
        file.rename(os.fsdecode(os.fsencode(folder / "in") + b"/gr\xfc\xdfe.json"))
        out = folder / "grades.csv"
        assert main(self.arguments(folder, "--csv", str(out))) == 0
        assert "gr\ufffd\ufffde.json" in out.read_text(encoding="utf-8-sig")

    def test_a_place_that_cannot_be_written_is_noticed_first(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("inflight.classroom.grade_command.outcomes", lambda *_: pytest.fail("marked in vain"))
        assert main(self.arguments(folder, "--csv", str(folder / "none" / "grades.csv"))) == 2
        assert "cannot be written" in capsys.readouterr().err
        assert main(self.arguments(folder, "--csv", str(folder / "in"))) == 2
        assert main(self.arguments(folder, "--feedback", str(folder / "in"))) == 2

    def test_ctrl_c_keeps_what_is_marked_and_leaves_nothing_behind(self, folder: Path) -> None:
        """The second file is the one that takes for ever."""
        out = folder / "grades.csv"
        out.write_text("what stood there", encoding="utf-8")
        program = (
            "import signal, sys, time\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's background ignores it
            "from inflight.classroom import grade_command, marking\n"
            "from inflight.cli import main\n"
            "def outcomes(work, jobs, pool, lost):\n"
            "    yield jobs[0], work(jobs[0])\n"
            "    print('half', flush=True)\n"
            "    time.sleep(60)\n"
            "grade_command.outcomes = outcomes\n"
            "sys.exit(main(sys.argv[1:]))\n"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", program, *self.arguments(folder, "--csv", str(out))],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        assert process.stdout.readline() == "half\n"
        assert out.read_text(encoding="utf-8") == "what stood there"
        [part] = folder.glob(".grades.csv.*")
        assert [json.loads(line)["verdict"] for line in part.read_text(encoding="utf-8").splitlines()] == ["graded"]
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 130
        assert "finished rows are in" in err
        assert "Traceback" not in err
        with out.open(encoding="utf-8-sig", newline="") as file:
            assert [row["verdict"] for row in csv.DictReader(file)] == ["graded", "unmarked"]
        assert sorted(each.name for each in folder.iterdir()) == ["grades.csv", "in"]


def test_a_worker_that_is_told_to_end_takes_its_sandbox_along(tmp_path: Path) -> None:
    """Deno is a process group of its own: nobody else would end it before its limits do."""
    program = (
        "import multiprocessing, time\n"
        "from inflight.classroom.jail import LIMITS\n"
        "from inflight.classroom.jail.process import started\n"
        "def work(pipe):\n"
        "    with started(LIMITS) as process:\n"
        "        pipe.send((process.popen.pid, __import__('os').readlink(f'/proc/{process.popen.pid}/cwd')))\n"
        "        time.sleep(60)\n"
        "if __name__ == '__main__':\n"
        "    here, there = multiprocessing.Pipe()\n"
        "    child = multiprocessing.get_context('fork').Process(target=work, args=(there,))\n"
        "    child.start()\n"
        "    print(*here.recv(), sep='\\n', flush=True)\n"
        "    child.terminate()\n"
        "    child.join()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    if "JailError" in done.stderr:
        pytest.skip("there is no sandbox here")
    pid, folder = done.stdout.split()
    for _ in range(100):
        if not Path(f"/proc/{pid}").exists():
            break
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()
    assert not Path(folder).exists()
