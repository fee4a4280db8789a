"""The kinds whose answers are a number, a choice, an order or a text: against closed forms and cases worked by hand."""

import itertools
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.classroom.assignment import Assignment, read
from inflight.classroom.desk import DESK
from inflight.classroom.form import AssignmentError
from inflight.classroom.kinds.order import rising
from inflight.classroom.question import AnswerError, Mark, Posed
from inflight.figure.slices import finish


def assignment(*questions: dict[str, Any], **fields: Any) -> Assignment:
    head = {"schema": "inflight.assignment/1", "id": "a", "title": "A", "key": "k", "feedback": "at-once"}
    return read({**head, **fields, "questions": [{"id": f"q{n}", "text": "?", **q} for n, q in enumerate(questions)]})


def posed(question: dict[str, Any], student: str = "ada", public: bool = False, **fields: Any) -> Posed:
    whole = assignment(question, **fields)
    if public:
        whole = read(json.loads(json.dumps(whole.public)))
    return whole.pose(whole.questions[0], student)


def mark(of: Posed, answer: object) -> Mark:
    return finish(of.question.mark(of, of.question.check(of, answer)))


def own(of: Posed) -> Any:
    return finish(of.question.own(of))


def both(question: dict[str, Any], answer: object) -> tuple[float | None, float | None]:
    """The share by the teacher's file, and by what students get."""
    return mark(posed(question), answer).share, mark(posed(question, public=True), answer).share


# Numbers of a summary


def test_a_buffer_in_a_round_trip() -> None:
    """Recorded with SO_SNDBUF 16 KiB at 20 ms: 842 kB/s, so 16.84 kB in each round trip, however long that is."""
    question = {
        "kind": "numeric",
        "figure": {"id": "send-buffer", "at": {"rtt": {"of": [20, 40, 80]}, "size": 5, "gso": False}},
        "ask": {"summary": "goodput"},
        "tolerance": {"percent": 5},
    }
    seen = set()
    for student in "abcdef":
        of = posed(question, student)
        rtt = float(of.values["rtt"])
        closed = 842 * 20 / rtt * 8e-3
        seen.add(rtt)
        assert mark(of, closed).share == 1
        assert mark(of, closed * 1.12).share == mark(of, closed / 1.12).share == 0
        assert of.question.paper(of) == {"unit": "Mbit/s", "tolerance": "within 5%", "goals": []}
    assert len(seen) > 1


CUBIC = {"id": "cubic-curve", "at": {"wmax": 100, "rtt": 100, "beta": 0.7, "c": {"of": [0.4]}}}


@pytest.mark.parametrize(
    ("tolerance", "allowed", "refused"),
    [
        ({"percent": 10}, [63, 70, 77], [62.9, 77.1, -70, 0]),
        ({"plus_minus": 0.5}, [69.5, 70.5], [69.4, 70.6]),
        ({"percent": 0}, [70], [70.001, 69.999]),
        (None, [66.5, 73.5], [66.4, 73.6]),  # 5%, if nothing is said
    ],
)
def test_tolerance(tolerance: Any, allowed: list[float], refused: list[float]) -> None:
    """After a loss CUBIC keeps 70% of its window: 70 segments of 100 (RFC 9438 §4.6)."""
    question = {"kind": "numeric", "figure": CUBIC, "ask": {"summary": "after_loss"}}
    if tolerance:
        question["tolerance"] = tolerance
    for share, answers in ((1, allowed), (0, refused)):
        for answer in answers:
            assert both(question, answer) == (share, share)


@pytest.mark.parametrize("answer", [None, "70", True, [70], math.nan, math.inf, 10**400])
def test_an_answer_that_is_no_number(answer: object) -> None:
    of = posed({"kind": "numeric", "figure": CUBIC, "ask": {"summary": "after_loss"}})
    with pytest.raises(AnswerError, match=r"answer = .*: must be a number"):
        of.question.check(of, answer)


NO_NUMBER = {"kind": "numeric", "figure": {"id": "keepalive"}, "ask": {"summary": "told"}}
"""Nobody writes, and keepalive is off: who is left behind is never told (NaN)."""


def test_a_run_without_that_number_is_found_before_students_find_it() -> None:
    of = posed(NO_NUMBER)
    with pytest.raises(AssignmentError, match="told"):
        own(of)
    assert mark(of, 1.0).share is None
    text = file(numbered(NO_NUMBER))
    tried = finish(DESK["try_out"](text, 3))
    assert tried["failed"] == 3
    assert [each["student"] for each in tried["questions"][0]["failures"]] == [
        "student-0001",
        "student-0002",
        "student-0003",
    ]
    assert "told" in finish(DESK["key"](text, "ada"))["key"]["q"]["said"]


def file(*questions: dict[str, Any]) -> str:
    head = {"schema": "inflight.assignment/1", "id": "a", "title": "A", "key": "k"}
    return json.dumps({**head, "questions": list(questions)})


def numbered(question: dict[str, Any]) -> dict[str, Any]:
    return {"id": "q", "text": "?", **question}


# Smallest and largest


def extreme(which: str, slider: str, goals: list[dict[str, Any]], percent: float = 4, **at: Any) -> dict[str, Any]:
    return {
        "kind": "numeric",
        "figure": {"id": "cubic-curve", "at": {"wmax": 100, "rtt": 100, "beta": 0.7, **at}},
        "ask": {which: slider, "goals": goals},
        "tolerance": {"percent": percent},
    }


SMALLEST = extreme("smallest", "c", [{"summary": "k", "at_most": 3}])
LARGEST = extreme("largest", "rtt", [{"summary": "reno_back", "at_most": 2}])
del LARGEST["figure"]["at"]["rtt"]


@pytest.mark.parametrize(
    ("question", "right", "better"),
    [
        # K = ∛(W·(1 − β) / C), RFC 9438 §4.2: at most 3 s from C = 100 · 0.3 / 27
        (SMALLEST, 30 / 27, 1),
        # half of 100 segments, one in each round trip: 2 s are 50 round trips of 40 ms
        (LARGEST, 40, -1),
        # neither end of the slider will do: 2 s to 3 s are C = 30/8 down to 30/27
        (extreme("smallest", "c", [{"summary": "k", "at_least": 2, "at_most": 3}]), 30 / 27, 1),
        (extreme("largest", "c", [{"summary": "k", "at_least": 2, "at_most": 3}]), 30 / 8, -1),
    ],
)
def test_just_enough(question: dict[str, Any], right: float, better: int) -> None:
    """`better`: on which side of the right value the goals are met."""
    of = posed(question)
    assert own(of) == pytest.approx(right, rel=0.04 / 20)
    assert mark(of, own(of)).share == 1
    assert both(question, right) == (1, 1)
    assert both(question, right * (1 + 0.035 * better)) == (1, 1)
    enough = mark(of, right * (1 + 0.06 * better))
    assert enough.share == 0
    assert "meets the goals, but" in enough.reason
    assert "met" in enough.reason
    assert mark(of, right * (1 + 0.01 * better)).reason.startswith("Right. ")
    near = mark(of, right * (1 - 0.03 * better))
    assert near.share == 1
    assert near.reason.startswith("Right, within the tolerance. ")
    missed = mark(of, right * (1 - 0.06 * better))
    assert missed.share == 0
    assert "missed" in missed.reason


def test_on_a_slider_with_steps_the_neighbour_does_not() -> None:
    """0.7 to 0.8 of 100 segments: β goes in steps of 0.01, and the smallest that keeps 73.5 is 0.74."""
    question = extreme("smallest", "beta", [{"summary": "after_loss", "at_least": 73.5}], percent=0)
    del question["figure"]["at"]["beta"]
    assert own(posed(question)) == 0.74
    assert both(question, 0.74) == (1, 1)
    assert both(question, 0.73) == (0, 0)
    assert both(question, 0.75) == (0, 0)
    # A typed value may lie between the steps: it is smaller, and enough.
    assert both(question, 0.736) == (1, 1)


def test_a_window_for_the_path() -> None:
    """Window / RTT: 50 Mbit/s at 20 ms are 86.3 segments of 1448 bytes."""
    question = {
        "kind": "numeric",
        "figure": {
            "id": "three-windows",
            "at": {"rtt": 20, "rcvbuf": 4194304, "rate": 60, "duration": 2, "gso": False},
        },
        "ask": {"smallest": "cwnd", "goals": [{"summary": "goodput", "at_least": 50}]},
        "tolerance": {"percent": 5},
    }
    of = posed(question)
    closed = 50e6 * 0.02 / 8 / 1448
    assert own(of) == pytest.approx(closed, rel=0.05)
    assert mark(of, 87).share == 1
    assert mark(of, 110).share == mark(of, 70).share == 0
    paper = of.question.paper(of)
    assert paper["goals"] == ["Goodput: at least 50 Mbit/s"]
    # A whole number is asked for; and 0, "not fixed" on this slider, is no window.
    assert "whole number" in mark(of, 87.5).reason
    assert mark(of, 0).share == mark(of, 1e9).share == mark(of, -87).share == 0


def test_goals_that_nothing_meets() -> None:
    question = extreme("smallest", "c", [{"summary": "k", "at_most": -1}])
    with pytest.raises(AssignmentError, match=r"no value of c from 0.01 to 10"):
        own(posed(question))
    assert mark(posed(question), 1).share is None


@given(st.floats(0.01, 10))
def test_what_meets_the_goals_and_is_smaller_is_never_refused(answer: float) -> None:
    """Marks follow from the closed form, but for the band of the tolerance around it."""
    right = 30 / 27
    share = mark(posed(SMALLEST), answer).share
    if right * 0.965 < answer < right * 1.035:
        assert share == 1
    elif not right * 0.955 < answer < right * 1.045:
        assert share == 0


# A number that the teacher knows


KNOWN = {
    "kind": "numeric",
    "ask": {"value": 4711.25, "unit": "kB"},
    "tolerance": {"plus_minus": 2},
    "solution": "It is 4711.25 by the rule.",
    "marking": "Accept 4711.25 only.",
}


def test_a_known_number_stays_with_the_teacher() -> None:
    assert both(KNOWN, 4711.25) == (1, None)
    assert both(KNOWN, 4713.25) == (1, None)
    assert both(KNOWN, 4713.5) == (0, None)
    whole = assignment(KNOWN)
    assert "4711" not in json.dumps(whole.public)
    of = posed(KNOWN, public=True)
    assert of.question.paper(of) == {"unit": "kB", "tolerance": "within ± 2 kB", "goals": []}
    assert own(of) is None
    assert own(posed(KNOWN)) == 4711.25


# Choices


STATIC = {
    "kind": "choice",
    "choices": [
        {"text": "The window", "right": True, "why": "cwnd limits it."},
        {"text": "The line"},
        {"text": "The disk", "why": "It is idle."},
    ],
    "solution": "Look at cwnd.",
}


def place(of: Posed, text: str) -> int:
    paper = of.question.paper(of)
    return next(each["place"] for each in paper.get("choices", paper.get("items")) if each["text"] == text)


def test_the_seal_knows_what_is_right_and_the_file_does_not() -> None:
    of = posed(STATIC)
    assert both(STATIC, [place(of, "The window")]) == (1, 1)
    assert both(STATIC, [place(of, "The line")]) == (0, 0)
    assert mark(of, [place(of, "The window")]).reason == "Right. cwnd limits it."
    said = json.dumps(assignment(STATIC).public)
    for secret in ("right", "why", "cwnd limits", "idle", "Look at"):
        assert secret not in said
    assert own(posed(STATIC, public=True)) is None


@pytest.mark.parametrize("kind", ["choice", "order"])
def test_where_the_teacher_alone_marks_there_is_no_seal(kind: str) -> None:
    question = STATIC if kind == "choice" else LINES
    public = assignment(question, feedback="never").public
    assert "seal" not in json.dumps(public)
    assert "seal" in assignment(question).public["questions"][0]
    of = posed(question, public=True, feedback="never")
    assert mark(of, own(posed(question))).share is None


def test_the_order_in_the_file_says_nothing() -> None:
    """Whatever order a teacher writes the choices in, students get the same text."""
    papers = {
        json.dumps(assignment({**STATIC, "choices": list(order)}).public)
        for order in itertools.permutations(STATIC["choices"])
    }
    assert len(papers) == 1


def test_several_right_ones() -> None:
    """Two of four are right: a half for one of them, nothing for one right and one wrong."""
    question = {
        "kind": "choice",
        "many": True,
        "choices": [{"text": text, "right": text in "ab"} for text in "abcd"],
    }
    of = posed(question)
    a, b, c, d = (place(of, text) for text in "abcd")
    assert both(question, [a, b]) == (1, 1)
    assert both(question, [b, a, b]) == (1, 1)
    # The seal is of all of it: what part is right is for the teacher's file to say.
    assert both(question, [a]) == (0.5, None)
    assert both(question, [a, b, c]) == (0.5, None)
    assert both(question, [a, c]) == (0, None)
    assert both(question, [c, d]) == (0, None)
    assert both(question, []) == (0, None)


@pytest.mark.parametrize("answer", [None, 0, "0", [3], [-1], [0.5], [True], ["a"], [], [0, 1], [math.inf], [10**400]])
def test_an_answer_that_is_no_choice(answer: object) -> None:
    of = posed(STATIC)
    with pytest.raises(AnswerError, match=r"answer = .*: must be"):
        of.question.check(of, answer)


def modelled(most: bool = True, **at: Any) -> dict[str, Any]:
    return {
        "kind": "choice",
        "figure": {"id": "cubic-curve", "at": {"wmax": 100, "c": 0.4, **at}},
        "best": {"summary": "reno_back", "most": most},
        "choices": [
            {"text": "A quarter of the way", "at": {"rtt": 10}, "why": "Near."},
            {"text": "Half", "at": {"rtt": 20}},
            {"text": "Far", "at": {"rtt": 40}, "why": "The clock of Reno is the round trip."},
            {"text": "A hair less", "at": {"rtt": 39}},
        ],
    }


@pytest.mark.parametrize("public", [False, True])
def test_the_model_finds_who_wins(public: bool) -> None:
    """Reno is back after W/2 round trips: 0.5 s at 10 ms, 2 s at 40 ms; 39 ms come within 5% of that."""
    of = posed(modelled(), public=public)
    shares = {
        text: mark(of, [place(of, text)]).share for text in ("A quarter of the way", "Half", "Far", "A hair less")
    }
    assert shares == {"A quarter of the way": 0, "Half": 0, "Far": 1, "A hair less": 1}
    assert own(of) == [place(of, "Far")]
    of = posed(modelled(most=False), public=public)
    assert own(of) == [place(of, "A quarter of the way")]
    assert mark(of, [place(of, "Half")]).share == 0
    assert mark(of, [place(of, "Half")]).reason.startswith("Not right. Reno")
    assert "1 s with your choice, 0.5 s at best." in mark(of, [place(of, "Half")]).reason


def test_why_a_setting_wins_is_for_the_teachers_file() -> None:
    public = assignment(modelled()).public
    assert "clock of Reno" not in json.dumps(public)
    assert "seal" not in json.dumps(public)
    of = posed(modelled())
    assert "clock of Reno" in mark(of, [place(of, "Far")]).reason


def test_where_all_settings_are_as_good_there_is_nothing_to_choose() -> None:
    """Fast convergence makes no difference to when Reno is back."""
    question = modelled()
    question["choices"] = [{"text": "on", "at": {"fast_convergence": True}}, {"text": "off", "at": {"c": 0.3}}]
    with pytest.raises(AssignmentError, match="all choices are within 5%"):
        own(posed(question))


def test_a_setting_without_a_value_does_not_win() -> None:
    """Fairness has the share of a third flow only where there is one."""
    question = {
        "kind": "choice",
        "figure": {"id": "fairness", "at": {"duration": 5}},
        "best": {"summary": "share3", "most": False},
        "choices": [{"text": "without", "at": {"flow3": "off"}}, {"text": "with", "at": {"flow3": "reno"}}],
    }
    of = posed(question)
    assert own(of) == [place(of, "with")]
    assert mark(of, [place(of, "without")]).share == 0
    assert "no value with your choice" in mark(of, [place(of, "without")]).reason


# Order


LINES = {
    "kind": "order",
    "items": ["SYN", "SYN, ACK", "ACK", "data", "FIN", "ACK of FIN"],
    "distractors": ["RST", "PING"],
    "solution": "The SYN comes first.",
}


def places(of: Posed, *texts: str) -> list[int]:
    return [place(of, text) for text in texts]


@pytest.mark.parametrize(
    ("lines", "share"),
    [
        ("SYN|SYN, ACK|ACK|data|FIN|ACK of FIN", 1),
        ("SYN, ACK|SYN|ACK|data|FIN|ACK of FIN", 5 / 6),  # one has to move
        ("SYN|SYN, ACK|ACK|data|FIN", 5 / 6),  # one is missing
        ("SYN|SYN, ACK|ACK|data|FIN|ACK of FIN|RST", 5 / 6),  # one does not belong
        ("SYN|RST|SYN, ACK|PING|ACK|data|FIN|ACK of FIN", 4 / 6),
        ("data|SYN|SYN, ACK|ACK|ACK of FIN|FIN", 4 / 6),
        ("SYN|SYN, ACK|ACK", 3 / 6),
        ("SYN|SYN, ACK", 0),  # a third is below half
        ("ACK of FIN|FIN|data|ACK|SYN, ACK|SYN", 0),
        ("SYN|SYN, ACK|ACK|RST", 0),
        ("RST|PING", 0),
    ],
)
def test_part_of_an_order(lines: str, share: float) -> None:
    of = posed(LINES)
    answer = places(of, *lines.split("|"))
    assert mark(of, answer).share == pytest.approx(share)
    # The seal is of the whole: who has it right is told, the others are marked by the teacher's file.
    assert mark(posed(LINES, public=True), answer).share == (1 if share == 1 else None)


def test_the_longest_part_that_rises_by_trying_all() -> None:
    for numbers in itertools.permutations(range(6)):
        longest = max(
            len(part)
            for count in range(1, 7)
            for part in itertools.combinations(numbers, count)
            if list(part) == sorted(part)
        )
        assert rising(numbers) == longest


def test_lines_in_an_order_of_their_own() -> None:
    """What students get names no order, nor which lines do not belong; each student has another order."""
    public = assignment(LINES).public["questions"][0]
    other = {**LINES, "items": [*LINES["items"][:-1], "RST"], "distractors": ["ACK of FIN", "PING"]}
    assert {**public, "seal": ""} == {**assignment(other).public["questions"][0], "seal": ""}
    assert "distractors" not in public
    assert public["keep"] == 6
    orders = set()
    for student in "abcdefgh":
        of = posed(LINES, student)
        orders.add(tuple(each["text"] for each in of.question.paper(of)["items"]))
    assert len(orders) == 8
    of = posed(LINES)
    assert of.question.paper(of)["keep"] == 6
    assert of.question.say(of, places(of, "SYN", "ACK")) == "SYN → ACK"
    bare = posed({**LINES, "distractors": []})
    assert "keep" not in bare.question.paper(bare)


@pytest.mark.parametrize("answer", [None, [], [0, 0], [8], [-1], [0.5], "0", [True], list(range(9)), [10**400]])
def test_an_answer_that_is_no_order(answer: object) -> None:
    of = posed(LINES)
    with pytest.raises(AnswerError, match=r"answer = .*: must be"):
        of.question.check(of, answer)


# Text


def test_a_text_is_read_by_the_teacher() -> None:
    question = {"kind": "text", "most": 10}
    assert both(question, "Because.") == (None, None)
    assert both(question, " \n ") == (0, 0)
    of = posed(question)
    assert of.question.check(of, "  ten chars. "[:12]) == "ten chars."
    for wrong in (5, None, ["a"], "eleven char"):
        with pytest.raises(AnswerError, match="answer"):
            of.question.check(of, wrong)
    assert own(of) is None


# All of them


ALL = [SMALLEST, LARGEST, KNOWN, STATIC, modelled(), LINES, {"kind": "text"}, {"kind": "note"}]


def test_the_public_part_of_the_public_part_is_the_same() -> None:
    """Who has the public part poses the same questions, with the same fingerprint."""
    whole = assignment(*ALL, secret="s", marking="All of it.", roster=["ada"])
    public = read(json.loads(json.dumps(whole.public)))
    assert public.public == whole.public
    assert public.fingerprint == whole.fingerprint
    for one, other in zip(whole.questions, public.questions, strict=True):
        for student in ("ada", "bob"):
            ours, theirs = whole.pose(one, student), public.pose(other, student)
            assert ours.values == theirs.values
            assert ours.question.paper(ours) == theirs.question.paper(theirs)
    said = json.dumps(whole.public)
    for secret in ("solution", "marking", "roster", '"secret"', "All of it", "It is 4711", "SYN comes first"):
        assert secret not in said


@pytest.mark.parametrize("question", [q for q in ALL if q["kind"] not in {"text", "note"}])
def test_the_models_own_answer_has_the_full_share(question: dict[str, Any]) -> None:
    for student in ("ada", "bob", "eve"):
        of = posed(question, student)
        answer = json.loads(json.dumps(own(of)))
        assert mark(of, answer).share == 1
        assert of.question.say(of, of.question.check(of, answer))


def test_trying_out() -> None:
    """Draws are counted, papers too; a note and a text have nothing to solve."""
    figure = {"id": "cubic-curve", "at": {"c": {"of": [0.2, 0.4]}, "rtt": 100}}
    questions = [
        numbered({"kind": "numeric", "figure": figure, "ask": {"summary": "k"}}),
        {"id": "t", "text": "?", "kind": "text"},
        {"id": "n", "text": "{c}", "kind": "note", "figure": figure},
    ]
    text = file(*questions)
    tried = finish(DESK["try_out"](text, 50))
    numeric, free, note = tried["questions"]
    assert tried["failed"] == 0
    assert tried["papers"] == 4  # two values in two questions, and nothing else differs
    assert (numeric["accepted"], numeric["unanswered"], numeric["different"]) == (50, 0, 2)
    assert (free["accepted"], free["unanswered"], free["different"]) == (0, 50, 1)
    assert (note["accepted"], note["unanswered"]) == (0, 0)
    draw = next(each for each in numeric["draws"] if each["name"] == "c")
    assert sum(each["count"] for each in draw["counts"]) == 50
    assert {each["value"] for each in draw["counts"]} == {"0.2 segments/s³", "0.4 segments/s³"}
    assert tried["questions"][1]["failures"] == []


@pytest.mark.parametrize(("points", "failed"), [(1, 7), (0, 0)])
def test_trying_out_finds_questions_without_a_right_answer(points: float, failed: int) -> None:
    """A question that is worth points has an answer; one for show of hands need not."""
    question = {**STATIC, "points": points, "choices": [{"text": "yes"}, {"text": "no"}]}
    tried = finish(DESK["try_out"](file(numbered(question)), 7))
    assert (tried["failed"], tried["questions"][0]["unanswered"]) == (failed, 7 - failed)
    # The other students' orders are other papers, the question is the same.
    assert tried["papers"] == 2
    assert tried["questions"][0]["different"] == 1


def test_trying_out_names_who_cannot_be_asked() -> None:
    """K ≤ 2 s takes C = 100 · 0.3 / 8 = 3.75 at least: with C = 0.4 and 1 and no other slider left it is too late."""
    question = extreme("largest", "duration", [{"summary": "k", "at_most": 2}], c={"of": [0.4, 1, 4]})
    tried = finish(DESK["try_out"](file(numbered(question)), 30))["questions"][0]
    draw = next(each for each in tried["draws"] if each["name"] == "c")
    counts = {each["value"].split()[0]: each["count"] for each in draw["counts"]}
    assert tried["failed"] == counts["0.4"] + counts["1"]
    assert tried["accepted"] == counts["4"] > 0
    assert {each["values"]["c"].split()[0] for each in tried["failures"]} == {"0.4", "1"}
    assert all("no value of duration" in each["reason"] for each in tried["failures"])


def test_how_many_students_it_is_tried_with() -> None:
    text = file(numbered(STATIC))
    for students in (0, 1001, 2.5, True, "7"):
        with pytest.raises(AssignmentError, match=r"students = .*: must be a whole number from 1 to 1000"):
            finish(DESK["try_out"](text, students))
