"""Captures as questions: what dpkt and tshark read in the file, against what is right and what is said to show it."""

import io
import json
import random
import re
import statistics
import subprocess
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import dpkt
import pytest
from tshark import program

from inflight.classroom.assignment import Assignment, read
from inflight.classroom.captured.case import Case
from inflight.classroom.captured.limits import LIMITS, draw
from inflight.classroom.captured.readings import READINGS
from inflight.classroom.desk import DESK
from inflight.classroom.form import AssignmentError
from inflight.classroom.question import AnswerError, Mark
from inflight.classroom.similarity import alike
from inflight.cli import main
from inflight.figure.slices import finish

SYN, ACK = dpkt.tcp.TH_SYN, dpkt.tcp.TH_ACK
IDS = [pytest.param(range(4), id="4"), pytest.param(range(4, 30), id="30", marks=pytest.mark.full)]


def assignment(**fields: Any) -> Assignment:
    return read(data(**fields))


def data(**fields: Any) -> dict[str, Any]:
    question = {"id": "q", "kind": "capture", "text": "?", "points": 4, "ask": "rtt", "limits": list(LIMITS), **fields}
    head = {"schema": "inflight.assignment/1", "id": "a", "title": "A", "key": "k", "feedback": "at-once"}
    return {**head, "questions": [question]}


@dataclass
class File:
    """A capture as dpkt has it. rows: time, whether it comes from the sender of the data, TCP, bytes of payload."""

    rows: list[tuple[float, bool, Any, int]]
    at_sender: bool

    @classmethod
    def of(cls, content: bytes, at: str) -> "File":
        rows, count = [], {}
        for time, frame in dpkt.pcapng.Reader(io.BytesIO(content)):
            ip = dpkt.ethernet.Ethernet(frame).data
            length = ip.len - ip.hl * 4 - ip.data.off * 4
            count[ip.src] = count.get(ip.src, 0) + length
            rows.append((float(time), ip.src, ip.data, length))
        source = max(count, key=count.__getitem__)
        return cls([(time - rows[0][0], src == source, tcp, length) for time, src, tcp, length in rows], at == "sender")

    @cached_property
    def data(self) -> list[tuple[float, int, int]]:
        """Time, and numbers of the first byte and of the one behind the last."""
        return [(time, tcp.seq, tcp.seq + length) for time, out, tcp, length in self.rows if out and length]

    @cached_property
    def shift(self) -> int:
        syn = next(tcp for _, out, tcp, _ in self.rows if not out and tcp.flags & SYN)
        return next(value[0] for kind, value in dpkt.tcp.parse_opts(syn.opts) if kind == dpkt.tcp.TCP_OPT_WSCALE)

    @cached_property
    def windows(self) -> list[tuple[float, int]]:
        return [
            (time, tcp.win if tcp.flags & SYN else tcp.win << self.shift) for time, out, tcp, _ in self.rows if not out
        ]

    @cached_property
    def handshake(self) -> float:
        """Of the first three segments, those between which this end had to wait."""
        (first, out, _, _), (second, *_), (third, *_) = self.rows[:3]
        return second - first if out == self.at_sender else third - second

    @cached_property
    def repeated(self) -> int:
        known: set[int] = set()
        count = 0
        for _, first, behind in self.data:
            bytes_of = set(range(first, behind))
            count += bytes_of <= known
            known |= bytes_of
        return count

    @cached_property
    def flights(self) -> list[tuple[float, int, int]]:
        """At each segment with data: time, bytes in flight with it, and the window that was offered last."""
        found, acked, sent, window = [], None, 0, 0
        for time, out, tcp, length in self.rows:
            if out and length:
                acked = tcp.seq if acked is None else acked
                sent = max(sent, tcp.seq + length)
                found.append((time, sent - acked, window))
            elif not out:
                window = tcp.win if tcp.flags & SYN else tcp.win << self.shift
                acked = max(acked or 0, tcp.ack) if acked is not None else None
        return found

    @cached_property
    def trips(self) -> list[float]:
        """By timestamps: when a value is echoed for the first time, since when it was sent for the first time."""
        sent: dict[int, float] = {}
        found = []
        for time, out, tcp, length in self.rows:
            options = dict(dpkt.tcp.parse_opts(tcp.opts))
            value, echo = (int.from_bytes(options[dpkt.tcp.TCP_OPT_TIMESTAMP][at : at + 4], "big") for at in (0, 4))
            if out and length:
                sent.setdefault(value, time)
            elif not out and echo in sent:
                found.append(time - sent.pop(echo))
        return found

    def above(self, factor: float) -> float:
        """Share of round trips that take longer than the handshake by this factor."""
        return statistics.fmean(trip > factor * self.handshake for trip in self.trips)


def number(file: File, reading: str) -> float:
    """The same as `READINGS`, by other means."""
    match reading:
        case "rtt":
            return file.handshake * 1e3
        case "window":
            return max(window for _, window in file.windows)
        case "in-flight":
            return max(flight for _, flight, _ in file.flights)
        case "rate":
            first, last = file.data[0], file.data[-1]
            unique = sum(behind - start for start, behind in {each[1:] for each in file.data})
            return unique * 8 / 1e6 / (last[0] - first[0])
    return file.repeated


def looks(file: File) -> set[str]:
    """All limits that a reader could name, from rules of their own: exactly one has to be left."""
    found = set()
    late = [flight for flight in file.flights if flight[0] > file.rows[-1][0] / 2]
    most = max(flight for _, flight, _ in late)
    is_short = file.above(1.5) < 0.1
    is_whole = not file.repeated
    rounds: dict[int, int] = {}
    for time, first, behind in file.data:
        place = int((time - file.data[0][0]) / file.handshake + 0.01)
        rounds[place] = rounds.get(place, 0) + behind - first
    sizes = [rounds[place] for place in sorted(rounds)]
    doubles = [1.7 < after / before < 2.3 for before, after in pairwise(sizes[:-1])]
    small = max(behind - first for _, first, behind in file.data) < 1000
    if file.above(1.25) > 0.8 and not small:
        found.add("path")
    if file.repeated >= 3 and is_short:
        found.add("after-a-loss")
    if len(doubles) >= 2 and all(doubles) and is_whole:
        found.add("slow-start")
    if any(window - flight < 1448 for _, flight, window in late):
        found.add("receive-window")
    # About as much in each round trip; the initial window is exceeded, the receiver's is not.
    steady = sizes[len(sizes) // 2 : -1]
    if is_whole and is_short and 14_480 < most < 0.7 * min(w for _, _, w in late) and min(steady) > 0.6 * max(steady):
        found.add("send-buffer")
    if max(flight for _, flight, _ in file.flights) < 14_480 and is_short and not small:
        found.add("application-pace")
    if small and max(file.trips) - file.handshake > 0.035:
        found.add("nagle")
    return found


def taken(case: Case) -> File:
    return File.of(finish(case.file("?")), case.at)


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("ids", IDS)
def test_the_file_shows_its_limit_and_no_other_and_has_the_number(limit: str, ids: range) -> None:
    for student in ids:
        name, values = draw([limit], random.Random(f"{limit} {student}"))  # type: ignore[list-item]
        for at in ("sender", "receiver"):
            case = Case(name, values, at)  # type: ignore[arg-type]
            file, packets = taken(case), finish(case.packets())
            if at == "sender":
                assert looks(file) == {limit}, (student, values)
            for key, reading in READINGS.items():
                if (at == "sender" or not reading.only_sender) and (not reading.only or limit in reading.only):
                    # dpkt’s times are floats since 1970: good to a quarter of a microsecond
                    assert reading.read(packets) == pytest.approx(number(file, key), rel=5e-4), (key, at, values)


def test_what_shows_it_is_said_in_numbers_of_the_file() -> None:
    """Every number with four digits or more is one that dpkt finds, too."""
    for limit in LIMITS:
        name, values = draw([limit], random.Random(limit))  # type: ignore[list-item]
        file = taken(Case(name, values, "sender"))
        said = LIMITS[name].evidence(finish(Case(name, values, "sender").packets()))
        sizes = {int(each.replace(",", "")) for each in re.findall(r"\d{1,3}(?:,\d{3})+", said)}
        known = {number(file, "window"), number(file, "in-flight"), *(14_480 * 2**n for n in range(9))}
        assert sizes <= known, said
        if limit != "application-pace":
            assert sizes or f"{file.handshake * 1e3:.3g} ms" in said, said


TSHARK: Mapping[str, tuple[str, Callable[[list[float]], float]]] = {
    "rtt": ("tcp.analysis.initial_rtt", lambda found: found[0] * 1e3),
    "window": ("tcp.window_size", max),
    "in-flight": ("tcp.analysis.bytes_in_flight", max),
    # what comes within a round trip is called out of order; at the sender, nothing is
    "retransmissions": ("(tcp.analysis.retransmission || tcp.analysis.out_of_order)", len),
}


@pytest.mark.full
@pytest.mark.parametrize("limit", LIMITS)
def test_tshark_reads_the_same_numbers(limit: str, tmp_path: Path) -> None:
    tshark = program()
    for student in range(3):
        case = Case(*draw([limit], random.Random(f"{limit} {student}")), "sender")  # type: ignore[list-item]
        packets, file = finish(case.packets()), tmp_path / f"{student}.pcapng"
        file.write_bytes(finish(case.file("?")))
        source = "ip.src==10.2.0.2" if LIMITS[case.limit].sender == "server" else "ip.src==10.1.0.2"
        for key, (field, reduced) in TSHARK.items():
            reading = READINGS[key]  # type: ignore[index]
            if reading.only and limit not in reading.only:
                continue
            wanted = {"window": f"!({source})", "rtt": field}.get(key, f"{source} && {field}")
            shown = "frame.number" if key == "retransmissions" else field
            command = [tshark, "-r", str(file), "-Y", wanted, "-T", "fields", "-e", shown]
            lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            found = reduced([float(line) for line in lines])
            assert found == pytest.approx(reading.read(packets), rel=1e-4), (key, student)


def test_it_tells_nothing_that_only_the_model_knows() -> None:
    """No comments on packets, and none of what was drawn."""
    for student in "abcdef":
        found = finish(DESK["capture_file"](json.dumps(data()), student, "q"))
        content = b64decode(found["base64"])
        assert b"lost" not in content
        assert b"sent again" not in content
        for name in (*LIMITS, *(limit.experiment for limit in LIMITS.values())):
            assert name.encode() not in content
        assert not any(name in found["name"] for name in LIMITS)


def posed(student: str = "ada", **fields: Any) -> Any:
    whole = assignment(**fields)
    return whole.pose(whole.questions[0], student)


def mark(of: Any, answer: object) -> Mark:
    found = finish(of.question.mark(of, of.question.check(of, answer)))
    assert isinstance(found, Mark)
    return found


def test_each_half_has_its_points() -> None:
    for student in ("ada", "bob", "eve"):
        of = posed(student, number_points=1)
        right = finish(of.question.own(of))
        wrong = next(limit for limit in LIMITS if limit != right["limit"])
        answers = [
            (right, 1),
            ({"limit": right["limit"], "number": None}, 0.75),
            ({"limit": right["limit"], "number": 2 * right["number"]}, 0.75),
            ({"limit": wrong, "number": right["number"]}, 0.25),
            ({"number": right["number"] * 1.04}, 0.25),
            ({"limit": wrong, "number": right["number"] * 1.06}, 0),
        ]
        for answer, share in answers:
            assert mark(of, answer).share == share
        assert LIMITS[right["limit"]].title in of.question.say(of, right)
        assert LIMITS[wrong].sign in mark(of, {"limit": wrong}).reason
        assert LIMITS[right["limit"]].title not in mark(of, {"limit": wrong}).reason
    assert mark(posed(points=0), {"number": 1}).share == 0


def test_students_part_marks_the_same() -> None:
    whole = assignment()
    public = read(json.loads(json.dumps(whole.public)))
    assert public.fingerprint == whole.fingerprint
    seen = public.pose(public.questions[0], "ada")
    assert mark(seen, finish(posed().question.own(posed()))).share == 1


@pytest.mark.parametrize(
    "answer",
    [
        None,
        [],
        {},
        "path",
        {"limit": "luck"},
        {"limit": ["path"]},
        {"limit": None, "number": None},
        {"limit": "path", "number": "20"},
        {"limit": "path", "number": True},
        {"number": float("nan")},
        {"number": 10**400},
        {"limit": "path", "number": 20, "share": 1},
    ],
)
def test_an_answer_that_is_none(answer: object) -> None:
    of = posed()
    with pytest.raises(AnswerError, match="must "):
        of.question.check(of, answer)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"limits": ["path"]}, "at least 2"),
        ({"limits": ["path", "luck"]}, "limits = 'luck': must be one of send-buffer"),
        ({"limits": ["path", "path"]}, "each at most once"),
        (
            {"limits": ["path", "slow-start"], "ask": "retransmissions"},
            "'slow-start': must be one of path, after-a-loss",
        ),
        ({"limits": ["path", "nagle"], "ask": "rate"}, "where rate can be read without doubt"),
        ({"ask": "in-flight", "limits": ["path", "nagle"]}, "where in-flight can be read without doubt"),
        ({"ask": "in-flight", "at": "receiver"}, "only there in-flight can be read"),
        ({"ask": "luck"}, "must be one of rtt"),
        ({"at": "middle"}, "must be one of sender, receiver"),
        ({"number_points": 5}, "from 0 to 4"),
        ({"figure": {"id": "send-buffer"}}, "has none"),
        ({"tolerance": {"percent": 101}}, "percent"),
        ({"level": 1}, "no such field"),
    ],
)
def test_what_is_no_question(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(AssignmentError, match=re.escape(said) if "(" not in said else said):
        assignment(**fields)


def test_all_limits_are_offered_and_all_of_the_named_are_drawn() -> None:
    few = ("path", "after-a-loss", "nagle")
    whole = assignment(limits=list(few))
    cases = {}
    for number in range(60):
        of = whole.pose(whole.questions[0], f"student-{number}")
        assert [each["limit"] for each in of.question.paper(of)["limits"]] == list(LIMITS)
        cases[of.question.paper(of)["file"]] = of.question.case(of).limit
    assert set(cases.values()) == set(few)
    assert len(cases) > 50


def test_page_and_command_line_write_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "a.json", tmp_path / "mine.pcapng"
    file.write_text(json.dumps(data()), encoding="utf-8")
    command = ["assignment", "capture", str(file), "--student", " Ada", "--question", "q"]
    assert main([*command, "--output", str(out)]) == 0
    assert capsys.readouterr().out.strip() == str(out)
    page = finish(DESK["capture_file"](file.read_text(encoding="utf-8"), "ada", "q"))
    assert out.read_bytes() == b64decode(page["base64"])
    assert main(["assignment", "paper", str(file), "--student", "ada"]) == 0
    assert page["name"] in capsys.readouterr().out
    text = json.dumps({**data(), "questions": [{"id": "n", "kind": "note", "text": "Read."}]})
    file.write_text(text, encoding="utf-8")
    assert main([*command[:-1], "n", "--output", str(out)]) == 2
    assert "has no capture" in capsys.readouterr().err


def test_the_examiner_is_told_what_shows_it() -> None:
    of = posed()
    right = finish(of.question.own(of))
    asked = finish(of.question.follow_up(of, right))
    assert LIMITS[right["limit"]].evidence(finish(of.question.case(of).packets())) in asked[0].answer
    assert asked[1].answer == LIMITS[right["limit"]].host


def test_the_same_wrong_number_of_two_students_is_worth_a_look() -> None:
    whole = assignment()

    def row(student: str, answer: dict[str, Any], share: float) -> Any:
        entry = {"id": "q", "kind": "capture", "answer": answer, "share": share, "values": {}}
        return {"file": f"{student}.json", "student": {"id": student}, "trail": "", "questions": [entry]}

    wrong = {"limit": "path", "number": 48.37}
    rows = [row("ada", wrong, 0), row("bob", dict(wrong), 0), row("eve", {"limit": "path", "number": 50}, 0)]
    (found,) = finish(alike(whole, rows))
    assert found["students"] == ["ada", "bob"]
    assert finish(alike(whole, [row("ada", wrong, 0.5), row("bob", wrong, 0.5)])) == []
